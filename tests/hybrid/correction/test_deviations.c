/* What measured designs tell of others: fields over points, and answers corrected by deviations. */
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_rng.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analytic/curve/corrected_model.h"
#include "hybrid/answers/estimate.h"
#include "hybrid/correction/calibration/calibration.h"
#include "hybrid/correction/calibration/shipped.h"
#include "hybrid/correction/discrepancy/gaussian_process.h"
#include "hybrid/correction/discrepancy/kriging_sums.h"
#include "hybrid/training/suites/suite_answer.h"
#include "tests/support/helpers.h"

/* ---- fields --------------------------------------------------------------------------------- */

enum { POINTS = 60, NEW_POINTS = 200 };

typedef struct coordinates {
    double x, y;
} coordinates;

static void draw(gsl_rng *rng, coordinates *points, size_t count)
{
    for (size_t i = 0; i < count; i++)
        points[i] = (coordinates){10.0 * gsl_rng_uniform(rng), gsl_rng_uniform(rng) - 3.0};
}

static double smooth(coordinates p)
{
    return 0.1 * sin(0.6 * p.x) + 0.2 * p.y * p.y - 1.2;
}

typedef struct left_outs {
    double figures[POINTS], distance[POINTS], log_residual[POINTS];
} left_outs;

static void learn(const coordinates *points, const double *figures, left_outs *left_out,
                  noc_kriging *k)
{
    const noc_kriging_points all = {&points[0].x, figures, POINTS, 2, 1};
    const noc_kriging_prediction predicted = {left_out->figures, left_out->distance,
                                              left_out->log_residual};
    assert_int_equal(noc_kriging_learn(&all, &predicted, k, NULL), NOC_OK);
}

typedef struct told_point {
    double figure, distance, log_residual;
} told_point;

static told_point tell(const noc_kriging *k, coordinates point)
{
    told_point t;
    noc_kriging_predict(k, &point.x,
                        &(noc_kriging_prediction){&t.figure, &t.distance, &t.log_residual});
    return t;
}

/* Of a figure that hangs on the coordinates little is missed at new points; one that does not is
 * not made up. */
static void a_field_tells_what_hangs_on_coordinates(void **state)
{
    (void)state;
    coordinates points[POINTS], others[NEW_POINTS];
    double figures[POINTS], noise[POINTS];
    left_outs left_out;
    noc_kriging k, none;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(rng, 7);
    draw(rng, points, POINTS);
    draw(rng, others, NEW_POINTS);
    for (size_t i = 0; i < POINTS; i++) {
        figures[i] = smooth(points[i]);
        noise[i] = gsl_rng_uniform(rng) - 0.5;
    }
    learn(points, figures, &left_out, &k);
    learn(points, noise, &left_out, &none);
    double missed = 0.0, size = 0.0, made_up = 0.0;
    for (size_t i = 0; i < NEW_POINTS; i++) {
        missed += fabs(tell(&k, others[i]).figure - smooth(others[i]));
        size += fabs(smooth(others[i]));
        made_up += fabs(tell(&none, others[i]).figure);
    }
    assert_true(missed < 0.2 * size);
    assert_true(made_up / NEW_POINTS < 0.4 * 0.25); /* the mean size of the noise is 0.25 */
    noc_kriging_clear(&k);
    noc_kriging_clear(&none);
    gsl_rng_free(rng);
}

static double alike(const noc_kriging *k, size_t i, size_t j)
{
    static const double reach = 2.0 / 2; /* of two coordinates */
    double distance = 0.0;
    for (size_t c = 0; c < k->coordinates; c++)
        distance += fabs(*noc_kriging_number(k, i, c) - *noc_kriging_number(k, j, c));
    return exp(-reach * distance);
}

/* A point told by all others but one (by all others if that is itself), by solving their
 * correlations. */
