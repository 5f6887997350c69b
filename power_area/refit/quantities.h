/* power_area/refit/quantities.h: fits of router quantities by their forms
 * (power_area/forms.def), and errors of predictions for routers that are left out of the fit. */
#ifndef NOC_POWER_AREA_REFIT_QUANTITIES_H
#define NOC_POWER_AREA_REFIT_QUANTITIES_H

#include "power_area/refit/tables.h"

/* Finds the number of flip-flops that one drive step of a clock tree's last repeaters serves,
 * from the steps in the tree's area. */
void refit_fit_clock_steps(const rows *node, fitted *t);

/* Fits all quantities at one node, whose clock steps were fitted. *write_share: share of a
 * write's energy in the cell, the rest in the register. Only addresses that do not exist
 * separate both. Only 22 nm has such buffers, so the share is fitted there, and used at other
 * nodes. */
void refit_fit_quantities(const rows *node, double *write_share, fitted *t);

/* Prints mean and worst errors of predictions for each topology (inputs x outputs), width,
 * number of VCs with depth, and random third that is left out of the fit. */
void refit_print_errors(const rows *node, const fitted *t);

#endif
