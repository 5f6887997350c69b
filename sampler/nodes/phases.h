/* sampler/nodes/phases.h: the phases that the cores of a closed loop are in (network/phases.h).
 *
 * Each core begins anywhere in a round, and counts the instructions of its warps. Where one phase
 * ends its ready warps draw anew how far it is to their next memory instruction: these come at
 * random, so nothing is lost of how far they have come. Those that wait go on when they are
 * answered. A phase may have fewer warps: the others rest. */
#ifndef NOC_SAMPLER_NODES_PHASES_H
#define NOC_SAMPLER_NODES_PHASES_H

#include "sampler/nodes/loop_state.h"

/* Puts all cores anywhere in their rounds. Nothing where there are no phases. */
void noc_phases_begin(noc_closed_loop *loop);

/* The next one begins. */
void noc_phases_go_on(noc_closed_loop *loop, noc_core *core);

/* A core has issued an instruction. */
static inline void noc_phases_count(noc_closed_loop *loop, noc_core *core)
{
    if (loop->phases.count == 0) return;
    loop->ports->tally.phases.instructions[core->phase]++;
    if (--core->phase_left == 0) noc_phases_go_on(loop, core);
}

/* A cycle of the cores' clock: how long they are in which phase. */
static inline void noc_phases_tick(noc_closed_loop *loop)
{
    for (size_t i = 0; i < loop->phases.count; i++)
        loop->ports->tally.phases.cycles[i] += loop->cores_in[i];
}

#endif
