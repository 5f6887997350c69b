/* Prints figures of a tree of sources, this one's if no folder is named:
 *
 *     house_counts [--known] [FOLDER]
 *
 * how many files mention a kind of network that is not their own, how many public functions are
 * declared in another file's header (by folder), the widest structs, the files above 500 lines, the
 * modules and rooms that include each other. With --known the lines of tests/house/known.txt that
 * the tree needs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/house/circles.h"
#include "tests/house/files.h"
#include "tests/house/functions.h"
#include "tests/house/structs.h"

/* ---- kinds of networks ---------------------------------------------------------------------- */

/* NOC_SWITCHING_IDEAL and what else names one of the kinds. */
static bool names_switching(const char *code)
{
    static const char mark[] = "SWITCHING_";
    for (const char *at = code; (at = strstr(at, mark)); at++) {
        const char next = at[sizeof mark - 1];
        if (next >= 'A' && next <= 'Z') return true;
    }
    return false;
}

static void print_kinds(const house_sources *s)
{
    size_t count = 0;
    for (size_t i = 0; i < s->count; i++) {
        const house_file *f = &s->files[i];
        if (!house_is_product(f->path) || house_ends(f->path, ".def")) continue;
        count +=
            strstr(f->text, "is_ideal") || names_switching(f->text) || strstr(f->text, "->ideal");
    }
    printf("files that ask for a kind of network: %zu\n", count);
    for (size_t i = 0; i < s->count; i++) {
        const house_file *f = &s->files[i];
        if (!house_is_product(f->path) || house_ends(f->path, ".def")) continue;
        if (strstr(f->text, "is_ideal") || names_switching(f->text) || strstr(f->text, "->ideal"))
            printf("    %s\n", f->path);
    }
}

/* ---- breaches by folder --------------------------------------------------------------------- */

/* The folder of the file that a message of a breach names first with an ending of C. */
static char *folder_in(const char *text)
{
    const char *slash = strchr(text, '/');
    const char *from = slash ? slash : text;
    while (from > text && from[-1] != ' ') from--;
    return house_format("%.*s", slash ? (int)(slash - from) : 0, from);
}

static size_t count_in(const house_breaches *b, const char *folder)
{
    size_t count = 0;
    for (size_t i = 0; i < b->count; i++) {
        char *const at = folder_in(b->list[i].text);
        count += strcmp(at, folder) == 0;
        free(at);
    }
    return count;
}

static void print_by_folder(const char *what, const house_breaches *b)
{
    house_breaches folders = {0};
    printf("%s: %zu", what, b->count);
    for (size_t i = 0; i < b->count; i++)
        house_breach_add(&folders, folder_in(b->list[i].text), NULL);
    for (size_t i = 0; i < folders.count; i++)
        printf("%s%s %zu", i ? ", " : " (", folders.list[i].key, count_in(b, folders.list[i].key));
    printf("%s\n", folders.count ? ")" : "");
    house_breaches_clear(&folders);
}

/* ---- structs -------------------------------------------------------------------------------- */

enum { WIDEST = 5 };

typedef struct widest {
    const house_sources *sources;
    house_struct list[WIDEST];
} widest;

static void keep_widest(void *context, const house_struct *found)
{
    widest *w = context;
    if (!house_is_product(w->sources->files[found->file].path)) return;
    size_t at = WIDEST;
    while (at > 0 && w->list[at - 1].fields < found->fields) at--;
    if (at == WIDEST) return;
    memmove(w->list + at + 1, w->list + at, (WIDEST - 1 - at) * sizeof w->list[0]);
    w->list[at] = *found;
}

static void print_structs(const house_sources *s)
{
    widest w = {.sources = s};
    house_structs(s, keep_widest, &w);
    printf("widest structs, in fields:");
    for (int i = 0; i < WIDEST && w.list[i].fields; i++)
        printf("%s %s %zu", i ? "," : "", w.list[i].name, w.list[i].fields);
    printf("\n");
}

/* ---- files and circles ---------------------------------------------------------------------- */

static void print_files(const house_sources *s)
{
    size_t files = 0, lines = 0, longest = 0, tests = 0, product = 0;
    for (size_t i = 0; i < s->count; i++) {
        const size_t length = house_lines(&s->files[i]);
        if (house_ends(s->files[i].path, ".def")) continue;
        const bool own = house_is_product(s->files[i].path);
        files += own;
        lines += own ? length : 0;
        product += own && length > HOUSE_LINES_MOST;
        tests += !own && length > HOUSE_LINES_MOST;
        if (own && length > house_lines(&s->files[longest])) longest = i;
    }
    printf("product: %zu files, %zu lines; longest: %s with %zu\n", files, lines,
           s->files[longest].path, house_lines(&s->files[longest]));
    printf("files above %d lines: %zu of the product, %zu of the tests\n", HOUSE_LINES_MOST,
           product, tests);
}

static void print_public(const house_sources *s)
{
    size_t defined = 0;
    house_functions f = house_functions_read(s);
    for (size_t i = 0; i < f.count; i++) defined += f.list[i].defined;
    printf("public functions: %zu\n", defined);
    house_functions_free(&f);
}

typedef struct rule {
    const char *what;
    void (*check)(const house_sources *sources, house_breaches *found);
} rule;

static const rule rules[] = {
    {"files above 500 lines without a reason", house_check_lengths},
    {"files with comments wider than 100 columns", house_check_widths},
    {"functions declared in another file's header", house_check_headers},
    {"structs of more than 60 fields", house_check_structs},
    {"includes in circles of files", house_check_circles},
    {"pairs of rooms in circles", house_check_rooms},
    {"files that set GSL's error handler, and have no main", house_check_gsl},
};
enum { RULES = sizeof rules / sizeof rules[0] };

static void print_known(const house_sources *s)
{
    printf("# What still breaks a rule of the house (tests/house/). This list may only shrink:\n"
           "# build/tests/house/house_counts --known > tests/house/known.txt\n");
    for (size_t i = 0; i < RULES; i++) {
        house_breaches found = {0};
        rules[i].check(s, &found);
        for (size_t k = 0; k < found.count; k++) printf("%s\n", found.list[k].key);
        house_breaches_clear(&found);
    }
}

static void print_figures(const house_sources *s)
{
    print_files(s);
    print_public(s);
    print_structs(s);
    for (size_t i = 0; i < RULES; i++) {
        house_breaches found = {0};
        rules[i].check(s, &found);
        print_by_folder(rules[i].what, &found);
        house_breaches_clear(&found);
    }
    printf("modules (.c with .h) that include each other: %zu\n", house_count_knotted(s));
    print_kinds(s);
}

int main(int argc, char **argv)
{
    const bool known = argc > 1 && strcmp(argv[1], "--known") == 0;
    const int folder = known ? 2 : 1;
    house_sources s = house_read(argc > folder ? argv[folder] : NOC_SOURCE_DIR);
    if (known)
        print_known(&s);
    else if (s.count)
        print_figures(&s);
    house_sources_free(&s);
    return EXIT_SUCCESS;
}
