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

enum { BAR_MIN_COLUMNS = 40, BAR_MAX = 40, COLUMNS_MAX = 240 };

/* Text that grows by whole characters, up to a number of columns. */
typedef struct bar_line {
    char *text;
    size_t length;
    int free_columns;
} bar_line;

static void append_text(bar_line *l, const char *text)
{
    for (size_t remaining = strlen(text); remaining > 0;) {
        const noc_glyph glyph = noc_glyph_at(text, remaining);
        if ((int)glyph.columns > l->free_columns) break;
        memcpy(l->text + l->length, text, glyph.bytes);
        l->length += glyph.bytes;
        l->free_columns -= (int)glyph.columns;
        text += glyph.bytes;
        remaining -= glyph.bytes;
    }
    l->text[l->length] = '\0';
}

static void append_bar(bar_line *l, double share, int cells, bool has_blocks)
{
    const int filled = (int)(share * cells);
    append_text(l, has_blocks ? "" : "[");
    for (int i = 0; i < cells; i++)
        append_text(l, i < filled ? (has_blocks ? "\u2588" : "#") : (has_blocks ? "\u2591" : "-"));
    append_text(l, has_blocks ? "  " : "]  ");
}

void noc_progress_bar(double share, const char *time_text, const char *name, int columns,
                      bool has_blocks, char text[NOC_PROGRESS_BAR_CHARS])
{
    const double clipped_share = fmin(1.0, fmax(0.0, share));
    const int width = columns < COLUMNS_MAX ? columns : COLUMNS_MAX;
    const int cells = width / 4 < BAR_MAX ? width / 4 : BAR_MAX;
    bar_line l = {text, 0,
                  width > 1 ? width - 1 : 0}; /* a full line would wrap on some terminals */
    char words[80];
    text[0] = '\0';
    if (width >= BAR_MIN_COLUMNS) append_bar(&l, clipped_share, cells, has_blocks);
    snprintf(words, sizeof words, "%3.0f%%  %-10s  ", 100.0 * clipped_share, time_text);
    append_text(&l, words);
    append_text(&l, name);
}

/* ---- a piece of work ------------------------------------------------------------------------ */

static const double first_draw_s = 0.5, redraw_period_s = 0.1, first_print_s = 3.0,
                    print_min_s = 10.0;

static double seconds_since(const struct timespec *time)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - time->tv_sec) + 1e-9 * (double)(now.tv_nsec - time->tv_nsec);
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
    *p = (noc_progress){
        .is_quiet = quiet, .is_terminal = can_redraw(), .total_weight = total, .task_name = ""};
    clock_gettime(CLOCK_MONOTONIC, &p->start_time);
    p->drawn_time = p->start_time;
}

noc_progress noc_progress_begin(const char *name, bool quiet)
{
    noc_progress p;
    noc_interrupt_catch();
    noc_progress_start(&p, 1.0, quiet);
    noc_progress_task(&p, 1.0, name);
    return p;
}

void noc_progress_task(noc_progress *p, double weight, const char *name)
{
    clock_gettime(CLOCK_MONOTONIC, &p->task_start);
    p->finished_weight += p->task_weight;
    p->task_weight = weight;
    p->task_name = name;
    p->is_late = false;
}

static void write_time_left(double elapsed, double share, char *text, size_t size)
{
    const double remaining_s = share > 0.01 ? elapsed * (1.0 - share) / share : -1.0;
    if (remaining_s < 0.0)
        snprintf(text, size, "...");
    else if (remaining_s < 10.0)
        snprintf(text, size, "%.0f s left", remaining_s);
    else
        snprintf(text, size, "%.30s left", noc_duration_figure(remaining_s).text);
}

static void draw_bar_line(noc_progress *p, double share, double elapsed)
{
    if (elapsed < first_draw_s || seconds_since(&p->drawn_time) < redraw_period_s) return;
    char time_text[40];
    write_time_left(elapsed, share, time_text, sizeof time_text);
    char name[240], line[NOC_PROGRESS_BAR_CHARS];
    snprintf(name, sizeof name, "%s", p->task_name);
    name[noc_text_clean(name, strlen(name), false)] = '\0';
    noc_progress_bar(share, time_text, name, noc_terminal_columns(STDERR_FILENO), shows_blocks(),
                     line);
    fprintf(stderr, "\r%s\033[K", line);
    fflush(stderr);
    clock_gettime(CLOCK_MONOTONIC, &p->drawn_time);
    p->is_visible = true;
}

static void print_tenth(noc_progress *p, double share, double elapsed)
{
    const int tenths = (int)(10.0 * share);
    if (elapsed < first_print_s || elapsed < print_min_s * share) return;
    if (tenths <= p->printed_tenths || tenths >= 10) return;
    char time_text[40];
    write_time_left(elapsed, share, time_text, sizeof time_text);
    noc_message_print("%d%% done, %s", 10 * tenths, time_text);
    p->printed_tenths = tenths;
}

bool noc_progress_tick(void *context, double task_share)
{
    noc_progress *p = context;
    if (noc_is_interrupted()) return false;
    if (p->task_limit_s > 0.0 && seconds_since(&p->task_start) > p->task_limit_s) p->is_late = true;
    if (p->is_late) return false;
    if (p->is_quiet || !(p->total_weight > 0.0)) return true;
    const double share = (p->finished_weight + p->task_weight * task_share) / p->total_weight;
    const double elapsed = seconds_since(&p->start_time);
    if (p->is_terminal)
        draw_bar_line(p, share, elapsed);
    else
        print_tenth(p, share, elapsed);
    return true;
}

double noc_progress_seconds(const noc_progress *p)
{
    return seconds_since(&p->start_time);
}

void noc_progress_end(noc_progress *p)
{
    if (p->is_visible) fputs("\r\033[K", stderr);
    p->is_visible = false;
}
