/* analytic/contention/sweep/machine.h: the sweepers of the machine that the program runs on. */
#ifndef NOC_ANALYTIC_CONTENTION_SWEEP_MACHINE_H
#define NOC_ANALYTIC_CONTENTION_SWEEP_MACHINE_H

#include "analytic/contention/sweep/sweeper.h"

enum { NOC_SWEEPERS_MOST = 3 };

/* Those that this machine can run, the widest first. Returns their number. */
size_t noc_sweepers_of_machine(const noc_sweeper *of[NOC_SWEEPERS_MOST]);

#endif
