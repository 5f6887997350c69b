/* reports/words/caveats.h: caveats of answers: lines below their figures. */
#ifndef NOC_REPORTS_WORDS_CAVEATS_H
#define NOC_REPORTS_WORDS_CAVEATS_H

#include "reports/words/comparison.h"
#include "reports/words/label.h"
#include "reports/writers/sheet.h"

/* Writes each line of a text as a warning. */
void noc_text_warning_lines(const noc_sheet *sheet, const char *lines);

/* Writes the caveats of answers: saturation, no convergence, and warnings. Each text is written
 * once, after the labels of its answers; without labels if all answers have it. */
void noc_text_caveats(const noc_sheet *sheet, const noc_labels *labels,
                      const noc_estimate *estimates, size_t count);

/* Writes the caveats of models and samples. */
void noc_text_comparison_caveats(const noc_sheet *sheet, const noc_labels *labels,
                                 const noc_comparison *rows, size_t count);

#endif
