/* cli/frame/page.h: the page that a command writes: collected in memory, sent when it is
 * complete. */
#ifndef NOC_CLI_FRAME_PAGE_H
#define NOC_CLI_FRAME_PAGE_H

#include "cli/frame/request.h"
#include "reports/writers/sheet.h"

typedef struct noc_page {
    noc_sheet sheet;
    char *text;
    size_t size;
    bool is_file; /* of a format of its own, so that nothing in it is replaced */
} noc_page;

/* Opens a page for the request: its format, the width of the terminal. Also says at once that the
 * request's -o FILE could not be written. The caller sends or drops the page if this succeeds. */
noc_status noc_page_open(const noc_request *request, noc_page *page, noc_diag *diag);

/* Writes the page to where the request wants it, and closes it. In tables, what a terminal would
 * obey becomes '?' (reports/writers/glyph.h). */
noc_status noc_page_send(const noc_request *request, noc_page *page, noc_diag *diag);

/* Closes a page that is not to be seen. */
void noc_page_drop(noc_page *page);

/* Sends what was written without fault, drops it otherwise: the end of most commands. */
noc_status noc_page_finish(const noc_request *request, noc_page *page, noc_status status,
                           noc_diag *diag);

/* Whether -o FILE was given and ends in the suffix (".svg"). */
bool noc_output_ends_in(const noc_request *request, const char *suffix);

#endif
