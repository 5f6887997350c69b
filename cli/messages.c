#include "cli/messages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/shortage.h"
#include "reports/pen.h"

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool told_before(const noc_diag *diag, size_t i)
{
    const noc_message *m = &diag->messages[i];
    for (size_t k = 0; k < i; k++) {
        const noc_message *other = &diag->messages[k];
        if (other->line == m->line && same_text(other->text, m->text) &&
            same_text(other->file, m->file))
            return true;
    }
    return false;
}

/* Design files are anyone's, so their words are not sent to the terminal as they are. */
static void print_clean(const char *text)
{
    noc_pen pen = {.out = stderr};
    noc_pen_text(&pen, text, strlen(text));
}

static void print_message(const noc_message *m)
{
    fputs("nocsight: ", stderr);
    if (m->file) {
        print_clean(m->file);
        if (m->line > 0) fprintf(stderr, ":%d", m->line);
        fputs(": ", stderr);
    }
    print_clean(m->text);
    fputc('\n', stderr);
}

static bool counts(const noc_diag *diag, size_t i)
{
    const noc_message *m = &diag->messages[i];
    return m->status == NOC_EINPUT && m->file && !told_before(diag, i);
}

/* Told at the file's first message, so that each file gets one line. */
static void print_count(const noc_diag *diag, size_t first, const char *consequence)
{
    size_t errors = 0;
    for (size_t k = 0; k < diag->count; k++) {
        if (!counts(diag, k) || !same_text(diag->messages[k].file, diag->messages[first].file))
            continue;
        if (k < first) return;
        errors++;
    }
    if (errors < 2) return;
    fputs("nocsight: ", stderr);
    print_clean(diag->messages[first].file);
    fprintf(stderr, ": %zu errors%s%s\n", errors, consequence ? "; " : "",
            consequence ? consequence : "");
}

void noc_messages_print(const noc_diag *diag, const char *consequence)
{
    if (noc_shortage_noted()) return; /* main tells that, and nothing else is to be believed */
    for (size_t i = 0; i < diag->count; i++)
        if (!told_before(diag, i)) print_message(&diag->messages[i]);
    for (size_t i = 0; i < diag->count; i++)
        if (counts(diag, i)) print_count(diag, i, consequence);
}

void noc_say(const char *format, ...)
{
    char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    const int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length < 0) return;
    if (!noc_shortage_noted()) print_message(&(noc_message){.text = text});
    free(text);
}
