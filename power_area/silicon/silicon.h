/* power_area/silicon/silicon.h: costs as built: factors between what the tables of a technology draw
 * and what chips measure, with intervals. data/silicon_factors.cfg has them, derived from
 * data/chips.csv (power_area/silicon/factors.h). */
#ifndef NOC_POWER_AREA_SILICON_SILICON_H
#define NOC_POWER_AREA_SILICON_SILICON_H

#include <stddef.h>

#include "base/diag.h"
#include "base/embedded.h"

extern const noc_embedded_config noc_silicon_tables[]; /* data/silicon_factors.cfg */

typedef enum noc_silicon_factor_id {
#define NOC_SILICON_FACTOR(id, meaning) NOC_SILICON_##id,
#include "power_area/silicon/silicon.def"
#undef NOC_SILICON_FACTOR
    NOC_SILICON_FACTORS
} noc_silicon_factor_id;

const char *noc_silicon_factor_name(size_t factor);    /* NULL past the end */
const char *noc_silicon_factor_meaning(size_t factor); /* NULL past the end */

/* As built over as drawn, with the ends of its 90 % interval. */
typedef struct noc_silicon_factor {
    double lo, value, hi;
} noc_silicon_factor;

noc_silicon_factor noc_silicon_times(noc_silicon_factor factor, double drawn);
noc_silicon_factor noc_silicon_plus(noc_silicon_factor a, noc_silicon_factor b);
/* The larger of both, end by end. */
noc_silicon_factor noc_silicon_over(noc_silicon_factor a, noc_silicon_factor b);

/* The factors of data/silicon_factors.cfg, NOC_SILICON_FACTORS of them; static. Threads may share
 * them. NULL where the file cannot be read (a test reads it). */
const noc_silicon_factor *noc_silicon_factors(void);

#endif
