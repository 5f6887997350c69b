/* reports/words/sections.h: parts of a printed report, one for each estimate. */
#ifndef NOC_REPORTS_WORDS_SECTIONS_H
#define NOC_REPORTS_WORDS_SECTIONS_H

#include "hybrid/answers/estimate.h"
#include "reports/writers/sheet.h"

typedef noc_status noc_section(const noc_sheet *sheet, const noc_estimate *estimate,
                               noc_diag *diag);

/* Prints a section for each estimate. Its heading is "TITLE, LABEL:" where there are several
 * estimates. One estimate alone has the heading "TITLE:" if `always`, else none. */
noc_status noc_text_sections(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                             const char *title, bool always, noc_section *print, noc_diag *diag);

#endif
