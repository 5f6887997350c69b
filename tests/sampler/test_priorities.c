/* Order of service: priorities of packets and matrix arbiters in the sampler. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sampler/engines/vc/ranks.h"
#include "tests/support/rows/booksim_rows.h"
#include "tests/support/runs/engines.h"

/* ---- matrix arbiters ------------------------------------------------------------------------ */

enum { REQUESTERS = 7 };

/* The arbiter as Dally and Towles build it (2004, 18.5): a bit for each two requesters, which says
 * whether the first goes before the second. */
typedef struct matrix {
    bool before[REQUESTERS][REQUESTERS];
} matrix;

static int matrix_serve(matrix *m, const bool *asks)
{
    for (int i = 0; i < REQUESTERS; i++) {
        bool first = asks[i];
        for (int j = 0; j < REQUESTERS && first; j++) first = !(asks[j] && m->before[j][i]);
        if (!first) continue;
        for (int j = 0; j < REQUESTERS; j++) {
            m->before[i][j] = false;
            m->before[j][i] = j != i;
        }
        return i;
    }
    return -1;
}

/* Requester with the smallest turn of those that ask. */
static int turns_serve(noc_matrix_arbiters *a, const bool *asks)
{
    int first = -1;
    for (int i = 0; i < REQUESTERS; i++)
        if (asks[i] && (first < 0 || a->last_grants[i] < a->last_grants[first])) first = i;
    if (first >= 0) noc_matrix_serve(a, (size_t)first);
    return first;
}

static void turns_are_those_of_the_matrix(void **state)
{
    (void)state;
    uint64_t last[REQUESTERS];
    noc_matrix_arbiters arbiters = {.last_grants = last};
    noc_random random = noc_random_stream(1, 0);
    matrix m = {.before = {{false}}};
    noc_matrix_start(&arbiters, 0, REQUESTERS);
    for (int i = 0; i < REQUESTERS; i++)
        for (int j = 0; j < i; j++) m.before[i][j] = true;
    for (int step = 0; step < 5000; step++) {
        bool asks[REQUESTERS];
        const double share = step % 3 ? 0.3 : 0.9;
        for (int i = 0; i < REQUESTERS; i++) asks[i] = noc_random_uniform(&random) < share;
        assert_int_equal(turns_serve(&arbiters, asks), matrix_serve(&m, asks));
    }
}

/* Order found by hand: 2 waits longest after 0, 2 and 1 were served; a pointer past 1 would find 2,
 * too, but then 0 before 1. */
static void the_least_recently_served_goes_first(void **state)
{
    (void)state;
    static const struct {
        bool asks[REQUESTERS];
        int served;
    } steps[] = {
        {{true, true, true}, 2},  {{true, true, true}, 1},  {{true, true, true}, 0},
        {{false, true, true}, 2}, {{true, true, true}, 1},  {{true, false, true}, 0},
        {{true, true, true}, 2},  {{true, true, false}, 1},
    };
    uint64_t last[REQUESTERS];
    noc_matrix_arbiters arbiters = {.last_grants = last};
    noc_matrix_start(&arbiters, 0, REQUESTERS);
    for (size_t i = 0; i < TEST_COUNT(steps); i++)
        assert_int_equal(turns_serve(&arbiters, steps[i].asks), steps[i].served);
}

/* ---- allocators ----------------------------------------------------------------------------- */

/* Flits of each channel, folded. */
static uint64_t bits_of(const char *const *overrides)
{
    test_system t = test_compile(test_uniform, overrides);
    noc_run *run = test_engine_at(t.system, 0.6, 3);
    uint64_t bits = 0;
    test_run_cycles(run, 3000);
    for (uint32_t c = 0; c < t.system->graph.channel_count; c++)
        bits = bits * 0x9e3779b97f4a7c15u + noc_run_channel_flits(run, c, NOC_REQUEST);
    bits = bits * 31 + noc_run_tally(run)->latency[NOC_REQUEST];
    noc_run_free(run);
    test_system_free(&t);
    return bits;
}

typedef struct pair_case {
    const char *name;
    const char *one[OVERRIDES_MAX], *other[OVERRIDES_MAX]; /* the last stays NULL */
    bool same;
} pair_case;

#define AGE    "traffic.priority=age"
#define VCS    "network.virtual_channels=4"
#define CHOICE "network.routing=min-adaptive"

