/* reports/facts/channels.h: report of the flits on each channel (--channels), as JSON, table, CSV,
 * picture and HTML page. */
#ifndef NOC_REPORTS_FACTS_CHANNELS_H
#define NOC_REPORTS_FACTS_CHANNELS_H

#include <jansson.h>

#include "hybrid/answers/estimate.h"
#include "hybrid/answers/figures/answer.h"
#include "hybrid/answers/figures/channels.h"
#include "reports/writers/sheet.h"

/* Returns the member "channels" of a result: all channels, in the order of the graph. NULL: out of
 * memory. */
json_t *noc_json_channels(const noc_channel_rates *rates);

/* Prints a table of the busiest channels for each estimate. */
noc_status noc_text_channels(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                             noc_diag *diag);

/* Writes CSV rows in place of the metrics: one for each channel of each estimate. */
noc_status noc_csv_channels(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                            noc_diag *diag);

/* Draws the design with the utilisation of its channels, as an SVG document. The estimate must have
 * channel rates. */
noc_status noc_channels_draw(const noc_sheet *sheet, const noc_system *system,
                             const noc_estimate *estimate, noc_diag *diag);

/* Writes an HTML page with the design's picture, and a table of the busiest channels. */
noc_status noc_channels_write_page(const noc_sheet *sheet, const noc_system *system,
                                   const noc_estimate *estimate, noc_diag *diag);

#endif
