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

int main(void)
{
    ScorioRubrics *rubrics;
    size_t categories, length;
    double weights[MOST_CATEGORIES], long_of[ALL][1];
    int32_t grades[ALL];
    check(scorio_rubrics_read(RUBRIC, &rubrics));
    check(scorio_rubrics_categories(rubrics, 0, &categories));
    if (categories > MOST_CATEGORIES)
        return EXIT_FAILURE;
    check(scorio_rubrics_weights(rubrics, 0, weights));
    check(scorio_rubrics_grade(rubrics, 0, SIGNALS_OF[0], ALL, SIGNALS, NULL, NULL, grades,
                               long_of[0]));
    printf("long is more than %g tokens\n", long_of[0][0]);
    for (size_t category = 0; category < categories; category++) {
        char name[32];
        int trials = 0;
        for (int trial = 0; trial < ALL; trial++)
            trials += grades[trial] == (int32_t)category;
        check(scorio_rubrics_category(rubrics, 0, category, name, sizeof name, &length));
        printf("%-5s  worth %.1f  %2d trials\n", name, weights[category], trials);
    }
    scorio_rubrics_free(rubrics);

    ScorioMatrix R = {grades, SCORIO_INT32, QUESTIONS, TRIALS, TRIALS, 1};
    ScorioParameter w = {"weights", weights, categories, 0, 0, 0};
    ScorioStates *states;
    ScorioMetric *metric;
    ScorioEstimate score;
    check(scorio_tally(&R, NULL, categories, false, &states));
    check(scorio_metric_new("bayes", 0, &w, 1, false, &metric));
    check(scorio_estimate(metric, states, &score));
    printf("%.4f ± %.4f\n", score.mu, score.sigma);
    scorio_metric_free(metric);
    scorio_states_free(states);

    /* A slip in the rules is one sentence. */
    if (scorio_rubrics_read("[[rubric]]\nname = \"plain\"\n", &rubrics) != SCORIO_OK) {
        char text[512];
        scorio_last_text(SCORIO_SENTENCE, text, sizeof text, 0);
        puts(text);
    }
    return 0;
}
