/* Zero load, capacity and saturation of overlays, slices and rings against an independent
 * simulator, and waits of those whose closed forms are exact. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analytic/circuits/slice_waits.h"
#include "tests/oracles/overlay_form.h"
#include "tests/support/rows/overlay_rows.h"

/* The reference has six digits. */
static void assert_digits(double got, double want, const char *what)
{
    test_assert_near(got, want, 6e-6 * fabs(want), what, __FILE__, __LINE__);
}

/* ---- slices --------------------------------------------------------------------------------- */

/* Cores of a column of cores; those of the tests are all alike. */
static int column_cores(const overlay_family *f)
{
    return noc_slices_count_cores(&f->slices, f->memory_at, f->memory_nodes, 0);
}

/* Mean over all pairs of the routers that a packet of a memory node passes to a core, or the other
 * way. */
static double slice_hops(noc_point memory, const noc_point *core_at, int cores)
{
    double sum = 0.0;
    for (int c = 0; c < cores; c++)
        sum += 1.0 + abs(core_at[c].column - memory.column) + abs(core_at[c].row - memory.row);
    return sum / cores;
}

/* Mean over cores of the cycles from its start until a packet's tail has arrived. */
static double way(const overlay_family *f, int memory, double flits)
{
    if (f->kind == OVERLAY_RINGS) return (1.0 + f->cores) / 2.0 + flits - 1.0;
    return slice_hops(f->memory_at[memory], f->core_at, f->cores) + flits - 1.0;
}

static double wait_at(const overlay_family *f, int memory, double rate)
{
    if (f->kind == OVERLAY_TOKENS) return noc_token_wait(column_cores(f), rate, 1, &f->mix);
    return noc_batch_queue_wait((noc_batch){f->cores, rate * f->shares[memory]}, &f->mix);
}

static double slice_latency(const overlay_family *f, double rate, double flits)
{
    double sum = 0.0;
    for (int m = 0; m < f->memory_nodes; m++)
        sum += f->shares[m] * (wait_at(f, m, rate) + way(f, m, flits));
    return sum;
}

static double slice_full(const overlay_family *f)
{
    if (f->kind == OVERLAY_TOKENS) return noc_token_saturation(column_cores(f), 1, &f->mix);
    return 1.0 / (f->cores * f->shares[0] * noc_reply_mix_flits(&f->mix));
}

/* Waits are exact, so only the reference's own noise separates the two; the seeds of its loads are
 * shared. */
static void slices_wait_as_measured(const overlay_family *f)
{
    for (size_t i = 0; i < f->count; i++) {
        const overlay_point *p = &f->points[i];
        if (isnan(p->latency) || p->rate >= f->full) continue;
        assert_near(slice_latency(f, p->rate, noc_reply_mix_flits(&f->mix)), p->latency,
                    4.0 * p->error + 0.005);
    }
}

/* ---- all ------------------------------------------------------------------------------------ */

static void zero_load_is_exact(void **state)
{
    const overlay_family *f = *state;
    double kinds[NOC_REPLY_KINDS], mean;
    if (f->kind == OVERLAY_CIRCUITS) {
        const noc_overlay_load load = overlay_load_of(f);
        mean = oracle_overlay_zero_load(&f->overlay, &load, f->windows, kinds);
    } else {
        for (int k = 0; k < NOC_REPLY_KINDS; k++) kinds[k] = slice_latency(f, 0.0, f->mix.flits[k]);
        mean = slice_latency(f, 0.0, noc_reply_mix_flits(&f->mix));
    }
    assert_digits(mean, f->zero_load, "zero load");
    for (int k = 0; k < NOC_REPLY_KINDS; k++)
        assert_digits(kinds[k], f->zero_load_by_kind[k], "zero load of a kind");
}

static void capacity_is_exact(void **state)
{
    const overlay_family *f = *state;
    if (f->kind != OVERLAY_CIRCUITS) {
        assert_digits(slice_full(f), f->full, "capacity");
        return;
    }
    const noc_overlay_load load = overlay_load_of(f);
    const noc_overlay_limit limit = noc_overlay_saturation(&f->overlay, &load, f->windows);
    assert_digits(limit.rate / f->cores, f->full, "capacity");
    assert_int_equal(limit.memory, f->overlay.window_sizing == NOC_WINDOWS_ADAPTIVE ? -1 : 0);
}

/* Measured to 0.3 %. Of adaptive windows the capacity is an estimate. */
static void saturation_is_as_measured(void **state)
{
    const overlay_family *f = *state;
    if (f->kind != OVERLAY_CIRCUITS) return;
    const noc_overlay_load load = overlay_load_of(f);
    const double got =
        oracle_overlay_saturation(&f->overlay, &load, f->windows, 0.98).rate / f->cores;
    const double tolerance = f->overlay.window_sizing == NOC_WINDOWS_ADAPTIVE ? 0.01 : 0.003;
    assert_near(got / f->saturation, 1.0, tolerance);
}

