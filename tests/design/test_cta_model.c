/* Closed forms of CTA schedulers against schedules that are played through, and what the papers say
 * of their loads and neighbours. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "design/cores/cta_dispatch.h"
#include "tests/oracles/cta_form.h"
#include "tests/oracles/cta_plan.h"
#include "tests/support/helpers.h"

enum { CTAS = 20000 };

typedef struct kernel {
    oracle_cta_run *runs;
    uint64_t count;
    noc_cta_setup setup;
} kernel;

static kernel kernel_of(size_t scheduler, noc_cta_shape shape, uint64_t count)
{
    kernel k = {
        calloc(count, sizeof *k.runs), count, {noc_cta_scheduler_at(scheduler), shape, 1, NULL}};
    assert_non_null(k.runs);
    return k;
}

/* Uniform lengths, from a thousand less to a thousand more `spread`. Returns their sum. */
static double set_lengths(kernel *k, uint64_t spread)
{
    uint64_t random = 5, sum = 0;
    for (uint64_t i = 0; i < k->count; i++)
        sum += k->runs[i].length = 1000 - spread + test_random_below(&random, 2 * spread + 1);
    return (double)sum;
}

static double play(kernel *k)
{
    noc_refusal refusal;
    k->setup.counts = &k->count;
    if (!noc_cta_check_setup(&k->setup, true, &refusal)) fail_msg("%s", refusal.text);
    assert_true(oracle_cta_plan(&k->setup, &k->runs));
    return (double)oracle_cta_makespan(k->runs, k->count);
}

static void equal_lengths_are_exact(void **state)
{
    (void)state;
    static const noc_cta_shape shapes[] = {{2, 2, 2}, {3, 4, 3}, {12, 5, 8}, {1, 7, 2}};
    static const uint64_t counts[] = {12, 37, 100, 961};
    for (size_t s = 0; noc_cta_scheduler_at(s); s++)
        for (size_t i = 0; i < TEST_COUNT(shapes); i++)
            for (size_t j = 0; j < TEST_COUNT(counts); j++) {
                kernel k = kernel_of(s, shapes[i], counts[j]);
                set_lengths(&k, 0);
                const double makespan = play(&k);
                assert_near(oracle_cta_makespan_equal(&k.setup, 1000.0), makespan, 0.0);
                free(k.runs);
            }
}

/* Schedulers of one pool without blocks keep the bound, and are not shorter than their work. */
static void any_lengths_have_a_bound(void **state)
{
    (void)state;
    for (size_t s = 0; noc_cta_scheduler_at(s); s++) {
        kernel k = kernel_of(s, (noc_cta_shape){4, 5, 2}, 500);
        const double sum = set_lengths(&k, 900), makespan = play(&k);
        assert_true(makespan >= sum / 40.0);
        const noc_cta_scheduler_kind *kind = k.setup.scheduler;
        if (!kind->has_cluster_pools && kind->launch_size == 1)
            assert_true(makespan <= oracle_cta_makespan_at_most(&k.setup, sum, 1900.0));
        free(k.runs);
    }
}

/* Blocks of a long kernel: its makespan over what its work alone would take. */
static void blocks_wait_for_the_longer_one(void **state)
{
    (void)state;
    static const uint64_t spreads[] = {0, 300, 600, 999};
    for (size_t s = 0; noc_cta_scheduler_at(s); s++)
        for (size_t i = 0; i < TEST_COUNT(spreads); i++) {
            kernel k = kernel_of(s, (noc_cta_shape){2, 4, 2}, CTAS);
            const double sum = set_lengths(&k, spreads[i]), used = sum / 16.0 / play(&k);
            assert_near(used, oracle_cta_slots_used(k.setup.scheduler, (double)spreads[i] / 1000.0),
                        0.01);
            free(k.runs);
        }
}

/* cdx19: with fewer CTAs than cores round robin leaves crossbars idle. A kernel without end loads
 * all alike. */
static void clusters_are_loaded(void **state)
{
    (void)state;
    for (size_t s = 0; noc_cta_scheduler_at(s); s++) {
        const noc_cta_scheduler_kind *kind = noc_cta_scheduler_at(s);
        for (uint64_t count = 0; count < 80; count += 8) {
            const noc_cta_setup setup = {kind, {8, 10, 2}, 1, &count};
            double shares[8], most = 0.0;
            assert_true(oracle_cta_loads(&setup, shares));
            for (int c = 0; c < 8; c++) most = fmax(most, shares[c]);
            if (count == 0 || kind->has_cluster_pools ||
                kind->find_slot(&setup.shape, 1).core == 10)
                assert_near(most, 1.0 / 8.0, 1e-12);
            else if (kind->find_slot(&setup.shape, 10).core == 10 && kind->launch_size == 1)
                assert_near(most, fmin(1.0, 10.0 / (double)count), 1e-12);
        }
    }
}

/* Share of a CTA's time that its neighbour runs on the same `cores` cores, of unequal lengths in
 * several waves. */
static double neighbours(const char *name, int cores)
{
    size_t s = 0;
    while (strcmp(noc_cta_scheduler_name(s), name) != 0) s++;
    kernel k = kernel_of(s, (noc_cta_shape){12, 5, 2}, 480);
    const double sum = set_lengths(&k, 500);
    play(&k);
    const double share = (double)oracle_cta_overlap(k.runs, k.count, cores) / sum;
    free(k.runs);
    return share;
}

/* icc, sections 4 and 5: in a cluster least for two-level, most for the distributed ones; on one
 * core for blocks only. */
static void neighbours_meet(void **state)
{
    (void)state;
    static const char *const single[] = {"two-level", "global", "greedy", "distributed"};
    double before = 0.0;
    for (size_t i = 0; i < TEST_COUNT(single); i++) {
        const double now = neighbours(single[i], 5);
        assert_true(i == 0 ? now < 0.1 : now > before);
        assert_true(neighbours(single[i], 1) < 0.1);
        before = now;
    }
    assert_true(before > 0.4);
    assert_near(neighbours("distributed-block", 5), before, 0.1);
    assert_true(neighbours("distributed-block", 1) > 0.2);
    assert_true(neighbours("block", 1) > 0.2);
}

int main(void)
{
    static test_list list;
    test_add(&list, "equal lengths are exact", equal_lengths_are_exact);
    test_add(&list, "any lengths have a bound", any_lengths_have_a_bound);
    test_add(&list, "blocks wait for the longer one", blocks_wait_for_the_longer_one);
    test_add(&list, "clusters are loaded", clusters_are_loaded);
    test_add(&list, "neighbours meet", neighbours_meet);
    return test_run("CTA schedulers in closed form", &list);
}
