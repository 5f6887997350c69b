/* sampler/loop/warps.h: progress of warps to their next memory instruction, or to the end of their
 * CTA, in the phases of their core (design/workload/phases.h).
 *
 * Each core starts at a random point of a round, and counts the instructions of its warps. At
 * the end of a phase ready warps redraw the distance to their next memory instruction; the
 * distance is geometric, so the redraw changes no distribution. Waiting warps continue when
 * their replies arrive. If a phase has fewer warps, the other warps rest. */
#ifndef NOC_SAMPLER_LOOP_WARPS_H
#define NOC_SAMPLER_LOOP_WARPS_H

#include "sampler/loop/core_clock.h"
#include "sampler/loop/loop_state.h"

/* Random generator of a core: the stream of its terminal. */
static inline noc_random *noc_core_find_random(const noc_closed_loop *loop, const noc_core *core)
{
    return &loop->ports->terminals[core->terminal].random;
}

/* Index in loop->kernels of a warp's workload: its kernel, or the phase of its core. */
static inline uint8_t noc_warp_kernel(const noc_core *core, const noc_warp *warp)
{
    return (uint8_t)(warp->kernel + core->phase);
}

/* Resumes a warp without open replies: the warp is ready, unless its CTA has no more
 * instructions for it. */
void noc_warp_resume(noc_closed_loop *loop, noc_core *core, uint32_t warp);

/* Counts a reply that a warp awaits. */
static inline void noc_warp_count_reply(noc_closed_loop *loop, noc_core *core, uint32_t w)
{
    noc_warp *warp = &core->warps[w];
    if (--warp->replies_left == 0 && warp->requests_left == 0) noc_warp_resume(loop, core, w);
}

/* Ends a warp that has issued the last instructions of its CTA. */
static inline void noc_warp_end(noc_closed_loop *loop, const noc_core *core, uint32_t w)
{
    noc_ctas_end_warp(loop->ctas, (uint32_t)(core - loop->cores), w);
}

/* Starts all cores at random points of their rounds. No effect without phases. */
void noc_phases_begin(noc_closed_loop *loop);

/* Begins the next phase of a core. */
void noc_phases_begin_next(noc_closed_loop *loop, noc_core *core);

/* Counts an issued instruction of a core. */
static inline void noc_phases_count_issue(noc_closed_loop *loop, noc_core *core)
{
    if (loop->phases.count == 0) return;
    loop->ports->tally.phases.instructions[core->phase]++;
    if (--core->phase_left == 0) noc_phases_begin_next(loop, core);
}

/* Counts a core cycle of each core in its phase. */
static inline void noc_phases_tick(noc_closed_loop *loop)
{
    for (size_t i = 0; i < loop->phases.count; i++)
        loop->ports->tally.phases.cycles[i] += loop->phase_cores[i];
}

/* ---- transactions --------------------------------------------------------------------------- */

/* Removes a free transaction of a core, which must exist, for the next request of a warp. A core
 * has more transactions than MSHRs where replies may arrive after other replies have answered
 * (cores.c). */
static inline uint32_t noc_transaction_take(noc_closed_loop *loop, noc_core *core, uint32_t w)
{
    const noc_warp *warp = &core->warps[w];
    const uint32_t index = core->free_transaction;
    noc_transaction *t = &loop->transactions[index];
    core->free_transaction = t->next;
    core->outstanding++;
    loop->outstanding++;
    t->warp = w;
    t->is_write = warp->is_write;
    t->kernel = noc_warp_kernel(core, warp);
    t->row = warp->row;
    t->bank = warp->bank;
    t->memory_node = loop->node_number[loop->system->traffic.flows[warp->flow].destination];
    t->request_cycle = loop->ports->now;
    t->reply_flow = loop->reply_flows[warp->flow];
    return index;
}

/* Frees a transaction for its core's next request. */
static inline void noc_transaction_free(noc_closed_loop *loop, uint32_t transaction)
{
    noc_transaction *t = &loop->transactions[transaction];
    noc_core *core = &loop->cores[t->core];
    noc_core_wake(loop, core);
    t->next = core->free_transaction;
    core->free_transaction = transaction;
}

#endif
