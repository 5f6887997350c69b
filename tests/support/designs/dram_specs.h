/* tests/support/designs/dram_specs.h: DRAMs and schedulers to test with. */
#ifndef NOC_TESTS_DRAM_SPECS_H
#define NOC_TESTS_DRAM_SPECS_H

#include "design/design.h"
#include "design/memory/scheduler_kind.h"

/* The default of designs (schedulers.def), for specs that are constants. */
extern const noc_scheduler_kind noc_scheduler_fr_fcfs;

/* The scheduler of a name that schedulers.def has. */
const noc_scheduler_kind *test_scheduler(const char *name);

extern const noc_memory_spec test_gddr3; /* te13 Table II; 64 bytes take 4 clocks on the bus */

#endif
