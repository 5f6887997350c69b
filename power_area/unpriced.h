/* power_area/unpriced.h: parts of a design that cost area, energy and clock, but for which no
 * source has a cost. Figures exclude these parts, so designs with and without them do not
 * compare. */
#ifndef NOC_POWER_AREA_UNPRICED_H
#define NOC_POWER_AREA_UNPRICED_H

#include <stddef.h>

#include "design/design.h"

enum { NOC_UNPRICED_CHARS = 200 };

/* Part for which no source has a cost. */
typedef struct noc_unpriced_part {
    const char *key; /* setting, or group of settings, of the part */
    const char *description;
} noc_unpriced_part;

/* Part number `index`; NULL past the end. */
const noc_unpriced_part *noc_unpriced_at(size_t index);

/* True if some network of the design has the part. */
bool noc_unpriced_is_used(const noc_design *design, size_t index);

/* Lists the parts of the design: "the codecs (codec)"; "": none. */
void noc_unpriced_list(const noc_design *design, char words[NOC_UNPRICED_CHARS]);

#endif
