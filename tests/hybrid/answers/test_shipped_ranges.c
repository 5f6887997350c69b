/* Shipped designs answer within what the shipped calibration has measured: no warning on a front
 * page. Starters likewise: tests/reports/test_starters.c. */
#include "tests/support/designs/in_range.h"
#include "tests/support/helpers.h"

static void check_shipped(void **state)
{
    const test_shipped *c = *state;
    test_system t = test_compile_file(c->path, NULL);
    test_expect_in_range(c->name, t.system);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    const test_shipped *designs;
    const size_t count = test_shipped_designs(&designs);
    test_add_rows(&list, NULL, designs, count, sizeof *designs, check_shipped);
    return count == 0 || test_run("shipped ranges", &list);
}
