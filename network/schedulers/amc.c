/* dapper's approximate memory controller. */
#include "network/kinds.h"

const noc_scheduler_kind noc_scheduler_amc = {
    .name = "amc",
    .summary = "queues by bank in turn, bursts of those with approximable accesses",
    .source = "dapper, Algorithm 1",
};
