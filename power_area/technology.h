/* power_area/technology.h: tables of figures from which the costs of components in one process
 * follow.
 *
 * A technology is a file data/technology_*.cfg, compiled into the program; a new one needs no
 * code. Tables of one family have one source and count the same components, so figures between
 * two of them can be interpolated; figures of different families cannot. */
#ifndef NOC_POWER_AREA_TECHNOLOGY_H
#define NOC_POWER_AREA_TECHNOLOGY_H

#include <libconfig.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/embedded.h"

/* ---- rows of a table ------------------------------------------------------------------------ */

typedef enum noc_coefficient_id {
#define NOC_COEFFICIENT(part, id, unit, meaning) NOC_COEFFICIENT_##id,
#include "power_area/coefficients.def"
#undef NOC_COEFFICIENT
    NOC_COEFFICIENTS
} noc_coefficient_id;

/* Parts of a table. A table without rows of POWER gives the reason, or names the table whose
 * POWER is scaled to it. */
typedef enum noc_part { NOC_PART_AREA, NOC_PART_CLOCK, NOC_PART_POWER } noc_part;

/* Quantity that a figure measures, by its unit. */
typedef enum noc_measure {
    NOC_MEASURE_AREA,
    NOC_MEASURE_LEAKAGE,
    NOC_MEASURE_ENERGY,
    NOC_MEASURE_DELAY,
    NOC_MEASURES /* number of measures; also the measure of counts */
} noc_measure;

const char *noc_coefficient_name(size_t id); /* NULL past the end */
const char *noc_coefficient_unit(size_t id); /* NULL past the end */
noc_part noc_coefficient_part(size_t id);
noc_measure noc_coefficient_measure(size_t id);

/* Provenance of a figure: printed in its source, computed from figures there, computed from a
 * seller's claims, or in no source. */
typedef enum noc_provenance { NOC_PUBLISHED, NOC_DERIVED, NOC_CLAIMED, NOC_ASSUMED } noc_provenance;

typedef struct noc_coefficient {
    double value;  /* value, in noc_coefficient_unit */
    double lo, hi; /* interval of the true value; equal to `value` if the source gives none */
    noc_provenance provenance;
    char *source;
} noc_coefficient;

/* Range of the routers on which a table was measured. */
typedef struct noc_range {
    double least, most;
} noc_range;

/* Supply at which a table's figures hold, V, and parameters of the law that moves them
 * (process.h). */
typedef struct noc_supply {
    double nominal_v, least_v, most_v; /* nominal supply; range in which the law holds */
    double threshold_v;                /* threshold of the alpha-power law */
    /* decades of leakage current per volt of supply: DIBL over subthreshold swing */
    double leakage_decades;
} noc_supply;

typedef enum noc_dimension {
    NOC_DIMENSION_PORTS, /* the larger of inputs and outputs */
    NOC_DIMENSION_FLIT_BITS,
    NOC_DIMENSIONS
} noc_dimension;

typedef struct noc_technology {
    double feature_nm;
    char *family;          /* name of the family of tables that may be interpolated */
    char *source;          /* source of the table, one line */
    char *no_power_reason; /* reason why there are no rows of NOC_PART_POWER; NULL: there are */
    double power_nm; /* feature size of the table whose POWER is scaled to this one; 0: none */
    /* words for figures that were not measured: "derived from ..."; NULL: all were measured */
    char *basis;
    noc_supply supply;
    noc_range ranges[NOC_DIMENSIONS];
    noc_coefficient coefficients[NOC_COEFFICIENTS];
    noc_arena arena; /* memory of all texts */
} noc_technology;

/* Names; NULL past the end. */
const char *noc_provenance_name(size_t provenance); /* "published", "derived", ... */
const char *noc_dimension_name(size_t dimension);   /* "ports", "flit_bits" */

/* Reads a table of parsed settings from `file`. Refuses an incomplete table: a row that is
 * missing, unknown or repeated, another unit, a value that is negative, not finite or outside of
 * its interval, no source. All errors are reported; each returns `status`. On success the caller
 * clears technology->arena; on failure *technology is unchanged. */
noc_status noc_technology_read(const config_setting_t *root, const char *file, noc_status status,
                               noc_technology *technology, noc_diag *diag);

/* ---- tables inside the program -------------------------------------------------------------- */

/* Files data/technology_*.cfg, sorted by feature size; the last element has no file. */
extern const noc_embedded_config noc_technology_tables[];

size_t noc_technology_count(void);

/* Feature size in nm, from a table's file name: data/technology_22nm.cfg. */
double noc_technology_nm(size_t i);

/* Reads a table on its first use. Threads may share tables. Messages about a wrong table are
 * repeated on each call. */
noc_status noc_technology_load(size_t i, noc_diag *diag);

/* Table, read on first use. NULL past the end, and for a table that cannot be read. */
const noc_technology *noc_technology_at(size_t i);

#endif
