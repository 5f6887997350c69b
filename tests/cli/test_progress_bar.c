/* The line that shows how far long work is. */
#include <locale.h>
#include <string.h>

#include "cli/frame/progress.h"
#include "reports/writers/glyph.h"
#include "tests/support/helpers.h"

typedef struct bar_case {
    const char *name;
    double share;
    const char *left, *what;
    int columns;
    bool blocks;
    const char *text;
} bar_case;

static const bar_case bars[] = {
    {"half of the work", 0.5, "6 s left", "te13-baseline", 80, false,
     "[##########----------]   50%  6 s left    te13-baseline"},
    {"nothing yet", 0.0, "...", "a", 40, false, "[----------]    0%  ...         a"},
    {"all, and more", 1.5, "0 s left", "a", 40, false, "[##########]  100%  0 s left    a"},
    {"a name that is cut", 0.3, "6 s left", "a-very-long-name-of-a-design", 44, false,
     "[###--------]   30%  6 s left    a-very-lon"},
    {"too narrow for a bar", 0.3, "6 s left", "te13-baseline", 30, false,
     " 30%  6 s left    te13-baseli"},
    {"blocks", 0.5, "6 s left", "x", 40, true, "█████░░░░░   50%  6 s left    x"},
    {"no terminal at all", 0.5, "6 s left", "x", 0, false, ""},
};

static void bar_is(void **state)
{
    const bar_case *c = *state;
    char text[NOC_PROGRESS_BAR_CHARS];
    noc_progress_bar(c->share, c->left, c->what, c->columns, c->blocks, text);
    assert_string_equal(text, c->text);
}

static int columns_of(const char *text)
{
    int columns = 0;
    for (size_t left = strlen(text); left > 0;) {
        const noc_glyph glyph = noc_glyph_at(text, left);
        columns += (int)glyph.columns;
        text += glyph.bytes;
        left -= glyph.bytes;
    }
    return columns;
}

/* Names of wide letters, too, are cut between letters. */
static void no_line_wraps(void **state)
{
    (void)state;
    setlocale(LC_CTYPE, "C.UTF-8");
    for (int columns = 1; columns < 400; columns++)
        for (int blocks = 0; blocks < 2; blocks++) {
            char text[NOC_PROGRESS_BAR_CHARS];
            noc_progress_bar(0.37, "1 min 20 s left", "設計設計設計設計設計設計設計設計設計設計",
                             columns, blocks, text);
            assert_true(columns_of(text) < columns);
        }
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, bars, bar_is);
    test_add(&list, "no line wraps", no_line_wraps);
    return test_run("progress bar", &list);
}
