/* reports/drawings/page_parts.h: the files that the HTML page is made of, compiled in:
 * reports/page/ and d3. */
#ifndef NOC_REPORTS_DRAWINGS_PAGE_PARTS_H
#define NOC_REPORTS_DRAWINGS_PAGE_PARTS_H

#include "base/embedded.h"

extern const noc_embedded_file noc_page_parts[];
extern const noc_embedded_file noc_page_library[]; /* empty if d3 was not found */

#endif
