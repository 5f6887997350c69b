/* studies/judged_page.h: published figures beside nocsight's, as an HTML page that needs no other
 * files. */
#ifndef NOC_STUDIES_JUDGED_PAGE_H
#define NOC_STUDIES_JUDGED_PAGE_H

#include "base/embedded.h"
#include "reports/writers/sheet.h"
#include "studies/judged.h"

/* Files of studies/page/ for the page, used together with the files of all pages
 * (reports/drawings/page_frame.h). */
extern const noc_embedded_file noc_judged_page_parts[];

/* Writes the page: a summary, plots, filters, and a row per figure. `word`: selection of rows;
 * NULL: all. Needs noc_page_has_library(). */
noc_status noc_judged_write_page(const noc_judged_rows *rows, const char *word,
                                 const noc_sheet *sheet, noc_diag *diag);

#endif