static double told_without(const noc_kriging *k, const double *figures, size_t out, size_t but)
{
    static const double nugget = 0.1;
    size_t others[POINTS], n = 0;
    for (size_t i = 0; i < k->count; i++)
        if (i != out && i != but) others[n++] = i;
    gsl_matrix *m = gsl_matrix_alloc(n, n);
    gsl_vector *right = gsl_vector_alloc(n), *weights = gsl_vector_alloc(n);
    double predicted = 0.0;
    for (size_t i = 0; i < n; i++) {
        gsl_vector_set(right, i, figures[others[i]]);
        for (size_t j = 0; j < n; j++)
            gsl_matrix_set(m, i, j, alike(k, others[i], others[j]) + (i == j ? nugget : 0.0));
    }
    gsl_linalg_HH_solve(m, right, weights);
    for (size_t i = 0; i < n; i++)
        predicted += gsl_vector_get(weights, i) * alike(k, others[i], out);
    gsl_vector_free(weights);
    gsl_vector_free(right);
    gsl_matrix_free(m);
    return predicted;
}

static void a_point_left_out_is_told_by_the_others(void **state)
{
    (void)state;
    coordinates points[POINTS];
    double figures[POINTS];
    left_outs left_out;
    noc_kriging k;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    draw(rng, points, POINTS);
    for (size_t i = 0; i < POINTS; i++) figures[i] = smooth(points[i]);
    learn(points, figures, &left_out, &k);
    for (size_t i = 0; i < POINTS; i += 7)
        assert_near(left_out.figures[i], told_without(&k, figures, i, i),
                    0.02 * fabs(left_out.figures[i]));
    noc_kriging_clear(&k);
    gsl_rng_free(rng);
}

/* A figure that is smooth on one side and noise on the other: where it is noise more is missed.
 * What is told of a point left out comes from others that it has told nothing. */
static void points_around_tell_what_is_missed(void **state)
{
    (void)state;
    coordinates points[POINTS];
    double figures[POINTS], missed[POINTS], mean = 0.0;
    left_outs left_out;
    noc_kriging k;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    draw(rng, points, POINTS);
    for (size_t i = 0; i < POINTS; i++)
        figures[i] = points[i].x < 5.0 ? 0.0 : gsl_rng_uniform(rng) - 0.5;
    learn(points, figures, &left_out, &k);
    double smooth_side = 0.0, noisy_side = 0.0;
    for (double y = -2.9; y < -2.0; y += 0.1) {
        smooth_side += tell(&k, (coordinates){2.0, y}).log_residual / 9.0;
        noisy_side += tell(&k, (coordinates){8.0, y}).log_residual / 9.0;
    }
    assert_true(smooth_side < log(0.7) && noisy_side > log(1.3));
    for (size_t i = 0; i < POINTS; i++) {
        missed[i] = fabs(figures[i] - told_without(&k, figures, i, i));
        mean += missed[i] / POINTS;
    }
    for (size_t i = 0; i < POINTS; i++)
        assert_near(*noc_kriging_number(&k, i, 3), missed[i] / mean, 1e-9);
    for (size_t i = 0; i < POINTS; i += 7) {
        double near = 1.0, sum = 1.0; /* of one more, missed as the mean */
        for (size_t j = 0; j < POINTS; j++) {
            if (j == i) continue;
            near += pow(alike(&k, i, j), 4.0);
            sum += pow(alike(&k, i, j), 4.0) * fabs(figures[j] - told_without(&k, figures, j, i)) /
                   mean;
        }
        assert_near(left_out.log_residual[i], log(sum / near), 1e-9);
    }
    noc_kriging_clear(&k);
    gsl_rng_free(rng);
}

/* Prediction of a new point, by adding up all points one after the other. */
static told_point told_by_all(const noc_kriging *k, const double point[2])
{
    told_point t = {.distance = INFINITY};
    double points = 1.0, missed = 1.0;
    for (size_t p = 0; p < k->count; p++) {
        const double far = fabs(*noc_kriging_number(k, p, 0) - point[0]) +
                           fabs(*noc_kriging_number(k, p, 1) - point[1]);
        t.figure += exp(-far) * *noc_kriging_number(k, p, 2);
        t.distance = fmin(t.distance, far);
        points += exp(-4.0 * far);
        missed += exp(-4.0 * far) * *noc_kriging_number(k, p, 3);
    }
    t.log_residual = log(missed / points);
    return t;
}

