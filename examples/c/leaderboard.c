/*
 * Three models answered four questions five times each: scores, intervals and ranges of ranks in C.
 *
 *     cargo build --release -p scorio-capi
 *     cc examples/c/leaderboard.c -Irust/scorio-capi/include -Ltarget/release -lscorio \
 *        -Wl,-rpath,$PWD/target/release -o leaderboard
 */
#include <scorio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MODELS = 3, QUESTIONS = 4, TRIALS = 5 };

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

/* The value of a column in a row: the columns have names. */
static ScorioCell cell(const ScorioTable *table, size_t row, const char *name)
{
    size_t rows, columns;
    ScorioCell found = {0};
    check(scorio_table_size(table, &rows, &columns));
    for (size_t column = 0; column < columns; column++) {
        ScorioColumn about;
        check(scorio_table_column(table, column, &about));
        if (strcmp(about.name, name) == 0)
            check(scorio_table_cell(table, row, column, &found));
    }
    return found;
}

int main(void)
{
    static const char *const names[MODELS] = {"ann", "bob", "cyd"};
    static const int8_t outcomes[MODELS][QUESTIONS * TRIALS] = {
        {1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1},
        {1, 1, 0, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 0, 1, 0, 1, 1, 1, 1},
        {0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0},
    };
    ScorioCounts *counts;
    const ScorioOption metric = {.name = "metrics", .text = "bayes"};
    ScorioAnswer *answer;
    const ScorioTable *scores;

    if (scorio_abi_version() != SCORIO_ABI_VERSION) {
        fprintf(stderr, "this library has another interface than scorio.h\n");
        return EXIT_FAILURE;
    }
    check(scorio_counts_new(2, &counts));
    for (int model = 0; model < MODELS; model++) {
        /* Outcomes are read in place, a row for each question. */
        ScorioMatrix R = {outcomes[model], SCORIO_INT8, QUESTIONS, TRIALS, TRIALS, 1};
        ScorioModelRows rows = {names[model], NULL, NULL, NULL, NULL};
        check(scorio_counts_add_outcomes(counts, &rows, &R, NULL, 0, false));
    }
    check(scorio_call("score", counts, NULL, &metric, 1, 0, &answer));
    check(scorio_answer_table(answer, 0, &scores));
    printf("ranks   model   score       ±      95%% interval\n");
    for (size_t row = 0; row < MODELS; row++)
        printf("%d to %d  %-5s  %.4f  %.4f  [%.4f, %.4f]\n",
               (int)cell(scores, row, "rank_lo").whole, (int)cell(scores, row, "rank_hi").whole,
               cell(scores, row, "model").text, cell(scores, row, "score").real,
               cell(scores, row, "sigma").real, cell(scores, row, "lo").real,
               cell(scores, row, "hi").real);
    scorio_answer_free(answer);

    /* A wrong argument is a status and a sentence. */
    const double none = 0;
    const ScorioOption wrong[] = {
        {.name = "metric", .text = "pass_at_k"},
        {.name = "k", .numbers = &none, .length = 1},
    };
    if (scorio_call("compare_pairs", counts, NULL, wrong, 2, 0, &answer) == SCORIO_DOMAIN) {
        char text[512];
        scorio_last_text(SCORIO_SENTENCE, text, sizeof text, 0);
        printf("%s\n", text);
    }
    scorio_counts_free(counts);
    return EXIT_SUCCESS;
}
