/* sampler/loop/warps.h: warps go on to their next memory instruction, or to the end of their CTA,
 * in the phases of their core (design/workload/phases.h).
 *
 * Each core begins at a random point of a round, and counts the instructions of its warps. At the
 * end of a phase ready warps draw the distance to their next memory instruction anew: the distance
 * is geometric, without memory, so nothing is lost. Warps that wait go on when they are answered. A
 * phase may have fewer warps: the others rest. */
#ifndef NOC_SAMPLER_LOOP_WARPS_H
#define NOC_SAMPLER_LOOP_WARPS_H

#include "sampler/loop/core_clock.h"
#include "sampler/loop/loop_state.h"

/* Generator of a core: the stream of its terminal. */
static inline noc_random *noc_core_random(const noc_closed_loop *loop, const noc_core *core)
{
    return &loop->ports->terminals[core->terminal].random;
}

/* Number of the workload that a warp runs: its kernel, or the phase of its core. */
static inline uint8_t noc_kernel_of_warp(const noc_core *core, const noc_warp *warp)
{
    return (uint8_t)(warp->kernel + core->phase);
}

/* Lets a warp that waits for nothing go on: it is ready, unless its CTA has no more instructions
 * for it. */
void noc_warp_resume(noc_closed_loop *loop, noc_core *core, uint32_t warp);

/* Counts a reply that a warp waits for. */
static inline void noc_warp_answered(noc_closed_loop *loop, noc_core *core, uint32_t w)
{
    noc_warp *warp = &core->warps[w];
    if (--warp->awaited == 0 && warp->to_send == 0) noc_warp_resume(loop, core, w);
}

/* Ends a warp that has issued the last instructions of its CTA. */
static inline void noc_warp_end(noc_closed_loop *loop, const noc_core *core, uint32_t w)
{
    noc_ctas_end_warp(loop->ctas, (uint32_t)(core - loop->cores), w);
}

/* Puts all cores at random points of their rounds. No effect without phases. */
void noc_phases_begin(noc_closed_loop *loop);

/* Begins the next phase of a core. */
void noc_phases_go_on(noc_closed_loop *loop, noc_core *core);

/* Counts an instruction that a core has issued. */
static inline void noc_phases_count(noc_closed_loop *loop, noc_core *core)
{
    if (loop->phases.count == 0) return;
    loop->ports->tally.phases.instructions[core->phase]++;
    if (--core->phase_left == 0) noc_phases_go_on(loop, core);
}

/* Counts a core cycle for each phase, once a core. */
static inline void noc_phases_tick(noc_closed_loop *loop)
{
    for (size_t i = 0; i < loop->phases.count; i++)
        loop->ports->tally.phases.cycles[i] += loop->cores_in[i];
}

/* ---- transactions --------------------------------------------------------------------------- */

/* Takes a free transaction of a core, which must have one, for the next request of a warp. A core
 * has a transaction for each MSHR, and more where replies may come after others have answered
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
    t->write = warp->writes;
    t->kernel = noc_kernel_of_warp(core, warp);
    t->row = warp->row;
    t->bank = warp->bank;
    t->home = loop->number_of[loop->system->traffic.flows[warp->flow].destination];
    t->origin = loop->ports->now;
    t->reply_flow = loop->reply_flow[warp->flow];
    return index;
}

/* Frees a transaction for its core's next request. */
static inline void noc_transaction_give_back(noc_closed_loop *loop, uint32_t transaction)
{
    noc_transaction *t = &loop->transactions[transaction];
    noc_core *core = &loop->cores[t->core];
    noc_core_rouse(loop, core);
    t->next = core->free_transaction;
    core->free_transaction = transaction;
}

#endif
