/* reports/compare/verdict.h: verdict of the command `check` on a file with a design or a space. */
#ifndef NOC_REPORTS_COMPARE_VERDICT_H
#define NOC_REPORTS_COMPARE_VERDICT_H

#include "explore/space/space.h"
#include "explore/survey.h"
#include "network/graph/system.h"
#include "power_area/cost.h"
#include "reports/writers/sheet.h"

/* Verdict on one file. */
typedef struct noc_verdict {
    char *file;         /* path as given by the user */
    noc_design *design; /* NULL: the file has a space, or `faults` has its errors */
    noc_space *space;   /* NULL: the file has no space */
    noc_survey survey;  /* survey of the space */
    uint64_t routers;   /* number of routers in the compiled design */
    char missing_cost_reason[NOC_GAP_CHARS]; /* reason for a missing cost; "": cost is known */
    char layers_text[200]; /* layers of VCs (network/files/wiring_layers.h); "": no layers */
    noc_diag faults;
} noc_verdict;

/* Reports the verdicts. `is_resolved`: adds every setting, defaults included. Faults are written in
 * JSON and CSV only; on a terminal they are messages on standard error. */
noc_status noc_report_verdicts(const noc_sheet *sheet, const noc_verdict *verdicts, size_t count,
                               bool is_resolved, noc_diag *diag);

/* Frees the contents of a verdict. */
void noc_verdict_clear(noc_verdict *verdict);

#endif
