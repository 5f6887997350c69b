/* analytic/full/ways.h: which of the links a packet takes that its routing leaves it a choice of
 * (network/graph/routes.h). */
#ifndef NOC_ANALYTIC_FULL_WAYS_H
#define NOC_ANALYTIC_FULL_WAYS_H

#include "analytic/full/state.h"

/* The hop of the list that begins with `hop` which a head takes that is routed now; `hop` where it
 * has no choice. A head that may ask for virtual channels of several links asks for those of one: of
 * one that has some free, each of these with the same chance. */
uint32_t noc_full_take(noc_full *full, uint32_t hop);

#endif
