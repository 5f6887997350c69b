/* power_area/refit/left_out.h: how well the forms predict routers that are left out of the fit. */
#ifndef NOC_POWER_AREA_REFIT_LEFT_OUT_H
#define NOC_POWER_AREA_REFIT_LEFT_OUT_H

#include "power_area/refit/fitted.h"

/* Prints mean and worst errors for each topology (inputs x outputs), width, number of VCs and
 * depth, and a third of all by chance. */
void refit_print_left_out(const rows *node, const fitted *t);

#endif
