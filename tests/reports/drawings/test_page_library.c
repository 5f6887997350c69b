/* Without the chart library a page says so: as in a program that was built without it, whose table
 * of libraries is this one. */
#include "base/diag.h"
#include "reports/drawings/page_frame.h"
#include "reports/drawings/page_parts.h"
#include "tests/support/helpers.h"

const noc_embedded_file noc_page_library[] = {{NULL, NULL}};

static void what_is_missing_is_told(void **state)
{
    noc_diag diag = {0};
    (void)state;
    assert_false(noc_page_has_library());
    assert_int_equal(noc_page_require_library(&diag), NOC_EFAILED);
    assert_int_equal(diag.count, 1);
    assert_contains(diag.messages[0].text, "node-d3");
    noc_diag_clear(&diag);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_missing_is_told)};
    return cmocka_run_group_tests_name("page library", tests, NULL, NULL);
}
