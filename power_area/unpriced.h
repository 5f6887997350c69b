/* power_area/unpriced.h: parts of a design that cost area, energy and clock, and whose cost no
 * source tells. Figures are without them, so designs with and without them do not compare. */
#ifndef NOC_POWER_AREA_UNPRICED_H
#define NOC_POWER_AREA_UNPRICED_H

#include <stddef.h>

#include "design/design.h"

enum { NOC_UNPRICED_CHARS = 200 };

/* One such thing. */
typedef struct noc_unpriced_thing {
    const char *key; /* the setting, or the group of settings, that it is of */
    const char *what;
} noc_unpriced_thing;

/* All of them in turn; NULL past the end. */
const noc_unpriced_thing *noc_unpriced_at(size_t index);

/* True if a network of the design has it. */
bool noc_unpriced_is_in(const noc_design *design, size_t index);

/* Writes all that the design has, "the codecs (codec)"; "" if nothing. */
void noc_unpriced_of(const noc_design *design, char words[NOC_UNPRICED_CHARS]);

#endif
