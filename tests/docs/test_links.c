/* Links of all documents lead to files and headings that are there, and the index of docs/ has all
 * of its pages. */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/docs/links.h"
#include "tests/helpers.h"

static void check_name(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"# Limits", "limits"},
        {"### 8. Where memory nodes should stand", "8-where-memory-nodes-should-stand"},
        {"## What \"within 1 % of DSENT\" is not", "what-within-1--of-dsent-is-not"},
        {"## `links`, and rates", "links-and-rates"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *name = doc_heading_name(cases[i][0]);
        assert_string_equal(name, cases[i][1]);
        free(name);
    }
}

static void check_links(void **state)
{
    (void)state;
    glob_t pages;
    doc_lines faults = {0};
    assert_int_equal(glob(NOC_SOURCE_DIR "/*.md", 0, NULL, &pages), 0);
    assert_int_equal(glob(NOC_SOURCE_DIR "/docs/*.md", GLOB_APPEND, NULL, &pages), 0);
    assert_int_equal(glob(NOC_SOURCE_DIR "/docs/lab/*.md", GLOB_APPEND, NULL, &pages), 0);
    for (size_t i = 0; i < pages.gl_pathc; i++)
        assert_true(doc_links_check(pages.gl_pathv[i], &faults));
    for (size_t i = 0; i < faults.count; i++) print_message("%s\n", faults.list[i]);
    assert_int_equal(faults.count, 0);
    doc_lines_clear(&faults);
    globfree(&pages);
}

static void check_index(void **state)
{
    (void)state;
    glob_t pages;
    char *index = test_read_text("docs/README.md");
    assert_int_equal(glob(NOC_SOURCE_DIR "/docs/*.md", 0, NULL, &pages), 0);
    for (size_t i = 0; i < pages.gl_pathc; i++) {
        const char *name = strrchr(pages.gl_pathv[i], '/') + 1;
        char *link = doc_format("](%s)", name);
        if (strcmp(name, "README.md") != 0 && !strstr(index, link))
            fail_msg("docs/README.md has no link to %s", name);
        free(link);
    }
    globfree(&pages);
    free(index);
}

int main(void)
{
    static test_list list;
    test_add(&list, "names of headings", check_name);
    test_add(&list, "links lead somewhere", check_links);
    test_add(&list, "the index of docs/ has all pages", check_index);
    return test_run("links", &list);
}
