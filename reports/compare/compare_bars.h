/* reports/compare/compare_bars.h: five figures of designs as bars, each with its interval and its
 * change against the first design. */
#ifndef NOC_REPORTS_COMPARE_COMPARE_BARS_H
#define NOC_REPORTS_COMPARE_COMPARE_BARS_H

#include <stdio.h>

#include "reports/compare/compare_shown.h"
#include "reports/words/label.h"

/* A whole SVG document. A figure that is missing says why. */
void noc_compare_bars(FILE *out, const noc_labels *labels, const noc_estimate *estimates,
                      size_t count);

#endif
