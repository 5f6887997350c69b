/* analytic/overload.h: accepted load of a network that is offered more than its capacity.
 *
 * A queue that overflows blocks every terminal that sends into it, and every terminal that shares a
 * queue on the path to it, because packets leave a queue in order. Other terminals are not blocked.
 * So each terminal has a limit: below it all of its packets are accepted, above it the accepted
 * rate stays constant. Example: the replies of two memory nodes out of eight meet on a full
 * channel. A fourth of all replies is blocked; 98 % of all are accepted until the two nodes are
 * offered a twelfth above their limit.
 *
 * Loads are in flits per cycle of an injecting node. */
#ifndef NOC_ANALYTIC_OVERLOAD_H
#define NOC_ANALYTIC_OVERLOAD_H

#include "analytic/full/full.h"
#include "analytic/loads.h"
#include "analytic/shared_limits.h"

/* Injector: terminals that are images of each other (symmetry.h), for packets of one class. */
typedef struct noc_injector {
    double packet_share; /* share of the class's packets that these terminals send; 0: none */
    /* limit of the terminals by the model, flits per cycle of an injecting node */
    double model_limit;
    /* load at which a channel on their paths is full: upper bound on the limit */
    double channel_limit;
} noc_injector;

typedef struct noc_injectors {
    noc_injector *list;            /* [part * NOC_CLASSES + class]; owned */
    const uint32_t *terminal_part; /* [terminal]: part; borrowed */
    uint32_t part_count;
} noc_injectors;

/* Overload of a network above `overflow`, the load at which its first queue overflows. */
typedef struct noc_overload {
    const noc_injectors *injectors;
    /* factor of the injectors' limits: 1, or the design's predicted ratio to the model */
    double limit_scale;
    double overflow;
    const noc_shared_limits *limits; /* shared limits; borrowed, NULL: none */
    /* accepted shares of a simulated load, which replace all members above at that load; borrowed.
     * NULL: not simulated */
    const noc_full_shares *simulated_shares;
} noc_overload;

/* Accepted share of the offered traffic at saturation. The share falls below this value at a load
 * slightly above the overflow of the first queue. */
#define NOC_ACCEPTED_SHARE 0.98

/* True if a queue grows without bound at a load. */
bool noc_overload_is_unstable(const noc_overload *overload, double load);

/* Returns the load that is accepted and answered, at an offered load. */
double noc_overload_accepted_load(const noc_overload *overload, double load);

/* Returns the highest offered load with an accepted share of NOC_ACCEPTED_SHARE; INFINITY: any
 * load. docs/model.md (26). */
double noc_overload_saturation(const noc_overload *overload);

/* True if full channels or shared limits may limit terminals below the scaled limits of the
 * model. */
bool noc_overload_has_limits(const noc_overload *overload);

/* Finds the accepted packets per cycle of each flow at an offered load: packets[flow]. A reply
 * counts if its request is accepted. Only for systems without merged flows. */
void noc_overload_flows(const noc_system *system, const noc_overload *overload, double load,
                        double *packets);

/* Finds the accepted flits per cycle on each channel that has wires, at an offered load:
 * flits[channel * NOC_CLASSES + class]. NOC_EFAILED when out of memory. */
noc_status noc_overload_flits(const noc_system *system, const noc_loads *loads,
                              const noc_overload *overload, double load, double *flits);

/* Share of transactions within one die, among all transactions that are accepted and answered, at
 * an offered load. */
double noc_overload_local_share(const noc_system *system, const noc_overload *overload,
                                double load);

/* Utilisation of the busiest channel at an offered load; NAN when out of memory. */
double noc_overload_busiest_use(const noc_system *system, const noc_loads *loads,
                                const noc_overload *overload, double load);

/* Returns an upper bound on the saturation of a design, whatever its routers. A channel is full at
 * an offered load B. If the channel carries a share h of the packets of a class, h > 1 -
 * NOC_ACCEPTED_SHARE, saturation lies at most slightly above B. docs/model.md (27). */
double noc_overload_upper_bound(const noc_system *system, const noc_loads *loads);

#endif
