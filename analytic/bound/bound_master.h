/* analytic/bound/bound_master.h: the best mix of known ways: a linear program, solved by GLPK.
 *
 * Each block of traffic is carried by plans; a plan says what it puts on each channel. The program
 * gives the plans of each block shares that add up to 1, so that the load of the busiest channel is
 * least. */
#ifndef NOC_ANALYTIC_BOUND_BOUND_MASTER_H
#define NOC_ANALYTIC_BOUND_BOUND_MASTER_H

#include <stdbool.h>

#include "base/diag.h"

typedef struct noc_master noc_master;

/* NULL, and a message, when out of memory or when the solver gives up. */
noc_master *noc_master_new(int channels, int blocks, noc_diag *diag);
void noc_master_free(noc_master *master);

/* Adds a plan: `loads[i]` on channel `rows[i]`, both of `count` elements behind an unused first one
 * (as GLPK counts; rows are from 1 on), with room for one more. After a failure of this or the next
 * function there is no program. */
noc_status noc_master_add(noc_master *master, int block, int count, int *rows, double *loads,
                          noc_diag *diag);

/* Improves the mix as far as possible, or for a while: then *finished is false, and the next call
 * goes on. NOC_EFAILED when the solver gives up. */
noc_status noc_master_solve(noc_master *master, bool *finished, noc_diag *diag);

/* Share of a plan, in the order in which they were added, from 0 on. */
double noc_master_share(const noc_master *master, int plan);

/* What a unit of capacity of each channel is worth; the prices are >= 0 and add up to 1. */
void noc_master_prices(const noc_master *master, double *prices);

/* What a block costs at these prices with its best known plans. */
double noc_master_block_price(const noc_master *master, int block);

#endif
