/* reports/words/design_json.h: JSON of an answer's design. */
#ifndef NOC_REPORTS_WORDS_DESIGN_JSON_H
#define NOC_REPORTS_WORDS_DESIGN_JSON_H

#include <jansson.h>

#include "design/design.h"

/* Makes the object of a design: name, file (as the user typed it), hash, overrides, and config
 * (noc_json_config). The caller releases the object. */
json_t *noc_json_design(const noc_design *design);

/* Makes the object of all settings, defaults included, in the groups of a design file, as `check
 * --resolved` prints them: "network" (an object) for one network, "networks" (an array) for
 * several. In addition to the tiles of memory nodes, "placement" has the name of their placement.
 * NULL when out of memory; the caller releases the object. */
json_t *noc_json_config(const noc_design *design);

#endif
