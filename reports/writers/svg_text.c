#include "reports/writers/svg_text.h"

#include <jansson.h>
#include <stdbool.h>

/* Both are UTF-8; a design's name may be anything. */
static bool is_utf8(const char *text)
{
    json_t *string = json_string(text);
    json_decref(string);
    return string != NULL;
}

void noc_svg_escape(FILE *out, const char *text)
{
    const bool utf8 = is_utf8(text);
    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c < 0x20 || c == 0x7f || (c > 0x7f && !utf8))
            fputc('?', out);
        else if (c == '<' || c == '>' || c == '&')
            fprintf(out, "&#%u;", c);
        else
            fputc(c, out);
    }
}

void noc_svg_text(FILE *out, const char *class, double x, double y, const char *text)
{
    fprintf(out, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">", class, x, y);
    noc_svg_escape(out, text);
    fprintf(out, "</text>\n");
}
