/* Intervals of random graphs beside what was measured of them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "hybrid/answers/estimate.h"
#include "tests/random_graphs.h"

enum { SATURATION = RANDOM_GRAPH_LOADS, KNEE, FIGURES };

typedef struct tally {
    size_t count, inside, missing;
    double log_width;
} tally;

static void compare(const noc_metric *m, double measured, tally *t, const char *what, unsigned number)
{
    if (isnan(measured)) return;
    if (isnan(m->value)) {
        t->missing++;
        return;
    }
    const bool inside = m->lo <= measured && measured <= m->hi;
    t->count++;
    t->inside += inside;
    t->log_width += log(m->hi / m->lo);
    if (getenv("SHOW"))
        printf("%u %s %g %g %g %g %d\n", number, what, measured, m->value, m->lo, m->hi, inside);
}

int main(void)
{
    static const char *const names[FIGURES] = {"latency 30", "latency 60", "latency 80", "saturation", "knee"};
    random_graph_row *rows;
    size_t count;
    tally all[2][FIGURES] = {0};
    const char *file = getenv("ROWS") ? getenv("ROWS") : NOC_SOURCE_DIR "/tests/reference/random_graphs.csv";
    random_graph_rows_read(file, &rows, &count);
    for (size_t i = 0; i < count; i++) {
        const random_graph_row *r = &rows[i];
        test_system t = random_graph_compile(r->number, r->virtual_channels);
        tally *half = all[r->number % 2];
        for (size_t k = 0; k < RANDOM_GRAPH_LOADS; k++) {
            noc_estimate e;
            noc_diag diag = {0};
            noc_estimate_model(t.system, random_graph_shares[k] * r->saturation, &e, &diag);
            const noc_metric *trip = &e.metrics[NOC_METRIC_round_trip_cycles];
            const bool replies = t.design->nodes.memory > 0;
            compare(replies ? trip : &e.metrics[NOC_METRIC_packet_latency_cycles], r->latency[k], &half[k], names[k], r->number);
            if (k > 0) continue;
            compare(&e.metrics[NOC_METRIC_saturation_flits_per_cycle], r->saturation, &half[SATURATION], "saturation", r->number);
            compare(&e.metrics[NOC_METRIC_knee_flits_per_cycle], r->knee, &half[KNEE], "knee", r->number);
            noc_diag_clear(&diag);
        }
        test_system_free(&t);
    }
    for (int h = 0; h < 2; h++)
        for (int f = 0; f < FIGURES; f++)
            printf("half %d %s: %zu of %zu inside, missing %zu, width %.1f %%\n", h, names[f], all[h][f].inside, all[h][f].count, all[h][f].missing,
                   100.0 * (exp(all[h][f].log_width / (double)all[h][f].count / 2) - 1.0));
    return 0;
}
