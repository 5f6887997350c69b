/* reports/bottleneck.h: what limits a design, in words. */
#ifndef NOC_REPORTS_BOTTLENECK_H
#define NOC_REPORTS_BOTTLENECK_H

#include "hybrid/answers/estimate.h"
#include "reports/writers/sheet.h"

/* "Limited by link (0,0) > (1,0), 93 % busy at saturation."; nothing when it is not known. */
void noc_text_bottleneck(const noc_sheet *sheet, const noc_estimate *estimate);

#endif
