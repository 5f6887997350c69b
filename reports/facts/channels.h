/* reports/facts/channels.h: utilisation of each channel (query and sample with --channels): as
 * JSON, table, CSV, picture and page. */
#ifndef NOC_REPORTS_FACTS_CHANNELS_H
#define NOC_REPORTS_FACTS_CHANNELS_H

#include <jansson.h>

#include "hybrid/answers/estimate.h"
#include "hybrid/answers/figures/answer.h"
#include "hybrid/answers/figures/channels.h"
#include "reports/writers/sheet.h"

/* The member "channels" of a result: all channels, in the order of the graph. NULL when out of
 * memory. */
json_t *noc_json_channels(const noc_channel_rates *rates);

/* Prints a table of the busiest channels for people, one for each estimate. */
noc_status noc_text_channels(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                             noc_diag *diag);

/* Writes tidy rows in place of those of the metrics: one for each channel of each estimate. */
noc_status noc_csv_channels(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                            noc_diag *diag);

/* Draws the design's picture with its busy channels, a whole SVG document. The estimate has the
 * rates of its channels. */
noc_status noc_channels_draw(const noc_sheet *sheet, const noc_system *system,
                             const noc_estimate *estimate, noc_diag *diag);

/* Writes a page with the design's picture, the busiest channels in a table below. */
noc_status noc_channels_page(const noc_sheet *sheet, const noc_system *system,
                             const noc_estimate *estimate, noc_diag *diag);

#endif
