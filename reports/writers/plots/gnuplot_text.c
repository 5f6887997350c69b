#include "reports/writers/plots/gnuplot_text.h"

#include <string.h>

#include "reports/writers/glyph.h"

static void put(FILE *out, const char *text, const char *doubled)
{
    for (size_t left = strlen(text); left > 0;) {
        const noc_glyph g = noc_glyph_at(text, left);
        if (!g.shown) {
            fputc(' ', out);
        } else {
            if (strchr(doubled, *text)) fputc(*text, out);
            fwrite(text, 1, g.bytes, out);
        }
        text += g.bytes;
        left -= g.bytes;
    }
}

/* In its strings a quote is written twice. */
static void quote(FILE *out, const char *text, const char *doubled)
{
    fputc('\'', out);
    put(out, text, doubled);
    fputc('\'', out);
}

void noc_gnuplot_quote(FILE *out, const char *text)
{
    quote(out, text, "'");
}

void noc_gnuplot_quote_tick(FILE *out, const char *text)
{
    quote(out, text, "'%");
}

void noc_gnuplot_comment(FILE *out, const char *text)
{
    fputs("# ", out);
    put(out, text, "");
    fputc('\n', out);
}
