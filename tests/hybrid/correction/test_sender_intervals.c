/* Intervals of slices, rings, tokens and windows: the table is what the measured rows give
 * (`test_sender_intervals FILE` writes it), and holds rows of families that it was made without. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hybrid/answers/estimate.h"
#include "hybrid/correction/intervals/intervals.h"
#include "tests/support/designs/overlay_designs.h"
#include "tests/support/runs/models.h"

enum { ERRORS = OVERLAY_FAMILIES * OVERLAY_POINTS };

/* log(measured / model): of a latency, or of a saturation. */
typedef struct error {
    double value;
    size_t family, band;
    noc_sender_kind kind; /* NOC_SENDERS_NONE: of a saturation */
} error;

typedef struct errors {
    error list[ERRORS];
    size_t count;
} errors;

static void add_rows(const overlay_family *f, size_t family, errors *all)
{
    test_system t = overlay_compile(f, NULL);
    const noc_class class = overlay_class(f);
    const double flits = t.system->traffic.injected_flits;
    noc_model *model = test_model(t.system);
    noc_model_limits limits;
    noc_model_point p;
    noc_model_find_limits(model, &limits);
    for (size_t i = 0; i < f->count; i++) {
        const overlay_point *row = &f->points[i];
        const double load = row->rate * flits;
        if (isnan(row->latency) || load >= limits.overflow) continue;
        noc_model_solve(model, load, &p);
        const double latency = class == NOC_REPLY ? p.reply_latency : p.request_latency;
        all->list[all->count++] =
            (error){log(row->latency / latency), family, noc_band_find(load / limits.saturation),
                    noc_sender_kind_find(t.system, class)};
    }
    all->list[all->count++] =
        (error){log(f->saturation * flits / limits.saturation), family, 0, NOC_SENDERS_NONE};
    noc_model_free(model);
    test_system_free(&t);
}

static const errors *all_errors(void)
{
    static errors all;
    static bool made;
    const overlay_family *families;
    const size_t count = overlay_families(&families);
    for (size_t i = 0; i < count && !made; i++) add_rows(&families[i], i, &all);
    made = true;
    return &all;
}

/* Of a kind, and bands from one to another. One family is left out; SIZE_MAX: none. */
static noc_spread spread_of(const errors *all, noc_sender_kind kind, size_t from, size_t to,
                            size_t without)
{
    double scores[ERRORS];
    size_t count = 0;
    for (size_t i = 0; i < all->count; i++) {
        const error *e = &all->list[i];
        if (e->kind == kind && e->family != without && e->band >= from && e->band <= to)
            scores[count++] = e->value;
    }
    return noc_conformal_spread(scores, count, NOC_SENDER_CONFIDENCE);
}

/* A band with too few rows has the spread of it and as many below as it takes. */
static noc_spread banded(const errors *all, noc_sender_kind kind, size_t band, size_t without)
{
    size_t from = band;
    while (from > 0 && isnan(spread_of(all, kind, from, band, without).low)) from--;
    return spread_of(all, kind, from, band, without);
}

/* ---- the table ------------------------------------------------------------------------------ */

static const char *const names[] = {"NOC_SENDERS_LINES", "NOC_SENDERS_WINDOWS",
                                    "NOC_SENDERS_EPOCHS", "SATURATION"};

static void write_row(FILE *out, noc_sender_kind kind, size_t band, const noc_spread *s)
{
    fprintf(out, "NOC_SENDER_SPREAD(%s, %zu, %.5f, %.5f, %zu)\n", names[kind], band, s->low,
            s->high, s->count);
}

