/* analytic/bound/bound_plans.h: plans of the bound's program: the load on each channel if the
 * packets of a block use certain paths. One plan is under construction; kept plans are columns of
 * the master program (bound_master.h). */
#ifndef NOC_ANALYTIC_BOUND_BOUND_PLANS_H
#define NOC_ANALYTIC_BOUND_BOUND_PLANS_H

#include "analytic/bound/bound_master.h"
#include "network/graph/graph.h"

/* Channels that are equal for every packet (twins), which share their load evenly. One row stands
 * for them in the program, so the solver has no choice among equal mixes. */
typedef struct noc_bound_twins {
    uint32_t *first_twins; /* [channel]: first of the channels between the same ends */
    unsigned *twin_counts; /* [first twin]: number of twins */
} noc_bound_twins;

/* Finds the twins; lists are the arena's. False when out of memory. */
bool noc_bound_twins_find(const noc_graph *graph, noc_arena *arena, noc_bound_twins *twins);

/* A kept plan. */
typedef struct noc_bound_plan {
    int block;
    size_t first, count; /* range of the plan in the rows and loads of all plans */
} noc_bound_plan;

/* Plans kept, and the plan under construction. Loads of channels are at unit rate (loads.h), in
 * flits over the channel's capacity; the first twin has the mean load of its twins. */
typedef struct noc_bound_plans {
    noc_arena *arena; /* memory of the lists */
    const noc_bound_twins *twins;
    uint32_t channels;
    double load_unit;     /* load that counts as 1 in the master */
    noc_bound_plan *list; /* kept plans, in the order of the master's plans */
    size_t count, capacity;
    int *rows;                          /* [entry of all plans]: first twin of a channel */
    double *loads;                      /* [entry of all plans]: load of the channel */
    size_t entry_count, entry_capacity; /* length and capacity of `rows` and `mix` */
    double *plan_loads;                 /* plan under construction: [first twin]: load */
    uint32_t *plan_channels;            /* plan under construction: first twins with a load */
    uint32_t plan_channel_count;
    int *column_rows;     /* room for noc_master_add: [from 1 on]: row in the master */
    double *column_loads; /* room for noc_master_add: [from 1 on]: load in units of load_unit */
} noc_bound_plans;

/* Makes an empty list of plans. False when out of memory. */
bool noc_bound_plans_new(uint32_t channels, const noc_bound_twins *twins, noc_arena *arena,
                         noc_bound_plans *plans);

/* Plan under construction: noc_bound_plans_add_load adds a load on a channel, noc_bound_plans_drop
 * discards the plan, noc_bound_plans_keep adds the plan to the master as a plan of a block. */
void noc_bound_plans_add_load(noc_bound_plans *plans, uint32_t channel, double load);
void noc_bound_plans_drop(noc_bound_plans *plans);
noc_status noc_bound_plans_keep(noc_bound_plans *plans, int block, noc_master *master,
                                noc_diag *diag);

/* Returns the cost of the plan under construction at prices of channels, in the master's unit. */
double noc_bound_plans_cost(const noc_bound_plans *plans, const double *prices);

/* Sums the plans' loads on first twins, weighted by the master's shares, which are scaled to the
 * sum 1 for each block. `block_classes`: [block]: class; `mix`: [class and channel]: sum, 0
 * before the call. False when out of memory. */
bool noc_bound_plans_mix(const noc_bound_plans *plans, const noc_master *master,
                         const noc_class *block_classes, int blocks, double *mix);

#endif
