/* power_area/refit/quantities.h: the quantities of routers by their forms
 * (power_area/forms.def). */
#ifndef NOC_POWER_AREA_REFIT_QUANTITIES_H
#define NOC_POWER_AREA_REFIT_QUANTITIES_H

#include "power_area/refit/fitted.h"

typedef double (*figure)(const row *r);

typedef struct refit_quantity {
    noc_quantity quantity;
    const char *column; /* of router.csv, or what is made of several */
    figure measured;
} refit_quantity;

/* All of them; `*count` is how many. */
const refit_quantity *refit_quantities(size_t *count);

/* The rows of a quantity's least squares: terms and what was measured, where that is above 0. */
void refit_set_up(const rows *node, const refit_quantity *q, double pins_per_step, problem *p,
                  noc_coefficient_id ids[NOC_TERMS_MAX]);

/* The drive of a clock tree's last repeaters, read off the steps in its area. */
void refit_clock_steps(const rows *node, fitted *t);

/* All quantities at one node, the clock's steps known. `*write_share` is the share of a write's
 * energy that is its cell's: addresses that do not exist tell it from the register's. Only 22 nm
 * has such buffers; it is set there, and used elsewhere. */
void refit_fit_quantities(const rows *node, double *write_share, fitted *t);

#endif
