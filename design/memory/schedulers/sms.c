/* Staged memory scheduling (Ausavarungnirun et al., ISCA 2012): keys. */
#include "design/memory/scheduler_kind.h"

#define MEMORY(member) offsetof(noc_memory_spec, member)

extern const noc_scheduler_kind noc_scheduler_sms;

static bool has_other_scheduler(const noc_unread_question *question)
{
    return question->design->memory.scheduler != &noc_scheduler_sms;
}

static const noc_unread_condition
    not_sms = {has_other_scheduler, true, NULL, "memory.scheduler is not \"sms\""},
    long_batches = {noc_unread_is_model, true, " by the model",
                    "batches are taken to be as long as the queue makes them (nocsight sample "
                    "reads it)"};

static const noc_key keys[] = {
    {"sms_age", NOC_INTEGER, MEMORY(sms_age), 0, 100000, 50, 0, NULL, "memory clocks",
     "scheduler sms: for how long a batch waits for more accesses", "assumed",
     NOC_UNREAD(&noc_unread_no_misses, &not_sms), NOC_BY_LOOP},
    {"sms_batch", NOC_INTEGER, MEMORY(sms_batch), 1, 1024, 16, 0, NULL, "accesses",
     "scheduler sms: accesses of a batch at most", "assumed",
     NOC_UNREAD(&noc_unread_no_misses, &not_sms, &long_batches), 0},
    {"sms_p", NOC_REAL, MEMORY(sms_p), 0, 1, 0.9, 0, NULL, "",
     "scheduler sms: chance that the core with the fewest accesses is next, not the next in turn",
     "Ausavarungnirun et al. 2012: 0.9", NOC_UNREAD(&noc_unread_no_misses, &not_sms, &long_batches),
     0},
};

const noc_scheduler_kind noc_scheduler_sms = {
    .name = "sms",
    .summary = "batches of a core's accesses to one row, one batch after the other",
    .source = "dapper; Ausavarungnirun et al. 2012",
    .keys = NOC_KEYS(keys),
    .has_stages = true,
};
