/* reports/drawings/bars.h: costs of designs as stacked bars by component: silicon, and power where
 * there is any. */
#ifndef NOC_REPORTS_DRAWINGS_BARS_H
#define NOC_REPORTS_DRAWINGS_BARS_H

#include <stdio.h>

#include "hybrid/answers/estimate.h"
#include "hybrid/answers/explain/breakdown.h"

/* Draws a bar for each design; for one design with several networks a bar for each network and for
 * all. `breakdowns` has one for each estimate. Writes a whole SVG document. */
noc_status noc_bars_draw(FILE *out, const noc_estimate *estimates, const noc_breakdown *breakdowns,
                         size_t count, noc_diag *diag);

/* Writes the bars on a page that needs nothing else, with the figures as a table below. */
noc_status noc_bars_page(FILE *out, const noc_estimate *estimates, const noc_breakdown *breakdowns,
                         size_t count, noc_diag *diag);

#endif
