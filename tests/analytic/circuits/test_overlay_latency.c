/* Latency of overlays under load by the model, against an independent simulator's, and against what
 * is known exactly. */
#include <math.h>
#include <string.h>

#include "analytic/circuits/overlay_capacity.h"
#include "analytic/circuits/slice_waits.h"
#include "analytic/circuits/window_queue.h"
#include "tests/oracles/overlay_form.h"
#include "tests/support/rows/overlay_rows.h"

enum { QUEUE = 132 };

/* ---- as measured ---------------------------------------------------------------------------- */

/* What is asked of a row: from 80 % of saturation on adaptive windows of one epoch follow the noise
 * of the one before, and a thousand epochs do not tell a mean exactly. NAN: nothing. */
static double limit_of(const overlay_family *f, const overlay_point *p)
{
    if (!strcmp(p->name, "load95") || p->rate >= f->saturation) return NAN;
    const bool adaptive = f->overlay.window_sizing == NOC_WINDOWS_ADAPTIVE,
               reserved = f->overlay.multiplexing == NOC_MULTIPLEX_RESERVED;
    if (!adaptive && !reserved) return 0.04;
    return !strcmp(p->name, "load90") ? (adaptive ? 0.15 : 0.08) : 0.08;
}

static double error_at(const overlay_family *f, const overlay_point *p)
{
    const noc_overlay_load load = overlay_load_of(f);
    return oracle_overlay_latency(&f->overlay, &load, QUEUE, p->rate * f->cores, NULL) /
               p->latency -
           1.0;
}

static void latency_is_as_measured(void **state)
{
    const overlay_family *f = *state;
    if (f->kind != OVERLAY_CIRCUITS) return;
    for (size_t i = 0; i < f->count; i++) {
        const double limit = limit_of(f, &f->points[i]);
        if (isnan(limit)) continue;
        assert_near(error_at(f, &f->points[i]), 0.0,
                    limit + 3.0 * f->points[i].error / f->points[i].latency);
    }
}

static void errors_are_small_in_the_mean(void **state)
{
    (void)state;
    const overlay_family *families;
    const size_t count = overlay_families(&families);
    double sum = 0.0;
    int rows = 0;
    for (size_t i = 0; i < count; i++) {
        const overlay_family *f = &families[i];
        for (size_t k = 0; k < f->count && f->kind == OVERLAY_CIRCUITS; k++) {
            if (isnan(limit_of(f, &f->points[k]))) continue;
            sum += fabs(error_at(f, &f->points[k]));
            rows++;
        }
    }
    assert_int_equal(rows, 133);
    assert_true(sum / rows < 0.02);
}

/* ---- at the ends ---------------------------------------------------------------------------- */

/* Zero load as the closed form has it, and no answer where there is none. */
static void ends_are_exact(void **state)
{
    const overlay_family *f = *state;
    if (f->kind != OVERLAY_CIRCUITS) return;
    const noc_overlay_load load = overlay_load_of(f);
    const double zero = oracle_overlay_zero_load(&f->overlay, &load, f->windows, NULL),
                 full = noc_overlay_saturation(&f->overlay, &load, f->windows).rate;
    double by_memory[OVERLAY_MEMORIES], mean = 0.0;
    assert_near(oracle_overlay_latency(&f->overlay, &load, QUEUE, 0.0, by_memory), zero,
                1e-9 * zero);
    for (int m = 0; m < f->memory_nodes; m++) mean += f->shares[m] * by_memory[m];
    assert_near(mean, zero, 1e-9 * zero);
    assert_true(isinf(oracle_overlay_latency(&f->overlay, &load, QUEUE, full, NULL)));
    assert_true(isfinite(oracle_overlay_latency(&f->overlay, &load, QUEUE, 0.99 * full, NULL)));
}

/* With equal windows waits grow with the load, and without jumps; a hot memory node's are the
 * longest. */
