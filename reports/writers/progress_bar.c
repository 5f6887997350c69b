#include "reports/writers/progress_bar.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "reports/writers/glyph.h"

enum { BAR_LEAST_COLUMNS = 40, BAR_MOST = 40, COLUMNS_MOST = 240 };

/* A text that grows by whole characters, up to a number of columns. */
typedef struct line {
    char *text;
    size_t used;
    int columns;
} line;

static void append(line *l, const char *text)
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

static void append_bar(line *l, double share, int cells, bool blocks)
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
    line l = {text, 0, width > 1 ? width - 1 : 0}; /* a full line would wrap on some terminals */
    char words[80];
    text[0] = '\0';
    if (width >= BAR_LEAST_COLUMNS) append_bar(&l, shown, cells, blocks);
    snprintf(words, sizeof words, "%3.0f%%  %-10s  ", 100.0 * shown, left);
    append(&l, words);
    append(&l, what);
}
