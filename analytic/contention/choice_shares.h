/* analytic/contention/choice_shares.h: shares of the onward routes of each decision, by the state
 * that packets see and by their network's rule (noc_route_choice). */
#ifndef NOC_ANALYTIC_CONTENTION_CHOICE_SHARES_H
#define NOC_ANALYTIC_CONTENTION_CHOICE_SHARES_H

#include "analytic/contention/choice.h"

/* Makes room in the arena for the distributions of channels' outstanding flits. False when out of
 * memory. */
bool noc_choice_allocate(noc_choice *choice, noc_arena *arena);

/* Stores the shares of all onward routes, in the map, at the state choice->state. */
void noc_choice_find_shares(noc_choice *choice);

#endif
