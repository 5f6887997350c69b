/* Replies that wait at their memory nodes, in closed loops: nothing is lost or answered twice under
 * any order, scheduler and approximator, and queues keep to their places; what has no effect has
 * none, to the bit. */
#include <string.h>

#include "design/memory/replies.h"
#include "sampler/loop/closed_loop.h"
#include "sampler/run.h"
#include "tests/support/helpers.h"
#include "tests/support/runs/runs.h"

enum { OVERRIDES_MAX = 10, CYCLES = 20000, LOOKS = 40 };

typedef struct loop_case {
    const char *name, *file;
    const char *over[OVERRIDES_MAX]; /* the last stays NULL */
} loop_case;

#define ANSWERED "memory.write_replies=true" /* te13's designs do not */
#define BURSTS   "memory.reply_order=burst-first"
#define COALESCE "memory.approximable=0.7", "memory.match=0.5"
#define CODECS   "codec.cycles=2", "codec.compressible=0.5", "codec.ratio=0.5"
#define SMALL    "memory.burst_queue=2", "memory.normal_queue=1"

static const loop_case loop_cases[] = {
    {"bursts, a mesh", "configs/te13-baseline.cfg", {"workload=steady", ANSWERED, BURSTS}},
    {"bursts, a mesh, small queues",
     "configs/te13-baseline.cfg",
     {"workload=steady", ANSWERED, BURSTS, SMALL}},
    {"bursts, in order",
     "configs/te13-baseline.cfg",
     {"workload=steady", ANSWERED, BURSTS, "memory.scheduler=fcfs"}},
    {"bursts, batches",
     "configs/te13-baseline.cfg",
     {"workload=steady", ANSWERED, BURSTS, "memory.scheduler=sms"}},
    {"bursts, two ports", "configs/te13-dcie-2p.cfg", {"workload=steady", ANSWERED, BURSTS, SMALL}},
    {"bursts, shared DRAM", "configs/cdx19-cdxbar-20.cfg", {"workload=high", BURSTS, SMALL}},
    {"bursts, ideal", "configs/te13-bwlimit.cfg", {"workload=steady", ANSWERED, BURSTS, SMALL}},
    {"bursts, slices", "configs/rapid18-da2-16.cfg", {"workload=steady", BURSTS}},
    {"bursts, partners", "configs/rapid18-rapid-16.cfg", {"workload=steady"}},
    {"bursts, partners, small queues", "configs/rapid18-rapid-16.cfg", {"workload=steady", SMALL}},
    {"bursts, groups of one by one", "configs/rapid18-rapid-16.cfg", {"workload=steady", COALESCE}},
    {"groups, one by one", "configs/te13-baseline.cfg", {"workload=steady", ANSWERED, COALESCE}},
    {"groups, forks on a mesh",
     "configs/te13-baseline.cfg",
     {"workload=steady", ANSWERED, COALESCE, "network.multicast=true"}},
    {"groups, forks on a mesh, bursts",
     "configs/te13-baseline.cfg",
     {"workload=steady", ANSWERED, COALESCE, BURSTS, "network.multicast=true"}},
    {"groups, forks of a crossbar",
     "configs/cdx19-fc-ideal-20.cfg",
     {"workload=high", COALESCE, "memory.match=1", "networks[1].multicast=true"}},
    {"groups, forks of a crossbar, flit by flit",
     "configs/cdx19-fc-ideal-20.cfg",
     {"workload=high", COALESCE, "networks[1].multicast=true", "networks[1].buffer_flits=1"}},
    {"groups, forks of columns",
     "configs/te13-baseline.cfg",
     {"workload=steady", ANSWERED, COALESCE, "network.multicast=true", "network.routing=yx",
      "network.buffer_flits=2"}},
    {"groups, multicast", "configs/dapper-dapper-16.cfg", {"workload=steady", COALESCE}},
    {"groups, few places",
     "configs/dapper-dapper-16.cfg",
     {"workload=steady", COALESCE, "networks[1].output_queue=12"}},
    {"groups, bit errors",
     "configs/dapper-dapper-16.cfg",
     {"workload=steady", COALESCE, "networks[1].bit_error_rate=0.0005",
      "networks[1].core_queue=2"}},
    {"groups, amc", "configs/dapper-dapper-amc-16.cfg", {"workload=steady", COALESCE}},
    {"groups, sms",
     "configs/dapper-dapper-16.cfg",
     {"workload=steady", COALESCE, "memory.scheduler=sms"}},
    {"bursts, codecs",
     "configs/dapper-baseline-16.cfg",
     {"workload=steady", BURSTS, SMALL, CODECS}},
    {"groups, codecs", "configs/dapper-baseline-16.cfg", {"workload=steady", COALESCE, CODECS}},
    {"groups, bursts, multicast",
     "configs/dapper-dapper-16.cfg",
     {"workload=steady", COALESCE, BURSTS, "networks[1].output_queue=0"}},
};

static noc_run *start(const test_system *t, const noc_workload_part *part)
{
    noc_run *e = noc_run_new(t->system, (noc_load){.seed = 5, .workload = &part->workload});
    assert_non_null(e);
    return e;
}

static noc_workload_part first_part(const test_system *t)
{
    noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
    assert_true(noc_design_workloads(t->design, parts) > 0);
    return parts[0];
}

static void check_places(const noc_outbox *o)
{
    for (int k = 0; k < NOC_REPLY_QUEUES; k++)
        assert_true(o->queues.queues[k].count + o->queues.held_places[k] <=
                    o->queues.queues[k].capacity);
}

