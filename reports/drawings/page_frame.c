#include "reports/drawings/page_frame.h"

#include <string.h>

#include "reports/drawings/page_parts.h"
#include "reports/writers/glyph.h"

bool noc_page_has_library(void)
{
    return noc_page_library[0].path != NULL;
}

noc_status noc_page_require_library(noc_diag *diag)
{
    if (noc_page_has_library()) return NOC_OK;
    return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE,
                    "this nocsight was built without the chart library of HTML reports (apt "
                    "install node-d3, then build again)");
}

const char *noc_page_find_part(const noc_embedded_file *parts, const char *suffix)
{
    for (size_t i = 0; parts[i].path; i++) {
        const size_t length = strlen(parts[i].path), suffix_length = strlen(suffix);
        if (length > suffix_length && strcmp(parts[i].path + length - suffix_length, suffix) == 0)
            return parts[i].text;
    }
    return "";
}

void noc_page_write_text(FILE *out, const char *text)
{
    for (size_t remaining_bytes = strlen(text); remaining_bytes > 0;) {
        const noc_glyph glyph = noc_glyph_at(text, remaining_bytes);
        if (*text == '<')
            fputs("&lt;", out);
        else if (*text == '>')
            fputs("&gt;", out);
        else if (*text == '&')
            fputs("&amp;", out);
        else if (*text == '"')
            fputs("&quot;", out);
        else if (glyph.is_printable || *text == '\n' || *text == '\t')
            fwrite(text, 1, glyph.bytes, out);
        else
            fputc('?', out);
        text += glyph.bytes;
        remaining_bytes -= glyph.bytes;
    }
}

void noc_page_begin(FILE *out, const char *title, const char *css)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src "
          "'unsafe-inline'; style-src 'unsafe-inline'; img-src data:\">\n"
          "<meta name=\"viewport\" content=\"width=device-width\">\n<title>",
          out);
    noc_page_write_text(out, title);
    fputs(" - nocsight</title>\n<style>\n", out);
    fputs(noc_page_find_part(noc_page_parts, "base.css"), out);
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
                                   noc_page_find_part(noc_page_parts, "base.js"), script};
    put_data(out, json);
    for (size_t i = 0; i < sizeof scripts / sizeof scripts[0]; i++) {
        fputs("<script>\n", out);
        fputs(scripts[i], out);
        fputs("\n</script>\n", out);
    }
    fputs("</body></html>\n", out);
}
