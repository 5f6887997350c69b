/* reader/design_check.h: checks that need more than one value of a design. */
#ifndef NOC_READER_DESIGN_CHECK_H
#define NOC_READER_DESIGN_CHECK_H

#include "design/design.h"
#include "reader/config_memory.h"

/* Checks that values fit together, resolves the placement to tiles and the packets to lengths and
 * shares, and computes the hash. Reports all faults. */
noc_status noc_design_check(noc_design *design, noc_config_memory *texts, noc_diag *diag);

#endif