static void waits_grow(void **state)
{
    const overlay_family *f = *state;
    if (f->kind != OVERLAY_CIRCUITS || f->overlay.window_sizing == NOC_WINDOWS_ADAPTIVE ||
        f->overlay.multiplexing == NOC_MULTIPLEX_RESERVED)
        return;
    const noc_overlay_load load = overlay_load_of(f);
    const double full = noc_overlay_saturation(&f->overlay, &load, f->windows).rate;
    double before = oracle_overlay_latency(&f->overlay, &load, QUEUE, 0.0, NULL);
    for (int percent = 2; percent < 96; percent += 2) {
        double by_memory[OVERLAY_MEMORIES];
        const double now =
            oracle_overlay_latency(&f->overlay, &load, QUEUE, full * percent / 100.0, by_memory);
        assert_true(now > 0.998 * before);
        assert_true(now < 1.6 * before);
        assert_true(f->shares[0] <= f->shares[1] || by_memory[0] > by_memory[1]);
        before = now;
    }
}

/* ---- the queue of a window ------------------------------------------------------------------ */

typedef struct open_case {
    const char *name;
    noc_reply_mix mix;
    double interval, flits; /* of a window */
} open_case;

static const open_case open_cases[] = {
    {"8 and 1 flits", {{8, 1}, {0.9, 0.1}}, 2.0, 123.0},
    {"one flit", {{1, 1}, {0.5, 0.5}}, 1.0, 50.0},
    {"longer ones", {{32, 4}, {0.9, 0.1}}, 1.0, 400.0},
    {"5 flits, no whole number of which is a window", {{5, 5}, {1.0, 0.0}}, 3.0, 61.3},
};

/* Never closed, it is the batch queue of a slice, with intervals for cycles. */
static void open_windows_are_slices(void **state)
{
    const open_case *c = *state;
    static const double loads[] = {0.1, 0.5, 0.8, 0.9};
    for (size_t i = 0; i < TEST_COUNT(loads); i++) {
        const double rate = loads[i] / noc_reply_mix_flits(&c->mix); /* packets an interval */
        const noc_window_queue queue = {.rate = rate / c->interval,
                                        .mix = c->mix,
                                        .interval = c->interval,
                                        .window_flits = {c->flits},
                                        .window_count = 1};
        const double want =
            c->interval * noc_batch_queue_wait((noc_batch){1e6, rate / 1e6}, &c->mix);
        assert_near(noc_window_queue_use(&queue), loads[i], 1e-12);
        assert_near(noc_window_queue_wait(&queue), want, 0.04 * want + c->interval);
    }
}

/* Two equal windows half a period apart are one window of half the period. */
static void two_windows_are_one(void **state)
{
    (void)state;
    const noc_reply_mix mix = {{8, 1}, {0.9, 0.1}};
    for (double load = 0.2; load < 0.95; load += 0.2) {
        noc_window_queue two = {.mix = mix,
                                .interval = 2.0,
                                .closed_cycles = {254.0, 254.0},
                                .window_flits = {123.0, 123.0},
                                .window_count = 2},
                         one = two;
        one.window_count = 1;
        one.rate = two.rate = load * 123.0 / 500.0 / noc_reply_mix_flits(&mix);
        assert_near(noc_window_queue_use(&two), load, 1e-12);
        assert_near(noc_window_queue_wait(&two), noc_window_queue_wait(&one),
                    0.005 * noc_window_queue_wait(&one) + 0.1);
    }
}

