/* The model: its own laws, and waits against queueing theory. */
#include <math.h>

#include "tests/support/designs/model_designs.h"
#include "tests/support/helpers.h"
#include "tests/support/runs/models.h"

/* ---- the model's own laws ------------------------------------------------------------------- */

static void assert_numbers(const noc_system *s, const noc_model_point *p)
{
    const double numbers[] = {p->packet_latency, p->network_latency, p->accepted,
                              p->limit.utilization, test_watched(s, p)};
    for (size_t i = 0; i < TEST_COUNT(numbers); i++) assert_true(!isnan(numbers[i]));
    if (s->graph.memory_count)
        assert_true(!isnan(p->request_latency) && !isnan(p->reply_latency));
    else
        assert_true(isnan(p->request_latency) && isnan(p->reply_latency) && isnan(p->round_trip));
}

/* Nothing is offered, so nothing waits. */
static void no_load_is_zero_load(void **state)
{
    (void)state;
    for (size_t i = 0; i < TEST_COUNT(designs); i++) {
        test_system t = test_compile(designs[i].text, designs[i].overrides);
        noc_model *model = test_model(t.system);
        noc_model_point point;
        noc_model_solve(model, 0.0, &point);
        assert_int_equal(point.state, NOC_CONTENTION_STABLE);
        assert_near(test_watched(t.system, &point), noc_model_zero_load(model), 1e-9);
        assert_numbers(t.system, &point);
        noc_model_free(model);
        test_system_free(&t);
    }
}

/* From next to no load to twice the saturation and far beyond. */
static void check_never_nan(void **state)
{
    enum { STEPS = 60 };
    const design_case *c = *state;
    test_system t = test_compile(c->text, c->overrides);
    noc_model *model = test_model(t.system);
    noc_model_limits limits;
    noc_model_point point;
    noc_model_find_limits(model, &limits);
    assert_true(isfinite(limits.saturation) && isfinite(limits.knee));
    for (int i = 1; i <= STEPS; i++) {
        noc_model_solve(model, 2.0 * limits.saturation * i / STEPS, &point);
        assert_numbers(t.system, &point);
        assert_true(point.accepted <= 2.0 * limits.saturation * i / STEPS);
        assert_true(point.limit.channel < t.system->graph.channel_count);
    }
    for (double load = 1e-15; load < 1e6; load *= 7.3) {
        noc_model_solve(model, load, &point);
        assert_numbers(t.system, &point);
    }
    noc_model_free(model);
    test_system_free(&t);
}

/* Waits are none at the smallest loads and grow with the load; so do all latencies that are sums of
 * them; what is offered is accepted until a queue overflows, 98 % of it up to saturation, less
 * beyond, but never less than at a lower load. */
static void check_monotone(void **state)
{
    enum { STEPS = 80 };
    const design_case *c = *state;
    test_system t = test_compile(c->text, c->overrides);
    noc_model *model = test_model(t.system);
    const double zero_load = noc_model_zero_load(model), highest = noc_model_highest_load(model);
    noc_model_limits limits;
    noc_model_point point, last;
    noc_model_find_limits(model, &limits);
    noc_model_solve(model, 1e-9 * limits.saturation, &last);
    assert_near(test_watched(t.system, &last), zero_load, 1e-5 * zero_load);
    assert_near(zero_load, noc_zero_load_latency(t.system), 1e-9 * zero_load);
    for (int i = 1; i <= STEPS; i++) {
        const double load = 1.5 * limits.saturation * i / STEPS;
        noc_model_solve(model, load, &point);
        if (point.state == NOC_CONTENTION_STABLE && last.state == NOC_CONTENTION_STABLE) {
            /* both are iterated to 0.2 % or so */
            const double slack = 0.005 * test_watched(t.system, &point);
            assert_true(test_watched(t.system, &point) >= test_watched(t.system, &last) - slack);
            assert_true(point.network_latency >= last.network_latency - slack);
            assert_true(point.packet_latency >= point.network_latency - 1e-9);
        }
        if (last.state == NOC_CONTENTION_UNSTABLE)
            assert_int_equal(point.state, NOC_CONTENTION_UNSTABLE);
        if (load <= limits.overflow) assert_near(point.accepted, load, 1e-9 * load);
        if (load <= limits.saturation) assert_true(point.accepted >= 0.9799 * load);
        if (load > 1.001 * limits.saturation && limits.saturation < highest)
            assert_true(point.accepted < 0.98 * load);
        assert_true(point.accepted >= (1.0 - 1e-9) * last.accepted);
        last = point;
    }
    assert_int_equal(last.state, NOC_CONTENTION_UNSTABLE);
    noc_model_free(model);
    test_system_free(&t);
}

