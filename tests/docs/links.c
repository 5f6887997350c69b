#include "tests/docs/links.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_INDENT = 4 }; /* lines of code, which have no links */

char *doc_heading_name(const char *heading)
{
    char *name = doc_format("%s", heading + strspn(heading, "# ")), *end = name;
    for (const char *at = name; *at; at++) {
        const unsigned char c = (unsigned char)*at;
        if (isalnum(c) || c == '-' || c == '_' || c >= 0x80)
            *end++ = (char)tolower(c);
        else if (c == ' ')
            *end++ = '-';
    }
    *end = '\0';
    return name;
}

static bool has_heading(const doc_lines *page, const char *name)
{
    bool found = false;
    for (size_t i = 0; i < page->count && !found; i++) {
        if (page->list[i][0] != '#') continue;
        char *heading = doc_heading_name(page->list[i]);
        found = strcmp(heading, name) == 0;
        free(heading);
    }
    return found;
}

/* NULL: the target is there; else what is wrong with it. */
static const char *look_for(const char *path, const char *target)
{
    const size_t name_bytes = strcspn(target, "#");
    const char *slash = strrchr(path, '/');
    const int folder = slash ? (int)(slash - path) + 1 : 0;
    char *file = name_bytes ? doc_format("%.*s%.*s", folder, path, (int)name_bytes, target)
                            : doc_format("%s", path);
    doc_lines page;
    const char *fault = NULL;
    if (!doc_lines_read(file, &page))
        fault = "there is no such file";
    else if (target[name_bytes] && !has_heading(&page, target + name_bytes + 1))
        fault = "there is no such heading";
    doc_lines_clear(&page);
    free(file);
    return fault;
}

static void check_line(const char *path, size_t number, const char *line, doc_lines *faults)
{
    for (const char *at = line; (at = strstr(at, "](")) != NULL;) {
        at += 2;
        char *target = doc_format("%.*s", (int)strcspn(at, ")"), at);
        if (!strstr(target, "://")) {
            const char *fault = look_for(path, target);
            if (fault)
                doc_lines_take(faults, doc_format("%s:%zu: %s: %s", path, number, target, fault));
        }
        free(target);
    }
}

bool doc_links_check(const char *path, doc_lines *faults)
{
    doc_lines page;
    if (!doc_lines_read(path, &page)) return false;
    for (size_t i = 0; i < page.count; i++)
        if (strspn(page.list[i], " ") < BLOCK_INDENT) check_line(path, i + 1, page.list[i], faults);
    doc_lines_clear(&page);
    return true;
}
