/* reports/compare/verdict.h: what `check` says of a file, a design or a space of designs. */
#ifndef NOC_REPORTS_COMPARE_VERDICT_H
#define NOC_REPORTS_COMPARE_VERDICT_H

#include "explore/space/space.h"
#include "explore/survey.h"
#include "network/graph/system.h"
#include "power_area/cost.h"
#include "reports/writers/sheet.h"

typedef struct noc_verdict {
    char *file;              /* as the user named it */
    noc_design *design;      /* NULL: it is a space, or wrong, and `faults` says why */
    noc_space *space;        /* NULL: it is a design, or is to be one */
    noc_survey survey;       /* of the space */
    uint64_t routers;        /* that are built */
    char gap[NOC_GAP_CHARS]; /* why it has no cost; "" if it has */
    char layers[200];        /* layers of VCs (network/files/wiring_layers.h); "" without */
    noc_diag faults;
} noc_verdict;

/* `resolved`: with every setting, defaults filled in. Faults go into JSON and CSV only; a terminal
 * gets them as messages. */
noc_status noc_report_verdicts(const noc_sheet *sheet, const noc_verdict *verdicts, size_t count,
                               bool resolved, noc_diag *diag);

void noc_verdict_clear(noc_verdict *verdict);

#endif
