/* reports/drawings/svg_timeline.h: the busiest channels over time as a picture: a row for each
 * channel, the busiest first, a column for each interval, darker where the channel was busier. */
#ifndef NOC_REPORTS_DRAWINGS_SVG_TIMELINE_H
#define NOC_REPORTS_DRAWINGS_SVG_TIMELINE_H

#include <stdio.h>

#include "base/diag.h"
#include "hybrid/answers/figures/channels.h"
#include "sampler/sampling/timeline.h"

/* Draws a whole SVG document under a title. The rates are those of the whole timeline. */
noc_status noc_svg_timeline(const noc_system *system, const noc_timeline *timeline,
                            const noc_channel_rates *rates, const char *title, FILE *out,
                            noc_diag *diag);

#endif
