/* data/calibration.cfg is what `nocsight calibrate --suite training` makes of the shipped measurements, byte for
 * byte. Two minutes of one core. */
#include <stdlib.h>

#include "hybrid/calibrate.h"
#include "tests/helpers.h"

static void the_command_makes_the_shipped_file(void **state)
{
    (void)state;
    noc_suite s;
    noc_diag diag = {0};
    char *shipped = test_read_text("data/calibration.cfg");
    noc_calibration *c = calloc(1, sizeof *c), *made = calloc(1, sizeof *made);
    assert_int_equal(noc_calibration_parse(shipped, "data/calibration.cfg", c, &diag), NOC_OK);
    assert_int_equal(
        noc_suite_read(NOC_SOURCE_DIR "/configs/training.suite", NULL, &s, &diag), NOC_OK);
    assert_int_equal(noc_suite_load(&s, s.records, &diag), NOC_OK);
    assert_int_equal(s.bad, 0);
    assert_int_equal(s.measured, s.count); /* else the command would measure first */
    const noc_calibrating how = {.rounds = NOC_CALIBRATE_ROUNDS, .version = c->version};
    assert_int_equal(noc_calibrate(&s, &how, made, &diag), NOC_OK);
    char *text = noc_calibration_text(made);
    assert_string_equal(text, shipped);
    free(text);
    free(made);
    free(c);
    free(shipped);
    noc_suite_clear(&s);
}

int main(void)
{
    test_list list = {.count = 0};
    test_add(&list, "the command makes the shipped file", the_command_makes_the_shipped_file);
    return test_run("slow_calibrate", &list);
}
