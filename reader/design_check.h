/* reader/design_check.h: completion of a design whose settings are stored, and checks of
 * settings against each other. */
#ifndef NOC_READER_DESIGN_CHECK_H
#define NOC_READER_DESIGN_CHECK_H

#include "design/design.h"
#include "reader/config_memory.h"

/* Checks settings that depend on each other, and reports all faults. Completes the design: reads
 * the files that it names, places memory nodes on tiles, fills in packet lengths and shares, and
 * computes the hash and the record of settings read. */
noc_status noc_design_check(noc_design *design, noc_config_memory *texts, noc_diag *diag);

#endif
