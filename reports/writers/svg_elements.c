#include "reports/writers/svg_elements.h"

#include <math.h>
#include <string.h>

#include "reports/writers/glyph.h"

/* Writes a text for SVG or HTML, which are UTF-8; a design's name may be any bytes. */
void noc_svg_escape(FILE *out, const char *text)
{
    for (size_t remaining = strlen(text); remaining > 0;) {
        const noc_glyph g = noc_glyph_at(text, remaining);
        if (!g.is_printable)
            fputc('?', out);
        else if (strchr("<>&", *text))
            fprintf(out, "&#%d;", *text);
        else
            fwrite(text, 1, g.bytes, out);
        text += g.bytes;
        remaining -= g.bytes;
    }
}

void noc_svg_text(FILE *out, const char *class, double x, double y, const char *text)
{
    fprintf(out, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">", class, x, y);
    noc_svg_escape(out, text);
    fprintf(out, "</text>\n");
}

void noc_svg_style(FILE *out, const char *scope, const char *rules)
{
    bool is_selector = false; /* the scope stands before it */
    bool is_declaration = false;
    for (const char *c = rules; *c; c++) {
        if (!is_declaration && !is_selector && *c != ' ') {
            fprintf(out, ".%s ", scope);
            is_selector = true;
        }
        fputc(*c, out);
        if (*c == ',' && !is_declaration) is_selector = false;
        if (*c == '{') is_declaration = true;
        if (*c == '\n') is_selector = is_declaration = false;
    }
}

void noc_svg_line(FILE *out, const char *class, noc_svg_point a, noc_svg_point b)
{
    fprintf(out, "<path class=\"%s\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n", class, a.x, a.y, b.x, b.y);
}

void noc_svg_arrow(FILE *out, const char *class, noc_svg_point a, noc_svg_point b)
{
    const double length = hypot(b.x - a.x, b.y - a.y);
    if (length <= 0.0) return;
    const double x = (b.x - a.x) / length, y = (b.y - a.y) / length;
    const noc_svg_point m = {(a.x + b.x) / 2 + 4 * x, (a.y + b.y) / 2 + 4 * y};
    fprintf(out, "<path class=\"%s\" d=\"M%.1f %.1fL%.1f %.1fL%.1f %.1fz\"/>\n", class, m.x, m.y,
            m.x - 8 * x - 3 * y, m.y - 8 * y + 3 * x, m.x - 8 * x + 3 * y, m.y - 8 * y - 3 * x);
}

void noc_svg_square(FILE *out, const char *class, noc_svg_point centre, double side)
{
    fprintf(out, "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>\n",
            class, centre.x - side / 2, centre.y - side / 2, side, side);
}
