#include "cli/page.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/version.h"
#include "hybrid/calibration/calibration.h"
#include "hybrid/calibration/shipped.h"
#include "reports/writers/glyph.h"
#include "reports/writers/output.h"

enum { WIDTH = 80, WIDEST = 120, NARROWEST = 60 };

static bool on_terminal(const noc_request *r)
{
    return (!r->output || strcmp(r->output, "-") == 0) && isatty(STDOUT_FILENO);
}

/* Elsewhere than on a terminal the width is fixed, so that files do not depend on a window. */
static int width_for(const noc_request *r)
{
    struct winsize window;
    if (!on_terminal(r) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) != 0 || window.ws_col == 0)
        return WIDTH;
    if (window.ws_col > WIDEST) return WIDEST;
    return window.ws_col < NARROWEST ? NARROWEST : window.ws_col;
}

/* Commands that read a --calibration put its name in its place, or none. */
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
    page->sheet = (noc_sheet){
        .out = out,
        .format = r->format,
        .width = width_for(r),
        .plots = on_terminal(r),
        .csv_safe = r->csv_safe,
        .run = {noc_version(), noc_commit(), r->argc, r->argv, name_calibration()},
    };
    return NOC_OK;
}

noc_status noc_page_send(const noc_request *r, noc_page *page, noc_diag *diag)
{
    const bool complete = fclose(page->sheet.out) == 0;
    if (complete && page->sheet.format == NOC_FORMAT_TABLE && !page->is_file)
        page->size = noc_text_clean(page->text, page->size, true);
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
