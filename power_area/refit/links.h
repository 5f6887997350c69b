/* power_area/refit/links.h: links and wires. */
#ifndef NOC_POWER_AREA_REFIT_LINKS_H
#define NOC_POWER_AREA_REFIT_LINKS_H

#include "power_area/refit/fitted.h"

void refit_fit_links(const rows *node, fitted *t);

/* The wires of crossbars, from the first row of wires.csv. */
void refit_take_wires(const rows *wires, fitted *t);

#endif
