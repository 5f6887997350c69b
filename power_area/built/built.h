/* power_area/built/built.h: costs as built: factors between costs as drawn (by the tables of a
 * technology) and measurements of chips, with intervals. They are in data/built_factors.cfg,
 * derived from data/chips.csv (power_area/built/factors.h). */
#ifndef NOC_POWER_AREA_BUILT_BUILT_H
#define NOC_POWER_AREA_BUILT_BUILT_H

#include <stddef.h>

#include "base/diag.h"
#include "base/embedded.h"

extern const noc_embedded_config noc_built_tables[]; /* data/built_factors.cfg */

typedef enum noc_built_factor_id {
#define NOC_BUILT_FACTOR(id, meaning) NOC_BUILT_##id,
#include "power_area/built/built.def"
#undef NOC_BUILT_FACTOR
    NOC_BUILT_FACTORS
} noc_built_factor_id;

const char *noc_built_factor_name(size_t factor); /* NULL past the end */

/* Ratio of built to drawn, with the ends of its 90 % interval. */
typedef struct noc_built_factor {
    double lo, value, hi;
} noc_built_factor;

noc_built_factor noc_built_times(noc_built_factor factor, double drawn);
noc_built_factor noc_built_plus(noc_built_factor a, noc_built_factor b);
/* Larger of both, end by end. */
noc_built_factor noc_built_over(noc_built_factor a, noc_built_factor b);

/* Factors of data/built_factors.cfg, NOC_BUILT_FACTORS of them; static. Threads may share them.
 * NULL where the file cannot be read (a test reads it). */
const noc_built_factor *noc_built_factors(void);

#endif
