/* reports/drawings/bars.h: costs of designs as stacked bars by component: silicon area, and power
 * if known. */
#ifndef NOC_REPORTS_DRAWINGS_BARS_H
#define NOC_REPORTS_DRAWINGS_BARS_H

#include <stdio.h>

#include "hybrid/answers/estimate.h"
#include "hybrid/answers/explain/breakdown.h"

/* Draws a bar for each design as an SVG document; for one design with several networks a bar for
 * each network and for all. `breakdowns`: [estimate]. */
noc_status noc_bars_draw(FILE *out, const noc_estimate *estimates, const noc_breakdown *breakdowns,
                         size_t count, noc_diag *diag);

/* Writes an HTML page with the bars, and their values as a table. */
noc_status noc_bars_write_page(FILE *out, const noc_estimate *estimates,
                               const noc_breakdown *breakdowns, size_t count, noc_diag *diag);

#endif