/* Whatever a machine's vectors have room for, the same bits; also without what is not asked for. */
static void vectors_of_any_width_tell_alike(void **state)
{
    (void)state;
    static const double point[] = {0.3, -1.1};
    coordinates points[POINTS];
    double figures[POINTS];
    left_outs left_out;
    noc_kriging k;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    const noc_kriging_sums *sums[NOC_KRIGING_SUMS_MAX];
    const size_t count = noc_kriging_find_sums(sums);
    draw(rng, points, POINTS);
    for (size_t i = 0; i < POINTS; i++) figures[i] = gsl_rng_uniform(rng);
    learn(points, figures, &left_out, &k);
    assert_true(k.count % NOC_KRIGING_BLOCK > 0);
    const told_point by_all = told_by_all(&k, point);
    told_point first = {0};
    for (size_t w = 0; w < count; w++) {
        told_point t;
        double alone;
        sums[w]->predict(&k, point,
                         &(noc_kriging_prediction){&t.figure, &t.distance, &t.log_residual});
        sums[w]->predict(&k, point, &(noc_kriging_prediction){&alone, NULL, NULL});
        if (w == 0) first = t;
        assert_memory_equal(&t, &first, sizeof t);
        assert_near(alone, t.figure, 0.0);
        assert_near(t.figure, by_all.figure, 1e-13);
        assert_near(t.distance, by_all.distance, 1e-15);
        assert_near(t.log_residual, by_all.log_residual, 1e-13);
    }
    noc_kriging_clear(&k);
    gsl_rng_free(rng);
}

/* A matrix times its inverse, for more points than a block of the algebra has rows; what is no
 * correlation has no factor. */
static void correlations_are_inverted(void **state)
{
    enum { COUNT = 75 };
    (void)state;
    static double matrix[COUNT * COUNT], inverse[COUNT * COUNT], scratch[COUNT * COUNT];
    double figures[COUNT], weights[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        figures[i] = sin((double)i);
        for (size_t j = 0; j < COUNT; j++)
            matrix[i * COUNT + j] = inverse[i * COUNT + j] =
                noc_process_correlation(0.1 * fabs((double)i - (double)j));
        matrix[i * COUNT + i] += 0.2;
    }
    assert_true(noc_process_factor(inverse, COUNT, 0.2));
    noc_process_weigh(inverse, COUNT, figures, weights);
    noc_process_invert(inverse, COUNT, scratch);
    for (size_t i = 0; i < COUNT; i++) {
        double predicted = 0.0;
        for (size_t k = 0; k < COUNT; k++) predicted += matrix[i * COUNT + k] * weights[k];
        assert_near(predicted, figures[i], 1e-12);
        for (size_t j = 0; j < COUNT; j++) {
            double sum = 0.0;
            for (size_t k = 0; k < COUNT; k++)
                sum += matrix[i * COUNT + k] * inverse[k * COUNT + j];
            assert_near(sum, i == j ? 1.0 : 0.0, 1e-12);
        }
    }
    assert_false(noc_process_factor((double[]){1.0, 2.0, 2.0, 1.0}, 2, 0.1));
    assert_false(noc_process_factor((double[]){1.0, NAN, NAN, 1.0}, 2, 0.1));
}

