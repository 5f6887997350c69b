/* reports/designs/plain_design.h: small valid design of any topology, for fingerprints of the
 * engines (cli/identity) and tests. Users start from a starter (reports/designs/starter.h)
 * instead. */
#ifndef NOC_REPORTS_DESIGNS_PLAIN_DESIGN_H
#define NOC_REPORTS_DESIGNS_PLAIN_DESIGN_H

#include "design/design.h"

/* Makes a design of a topology with few settings: many-to-few traffic if the topology accepts it,
 * else uniform traffic. NOC_EUSAGE: unknown topology. The caller owns *design. */
noc_status noc_plain_design_make(const char *topology, noc_design **design, noc_diag *diag);

#endif
