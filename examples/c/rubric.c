/*
 * Trials with several signals become one score in C: a rubric gives each trial a category, and the
 * categories are scored with the weights of the rubric.
 *
 *     cargo build --release -p scorio-capi
 *     cc examples/c/rubric.c -Irust/scorio-capi/include -Ltarget/release -lscorio \
 *        -Wl,-rpath,$PWD/target/release -o rubric
 */
#include <scorio.h>
#include <stdio.h>
#include <stdlib.h>

enum { QUESTIONS = 3, TRIALS = 4, ALL = QUESTIONS * TRIALS, SIGNALS = 2, MOST_CATEGORIES = 8 };

static const char *const RUBRIC =
    "[signals]\n"
    "correct = \"score\"\n"
    "tokens = \"usage.output_tokens\"\n"
    "[thresholds]\n"
    "long = { signal = \"tokens\", quantile = 0.75 }\n"
    "[[rubric]]\n"
    "name = \"short and right\"\n"
    "category = [\n"
    "  { name = \"wrong\", weight = 0, when = \"not correct\" },\n"
    "  { name = \"long\", weight = 0.5, when = \"tokens > long\" },\n"
    "  { name = \"right\", weight = 1, otherwise = true },\n"
    "]\n";

/* A row for each trial of each question: correct, tokens. */
static const double SIGNALS_OF[ALL][SIGNALS] = {
    {0, 210}, {1, 340}, {1, 900}, {0, 150}, {1, 120}, {1, 880},
    {0, 300}, {1, 410}, {1, 260}, {1, 530}, {0, 700}, {1, 190},
};

/* Ends the program with the library's sentence, unless a call went well. */
static void check(ScorioStatus status)
{
    if (status == SCORIO_OK)
        return;
    char text[512];
    scorio_last_text(SCORIO_SENTENCE, text, sizeof text, 0);
    fprintf(stderr, "%s\n", text);
    exit(EXIT_FAILURE);
}

/* The value of a row and a column, both counted from 0. */
static ScorioCell cell(const ScorioTable *table, size_t row, size_t column)
{
    ScorioCell found;
    check(scorio_table_cell(table, row, column, &found));
    return found;
}

int main(void)
{
    const size_t axes[] = {ALL, SIGNALS};
    const ScorioOption options[] = {
        {.name = "text", .text = RUBRIC},
        {.name = "rubric", .text = "short and right"},
        {.name = "signals", .numbers = SIGNALS_OF[0], .length = ALL * SIGNALS, .axes = axes,
         .axis_count = 2},
    };
    ScorioAnswer *file, *graded;
    const ScorioTable *categories;
    ScorioArray grades, thresholds;
    size_t count, columns;
    double weights[MOST_CATEGORIES];
    check(scorio_call("rubrics", NULL, NULL, options, 1, 0, &file));
    check(scorio_answer_table(file, 0, &categories));
    check(scorio_table_size(categories, &count, &columns));
    if (count > MOST_CATEGORIES)
        return EXIT_FAILURE;
    check(scorio_call("grade", NULL, NULL, options, 3, 0, &graded));
    check(scorio_answer_array(graded, 0, &grades));
    check(scorio_answer_array(graded, 1, &thresholds));
    printf("long is more than %g tokens\n", thresholds.reals[0]);
    for (size_t category = 0; category < count; category++) {
        int trials = 0;
        for (int trial = 0; trial < ALL; trial++)
            trials += grades.reals[trial] == (double)category;
        /* The columns are rubric, category and weight. */
        weights[category] = cell(categories, category, 2).real;
        printf("%-5s  worth %.1f  %2d trials\n", cell(categories, category, 1).text,
               weights[category], trials);
    }

    ScorioMatrix R = {grades.reals, SCORIO_FLOAT64, QUESTIONS, TRIALS, TRIALS, 1};
    ScorioParameter w = {"weights", weights, count, 0, 0, 0};
    ScorioStates *states;
    ScorioMetric *metric;
    ScorioEstimate score;
    check(scorio_tally(&R, NULL, count, false, &states));
    check(scorio_metric_new("bayes", 0, &w, 1, false, &metric));
    check(scorio_estimate(metric, states, &score));
    printf("%.4f ± %.4f\n", score.mu, score.sigma);
    scorio_metric_free(metric);
    scorio_states_free(states);
    scorio_answer_free(graded);
    scorio_answer_free(file);

    /* A slip in the rules is one sentence. */
    const ScorioOption slip = {.name = "text", .text = "[[rubric]]\nname = \"plain\"\n"};
    if (scorio_call("rubrics", NULL, NULL, &slip, 1, 0, &file) != SCORIO_OK) {
        char text[512];
        scorio_last_text(SCORIO_SENTENCE, text, sizeof text, 0);
        puts(text);
    }
    return 0;
}
