/* reports/page_parts.h: the files that the HTML page is made of, compiled in: reports/page/ and
 * d3. */
#ifndef NOC_REPORTS_PAGE_PARTS_H
#define NOC_REPORTS_PAGE_PARTS_H

#include "network/embedded.h"

extern const noc_embedded_file noc_page_parts[];
extern const noc_embedded_file noc_page_library[]; /* empty if d3 was not found */

#endif
