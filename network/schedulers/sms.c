/* Staged memory scheduling (Ausavarungnirun et al., ISCA 2012). */
#include "network/scheduler_kind.h"

const noc_scheduler_kind noc_scheduler_sms = {
    .name = "sms",
    .summary = "batches of a core's accesses to one row, one batch after the other",
    .source = "dapper; Ausavarungnirun et al. 2012",
};