static int write_table(const char *path)
{
    FILE *out = fopen(path, "w");
    if (!out) return 1;
    fprintf(
        out,
        "/* NOC_SENDER_SPREAD(kind, band of load, least and largest log(measured / model), rows): "
        "intervals.h.\n * Written by test_sender_intervals. */\n");
    for (int kind = 0; kind <= NOC_SENDERS_NONE; kind++)
        for (size_t band = 0; band < (kind < NOC_SENDERS_NONE ? NOC_BANDS : 1); band++) {
            const noc_spread s = banded(all_errors(), (noc_sender_kind)kind, band, SIZE_MAX);
            write_row(out, (noc_sender_kind)kind, band, &s);
        }
    return fclose(out) == 0 ? 0 : 1;
}

static void assert_spread(noc_spread got, noc_spread want)
{
    static const double digits = 2e-4; /* other compilers' last digits, through long sums */
    assert_near(got.low, want.low, digits);
    assert_near(got.high, want.high, digits);
    assert_int_equal(got.count, want.count);
}

static void table_is_of_the_rows(void **state)
{
    (void)state;
    const errors *all = all_errors();
    for (int kind = 0; kind < NOC_SENDERS_NONE; kind++)
        for (size_t band = 0; band < NOC_BANDS; band++) {
            const double inside = fmin(noc_band_end(band), 2.0) - 1e-6;
            assert_spread(noc_sender_latency_spread((noc_sender_kind)kind, inside),
                          banded(all, (noc_sender_kind)kind, band, SIZE_MAX));
        }
    assert_spread(noc_sender_saturation_spread(), banded(all, NOC_SENDERS_NONE, 0, SIZE_MAX));
}

/* ---- what it holds -------------------------------------------------------------------------- */

/* Families that are left out in turn. */
static void other_families_lie_inside(void **state)
{
    (void)state;
    const errors *all = all_errors();
    size_t inside = 0;
    for (size_t i = 0; i < all->count; i++) {
        const error *e = &all->list[i];
        const noc_spread s = banded(all, e->kind, e->band, e->family);
        inside += e->value >= fmin(s.low, 0.0) && e->value <= fmax(s.high, 0.0);
    }
    const double share = (double)inside / (double)all->count;
    assert_true(share > 0.82 && share < 0.97);
}

static void answers_have_intervals(void **state)
{
    static const struct {
        const char *family;
        noc_metric_id with, without;
    } cases[] = {
        {"rapid-64-ada", NOC_METRIC_reply_latency_cycles, NOC_METRIC_request_latency_cycles},
        {"macro-16-fix", NOC_METRIC_reply_latency_cycles, NOC_METRIC_knee_flits_per_cycle},
        {"cenoc-16-16b", NOC_METRIC_request_latency_cycles, NOC_METRIC_reply_latency_cycles},
    };
    (void)state;
    for (size_t i = 0; i < TEST_COUNT(cases); i++) {
        test_system t = overlay_compile(overlay_family_of(cases[i].family), NULL);
        noc_diag diag = {0};
        noc_estimate e;
        assert_int_equal(noc_estimate_model(t.system, NAN, &e, &diag), NOC_OK);
        const noc_metric saturation = e.metrics[NOC_METRIC_saturation_flits_per_cycle];
        assert_true(saturation.lo < saturation.value && saturation.value < saturation.hi);
        assert_int_equal(noc_estimate_model(t.system, 0.8 * saturation.value, &e, &diag), NOC_OK);
        const noc_metric with = e.metrics[cases[i].with], without = e.metrics[cases[i].without],
                         trip = e.metrics[NOC_METRIC_round_trip_cycles];
        assert_true(with.lo < with.value && with.value < with.hi);
        assert_true(trip.lo < trip.value && trip.value < trip.hi);
        assert_near(with.confidence, NOC_SENDER_CONFIDENCE, 0.0);
        assert_true(!(without.lo < without.hi));
        test_system_free(&t);
    }
}

int main(int argc, char **argv)
{
    static test_list list;
    if (argc == 2) return write_table(argv[1]);
    test_add(&list, "the table is of the rows", table_is_of_the_rows);
    test_add(&list, "other families lie inside", other_families_lie_inside);
    test_add(&list, "answers have intervals", answers_have_intervals);
    return test_run("intervals of senders", &list);
}
