/* hybrid/training/learning/closed_cases.c: tables of sampled loops that are refused. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "hybrid/training/learning/closed_cases.h"
#include "tests/support/helpers.h"

static void case_is_there_twice(void **state)
{
    (void)state;
    static const char row[] = "a,learn,te13-baseline,workload=steady,1,0.1,0.5,0,0,0,20,20,0.1\n";
    char path[] = "/tmp/nocsight-cases-XXXXXX";
    FILE *out = fdopen(mkstemp(path), "w");
    assert_non_null(out);
    noc_closed_cases_put_header(out);
    fprintf(out, "%s%s", row, row);
    fclose(out);
    noc_closed_cases cases = {0};
    noc_diag diag = {0};
    assert_int_equal(noc_closed_cases_read(path, &cases, &diag), NOC_EINPUT);
    assert_int_equal(diag.messages[0].line, 3);
    noc_closed_cases_clear(&cases);
    noc_diag_clear(&diag);
    unlink(path);
}

int main(void)
{
    static test_list list;
    test_add(&list, "cases: one is there twice", case_is_there_twice);
    return test_run("cases of the closed loop", &list);
}
