/* analytic/bound/bound_plans.h: plans of the bound's program: what the packets of a block put on
 * each channel if they go one way or another. One is under construction; those that are kept are
 * the columns of the master. Channels that are the same to every packet (twins) are one row of
 * it. */
#ifndef NOC_ANALYTIC_BOUND_BOUND_PLANS_H
#define NOC_ANALYTIC_BOUND_BOUND_PLANS_H

#include "analytic/bound/bound_master.h"
#include "network/graph/graph.h"

/* Channels that are the same to every packet, of which the program knows one: one row in place of
 * several, and no search among equal mixes. They share their load evenly. */
typedef struct noc_bound_twins {
    uint32_t *first; /* each channel: the first of those that lead from and to the same */
    unsigned *width; /* each first one: how many there are */
} noc_bound_twins;

/* False when out of memory; the caller clears *twins either way. */
bool noc_bound_twins_of(const noc_graph *graph, noc_bound_twins *twins);
void noc_bound_twins_clear(noc_bound_twins *twins);

typedef struct noc_bound_plan {
    int block;
    size_t first, count; /* into rows and loads of all plans */
} noc_bound_plan;

/* Loads in flits on each channel, at unit rate (loads.h); those of twins are kept with the first
 * one. */
typedef struct noc_bound_plans {
    const noc_bound_twins *twins;
    uint32_t channels;
    double scale; /* the unit of loads in the master */
    noc_bound_plan *list;
    size_t count, capacity;
    int *rows; /* channels of all plans */
    double *loads;
    size_t used, room; /* length and capacity of rows and loads */
    /* the one under construction */
    double *load;      /* load of each channel */
    uint32_t *touched; /* channels with a load */
    uint32_t touched_count;
    int *column_rows; /* the form that GLPK takes */
    double *column_loads;
} noc_bound_plans;

/* No plans yet. False when out of memory; the caller clears *plans either way. */
bool noc_bound_plans_new(uint32_t channels, const noc_bound_twins *twins, noc_bound_plans *plans);
void noc_bound_plans_clear(noc_bound_plans *plans);

/* The plan under construction: puts a load on a channel of it, forgets it, hands it to the master
 * as one of a block. */
void noc_bound_plans_put(noc_bound_plans *plans, uint32_t channel, double load);
void noc_bound_plans_drop(noc_bound_plans *plans);
noc_status noc_bound_plans_keep(noc_bound_plans *plans, int block, noc_master *master,
                                noc_diag *diag);

/* Cost of the plan under construction at prices of channels, in the unit of the master's. */
double noc_bound_plans_cost(const noc_bound_plans *plans, const double *prices);

/* Adds up what the plans put on first twins by the master's shares, made exact: those of a block
 * add up to 1. `class_of` and `blocks`: of the traffic; `loads`: by class and channel, zero before.
 * False when out of memory. */
bool noc_bound_plans_mix(const noc_bound_plans *plans, const noc_master *master,
                         const noc_class *class_of, int blocks, double *loads);

#endif
