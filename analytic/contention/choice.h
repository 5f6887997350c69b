/* analytic/contention/choice.h: fixed point of adaptive routing: shares of the onward routes
 * (noc_hop_option) among which packets choose. Packets see a state (flits outstanding on links,
 * virtual channels owned); shares follow from the state, rates from shares, waits from rates, and
 * the state from rates and waits. docs/model.md, section 4.12. */
#ifndef NOC_ANALYTIC_CONTENTION_CHOICE_H
#define NOC_ANALYTIC_CONTENTION_CHOICE_H

#include "analytic/network_model.h"
#include "analytic/shared_loads.h"

typedef struct noc_choice {
    const noc_system *system;
    noc_flow_map *map;
    noc_shared_loads shared;
    noc_pair_rows rows;
    double *state, *swept_state; /* state that packets see, and state of the last sweeps */
    size_t size;                 /* numbers of a state */
    noc_link_state seen_parts, swept_parts; /* arrays in `state`, and in `swept_state` */
    /* [option]: smoothed move of its share; share before the move */
    double *moves, *last_shares;
    /* `chances`: probabilities of at most 0, 1, ... outstanding flits, channel by channel;
     * `first_chance`: [channel]: index of the channel's first probability; SIZE_MAX: none */
    double *chances;
    size_t *first_chance;
    double step_share; /* share of a computed move that is made */
    double mean_move;  /* mean move of a share over the last steps, over all packets */
    /* load beyond which the busiest channel is full with any shares, flits per cycle of an
     * injecting node */
    double load_bound;
    double rate; /* packets per cycle of an injecting node */
    /* [class]: mean cycles by which latency exceeds the idle network's: on longer routes, and as
     * packets wait before full stations */
    double detours[NOC_CLASSES];
    /* [class], at unit rate: cycles of all packets on the idle network's routes; packets */
    double idle_cycles[NOC_CLASSES], packets[NOC_CLASSES];
    /* [class of traffic]: the same sums, for noc_choice_class_detour; `idle_cycles` only where
     * there are several classes */
    struct {
        double idle_cycles, packets;
    } traffic_classes[NOC_TRAFFIC_CLASSES_MAX];
    unsigned reversals; /* successive steps that reversed the previous step */
} noc_choice;

/* Makes the fixed point of a system whose packets choose among routes, in the arena; what loads and
 * symmetry lead to is in the map's arena. System and map must outlive the fixed point, which
 * changes the map. NULL when out of memory. */
noc_choice *noc_choice_new(const noc_system *system, noc_flow_map *map, noc_arena *arena);

/* Begins at a rate, packets per cycle of an injecting node, with a state of choice->size numbers;
 * finds shares, rates and detours. */
void noc_choice_begin(noc_choice *choice, double rate, const double *state);

/* Finds the mean number of choices of a packet on its route, and the share of choices that differ
 * from the idle network's. */
void noc_choice_count_detours(const noc_choice *choice, double *choices, double *detour_share);

/* Returns the detour of a class of traffic at the present shares, as in choice->detours, where
 * there are several classes. */
double noc_choice_class_detour(const noc_choice *choice, uint32_t traffic_class);

/* Moves the state a step towards choice->swept_state, which the caller has filled, and updates
 * shares, rates and detours. */
void noc_choice_move(noc_choice *choice);

#endif
