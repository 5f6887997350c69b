/* reports/front/page_drawings.h: pictures of the designs of a page: one for all designs that differ
 * in nothing that a picture shows. */
#ifndef NOC_REPORTS_FRONT_PAGE_DRAWINGS_H
#define NOC_REPORTS_FRONT_PAGE_DRAWINGS_H

#include <jansson.h>

#include "explore/store/store.h"
#include "reports/front/page_drawn.h"

/* True if a picture shows the setting of an override: not buffers, VCs, widths, cores, memory. */
bool noc_page_override_is_drawn(const char *override);

/* { "head": text, "list": [text, ...], "of": { KEY: position, ... }, "kilobytes": most }: SVG
 * documents, each without the head that all have; KEY is the overrides that pictures show, a line
 * each. Designs of the front come first; pictures beyond the room of `kilobytes`, and designs that
 * cannot be drawn, are left out. NULL: out of memory. */
json_t *noc_page_drawings(noc_store *store, const noc_candidates *all, const noc_page_drawn *drawn);

#endif
