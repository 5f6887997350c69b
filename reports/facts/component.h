/* reports/facts/component.h: report of the costs of one router or link. */
#ifndef NOC_REPORTS_FACTS_COMPONENT_H
#define NOC_REPORTS_FACTS_COMPONENT_H

#include "power_area/component.h"
#include "reports/writers/sheet.h"

/* Reports the costs as text, JSON or CSV. */
noc_status noc_report_component(const noc_sheet *sheet, const noc_component_answer *answer,
                                noc_diag *diag);

#endif
