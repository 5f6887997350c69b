/* reports/estimates/whatif.h: table of a design's variants, with changes against the base. */
#ifndef NOC_REPORTS_ESTIMATES_WHATIF_H
#define NOC_REPORTS_ESTIMATES_WHATIF_H

#include "hybrid/answers/estimate.h"
#include "reports/writers/sheet.h"

/* Prints a table with a row for each estimate and its changes against the base (sheet->base_index),
 * then limits and caveats. */
noc_status noc_text_whatif(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                           noc_diag *diag);

/* Prints the main figures that changed from the first answer to the second one, as a table, and the
 * limit if it changed. */
noc_status noc_text_whatif_changes(const noc_sheet *sheet, const noc_estimate answers[2],
                                   noc_diag *diag);

#endif
