/* reports/words/caveats.h: printer of caveats: saturation, links timed by their wires, sources of
 * figures, warnings; lines below the figures of answers. */
#ifndef NOC_REPORTS_WORDS_CAVEATS_H
#define NOC_REPORTS_WORDS_CAVEATS_H

#include "reports/words/comparison.h"
#include "reports/words/label.h"
#include "reports/writers/sheet.h"

/* Prints each line of a text as a warning. */
void noc_text_warning_lines(const noc_sheet *sheet, const char *lines);

/* Prints the caveats of answers, each text once, after the labels of its answers; without labels
 * if all answers have it. Prints three warnings at most unless the sheet shows all. */
void noc_text_caveats(const noc_sheet *sheet, const noc_labels *labels,
                      const noc_estimate *estimates, size_t count);

/* Prints the caveats of the models and the samples of comparisons. */
void noc_text_comparison_caveats(const noc_sheet *sheet, const noc_labels *labels,
                                 const noc_comparison *rows, size_t count);

#endif
