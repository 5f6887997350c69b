/* When memory is short: of each command every so many-th allocation fails, and the answer is the
 * same or there is none. test_slow_shortage.c has (nearly) all of them. */
#include "tests/support/users/shortage.h"

static void some_allocations_fail(void **state)
{
    const shortage_case *c = *state;
    shortage_check(c, c->quick_step);
}

typedef struct space_case {
    const char *name;
    size_t kilobytes;
} space_case;

/* From where the program hardly starts to where all is well; some 28 to 40 MB. */
static const space_case spaces[] = {
    {"31 MB", 31000}, {"28 MB", 28000}, {"35 MB", 35000}, {"33 MB", 33000},
    {"39 MB", 39000}, {"37 MB", 37000}, {"44 MB", 44000}, {"41 MB", 41000},
};

static void small_space_is_told(void **state)
{
    const space_case *s = *state;
    for (size_t i = 0; i < shortage_case_count; i++)
        if (!shortage_cases[i].file) shortage_check_limit(&shortage_cases[i], s->kilobytes);
}

static void full_file_is_told(void **state)
{
    (void)state;
    shortage_check_full_file();
}

int main(void)
{
    static test_list list;
    if (!shortage_begin()) return 1;
    test_add_rows(&list, "allocation", shortage_cases, shortage_case_count,
                  sizeof shortage_cases[0], some_allocations_fail);
    TEST_TABLE_SOME(&list, "address space", spaces, small_space_is_told, 2);
    test_add(&list, "a file that is full", full_file_is_told);
    const int status = test_run("shortage", &list);
    shortage_end();
    return status;
}
