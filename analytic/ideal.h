/* analytic/ideal.h: networks without latency (te13 3.1, 3.2): how much they accept, and what packets wait
 * where so many flits are accepted in a cycle. */
#ifndef NOC_ANALYTIC_IDEAL_H
#define NOC_ANALYTIC_IDEAL_H

#include <stdbool.h>

#include "network/system.h"

/* Networks are all ideal or none. */
bool noc_is_ideal(const noc_system *system);

/* The load from which on packets pile up, flits per cycle of an injecting node: the least that one of the networks takes, or what
 * the nodes can inject. */
double noc_ideal_capacity(const noc_system *system);

/* The load that is accepted, and answered, of an offered one: networks take packets in order, whatever their class. */
double noc_ideal_accepted(const noc_system *system, double load);

/* The highest load of which 98 % is accepted, or what the nodes can inject. */
double noc_ideal_saturation(const noc_system *system);

/* Load at which the round trip is three times that of zero load; NAN if the nodes cannot offer so much, or without
 * replies, as packets alone take no time. */
double noc_ideal_knee(const noc_system *system);

/* Mean cycles that packets of each class wait to be accepted when every injecting node creates so many packets
 * per cycle; infinite from the capacity on. Replies come after the requests of their cycle. Requests are taken
 * to be Bernoulli, and replies to be made as soon as their request is there. */
void noc_ideal_waits(const noc_system *system, double packet_rate, double waits[NOC_CLASSES]);

#endif
