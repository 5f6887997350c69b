/* reports/front/page_drawings.h: pictures of the designs on the HTML page; designs with equal
 * pictures share one. */
#ifndef NOC_REPORTS_FRONT_PAGE_DRAWINGS_H
#define NOC_REPORTS_FRONT_PAGE_DRAWINGS_H

#include <jansson.h>

#include "explore/store/store.h"
#include "reports/front/page_designs.h"

/* True if a picture shows the setting of an override; false for buffers, VCs, widths, cores and
 * memories. */
bool noc_page_override_is_drawn(const char *override);

/* Returns { "head": text, "list": [text, ...], "of": { KEY: position, ... }, "kilobytes": limit }:
 * SVG documents, each without the head that all share. KEY: the overrides that a picture shows, a
 * line each; "of" has the position of its picture in "list". Designs on the front come first. Left
 * out are pictures beyond `limit` kB in total, designs after the first 60 different ones, and
 * designs that cannot be drawn. The caller releases the object. */
json_t *noc_page_drawings(noc_store *store, const noc_candidates *candidates,
                          const noc_page_designs *drawn);

#endif
