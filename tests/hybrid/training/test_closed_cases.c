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
    noc_closed_print_header(out);
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

/* A list in an override has commas and quotes; the row that is written is the row that was read. */
static void lists_in_overrides_are_kept(void **state)
{
    (void)state;
    static const char row[] =
        "a,learn,te13-baseline,\"workload=steady "
        "workload.phases=({share=0.4;instructions=3;},{share="
        "0.6;instructions=60;}) "
        "traffic.pattern=\"\"uniform\"\"\",2,0.1,0.5,0,0,0,20,20,0.1,,,,,,,,,,,,,,"
        "\n";
    char path[] = "/tmp/nocsight-cases-XXXXXX", *text = NULL;
    size_t size = 0;
    FILE *out = fdopen(mkstemp(path), "w");
    assert_non_null(out);
    noc_closed_print_header(out);
    fputs(row, out);
    fclose(out);
    noc_closed_cases cases = {0};
    assert_int_equal(noc_closed_cases_read(path, &cases, NULL), NOC_OK);
    assert_int_equal(cases.count, 1);
    assert_int_equal(cases.list[0].override_count, 3);
    assert_string_equal(
        cases.list[0].overrides[1],
        "workload.phases=({share=0.4;instructions=3;},{share=0.6;instructions=60;})");
    assert_string_equal(cases.list[0].overrides[2], "traffic.pattern=\"uniform\"");
    assert_near(cases.list[0].ipc, 2.0, 0.0);
    out = open_memstream(&text, &size);
    assert_non_null(out);
    noc_closed_case_print(&cases.list[0], out);
    fclose(out);
    assert_string_equal(text, row);
    free(text);
    noc_closed_cases_clear(&cases);
    unlink(path);
}

int main(void)
{
    static test_list list;
    test_add(&list, "cases: one is there twice", case_is_there_twice);
    test_add(&list, "cases: lists in overrides are kept", lists_in_overrides_are_kept);
    return test_run("cases of the closed loop", &list);
}