/* A coordinate that is the same everywhere, a figure that nothing is known of. */
static void what_is_missing_tells_nothing(void **state)
{
    (void)state;
    enum { COUNT = 3 };
    const double places[] = {1.0, 5.0, 2.0, 5.0, 4.0, 5.0};
    const double figures[] = {0.1, NAN, 0.2, NAN, 0.4, NAN};
    const noc_kriging_points points = {places, figures, COUNT, 2, 2};
    double left_out[2 * COUNT], distance[COUNT], log_residual[COUNT], predicted[2], away, off;
    const noc_kriging_prediction others = {left_out, distance, log_residual},
                                 of_one = {predicted, &away, &off};
    noc_kriging k;
    assert_int_equal(noc_kriging_learn(&points, &others, &k, NULL), NOC_OK);
    noc_kriging_predict(&k, (const double[]){2.0, 77.0}, &of_one);
    assert_true(isfinite(off) && isfinite(log_residual[0]));
    assert_true(predicted[0] > 0.1 && predicted[0] < 0.3);
    assert_near(predicted[1], 0.0, 0.0);
    const double deviation = sqrt(7.0 / 3.0); /* of 1, 2 and 4 */
    assert_near(away, 0.0, 1e-12);
    assert_near(distance[1], 1.0 / deviation, 1e-12);
    assert_near(distance[2], 2.0 / deviation, 1e-12);
    noc_kriging_clear(&k);
}

/* ---- corrected answers ----------------------------------------------------------------------- */

static void no_deviation_changes_nothing(void **state)
{
    (void)state;
    enum { LOADS = 6 };
    const noc_prediction none = {.distance = 0.0};
    test_system t = test_compile_file("configs/te13-baseline.cfg", NULL);
    noc_model *model = noc_model_new(t.system);
    const noc_corrected_model a = noc_correct_model(model, &none);
    assert_near(a.corrected_limits.saturation, a.model_limits.saturation, 0.0);
    assert_near(a.corrected_limits.knee, a.model_limits.knee, 0.0);
    assert_near(a.corrected_limits.overflow, a.model_limits.overflow,
                1e-12 * a.model_limits.overflow);
    assert_int_equal(a.corrected_limits.limit.station, a.model_limits.limit.station);
    assert_int_equal(a.corrected_limits.limit.channel, a.model_limits.limit.channel);
    for (int i = 0; i < LOADS; i++) {
        const double load = 0.22 * i * a.model_limits.saturation; /* up to 1.1 of it */
        noc_model_point own, corrected;
        noc_model_solve(model, load, &own);
        noc_corrected_solve(&a, load, &corrected);
        assert_int_equal(corrected.state, own.state);
        assert_near(corrected.round_trip, own.round_trip, 1e-12 * own.round_trip);
        assert_near(corrected.accepted, own.accepted, 1e-12 * own.accepted);
    }
    noc_model_free(model);
    test_system_free(&t);
}

/* A knee 4 % earlier, a saturation 3 % later: latencies at the one, what is accepted at the other,
 * and their order between. */
static void limits_are_met(void **state)
{
    (void)state;
    enum { LOADS = 40 };
    const noc_prediction d = {.deviation = {.saturation = 0.03, .knee = -0.04}};
    test_system t = test_compile_file("configs/te13-baseline.cfg", NULL);
    noc_model *model = noc_model_new(t.system);
    const noc_corrected_model a = noc_correct_model(model, &d);
    noc_model_point own, corrected;
    assert_near(a.corrected_limits.saturation, a.model_limits.saturation * exp(0.03), 1e-12);
    assert_near(a.corrected_limits.knee, a.model_limits.knee * exp(-0.04), 1e-12);
    assert_true(a.corrected_limits.overflow >= (1.0 - 1e-9) * a.corrected_limits.knee);
    assert_true(a.corrected_limits.overflow <= a.corrected_limits.saturation);
    noc_model_solve(model, a.model_limits.knee, &own);
    noc_corrected_solve(&a, a.corrected_limits.knee, &corrected);
    assert_near(corrected.round_trip, own.round_trip, 1e-6 * own.round_trip);
    noc_model_solve(model, 1.2 * a.model_limits.saturation, &own);
    noc_corrected_solve(&a, 1.2 * a.corrected_limits.saturation, &corrected);
    assert_int_equal(corrected.state, NOC_CONTENTION_UNSTABLE);
    assert_near(corrected.accepted / a.corrected_limits.saturation,
                own.accepted / a.model_limits.saturation, 1e-9);
    double before = 0.0;
    for (int i = 0; i <= LOADS; i++) {
        noc_corrected_solve(&a, i * a.corrected_limits.knee / LOADS, &corrected);
        assert_true(corrected.round_trip > before);
        before = corrected.round_trip;
    }
    noc_model_free(model);
    test_system_free(&t);
}

