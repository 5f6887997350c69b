/* reports/words/caveats.h: caveats of answers: notes beside their figures. */
#ifndef NOC_REPORTS_WORDS_CAVEATS_H
#define NOC_REPORTS_WORDS_CAVEATS_H

#include "reports/words/comparison.h"
#include "reports/words/label.h"
#include "reports/writers/sheet.h"

/* Writes texts, a line each, as warnings. */
void noc_text_warning_lines(const noc_sheet *sheet, const char *lines);

/* Writes the caveats of answers: saturated, not converged, and warnings, each text once, behind the
 * labels of its answers (none if all have it). */
void noc_text_caveats(const noc_sheet *sheet, const noc_labels *labels,
                      const noc_estimate *estimates, size_t count);

/* Writes the caveats of model and sample. */
void noc_text_comparison_caveats(const noc_sheet *sheet, const noc_labels *labels,
                                 const noc_comparison *rows, size_t count);

#endif
