/* reports/drawings/svg_timeline.h: picture of the busiest channels over time: a row for each
 * channel, the busiest first; a column for each interval, darker for higher utilisation. */
#ifndef NOC_REPORTS_DRAWINGS_SVG_TIMELINE_H
#define NOC_REPORTS_DRAWINGS_SVG_TIMELINE_H

#include <stdio.h>

#include "base/diag.h"
#include "hybrid/answers/figures/channels.h"
#include "sampler/sampling/timeline.h"

/* Draws the SVG document with a title. `rates`: rates of the whole timeline. NOC_EFAILED: out of
 * memory. */
noc_status noc_svg_timeline_draw(const noc_system *system, const noc_timeline *timeline,
                                 const noc_channel_rates *rates, const char *title, FILE *out,
                                 noc_diag *diag);

#endif
