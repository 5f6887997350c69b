/* analytic/overload.h: what a network accepts when more is offered than it takes.
 *
 * A queue that overflows holds up every terminal that sends into it, and every terminal that shares
 * a queue on the way there, since packets leave a queue in order; the others go on. So each
 * terminal has a load of its own up to which all of its packets are accepted, and beyond which it
 * accepts as many as there. Of two memory nodes of eight whose replies meet on a full channel a
 * fourth is held up, and 98 % of all is accepted until these two are offered a twelfth too much.
 *
 * Loads are in flits per cycle of an injecting node. */
#ifndef NOC_ANALYTIC_OVERLOAD_H
#define NOC_ANALYTIC_OVERLOAD_H

#include "analytic/full/full.h"
#include "analytic/loads.h"
#include "analytic/shared_limits.h"

/* Terminals that are images of each other, as injectors of one class. */
typedef struct noc_injector {
    double packets; /* share of the packets of the class that they send; 0: none */
    double limit;   /* the load from which on they fall behind, by the model */
    double passes;  /* the load at which a channel on their ways is full: no limit is higher */
} noc_injector;

typedef struct noc_injectors {
    noc_injector *list; /* [part of a terminal * NOC_CLASSES + class]; owned */
    const uint32_t *of; /* the part of each terminal; borrowed */
    uint32_t parts;
} noc_injectors;

/* How a network goes on beyond `overflow`, the load at which its first queue overflows. */
typedef struct noc_overload {
    const noc_injectors *injectors;
    /* of their limits: 1, or by how much the design is known to deviate from the model */
    double scale;
    double overflow;
    const noc_shared_limits *gates; /* gates that all terminals go through; borrowed, NULL: none */
    /* shares at the load that was played, in place of all above; borrowed, NULL: none was */
    const noc_full_shares *full;
} noc_overload;

/* Accepted traffic falls below 98 % of the offered a little later than the first queue overflows,
 * when the overload has outgrown 2 %. */
#define NOC_ACCEPTED_SHARE 0.98

/* True if a queue grows without end at a load. */
bool noc_overload_grows(const noc_overload *overload, double load);

/* The load that is accepted, and answered, of an offered one. */
double noc_overload_accepted(const noc_overload *overload, double load);

/* The highest load of which NOC_ACCEPTED_SHARE is accepted; INFINITY: of any. docs/model.md (26).
 * */
double noc_overload_saturation(const noc_overload *overload);

/* True if channels on its ways may hold a terminal to less than the scaled model does, or gates
 * do. */
bool noc_overload_is_held(const noc_overload *overload);

/* Packets per cycle of each flow at an offered load, as far as they are accepted; of a reply also
 * those whose request is. Of a system whose flows are all there. */
void noc_overload_flows(const noc_system *system, const noc_overload *overload, double load,
                        double *packets);

/* Flits per cycle on each channel that can be counted at an offered load, as far as it is accepted:
 * flits[channel * NOC_CLASSES + class]. NOC_EFAILED when out of memory. */
noc_status noc_overload_flits(const noc_system *system, const noc_loads *loads,
                              const noc_overload *overload, double load, double *flits);

/* Share of the transactions accepted, and answered, at an offered load whose two nodes are on one
 * die. */
double noc_overload_local_share(const noc_system *system, const noc_overload *overload,
                                double load);

/* Use of the busiest channel with those flits, share of the time; NAN when out of memory. */
double noc_overload_most_used(const noc_system *system, const noc_loads *loads,
                              const noc_overload *overload, double load);

/* No design saturates above this load, whatever its routers: for each channel that is full at load
 * B and carries a share h > 1 - NOC_ACCEPTED_SHARE of all packets of a class, of which all that is
 * beyond B is lost. docs/model.md (27). */
double noc_overload_highest(const noc_system *system, const noc_loads *loads);

#endif