/* A knee that is thought to be far below saturation is moved no further than loads stay apart. */
static void far_knees_leave_loads_apart(void **state)
{
    (void)state;
    enum { LOADS = 40 };
    const noc_prediction d = {.deviation = {.saturation = 0.1, .knee = -0.5}};
    test_system t = test_compile_file("configs/te13-baseline.cfg", NULL);
    noc_model *model = noc_model_new(t.system);
    const noc_corrected_model a = noc_correct_model(model, &d);
    noc_model_point corrected;
    double before = 0.0;
    assert_true(a.corrected_limits.knee > a.model_limits.knee * exp(-0.5));
    for (int i = 0; i <= LOADS; i++) {
        noc_corrected_solve(&a, i * a.corrected_limits.overflow * (1.0 - 1e-9) / LOADS, &corrected);
        assert_true(corrected.round_trip > before);
        before = corrected.round_trip;
    }
    noc_model_free(model);
    test_system_free(&t);
}

/* Whatever is thought of a design: the links in the middle of an 8x8 mesh are full at 0.5 flits per
 * cycle of a node, each node sends over some of them, and 98 % of what is offered is accepted up to
 * 0.5 / 0.98. */
static void no_more_is_accepted_than_channels_pass(void **state)
{
    (void)state;
    const noc_prediction d = {.deviation = {.saturation = 0.5, .knee = 0.5}};
    test_system t = test_compile_file("configs/synthetic-mesh.cfg", NULL);
    noc_model *model = noc_model_new(t.system);
    const noc_corrected_model a = noc_correct_model(model, &d);
    const noc_prediction more = {.deviation = {.saturation = 5.0, .knee = 5.0}};
    const noc_corrected_model b = noc_correct_model(model, &more);
    assert_true(a.corrected_limits.knee <= a.corrected_limits.saturation);
    assert_near(b.corrected_limits.saturation, 0.5 / 0.98, 1e-3);
    assert_near(b.corrected_limits.overflow, 0.5, 1e-9);
    assert_true(b.corrected_limits.knee <= b.corrected_limits.overflow);
    noc_model_free(model);
    test_system_free(&t);
}

/* Waits grow by the same factor, latencies without them stay. */
static void contention_is_scaled(void **state)
{
    (void)state;
    const noc_prediction d = {.deviation = {.contention = {0.2, 0.2, 0.2, 0.2, 0.2}}};
    test_system t = test_compile_file("configs/te13-baseline.cfg", NULL);
    noc_model *model = noc_model_new(t.system);
    const noc_corrected_model a = noc_correct_model(model, &d);
    noc_model_point own, corrected;
    const double load = 0.6 * a.model_limits.saturation;
    noc_model_solve(model, load, &own);
    noc_corrected_solve(&a, load, &corrected);
    assert_near(corrected.round_trip - a.idle_point.round_trip,
                exp(0.2) * (own.round_trip - a.idle_point.round_trip), 1e-9);
    assert_near(corrected.request_latency + corrected.reply_latency, corrected.round_trip, 1e-9);
    assert_near(corrected.request_latency - a.idle_point.request_latency,
                corrected.network_wait[NOC_REQUEST] + corrected.source_wait[NOC_REQUEST], 1e-9);
    noc_corrected_solve(&a, 0.0, &corrected);
    assert_near(corrected.round_trip, a.idle_point.round_trip, 0.0);
    noc_model_free(model);
    test_system_free(&t);
}

/* Cycles of longer ways are counted, and are no waits: a dragonfly's packets that go by another
 * group take some 100 cycles longer, whatever the deviation is. */
