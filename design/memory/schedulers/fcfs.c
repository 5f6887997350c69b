/* First come, first served: accesses strictly in order of arrival. */
#include "design/memory/scheduler_kind.h"

const noc_scheduler_kind noc_scheduler_fcfs = {
    .name = "fcfs",
    .summary = "the oldest access only, which all others wait for",
    .source = "Rixner et al. 2000, in order",
};
