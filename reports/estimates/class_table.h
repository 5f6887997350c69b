/* reports/estimates/class_table.h: table of figures by traffic class, a row for each class. */
#ifndef NOC_REPORTS_ESTIMATES_CLASS_TABLE_H
#define NOC_REPORTS_ESTIMATES_CLASS_TABLE_H

#include "hybrid/answers/figures/answer.h"
#include "reports/writers/sheet.h"

/* Prints a row for each traffic class of each answer at a load, then an empty line. Prints nothing
 * if no answer has a load and a design that defines classes. */
noc_status noc_text_classes(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                            noc_diag *diag);

#endif
