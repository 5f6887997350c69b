/* analytic/bound/bound_plans.h: plans of the bound's program: loads on each channel if the packets
 * of a block go one way or another. One plan is under construction; plans that are kept are the
 * columns of the master. Channels that are alike for every packet (twins) are one row of it. */
#ifndef NOC_ANALYTIC_BOUND_BOUND_PLANS_H
#define NOC_ANALYTIC_BOUND_BOUND_PLANS_H

#include "analytic/bound/bound_master.h"
#include "network/graph/graph.h"

/* Channels that are alike for every packet (twins), of which the program knows one: one row in
 * place of several, and no search among equal mixes. Twins share their load evenly. */
typedef struct noc_bound_twins {
    uint32_t *first; /* [channel]: first of the channels that lead from and to the same ends */
    unsigned *width; /* [first twin]: number of twins */
} noc_bound_twins;

/* Finds the twins. False when out of memory; the caller clears *twins either way. */
bool noc_bound_twins_of(const noc_graph *graph, noc_bound_twins *twins);
void noc_bound_twins_clear(noc_bound_twins *twins);

typedef struct noc_bound_plan {
    int block;
    size_t first, count; /* range of a plan in rows and loads of all plans */
} noc_bound_plan;

/* Loads in flits on each channel, at unit rate (loads.h); loads of twins are kept with the first
 * twin. */
typedef struct noc_bound_plans {
    const noc_bound_twins *twins;
    uint32_t channels;
    double scale; /* unit of loads in the master, flits */
    noc_bound_plan *list;
    size_t count, capacity;
    int *rows; /* [entry]: channel, of all plans */
    double *loads;
    size_t used, room; /* length and capacity of rows and loads */
    /* plan under construction */
    double *load;      /* [channel]: load */
    uint32_t *touched; /* channels with a load */
    uint32_t touched_count;
    int *column_rows; /* column of the plan, as GLPK accepts it */
    double *column_loads;
} noc_bound_plans;

/* Makes an empty list of plans. False when out of memory; the caller clears *plans either way. */
bool noc_bound_plans_new(uint32_t channels, const noc_bound_twins *twins, noc_bound_plans *plans);
void noc_bound_plans_clear(noc_bound_plans *plans);

/* Plan under construction: `put` adds a load on a channel, `drop` forgets the plan, `keep` hands
 * it to the master as a plan of a block. */
void noc_bound_plans_put(noc_bound_plans *plans, uint32_t channel, double load);
void noc_bound_plans_drop(noc_bound_plans *plans);
noc_status noc_bound_plans_keep(noc_bound_plans *plans, int block, noc_master *master,
                                noc_diag *diag);

/* Cost of the plan under construction at prices of channels, in the master's unit. */
double noc_bound_plans_cost(const noc_bound_plans *plans, const double *prices);

/* Adds up the plans' loads on first twins by the master's shares, scaled so that the shares of a
 * block add up to 1. `class_of` and `blocks`: of the traffic; `loads`: by class and channel, zero
 * before. False when out of memory. */
bool noc_bound_plans_mix(const noc_bound_plans *plans, const noc_master *master,
                         const noc_class *class_of, int blocks, double *loads);

#endif
