/* What is learned from measured designs, and that the shipped calibration is of this model. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hybrid/answers/estimate.h"
#include "hybrid/correction/calibration/calibration_file.h"
#include "hybrid/correction/calibration/shipped.h"
#include "hybrid/training/learning/calibrate.h"
#include "tests/support/designs/suites.h"
#include "tests/support/helpers.h"

/* ---- learning ------------------------------------------------------------------------------- */

/* What a drawn design deviates from the model: as its buffers say; less, as no more than full
 * channels is ever believed. */
static noc_prediction truth_of(const noc_design *d)
{
    const double size = d->networks[0].buffer_flits == 4 ? -0.1 : -0.02;
    return (noc_prediction){.deviation = {.saturation = size,
                                          .knee = size,
                                          .contention = {-size, -size, -size, -size, -size}}};
}

/* "Measured": what the model says, so corrected. */
static void measure(noc_suite *s, noc_suite_case *c)
{
    const noc_prediction truth = truth_of(c->design);
    noc_model *model = noc_model_new(c->system);
    const noc_corrected_model a = noc_correct_model(model, &truth);
    c->record = (noc_suite_record){.saturation = a.corrected_limits.saturation,
                                   .knee = a.corrected_limits.knee};
    for (size_t p = 0; p < s->share_count; p++) {
        const double load = s->shares[p] * a.corrected_limits.saturation;
        const noc_latency_set set = noc_load_latencies(&a, load);
        c->record.points[c->record.count++] = (noc_suite_point){
            .share = s->shares[p],
            .load = load,
            .latency = set.cycles[NOC_LATENCY_MAIN],
            .network = set.cycles[NOC_LATENCY_NETWORK],
            .request = set.cycles[NOC_LATENCY_REQUEST],
            .reply = set.cycles[NOC_LATENCY_REPLY],
            .window = set.cycles[NOC_LATENCY_MAIN],
            .answer = NOC_ANSWER_OK,
        };
    }
    noc_model_free(model);
    c->is_measured = true;
    s->measured_count++;
}

static noc_suite synthetic_suite(char path[40])
{
    noc_suite s;
    assert_int_equal(test_read_suite(TEST_DRAWN("36"), &s, NULL, path), NOC_OK);
    for (size_t i = 0; i < s.count; i++) measure(&s, &s.cases[i]);
    return s;
}

static const noc_calibrate_options how = {.jobs = 1, .version = "test"};

/* Designs deviate from the model as their buffers say, which others with such buffers tell. */
static void designs_that_are_alike_tell_what_a_design_deviates(void **state)
{
    char path[40];
    double uncorrected = 0.0, corrected = 0.0;
    (void)state;
    noc_suite s = synthetic_suite(path);
    noc_suite_answer *answers = calloc(s.count, sizeof *answers);
    assert_int_equal(noc_calibration_answers(&s, 1, answers, NULL, NULL), NOC_OK);
    for (size_t i = 0; i < s.count; i++) {
        assert_near(answers[i].deviation.saturation,
                    truth_of(s.cases[i].design).deviation.saturation, 1e-6);
        uncorrected += fabs(answers[i].deviation.saturation);
        corrected += fabs(log(s.cases[i].record.saturation / answers[i].limits.saturation));
    }
    assert_true(corrected < 0.5 * uncorrected);
    free(answers);
    noc_suite_clear(&s);
    unlink(path);
}

/* Whatever a design has, it is told the same: its answer has not seen it. But others' answers
 * have. */
static void a_design_tells_its_own_answer_nothing(void **state)
{
    enum { ODD = 5 };
    char path[40];
    size_t moved = 0;
    (void)state;
    noc_suite s = synthetic_suite(path);
    noc_suite_answer *before = calloc(s.count, sizeof *before);
    noc_suite_answer *after = calloc(s.count, sizeof *after);
    assert_int_equal(noc_calibration_answers(&s, 1, before, NULL, NULL), NOC_OK);
    s.cases[ODD].record.saturation *= 1.02;
    assert_int_equal(noc_calibration_answers(&s, 1, after, NULL, NULL), NOC_OK);
    const double own = before[ODD].limits.saturation;
    /* but for how far all of it is believed */
    assert_near(after[ODD].limits.saturation, own, 2e-3 * own);
    for (size_t i = 0; i < s.count; i++)
        moved += fabs(after[i].limits.saturation / before[i].limits.saturation - 1.0) > 1e-6;
    assert_true(moved > s.count / 2);
    free(before);
    free(after);
    noc_suite_clear(&s);
    unlink(path);
}

static void threads_change_nothing_that_is_learned(void **state)
{
    char path[40];
    (void)state;
    noc_suite s = synthetic_suite(path);
    noc_calibration *one = calloc(1, sizeof *one), *three = calloc(1, sizeof *three);
    noc_calibrate_options threads = how;
    assert_int_equal(noc_calibrate(&s, &threads, one, NULL), NOC_OK);
    threads.jobs = 3;
    assert_int_equal(noc_calibrate(&s, &threads, three, NULL), NOC_OK);
    char *a = noc_calibration_text(one), *b = noc_calibration_text(three);
    assert_string_equal(a, b);
    free(a);
    free(b);
    noc_calibration_clear(one);
    noc_calibration_clear(three);
    free(one);
    free(three);
    noc_suite_clear(&s);
    unlink(path);
}

