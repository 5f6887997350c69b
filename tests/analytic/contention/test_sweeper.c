/* Sweeps of the contention model: the same bits with any number of lanes. */
#include <math.h>
#include <stdlib.h>

#include "analytic/contention/sweep/sweeper.h"
#include "tests/support/runs/models.h"

enum { SWEEPS = 12 };

/* What sweeps of an idle network leave. */
typedef struct swept {
    double *state;
    size_t size; /* of it, without the room behind */
    noc_waits waits;
    noc_queue_utilization *queues;
    noc_transition_utilization *transitions;
} swept;

static void sweep_idle(const noc_contention *c, uint32_t network, const noc_sweeper *sweeper,
                       double rate, swept *s)
{
    noc_sweep *sweep = sweeper->make(c, c->networks[network].queues);
    assert_non_null(sweep);
    s->size = sweeper->state_size(sweep);
    s->state = calloc(s->size + NOC_LANES_MAX, sizeof *s->state);
    s->queues = calloc(c->queue_count + 1, sizeof *s->queues);
    s->transitions = calloc(c->transition_count + 1, sizeof *s->transitions);
    sweeper->save(sweep, s->state);
    sweeper->begin(sweep, rate, s->state);
    for (int i = 0; i < SWEEPS; i++) {
        sweeper->sweep(sweep, &s->waits);
        sweeper->save(sweep, s->state);
        sweeper->resume(sweep, s->state); /* changes nothing */
    }
    sweeper->store_utilizations(sweep, s->queues, s->transitions);
    for (size_t i = 0; i < s->size; i++) assert_true(isfinite(s->state[i]));
}

static void clear(swept *s)
{
    free(s->state);
    free(s->queues);
    free(s->transitions);
}

static void check_alike(const noc_contention *c, const swept *a, const swept *b)
{
    assert_memory_equal(a->state, b->state, a->size * sizeof *a->state);
    assert_memory_equal(&a->waits, &b->waits, sizeof a->waits);
    assert_memory_equal(a->queues, b->queues, c->queue_count * sizeof *a->queues);
    assert_memory_equal(a->transitions, b->transitions,
                        c->transition_count * sizeof *a->transitions);
}

static void check_network(const noc_contention *c, uint32_t network, double rate)
{
    const noc_sweeper *sweepers[NOC_SWEEPERS_MAX];
    const size_t count = noc_list_sweepers(sweepers);
    swept first, other;
    sweep_idle(c, network, sweepers[0], rate, &first);
    for (size_t k = 1; k < count; k++) {
        sweep_idle(c, network, sweepers[k], rate, &other);
        check_alike(c, &first, &other);
        clear(&other);
    }
    clear(&first);
}

/* At loads from hardly any to too much. */
static void check_loads(const test_contention *t)
{
    static const double shares[] = {0.01, 0.5, 0.8, 1.1};
    const noc_contention *c = t->contention;
    const double bound = noc_loads_bound(t->system.system, &t->map.loads);
    for (size_t i = 0; i < TEST_COUNT(shares); i++) {
        const double rate = noc_system_packet_rate(t->system.system, shares[i] * bound);
        for (uint32_t n = 0; n < c->network_count; n++) check_network(c, n, rate);
    }
}

static void check_lanes(void **state)
{
    test_contention t;
    test_contention_new(*state, &t);
    check_loads(&t);
    test_contention_free(&t);
}

static void check_peers(void **state)
{
    (void)state;
    test_contention t;
    test_contention_of(test_compile("nodes = { compute = 20; };\n"
                                    "network = { topology = \"mesh\"; columns = 5; rows = 4; };\n"
                                    "traffic = { pattern = \"uniform\"; replies = true; };\n",
                                    NULL),
                       &t);
    check_loads(&t);
    test_contention_free(&t);
}

int main(void)
{
    static test_list list;
    const test_shipped *designs;
    const size_t count = test_shipped_designs(&designs);
    test_add_rows(&list, "lanes", designs, count, sizeof *designs, check_lanes);
    test_add(&list, "lanes: peers that answer", check_peers);
    return test_run("sweeper", &list);
}
