/* power_area/built/built.h: factors from costs as drawn (by the tables of a technology) to costs
 * as built (measured on chips), with intervals. data/built_factors.cfg has the factors, derived
 * from data/chips.csv (power_area/built/factors.h). */
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

/* Ratio of built to drawn, or a figure as built, with the ends of its 90 % interval. */
typedef struct noc_built_factor {
    double lo, value, hi;
} noc_built_factor;

/* Figure as built: a factor times the figure as drawn. */
noc_built_factor noc_built_scale(noc_built_factor factor, double drawn);
noc_built_factor noc_built_add(noc_built_factor a, noc_built_factor b);
/* Larger of two figures, end by end. */
noc_built_factor noc_built_max(noc_built_factor a, noc_built_factor b);

/* List of NOC_BUILT_FACTORS factors of data/built_factors.cfg; static. Threads may share the
 * list. NULL where the file is wrong (a test checks the file). */
const noc_built_factor *noc_built_factors(void);

#endif
