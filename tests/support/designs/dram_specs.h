/* tests/support/designs/dram_specs.h: DRAMs to test with. */
#ifndef NOC_TESTS_DRAM_SPECS_H
#define NOC_TESTS_DRAM_SPECS_H

#include "design/design.h"

/* The default of designs (schedulers.def), for specs that are constants. */
extern const struct noc_scheduler_kind noc_scheduler_fr_fcfs;

extern const noc_memory_spec test_gddr3; /* te13 Table II; 64 bytes take 4 clocks on the bus */

#endif
