/* analytic/bound/bound_master.h: the best mix of known ways: a linear program, solved by GLPK.
 *
 * Each block of traffic is carried by plans; a plan has a load for each channel. The program finds
 * shares of each block's plans that add up to 1, so that the load of the busiest channel is
 * least. */
#ifndef NOC_ANALYTIC_BOUND_BOUND_MASTER_H
#define NOC_ANALYTIC_BOUND_BOUND_MASTER_H

#include <stdbool.h>

#include "base/diag.h"

typedef struct noc_master noc_master;

/* Makes a program. NULL, and a message, when out of memory or when the solver gives up. */
noc_master *noc_master_new(int channels, int blocks, noc_diag *diag);
void noc_master_free(noc_master *master);

/* Adds a plan: `loads[i]` on channel `rows[i]`, both of `count` elements behind an unused first
 * one (as GLPK counts; rows are from 1 on), with room for one more. After a failure of
 * noc_master_add or noc_master_solve there is no program. */
noc_status noc_master_add(noc_master *master, int block, int count, int *rows, double *loads,
                          noc_diag *diag);

/* Improves the mix as far as possible, or for a while: then *finished is false, and the next call
 * goes on. NOC_EFAILED when the solver gives up. */
noc_status noc_master_solve(noc_master *master, bool *finished, noc_diag *diag);

/* Share of a plan, numbered from 0 on in the order in which plans were added. */
double noc_master_share(const noc_master *master, int plan);

/* Prices of a unit of capacity of each channel: >= 0, with the sum 1. */
void noc_master_prices(const noc_master *master, double *prices);

/* Cost of a block at these prices, with its best known plans. */
double noc_master_block_price(const noc_master *master, int block);

#endif
