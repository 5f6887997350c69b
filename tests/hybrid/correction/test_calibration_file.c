/* Calibration files: what is refused, and that what is written is read again. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/packed_numbers.h"
#include "hybrid/correction/calibration/calibration_file.h"
#include "hybrid/correction/calibration/shipped.h"
#include "tests/support/helpers.h"

/* The shipped file with one change: `find` becomes `put`; NULL cuts the file there. */
typedef struct damage {
    const char *name, *find, *put, *message;
} damage;

static const damage damages[] = {
    {"a changed figure", "seed = 1;", "seed = 2;", "checksum"},
    {"another format", "format = 6;", "format = 99;", "another version"},
    {"an older format", "format = 6;", "format = 5;", "another version"},
    {"no format", "format = 6;", "", "no calibration"},
    {"a file cut short", "ranges = (", NULL, "checksum"},
    {"no libconfig", "intervals = {", "intervals = [{", "syntax"},
};

static void a_damaged_file_is_refused(void **state)
{
    const damage *d = *state;
    char *text = test_read_text("data/calibration.cfg"), *changed = NULL;
    char *at = strstr(text, d->find);
    noc_calibration *c = calloc(1, sizeof *c);
    noc_diag diag = {0};
    assert_non_null(at);
    assert_true(asprintf(&changed, "%.*s%s%s", (int)(at - text), text, d->put ? d->put : "",
                         d->put ? at + strlen(d->find) : "") > 0);
    assert_int_equal(noc_calibration_parse(changed, "file", c, &diag), NOC_EINPUT);
    assert_true(diag.count > 0);
    assert_contains(diag.messages[0].text, d->message);
    noc_diag_clear(&diag);
    noc_calibration_clear(c);
    free(changed);
    free(text);
    free(c);
}

/* Takes out comments, whose words may change between two refits, and the checksum over them. */
static void keep_settings(char *text)
{
    char *to = text, *checksum = strstr(text, "checksum = ");
    assert_non_null(checksum);
    *checksum = '\0';
    for (const char *from = text; *from;) {
        const char *end = strncmp(from, "/*", 2) == 0 ? strstr(from, "*/") : NULL;
        if (end)
            from = end + 2;
        else
            *to++ = *from++;
    }
    *to = '\0';
}

static void the_shipped_file_fits_this_model_and_prints_alike(void **state)
{
    (void)state;
    char *text = test_read_text("data/calibration.cfg");
    noc_calibration *c = calloc(1, sizeof *c);
    noc_diag diag = {0};
    if (noc_calibration_parse(text, "data/calibration.cfg", c, &diag) != NOC_OK)
        test_print_messages(&diag);
    assert_int_equal(diag.count, 0);
    assert_non_null(noc_calibration_shipped());
    assert_string_equal(noc_calibration_shipped()->id, c->id);
    char *again = noc_calibration_text(c);
    keep_settings(again);
    keep_settings(text);
    assert_string_equal(again, text);
    noc_calibration_clear(c);
    free(again);
    free(text);
    free(c);
}

/* Figures without an interval stay without one. */
static void a_rule_that_was_not_learned_is_read_again(void **state)
{
    (void)state;
    noc_calibration *c = calloc(1, sizeof *c), *again = calloc(1, sizeof *again);
    *c = *noc_calibration_shipped();
    noc_interval_rule *rule = &c->intervals.model_rules[NOC_LATENCY_REPLY];
    for (size_t b = 0; b < NOC_BANDS; b++) rule->spreads[b] = (noc_spread){NAN, NAN, 3};
    rule->difficulty = (noc_difficulty){.intercept = NAN};
    char *text = noc_calibration_text(c);
    assert_int_equal(noc_calibration_parse(text, "text", again, NULL), NOC_OK);
    char *twice = noc_calibration_text(again);
    assert_string_equal(twice, text);
    assert_true(isnan(again->intervals.model_rules[NOC_LATENCY_REPLY].spreads[1].low));
    assert_int_equal(again->intervals.model_rules[NOC_LATENCY_REPLY].spreads[1].count, 3);
    noc_calibration_clear(again);
    free(twice);
    free(text);
    free(again);
    free(c);
}

/* To half a step, and what was read is written alike; the step is the least power of two that
 * does. */
static void packed_numbers_are_read_again(void **state)
{
    (void)state;
    for (double largest = 1e-6; largest < 1e6; largest *= 7.0) {
        const double step = noc_packed_step(largest);
        assert_near(log2(step), round(log2(step)), 0.0);
        assert_true(largest / step <= 131071.0 && largest / step > 65535.0);
        for (int i = -50; i <= 50; i++) {
            char text[2 * NOC_PACKED_CHARS + 1] = "";
            const double number = largest * i / 50.0;
            double again;
            FILE *out = fmemopen(text, sizeof text, "w");
            noc_packed_print(out, number, step);
            const long written = ftell(out);
            fflush(out);
            assert_true(noc_packed_read(text, 1, &step, &again));
            noc_packed_print(out, again, step);
            fflush(out);
            assert_int_equal(written, NOC_PACKED_CHARS);
            assert_near(again, number, 0.5 * step);
            fclose(out);
            assert_memory_equal(text, text + NOC_PACKED_CHARS, NOC_PACKED_CHARS);
        }
    }
    double none;
    assert_false(noc_packed_read("0?0", 1, &(double){1.0}, &none));
    assert_near(noc_packed_step(0.0), 1.0, 0.0);
}

int main(void)
{
    static test_list list;
    TEST_TABLE_PREFIXED(&list, "a calibration is refused", damages, a_damaged_file_is_refused);
    test_add(&list, "the shipped file fits this model and prints alike",
             the_shipped_file_fits_this_model_and_prints_alike);
    test_add(&list, "a rule that was not learned is read again",
             a_rule_that_was_not_learned_is_read_again);
    test_add(&list, "packed numbers are read again", packed_numbers_are_read_again);
    return test_run("calibration files", &list);
}
