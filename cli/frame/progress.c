#include "cli/frame/progress.h"

#include <langinfo.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/frame/interrupt.h"
#include "cli/frame/messages.h"
#include "cli/frame/terminal.h"
#include "reports/words/figure.h"
#include "reports/writers/glyph.h"

/* ---- the bar -------------------------------------------------------------------------------- */

enum { BAR_LEAST_COLUMNS = 40, BAR_MOST = 40, COLUMNS_MOST = 240 };

/* Text that grows by whole characters, up to a number of columns. */
typedef struct bar_line {
    char *text;
    size_t used;
    int columns;
} bar_line;

static void append(bar_line *l, const char *text)
{
    for (size_t left = strlen(text); left > 0;) {
        const noc_glyph glyph = noc_glyph_at(text, left);
        if ((int)glyph.columns > l->columns) break;
        memcpy(l->text + l->used, text, glyph.bytes);
        l->used += glyph.bytes;
        l->columns -= (int)glyph.columns;
        text += glyph.bytes;
        left -= glyph.bytes;
    }
    l->text[l->used] = '\0';
}

static void append_bar(bar_line *l, double share, int cells, bool blocks)
{
    const int done = (int)(share * cells);
    append(l, blocks ? "" : "[");
    for (int i = 0; i < cells; i++)
        append(l, i < done ? (blocks ? "\u2588" : "#") : (blocks ? "\u2591" : "-"));
    append(l, blocks ? "  " : "]  ");
}

void noc_progress_bar(double share, const char *left, const char *what, int columns, bool blocks,
                      char text[NOC_PROGRESS_BAR_CHARS])
{
    const double shown = fmin(1.0, fmax(0.0, share));
    const int width = columns < COLUMNS_MOST ? columns : COLUMNS_MOST;
    const int cells = width / 4 < BAR_MOST ? width / 4 : BAR_MOST;
    bar_line l = {text, 0,
                  width > 1 ? width - 1 : 0}; /* a full line would wrap on some terminals */
    char words[80];
    text[0] = '\0';
    if (width >= BAR_LEAST_COLUMNS) append_bar(&l, shown, cells, blocks);
    snprintf(words, sizeof words, "%3.0f%%  %-10s  ", 100.0 * shown, left);
    append(&l, words);
    append(&l, what);
}

/* ---- a piece of work ------------------------------------------------------------------------ */

static const double first_drawn_s = 0.5, redrawn_s = 0.1, first_told_s = 3.0, long_s = 10.0;

static double seconds_since(const struct timespec *then)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - then->tv_sec) + 1e-9 * (double)(now.tv_nsec - then->tv_nsec);
}

static bool can_redraw(void)
{
    const char *terminal = getenv("TERM");
    return isatty(STDERR_FILENO) && terminal && strcmp(terminal, "dumb") != 0;
}

static bool shows_blocks(void)
{
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

void noc_progress_start(noc_progress *p, double total, bool quiet)
{
    *p = (noc_progress){.quiet = quiet, .terminal = can_redraw(), .total = total, .what = ""};
    clock_gettime(CLOCK_MONOTONIC, &p->start);
    p->drawn = p->start;
}

void noc_progress_task(noc_progress *p, double weight, const char *what)
{
    clock_gettime(CLOCK_MONOTONIC, &p->task_start);
    p->before += p->task;
    p->task = weight;
    p->what = what;
    p->late = false;
}

static void time_left(double elapsed, double share, char *text, size_t size)
{
    const double left = share > 0.01 ? elapsed * (1.0 - share) / share : -1.0;
    if (left < 0.0)
        snprintf(text, size, "...");
    else if (left < 10.0)
        snprintf(text, size, "%.0f s left", left);
    else
        snprintf(text, size, "%.30s left", noc_duration(left).text);
}

static void redraw(noc_progress *p, double share, double elapsed)
{
    if (elapsed < first_drawn_s || seconds_since(&p->drawn) < redrawn_s) return;
    char left[40];
    time_left(elapsed, share, left, sizeof left);
    char what[240], line[NOC_PROGRESS_BAR_CHARS];
    snprintf(what, sizeof what, "%s", p->what);
    what[noc_text_clean(what, strlen(what), false)] = '\0';
    noc_progress_bar(share, left, what, noc_terminal_columns(STDERR_FILENO), shows_blocks(), line);
    fprintf(stderr, "\r%s\033[K", line);
    fflush(stderr);
    clock_gettime(CLOCK_MONOTONIC, &p->drawn);
    p->visible = true;
}

static void tell(noc_progress *p, double share, double elapsed)
{
    const int tenths = (int)(10.0 * share);
    if (elapsed < first_told_s || elapsed < long_s * share) return;
    if (tenths <= p->tenths || tenths >= 10) return;
    char left[40];
    time_left(elapsed, share, left, sizeof left);
    noc_say("%d%% done, %s", 10 * tenths, left);
    p->tenths = tenths;
}

bool noc_progress_tick(void *context, double done)
{
    noc_progress *p = context;
    if (noc_interrupted()) return false;
    if (p->limit > 0.0 && seconds_since(&p->task_start) > p->limit) p->late = true;
    if (p->late) return false;
    if (p->quiet || !(p->total > 0.0)) return true;
    const double share = (p->before + p->task * done) / p->total;
    const double elapsed = seconds_since(&p->start);
    if (p->terminal)
        redraw(p, share, elapsed);
    else
        tell(p, share, elapsed);
    return true;
}

double noc_progress_seconds(const noc_progress *p)
{
    return seconds_since(&p->start);
}

void noc_progress_end(noc_progress *p)
{
    if (p->visible) fputs("\r\033[K", stderr);
    p->visible = false;
}