/* Each request that was made has one answer, or is one of those that its core waits for. */
static void check_answers(const noc_run *e)
{
    const noc_closed_loop *c = test_run_closed_loop(e);
    const noc_tally *tally = noc_run_tally(e);
    uint64_t outstanding = 0, lines[2] = {0, 0};
    for (uint32_t k = 0; k < c->cores.count; k++) outstanding += c->requests.by_core[k].outstanding;
    assert_int_equal(tally->created[NOC_REQUEST], tally->delivered[NOC_REPLY] + outstanding);
    assert_int_equal(tally->round_trips, tally->delivered[NOC_REPLY]);
    for (int k = 0; k < 2; k++) lines[k] = tally->replies.count[k];
    assert_true(lines[0] + lines[1] >= tally->delivered[NOC_REPLY]);
    for (uint32_t m = 0; m < c->memories.count; m++) check_places(&c->outboxes.nodes[m]);
}

static void every_request_has_one_answer(void **state)
{
    const loop_case *c = *state;
    test_system t = test_compile_file(c->file, c->over);
    const noc_workload_part part = first_part(&t);
    noc_run *e = start(&t, &part);
    noc_diag diag = {0};
    for (int i = 0; i < LOOKS; i++) {
        assert_int_equal(noc_run_cycles(e, CYCLES / LOOKS, true), NOC_OK);
        assert_int_equal(noc_run_check(e, &diag), NOC_OK);
        check_answers(e);
    }
    const noc_tally *tally = noc_run_tally(e);
    assert_true(tally->delivered[NOC_REPLY] > 200);
    if (test_run_closed_loop(e)->ports->groups.answers) /* replies fork, and go to cores each */
        assert_true(tally->forked > 0 && tally->copies >= 2 * tally->forked);
    if (noc_replies_are_coalesced(&t.design->memory))
        assert_true((double)tally->replies.groups <
                    (double)(tally->replies.count[0] + tally->replies.count[1]));
    noc_run_free(e);
    test_system_free(&t);
}

/* ---- ends of ranges ------------------------------------------------------------------------- */

static const loop_case alike_cases[] = {
    {"nothing approximable",
     "configs/dapper-dapper-16.cfg",
     {"workload=steady", "memory.match=0.5"}},
    {"nothing matches",
     "configs/dapper-dapper-16.cfg",
     {"workload=steady", "memory.approximable=0.5"}},
    {"nothing approximable, a mesh",
     "configs/te13-baseline.cfg",
     {"workload=steady", ANSWERED, "memory.match=1"}},
    {"nothing approximable, forks",
     "configs/te13-baseline.cfg",
     {"workload=steady", ANSWERED, "memory.match=1", "network.multicast=true"}},
    {"nothing matches, a mesh",
     "configs/te13-baseline.cfg",
     {"workload=steady", ANSWERED, "memory.approximable=1", "memory.check_depth=2"}},
    {"in order, other queues",
     "configs/te13-baseline.cfg",
     {"workload=steady", ANSWERED, "memory.burst_queue=3", "memory.normal_queue=1",
      "memory.burst_cycles=99"}},
};

static void changes_nothing(void **state)
{
    const loop_case *c = *state;
    test_system with = test_compile_file(c->file, c->over);
    test_system without =
        test_compile_file(c->file, (const char *const[]){"workload=steady", ANSWERED, NULL});
    const noc_workload_part part = first_part(&with);
    noc_run *a = start(&with, &part), *b = start(&without, &part);
    assert_int_equal(noc_run_cycles(a, CYCLES, true), NOC_OK);
    assert_int_equal(noc_run_cycles(b, CYCLES, true), NOC_OK);
    assert_memory_equal(noc_run_tally(a), noc_run_tally(b), sizeof(noc_tally));
    noc_run_free(a);
    noc_run_free(b);
    test_system_free(&with);
    test_system_free(&without);
}

/* ---- what the port takes -------------------------------------------------------------------- */

/* Replies that nobody matches leave as they came, from as many places: in the mean as without an
 * approximator. Looks cost nothing where no reply is approximable but for a few. */
static void feeding_costs_nothing(void **state)
{
    (void)state;
    static const char *const files[] = {"configs/rapid18-macro-16.cfg",
                                        "configs/te13-baseline.cfg"};
    for (size_t i = 0; i < TEST_COUNT(files); i++) {
        test_system with = test_compile_file(
            files[i], (const char *const[]){"workload=steady", "memory.approximable=1e-9",
                                            "memory.match=1e-9", NULL});
        test_system without =
            test_compile_file(files[i], (const char *const[]){"workload=steady", NULL});
        const noc_workload_part part = first_part(&with);
        noc_run *a = start(&with, &part), *b = start(&without, &part);
        assert_int_equal(noc_run_cycles(a, 5 * CYCLES, true), NOC_OK);
        assert_int_equal(noc_run_cycles(b, 5 * CYCLES, true), NOC_OK);
        assert_near((double)noc_run_tally(a)->instructions / (double)noc_run_tally(b)->instructions,
                    1.0, 0.03);
        noc_run_free(a);
        noc_run_free(b);
        test_system_free(&with);
        test_system_free(&without);
    }
}

int main(void)
{
    static test_list list;
    TEST_TABLE_PREFIXED(&list, "answers", loop_cases, every_request_has_one_answer);
    TEST_TABLE_PREFIXED(&list, "bits", alike_cases, changes_nothing);
    test_add(&list, "ports: feeding them costs nothing", feeding_costs_nothing);
    return test_run("replies that wait at their memory nodes", &list);
}
