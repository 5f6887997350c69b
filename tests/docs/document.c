#include "tests/docs/document.h"

#include <stdlib.h>
#include <string.h>

/* What stands above a block of code: marks in comments, and the line that introduces it. */
typedef struct heading {
    bool slow, not_run;
    int status;
    const char *introduction;
} heading;

/* Lines [first, end) of a document, that are code. */
typedef struct block {
    size_t first, end, indent;
} block;

static bool begins(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

static size_t blanks(const char *line)
{
    return strspn(line, " ");
}

static bool is_blank(const char *line)
{
    return !line[blanks(line)];
}

/* A line of a block, without its indentation. */
static const char *code(const document *d, const block *b, size_t line)
{
    const char *text = d->lines.list[line];
    const size_t indent = blanks(text);
    return text + (indent < b->indent ? indent : b->indent);
}

static void fault(document *d, size_t line, const char *what)
{
    doc_lines_take(&d->faults, doc_format("%s:%zu: %s", d->path, line + 1, what));
}

static doc_step *add_step(document *d, const block *b, const heading *h, size_t line)
{
    d->steps = reallocarray(d->steps, d->step_count + 1, sizeof *d->steps);
    if (!d->steps) abort();
    doc_step *step = &d->steps[d->step_count++];
    *step = (doc_step){.line = line, .indent = b->indent, .slow = h->slow};
    return step;
}

/* ---- what stands above ---------------------------------------------------------------------- */

static void read_mark(document *d, size_t line, heading *h)
{
    const char *mark = d->lines.list[line] + strlen("<!--");
    mark += blanks(mark);
    if (begins(mark, "slow ")) h->slow = true;
    if (begins(mark, "exit ")) h->status = atoi(mark + strlen("exit "));
    if (!begins(mark, "not run")) return;
    h->not_run = true;
    const char *reason = mark + strlen("not run");
    if (*reason != ':' || strcspn(reason + 1, "->") < 5)
        fault(d, line, "the reason is missing: <!-- not run: REASON -->");
}

/* The name at the end of "The space, `routers.space`:"; NULL if it is no file's. */
static char *introduced_file(const char *line)
{
    static const char *const suffixes[] = {".cfg",  ".space",  ".suite", ".csv", ".icnt",
                                           ".json", ".config", ".py",    ".sh",  ".txt"};
    const char *end = line ? strrchr(line, '`') : NULL;
    if (!end || strcmp(end, "`:") != 0) return NULL;
    const char *start = end;
    while (start > line && start[-1] != '`') start--;
    const size_t bytes = (size_t)(end - start);
    if (memchr(start, ' ', bytes)) return NULL;
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        const size_t tail = strlen(suffixes[i]);
        if (bytes > tail && begins(end - tail, suffixes[i])) return strndup(start, bytes);
    }
    return NULL;
}

/* ---- blocks --------------------------------------------------------------------------------- */

/* A command, whose lines but the last end with a backslash; the line behind it. */
static size_t read_command(document *d, const block *b, size_t line, char **command)
{
    *command = strdup(code(d, b, line) + strlen("$ "));
    for (line++; line < b->end; line++) {
        const size_t bytes = strlen(*command);
        if (bytes == 0 || (*command)[bytes - 1] != '\\') break;
        char *longer = doc_format("%s\n%s", *command, code(d, b, line));
        free(*command);
        *command = longer;
    }
    return line;
}

/* Commands and what they print. */
static void read_session(document *d, const block *b, const heading *h)
{
    for (size_t line = b->first; line < b->end;) {
        doc_step *step = add_step(d, b, h, line);
        step->first = line = read_command(d, b, line, &step->command);
        while (line < b->end && !begins(code(d, b, line), "$ ")) line++;
        step->end = line;
        while (step->end > step->first && is_blank(d->lines.list[step->end - 1])) step->end--;
    }
    d->steps[d->step_count - 1].status = h->status;
}

static void refuse_commands(document *d, const block *b)
{
    for (size_t i = b->first; i < b->end; i++) {
        if (!begins(code(d, b, i), "nocsight ") && !begins(code(d, b, i), "./quickstart")) continue;
        fault(d, i,
              "a command that nobody runs: put '$ ' before it, or <!-- not run: REASON --> above "
              "its block");
        return;
    }
}

static void read_block(document *d, const block *b, const heading *h)
{
    if (h->not_run || b->first == b->end) return;
    if (begins(code(d, b, b->first), "$ ")) {
        read_session(d, b, h);
        return;
    }
    char *file = introduced_file(h->introduction);
    if (!file) {
        refuse_commands(d, b);
        return;
    }
    doc_step *step = add_step(d, b, h, b->first);
    step->file = file;
    step->first = b->first;
    step->end = b->end;
}

/* The block between fences of which the first is at `line`; returns the line behind it. */
static size_t read_fenced(document *d, size_t line, const heading *h)
{
    const block fence = {.indent = blanks(d->lines.list[line])};
    block b = {.first = line + 1, .end = line + 1, .indent = fence.indent};
    while (b.end < d->lines.count && !begins(code(d, &fence, b.end), "```")) b.end++;
    if (b.end == d->lines.count) fault(d, line, "the fence has no end");
    read_block(d, &b, h);
    return b.end + 1;
}

/* The indented block that begins at `line`; returns the line behind it. */
static size_t read_indented(document *d, size_t line, const heading *h)
{
    block b = {.first = line, .end = line, .indent = 4};
    for (; line < d->lines.count; line++) {
        if (blanks(d->lines.list[line]) >= b.indent && !is_blank(d->lines.list[line]))
            b.end = line + 1;
        else if (!is_blank(d->lines.list[line]))
            break;
    }
    read_block(d, &b, h);
    return b.end;
}

static void parse(document *d)
{
    heading h = {0};
    bool in_paragraph = false; /* whose lines may be indented */
    for (size_t i = 0; i < d->lines.count;) {
        const char *line = d->lines.list[i];
        const bool fenced = blanks(line) < 4 && begins(line + blanks(line), "```");
        if (fenced || (blanks(line) >= 4 && !is_blank(line) && !in_paragraph)) {
            i = fenced ? read_fenced(d, i, &h) : read_indented(d, i, &h);
            h = (heading){0};
            in_paragraph = false;
            continue;
        }
        if (begins(line, "<!--"))
            read_mark(d, i, &h);
        else if (!is_blank(line))
            h = (heading){.introduction = line};
        in_paragraph = !is_blank(line) && !begins(line, "<!--");
        i++;
    }
}

/* ---- the document --------------------------------------------------------------------------- */

bool document_read(const char *path, document *d)
{
    *d = (document){.path = path};
    if (!doc_lines_read(path, &d->lines)) return false;
    parse(d);
    return true;
}

void document_clear(document *d)
{
    for (size_t i = 0; i < d->step_count; i++) {
        free(d->steps[i].command);
        free(d->steps[i].file);
    }
    free(d->steps);
    doc_lines_clear(&d->lines);
    doc_lines_clear(&d->faults);
}

doc_lines document_shown(const document *d, const doc_step *step)
{
    const block b = {.first = step->first, .end = step->end, .indent = step->indent};
    doc_lines shown = {0};
    for (size_t i = step->first; i < step->end; i++) doc_lines_add(&shown, code(d, &b, i), 0);
    return shown;
}
