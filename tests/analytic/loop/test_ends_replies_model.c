/* Replies that wait at their memory nodes: the model's closed loops against the sampler's; where
 * groups and shares come from; what is refused and warned of. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analytic/loads.h"
#include "analytic/multicast.h"
#include "base/auto.h"
#include "hybrid/answers/estimate.h"
#include "hybrid/answers/estimate_sample.h"
#include "reader/design_read.h"
#include "tests/support/helpers.h"

enum { OVERRIDES_MAX = 9 };

#define BURSTS "memory.reply_order=burst-first"

typedef struct loop_case {
    const char *name, *file;
    const char *over[OVERRIDES_MAX]; /* the last stays NULL */
    noc_metric_id metric;            /* beside IPC */
    double ipc, other;               /* how far off these may be, as shares */
} loop_case;

/* IPC is 2 % off in the mean here. */
static const loop_case loop_cases[] = {
    {"multicast",
     "configs/dapper-dapper-16.cfg",
     {"workload=steady", "workload.instructions=90", "workload.burst=1", "memory.approximable=0.6",
      "memory.match=0.5"},
     NOC_METRIC_coalesced_replies,
     0.08,
     0.06},
    {"multicast, few match",
     "configs/dapper-dapper-16.cfg",
     {"workload=steady", "workload.instructions=90", "workload.burst=1", "memory.approximable=0.3",
      "memory.match=0.3"},
     NOC_METRIC_coalesced_replies,
     0.06,
     0.03},
    {"multicast, short looks",
     "configs/dapper-dapper-16.cfg",
     {"workload=steady", "workload.instructions=90", "workload.burst=1", "memory.approximable=0.7",
      "memory.match=0.6", "memory.check_depth=4"},
     NOC_METRIC_coalesced_replies,
     0.08,
     0.06},
    {"cores bind",
     "configs/dapper-dapper-16.cfg",
     {"workload=dapper-DCT", "memory.approximable=0.78", "memory.match=0.9"},
     NOC_METRIC_coalesced_replies,
     0.02,
     0.05},
    {"forks on a mesh",
     "configs/te13-baseline.cfg",
     {"workload=steady", "memory.write_replies=true", "memory.approximable=0.8", "memory.match=0.5",
      "memory.check_depth=4", "memory.reply_queue=16", "network.multicast=true"},
     NOC_METRIC_coalesced_replies,
     0.1,
     0.08},
    {"forks of a crossbar",
     "configs/cdx19-fc-ideal-20.cfg",
     {"workload=steady", "workload.l2_hit_rate=0.95", "memory.approximable=0.8", "memory.match=0.5",
      "memory.check_depth=4", "memory.reply_queue=16", "networks[1].flit_bytes=16",
      "networks[1].multicast=true"},
     NOC_METRIC_coalesced_replies,
     0.04,
     0.05},
    {"bursts, cores bind",
     "configs/rapid18-baseline-16.cfg",
     {"workload=steady", "workload.instructions=90", "workload.burst=1", BURSTS},
     NOC_METRIC_burst_replies_share,
     0.02,
     0.05},
    {"bursts, a mesh",
     "configs/te13-baseline.cfg",
     {"workload=steady", BURSTS},
     NOC_METRIC_burst_replies_share,
     0.06,
     0.2},
    {"bursts, small queues",
     "configs/te13-baseline.cfg",
     {"workload=steady", BURSTS, "memory.burst_queue=6", "memory.normal_queue=6"},
     NOC_METRIC_burst_replies_share,
     0.06,
     0.35},
};

static double of(const noc_estimate *e, noc_metric_id metric)
{
    return e->metrics[metric].value;
}

static void model_is_near_the_sample(void **state)
{
    const loop_case *c = *state;
    test_system t = test_compile_file(c->file, c->over);
    const noc_sampling sampling = {.precision = 0.03, .seed = 1, .skips_cause = true};
    noc_estimate model, sample;
    noc_diag diag = {0};
    assert_int_equal(noc_estimate_model(t.system, NAN, &model, &diag), NOC_OK);
    assert_int_equal(noc_estimate_sample_closed(t.system, &sampling, &sample, &diag), NOC_OK);
    assert_near(of(&model, NOC_METRIC_ipc), of(&sample, NOC_METRIC_ipc),
                c->ipc * of(&sample, NOC_METRIC_ipc));
    assert_near(of(&model, c->metric), of(&sample, c->metric), c->other * of(&sample, c->metric));
    test_system_free(&t);
}

/* ---- packets that fork ---------------------------------------------------------------------- */

/* Cores that two replies go to, each to any of n: mean over all pairs. */
static double mean_of_two(uint32_t n)
{
    double cores = 0.0;
    for (uint32_t a = 0; a < n; a++)
        for (uint32_t b = 0; b < n; b++) cores += a == b ? 1.0 : 2.0;
    return cores / n / n;
}

