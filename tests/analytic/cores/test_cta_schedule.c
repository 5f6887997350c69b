/* Courses of CTAs whose lengths are equal: as long as the closed form says, by every scheduler; and
 * of unequal ones no longer than Graham's bound. */
#include <math.h>

#include "analytic/cores/cta_schedule.h"
#include "base/auto.h"
#include "tests/oracles/cta_form.h"
#include "tests/support/helpers.h"

static const noc_cta_schedule_speeds *steady(void *context, const noc_cta_schedule_state *state)
{
    (void)state;
    return context;
}

static noc_cta_schedule run(const noc_cta_setup *ctas, double spread,
                            noc_cta_schedule_speeds *speeds, noc_arena *arena)
{
    noc_cta_schedule course;
    for (int k = 0; k < NOC_KERNELS_MAX; k++)
        for (int n = 0; n <= NOC_CTA_SPEEDS_MAX; n++) speeds->kernel_speed[k][n] = 0.5;
    const noc_cta_schedule_setup setup = {.ctas = ctas,
                                          .kernels = {{50.0, 0.0}},
                                          .length_spread = spread,
                                          .end_time = INFINITY,
                                          .cores_per_port = ctas->shape.cores,
                                          .find_speeds = steady,
                                          .context = speeds};
    assert_true(noc_cta_schedule_make(&setup, arena, &course));
    return course;
}

static void schedulers_take_what_the_closed_form_says(void **state)
{
    static const uint64_t counts[] = {7, 24, 25, 100};
    noc_cta_schedule_speeds speeds = {.port_deviation = 0.0};
    (void)state;
    for (size_t i = 0; noc_cta_scheduler_at(i); i++)
        for (size_t c = 0; c < TEST_COUNT(counts); c++) {
            const noc_cta_setup setup = {noc_cta_scheduler_at(i), {4, 3, 2}, 1, &counts[c]};
            NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
            noc_cta_schedule course = run(&setup, 0.0, &speeds, &arena);
            assert_int_equal(course.count, counts[c]);
            assert_near(course.makespan, oracle_cta_makespan_equal(&setup, 100.0), 1e-6);
        }
}

static void unequal_lengths_keep_the_bound(void **state)
{
    const uint64_t count = 130;
    noc_cta_schedule_speeds speeds = {.port_deviation = 0.0};
    const noc_cta_setup setup = {noc_cta_scheduler_at(0), {4, 3, 2}, 1, &count};
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_cta_schedule course = run(&setup, 0.8, &speeds, &arena);
    double sum = 0.0, longest = 0.0;
    (void)state;
    for (size_t i = 0; i < course.count; i++) {
        const double length = 100.0 * course.runs[i].relative_length;
        assert_near(course.runs[i].end - course.runs[i].start, length, 1e-6);
        sum += length;
        longest = fmax(longest, length);
    }
    assert_true(course.makespan <= oracle_cta_makespan_at_most(&setup, sum, longest) + 1e-6);
    assert_true(course.makespan >= sum / 24.0 - 1e-6);
}

/* Ports that turns favour are done first, and the last ones get what they leave. */
static void unequal_ports_take_longer(void **state)
{
    const uint64_t count = 24;
    noc_cta_schedule_speeds equal = {.port_deviation = 0.0}, unequal = {.port_deviation = 0.4};
    const noc_cta_setup setup = {noc_cta_scheduler_at(0), {4, 3, 2}, 1, &count};
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_cta_schedule a = run(&setup, 0.0, &equal, &arena), b = run(&setup, 0.0, &unequal, &arena);
    (void)state;
    assert_true(b.makespan > 1.05 * a.makespan && b.makespan < 3.0 * a.makespan);
}

int main(void)
{
    static test_list list;
    test_add(&list, "the closed form", schedulers_take_what_the_closed_form_says);
    test_add(&list, "Graham's bound", unequal_lengths_keep_the_bound);
    test_add(&list, "unequal ports", unequal_ports_take_longer);
    return test_run("courses of CTAs", &list);
}
