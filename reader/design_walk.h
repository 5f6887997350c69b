/* reader/design_walk.h: walks over all settings of a design: to free them, to print them. */
#ifndef NOC_READER_DESIGN_WALK_H
#define NOC_READER_DESIGN_WALK_H

#include "design/design.h"

void noc_design_free(noc_design *design);

/* Records the settings that stages read (design/kept.h). False when out of memory. */
bool noc_design_note_read(noc_design *design);

/* Returns the design in canonical form: one "path = value" line a setting, in a fixed order,
 * defaults included, name and spelling left out. Its SHA-256 is design->hash. The caller frees the
 * text. */
char *noc_design_canonical(const noc_design *design);

/* Returns the figures of the design's workload, or of each workload of a set: "" for a design
 * without. The caller frees the text; NULL when out of memory. */
char *noc_design_workload_text(const noc_design *design);

#endif
