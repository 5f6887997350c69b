/* data/calibration.cfg is what `nocsight calibrate --suite training` makes of the shipped
 * measurements, byte for byte (data/closed_loop.cfg: test_slow_closed_loop); and what such
 * calibrations are worth for families of designs that they have not seen. */
#include <stdlib.h>
#include <string.h>

#include "hybrid/correction/calibration/calibration_file.h"
#include "hybrid/training/learning/calibrate.h"
#include "hybrid/training/suites/suite_validate.h"
#include "tests/support/designs/suites.h"
#include "tests/support/helpers.h"

static void the_command_makes_the_shipped_file(void **state)
{
    (void)state;
    noc_suite s = test_shipped_suite("training");
    noc_diag diag = {0};
    char *shipped = test_read_text("data/calibration.cfg");
    noc_calibration *c = calloc(1, sizeof *c), *made = calloc(1, sizeof *made);
    assert_int_equal(noc_calibration_parse(shipped, "data/calibration.cfg", c, &diag), NOC_OK);
    assert_int_equal(s.bad_count, 0);
    assert_int_equal(s.measured_count, s.count); /* else the command would measure first */
    assert_int_equal(s.joined_suites[0].measured_count, s.joined_suites[0].count);
    const noc_calibrate_options how = {.version = c->version};
    assert_int_equal(noc_calibrate(&s, &how, made, &diag), NOC_OK);
    char *text = noc_calibration_text(made);
    assert_string_equal(text, shipped);
    noc_calibration_clear(made);
    noc_calibration_clear(c);
    free(text);
    free(made);
    free(c);
    free(shipped);
    noc_suite_clear(&s);
}

/* The designs of a family, or all others, as a suite that borrows them. */
static noc_suite part_of(const noc_suite *all, const char *family, bool inside)
{
    noc_suite part = *all;
    part.cases = calloc(all->count, sizeof *part.cases);
    part.count = 0;
    for (size_t i = 0; i < all->count; i++)
        if ((strcmp(all->cases[i].family, family) == 0) == inside)
            part.cases[part.count++] = all->cases[i];
    part.measured_count = part.count;
    return part;
}

/* Neither deviations nor intervals have seen the family. */
static void try_family(const noc_suite *all, const char *family, noc_tally sum[NOC_COMPARED_KINDS])
{
    noc_suite only = part_of(all, family, true), rest = part_of(all, family, false);
    noc_calibration *c = calloc(1, sizeof *c);
    noc_suite_comparisons trials;
    const noc_calibrate_options how = {.version = "test"};
    assert_int_equal(noc_calibrate(&rest, &how, c, NULL), NOC_OK);
    assert_int_equal(noc_suite_compare(&only, c, NULL, &trials, NULL), NOC_OK);
    for (noc_compared_kind k = 0; k < NOC_COMPARED_KINDS; k++) {
        const noc_tally t = noc_comparisons_tally(&trials, &only, NULL, k);
        print_message("  without %-8s %-14s %3zu of %3zu inside\n", family,
                      noc_compared_kind_name(k), t.inside_count, t.interval_count);
        sum[k].inside_count += t.inside_count;
        sum[k].interval_count += t.interval_count;
    }
    noc_calibration_clear(c);
    free(trials.list);
    free(c);
    free(only.cases);
    free(rest.cases);
}

/* 90 % are promised, for designs like those of the suite. Families are less alike than that, and
 * designs of one err alike: of latencies near saturation 88 % are inside. */
static void intervals_hold_families_held_back(void **state)
{
    noc_tally sum[NOC_COMPARED_KINDS] = {{0}};
    (void)state;
    noc_suite s = test_shipped_suite("training");
    for (size_t f = 0; f < s.family_count; f++) try_family(&s, s.families[f], sum);
    for (noc_compared_kind k = 0; k < NOC_COMPARED_KINDS; k++) {
        const double inside = (double)sum[k].inside_count / (double)sum[k].interval_count;
        print_message("  %s: %zu of %zu inside\n", noc_compared_kind_name(k), sum[k].inside_count,
                      sum[k].interval_count);
        assert_true(inside >= 0.82 && inside <= 0.96);
    }
    noc_suite_clear(&s);
}

int main(void)
{
    static test_list list;
    test_add(&list, "the command makes the shipped file", the_command_makes_the_shipped_file);
    test_add(&list, "intervals hold families held back", intervals_hold_families_held_back);
    return test_run("slow_calibrate", &list);
}