/* Searches do not solve loads on the way to the end: 0.1 % off in 95 of 100 designs. */
static const double limits_error = 0.01;

/* The knee is where the latency is three times that of zero load, or where it runs away before.
 * Queues begin to overflow where the busiest channel can still carry all, and then 98 % are
 * accepted for a while. */
static void check_limits(void **state)
{
    const design_case *c = *state;
    test_system t = test_compile(c->text, c->overrides);
    noc_model *model = test_model(t.system);
    const double target = 3.0 * noc_model_zero_load(model), bound = noc_model_capacity_bound(model);
    noc_model_limits limits, again;
    noc_model_point below, above;
    noc_model_find_limits(model, &limits);
    assert_true(limits.knee > 0.0 && limits.knee <= bound);
    assert_true(limits.overflow >= limits.knee && limits.overflow <= bound * 1.0001);
    assert_true(limits.limit.channel < t.system->graph.channel_count);
    assert_true(limits.limit.utilization > 0.3);
    noc_model_solve(model, (1.0 - limits_error) * limits.knee, &below);
    noc_model_solve(model, (1.0 + limits_error) * limits.knee, &above);
    assert_int_equal(below.state, NOC_CONTENTION_STABLE);
    assert_true(test_watched(t.system, &below) < target);
    assert_true(above.state != NOC_CONTENTION_STABLE || test_watched(t.system, &above) > target);
    const double overflow = limits.overflow, highest = noc_system_highest_load(t.system);
    assert_true(limits.saturation >= 0.999 * overflow / 0.98 || limits.saturation == highest);
    noc_model_solve(model, (1.0 - limits_error) * overflow, &below);
    noc_model_solve(model, (1.0 + limits_error) * overflow, &above);
    assert_int_equal(below.state, NOC_CONTENTION_STABLE);
    assert_true(above.state != NOC_CONTENTION_STABLE || limits.saturation == highest);
    noc_model_find_limits(model, &again);
    assert_memory_equal(&limits.saturation, &again.saturation, sizeof limits.saturation);
    assert_memory_equal(&limits.knee, &again.knee, sizeof limits.knee);
    noc_model_free(model);
    test_system_free(&t);
}

/* An answer does not depend on what was asked before. */
static void check_forgetful(void **state)
{
    const design_case *c = *state;
    test_system t = test_compile(c->text, c->overrides);
    noc_model *fresh = test_model(t.system), *used = test_model(t.system);
    noc_model_limits limits;
    noc_model_point a, b;
    noc_model_find_limits(used, &limits);
    noc_model_solve(used, 3.0 * limits.saturation, &b);
    noc_model_solve(used, 0.9 * limits.saturation, &b);
    noc_model_solve(used, 0.4 * limits.saturation, &b);
    noc_model_solve(fresh, 0.4 * limits.saturation, &a);
    assert_true(a.packet_latency == b.packet_latency && a.network_latency == b.network_latency);
    assert_true(a.accepted == b.accepted);
    assert_true(a.state == b.state && a.limit.channel == b.limit.channel);
    noc_model_free(fresh);
    noc_model_free(used);
    test_system_free(&t);
}

/* Networks share nothing: requests wait as long whatever the replies' network is like, empty or
 * full (to what sweeps are off when a network is left alone). */
static void networks_are_apart(void **state)
{
    (void)state;
    static const char path[] = "configs/te13-double-dedicated.cfg";
    static const char *const wide[] = {"networks[1].flit_bytes=64", NULL};
    static const double loads[] = {0.02, 0.05, 0.06}; /* the narrow one saturates at 0.064 */
    test_system narrow = test_compile_file(path, NULL), other = test_compile_file(path, wide);
    noc_model *of_narrow = test_model(narrow.system), *of_wide = test_model(other.system);
    for (size_t i = 0; i < TEST_COUNT(loads); i++) {
        noc_model_point a, b;
        noc_model_solve(of_narrow, loads[i], &a);
        noc_model_solve(of_wide, loads[i], &b);
        assert_int_equal(a.state, NOC_CONTENTION_STABLE);
        assert_near(a.request_latency, b.request_latency, 2e-4 * b.request_latency);
        assert_true(a.reply_latency > b.reply_latency);
    }
    noc_model_free(of_narrow);
    noc_model_free(of_wide);
    test_system_free(&narrow);
    test_system_free(&other);
}

/* ---- a single queue ------------------------------------------------------------------------- */