static void window_queues_have_limits(void **state)
{
    (void)state;
    noc_window_queue queue = {.mix = {{8, 1}, {0.9, 0.1}},
                              .interval = 2.0,
                              .closed_cycles = {754.0},
                              .window_flits = {123.0},
                              .window_count = 1};
    const double full = 123.0 / 1000.0 / 7.3;
    assert_near(noc_window_queue_wait(&queue), 0.0, 0.0);
    queue.rate = 1e-9;
    assert_near(noc_window_queue_wait(&queue), 0.0, 1e-3);
    queue.rate = full;
    assert_true(isinf(noc_window_queue_wait(&queue)));
    /* Near to it waits grow as 1 / (1 - load). */
    queue.rate = 0.9995 * full;
    const double near = noc_window_queue_wait(&queue);
    queue.rate = 0.99975 * full;
    assert_near(noc_window_queue_wait(&queue) / near, 2.0, 0.1);
}

/* ---- trains --------------------------------------------------------------------------------- */

enum { TRAINS = 200000 };

typedef struct train_case {
    const char *name;
    int train;
    double closed, flits, load; /* values for a window, a flit in 3 cycles */
} train_case;

static const train_case train_cases[] = {
    {"one by one", 1, 875.0, 41.0, 0.5},
    {"pairs", 2, 875.0, 41.0, 0.3},
    {"as long as a window", 4, 875.0, 41.0, 0.4},
    {"longer than two windows", 8, 875.0, 41.0, 0.6},
    {"short in a long window", 4, 500.0, 166.0, 0.7},
};

/* The end of work that begins with the window open for `at` cycles, in cycles: a period is open at
 * its end. */
static double end_of(const train_case *c, double at)
{
    const double open = 3.0 * c->flits;
    return at + c->closed * (1.0 + floor(at / open));
}

/* Cycles in which the window was open before. */
static double opened_before(const train_case *c, double time)
{
    const double open = 3.0 * c->flits, period = c->closed + open, whole = floor(time / period);
    return whole * open + fmax(0.0, time - whole * period - c->closed);
}

/* Trains of packets of 8 flits are sent in the order in which they come, one by one. */
static double played(const train_case *c, double rate, int train)
{
    uint64_t seed = 1;
    double now = 0.0, free_at = 0.0, sum = 0.0;
    for (int t = 0; t < TRAINS; t++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        now -= log(1.0 - (double)(seed >> 11) * 0x1p-53) * train / rate;
        double at = opened_before(c, now);
        if (rate > 1e-6) at = fmax(at, free_at);
        for (int packet = 0; packet < train; packet++) {
            at += 3.0 * 8.0;
            sum += end_of(c, nextafter(at, 0.0)) - now;
        }
        free_at = at;
    }
    return sum / TRAINS / train;
}

/* Packets wait as played, packet by packet. */
static void trains_are_played(void **state)
{
    const train_case *c = *state;
    const noc_window_queue queue = {.rate = c->load * c->flits / 8.0 / (c->closed + 3.0 * c->flits),
                                    .mix = {{8, 8}, {1.0, 0.0}},
                                    .train = c->train,
                                    .interval = 3.0,
                                    .closed_cycles = {c->closed},
                                    .window_flits = {c->flits},
                                    .window_count = 1};
    const double want =
        played(c, queue.rate, c->train) - played(c, 1e-7, 1) - (c->train - 1) / 2.0 * 8.0 * 3.0;
    assert_near(noc_window_queue_wait(&queue), want, 0.03 * want + 3.0);
}

int main(void)
{
    static test_list list;
    const overlay_family *families;
    const size_t count = overlay_families(&families), size = sizeof *families;
    test_add_rows(&list, "latency", families, count, size, latency_is_as_measured);
    test_add(&list, "errors are small in the mean", errors_are_small_in_the_mean);
    test_add_rows(&list, "ends", families, count, size, ends_are_exact);
    test_add_rows(&list, "growth", families, count, size, waits_grow);
    TEST_TABLE_PREFIXED(&list, "always open", open_cases, open_windows_are_slices);
    test_add(&list, "two windows are one", two_windows_are_one);
    test_add(&list, "window queues have limits", window_queues_have_limits);
    TEST_TABLE_PREFIXED(&list, "trains", train_cases, trains_are_played);
    return test_run("latency of overlays", &list);
}