static void waits_are_exact(void **state)
{
    const overlay_family *f = *state;
    if (f->kind != OVERLAY_CIRCUITS) slices_wait_as_measured(f);
}

/* Beyond capacity everybody sends as much as there is room for. */
static void overload_sends_the_capacity(void **state)
{
    const overlay_family *f = *state;
    const overlay_point *over = &f->points[f->count - 1];
    assert_string_equal(over->name, "over");
    if (f->kind != OVERLAY_CIRCUITS || f->overlay.window_sizing != NOC_WINDOWS_EQUAL) return;
    if (f->shares[0] != f->shares[f->memory_nodes - 1]) return;
    const noc_overlay_load load = overlay_load_of(f);
    assert_near(noc_overlay_capacity(&f->overlay, &load, f->windows, 0) / over->accepted, 1.0,
                0.002);
}

/* ---- by hand -------------------------------------------------------------------------------- */

typedef struct window_case {
    const char *name;
    int straddle;
    noc_reply_mix mix;
    int slots;
    double flits;
} window_case;

static const window_case window_cases[] = {
    {"straddling", 1, {{8, 1}, {0.9, 0.1}}, 123, 123.0},
    {"whole, one length", 0, {{8, 8}, {0.5, 0.5}}, 123, 120.0},
    {"whole, only the first kind", 0, {{8, 1}, {1.0, 0.0}}, 123, 120.0},
    {"whole, only the second kind", 0, {{8, 1}, {0.0, 1.0}}, 123, 123.0},
    {"whole, dapper", 0, {{8, 1}, {0.9, 0.1}}, 123, 120.98},
    /* Two slots, packets of 2 or 1. A window that begins with 2 sends 2 flits; one that begins with
     * 1 sends 1 if a 2 is next, which then begins the next window, else 2. So 3/4 of those after a
     * 1 begin with a 2, and 1/2 of those after a 2: 3/5 of all do. */
    {"whole, by hand", 0, {{2, 1}, {0.5, 0.5}}, 2, 0.6 * 2.0 + 0.4 * 1.5},
};

static void windows_hold(void **state)
{
    const window_case *c = *state;
    const noc_overlay overlay = {.straddles_windows = c->straddle};
    assert_near(noc_window_flits(&overlay, &c->mix, c->slots), c->flits, 0.005);
}

typedef struct way_case {
    const char *name;
    noc_point memory, core;
    int flits;
    double cycles;
} way_case;

/* From the cycle after creation. */
static const way_case ways[] = {
    {"DA2, 16 bits, a read", {1, 0}, {2, 2}, 32, 35},
    {"DA2, 8 bits, a read to the corner", {1, 0}, {7, 7}, 64, 77},
    {"tokens, a read", {2, 3}, {0, 1}, 4, 8},
    {"tokens, a read in the column", {0, 2}, {0, 0}, 4, 6},
};

static void ways_by_hand(void **state)
{
    const way_case *c = *state;
    assert_near(noc_slice_path_cycles(slice_hops(c->memory, &c->core, 1), 1, c->flits), c->cycles,
                0.0);
}

/* Nothing else is known of slices in turn: one is the exact queue, more wait less, and as in no
 * queue where packets seldom come. */
static void slices_in_turn(void **state)
{
    (void)state;
    const noc_reply_mix mix = {{32, 4}, {0.9, 0.1}};
    for (double rho = 0.1; rho < 1.0; rho += 0.2) {
        const noc_batch one = {12.0, rho / 12.0 / 29.2}, two = {12.0, rho / 6.0 / 29.2};
        const double wait = noc_slices_wait(one, &mix, 1);
        assert_near(wait, noc_batch_queue_wait(one, &mix), 0.0);
        assert_true(noc_slices_wait(two, &mix, 2) < wait);
        assert_true(noc_slices_wait(two, &mix, 2) > 0.2 * rho * wait);
    }
    assert_true(isinf(noc_slices_wait((noc_batch){12.0, 0.01}, &mix, 2)));
}

int main(void)
{
    static test_list list;
    const overlay_family *families;
    const size_t count = overlay_families(&families), size = sizeof *families;
    if (count != 27) return 1;
    test_add_rows(&list, "zero load", families, count, size, zero_load_is_exact);
    test_add_rows(&list, "capacity", families, count, size, capacity_is_exact);
    test_add_rows(&list, "saturation", families, count, size, saturation_is_as_measured);
    test_add_rows(&list, "waits", families, count, size, waits_are_exact);
    test_add_rows(&list, "overload", families, count, size, overload_sends_the_capacity);
    TEST_TABLE_PREFIXED(&list, "window", window_cases, windows_hold);
    TEST_TABLE_PREFIXED(&list, "way", ways, ways_by_hand);
    test_add(&list, "slices in turn", slices_in_turn);
    return test_run("limits of overlays and slices", &list);
}
