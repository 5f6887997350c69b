/* The page of published figures: all rows are in it, it needs nothing else, and in headless
 * Chromium it behaves (tests/page/judged_checks.js writes a line a behaviour). What needs no
 * browser is checked anyway. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "reports/page_frame.h"
#include "studies/published.h"
#include "tests/browser.h"
#include "tests/helpers.h"

static char folder[] = "/tmp/noc_judged_XXXXXX";

static int make_page(void **state)
{
    (void)state;
    if (!mkdtemp(folder)) return 1;
    free(test_output_of("'%s' reproduce --model -q -o '%s/s.html' 2>&1", NOC_BINARY, folder));
    return 0;
}

static int drop_page(void **state)
{
    (void)state;
    free(test_output_of("rm -r '%s'", folder));
    return 0;
}

static void need_page(void)
{
    if (!noc_page_is_built()) skip();
}

static char *page_text(void)
{
    return test_output_of("cat '%s/s.html'", folder);
}

static void all_rows_are_in_it(void **state)
{
    (void)state;
    need_page();
    noc_diag diag = {0};
    const noc_published *row;
    char *text = page_text();
    const char *table = text, *data = strstr(text, "id=\"data\">");
    assert_non_null(data);
    for (size_t i = 0; (row = noc_published_at(i, &diag)); i++) {
        char in_table[200], in_data[200];
        snprintf(in_table, sizeof in_table, "<tr id=\"%s\"><td>%s</td>", row->id, row->id);
        snprintf(in_data, sizeof in_data, "\"id\":\"%s\"", row->id);
        if (!(table = strstr(table, in_table)) || !(data = strstr(data, in_data)))
            fail_msg("%s is not in the page, or out of its order", row->id);
    }
    assert_int_equal(diag.count, 0);
    free(text);
}

static void it_needs_nothing_else(void **state)
{
    static const char *const outside[] = {" src=",   "<link",    "@import",
                                          "url(\"h", "fetch(\"", "http-equiv=\"refresh\""};
    (void)state;
    need_page();
    char *text = page_text();
    char *data = strstr(text, "id=\"data\">") + strlen("id=\"data\">");
    assert_true(strlen(text) < 2000000);
    assert_contains(text, "default-src 'none'");
    const size_t length = strcspn(data, "<"); /* a "<" in the data would end it here */
    assert_memory_equal(data + length, "</script>", 9);
    assert_int_equal(data[length - 1], ']');
    for (size_t i = 0; i < TEST_COUNT(outside); i++) assert_null(strstr(text, outside[i]));
    free(text);
}

static void a_part_of_it(void **state)
{
    char want[100];
    size_t asked = 0;
    const noc_published *row;
    (void)state;
    need_page();
    for (size_t i = 0; (row = noc_published_at(i, NULL)); i++)
        asked += noc_published_is_asked(row, "te13-figure8");
    snprintf(want, sizeof want, "p.html: %zu figures\n%zu\n", asked, asked);
    char *said = test_output_of("cd '%s' && '%s' reproduce --model -o p.html te13-figure8 2>&1 && "
                                "grep -c '<tr id=' p.html && grep '<h1>' p.html",
                                folder, NOC_BINARY);
    assert_contains(said, want);
    assert_contains(said, "<h1>Published figures beside ours: te13-figure8</h1>");
    free(said);
}

static void behaves(void **state)
{
    (void)state;
    need_page();
    test_need_browser();
    char *all = test_browser_checks(folder, "s.html", "judged_checks.js", "");
    test_all_hold(all);
    assert_contains(all, "ok all figures are shown at first");
    free(all);
    char *some = test_browser_checks(folder, "s.html", "judged_checks.js",
                                     "#paper=icc&verdict=exact&sort=published,down");
    test_all_hold(some);
    assert_contains(some, "ok the address restores filters");
    free(some);
    char *one =
        test_browser_checks(folder, "s.html", "judged_checks.js", "#te13-fig8-ideal-speedup-hh");
    test_all_hold(one);
    assert_contains(one, "ok the address of a row opens it");
    free(one);
}

static void prints(void **state)
{
    (void)state;
    need_page();
    test_need_browser();
    test_browser_prints(folder, "s.html#paper=icc&kind=speedup");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_rows_are_in_it),
        cmocka_unit_test(it_needs_nothing_else),
        cmocka_unit_test(a_part_of_it),
        cmocka_unit_test(behaves),
        cmocka_unit_test(prints),
    };
    return cmocka_run_group_tests_name("judged page", tests, make_page, drop_page);
}
