/* reports/designs/plain_design.h: the plainest design of a topology, with which programs tell one
 * engine from another. People start from a starter (reports/designs/starter.h). */
#ifndef NOC_REPORTS_DESIGNS_PLAIN_DESIGN_H
#define NOC_REPORTS_DESIGNS_PLAIN_DESIGN_H

#include "design/design.h"

/* Makes a design of a topology that passes every check and names little more than it must:
 * many-to-few traffic if the topology accepts it, else uniform. NOC_EUSAGE for an unknown topology.
 * The caller owns *design. */
noc_status noc_plain_design(const char *topology, noc_design **design, noc_diag *diag);

#endif
