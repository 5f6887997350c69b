#include "reports/writers/svg_text.h"

#include <string.h>

#include "reports/writers/glyph.h"

/* Both are UTF-8; a design's name may be anything. */
void noc_svg_escape(FILE *out, const char *text)
{
    for (size_t left = strlen(text); left > 0;) {
        const noc_glyph g = noc_glyph_at(text, left);
        if (!g.shown)
            fputc('?', out);
        else if (strchr("<>&", *text))
            fprintf(out, "&#%d;", *text);
        else
            fwrite(text, 1, g.bytes, out);
        text += g.bytes;
        left -= g.bytes;
    }
}

void noc_svg_text(FILE *out, const char *class, double x, double y, const char *text)
{
    fprintf(out, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">", class, x, y);
    noc_svg_escape(out, text);
    fprintf(out, "</text>\n");
}
