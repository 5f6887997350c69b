/* analytic/contention/choice_shares.h: the share of each way that packets may take, by what they
 * see of it and by their network's rule (noc_route_choice). */
#ifndef NOC_ANALYTIC_CONTENTION_CHOICE_SHARES_H
#define NOC_ANALYTIC_CONTENTION_CHOICE_SHARES_H

#include "analytic/contention/choice.h"

/* Room for the chances that channels have numbers of flits outstanding. False when out of memory.
 */
bool noc_choice_make_chances(noc_choice *choice);

/* Finds the shares of all ways by choice->seen. */
void noc_choice_find_shares(noc_choice *choice);

#endif
