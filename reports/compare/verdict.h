/* reports/compare/verdict.h: the verdict of `check` on a file: a design or a space of designs. */
#ifndef NOC_REPORTS_COMPARE_VERDICT_H
#define NOC_REPORTS_COMPARE_VERDICT_H

#include "explore/space/space.h"
#include "explore/survey.h"
#include "network/graph/system.h"
#include "power_area/cost.h"
#include "reports/writers/sheet.h"

typedef struct noc_verdict {
    char *file;              /* path of the file as the user gave it */
    noc_design *design;      /* NULL: the file has a space, or is wrong, and `faults` says why */
    noc_space *space;        /* NULL: the file has a design, or should have one */
    noc_survey survey;       /* survey of the space */
    uint64_t routers;        /* number of routers that are built */
    char gap[NOC_GAP_CHARS]; /* reason for a design without a cost; "": it has a cost */
    char layers[200];        /* layers of VCs (network/files/wiring_layers.h); "": no layers */
    noc_diag faults;
} noc_verdict;

/* Reports the verdicts. `resolved`: with every setting, defaults filled in. Faults go into JSON and
 * CSV only; a terminal gets them as messages. */
noc_status noc_report_verdicts(const noc_sheet *sheet, const noc_verdict *verdicts, size_t count,
                               bool resolved, noc_diag *diag);

void noc_verdict_clear(noc_verdict *verdict);

#endif
