/* First ready, first come first served (Rixner et al., ISCA 2000). */
#include "design/memory/scheduler_kind.h"

const noc_scheduler_kind noc_scheduler_fr_fcfs = {
    .name = "fr-fcfs",
    .summary = "accesses to open rows first, then the oldest",
    .source = "te13 Table II; Rixner et al. 2000",
};
