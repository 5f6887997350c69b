/* sampler/engines/vc/route_choices.h: packets that choose among the hops that a routing permits in
 * each other's place (network/graph/routes.h).
 *
 * A router whose route computation takes a cycle decides in that cycle, after its credits have come
 * and before its switch is allocated: all heads see the same counts. With look-ahead the previous
 * router decides when it grants its switch to the head, and an injection channel when it sends the
 * head, by the counts of the next router. As in BookSim 2.0 a packet keeps the decision. Forks that
 * are left to the allocator of virtual channels are decided in pairs.c. */
#ifndef NOC_SAMPLER_ENGINES_VC_ROUTE_CHOICES_H
#define NOC_SAMPLER_ENGINES_VC_ROUTE_CHOICES_H

#include "sampler/engines/vc/forks.h"

/* Looks up the output of the packet whose head has come to the front of an idle VC, in an engine
 * with forks that are decided later (noc_read_route). Such a fork leaves `permitted` = 0. */
void noc_read_open_route(noc_vc_engine *engine, noc_vc *in);

/* Decides the fork of the head at the front of a VC, if it is open and goes by counts. */
void noc_decide_route(noc_vc_engine *engine, noc_vc *in);

/* Decides the forks of all heads in route computation in this cycle. */
void noc_decide_routes(noc_vc_engine *engine);

/* Decides the fork of a head on its way to the input VC `vc`, if routes are computed ahead there;
 * `turn` is its next turn. Returns the turn to put into the head. */
uint32_t noc_decide_ahead(noc_vc_engine *engine, uint32_t vc, uint32_t turn);

#endif
