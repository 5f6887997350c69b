/* reports/drawings/page_parts.h: compiled-in files of the HTML pages: reports/page/ and the chart
 * library d3. */
#ifndef NOC_REPORTS_DRAWINGS_PAGE_PARTS_H
#define NOC_REPORTS_DRAWINGS_PAGE_PARTS_H

#include "base/embedded.h"

/* Files of reports/page/; a NULL name ends them. */
extern const noc_embedded_file noc_page_parts[];
extern const noc_embedded_file noc_page_library[]; /* d3; empty if not found by the build */

#endif
