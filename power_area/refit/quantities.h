/* power_area/refit/quantities.h: fits of the quantities of routers by their forms
 * (power_area/forms.def), and how well the forms predict routers that are left out. */
#ifndef NOC_POWER_AREA_REFIT_QUANTITIES_H
#define NOC_POWER_AREA_REFIT_QUANTITIES_H

#include "power_area/refit/tables.h"

/* Finds the drive of a clock tree's last repeaters from the steps in its area. */
void refit_clock_steps(const rows *node, fitted *t);

/* Fits all quantities at one node, with known steps of the clock. `*write_share` is the share of a
 * write's energy that is its cell's: addresses that do not exist separate it from the register's.
 * Only 22 nm has such buffers; it is set there, and used elsewhere. */
void refit_fit_quantities(const rows *node, double *write_share, fitted *t);

/* Prints mean and worst errors of predictions for each topology (inputs x outputs), width, number
 * of VCs and depth that is left out, and for a random third. */
void refit_print_left_out(const rows *node, const fitted *t);

#endif
