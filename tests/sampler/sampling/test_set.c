/* Sets of workloads side by side: their mean against samples of each alone; where the cycles go;
 * threads; sets that are stopped. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sampler/sampling/set.h"
#include "tests/support/runs/engines.h"

static const char gpu[] =
    "nodes = { compute = 3; memory = 1; placement = \"explicit\"; memory_at = ((0,0)); };\n"
    "network = { topology = \"mesh\"; columns = 2; rows = 2; };\n"
    "traffic = { pattern = \"many-to-few\"; };\n"
    "workload = \"te13-all\";\n";

typedef struct sampled_set {
    test_system t;
    noc_set_member members[NOC_WORKLOAD_PARTS_MAX];
    size_t count;
    noc_set_quality quality;
} sampled_set;

static void begin(sampled_set *s, const char *const *overrides)
{
    noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
    memset(s, 0, sizeof *s);
    s->t = test_compile(gpu, overrides);
    s->count = noc_design_workloads(s->t.design, parts);
    for (size_t i = 0; i < s->count; i++) s->members[i].weighted_workload = parts[i];
}

static noc_status run(sampled_set *s, const noc_sample_options *options)
{
    return noc_sample_set(s->t.system, options, s->members, s->count, &s->quality, NULL);
}

/* The inverse of a workload's IPC, with its share of the set. */
static double inverse_of(const noc_workload_part *part, const noc_sample *sample)
{
    return part->weight /
           (part->workload.active_threads * sample->quantities[NOC_SAMPLE_INSTRUCTIONS].mean);
}

static double error_of(const noc_workload_part *part, const noc_sample *sample)
{
    const noc_interval *ipc = &sample->quantities[NOC_SAMPLE_INSTRUCTIONS];
    return inverse_of(part, sample) * ipc->half_width / ipc->mean;
}

/* Each workload alone, as precise as the mean of all is to be: more cycles, and the same mean. */
static void mean_is_that_of_samples_alone(void **state)
{
    (void)state;
    noc_sample_options options = test_quick(0.03, 1);
    double all = 0.0, alone = 0.0, variance = 0.0, alone_variance = 0.0;
    uint64_t cycles = 0, alone_cycles = 0;
    sampled_set s;
    begin(&s, NULL);
    assert_true(s.count > 2);
    assert_true(noc_can_sample_set(s.t.system, &options, s.members, s.count));
    assert_int_equal(run(&s, &options), NOC_OK);
    for (size_t i = 0; i < s.count; i++) {
        const noc_workload_part *part = &s.members[i].weighted_workload;
        noc_sample sample;
        options.workload = &part->workload;
        options.seed = 77;
        assert_int_equal(noc_sample_at(s.t.system, 0.0, &options, &sample, NULL), NOC_OK);
        all += inverse_of(part, &s.members[i].sample);
        alone += inverse_of(part, &sample);
        variance += pow(error_of(part, &s.members[i].sample), 2.0);
        alone_variance += pow(error_of(part, &sample), 2.0);
        cycles += s.members[i].sample.cycles;
        alone_cycles += sample.cycles;
    }
    assert_true(s.quality.is_converged && s.quality.is_settled && !s.quality.is_interrupted);
    assert_near(s.quality.reached_width, sqrt(variance) / all, 1e-12);
    assert_true(s.quality.reached_width <= options.precision);
    assert_near(all, alone, sqrt(variance + alone_variance));
    assert_true(cycles < alone_cycles);
    test_system_free(&s.t);
}

/* Beside the first round, cycles go to workloads that add most to the variance for a cycle: each
 * had added more before its last round, by half as many cycles and twice the variance, than those
 * that had none do now. */
