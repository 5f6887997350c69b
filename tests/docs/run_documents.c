/* Runs the commands that documents show and compares what they print, or shows it anew:
 *   build-test/tests/docs/run_documents [--update] [--slow] [--seconds S] DOCUMENT...
 * CONTRIBUTING.md has the rules for documents. */
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/docs/document.h"
#include "tests/docs/match.h"
#include "tests/docs/mentions.h"
#include "tests/docs/shell.h"

typedef struct options {
    bool update, slow;
    double most_s; /* of a processor, for a command that is not marked as slow */
} options;

static void print_lines(const char *title, const doc_lines *lines)
{
    printf("  %s\n", title);
    for (size_t i = 0; i < lines->count; i++) printf("    | %s\n", lines->list[i]);
}

/* The status is looked at, and what is printed where the document shows something. */
static bool is_as_shown(const document *d, const doc_step *step, const doc_run *run)
{
    const size_t line = step->line + 1;
    if (run->status != step->status) {
        printf("%s:%zu: the command exits with %d, and %d is expected (<!-- exit N --> above the "
               "block says otherwise)\n",
               d->path, line, run->status, step->status);
        print_lines("It prints", &run->printed);
        return false;
    }
    if (step->first == step->end) return true;
    doc_lines shown = document_shown(d, step);
    size_t at;
    const bool same = doc_match(&shown, &run->printed, &at);
    if (!same) {
        if (at < shown.count)
            printf("%s:%zu: the command prints no such line here\n    | %s\n", d->path,
                   step->first + at + 1, shown.list[at]);
        else
            printf("%s:%zu: the command prints more than is shown\n", d->path, step->end);
        print_lines("It prints", &run->printed);
    }
    doc_lines_clear(&shown);
    return same;
}

/* Only where --seconds asks: how fast a machine is no test knows. */
static bool is_quick(const document *d, const doc_step *step, const doc_run *run, const options *o)
{
    if (step->slow || run->processor_s <= o->most_s) return true;
    printf("%s:%zu: the command takes %.1f s of a processor, and %g s is the most: put <!-- slow "
           "--> above its block, or show a quicker one\n",
           d->path, step->line + 1, run->processor_s, o->most_s);
    return false;
}

/* What the document shows of a step, from what its command printed. */
static void refresh(const document *d, const doc_step *step, const doc_run *run, doc_lines *text)
{
    doc_lines shown = document_shown(d, step);
    size_t at;
    if (step->first == step->end || doc_match(&shown, &run->printed, &at)) {
        for (size_t i = step->first; i < step->end; i++) doc_lines_add(text, d->lines.list[i], 0);
    } else {
        doc_lines fresh = doc_refreshed(&shown, &run->printed);
        for (size_t i = 0; i < fresh.count; i++) doc_lines_add(text, fresh.list[i], step->indent);
        doc_lines_clear(&fresh);
        printf("%s:%zu: shown anew\n", d->path, step->line + 1);
    }
    doc_lines_clear(&shown);
}

/* Runs a command; what the document will show of it goes to `text`. */
static bool run_command(const document *d, const doc_step *step, const doc_shell *shell,
                        const options *o, doc_lines *text)
{
    doc_run run = doc_shell_run(shell, step->command);
    printf("%7.2f s  %s\n", run.processor_s, step->command);
    bool good = (o->update && run.status == step->status) || is_as_shown(d, step, &run);
    good = is_quick(d, step, &run, o) && good;
    if (o->update && run.status == step->status) refresh(d, step, &run, text);
    doc_lines_clear(&run.printed);
    return good;
}

static bool write_file(const document *d, const doc_step *step, const doc_shell *shell)
{
    doc_lines lines = document_shown(d, step);
    const bool written = doc_shell_write(shell, step->file, &lines);
    if (!written) printf("%s:%zu: '%s' cannot be written\n", d->path, step->line + 1, step->file);
    doc_lines_clear(&lines);
    return written;
}

/* Takes the steps of a document; *text becomes the document as it should be. */
static bool take_steps(const document *d, const doc_shell *shell, const options *o, doc_lines *text)
{
    bool good = true;
    size_t line = 0;
    for (size_t i = 0; i < d->step_count; i++) {
        const doc_step *step = &d->steps[i];
        for (; line < step->first; line++) doc_lines_add(text, d->lines.list[line], 0);
        const size_t before = text->count;
        if (step->file)
            good = write_file(d, step, shell) && good;
        else if (o->slow || !step->slow)
            good = run_command(d, step, shell, o, text) && good;
        if (text->count > before) line = step->end;
    }
    for (; line < d->lines.count; line++) doc_lines_add(text, d->lines.list[line], 0);
    return good;
}

static bool is_changed(const doc_lines *a, const doc_lines *b)
{
    if (a->count != b->count) return true;
    for (size_t i = 0; i < a->count; i++)
        if (strcmp(a->list[i], b->list[i]) != 0) return true;
    return false;
}

static bool run_document(const char *path, const options *o)
{
    document d;
    doc_shell shell;
    doc_lines text = {0};
    if (!document_read(path, &d)) {
        printf("%s: cannot be read\n", path);
        return false;
    }
    bool good = d.faults.count == 0;
    for (size_t i = 0; i < d.faults.count; i++) printf("%s\n", d.faults.list[i]);
    if (!doc_shell_open(&shell)) abort();
    good = doc_mentions_hold(&d, &shell) && good;
    good = take_steps(&d, &shell, o, &text) && good;
    if (o->update && is_changed(&text, &d.lines) && !doc_lines_write(path, &text)) {
        printf("%s: cannot be written\n", path);
        good = false;
    }
    doc_shell_close(&shell);
    doc_lines_clear(&text);
    document_clear(&d);
    return good;
}

int main(int argc, char **argv)
{
    static const struct option known[] = {{"update", no_argument, NULL, 'u'},
                                          {"slow", no_argument, NULL, 's'},
                                          {"seconds", required_argument, NULL, 'm'},
                                          {0}};
    options o = {.most_s = INFINITY};
    for (int letter; (letter = getopt_long(argc, argv, "", known, NULL)) != -1;) {
        if (letter == '?') return 2;
        if (letter == 'u') o.update = true;
        if (letter == 's') o.slow = true;
        if (letter == 'm') o.most_s = atof(optarg);
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    bool good = true;
    for (int i = optind; i < argc; i++) good = run_document(argv[i], &o) && good;
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
