/* Threads that share a context, each with a design of its own: their figures are those of one
 * thread. Slow tests run it under ThreadSanitizer.
 *
 *     threads DESIGN-FILE...     a thread for each design
 */
#include <math.h>
#include <nocsight.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS_MAX = 16, ROUNDS = 2, FIGURES = 400 };

/* Figures of one design. */
typedef struct answers {
    noc_context *context;
    const char *file;
    double values[FIGURES];
    size_t count;
    int has_failed;
} answers;

static void expect(answers *a, int code, const noc_error *error)
{
    if (code == NOC_CODE_OK) return;
    fprintf(stderr, "threads: %s: %d: %s\n", a->file, code, error->message);
    a->has_failed = 1;
}

/* Asks by one approach, and adds the figures. */
static void ask(answers *a, const noc_design *design, int approach, noc_error *error)
{
    const noc_query query = {.approach = approach,
                             .load = "20%",
                             .max_cycles = 2000,
                             .precision = 0.2,
                             .wants_channels = approach == NOC_APPROACH_MODEL};
    noc_estimate *estimate;
    noc_metric_facts facts;
    char *svg = NULL;
    expect(a, noc_design_estimate(a->context, design, &query, &estimate, error), error);
    if (!estimate) return;
    for (size_t i = 0; a->count < FIGURES && noc_metric_at(i, &facts, NULL) == NOC_CODE_OK; i++) {
        noc_value value;
        expect(a, noc_estimate_value(estimate, facts.name, &value, error), error);
        a->values[a->count++] = isnan(value.value) ? -1.0 : value.value;
    }
    if (query.wants_channels) expect(a, noc_estimate_svg(a->context, estimate, &svg, error), error);
    noc_text_release(svg);
    noc_estimate_release(estimate);
}

static void *answer(void *data)
{
    static const char *const settings[] = {"network.buffer_flits=6"};
    answers *a = data;
    noc_error error = {0};
    noc_design *design;
    noc_curve *curve;
    expect(a, noc_design_open(a->context, a->file, &design, &error), &error);
    if (a->has_failed) return NULL;
    expect(a, noc_design_set(a->context, &design, settings, 1, &error), &error);
    ask(a, design, NOC_APPROACH_MODEL, &error);
    expect(a, noc_design_curve(a->context, design, NULL, 3, 1, &curve, &error), &error);
    for (size_t i = 0; i < noc_curve_count(curve) && a->count < FIGURES; i++)
        a->values[a->count++] = noc_estimate_load(noc_curve_estimate(curve, i));
    ask(a, design, NOC_APPROACH_SAMPLE, &error);
    noc_curve_release(curve);
    noc_design_release(design);
    noc_error_clear(&error);
    return NULL;
}

int main(int argc, char **argv)
{
    static answers alone[THREADS_MAX], together[ROUNDS][THREADS_MAX];
    pthread_t threads[THREADS_MAX];
    const int count = argc - 1 < THREADS_MAX ? argc - 1 : THREADS_MAX;
    int fault_count = 0;
    noc_context *context;
    if (noc_context_new(&context, NULL) != NOC_CODE_OK) return 1;
    for (int r = 0; r < ROUNDS; r++) {
        for (int i = 0; i < count; i++) {
            together[r][i] = (answers){.context = context, .file = argv[i + 1]};
            if (pthread_create(&threads[i], NULL, answer, &together[r][i]) != 0) return 1;
        }
        for (int i = 0; i < count; i++) pthread_join(threads[i], NULL);
    }
    for (int i = 0; i < count; i++) {
        alone[i] = (answers){.context = context, .file = argv[i + 1]};
        answer(&alone[i]);
        for (int r = 0; r < ROUNDS; r++) {
            const answers *a = &together[r][i];
            const int is_same = a->count == alone[i].count && a->count > 0 && !a->has_failed &&
                                memcmp(a->values, alone[i].values, a->count * sizeof(double)) == 0;
            if (!is_same) fprintf(stderr, "threads: %s: other figures\n", argv[i + 1]);
            fault_count += !is_same;
        }
    }
    noc_context_release(context);
    if (fault_count == 0) printf("threads: %d designs, %d rounds\n", count, ROUNDS);
    return fault_count > 0 || count == 0;
}
