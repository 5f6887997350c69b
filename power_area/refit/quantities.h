/* power_area/refit/quantities.h: fits of the quantities of routers by their forms
 * (power_area/forms.def), and how well the forms predict routers that are left out. */
#ifndef NOC_POWER_AREA_REFIT_QUANTITIES_H
#define NOC_POWER_AREA_REFIT_QUANTITIES_H

#include "power_area/refit/tables.h"

/* The drive of a clock tree's last repeaters, read off the steps in its area. */
void refit_clock_steps(const rows *node, fitted *t);

/* All quantities at one node, the clock's steps known. `*write_share` is the share of a write's
 * energy that is its cell's: addresses that do not exist tell it from the register's. Only 22 nm
 * has such buffers; it is set there, and used elsewhere. */
void refit_fit_quantities(const rows *node, double *write_share, fitted *t);

/* Prints mean and worst errors for each topology (inputs x outputs), width, number of VCs and
 * depth, and a third of all by chance. */
void refit_print_left_out(const rows *node, const fitted *t);

#endif
