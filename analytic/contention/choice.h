/* analytic/contention/choice.h: where packets go that may choose among links: a fixed point of the
 * contention. What packets see (flits outstanding on links, virtual channels that are owned)
 * follows from rates and waits; the shares of the ways that they take follow from what they see,
 * rates from shares, waits from rates. docs/model.md, section 4.12. */
#ifndef NOC_ANALYTIC_CONTENTION_CHOICE_H
#define NOC_ANALYTIC_CONTENTION_CHOICE_H

#include "analytic/network_model.h"
#include "analytic/shared_loads.h"

typedef struct noc_choice {
    const noc_system *system;
    noc_flow_map *map;
    noc_shared_loads shared;
    noc_pair_rows rows;
    double *state, *next; /* state that is seen: by the shares of now; by the last sweeps */
    size_t size;
    noc_seen seen, found;   /* parts of these two */
    double *moves, *before; /* last move of a share, by way; room for as many */
    /* chances of at most so many flits outstanding; by channel: where its own begin, SIZE_MAX: it
     * has none */
    double *chances;
    size_t *first_chance;
    double step;  /* share of a move that is made */
    double moved; /* mean move of a share, in the last step, over all packets */
    double bound; /* load that no shares carry */
    double rate;  /* packets per cycle of an injecting node */
    /* cycles that packets take longer than in an idle network, on longer ways and where they stand
     * before stations that are full */
    double detour[NOC_CLASSES];
    double idle[NOC_CLASSES], packets[NOC_CLASSES];
    /* the same by class of traffic, of several */
    struct {
        double idle, packets;
    } of_class[NOC_TRAFFIC_CLASSES_MAX];
    unsigned swings; /* steps in a row that went back what the one before had gone */
} noc_choice;

/* Makes the fixed point of a system whose packets choose; the map must outlive it, and changes with
 * it. NULL when out of memory. */
noc_choice *noc_choice_new(const noc_system *system, noc_flow_map *map);
void noc_choice_free(noc_choice *choice);

/* Begins at a packet rate with what packets see in a state (choice->size numbers). */
void noc_choice_begin(noc_choice *choice, double rate, const double *state);

/* Choices that a packet makes on its way, mean, and the share of these that take another hop than
 * in an idle network. */
void noc_choice_count(const noc_choice *choice, double *choices, double *others);

/* `detour` of a class of traffic, of several, at the shares of now. */
double noc_choice_class_detour(const noc_choice *choice, uint32_t traffic_class);

/* Moves on by what sweeps have found (choice->found), part of the way. */
void noc_choice_move(noc_choice *choice);

#endif
