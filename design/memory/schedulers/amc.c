/* Approximate memory controller of dapper: keys and checks. */
#include <stdio.h>

#include "design/memory/replies.h"
#include "design/memory/scheduler_kind.h"

#define MEMORY(member) offsetof(noc_memory_spec, member)

extern const noc_scheduler_kind noc_scheduler_amc;

static bool has_other_scheduler(const noc_unread_question *question)
{
    return question->design->memory.scheduler != &noc_scheduler_amc;
}

static const noc_unread_condition not_amc = {has_other_scheduler, true, NULL,
                                             "memory.scheduler is not \"amc\""},
                                  rare_bursts = {noc_unread_is_model, true, " by the model",
                                                 NOC_UNREAD_RARE_BURSTS};

static const noc_key keys[] = {
    {"amc_queues", NOC_INTEGER, MEMORY(amc_queues), 1, 256, 4, 0, NULL, "queues",
     "scheduler amc: queues that banks share, bank by bank", "dapper: 4",
     NOC_UNREAD(&noc_unread_no_misses, &not_amc, &rare_bursts), 0},
    /* the approximator of replies reads check_depth, too */
    {"check_depth", NOC_INTEGER, MEMORY(check_depth), 2, 1024, 12, 0, NULL, "accesses",
     "scheduler amc: accesses of a burst, half of it approximable begin one; approximator: "
     "replies that are looked at, in as many cycles",
     "dapper: 12", NOC_UNREAD(&noc_unread_exact_data, &noc_unread_rare_bursts), NOC_BY_LOOP},
};

static noc_status check(const noc_design *d, noc_diag *diag)
{
    static const char *const paths[] = {"memory.command_queue", "memory.amc_queues", NULL};
    const noc_memory_spec *m = &d->memory;
    if (m->command_queue >= m->amc_queues) return NOC_OK;
    return noc_design_conflict(d, diag, 0, paths,
                               "memory.command_queue = %d is less than memory.amc_queues = %d (a "
                               "queue without credits is never served)",
                               m->command_queue, m->amc_queues);
}

/* Warns if there are more queues than banks. */
static bool warn(const noc_memory_spec *m, char *text, size_t size)
{
    if (m->banks >= m->amc_queues) return false;
    snprintf(text, size, "memory.amc_queues = %d: memory.banks = %d leave %d of them empty",
             m->amc_queues, m->banks, m->amc_queues - m->banks);
    return true;
}

const noc_scheduler_kind noc_scheduler_amc = {
    .name = "amc",
    .summary = "queues by bank in turn, bursts from queues with approximable accesses",
    .source = "dapper, Algorithm 1",
    .keys = NOC_KEYS(keys),
    .has_stages = true,
    .separates_approximable = true,
    .check = check,
    .warn = warn,
};
