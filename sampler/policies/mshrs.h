/* sampler/policies/mshrs.h: the miss status holding registers of a core: lines that it has asked
 * for, and who waits for each.
 *
 * A request for a line that the core waits for already is merged: it never leaves the core, and is
 * answered with the first. */
#ifndef NOC_SAMPLER_POLICIES_MSHRS_H
#define NOC_SAMPLER_POLICIES_MSHRS_H

#include "sampler/policies/line_table.h"

typedef struct noc_mshr_waiter {
    uint32_t tag, next;
} noc_mshr_waiter;

typedef struct noc_mshrs {
    noc_line_table lines; /* value: the first and the last waiter */
    noc_mshr_waiter *waiters;
    uint32_t free; /* first of those that are, the others behind it */
} noc_mshrs;

typedef enum noc_mshr_outcome {
    NOC_MSHR_NEW,    /* the request has to be made */
    NOC_MSHR_MERGED, /* it waits for one that was made before */
    NOC_MSHR_FULL,   /* no register, or no place to wait, is free: it is as if it had not come */
} noc_mshr_outcome;

/* `registers` lines, for which `requests` in all can wait. False when out of memory; the caller
 * clears it in either case. */
bool noc_mshrs_make(noc_mshrs *mshrs, uint32_t registers, uint32_t requests);
void noc_mshrs_clear(noc_mshrs *mshrs);

/* A request for a line, which its maker knows by `tag`. */
noc_mshr_outcome noc_mshrs_ask(noc_mshrs *mshrs, uint64_t line, uint32_t tag);

/* A line has come: puts the tags of the requests that it answers, in the order in which they came,
 * into `tags`, which has room for all that can wait. Returns how many: 0 when the core does not
 * wait for it. */
uint32_t noc_mshrs_answer(noc_mshrs *mshrs, uint64_t line, uint32_t *tags);

#endif