static void packets_of_two_replies(void **state)
{
    (void)state;
    static const double sizes[] = {1.0, 2.0};
    test_system t = test_compile_file(
        "configs/cdx19-fc-ideal-20.cfg",
        (const char *const[]){"workload=steady", "memory.approximable=1", "memory.match=1",
                              "networks[1].multicast=true", NULL});
    const noc_packet_type *types = t.system->traffic.types;
    const double read = types[NOC_READ_REPLY].share * types[NOC_READ_REPLY].flits[1];
    const double write = types[NOC_WRITE_REPLY].share * types[NOC_WRITE_REPLY].flits[1];
    const double cores = mean_of_two(t.system->graph.compute_count), all = read + write;
    noc_forked_replies f[2];
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_loads loads;
    assert_true(noc_has_forked_replies(t.system));
    assert_int_equal(noc_loads_new(t.system, &arena, &loads), NOC_OK);
    assert_true(noc_forked_replies_find(t.system, loads.busy_cycles, sizes, 2, f));
    assert_near(f[1].port_cycles / f[0].port_cycles, (read / 2.0 + write) / all, 1e-9);
    assert_near(f[1].downstream_cycles / f[0].downstream_cycles, (read * cores / 2.0 + write) / all,
                1e-9);
    assert_near(f[0].wait_ratio, 1.0, 1e-9);
    /* a port that is never held up sends as many more as it has fewer flits of each, or as those
     * of cores take; one that is sends more than without, and less than that */
    const double never = 1.0 / f[0].port_cycles, held = 0.7 * never;
    const double most = fmin(1.0 / f[1].port_cycles, 1.0 / f[1].downstream_cycles);
    assert_near(noc_forked_gain(&f[0], &f[0], held), 1.0, 1e-6);
    assert_near(noc_forked_gain(&f[0], &f[1], never), most / never, 1e-6);
    assert_true(noc_forked_gain(&f[0], &f[1], held) > 1.0);
    assert_true(noc_forked_gain(&f[0], &f[1], held) < most / held);
    test_system_free(&t);
}

/* ---- what is told --------------------------------------------------------------------------- */

typedef struct told_case {
    const char *name, *file;
    const char *over[OVERRIDES_MAX];
    const char *says; /* NULL: nothing of it */
} told_case;

static const told_case told_cases[] = {
    {"warned: a queue shorter than looks",
     "configs/te13-baseline.cfg",
     {"workload=steady", "memory.approximable=0.5", "memory.match=0.5"},
     "memory.check_depth = 12: a queue of 6 replies"},
    {"warned: no longer",
     "configs/te13-baseline.cfg",
     {"workload=steady", "memory.approximable=0.5", "memory.match=0.5", "memory.reply_queue=12"},
     NULL},
    {"warned: queues without banks",
     "configs/te13-baseline.cfg",
     {"workload=steady", "memory.scheduler=amc", "memory.banks=3"},
     "memory.amc_queues = 4: memory.banks = 3 leave 1 of them empty"},
    {"warned: a queue of its own for bursts",
     "configs/te13-baseline.cfg",
     {"workload=steady", BURSTS, "memory.reply_queue=12"},
     "memory.burst_queue"},
};

static void answers_warn(void **state)
{
    const told_case *c = *state;
    test_system t = test_compile_file(c->file, c->over);
    noc_estimate e;
    noc_diag diag = {0};
    bool warned = false, any = false;
    assert_int_equal(noc_estimate_model(t.system, NAN, &e, &diag), NOC_OK);
    for (int i = 0; i < e.warning_count; i++) {
        warned |= c->says && strstr(e.warnings[i], c->says);
        any |= strstr(e.warnings[i], "check_depth") != NULL;
    }
    assert_true(c->says ? warned : !any);
    test_system_free(&t);
}

static const told_case refused_cases[] = {
    {"refused: an output queue shorter than looks",
     "configs/dapper-dapper-16.cfg",
     {"memory.approximable=0.5", "memory.match=0.5", "networks[1].output_queue=11"},
     "network.output_queue = 11 is less than memory.check_depth = 12"},
    {"refused: one output queue for two",
     "configs/dapper-dapper-16.cfg",
     {BURSTS},
     "network.output_queue = 99 is one queue for all replies"},
};

static void designs_are_refused(void **state)
{
    const told_case *c = *state;
    noc_design *design = NULL;
    noc_diag diag = {0};
    char *text = test_read_text(c->file);
    const noc_source source = {.path = (char *)c->file, .text = text};
    assert_int_not_equal(
        noc_design_read(&source, c->over, test_count_texts(c->over), &design, &diag), NOC_OK);
    free(text);
    assert_int_equal(diag.count, 1);
    assert_non_null(strstr(diag.messages[0].text, c->says));
    noc_diag_clear(&diag);
}

int main(void)
{
    static test_list list;
    test_add(&list, "packets of two replies", packets_of_two_replies);
    TEST_TABLE(&list, told_cases, answers_warn);
    TEST_TABLE(&list, refused_cases, designs_are_refused);
    TEST_TABLE_SOME(&list, "loops", loop_cases, model_is_near_the_sample, 2);
    return test_run("the model of replies that wait", &list);
}
