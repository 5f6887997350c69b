#include "reports/writers/config_text.h"

#include <string.h>

#include "reports/writers/glyph.h"

void noc_config_quote(FILE *out, const char *text)
{
    fputc('"', out);
    for (size_t left = strlen(text), bytes; left > 0; text += bytes, left -= bytes) {
        const noc_glyph g = noc_glyph_at(text, left);
        bytes = g.bytes;
        if (*text == '"' || *text == '\\') fputc('\\', out);
        if (g.shown)
            fwrite(text, 1, bytes, out);
        else
            for (size_t i = 0; i < bytes; i++) fprintf(out, "\\x%02x", (unsigned char)text[i]);
    }
    fputc('"', out);
}
