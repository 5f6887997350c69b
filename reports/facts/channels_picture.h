/* reports/facts/channels_picture.h: how busy a design's channels are at a load, on its picture. */
#ifndef NOC_REPORTS_FACTS_CHANNELS_PICTURE_H
#define NOC_REPORTS_FACTS_CHANNELS_PICTURE_H

#include "hybrid/answers/estimate.h"
#include "reports/writers/sheet.h"

/* A whole SVG document, of an estimate with the rates of its channels. */
noc_status noc_channels_draw(const noc_sheet *sheet, const noc_system *system,
                             const noc_estimate *estimate, noc_diag *diag);

/* The same on a page, the busiest channels in a table below. */
noc_status noc_channels_page(const noc_sheet *sheet, const noc_system *system,
                             const noc_estimate *estimate, noc_diag *diag);

#endif
