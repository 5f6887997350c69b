/* reports/words/sections.h: sections of a printed report, one for each estimate. */
#ifndef NOC_REPORTS_WORDS_SECTIONS_H
#define NOC_REPORTS_WORDS_SECTIONS_H

#include "hybrid/answers/estimate.h"
#include "reports/writers/sheet.h"

/* Prints the contents of the section of one estimate. */
typedef noc_status noc_section_printer(const noc_sheet *sheet, const noc_estimate *estimate,
                                       noc_diag *diag);

/* Prints a section for each estimate: an empty line, a heading, and the contents by `print`. The
 * heading is "TITLE, LABEL:" for several estimates; for one estimate "TITLE:" if `has_heading`,
 * else none. */
noc_status noc_text_sections(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                             const char *title, bool has_heading, noc_section_printer *print,
                             noc_diag *diag);

#endif
