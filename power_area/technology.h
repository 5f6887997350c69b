/* power_area/technology.h: what one component costs in one process. Knows no networks.
 *
 * A technology is a file data/technology_*.cfg, compiled into the program; a new one needs no code.
 */
#ifndef NOC_POWER_AREA_TECHNOLOGY_H
#define NOC_POWER_AREA_TECHNOLOGY_H

#include <stddef.h>

#include "network/diag.h"

typedef enum noc_coefficient_id {
#define NOC_COEFFICIENT(id, unit, meaning) NOC_COEFFICIENT_##id,
#include "power_area/coefficients.def"
#undef NOC_COEFFICIENT
    NOC_COEFFICIENTS
} noc_coefficient_id;

/* How a figure follows from its source: printed there, computed from what is, or by nobody. */
typedef enum noc_provenance { NOC_GIVEN, NOC_DERIVED, NOC_ASSUMED } noc_provenance;

typedef struct noc_coefficient {
    double value; /* in noc_coefficient_unit */
    noc_provenance provenance;
    char *source;
} noc_coefficient;

typedef struct noc_technology {
    double nm;
    char *source; /* one line */
    noc_coefficient coefficients[NOC_COEFFICIENTS];
} noc_technology;

const char *noc_coefficient_name(size_t id); /* NULL past the end, so for all below */
const char *noc_coefficient_unit(size_t id);
const char *noc_coefficient_meaning(size_t id);
const char *noc_provenance_name(size_t provenance); /* "given", "derived", "assumed" */

/* The technologies that there are, read on first use; threads may share them. */
const noc_technology *noc_technology_at(size_t i);

/* The technology of a feature size in nm. When there is none, *technology is NULL and the call
 * succeeds; NOC_EFAILED when the tables could not be read. */
noc_status noc_technology_find(double nm, const noc_technology **technology, noc_diag *diag);

/* Reads a table, `text` found at `place`. Refuses what is not complete: a row that is missing,
 * unknown or there twice, another unit, a value that is negative or not finite, no source. All
 * errors are reported; `status` is what they return. On success the caller owns the strings of
 * *technology (noc_technology_clear); on failure it is untouched. */
noc_status noc_technology_parse(const char *text, noc_place place, noc_status status,
                                noc_technology *technology, noc_diag *diag);
void noc_technology_clear(noc_technology *technology);

#endif
