/* The HTML report in headless Chromium: each behaviour is a line that tests/page/checks.js writes.
 * Skipped where there is no Chromium; what needs none is checked anyway. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/helpers.h"

static char folder[] = "/tmp/noc_page_XXXXXX";

static char *output_of(const char *format, ...) __attribute__((format(printf, 1, 2)));

static char *output_of(const char *format, ...)
{
    char *line = NULL;
    va_list arguments;
    va_start(arguments, format);
    assert_true(vasprintf(&line, format, arguments) > 0);
    va_end(arguments);
    FILE *in = popen(line, "r");
    assert_non_null(in);
    size_t size = 0, got;
    char *text = calloc(1, 1), block[65536];
    while ((got = fread(block, 1, sizeof block, in)) > 0) {
        text = realloc(text, size + got + 1);
        memcpy(text + size, block, got);
        size += got;
        text[size] = '\0';
    }
    pclose(in);
    free(line);
    return text;
}

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
    free(output_of(
        "N='%s'; D='%s'; $N sweep $D/s.space --store $D/s.db -q && $N report --store $D/s.db "
        "-o $D/s.html -q --model-error 0.05 2>&1",
        NOC_BINARY, folder));
    return 0;
}

static int drop_page(void **state)
{
    (void)state;
    free(output_of("rm -r '%s'", folder));
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
    char *text = output_of("cat '%s/s.html'", folder);
    assert_contains(text, "<script type=\"application/json\" id=\"data\">");
    assert_null(strstr(text, "</script><img"));
    assert_null(strstr(text, "http-equiv=\"refresh\""));
    assert_contains(text, "Content-Security-Policy");
    assert_contains(text, "<noscript><svg id=\"static\"");
    assert_true(strlen(text) < 2000000);
    free(text);
}

/* Runs the checks on a page with an address; returns what they wrote. */
static char *run_checks(const char *hash)
{
    free(output_of(
        "cd '%s' && cp s.html t.html && (echo '<script>'; cat '%s/tests/page/checks.js'; echo "
        "'</script>') >>t.html && sed -i "
        "'0,/<style>/s//<script>window.firstHash=location.hash;window.pageErrors=[];"
        "window.addEventListener(\"error\",e=>window.pageErrors.push(e.message));"
        "<\\/script><style>/' t.html",
        folder, NOC_SOURCE_DIR));
    return output_of(
        "chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage "
        "--user-data-dir='%s/profile' --window-size=1200,900 --virtual-time-budget=5000 "
        "--dump-dom 'file://%s/t.html%s' 2>/dev/null | sed -n '/CHECKS/,/END/p'",
        folder, folder, hash);
}

static void behaves(void **state)
{
    (void)state;
    need_page();
    if (system("command -v chromium >/dev/null 2>&1") != 0) skip();
    char *first = run_checks("");
    if (strstr(first, "FAILED") || !strstr(first, "END")) print_message("%s\n", first);
    assert_contains(first, "END");
    assert_null(strstr(first, "FAILED"));
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
    char *second = run_checks(hash);
    if (strstr(second, "FAILED") || !strstr(second, "END")) print_message("%s\n%s\n", hash, second);
    assert_contains(second, "ok P9 the address restores ranges");
    assert_null(strstr(second, "FAILED"));
    free(first);
    free(second);
}

static void prints(void **state)
{
    (void)state;
    need_page();
    if (system("command -v chromium >/dev/null 2>&1") != 0) skip();
    char *said = output_of("chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage "
                           "--user-data-dir='%s/profile' --print-to-pdf='%s/s.pdf' "
                           "'file://%s/s.html' 2>/dev/null; head -c 5 '%s/s.pdf'",
                           folder, folder, folder, folder);
    assert_contains(said, "%PDF-");
    free(said);
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
