/* The model's intervals for random graphs, of which no calibration has seen one, beside what was
 * measured of them (tests/support/designs/random_graphs.h): with layers of virtual channels, and
 * without. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hybrid/answers/estimate.h"
#include "hybrid/correction/intervals/intervals.h"
#include "network/files/wiring_layers.h"
#include "tests/support/designs/random_graphs.h"

enum { SATURATION = RANDOM_GRAPH_LOADS, KNEE, FIGURES };

enum { PLAIN, LAYERED, GROUPS };
static const char *const group_names[GROUPS] = {"plain", "layered"};

static const char *const figure_names[FIGURES] = {"latency at 30 %", "latency at 60 %",
                                                  "latency at 80 %", "saturation", "knee"};

/* What intervals of a figure were worth. */
typedef struct worth {
    size_t count, inside, missing;
    double error;                /* sum of absolute relative errors */
    double width;                /* sum of half-widths over values */
    double wider[RANDOM_GRAPHS]; /* times for each measured figure to lie inside */
} worth;

static worth worths[GROUPS][FIGURES];

/* How many times wider, in logarithms of what multiplies (of latencies: contention). */
static double times_wider(const noc_metric *m, double measured, double idle)
{
    const double rest = m->value - (idle > 0.0 ? noc_contention_cycles(m->value, idle) : m->value);
    const double end = measured < m->value ? m->lo : m->hi;
    const double needed = log((measured - rest) / (m->value - rest));
    return measured - rest > 0.0 ? needed / log((end - rest) / (m->value - rest)) : INFINITY;
}

static void compare(worth *w, const noc_metric *m, double measured, double idle)
{
    if (isnan(measured)) return;
    if (isnan(m->value)) {
        w->missing++;
        return;
    }
    w->wider[w->count++] = times_wider(m, measured, idle);
    w->inside += m->lo <= measured && measured <= m->hi;
    w->error += fabs(m->value / measured - 1.0);
    w->width += (m->hi - m->lo) / 2.0 / m->value;
}

static void ask(const random_graph_row *row, const test_system *t)
{
    const bool layered = noc_graph_max_layers(&t->system->graph) > 1;
    worth *w = worths[layered ? LAYERED : PLAIN];
    for (size_t k = 0; k < RANDOM_GRAPH_LOADS; k++) {
        noc_estimate e;
        noc_diag diag = {0};
        const double load = random_graph_shares[k] * row->saturation;
        assert_int_equal(noc_estimate_model(t->system, load, &e, &diag), NOC_OK);
        const bool replies = t->design->nodes.memory > 0;
        compare(
            &w[k],
            &e.metrics[replies ? NOC_METRIC_round_trip_cycles : NOC_METRIC_packet_latency_cycles],
            row->latency[k], e.metrics[NOC_METRIC_zero_load_latency_cycles].value);
        if (k > 0) continue;
        compare(&w[SATURATION], &e.metrics[NOC_METRIC_saturation_flits_per_cycle], row->saturation,
                0.0);
        compare(&w[KNEE], &e.metrics[NOC_METRIC_knee_flits_per_cycle], row->knee, 0.0);
    }
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Times wider that hold 90 % of the next ones like these. */
static double learned(double *wider, size_t count)
{
    qsort(wider, count, sizeof *wider, by_value);
    const size_t rank = (size_t)ceil(0.9 * (double)(count + 1) - 1e-9);
    return rank > count ? INFINITY : wider[rank - 1];
}

static void print(int group)
{
    for (size_t f = 0; f < FIGURES; f++) {
        worth *w = &worths[group][f];
        const double count = (double)w->count;
        print_message("%s: %s: %zu of %zu inside, %zu missing; errors %.1f %%, half-widths "
                      "%.1f %%; 90 %% with intervals %.2f times as wide\n",
                      group_names[group], figure_names[f], w->inside, w->count, w->missing,
                      100.0 * w->error / count, 100.0 * w->width / count,
                      learned(w->wider, w->count));
    }
}

/* About as many figures lie inside as intervals of 90 % promise, which hold them over all kinds of
 * designs; those that are missing do not. */
static void check_group(int group)
{
    size_t inside = 0, all = 0;
    for (size_t f = 0; f < FIGURES; f++) {
        inside += worths[group][f].inside;
        all += worths[group][f].count + worths[group][f].missing;
    }
    print_message("%s: %zu of %zu figures inside\n", group_names[group], inside, all);
    assert_true(inside * 100 >= all * 80);
}

static void intervals_hold_random_graphs(void **state)
{
    (void)state;
    const char *file = getenv("NOC_RANDOM_GRAPHS");
    random_graph_row *rows;
    size_t count;
    assert_true(random_graph_rows_read(
        file ? file : NOC_SOURCE_DIR "/tests/reference/random_graphs.csv", &rows, &count));
    if (!file) assert_int_equal(count, RANDOM_GRAPHS);
    for (size_t i = 0; i < count; i++) {
        test_system t = random_graph_compile(rows[i].number, rows[i].virtual_channels);
        ask(&rows[i], &t);
        test_system_free(&t);
    }
    for (int group = 0; group < GROUPS; group++) print(group);
    for (int group = 0; group < GROUPS; group++) check_group(group);
    free(rows);
}

int main(void)
{
    static test_list list;
    test_add(&list, "intervals hold random graphs", intervals_hold_random_graphs);
    return test_run("random_graphs", &list);
}
