/* reports/words/caveats.h: what is to be told of answers beside their figures. */
#ifndef NOC_REPORTS_WORDS_CAVEATS_H
#define NOC_REPORTS_WORDS_CAVEATS_H

#include "reports/words/comparison.h"
#include "reports/words/label.h"
#include "reports/writers/sheet.h"

/* Texts of a line each, as warnings. */
void noc_text_warning_lines(const noc_sheet *sheet, const char *lines);

/* What is to be told of answers: saturated, not converged, and warnings, each text once, after the
 * labels of those that it is of (none where it is of all). */
void noc_text_caveats(const noc_sheet *sheet, const noc_labels *labels,
                      const noc_estimate *estimates, size_t count);

/* Caveats of model and sample. */
void noc_text_comparison_caveats(const noc_sheet *sheet, const noc_labels *labels,
                                 const noc_comparison *rows, size_t count);

#endif
