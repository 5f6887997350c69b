/* power_area/coefficients.h: what a table of a technology holds, a row each (coefficients.def). */
#ifndef NOC_POWER_AREA_COEFFICIENTS_H
#define NOC_POWER_AREA_COEFFICIENTS_H

#include <stddef.h>

typedef enum noc_coefficient_id {
#define NOC_COEFFICIENT(part, id, unit, meaning) NOC_COEFFICIENT_##id,
#include "power_area/coefficients.def"
#undef NOC_COEFFICIENT
    NOC_COEFFICIENTS
} noc_coefficient_id;

/* Parts of a table. A table may leave out all of POWER, if it says why. */
typedef enum noc_part { NOC_PART_AREA, NOC_PART_CLOCK, NOC_PART_POWER } noc_part;

const char *noc_coefficient_name(size_t id); /* NULL past the end; so has the unit */
const char *noc_coefficient_unit(size_t id);
noc_part noc_coefficient_part(size_t id);

#endif
