/* cli/frame/page.h: output of a command: a page of text, collected in memory and sent when
 * complete; or the picture that the suffix of -o requests. */
#ifndef NOC_CLI_FRAME_PAGE_H
#define NOC_CLI_FRAME_PAGE_H

#include "cli/frame/request.h"
#include "reports/writers/sheet.h"

typedef struct noc_page {
    noc_sheet sheet;
    char *text;
    size_t size;
    bool is_file; /* file for another program: no character is replaced */
} noc_page;

/* Opens a page in the format of the request and the width of the terminal. NOC_EFAILED if the file
 * of -o cannot be written. After success, the caller sends or drops the page. */
noc_status noc_page_open(const noc_request *request, noc_page *page, noc_diag *diag);

/* Writes the page to the output of the request, and closes it. In tables, unprintable characters
 * become '?' (reports/writers/glyph.h). */
noc_status noc_page_send(const noc_request *request, noc_page *page, noc_diag *diag);

/* Closes a page without writing it. */
void noc_page_drop(noc_page *page);

/* Sends the page if `status` is NOC_OK, otherwise drops it: the end of most commands. */
noc_status noc_page_finish(const noc_request *request, noc_page *page, noc_status status,
                           noc_diag *diag);

/* True if the file of -o has the suffix (".svg"). */
bool noc_output_has_suffix(const noc_request *request, const char *suffix);

/* Pictures by the suffix of -o FILE. */
typedef enum noc_picture {
    NOC_PICTURE_NONE,
    NOC_PICTURE_SVG,
    NOC_PICTURE_PDF,
    NOC_PICTURE_PNG,
    NOC_PICTURE_HTML,
    NOC_PICTURES
} noc_picture;

/* Finds the requested picture; NOC_PICTURE_NONE if --format names another format. */
noc_picture noc_picture_requested(const noc_request *request);

/* Checks, before long work, that gnuplot is installed, for a picture that it draws. If it is
 * missing, sets *is_missing and returns NOC_EFAILED. */
noc_status noc_picture_check_gnuplot(const noc_request *request, bool *is_missing, noc_diag *diag);

#endif
