/* power_area/refit/arbiters.h: energies of matrix arbiters, whose activity falls with the requests
 * along a curve. */
#ifndef NOC_POWER_AREA_REFIT_ARBITERS_H
#define NOC_POWER_AREA_REFIT_ARBITERS_H

#include "power_area/refit/fitted.h"

/* The constants of the curve (noc_arbiter_activity), and two energies. */
enum { PAIR, STATE, CENTER, SPREAD, DECAY, SHAPE };

/* All five, at the node with the most routers. Ends the process if the fit does not converge. */
void refit_arbiter_shape(const rows *node, double shape[SHAPE]);

/* The two energies of the curve at one node. */
void refit_fit_arbiter(const rows *node, const double shape[SHAPE], fitted *t);

#endif
