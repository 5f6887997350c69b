/* reports/facts/explain.h: report of explanations: each metric as a tree of its parts. */
#ifndef NOC_REPORTS_FACTS_EXPLAIN_H
#define NOC_REPORTS_FACTS_EXPLAIN_H

#include "hybrid/answers/explain/explain.h"
#include "reports/writers/sheet.h"

/* Reports the explanations of one design. */
noc_status noc_report_explanations(const noc_sheet *sheet, const noc_explainer *explainer,
                                   const noc_explanation *explanations, size_t count,
                                   noc_diag *diag);

#endif
