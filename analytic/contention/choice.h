/* analytic/contention/choice.h: ways of packets that choose among links: a fixed point of the
 * contention. Packets see a state (flits outstanding on links, virtual channels that are owned),
 * which follows from rates and waits; the shares of ways follow from the state, rates from shares,
 * waits from rates. docs/model.md, section 4.12. */
#ifndef NOC_ANALYTIC_CONTENTION_CHOICE_H
#define NOC_ANALYTIC_CONTENTION_CHOICE_H

#include "analytic/network_model.h"
#include "analytic/shared_loads.h"

typedef struct noc_choice {
    const noc_system *system;
    noc_flow_map *map;
    noc_shared_loads shared;
    noc_pair_rows rows;
    double *state, *next; /* state that packets see: by the present shares; by the last sweeps */
    size_t size;
    noc_seen seen, found;   /* parts of these two states */
    double *moves, *before; /* [way]: last move of its share; room for as many */
    /* chances of at most so many flits outstanding; [channel]: first of its chances, SIZE_MAX:
     * none */
    double *chances;
    size_t *first_chance;
    double step;  /* share of a move that is made */
    double moved; /* mean move of a share in the last step, over all packets */
    double bound; /* load that no shares carry, flits per cycle of an injecting node */
    double rate;  /* packets per cycle of an injecting node */
    /* mean cycles by which packets' latency exceeds that of an idle network: on longer ways, and
     * standing before full stations */
    double detour[NOC_CLASSES];
    double idle[NOC_CLASSES], packets[NOC_CLASSES];
    /* `detour` by class of traffic, where there are several */
    struct {
        double idle, packets;
    } of_class[NOC_TRAFFIC_CLASSES_MAX];
    unsigned swings; /* successive steps that went back the way of the step before */
} noc_choice;

/* Makes the fixed point of a system whose packets choose. The map must outlive it, and changes
 * with it. NULL when out of memory. */
noc_choice *noc_choice_new(const noc_system *system, noc_flow_map *map);
void noc_choice_free(noc_choice *choice);

/* Begins at a packet rate, with packets that see a state (choice->size numbers). */
void noc_choice_begin(noc_choice *choice, double rate, const double *state);

/* Mean choices of a packet on its way, and the share of them with another hop than in an idle
 * network. */
void noc_choice_count(const noc_choice *choice, double *choices, double *others);

/* `detour` of a class of traffic, where there are several, at the present shares. */
double noc_choice_class_detour(const noc_choice *choice, uint32_t traffic_class);

/* Moves the state by a part of the way to that of the last sweeps (choice->found). */
void noc_choice_move(noc_choice *choice);

#endif
