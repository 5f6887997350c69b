/* What a merge table absorbs of lines that CTAs share: against clusters whose cores run
 * neighbouring CTAs, through the sampler's own table. */
#include <math.h>

#include "sampler/loop/addresses.h"
#include "tests/oracles/sharing_form.h"
#include "tests/support/runs/icc_rig.h"

typedef struct sharing_case {
    const char *name;
    double same, distance, window;
    int cores, apart;
    double reads; /* a cycle */
    int round_trip, entries;
} sharing_case;

static const sharing_case cases[] = {
    {"a long window", 0.5, 2.0, 8000.0, 10, 1, 0.2, 200, -1},
    {"a round trip of half a window", 0.5, 2.0, 400.0, 10, 1, 0.2, 200, -1},
    {"a short window", 0.5, 2.0, 100.0, 10, 1, 0.2, 400, -1},
    {"all lines", 1.0, 4.0, 2000.0, 10, 1, 0.2, 300, -1},
    {"long runs", 0.8, 20.0, 1000.0, 40, 1, 0.5, 200, -1},
    {"long runs, a long window", 0.8, 20.0, 8000.0, 40, 1, 0.5, 200, -1},
    {"neighbours in other clusters", 0.8, 20.0, 1000.0, 10, 12, 0.2, 200, -1},
    {"icc, 5 cores", 0.4, 2.0, 2000.0, 5, 1, 0.25, 300, -1},
    {"a table somewhat full", 0.8, 4.0, 1000.0, 10, 1, 0.2, 300, 48},
    {"a table rather full", 0.8, 4.0, 1000.0, 10, 1, 0.2, 300, 30},
    {"a table quite full", 0.8, 4.0, 1000.0, 10, 1, 0.2, 300, 12},
    {"no table", 0.8, 4.0, 1000.0, 10, 1, 0.2, 300, 0},
};

/* Cores in turn, so that they stay in the same window. */
static icc_rig *run_cluster(const sharing_case *c, const noc_sharing *sharing, uint64_t *cycle)
{
    enum { REQUESTS = 200000 };
    const noc_address_rule rule = noc_address_rule_make(sharing, c->reads / c->cores, 11);
    const noc_cluster_spec spec = {.cores = c->cores, .merge_entries = c->entries};
    icc_rig *rig = icc_rig_new(spec, (uint64_t)c->round_trip);
    noc_address_stream streams[NOC_CLUSTER_CORES_MAX];
    for (int i = 0; i < c->cores; i++)
        streams[i] = noc_address_stream_make(&rule, 1000 + (uint64_t)(i * c->apart));
    for (int n = 0; n < REQUESTS; n++) {
        const int core = n % c->cores;
        *cycle = (uint64_t)(n / c->reads);
        icc_rig_request(rig, *cycle, (unsigned)core, noc_address_next_line(&rule, &streams[core]),
                        false);
    }
    return rig;
}

static void streams_agree(void **state)
{
    const sharing_case *c = *state;
    const noc_sharing sharing = {c->same, c->distance, c->window, 0.0, 1};
    uint64_t cycles;
    icc_rig *rig = run_cluster(c, &sharing, &cycles);
    const oracle_sharing_load load = {c->cores, c->apart, c->reads, c->round_trip,
                                      c->entries < 0 ? HUGE_VAL : (double)c->entries};
    const oracle_sharing_traffic t = oracle_sharing_traffic_of(&sharing, &load);
    assert_near(t.absorbed, icc_absorbed(&rig->cluster.tally), 0.005);
    const double used = rig->entry_cycles / (double)cycles;
    assert_near(t.entries_used, used, 0.03 * used);
    assert_true(icc_rig_finish(rig));
    icc_rig_free(rig);
}

/* ---- sends ---------------------------------------------------------------------------------- */

/* Two touches: they are further apart than an entry lasts with chance (1 - share)^2. */
static void sends_of_few(void **state)
{
    (void)state;
    for (double share = 0.0; share < 1.3; share += 0.1) {
        const double apart = share < 1.0 ? 1.0 - share : 0.0;
        assert_near(oracle_sharing_sends(1, share, 1.0), 1.0, 1e-12);
        assert_near(oracle_sharing_sends(2, share, 1.0), 1.0 + apart * apart, 1e-12);
        assert_near(oracle_sharing_sends(7, share, 0.0), 7.0, 0.0);
        assert_near(oracle_sharing_sends(7, share, 1e-6), 7.0, 1e-3);
    }
    assert_near(oracle_sharing_sends(7, 0.0, 1.0), 7.0, 1e-12);
    assert_near(oracle_sharing_sends(7, 1.0, 1.0), 1.0, 1e-12);
    assert_near(oracle_sharing_sends(1, 0.3, 0.4), 1.0, 1e-12);
}

/* Touches at drawn times, in their order. */
static void sends_of_many(void **state)
{
    enum { TOUCHES = 9, DRAWN = 40000 };
    (void)state;
    const double share = 0.15, open = 0.6;
    noc_random random = noc_random_stream(12, 0);
    double sends = 0.0;
    for (int n = 0; n < DRAWN; n++) {
        double last = 0.0, entry_ends = 0.0;
        for (int left = TOUCHES; left > 0; left--) {
            last = 1.0 - (1.0 - last) * pow(noc_random_positive(&random), 1.0 / left);
            if (last < entry_ends) continue;
            sends += 1.0 / DRAWN;
            if (noc_random_uniform(&random) < open) entry_ends = last + share;
        }
    }
    assert_near(oracle_sharing_sends(TOUCHES, share, open), sends, 4.0 * 1.5 / sqrt(DRAWN));
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, cases, streams_agree);
    test_add(&list, "sends of few", sends_of_few);
    test_add(&list, "sends of many", sends_of_many);
    return test_run("sharing in closed form", &list);
}