static const pair_case pairs[] = {
    {"select is separable-output",
     {AGE, VCS, "network.allocator=select"},
     {AGE, VCS, "network.allocator=separable-output"},
     true},
    {"select is separable-output where heads speculate",
     {AGE, VCS, "network.allocator=select", "network.router_stages=2"},
     {AGE, VCS, "network.allocator=separable-output", "network.router_stages=2"},
     true},
    {"with priorities it is not islip",
     {AGE, VCS, "network.allocator=select"},
     {AGE, VCS, "network.allocator=islip"},
     false},
    {"islip with one virtual channel ignores priorities",
     {AGE, "network.virtual_channels=1"},
     {"network.virtual_channels=1"},
     true},
    {"islip with several presents the urgent one", {AGE, VCS}, {VCS}, false},
    {"lonely outputs with one virtual channel ignore priorities",
     {AGE, "network.virtual_channels=1", "network.allocator=loa"},
     {"network.virtual_channels=1", "network.allocator=loa"},
     true},
    {"all packets have one class",
     {"traffic.priority=class", VCS, "network.allocator=wavefront"},
     {VCS, "network.allocator=wavefront"},
     true},
    {"all packets have one class: separable",
     {"traffic.priority=class", VCS, "network.allocator=separable", "network.router_stages=2"},
     {VCS, "network.allocator=separable", "network.router_stages=2"},
     true},
    {"all packets have one class: separable-output",
     {"traffic.priority=class", VCS, "network.allocator=separable-output",
      "network.input_speedup=2"},
     {VCS, "network.allocator=separable-output", "network.input_speedup=2"},
     true},
    {"all packets have one class: rr-wavefront, two cycles a packet",
     {"traffic.priority=class", VCS, "network.allocator=rr-wavefront",
      "network.allocation_hold=packet"},
     {VCS, "network.allocator=rr-wavefront", "network.allocation_hold=packet"},
     true},
    {"matrix arbiters are not round robin",
     {VCS, "network.allocator=separable", "network.arbitration=matrix"},
     {VCS, "network.allocator=separable"},
     false},
    {"matrix arbiters give virtual channels of packets that choose",
     {VCS, CHOICE, "network.vc_allocator=separable", "network.arbitration=matrix"},
     {VCS, CHOICE, "network.vc_allocator=separable"},
     false},
    {"rounds without arbiters, of packets that choose",
     {VCS, CHOICE, "network.arbitration=matrix"},
     {VCS, CHOICE},
     true},
    {"wavefronts have no arbiters",
     {VCS, "network.allocator=wavefront", "network.arbitration=matrix"},
     {VCS, "network.allocator=wavefront"},
     true},
    {"ages of one-flit packets are those of the network, but for queues at sources",
     {AGE, VCS, "network.allocator=separable"},
     {"traffic.priority=network-age", VCS, "network.allocator=separable"},
     false},
};

static void check_pair(void **state)
{
    const pair_case *c = *state;
    assert_int_equal(bits_of(c->one) == bits_of(c->other), c->same);
}

/* ---- fairness ------------------------------------------------------------------------------- */

/* Flits injected by the least served node over those by the most served one beyond saturation, mean
 * of six runs of 4500 cycles after 3000. Of six seeds BookSim 2.0 has 0.10 to 0.35 without
 * priorities, and 0.71 to 0.79 by age. */
typedef struct share_case {
    const char *name, *family;
    double mean;
} share_case;

static const share_case shares[] = {
    {"no priority starves nodes", "mesh6-p4-v4b8-P4-sif-hotTB", 0.208},
    {"age serves all alike", "mesh6-p4-v4b8-P4-sif-age-hotTB", 0.749},
};

static double evenness(const noc_system *s, double load, uint64_t seed)
{
    enum { NODES = 36, WARMUP = 3000, CYCLES = 4500 };
    noc_run *run = test_engine_at(s, load, seed);
    uint32_t before[NODES], least = UINT32_MAX, most = 0;
    assert_int_equal(s->graph.injector_count, NODES);
    test_run_cycles(run, WARMUP);
    for (uint32_t i = 0; i < NODES; i++)
        before[i] = noc_run_channel_flits(run, s->graph.injectors[i], NOC_REQUEST);
    test_run_cycles(run, CYCLES);
    for (uint32_t i = 0; i < NODES; i++) {
        const uint32_t flits =
            noc_run_channel_flits(run, s->graph.injectors[i], NOC_REQUEST) - before[i];
        if (flits < least) least = flits;
        if (flits > most) most = flits;
    }
    noc_run_free(run);
    return (double)least / most;
}

static void check_fairness(void **state)
{
    enum { SEEDS = 6 };
    const share_case *c = *state;
    booksim reference = booksim_read("booksim-classes.csv");
    const booksim_family *f = booksim_find(&reference, c->family);
    const booksim_row *over = &f->rows[f->count - 1];
    double sum = 0.0;
    assert_string_equal(over->point, "over");
    test_system t = test_compile(f->design, NULL);
    for (uint64_t seed = 1; seed <= SEEDS; seed++) sum += evenness(t.system, over->load, seed);
    assert_near(sum / SEEDS, c->mean, 0.1);
    test_system_free(&t);
    booksim_free(&reference);
}

int main(void)
{
    static test_list list;
    test_add(&list, "turns are those of the matrix", turns_are_those_of_the_matrix);
    test_add(&list, "the least recently served goes first", the_least_recently_served_goes_first);
    TEST_TABLE(&list, pairs, check_pair);
    TEST_TABLE(&list, shares, check_fairness);
    return test_run("sampler: priorities", &list);
}