static void longer_ways_are_not_scaled(void **state)
{
    (void)state;
    const noc_prediction d = {.deviation = {.contention = {0.2, 0.2, 0.2, 0.2, 0.2}}};
    test_system t = test_compile(
        "nodes = { compute = 72; memory = 0; };\n"
        "network = { topology = \"dragonfly\"; concentration = 2; routers_per_group = 4;\n"
        "  global_channels = 2; global_channel_cycles = 100; routing = \"ugal\";\n"
        "  virtual_channels = 3; buffer_flits = 256; };\n"
        "traffic = { pattern = \"next-group\"; packet_flits = 5; };\n",
        NULL);
    noc_model *model = noc_model_new(t.system);
    const noc_corrected_model a = noc_correct_model(model, &d);
    noc_model_point own, corrected;
    const double load = 0.4 * a.model_limits.saturation;
    noc_model_solve(model, load, &own);
    noc_corrected_solve(&a, load, &corrected);
    const double waits =
        own.packet_latency - a.idle_point.packet_latency - own.detour_cycles[NOC_REQUEST];
    assert_true(own.detour_cycles[NOC_REQUEST] > 5.0);
    assert_true(waits > 0.1);
    assert_near(corrected.detour_cycles[NOC_REQUEST], own.detour_cycles[NOC_REQUEST], 1e-9);
    assert_near(corrected.packet_latency - a.idle_point.packet_latency -
                    own.detour_cycles[NOC_REQUEST],
                exp(0.2) * waits, 1e-9);
    assert_near(corrected.network_wait[NOC_REQUEST] + corrected.source_wait[NOC_REQUEST],
                corrected.packet_latency - a.idle_point.packet_latency, 1e-9);
    noc_model_free(model);
    test_system_free(&t);
}

/* ---- measured ones -------------------------------------------------------------------------- */

/* A design that deviates as its record says is found to do so. */
static void a_deviation_is_found_again(void **state)
{
    (void)state;
    const noc_deviation d = {
        .saturation = 0.03, .knee = -0.02, .contention = {-0.1, 0.05, 0.1, 0.2, 0.1}};
    test_system t = test_compile_file("configs/synthetic-mesh.cfg", NULL);
    noc_model *model = noc_model_new(t.system);
    const noc_corrected_model a = noc_correct_model(model, &(noc_prediction){.deviation = d});
    noc_suite_record record = {.saturation = a.corrected_limits.saturation,
                               .knee = a.corrected_limits.knee};
    for (size_t i = 0; i < NOC_DEVIATION_SHARES; i++) {
        noc_model_point p;
        const double share = noc_deviation_share(i), load = share * a.corrected_limits.saturation;
        noc_corrected_solve(&a, load, &p);
        record.points[record.count++] = (noc_suite_point){
            .share = share, .load = load, .latency = p.packet_latency, .answer = NOC_ANSWER_OK};
    }
    const noc_deviation found = noc_deviation_measure(model, &record);
    assert_near(found.saturation, d.saturation, 1e-9);
    assert_near(found.knee, d.knee, 1e-9);
    for (size_t i = 2; i < 4; i++) /* waits above what is uncertain, no overflow */
        assert_near(found.contention[i], d.contention[i], 0.25 * fabs(d.contention[i]));
    noc_model_free(model);
    test_system_free(&t);
}

/* What is told of loads apart leaves latencies in their order. */
typedef struct order_case {
    const char *name, *file;
} order_case;

static const order_case orders[] = {
    {"mesh", "configs/te13-baseline.cfg"},
    {"half routers", "configs/te13-cp-cr.cfg"},
    {"uniform traffic", "configs/synthetic-mesh.cfg"},
    {"S-mesh", "configs/cdx19-smesh-80.cfg"},
    {"crossbars", "configs/cdx19-fc-16ports.cfg"},
    {"Clos", "configs/cdx19-clos-80.cfg"},
};

static void latencies_grow_with_the_load(void **state)
{
    enum { LOADS = 30 };
    const order_case *c = *state;
    test_system t = test_compile_file(c->file, NULL);
    noc_model *model = noc_model_new(t.system);
    const noc_corrected_model a =
        noc_calibration_correct(t.system, model, noc_calibration_shipped());
    double before = 0.0;
    for (int i = 0; i < LOADS; i++) {
        noc_model_point p;
        noc_corrected_solve(&a, i * a.corrected_limits.knee / LOADS, &p);
        assert_true(p.packet_latency >= (1.0 - 1e-3) * before);
        before = p.packet_latency;
    }
    noc_model_free(model);
    test_system_free(&t);
}

