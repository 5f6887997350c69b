#include "tests/browser.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/helpers.h"

#define CHROMIUM                                                              \
    "chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage " \
    "--user-data-dir='%s/profile' "

char *test_output_of(const char *format, ...)
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

void test_need_browser(void)
{
    if (system("command -v chromium >/dev/null 2>&1") != 0) skip();
}

char *test_browser_checks(const char *folder, const char *page, const char *checks,
                          const char *hash)
{
    free(test_output_of(
        "cd '%s' && cp '%s' t.html && (echo '<script>'; cat '%s/tests/page/%s'; echo "
        "'</script>') >>t.html && sed -i "
        "'0,/<style>/s//<script>window.firstHash=location.hash;window.pageErrors=[];"
        "window.addEventListener(\"error\",e=>window.pageErrors.push(e.message));"
        "<\\/script><style>/' t.html",
        folder, page, NOC_SOURCE_DIR, checks));
    return test_output_of(CHROMIUM
                          "--window-size=1200,900 --virtual-time-budget=5000 "
                          "--dump-dom 'file://%s/t.html%s' 2>/dev/null | sed -n '/CHECKS/,/END/p'",
                          folder, folder, hash);
}

void test_all_hold(const char *lines)
{
    if (strstr(lines, "FAILED") || !strstr(lines, "END")) print_message("%s\n", lines);
    assert_contains(lines, "END");
    assert_null(strstr(lines, "FAILED"));
}

void test_browser_prints(const char *folder, const char *page)
{
    char *said = test_output_of(CHROMIUM "--print-to-pdf='%s/s.pdf' 'file://%s/%s' 2>/dev/null; "
                                         "head -c 5 '%s/s.pdf'",
                                folder, folder, folder, page, folder);
    assert_contains(said, "%PDF-");
    free(said);
}
