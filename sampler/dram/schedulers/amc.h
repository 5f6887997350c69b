/* sampler/dram/schedulers/amc.h: state of the approximate memory controller (AMC), for amc.c and
 * for tests of its credits. */
#ifndef NOC_SAMPLER_DRAM_SCHEDULERS_AMC_H
#define NOC_SAMPLER_DRAM_SCHEDULERS_AMC_H

#include "sampler/dram/access_pool.h"
#include "sampler/dram/dram.h"

/* Queue of the accesses to some banks. */
typedef struct noc_amc_queue {
    noc_access_list list;
    uint32_t approximable_count; /* approximable accesses of the list */
    int credit_count, quota; /* accesses that the queue may issue now; upper bound of the credits */
} noc_amc_queue;

typedef struct noc_amc {
    const noc_memory_spec *spec;
    noc_access_pool *pool; /* pool of the DRAM */
    noc_amc_queue *queues; /* [bank modulo queue_count]: queue */
    /* issued accesses before the command queue: a ring of check_depth places */
    noc_dram_access *staging_ring;
    uint32_t queue_count, staged_first, staged_count; /* queues; range in the ring */
    uint32_t next_queue;        /* queue that issues next, or that sends the current burst */
    uint32_t next_credit_queue; /* first queue for the next credit */
    uint32_t burst_length;      /* issues of the current burst; 0: no burst */
    noc_dram_access last_issue; /* last issued access */
    uint64_t burst_issues;      /* issues of all bursts so far; for tests */
    int outstanding;            /* issued accesses without data */
} noc_amc;

#endif
