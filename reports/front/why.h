/* reports/front/why.h: why a design is not on the front. */
#ifndef NOC_REPORTS_FRONT_WHY_H
#define NOC_REPORTS_FRONT_WHY_H

#include "explore/front/candidates.h"
#include "reports/writers/sheet.h"

/* What dominates one design, by how much in each objective. */
noc_status noc_report_why(const noc_sheet *sheet, const noc_candidates *all, size_t design,
                          noc_diag *diag);

#endif
