/* reports/designs/plain_design.h: the plainest design of a topology: what programs ask, to tell one
 * engine from another. People start from a starter (reports/designs/starter.h). */
#ifndef NOC_REPORTS_DESIGNS_PLAIN_DESIGN_H
#define NOC_REPORTS_DESIGNS_PLAIN_DESIGN_H

#include "design/design.h"

/* A design of that topology that passes every check and names little more than it must: many-to-few
 * traffic if the topology takes it, else uniform. NOC_EUSAGE for an unknown topology. The caller
 * owns *design. */
noc_status noc_plain_design(const char *topology, noc_design **design, noc_diag *diag);

#endif
