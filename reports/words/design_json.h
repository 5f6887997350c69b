/* reports/words/design_json.h: the design of an answer, for scripts. */
#ifndef NOC_REPORTS_WORDS_DESIGN_JSON_H
#define NOC_REPORTS_WORDS_DESIGN_JSON_H

#include <jansson.h>

#include "design/design.h"

/* Object of a design: name, file (as the user typed it), hash, overrides, and config. */
json_t *noc_json_design(const noc_design *design);

/* Every setting, defaults filled in, in the groups of a design file as `check --resolved` prints
 * it: network (an object) of a design with one, networks (an array) of one with several. The
 * placement is the name that the design gives, beside the tiles that it means. NULL when out of
 * memory. */
json_t *noc_json_config(const noc_design *design);

#endif
