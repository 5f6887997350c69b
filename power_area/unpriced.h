/* power_area/unpriced.h: parts of a design that cost area, energy and clock, but whose cost no
 * source tells. Figures exclude them, so designs with and without such parts do not compare. */
#ifndef NOC_POWER_AREA_UNPRICED_H
#define NOC_POWER_AREA_UNPRICED_H

#include <stddef.h>

#include "design/design.h"

enum { NOC_UNPRICED_CHARS = 200 };

/* A part whose cost no source tells. */
typedef struct noc_unpriced_part {
    const char *key; /* setting, or group of settings, of the part */
    const char *what;
} noc_unpriced_part;

/* Parts one by one; NULL past the end. */
const noc_unpriced_part *noc_unpriced_at(size_t index);

/* True if a network of the design has the part. */
bool noc_unpriced_is_in(const noc_design *design, size_t index);

/* Lists the parts that the design has, "the codecs (codec)"; "" if there is none. */
void noc_unpriced_of(const noc_design *design, char words[NOC_UNPRICED_CHARS]);

#endif
