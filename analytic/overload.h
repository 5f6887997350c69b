/* analytic/overload.h: accepted load of a network that is offered more than its capacity.
 *
 * A queue that overflows holds up every terminal that sends into it, and every terminal that
 * shares a queue on the way there, since packets leave a queue in order; other terminals go on. So
 * each terminal has a limit: up to this load all of its packets are accepted, beyond it the
 * accepted packets stay constant. If the replies of two memory nodes out of eight meet on a full
 * channel, a fourth of all replies is held up, and 98 % of all is accepted until these two are
 * offered a twelfth too much.
 *
 * Loads are in flits per cycle of an injecting node. */
#ifndef NOC_ANALYTIC_OVERLOAD_H
#define NOC_ANALYTIC_OVERLOAD_H

#include "analytic/full/full.h"
#include "analytic/loads.h"
#include "analytic/shared_limits.h"

/* Terminals that are images of each other, as injectors of one class. */
typedef struct noc_injector {
    double packets; /* share of the class's packets that these terminals send; 0: none */
    double limit;   /* load from which on the terminals fall behind, by the model */
    double passes;  /* load at which a channel on their ways is full: an upper bound on the limit */
} noc_injector;

typedef struct noc_injectors {
    noc_injector *list; /* [part of a terminal * NOC_CLASSES + class]; owned */
    const uint32_t *of; /* [terminal]: part; borrowed */
    uint32_t parts;
} noc_injectors;

/* Overload of a network beyond `overflow`, the load at which its first queue overflows. */
typedef struct noc_overload {
    const noc_injectors *injectors;
    /* factor of the injectors' limits: 1, or the predicted deviation of the design from the
     * model */
    double scale;
    double overflow;
    const noc_shared_limits *gates; /* gates that all terminals go through; borrowed, NULL: none */
    /* shares at the played load, in place of all above; borrowed, NULL: not played */
    const noc_full_shares *full;
} noc_overload;

/* Accepted share at saturation. Accepted traffic falls below 98 % of the offered a little later
 * than the first queue overflows, when the overload has outgrown 2 %. */
#define NOC_ACCEPTED_SHARE 0.98

/* True if a queue grows without end at a load. */
bool noc_overload_grows(const noc_overload *overload, double load);

/* Load that is accepted, and answered, at an offered load. */
double noc_overload_accepted(const noc_overload *overload, double load);

/* Highest load of which NOC_ACCEPTED_SHARE is accepted; INFINITY: any load. docs/model.md (26). */
double noc_overload_saturation(const noc_overload *overload);

/* True if channels on their ways may hold terminals below the scaled model's limits, or gates
 * may. */
bool noc_overload_is_held(const noc_overload *overload);

/* Accepted packets per cycle of each flow at an offered load; of a reply, only if its request is
 * accepted, too. For a system whose flows are all there. */
void noc_overload_flows(const noc_system *system, const noc_overload *overload, double load,
                        double *packets);

/* Accepted flits per cycle on each channel that can be counted, at an offered load: flits[channel
 * * NOC_CLASSES + class]. NOC_EFAILED when out of memory. */
noc_status noc_overload_flits(const noc_system *system, const noc_loads *loads,
                              const noc_overload *overload, double load, double *flits);

/* Transactions whose two nodes are on one die, as a share of all that are accepted, and answered,
 * at an offered load. */
double noc_overload_local_share(const noc_system *system, const noc_overload *overload,
                                double load);

/* Utilisation of the busiest channel with these flits; NAN when out of memory. */
double noc_overload_most_used(const noc_system *system, const noc_loads *loads,
                              const noc_overload *overload, double load);

/* Upper bound on the saturation of any design, whatever its routers: for each channel that is full
 * at load B and carries a share h > 1 - NOC_ACCEPTED_SHARE of all packets of a class, all of its
 * traffic beyond B is lost. docs/model.md (27). */
double noc_overload_highest(const noc_system *system, const noc_loads *loads);

#endif
