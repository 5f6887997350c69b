/* sampler/loop/transactions.h: the transactions of a core, which are as many as it has MSHRs, and
 * more where replies may come after others have answered (cores.c). */
#ifndef NOC_SAMPLER_LOOP_TRANSACTIONS_H
#define NOC_SAMPLER_LOOP_TRANSACTIONS_H

#include "sampler/loop/warps.h"

/* A free one, of which there must be some, for the next request of a warp: who asks for what, and
 * where it is. */
static inline uint32_t noc_transaction_take(noc_closed_loop *loop, noc_core *core, uint32_t w)
{
    const noc_warp *warp = &core->warps[w];
    const uint32_t index = core->free_transaction;
    noc_transaction *t = &loop->transactions[index];
    core->free_transaction = t->next;
    core->outstanding++;
    t->warp = w;
    t->write = warp->writes;
    t->kernel = noc_kernel_of_warp(core, warp);
    t->row = warp->row;
    t->bank = warp->bank;
    t->home = loop->number_of[loop->system->traffic.flows[warp->flow].destination];
    t->origin = loop->ports->now;
    t->reply_flow = loop->reply_flow[warp->flow];
    return index;
}

/* It is free again. */
static inline void noc_transaction_give_back(noc_closed_loop *loop, uint32_t transaction)
{
    noc_transaction *t = &loop->transactions[transaction];
    noc_core *core = &loop->cores[t->core];
    t->next = core->free_transaction;
    core->free_transaction = transaction;
}

#endif
