/* Cores and memory controllers without work are left out: that leaves what running all of them in
 * every cycle does. */
#include "sampler/run_state.h"
#include "tests/support/helpers.h"

typedef struct case_row {
    const char *name, *design;
    const char *overrides[4];
} case_row;

static const case_row cases[] = {
    {"an instruction a cycle", "configs/rapid18-rapid-16.cfg", {"workload=steady"}},
    {"an instruction in four cycles",
     "configs/te13-baseline.cfg",
     {"workload=steady", "nodes.simd_width=8"}},
    {"no whole number of cycles",
     "configs/te13-baseline.cfg",
     {"workload=steady", "nodes.simd_width=24"}},
    {"a clock of its own", "configs/te13-baseline.cfg", {"workload=steady", "nodes.core_mhz=977"}},
    {"few MSHRs", "configs/te13-baseline.cfg", {"workload=steady", "nodes.mshrs=1"}},
    {"staged schedulers", "configs/dapper-sms-16.cfg", {"workload=steady"}},
    {"approximate controllers", "configs/dapper-dapper-amc-16.cfg", {"workload=steady"}},
    {"CTAs and clusters", "configs/icc-distblock-icc-cc.cfg", {0}},
};

static noc_run *run_of(const test_system *t)
{
    noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
    assert_true(noc_design_workloads(t->design, parts) > 0);
    noc_run *run = noc_run_new(t->system, (noc_load){.seed = 5, .workload = &parts[0].workload});
    assert_non_null(run);
    return run;
}

/* Both are looked at now and then, the one that leaves out in the middle of what it leaves out. */
static void is_as_if_all_ran(void **state)
{
    enum { PIECES = 20, CYCLES = 97 };
    const case_row *c = *state;
    test_system t = test_compile_file(c->design, c->overrides);
    noc_run *some = run_of(&t), *all = run_of(&t);
    all->closed_loop->cores.is_always_awake = true;
    all->closed_loop->memories.is_always_busy = true;
    for (int i = 0; i < PIECES; i++) {
        assert_int_equal(noc_run_cycles(some, CYCLES, true), NOC_OK);
        assert_int_equal(noc_run_cycles(all, CYCLES, false), NOC_OK);
        assert_memory_equal(noc_run_tally(some), noc_run_tally(all), sizeof(noc_tally));
    }
    assert_true(noc_run_tally(all)->delivered[NOC_REQUEST] > 0);
    noc_run_free(some);
    noc_run_free(all);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, cases, is_as_if_all_ran);
    return test_run("idle cores", &list);
}
