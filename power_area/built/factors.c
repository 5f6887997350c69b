#include "power_area/built/factors.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <string.h>

/* Weight of the prior of a spread between chips, as a number of chips (assumed). Areas differ by
 * white space, test logic and the definition of a router; energies by less, since capacitance
 * follows the layout; clocks by their design. */
static const double prior_degrees = 8.0;
static const double confidence = 0.9;

static double prior_spread(noc_built_factor_id id)
{
    switch (id) {
    case NOC_BUILT_cells:
    case NOC_BUILT_control:
        return 0.4;
    case NOC_BUILT_data:
        return 0.3;
    default:
        return 0.7;
    }
}

/* ---- ratios by chip ------------------------------------------------------------------------- */

enum { CHIPS_MAX = 32 };

/* Logarithms of built over drawn of one chip: sum over its rows, and sum of half the range that
 * unknown parameters of each row span. */
typedef struct chip_ratio {
    const char *chip;
    double log_sum, half_range_sum, row_count;
} chip_ratio;

static double half_log_range(const noc_chip *chip)
{
    return log(chip->highest_parts.total / chip->lowest_parts.total) / 2.0;
}

/* Logarithm of the ratio that a row gives for a factor, after subtracting the row's other parts
 * as built; NAN if nothing is left. */
static double log_ratio_of(const noc_chip *chip, noc_built_factor_id id,
                           const noc_built_factor *factors)
{
    double built = sqrt(chip->built_lo * chip->built_hi);
    for (size_t i = 0; i < NOC_BUILT_FACTORS; i++)
        if (i != id && i != NOC_BUILT_wires)
            built -= factors[i].value * chip->middle_parts.by_factor[i];
    return log(built / chip->middle_parts.by_factor[id]);
}

static size_t collect_ratios(const noc_chip_table *table, const char *excluded_chip,
                             noc_built_factor_id id, const noc_built_factor *factors,
                             chip_ratio ratios[CHIPS_MAX])
{
    size_t count = 0;
    for (size_t i = 0; i < table->count; i++) {
        const noc_chip *chip = &table->rows[i];
        const char *name = noc_chip_text(chip, NOC_CHIP_COLUMN_chip);
        size_t at = 0;
        if (!noc_chip_has_figure(chip) || chip->factor != id) continue;
        if (excluded_chip && strcmp(name, excluded_chip) == 0) continue;
        const double ratio = log_ratio_of(chip, id, factors);
        while (at < count && strcmp(ratios[at].chip, name) != 0) at++;
        if (!isfinite(ratio) || at == CHIPS_MAX) continue;
        if (at == count) ratios[count++] = (chip_ratio){.chip = name};
        ratios[at].log_sum += ratio;
        ratios[at].half_range_sum += half_log_range(chip);
        ratios[at].row_count++;
    }
    return count;
}

/* ---- factors -------------------------------------------------------------------------------- */

/* Variance of a uniform distribution of half width `half`. */
static double even_variance(double half)
{
    return half * half / 3.0;
}

/* Factor from the ratios of chips: docs/model.md (49). */
static noc_built_factor factor_of(noc_built_factor_id id, const chip_ratio *ratios, size_t count)
{
    const double n = (double)count, prior = prior_spread(id);
    double mean = 0.0, squares = prior_degrees * prior * prior, unknown = 0.0;
    for (size_t i = 0; i < count; i++) mean += ratios[i].log_sum / ratios[i].row_count / n;
    for (size_t i = 0; i < count; i++) {
        const double deviation = ratios[i].log_sum / ratios[i].row_count - mean;
        squares += deviation * deviation;
        unknown += even_variance(ratios[i].half_range_sum / ratios[i].row_count) / (n * n);
    }
    /* without a chip the mean is 1, with twice the error of a chip's mean */
    const double degrees = prior_degrees + fmax(0.0, n - 1.0);
    const double variance = squares / degrees * (count ? 1.0 + 1.0 / n : 5.0) + unknown;
    const double half = gsl_cdf_tdist_Pinv((1.0 + confidence) / 2.0, degrees) * sqrt(variance);
    return (noc_built_factor){exp(mean - half), exp(mean), exp(mean + half)};
}

/* Factor of the wires of a crossbar. They run over the cells of its router, on one pair of
 * layers (DSENT) to four. A router is as large as its wires where these exceed its cells as
 * built. The Swizzle switch, which has only wires, has 0.83 of one pair's area. */
static const noc_built_factor wire_factor = {0.25, 0.5, 0.83};

/* Factor of leakage. Tables have low-threshold cells at 340 K. Leakage follows the cells, and
 * falls tenfold with the threshold: ASAP7's flip-flops leak 1111 pW with low, 115 pW with
 * regular thresholds. */
static noc_built_factor leakage_of(const noc_built_factor *cells)
{
    static const double regular_over_low = 115.0 / 1111.0;
    return (noc_built_factor){cells->lo * regular_over_low, cells->value * sqrt(regular_over_low),
                              cells->hi};
}

void noc_built_derive_factors(const noc_chip_table *table, const char *excluded_chip,
                              noc_derived_factors *d)
{
    /* Order of derivation: energies that do not depend on data come before the energies from
     * which they are subtracted. */
    static const noc_built_factor_id order[] = {
        NOC_BUILT_cells, NOC_BUILT_control,     NOC_BUILT_data,
        NOC_BUILT_clock, NOC_BUILT_switch_area, NOC_BUILT_switch_energy,
    };
    *d = (noc_derived_factors){.factor[NOC_BUILT_wires] = wire_factor};
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        chip_ratio ratios[CHIPS_MAX];
        const noc_built_factor_id id = order[i];
        d->chip_counts[id] = collect_ratios(table, excluded_chip, id, d->factor, ratios);
        d->factor[id] = factor_of(id, ratios, d->chip_counts[id]);
    }
    d->factor[NOC_BUILT_leakage] = leakage_of(&d->factor[NOC_BUILT_cells]);
    d->chip_counts[NOC_BUILT_leakage] = d->chip_counts[NOC_BUILT_cells];
}

noc_built_factor noc_built_chip_figure(const noc_built_factor factor[NOC_BUILT_FACTORS],
                                       const noc_chip *chip)
{
    const double *part = chip->middle_parts.by_factor;
    noc_built_factor built = {0.0, 0.0, 0.0};
    for (size_t i = 0; i < NOC_BUILT_FACTORS; i++) {
        if (i == NOC_BUILT_wires) continue;
        built.lo += factor[i].lo * part[i];
        built.value += factor[i].value * part[i];
        built.hi += factor[i].hi * part[i];
    }
    built = noc_built_max(built, noc_built_scale(factor[NOC_BUILT_wires], part[NOC_BUILT_wires]));
    const double unknown = half_log_range(chip);
    built.lo = built.value / exp(hypot(log(built.value / built.lo), unknown));
    built.hi = built.value * exp(hypot(log(built.hi / built.value), unknown));
    return built;
}

bool noc_built_contains(const noc_chip *chip, const noc_built_factor *built)
{
    const bool is_below_end = chip->built_lo <= built->hi;
    return chip->figure == NOC_CHIP_clock ? is_below_end
                                          : is_below_end && built->lo <= chip->built_hi;
}
