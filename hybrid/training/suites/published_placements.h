/* hybrid/training/suites/published_placements.h: the grids and counts for which papers give a named
 * placement.
 *
 * Suites that were measured before named placements held for any grid passed over draws beyond
 * these. `placements = "published";` in a suite keeps its draws, and so its measurements, as they
 * were. */
#ifndef NOC_HYBRID_TRAINING_SUITES_PUBLISHED_PLACEMENTS_H
#define NOC_HYBRID_TRAINING_SUITES_PUBLISHED_PLACEMENTS_H

#include "design/design.h"

/* Whether the design's memory nodes stand as in a paper's rule or picture, or where the design says
 * (explicit), or on no grid. */
bool noc_placement_is_published(const noc_design *design);

#endif
