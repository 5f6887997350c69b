/* The sampler against all curves measured with BookSim 2.0: latency up to 90 % of saturation,
 * saturation and knee, printed by family (tests/reference/booksim.md). */
#include <math.h>
#include <string.h>

#include "analytic/loads.h"
#include "analytic/zero_load.h"
#include "base/auto.h"
#include "sampler/run.h"
#include "sampler/sampling/limits.h"
#include "tests/support/helpers.h"
#include "tests/support/rows/booksim_rows.h"

static const double highest_share = 0.90; /* of saturation, of the rows compared */
static const double mean_limit = 0.02, worst_limit = 0.05, saturation_limit = 0.03;

/* A row whose window was too short for its network to settle: a few flows are close to their own
 * saturation, and their queues take long to grow (tests/reference/booksim.md). */
typedef struct exception {
    const char *family;
    double share; /* of saturation */
} exception;

static const exception unsettled[] = {{"mesh8-p5-v4b8-P4-transpose", 0.88}};

static bool is_unsettled(const booksim_family *f, const booksim_row *row)
{
    const double share = row->load / f->saturation;
    for (size_t i = 0; i < TEST_COUNT(unsettled); i++)
        if (strcmp(unsettled[i].family, f->name) == 0 && fabs(unsettled[i].share - share) < 0.01)
            return true;
    return false;
}

/* Mean latency, and its standard error, in windows such as the row's after an empty network. */
static noc_batch_sums latency_in_window(const noc_system *system, const booksim_row *row)
{
    enum { SEEDS = 40 };
    double sum = 0.0, squares = 0.0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        const noc_load load = {.packets_per_cycle = noc_system_packet_rate(system, row->load),
                               .seed = seed};
        noc_run *engine = noc_run_new(system, load);
        assert_non_null(engine);
        assert_int_equal(noc_run_cycles(engine, row->warmup, true), NOC_OK);
        const noc_tally from = *noc_run_tally(engine), *to = noc_run_tally(engine);
        assert_int_equal(noc_run_cycles(engine, row->measured, true), NOC_OK);
        const double latency = (double)(to->latency[NOC_REQUEST] - from.latency[NOC_REQUEST]) /
                               (double)(to->delivered[NOC_REQUEST] - from.delivered[NOC_REQUEST]);
        sum += latency;
        squares += latency * latency;
        noc_run_free(engine);
    }
    const double mean = sum / SEEDS;
    return (noc_batch_sums){mean, sqrt((squares / SEEDS - mean * mean) / (SEEDS - 1))};
}

/* The row is left out, and compared with windows like its own instead. */
static void compare_window(const booksim_family *f, const noc_system *system,
                           const booksim_row *row, double settled)
{
    const noc_batch_sums ours = latency_in_window(system, row);
    print_message("    not settled: %s at %.0f %%: %.1f cycles of the reference, standard error "
                  "%.1f; ours %.1f, %.1f in such windows, %.1f in the long run\n",
                  f->name, 100.0 * row->load / f->saturation, row->latency, row->error,
                  ours.numerator, ours.denominator, settled);
    assert_near(ours.numerator, row->latency, 3.0 * hypot(row->error, ours.denominator));
    assert_true(ours.numerator + 3.0 * ours.denominator < settled);
}

typedef struct sums {
    size_t rows;
    double absolute; /* sum of |error| */
    double worst;    /* the largest error of all */
    double clear;    /* the largest |error| of rows beyond the reference's noise */
} sums;

static void add_error(sums *s, double error, bool clear)
{
    s->rows++;
    s->absolute += fabs(error);
    if (fabs(error) > fabs(s->worst)) s->worst = error;
    if (clear && fabs(error) > s->clear) s->clear = fabs(error);
}

static sums totals, saturations, knees;

static void compare_row(const booksim_family *f, const noc_system *system, const booksim_row *row,
                        sums *s)
{
    const noc_sample_options options = {.precision = 0.01, .seed = 1};
    noc_sample sample;
    assert_int_equal(noc_sample_at(system, row->load, &options, &sample, NULL), NOC_OK);
    const double ours =
        sample.quantities[f->many_to_few ? NOC_SAMPLE_ROUND_TRIP : NOC_SAMPLE_LATENCY].mean;
    const double error = ours / row->latency - 1.0;
    if (is_unsettled(f, row)) {
        compare_window(f, system, row, ours);
        return;
    }
    const bool clear = fabs(ours - row->latency) > 3.0 * row->error;
    add_error(s, error, clear);
    add_error(&totals, error, clear);
}

static noc_sample_limits limits_of(const noc_system *system)
{
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_loads loads;
    assert_int_equal(noc_loads_new(system, &arena, &loads), NOC_OK);
    const double bound = noc_loads_bound(system, &loads);
    const noc_sample_options options = {.precision = 0.01, .seed = 1};
    noc_sample_limits limits;
    assert_int_equal(noc_sample_find_limits(system, noc_zero_load_latency(system), bound, &options,
                                            &limits, NULL),
                     NOC_OK);
    return limits;
}

static void compare_family(const booksim_family *f)
{
    sums s = {0};
    test_system t = test_compile(f->design, NULL);
    for (size_t i = 0; i < f->count; i++) {
        const booksim_row *row = &f->rows[i];
        const bool wanted = strcmp(row->point, "zero") == 0 || strcmp(row->point, "load") == 0;
        if (wanted && row->stable && row->load <= highest_share * f->saturation)
            compare_row(f, t.system, row, &s);
    }
    const noc_sample_limits limits = limits_of(t.system);
    test_system_free(&t);
    const double saturation = limits.saturation / f->saturation - 1.0;
    const double knee = limits.knee / f->knee - 1.0;
    add_error(&saturations, saturation, true);
    if (!isnan(f->knee)) add_error(&knees, knee, true);
    assert_true(s.rows > 0);
    print_message("%-30s %4zu %8.2f %+8.2f %+8.2f %+8.2f\n", f->name, s.rows,
                  100.0 * s.absolute / (double)s.rows, 100.0 * s.worst, 100.0 * saturation,
                  100.0 * knee);
}

static double mean_of(const sums *s)
{
    return s->rows ? s->absolute / (double)s->rows : NAN;
}

typedef struct file_case {
    const char *name, *file;
} file_case;

static const file_case files[] = {
    {"families that nothing was developed with", "booksim-more.csv"},
    {"30 families of BookSim 2.0", "booksim.csv"},
};

static void check_all(void **state)
{
    const file_case *c = *state;
    booksim reference = booksim_read(c->file);
    totals = saturations = knees = (sums){0};
    print_message("%-30s %4s %8s %8s %8s %8s\n", "family", "rows", "mean %", "worst %", "sat. %",
                  "knee %");
    for (size_t i = 0; i < reference.count; i++) compare_family(&reference.families[i]);
    print_message("%zu rows: mean %.2f %%, worst beyond 3 standard errors %.2f %%\n", totals.rows,
                  100.0 * mean_of(&totals), 100.0 * totals.clear);
    print_message("saturation: mean %.2f %%, worst %+.2f %%; knee: mean %.2f %%, worst %+.2f %%\n",
                  100.0 * mean_of(&saturations), 100.0 * saturations.worst, 100.0 * mean_of(&knees),
                  100.0 * knees.worst);
    booksim_free(&reference);
    assert_true(mean_of(&totals) <= mean_limit);
    assert_true(totals.clear <= worst_limit);
    assert_true(saturations.clear <= saturation_limit);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, files, check_all);
    return test_run("slow_booksim", &list);
}
