/*
 * Three models answered four questions five times each: scores, intervals and tie groups in C.
 *
 *     cargo build --release -p scorio-capi
 *     cc examples/c/leaderboard.c -Irust/scorio-capi/include -Ltarget/release -lscorio \
 *        -Wl,-rpath,$PWD/target/release -o leaderboard
 */
#include <scorio.h>
#include <stdio.h>
#include <stdlib.h>

enum { MODELS = 3, QUESTIONS = 4, TRIALS = 5 };

/* Ends the program with the library's sentence, unless a call went well. */
static void check(ScorioStatus status)
{
    if (status == SCORIO_OK)
        return;
    char text[512];
    scorio_last_error(text, sizeof text, 0);
    fprintf(stderr, "%s\n", text);
    exit(EXIT_FAILURE);
}

/* Bayes@N of one model's outcomes, which are read in place. */
static ScorioInterval bayes(const int8_t *outcomes)
{
    ScorioMatrix R = {outcomes, SCORIO_INT8, QUESTIONS, TRIALS, TRIALS, 1};
    ScorioStates *states;
    ScorioMetric *metric;
    ScorioInterval interval;
    const double bounds[2] = {0.0, 1.0};
    check(scorio_tally(&R, NULL, 2, false, &states));
    check(scorio_metric_new("bayes", 0, NULL, 0, false, &metric));
    check(scorio_interval(metric, states, 0.95, bounds, 1.0, 1.0, &interval));
    scorio_metric_free(metric);
    scorio_states_free(states);
    return interval;
}

int main(void)
{
    static const char *const names[MODELS] = {"ann", "bob", "cyd"};
    static const int8_t outcomes[MODELS][QUESTIONS * TRIALS] = {
        {1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1},
        {1, 1, 0, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 0, 1, 0, 1, 1, 1, 1},
        {0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0},
    };
    double scores[MODELS], sigmas[MODELS];
    ScorioInterval intervals[MODELS];
    uint64_t groups[MODELS];

    if (scorio_abi_version() != SCORIO_ABI_VERSION) {
        fprintf(stderr, "this library has another interface than scorio.h\n");
        return EXIT_FAILURE;
    }
    for (int model = 0; model < MODELS; model++) {
        intervals[model] = bayes(outcomes[model]);
        scores[model] = intervals[model].mu;
        sigmas[model] = intervals[model].sigma;
    }
    check(scorio_rank_with_uncertainty(scores, sigmas, MODELS, 0.95, groups));
    printf("group  model   score       ±      95%% interval\n");
    for (int model = 0; model < MODELS; model++)
        printf("%5d  %-5s  %.4f  %.4f  [%.4f, %.4f]\n", (int)groups[model], names[model],
               intervals[model].mu, intervals[model].sigma, intervals[model].lo,
               intervals[model].hi);

    /* A wrong argument is a status and a sentence. */
    ScorioMetric *metric;
    if (scorio_metric_new("pass_at_k", 0, NULL, 0, false, &metric) == SCORIO_DOMAIN) {
        char text[512];
        scorio_last_error(text, sizeof text, 0);
        printf("%s\n", text);
    }
    return EXIT_SUCCESS;
}