static void cycles_go_where_the_mean_needs_them(void **state)
{
    (void)state;
    const noc_sample_options options = test_quick(0.01, 1);
    uint64_t least = UINT64_MAX, most = 0;
    double least_error = 0.0, most_error = 0.0;
    sampled_set s;
    begin(&s, NULL);
    assert_int_equal(run(&s, &options), NOC_OK);
    for (size_t i = 0; i < s.count; i++) {
        const noc_sample *sample = &s.members[i].sample;
        const double error = error_of(&s.members[i].weighted_workload, sample);
        if (sample->cycles < least || (sample->cycles == least && error > least_error)) {
            least = sample->cycles;
            least_error = error;
        }
        if (sample->cycles > most) {
            most = sample->cycles;
            most_error = error;
        }
    }
    assert_true(most > least);
    assert_true(4.0 * most_error * most_error / (double)most >
                0.5 * least_error * least_error / (double)least);
    test_system_free(&s.t);
}

static void threads_change_nothing(void **state)
{
    (void)state;
    noc_sample_options options = test_quick(0.05, 5);
    sampled_set one, three;
    begin(&one, NULL);
    begin(&three, NULL);
    assert_int_equal(run(&one, &options), NOC_OK);
    options.thread_count = 3;
    assert_int_equal(run(&three, &options), NOC_OK);
    for (size_t i = 0; i < one.count; i++)
        assert_memory_equal(&one.members[i].sample.quantities, &three.members[i].sample.quantities,
                            sizeof one.members[i].sample.quantities);
    assert_true(one.quality.reached_width == three.quality.reached_width);
    test_system_free(&one.t);
    test_system_free(&three.t);
}

/* ---- stops ---------------------------------------------------------------------------------- */

typedef struct stop {
    double at, last; /* shares of the work: the stop, and the last one that was reported */
} stop;

static bool go_on(void *context, double done)
{
    stop *s = context;
    assert_true(done >= s->last && done <= 1.0);
    s->last = done;
    return done < s->at;
}

typedef struct stop_case {
    const char *name;
    double at;
    bool keep;
    noc_status status;
} stop_case;

/* First rounds are half of the work, as far as is known before them. */
static const stop_case stop_cases[] = {
    {"in the first rounds", 0.3, true, NOC_EINTERRUPTED},
    {"at the end of the first rounds", 0.5, true, NOC_OK},
    {"many rounds later", 0.74, true, NOC_OK},
    {"later, with nothing to be kept", 0.52, false, NOC_EINTERRUPTED},
};

static void check_stop(void **state)
{
    const stop_case *c = *state;
    noc_sample_options options = test_quick(0.001, 1);
    stop s = {.at = c->at};
    sampled_set set;
    begin(&set, NULL);
    options.progress = go_on;
    options.context = &s;
    options.keep_interrupted = c->keep;
    assert_int_equal(run(&set, &options), c->status);
    if (c->status == NOC_OK) {
        assert_true(set.quality.is_interrupted && !set.quality.is_converged);
        for (size_t i = 0; i < set.count; i++)
            assert_true(
                isfinite(error_of(&set.members[i].weighted_workload, &set.members[i].sample)));
    }
    test_system_free(&set.t);
}

/* ---- sets that have no rounds --------------------------------------------------------------- */

typedef struct turn_case {
    const char *name, *overrides[4];
} turn_case;

static const turn_case turn_cases[] = {
    {"one workload", {"workload=te13-MUM"}},
    {"CTAs that end", {"cta.scheduler=round-robin", "cta.slots=1", "cta.count=40"}},
    {"several kernels", {"cta.scheduler=round-robin", "cta.slots=1", "cta.kernels=2"}},
};

static void check_turn(void **state)
{
    const turn_case *c = *state;
    const noc_sample_options options = test_quick(0.02, 1);
    sampled_set s;
    begin(&s, c->overrides);
    assert_false(noc_can_sample_set(s.t.system, &options, s.members, s.count));
    test_system_free(&s.t);
}

int main(void)
{
    static test_list list;
    test_add(&list, "mean is that of samples alone", mean_is_that_of_samples_alone);
    test_add(&list, "cycles go where the mean needs them", cycles_go_where_the_mean_needs_them);
    test_add(&list, "threads change nothing", threads_change_nothing);
    TEST_TABLE_PREFIXED(&list, "stopped", stop_cases, check_stop);
    TEST_TABLE_PREFIXED(&list, "sampled in turn", turn_cases, check_turn);
    return test_run("set", &list);
}
