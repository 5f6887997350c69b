/* analytic/bound/bound_master.h: master program of the bound: a linear program, solved by GLPK, for
 * the best mix of known plans.
 *
 * Plans carry a block of traffic; a plan is a load for each channel. The program finds shares of
 * each block's plans, with the sum 1, so that the load of the busiest channel is least. */
#ifndef NOC_ANALYTIC_BOUND_BOUND_MASTER_H
#define NOC_ANALYTIC_BOUND_BOUND_MASTER_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diag.h"

typedef struct noc_master noc_master;

/* Makes a program for numbers of channels and of blocks, without plans, in memory of the arena.
 * NULL, and a message, when out of memory or when GLPK fails. noc_master_free releases what GLPK
 * holds; NULL: nothing. */
noc_master *noc_master_new(int channels, int blocks, noc_arena *arena, noc_diag *diag);
void noc_master_free(noc_master *master);

/* Adds a plan with `loads[i]` on channel `rows[i]`. Both arrays have `count` elements after an
 * unused first one (GLPK counts from 1, rows as well), and room for one more, which is overwritten.
 * After a failure of noc_master_add or noc_master_solve only noc_master_free may follow. */
noc_status noc_master_add(noc_master *master, int block, int count, int *rows, double *loads,
                          noc_diag *diag);

/* Improves the mix until it is optimal, or for a number of steps. *is_optimal: false if steps
 * remain; the next call continues. NOC_EFAILED when GLPK fails. */
noc_status noc_master_solve(noc_master *master, bool *is_optimal, noc_diag *diag);

/* Returns the share of a plan; plans are numbered from 0 on, in the order of noc_master_add. */
double noc_master_share(const noc_master *master, int plan);

/* Stores the prices: [channel]: price of a unit of load, >= 0; the sum is 1. */
void noc_master_prices(const noc_master *master, double *prices);

/* Returns the cost of a block's cheapest known plan at the dual prices. */
double noc_master_block_cost(const noc_master *master, int block);

#endif
