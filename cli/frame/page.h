/* cli/frame/page.h: the page that a command writes: collected in memory, sent when complete; and
 * pictures that -o asks for by its suffix. */
#ifndef NOC_CLI_FRAME_PAGE_H
#define NOC_CLI_FRAME_PAGE_H

#include "cli/frame/request.h"
#include "reports/writers/sheet.h"

typedef struct noc_page {
    noc_sheet sheet;
    char *text;
    size_t size;
    bool is_file; /* a file has a format of its own, so nothing in it is replaced */
} noc_page;

/* Opens a page for the request: its format, the width of the terminal. Also says at once that the
 * request's -o FILE could not be written. The caller sends or drops the page if this succeeds. */
noc_status noc_page_open(const noc_request *request, noc_page *page, noc_diag *diag);

/* Writes the page to the output of the request, and closes it. In tables, characters that a
 * terminal would obey become '?' (reports/writers/glyph.h). */
noc_status noc_page_send(const noc_request *request, noc_page *page, noc_diag *diag);

/* Closes a page that is not to be seen. */
void noc_page_drop(noc_page *page);

/* Sends a page that was written without fault, drops it otherwise: the end of most commands. */
noc_status noc_page_finish(const noc_request *request, noc_page *page, noc_status status,
                           noc_diag *diag);

/* Tells whether -o FILE was given and ends in the suffix (".svg"). */
bool noc_output_ends_in(const noc_request *request, const char *suffix);

/* Pictures by the suffix of -o FILE. */
typedef enum noc_picture {
    NOC_PICTURE_NONE,
    NOC_PICTURE_SVG,
    NOC_PICTURE_PDF,
    NOC_PICTURE_PNG,
    NOC_PICTURE_HTML,
    NOC_PICTURES
} noc_picture;

/* The picture that is asked for; NOC_PICTURE_NONE where --format says otherwise. */
noc_picture noc_picture_wanted(const noc_request *request);

/* Checks that gnuplot is there, before work that would be lost without it. *missing: gnuplot is not
 * there. NOC_EFAILED. */
noc_status noc_picture_need_gnuplot(const noc_request *request, bool *missing, noc_diag *diag);

#endif
