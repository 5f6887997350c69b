/* reports/front/page_drawings.h: pictures of a page's designs, one for all designs that look
 * alike. */
#ifndef NOC_REPORTS_FRONT_PAGE_DRAWINGS_H
#define NOC_REPORTS_FRONT_PAGE_DRAWINGS_H

#include <jansson.h>

#include "explore/store/store.h"
#include "reports/front/page_drawn.h"

/* True if a picture shows the setting of an override; false for buffers, VCs, widths, cores and
 * memories. */
bool noc_page_override_is_drawn(const char *override);

/* Returns { "head": text, "list": [text, ...], "of": { KEY: position, ... }, "kilobytes": limit }:
 * SVG documents, each without the head that all share. KEY: the overrides that a picture shows, a
 * line each. Designs on the front come first. Pictures beyond the limit, and designs that cannot be
 * drawn, are left out. */
json_t *noc_page_drawings(noc_store *store, const noc_candidates *candidates,
                          const noc_page_designs *drawn);

#endif