/* Its own designs make the ranges, with those of suites that span; all suites that it names
 * teach. */
static void a_suite_may_name_others_to_learn_from(void **state)
{
    (void)state;
    noc_suite s = test_shipped_suite("training"), all;
    const noc_calibration *shipped = noc_calibration_shipped();
    assert_int_equal(s.joined_count, 2);
    assert_string_equal(s.joined_suites[0].name, "drawn");
    assert_int_equal(s.joined_suites[0].measured_count, 100);
    assert_string_equal(s.joined_suites[1].name, "today");
    size_t held_back = 0;
    for (size_t i = 0; i < s.joined_suites[1].count; i++)
        held_back +=
            s.joined_suites[1].cases[i].is_measured && s.joined_suites[1].cases[i].is_held_back;
    assert_true(held_back > s.joined_suites[1].measured_count / 4);
    assert_int_equal(noc_suite_join(&s, &all, NULL), NOC_OK);
    assert_int_equal(all.measured_count,
                     s.measured_count + 100 + s.joined_suites[1].measured_count - held_back);
    assert_string_equal(all.cases[s.count].name, s.joined_suites[0].cases[0].name);
    assert_int_equal(shipped->designs, all.measured_count);
    assert_int_equal(shipped->deviations.count, all.measured_count);
    for (size_t i = 0; i < shipped->ranges.count; i++)
        if (strcmp(shipped->ranges.list[i].key, "network.channel_cycles") == 0)
            assert_true(shipped->ranges.list[i].high < 40.0); /* drawn: 40 */
    noc_arena_clear(&all.arena);
    noc_suite_clear(&s);
}

static void too_few_designs_are_refused(void **state)
{
    noc_suite s;
    noc_diag diag = {0};
    char path[40];
    (void)state;
    noc_calibration *c = calloc(1, sizeof *c);
    assert_int_equal(test_read_suite(TEST_DRAWN("3"), &s, NULL, path), NOC_OK);
    assert_int_equal(noc_calibrate(&s, &how, c, &diag), NOC_EINPUT);
    assert_contains(diag.messages[0].text, "needs at least");
    noc_diag_clear(&diag);
    free(c);
    noc_suite_clear(&s);
    unlink(path);
}

/* ---- what is shipped ------------------------------------------------------------------------ */

/* Quantiles are within 1 %, where the search for limits ends, and counts are equal. */
static void check_rule(const noc_interval_rule *now, const noc_interval_rule *was)
{
    static const double same = 0.01;
    for (size_t b = 0; b < NOC_BANDS; b++) {
        const noc_spread *n = &now->spreads[b], *w = &was->spreads[b];
        assert_int_equal(n->count, w->count);
        assert_near(n->low, w->low, same * fabs(w->low));
        assert_near(n->high, w->high, same * fabs(w->high));
        assert_near(now->widening_factors[b], was->widening_factors[b],
                    same * was->widening_factors[b]);
    }
    assert_near(now->difficulty.intercept, was->difficulty.intercept, same);
    for (size_t i = 0; i < NOC_DIFFICULTY_FEATURES; i++)
        assert_near(now->difficulty.slopes[i], was->difficulty.slopes[i], same);
}

/* A change of the model without a refit moves these quantiles. */
static void the_shipped_intervals_are_those_of_this_model(void **state)
{
    (void)state;
    noc_suite s = test_shipped_suite("training"), all;
    const noc_calibration *shipped = noc_calibration_shipped();
    assert_non_null(shipped);
    assert_int_equal(noc_suite_join(&s, &all, NULL), NOC_OK);
    noc_suite_answer *answers = calloc(all.count, sizeof *answers);
    noc_intervals v;
    assert_int_equal(noc_calibration_answers(&all, 0, answers, NULL, NULL), NOC_OK);
    bool *outside = calloc(all.count, sizeof *outside);
    noc_suite_find_outside(&shipped->ranges, &all, outside);
    assert_int_equal(noc_intervals_learn(&all, answers, outside, 0.9, &v, NULL), NOC_OK);
    free(outside);
    for (size_t i = 0; i < NOC_SCORED_FIGURES; i++) {
        check_rule(&v.model_rules[i], &shipped->intervals.model_rules[i]);
        check_rule(&v.checked_rules[i], &shipped->intervals.checked_rules[i]);
    }
    free(answers);
    noc_arena_clear(&all.arena);
    noc_suite_clear(&s);
}

int main(void)
{
    static test_list list;
    test_add(&list, "designs that are alike tell what a design deviates",
             designs_that_are_alike_tell_what_a_design_deviates);
    test_add(&list, "a design tells its own answer nothing", a_design_tells_its_own_answer_nothing);
    test_add(&list, "threads change nothing that is learned",
             threads_change_nothing_that_is_learned);
    test_add(&list, "too few designs are refused", too_few_designs_are_refused);
    test_add(&list, "a suite may name others to learn from", a_suite_may_name_others_to_learn_from);
    test_add(&list, "the shipped intervals are those of this model",
             the_shipped_intervals_are_those_of_this_model);
    return test_run("calibrate", &list);
}
