/* As test_shortage.c: all allocations, or several thousands of a command that makes more. */
#include "tests/support/users/shortage.h"

static void any_allocation_fails(void **state)
{
    const shortage_case *c = *state;
    shortage_check(c, c->slow_step);
}

int main(void)
{
    static test_list list;
    if (!shortage_begin()) return 1;
    test_add_rows(&list, NULL, shortage_cases, shortage_case_count, sizeof shortage_cases[0],
                  any_allocation_fails);
    const int status = test_run("slow shortage", &list);
    shortage_end();
    return status;
}