/* A 4x4 mesh of routers whose buffers cover the credit loop many times over: its saturation does
 * not depend on how long channels are. The sampler has 0.777 with channels of 4, 8, 16, 26 and 40
 * cycles, BookSim 2.0 0.781 with one. */
static const char chiplets[] =
    "nodes = { compute = 16; memory = 0; };\n"
    "network = { topology = \"mesh\"; columns = 4; rows = 4; router_stages = 3; "
    "virtual_channels = 8; buffer_flits = 32; };\n"
    "traffic = { pattern = \"uniform\"; packet_flits = 1; };\n";

typedef struct channel_case {
    const char *name;
    const char *overrides[2];
} channel_case;

static const channel_case channels[] = {
    {"4 cycles", {"network.channel_cycles=4"}},   {"8 cycles", {"network.channel_cycles=8"}},
    {"16 cycles", {"network.channel_cycles=16"}}, {"26 cycles", {"network.channel_cycles=26"}},
    {"40 cycles", {"network.channel_cycles=40"}},
};

static noc_metric calibrated_saturation(const char *const *overrides, double *zero_load)
{
    test_system t = test_compile(chiplets, overrides);
    noc_estimate e;
    assert_int_equal(
        noc_estimate_calibrated(t.system, noc_calibration_shipped(), NAN, NULL, &e, NULL), NOC_OK);
    *zero_load = e.metrics[NOC_METRIC_zero_load_latency_cycles].value;
    test_system_free(&t);
    return e.metrics[NOC_METRIC_saturation_flits_per_cycle];
}

static void saturation_is_that_of_usual_channels(void **state)
{
    static const double sampled = 0.777;
    const channel_case *c = *state;
    double idle, usual_idle;
    const noc_metric far = calibrated_saturation(c->overrides, &idle);
    const noc_metric near =
        calibrated_saturation((const char *const[]){"network.channel_cycles=3", NULL}, &usual_idle);
    const double cycles = strtod(strchr(c->overrides[0], '=') + 1, NULL);
    assert_near(idle, 3.0 + 3.5 * 3.0 + 2.5 * cycles, 1e-9);
    assert_near(far.value, near.value, 2e-3 * near.value);
    assert_true(far.lo <= sampled && sampled <= far.hi);
}

int main(void)
{
    static test_list list;
    TEST_TABLE_PREFIXED(&list, "saturation is that of usual channels", channels,
                        saturation_is_that_of_usual_channels);
    test_add(&list, "a field tells what hangs on coordinates",
             a_field_tells_what_hangs_on_coordinates);
    test_add(&list, "a point left out is told by the others",
             a_point_left_out_is_told_by_the_others);
    test_add(&list, "points around tell what is missed", points_around_tell_what_is_missed);
    test_add(&list, "vectors of any width tell alike", vectors_of_any_width_tell_alike);
    test_add(&list, "correlations are inverted", correlations_are_inverted);
    test_add(&list, "what is missing tells nothing", what_is_missing_tells_nothing);
    test_add(&list, "no deviation changes nothing", no_deviation_changes_nothing);
    test_add(&list, "limits are met", limits_are_met);
    test_add(&list, "far knees leave loads apart", far_knees_leave_loads_apart);
    test_add(&list, "no more is accepted than channels pass",
             no_more_is_accepted_than_channels_pass);
    test_add(&list, "contention is scaled", contention_is_scaled);
    test_add(&list, "longer ways are not scaled", longer_ways_are_not_scaled);
    test_add(&list, "a deviation is found again", a_deviation_is_found_again);
    TEST_TABLE_PREFIXED(&list, "latencies grow with the load", orders,
                        latencies_grow_with_the_load);
    return test_run("deviations", &list);
}
