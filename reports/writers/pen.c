#include "reports/writers/pen.h"

#include <string.h>

#include "base/min_max.h"
#include "reports/writers/glyph.h"
#include "reports/writers/style.h"

/* Finds a character, or a mark of style, which has no width. */
static noc_glyph glyph_or_mark_at(const char *text, size_t bytes)
{
    if (noc_style_is_mark(text, bytes)) return (noc_glyph){NOC_MARK_BYTES, 0, true};
    return noc_glyph_at(text, bytes);
}

size_t noc_text_width(const char *text, size_t bytes)
{
    size_t width = 0;
    for (size_t i = 0; i < bytes;) {
        const noc_glyph g = glyph_or_mark_at(text + i, bytes - i);
        width += g.columns;
        i += g.bytes;
    }
    return width;
}

void noc_pen_text(noc_pen *pen, const char *text, size_t bytes)
{
    if (bytes == 0) return;
    for (; pen->pending_blanks > 0; pen->pending_blanks--) fputc(' ', pen->out);
    for (size_t i = 0; i < bytes;) {
        const noc_glyph g = glyph_or_mark_at(text + i, bytes - i);
        if (g.is_printable)
            fwrite(text + i, 1, g.bytes, pen->out);
        else
            fputc('?', pen->out);
        pen->column += g.columns;
        i += g.bytes;
    }
}

void noc_pen_mark(noc_pen *pen, const char *mark)
{
    fputs(mark, pen->out);
}

void noc_pen_blanks(noc_pen *pen, size_t count)
{
    pen->pending_blanks += count;
    pen->column += count;
}

void noc_pen_fill(noc_pen *pen, size_t width, size_t used)
{
    if (width > used) noc_pen_blanks(pen, width - used);
}

void noc_pen_newline(noc_pen *pen)
{
    fputc('\n', pen->out);
    pen->column = pen->pending_blanks = 0;
}

size_t noc_text_fit_line(const char *text, size_t width, const char **next)
{
    const size_t length = strlen(text);
    size_t end = 0, columns = 0, last_blank = 0;
    while (end < length) {
        const noc_glyph g = glyph_or_mark_at(text + end, length - end);
        if (columns + g.columns > width && end > 0) break;
        if (text[end] == ' ') last_blank = end;
        columns += g.columns;
        end += g.bytes;
    }
    if (end < length && text[end] != ' ' && last_blank > 0) end = last_blank;
    *next = text + end + strspn(text + end, " ");
    while (end > 0 && **next && text[end - 1] == ' ') end--;
    return end;
}

void noc_pen_paragraph(FILE *out, int width, size_t indent, const char *text)
{
    noc_pen pen = {.out = out};
    const size_t line_width = max_size((size_t)width, indent + 1);
    do {
        const char *next;
        const size_t bytes = noc_text_fit_line(text, line_width - pen.column, &next);
        noc_pen_text(&pen, text, bytes);
        noc_pen_newline(&pen);
        noc_pen_blanks(&pen, indent);
        text = next;
    } while (*text);
}
