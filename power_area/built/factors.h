/* power_area/built/factors.h: factors from drawn to built, derived from chips.
 *
 * Model: the logarithm of built over drawn is normal over chips, with a mean and a spread for
 * each factor. A factor's interval holds the ratio of the next chip with 90 %: Student's t with
 * the degrees of freedom of the spread, over the spread between chips, the error of their mean,
 * and the unknown parameters of each chip. Three chips do not determine a spread, so it starts
 * from an assumed one (of chips of one kind): a scaled inverse chi-squared prior (Gelman et al.,
 * Bayesian Data Analysis, 3rd edition, 3.2). */
#ifndef NOC_POWER_AREA_BUILT_FACTORS_H
#define NOC_POWER_AREA_BUILT_FACTORS_H

#include "power_area/built/chips.h"

typedef struct noc_derived_factors {
    noc_built_factor factor[NOC_BUILT_FACTORS];
    size_t chip_counts[NOC_BUILT_FACTORS]; /* number of chips from which each factor is derived */
} noc_derived_factors;

/* Derives all factors from the chips of a table. excluded_chip, if not NULL, names a chip that
 * is left out. A factor without chips is 1 with a wide interval. */
void noc_built_derive_factors(const noc_chip_table *table, const char *excluded_chip,
                              noc_derived_factors *derived);

/* Figure of a chip as built: the sum of its parts, each times its factor. The interval includes
 * the unknown parameters. */
noc_built_factor noc_built_chip_figure(const noc_built_factor factor[NOC_BUILT_FACTORS],
                                       const noc_chip *chip);

/* True if the published value lies in an interval; a clock only has to lie below the upper end. */
bool noc_built_contains(const noc_chip *chip, const noc_built_factor *built);

#endif
