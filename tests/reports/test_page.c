/* The HTML report in headless Chromium: each behaviour is a line that tests/page/checks.js writes.
 * Skipped where there is no Chromium; what needs none is checked anyway. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/browser.h"
#include "tests/helpers.h"

static char folder[] = "/tmp/noc_page_XXXXXX";

static int make_page(void **state)
{
    (void)state;
    char path[100];
    if (!mkdtemp(folder)) return 1;
    snprintf(path, sizeof path, "%s/s.space", folder);
    FILE *out = fopen(path, "w");
    fputs("name = \"</script><img src=x onerror=alert(1)>\";\nbase = \"te13-baseline\";\n"
          "axes = ( { key = \"nodes.placement\"; values = (\"top-bottom\", \"scattered\"); }, { "
          "key = "
          "\"network.virtual_channels\"; values = (2, 4, 6); }, { key = \"network.flit_bytes\"; "
          "from = "
          "8; to = 64; factor = 2; }, { key = \"network.buffer_flits\"; values = (4, 8); } );\n",
          out);
    fclose(out);
    free(test_output_of(
        "N='%s'; D='%s'; $N sweep $D/s.space --store $D/s.db -q && $N report --store $D/s.db "
        "-o $D/s.html -q --model-error 0.05 2>&1",
        NOC_BINARY, folder));
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
    char path[100];
    snprintf(path, sizeof path, "%s/s.html", folder);
    if (access(path, F_OK) != 0) skip(); /* built without node-d3 */
}

static void data_is_sound(void **state)
{
    (void)state;
    need_page();
    char *text = test_output_of("cat '%s/s.html'", folder);
    assert_contains(text, "<script type=\"application/json\" id=\"data\">");
    assert_null(strstr(text, "</script><img"));
    assert_null(strstr(text, "http-equiv=\"refresh\""));
    assert_contains(text, "Content-Security-Policy");
    assert_contains(text, "<noscript><svg id=\"static\"");
    assert_true(strlen(text) < 2000000);
    free(text);
}

static void behaves(void **state)
{
    (void)state;
    need_page();
    test_need_browser();
    char *first = test_browser_checks(folder, "s.html", "checks.js", "");
    test_all_hold(first);
    char hash[1000] = "";
    const char *found = strstr(first, "hash #");
    assert_non_null(found);
    size_t used = 0;
    for (const char *c = found + 5; *c && *c != '\n' && used + 20 < sizeof hash; c++) {
        if (strncmp(c, "&amp;", 5) == 0)
            c += 4, hash[used++] = '&';
        else
            hash[used++] = *c;
    }
    strcpy(hash + used, "&second=1");
    char *second = test_browser_checks(folder, "s.html", "checks.js", hash);
    if (strstr(second, "FAILED")) print_message("%s\n", hash);
    test_all_hold(second);
    assert_contains(second, "ok P9 the address restores ranges");
    free(first);
    free(second);
}

static void prints(void **state)
{
    (void)state;
    need_page();
    test_need_browser();
    test_browser_prints(folder, "s.html");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(data_is_sound),
        cmocka_unit_test(behaves),
        cmocka_unit_test(prints),
    };
    return cmocka_run_group_tests_name("page", tests, make_page, drop_page);
}
