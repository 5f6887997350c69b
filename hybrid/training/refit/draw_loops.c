/* Program that writes the closed loops drawn by a suite as a table for measure_closed, without
 * measurements: draw_loops SUITE FILE (run where configs/ is). Each family varies a design of
 * configs/. The set of loops that the suite holds back, from which nothing is learned, ends with
 * -kept. */
#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <string.h>

#include "base/affix.h"
#include "base/auto.h"
#include "hybrid/training/learning/closed_cases.h"
#include "hybrid/training/suites/suite_read.h"

static const char folder[] = "configs/", suffix[] = ".cfg";

/* Finds a design of configs/, for names that are no file in the suite's folder. */
static noc_status find_design(const char *word, char **path, noc_diag *diag)
{
    return asprintf(path, "%s%s%s", folder, word, suffix) < 0 ? noc_fail_memory(diag) : NOC_OK;
}

/* Copies the overrides, with one space between them. Spaces in lists are dropped; quotes are kept
 * in lists only. */
static void copy_words(const char *overrides, char *words)
{
    int depth = 0;
    for (; *overrides; overrides++) {
        depth += *overrides == '(' || *overrides == '{';
        depth -= *overrides == ')' || *overrides == '}';
        if (*overrides == (depth > 0 ? ' ' : '"')) continue;
        *words++ = *overrides;
    }
    *words = '\0';
}

/* Prints a case without figures, with an IPC of 1, as the table requires one. */
static int print_loop(const noc_suite_case *c, FILE *out)
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    char *design = noc_arena_string(&scratch, c->design->file);
    char *words = noc_arena_string(&scratch, c->overrides);
    const char *set = noc_arena_text(&scratch, "%s%s", c->family, c->is_held_back ? "-kept" : "");
    if (scratch.is_short) return 1;
    const bool shipped = begins_with(design, folder) && ends_with(design, suffix);
    if (shipped) design[strlen(design) - strlen(suffix)] = '\0';
    copy_words(c->overrides, words);
    const noc_closed_case loop = {.set = set,
                                  .design = design + (shipped ? strlen(folder) : 0),
                                  .is_training = !c->is_held_back,
                                  .overrides = {words},
                                  .override_count = 1,
                                  .ipc = 1.0};
    noc_closed_case_print(&loop, out);
    return 0;
}

static int print_loops(const noc_suite *suite, FILE *out)
{
    noc_closed_print_header(out);
    for (size_t i = 0; i < suite->count; i++) {
        const noc_suite_case *c = &suite->cases[i];
        if (c->design && c->overrides && print_loop(c, out) == 0) continue;
        fprintf(stderr, "draw_loops: %s: %s\n", c->name, c->fault ? c->fault : "out of memory");
        return 1;
    }
    return 0;
}

static int write_loops(const noc_suite *suite, const char *path)
{
    FILE *out = fopen(path, "w");
    const int failed = out ? print_loops(suite, out) : 1;
    if (out && fclose(out) == 0) return failed;
    fprintf(stderr, "draw_loops: %s cannot be written\n", path);
    return 1;
}

int main(int argc, char **argv)
{
    NOC_AUTO(noc_suite_clear) noc_suite suite = {0};
    NOC_AUTO(noc_diag_clear) noc_diag diag = {0};
    if (argc != 3) {
        fprintf(stderr, "Usage: draw_loops SUITE FILE\n");
        return 2;
    }
    gsl_set_error_handler_off(); /* results are checked, as cli/main.c does */
    const noc_status status = noc_suite_read(argv[1], find_design, &suite, &diag);
    const int failed = status == NOC_OK ? write_loops(&suite, argv[2]) : 1;
    for (size_t i = 0; i < diag.count; i++)
        fprintf(stderr, "draw_loops: %s:%d: %s\n", argv[1], diag.messages[i].line,
                diag.messages[i].text);
    return failed;
}