enum { LENGTHS_MAX = 3 };

typedef struct queue_case {
    const char *name;
    const char *overrides[OVERRIDES_MAX];
    double lengths[LENGTHS_MAX], shares[LENGTHS_MAX]; /* of the packets, flits */
} queue_case;

static const queue_case queue_cases[] = {
    {"queue: Geo/D/1", {NULL}, {5}, {1}},
    {"queue: Geo/D/1, 9 flits", {"traffic.packet_flits=9"}, {9}, {1}},
    {"queue: Geo/D/1, 1 flit never waits", {"traffic.packet_flits=1"}, {1}, {1}},
    {"queue: Geo/G/1",
     {"traffic.packet_flits=(3, 4, 20)", "traffic.packet_mix=(0.5, 0.4, 0.1)"},
     {3, 4, 20},
     {0.5, 0.4, 0.1}},
};

/* p (E[F^2] - E[F]) / (2 (1 - p E[F])) before the source, and nothing behind it but for short
 * packets, whose turnaround in the router's input VCs may show. */
static void check_queue(void **state)
{
    const queue_case *c = *state;
    test_system t = test_compile(own_node, c->overrides);
    noc_model *model = test_model(t.system);
    double mean = 0.0, square = 0.0;
    for (int i = 0; i < LENGTHS_MAX; i++) {
        mean += c->shares[i] * c->lengths[i];
        square += c->shares[i] * c->lengths[i] * c->lengths[i];
    }
    for (double busy = 0.05; busy < 0.9; busy += 0.1) {
        noc_model_point point;
        noc_model_solve(model, busy, &point);
        const double wait = busy / mean * (square - mean) / (2.0 * (1.0 - busy));
        assert_near(point.packet_latency - point.network_latency, wait, 1e-6 + 1e-3 * wait);
        assert_near(point.network_latency, noc_model_zero_load(model), 0.2);
    }
    noc_model_free(model);
    test_system_free(&t);
}

/* ---- a single virtual channel of an output --------------------------------------------------- */

static const queue_case hold_cases[] = {
    {"VC wait: 4 flits", {"traffic.packet_flits=4"}, {4}, {1}},
    {"VC wait: 1 and 5 flits", {"traffic.packet_flits=(1, 5)"}, {1, 5}, {0.5, 0.5}},
    {"VC wait: 1, 2 and 12 flits",
     {"traffic.packet_flits=(1, 2, 12)", "traffic.packet_mix=(0.5, 0.3, 0.2)"},
     {1, 2, 12},
     {0.5, 0.3, 0.2}},
};

/* Where heads ask for VC and switch at once a VC is owned for as many cycles as its packet has
 * flits, so at light load who comes from one of the 15 other inputs waits as in M/G/1, and for
 * nothing else: of what is owned half a cycle less is left than in continuous time, but several may
 * ask in one cycle (the sampler, 4 flits, a load of 0.1: 0.207 cycles; M/G/1 0.207). */
static void check_vc_wait(void **state)
{
    const queue_case *c = *state;
    const char *overrides[OVERRIDES_MAX] = {"network.virtual_channels=1", "network.router_stages=2",
                                            "network.buffer_flits=32", c->overrides[0],
                                            c->overrides[1]};
    test_system t = test_compile(crossbar, overrides);
    noc_model *model = test_model(t.system);
    double mean = 0.0, square = 0.0;
    for (int i = 0; i < LENGTHS_MAX; i++) {
        mean += c->shares[i] * c->lengths[i];
        square += c->shares[i] * c->lengths[i] * c->lengths[i];
    }
    const double busy = 0.005, others = 15.0 / 16.0;
    const double wait = others * busy / mean * square / (2.0 * (1.0 - busy));
    noc_model_point point;
    noc_model_solve(model, busy, &point);
    assert_near(point.network_latency - noc_model_zero_load(model), wait, 0.08 * wait);
    noc_model_free(model);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    test_add(&list, "no load is zero load", no_load_is_zero_load);
    TEST_TABLE_PREFIXED(&list, "never NaN", designs, check_never_nan);
    TEST_TABLE_PREFIXED(&list, "monotone", designs, check_monotone);
    TEST_TABLE_PREFIXED(&list, "limits", designs, check_limits);
    TEST_TABLE_PREFIXED(&list, "forgetful", designs, check_forgetful);
    test_add(&list, "networks are apart", networks_are_apart);
    TEST_TABLE(&list, queue_cases, check_queue);
    TEST_TABLE(&list, hold_cases, check_vc_wait);
    return test_run("model", &list);
}
