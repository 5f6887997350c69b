#include "reports/writers/gnuplot_text.h"

#include <ctype.h>
#include <string.h>

/* In its strings a quote is written twice. */
static void quote(FILE *out, const char *text, const char *doubled)
{
    fputc('\'', out);
    for (; *text; text++) {
        const char c = iscntrl((unsigned char)*text) ? ' ' : *text;
        if (strchr(doubled, c)) fputc(c, out);
        fputc(c, out);
    }
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
