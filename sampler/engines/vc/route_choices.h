/* sampler/engines/vc/route_choices.h: choice among alternative hops of a routing
 * (network/graph/routes.h).
 *
 * A router with a cycle of route computation decides in that cycle, after its credits have
 * arrived and before switch allocation, so all heads see the same counts. With look-ahead the
 * previous router decides at the switch grant, or the injection channel when it sends the head,
 * by the counts of the next router. As in BookSim 2.0 a packet keeps the decision. Forks left to
 * the VC allocator are decided in pairs.c. */
#ifndef NOC_SAMPLER_ENGINES_VC_ROUTE_CHOICES_H
#define NOC_SAMPLER_ENGINES_VC_ROUTE_CHOICES_H

#include "sampler/engines/vc/forks.h"

/* Looks up the output of a packet whose head is at the front of an idle VC, in an engine with
 * forks that are decided later (noc_read_route). An undecided fork leaves `permitted` = 0. */
void noc_read_undecided_route(noc_vc_engine *engine, noc_vc *in);

/* Decides the fork of the head at the front of a VC, if it is undecided and uses flit counts. */
void noc_decide_route(noc_vc_engine *engine, noc_vc *in);

/* Decides the forks of all heads in route computation in this cycle. */
void noc_decide_routes(noc_vc_engine *engine);

/* Decides the fork of a head on its way to input VC `vc`, if routes are computed ahead there.
 * `turn`: next turn of the head. Returns the turn to store in the head. */
uint32_t noc_decide_ahead(noc_vc_engine *engine, uint32_t vc, uint32_t turn);

#endif
