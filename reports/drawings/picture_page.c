#include "reports/drawings/picture_page.h"

#include <stdarg.h>
#include <stdlib.h>

#include "reports/drawings/page_frame.h"
#include "reports/writers/shell_word.h"

/* Style of pages with pictures. */
static const char css[] =
    ".picture { margin: .8rem 0; overflow-x: auto; }\n"
    ".picture svg { width: auto; max-width: 100%; }\n"
    ".sides { display: flex; flex-wrap: wrap; gap: 1rem; align-items: flex-start; }\n"
    ".sides .picture { flex: 0 1 auto; }\n"
    ".halves { display: grid; gap: 0 2rem; align-items: start;\n"
    "  grid-template-columns: repeat(auto-fit, minmax(30rem, 1fr)); }\n"
    ".lead { font-size: 1.15rem; font-weight: bold; margin: .6rem 0; }\n"
    "pre { font: 13px/1.35 ui-monospace, monospace; overflow-x: auto; }\n"
    "footer { margin-top: 1.6rem; font-size: 13px; }\n";

void noc_picture_page_begin(FILE *out, const char *title)
{
    noc_page_begin(out, title, css);
    fputs("<h1>", out);
    noc_page_write_text(out, title);
    fputs("</h1>\n", out);
}

void noc_picture_page_heading(FILE *out, const char *text)
{
    fputs("<h2>", out);
    noc_page_write_text(out, text);
    fputs("</h2>\n", out);
}

void noc_picture_page_paragraph(FILE *out, const char *format, ...)
{
    char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    const int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length < 0) return;
    fputs("<p>", out);
    noc_page_write_text(out, text);
    fputs("</p>\n", out);
    free(text);
}

void noc_picture_page_lead(FILE *out, const char *text)
{
    if (!*text) return;
    fputs("<p class=\"lead\">", out);
    noc_page_write_text(out, text);
    fputs("</p>\n", out);
}

void noc_picture_page_open(FILE *out, const char *description)
{
    fputs("<div class=\"picture\" role=\"img\" aria-label=\"", out);
    noc_page_write_text(out, description);
    fputs("\">\n", out);
}

void noc_picture_page_close(FILE *out)
{
    fputs("</div>\n", out);
}

noc_status noc_picture_page_fold(const noc_sheet *sheet, noc_inner_sheet *inner, noc_diag *diag)
{
    enum { COLUMNS = 110 };
    return noc_inner_sheet_open(sheet, COLUMNS, inner) ? NOC_OK : noc_fail_memory(diag);
}

noc_status noc_picture_page_unfold(FILE *out, const char *summary, noc_inner_sheet *inner,
                                   noc_status status, noc_diag *diag)
{
    char *text = noc_inner_sheet_close(inner);
    if (!text) return noc_fail_memory(diag);
    if (status == NOC_OK) {
        fputs("<details><summary>", out);
        noc_page_write_text(out, summary);
        fputs("</summary>\n<pre>", out);
        noc_page_write_text(out, text);
        fputs("</pre></details>\n", out);
    }
    free(text);
    return status;
}

void noc_picture_page_end(FILE *out, const noc_run_info *run)
{
    char *command = noc_shell_command_line(run->argc, run->argv);
    if (command) {
        fputs("<footer class=\"faint\">nocsight ", out);
        noc_page_write_text(out, run->version);
        fputs(", commit ", out);
        noc_page_write_text(out, run->commit);
        fputs(". Again by: <code>", out);
        noc_page_write_text(out, command);
        fputs("</code></footer>\n", out);
    }
    free(command);
    fputs("</body></html>\n", out);
}
