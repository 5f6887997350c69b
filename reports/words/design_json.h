/* reports/words/design_json.h: JSON of an answer's design. */
#ifndef NOC_REPORTS_WORDS_DESIGN_JSON_H
#define NOC_REPORTS_WORDS_DESIGN_JSON_H

#include <jansson.h>

#include "design/design.h"

/* Makes the object of a design: name, file (as the user typed it), hash, overrides, and config. */
json_t *noc_json_design(const noc_design *design);

/* Makes the object of all settings, defaults included, in the groups of a design file as by `check
 * --resolved`: "network" (an object) for one network, "networks" (an array) for several. The
 * placement is the design's name of it, besides its tiles. NULL when out of memory. */
json_t *noc_json_config(const noc_design *design);

#endif
