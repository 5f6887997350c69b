#include "cli/frame/page.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/frame/terminal.h"
#include "cli/frame/version.h"
#include "hybrid/correction/calibration/calibration.h"
#include "hybrid/correction/calibration/shipped.h"
#include "reports/writers/glyph.h"
#include "reports/writers/output.h"
#include "reports/writers/plots/gnuplot.h"
#include "reports/writers/plots/plot.h"
#include "reports/writers/style.h"

enum { WIDTH = 80, WIDEST = 300, NARROWEST = 10 };

static bool on_terminal(const noc_request *r)
{
    return (!r->output || strcmp(r->output, "-") == 0) && isatty(STDOUT_FILENO);
}

/* Chooses the width of the page, columns: fixed unless on a terminal, so that files do not depend
 * on a window. */
static int width_for(const noc_request *r)
{
    const int columns = on_terminal(r) ? noc_terminal_columns(STDOUT_FILENO) : WIDTH;
    if (columns > WIDEST) return WIDEST;
    return columns < NARROWEST ? NARROWEST : columns;
}

static bool in_colour(const noc_request *r)
{
    if (r->colour == NOC_COLOUR_AUTO) return on_terminal(r) && noc_terminal_colours();
    return r->colour == NOC_COLOUR_ALWAYS;
}

/* Finds the name of the shipped calibration. Commands with --calibration replace it. */
static const char *name_calibration(void)
{
    const noc_calibration *shipped = noc_calibration_shipped();
    return shipped ? shipped->id : NULL;
}

noc_status noc_page_open(const noc_request *r, noc_page *page, noc_diag *diag)
{
    const noc_status status = noc_output_check(r->output, diag);
    if (status != NOC_OK) return status;
    *page = (noc_page){.text = NULL};
    FILE *out = open_memstream(&page->text, &page->size);
    if (!out) return noc_fail_memory(diag);
    const int width = width_for(r);
    page->sheet = (noc_sheet){
        .out = out,
        .format = r->format,
        .width = width,
        .plots = on_terminal(r) && width >= NOC_PLOT_WIDTH,
        .csv_safe = r->csv_safe,
        .run = {noc_version(), noc_commit(), r->argc, r->argv, name_calibration()},
    };
    return NOC_OK;
}

/* Replaces unprintable characters, and marks by the requested colours. */
static bool settle_text(const noc_request *r, noc_page *page)
{
    page->size = noc_text_clean_page(page->text, page->size);
    if (!in_colour(r)) {
        page->size = noc_style_strip(page->text, page->size);
        return true;
    }
    char *coloured = noc_style_expand(page->text, page->size, &page->size);
    if (!coloured) return false;
    free(page->text);
    page->text = coloured;
    return true;
}

noc_status noc_page_send(const noc_request *r, noc_page *page, noc_diag *diag)
{
    bool complete = fclose(page->sheet.out) == 0;
    if (complete && page->sheet.format == NOC_FORMAT_TABLE && !page->is_file)
        complete = settle_text(r, page);
    const noc_status status = complete ? noc_output_write(r->output, page->text, page->size, diag)
                                       : noc_fail_memory(diag);
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

bool noc_output_ends_in(const noc_request *r, const char *suffix)
{
    const char *dot = r->output ? strrchr(r->output, '.') : NULL;
    return dot && strcmp(dot, suffix) == 0;
}

noc_picture noc_picture_wanted(const noc_request *r)
{
    static const char *const suffixes[NOC_PICTURES] = {"", ".svg", ".pdf", ".png", ".html"};
    if (r->format == NOC_FORMAT_SVG) return NOC_PICTURE_SVG;
    for (int i = NOC_PICTURE_SVG; i < NOC_PICTURES && !r->format_given; i++)
        if (noc_output_ends_in(r, suffixes[i])) return (noc_picture)i;
    return NOC_PICTURE_NONE;
}

noc_status noc_picture_need_gnuplot(const noc_request *r, bool *missing, noc_diag *diag)
{
    *missing = !noc_gnuplot_is_there();
    if (!*missing) return NOC_OK;
    return noc_fail(diag, NOC_EFAILED, (noc_place){r->output, 0},
                    "gnuplot not found, which draws it (apt install gnuplot-nox)");
}
