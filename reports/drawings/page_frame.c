#include "reports/drawings/page_frame.h"

#include <string.h>

#include "reports/drawings/page_parts.h"
#include "reports/writers/glyph.h"

bool noc_page_is_built(void)
{
    return noc_page_library[0].file != NULL;
}

noc_status noc_page_need_library(noc_diag *diag)
{
    if (noc_page_is_built()) return NOC_OK;
    return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE,
                    "this nocsight was built without the chart library of HTML reports (apt "
                    "install node-d3, then build again)");
}

const char *noc_page_part(const noc_embedded_file *parts, const char *suffix)
{
    for (size_t i = 0; parts[i].file; i++) {
        const size_t length = strlen(parts[i].file), tail = strlen(suffix);
        if (length > tail && strcmp(parts[i].file + length - tail, suffix) == 0)
            return parts[i].text;
    }
    return "";
}

void noc_page_text(FILE *out, const char *text)
{
    for (size_t left = strlen(text); left > 0;) {
        const noc_glyph g = noc_glyph_at(text, left);
        if (*text == '<')
            fputs("&lt;", out);
        else if (*text == '>')
            fputs("&gt;", out);
        else if (*text == '&')
            fputs("&amp;", out);
        else if (*text == '"')
            fputs("&quot;", out);
        else if (g.shown || *text == '\n' || *text == '\t')
            fwrite(text, 1, g.bytes, out);
        else
            fputc('?', out);
        text += g.bytes;
        left -= g.bytes;
    }
}

void noc_page_begin(FILE *out, const char *title, const char *css)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src "
          "'unsafe-inline'; style-src 'unsafe-inline'; img-src data:\">\n"
          "<meta name=\"viewport\" content=\"width=device-width\">\n<title>",
          out);
    noc_page_text(out, title);
    fputs(" - nocsight</title>\n<style>\n", out);
    fputs(noc_page_part(noc_page_parts, "base.css"), out);
    fputs(css, out);
    fputs("</style></head><body>\n", out);
}

/* Writes the data without "<", which could end the script element. */
static void put_data(FILE *out, const char *json)
{
    fputs("<script type=\"application/json\" id=\"data\">", out);
    for (const char *c = json; c && *c; c++) {
        if (*c == '<')
            fputs("\\u003c", out);
        else
            fputc(*c, out);
    }
    fputs("</script>\n", out);
}

void noc_page_end(FILE *out, const char *json, const char *script)
{
    const char *const scripts[] = {noc_page_library[0].text,
                                   noc_page_part(noc_page_parts, "base.js"), script};
    put_data(out, json);
    for (size_t i = 0; i < sizeof scripts / sizeof scripts[0]; i++) {
        fputs("<script>\n", out);
        fputs(scripts[i], out);
        fputs("\n</script>\n", out);
    }
    fputs("</body></html>\n", out);
}
