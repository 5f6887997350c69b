#include "cli/frame/page.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bindings/c/version.h"
#include "cli/frame/terminal.h"
#include "cli/frame/watch.h"
#include "hybrid/correction/calibration/calibration.h"
#include "hybrid/correction/calibration/shipped.h"
#include "reports/writers/glyph.h"
#include "reports/writers/output.h"
#include "reports/writers/plots/gnuplot.h"
#include "reports/writers/plots/plot.h"
#include "reports/writers/style.h"

enum { DEFAULT_WIDTH = 80, MAX_WIDTH = 300, MIN_WIDTH = 10 };

static bool is_on_terminal(const noc_request *r)
{
    return (!r->output || strcmp(r->output, "-") == 0) && isatty(STDOUT_FILENO);
}

/* Chooses the width of the page, columns: fixed unless on a terminal, so that files do not depend
 * on a window. */
static int choose_page_width(const noc_request *r)
{
    const int columns = is_on_terminal(r) ? noc_terminal_columns(STDOUT_FILENO) : DEFAULT_WIDTH;
    if (columns > MAX_WIDTH) return MAX_WIDTH;
    return columns < MIN_WIDTH ? MIN_WIDTH : columns;
}

static bool is_coloured(const noc_request *r)
{
    if (r->colour == NOC_COLOUR_AUTO) return is_on_terminal(r) && noc_terminal_has_colours();
    return r->colour == NOC_COLOUR_ALWAYS;
}

/* Finds the name of the shipped calibration. Commands with --calibration replace it. */
static const char *find_calibration_name(void)
{
    const noc_calibration *shipped = noc_calibration_shipped();
    return shipped ? shipped->id : NULL;
}

noc_status noc_page_open(const noc_request *r, noc_page *page, noc_diag *diag)
{
    const noc_status status = noc_output_check_path(r->output, diag);
    if (status != NOC_OK) return status;
    *page = (noc_page){.text = NULL};
    FILE *out = open_memstream(&page->text, &page->size);
    if (!out) return noc_fail_memory(diag);
    const int width = choose_page_width(r);
    page->sheet = (noc_sheet){
        .out = out,
        .format = r->format,
        .markup = r->markup,
        .width = width,
        .has_plots = is_on_terminal(r) && width >= NOC_PLOT_WIDTH,
        .is_csv_safe = r->is_csv_safe,
        .run = {noc_version(), noc_commit(), r->argc, r->argv, find_calibration_name()},
    };
    return NOC_OK;
}

/* Replaces unprintable characters, and marks by the requested colours. */
static bool apply_styles(const noc_request *r, noc_page *page)
{
    page->size = noc_text_clean_page(page->text, page->size);
    if (!is_coloured(r)) {
        page->size = noc_style_remove_marks(page->text, page->size);
        return true;
    }
    char *coloured = noc_style_replace_marks(page->text, page->size, &page->size);
    if (!coloured) return false;
    free(page->text);
    page->text = coloured;
    return true;
}

noc_status noc_page_send(const noc_request *r, noc_page *page, noc_diag *diag)
{
    bool is_complete = fclose(page->sheet.out) == 0;
    if (is_complete && page->sheet.format == NOC_FORMAT_TABLE && !page->is_file)
        is_complete = apply_styles(r, page);
    if (is_complete && page->sheet.markup != NOC_MARKUP_NONE)
        page->size = noc_markup_join_lines(page->text, page->size);
    noc_status status = is_complete ? NOC_OK : noc_fail_memory(diag);
    if (status == NOC_OK)
        status = r->watch ? noc_watch_send(r, page->text, page->size, diag)
                          : noc_output_write(r->output, page->text, page->size, diag);
    free(page->text);
    return status;
}

void noc_page_drop(noc_page *page)
{
    fclose(page->sheet.out);
    free(page->text);
}

noc_status noc_page_finish(const noc_request *r, noc_page *page, noc_status status, noc_diag *diag)
{
    if (status == NOC_OK) return noc_page_send(r, page, diag);
    noc_page_drop(page);
    return status;
}

bool noc_output_has_suffix(const noc_request *r, const char *suffix)
{
    const char *dot = r->output ? strrchr(r->output, '.') : NULL;
    return dot && strcmp(dot, suffix) == 0;
}

noc_picture noc_picture_requested(const noc_request *r)
{
    static const char *const suffixes[NOC_PICTURES] = {"", ".svg", ".pdf", ".png", ".html"};
    if (r->format == NOC_FORMAT_SVG) return NOC_PICTURE_SVG;
    for (int i = NOC_PICTURE_SVG; i < NOC_PICTURES && !r->has_format_option; i++)
        if (noc_output_has_suffix(r, suffixes[i])) return (noc_picture)i;
    return NOC_PICTURE_NONE;
}

noc_status noc_picture_check_gnuplot(const noc_request *r, bool *is_missing, noc_diag *diag)
{
    *is_missing = !noc_gnuplot_is_installed();
    if (!*is_missing) return NOC_OK;
    return noc_fail(diag, NOC_EFAILED, (noc_place){r->output, 0},
                    "gnuplot not found, which draws it (apt install gnuplot-nox)");
}
