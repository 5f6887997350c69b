/* The sampler against all curves measured with BookSim 2.0: latency up to 90 % of saturation,
 * saturation and knee, printed by family (tests/reference/booksim.md). */
#include <math.h>
#include <string.h>

#include "analytic/loads.h"
#include "analytic/zero_load.h"
#include "sampler/sample.h"
#include "tests/booksim_rows.h"
#include "tests/helpers.h"

static const double highest_share = 0.90; /* of saturation, of the rows compared */
static const double mean_limit = 0.02, worst_limit = 0.05, saturation_limit = 0.03;

/* What is known to be farther off, and why. */
typedef struct exception {
    const char *family;
    double share; /* of saturation; 0: the saturation itself */
    const char *why;
} exception;

static const exception known[] = {
    /* Over windows of 180,000 cycles after 120,000 of warm-up BookSim gives 83, 184 and 102 cycles
     * with seeds 1 to 3, over its 6,000 after 4,000 it gives 72, 83 and 92: few flows are close to
     * their own saturation, and settle slowly. Ours is 115 to 127, among the long runs. */
    {"mesh8-p5-v4b8-P4-transpose", 0.88, "the reference has not settled"},
    /* The share accepted falls by 1 % over 5 % of load here, so the 1 % by which a seed's offered load is
     * off in 6,000 cycles is 5 % of saturation. The reference's 0.1614 is of seed 1; over its
     * three seeds that load is accepted to 97.6 % only. In windows of its length ours accepts 97.4 % of
     * it (40 seeds, 95.3 to 98.9 %), over 2 million cycles 97.0 %, and 98 % up to 0.1565: the slowest
     * flows take long to pile up. */
    {"mesh8-p5-v4b8-P4-transpose", 0.0, "one seed of the reference, in a short window"},
};

/* NULL if there is none. */
static const exception *find_known(const booksim_family *f, double share)
{
    for (size_t i = 0; i < TEST_COUNT(known); i++)
        if (strcmp(known[i].family, f->name) == 0 && fabs(known[i].share - share) < 0.01)
            return &known[i];
    return NULL;
}

/* Says that an error is left out, and why. Returns whether it is. */
static bool leave_out(const booksim_family *f, double share, const char *what, double error)
{
    const exception *e = find_known(f, share);
    if (e) print_message("    known: %s, %s: %+.2f %%: %s\n", f->name, what, 100.0 * error, e->why);
    return e != NULL;
}

typedef struct sums {
    size_t rows;
    double absolute; /* sum of |error| */
    double worst;    /* the largest error of all */
    double clear; /* the largest |error| of rows beyond the reference's noise that are not known */
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
    if (leave_out(f, row->load / f->saturation, "latency", error)) return;
    const bool clear = fabs(ours - row->latency) > 3.0 * row->error;
    add_error(s, error, clear);
    add_error(&totals, error, clear);
}

static noc_sample_limits limits_of(const noc_system *system)
{
    noc_loads loads;
    assert_int_equal(noc_loads_new(system, &loads), NOC_OK);
    const double bound = noc_loads_bound(system, &loads);
    noc_loads_clear(&loads);
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
    if (!leave_out(f, 0.0, "saturation", saturation)) add_error(&saturations, saturation, true);
    add_error(&knees, knee, true);
    assert_true(s.rows > 0);
    print_message("%-30s %4zu %8.2f %+8.2f %+8.2f %+8.2f\n", f->name, s.rows,
                  100.0 * s.absolute / (double)s.rows, 100.0 * s.worst, 100.0 * saturation,
                  100.0 * knee);
}

static double mean_of(const sums *s)
{
    return s->absolute / (double)s->rows;
}

static void check_all(void **state)
{
    (void)state;
    booksim reference = booksim_read();
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
    test_add(&list, "all curves of BookSim 2.0", check_all);
    return test_run("slow_booksim", &list);
}
