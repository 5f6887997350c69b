/* power_area/technology.h: what one component costs in one process. Knows no networks.
 *
 * A technology is a file data/technology_*.cfg, compiled into the program; a new one needs no code. Tables
 * of one family come from the same source and count the same components, so figures between two of
 * them can be interpolated; those of different families cannot. */
#ifndef NOC_POWER_AREA_TECHNOLOGY_H
#define NOC_POWER_AREA_TECHNOLOGY_H

#include <stdbool.h>
#include <stddef.h>

#include "network/diag.h"

typedef enum noc_coefficient_id {
#define NOC_COEFFICIENT(part, id, unit, meaning) NOC_COEFFICIENT_##id,
#include "power_area/coefficients.def"
#undef NOC_COEFFICIENT
    NOC_COEFFICIENTS
} noc_coefficient_id;

/* Parts of a table. A table may leave out all of POWER, if it says why. */
typedef enum noc_part { NOC_PART_AREA, NOC_PART_CLOCK, NOC_PART_POWER } noc_part;

/* How a figure follows from its source: printed there, computed from what is, or by nobody. */
typedef enum noc_provenance { NOC_GIVEN, NOC_DERIVED, NOC_ASSUMED } noc_provenance;

typedef struct noc_coefficient {
    double value; /* in noc_coefficient_unit */
    noc_provenance provenance;
    char *source;
} noc_coefficient;

/* The routers that a table was measured on. */
typedef struct noc_range {
    double least, most;
} noc_range;

typedef enum noc_dimension {
    NOC_DIMENSION_PORTS, /* the larger of inputs and outputs */
    NOC_DIMENSION_FLIT_BITS,
    NOC_DIMENSIONS
} noc_dimension;

typedef struct noc_technology {
    double nm;
    char *family;   /* tables that may be interpolated share it */
    char *source;   /* one line */
    char *no_power; /* why there are no rows of NOC_PART_POWER; NULL if there are */
    noc_range ranges[NOC_DIMENSIONS];
    noc_coefficient coefficients[NOC_COEFFICIENTS];
} noc_technology;

const char *noc_coefficient_name(size_t id); /* NULL past the end, so for all below */
const char *noc_coefficient_unit(size_t id);
const char *noc_coefficient_meaning(size_t id);
noc_part noc_coefficient_part(size_t id);
const char *noc_provenance_name(size_t provenance); /* "given", "derived", "assumed" */
const char *noc_dimension_name(size_t dimension);   /* "ports", "flit_bits" */

/* The technologies that there are, read on first use, by feature size; threads may share them. */
const noc_technology *noc_technology_at(size_t i);

/* Reads a table, `text` found at `place`. Refuses what is not complete: a row that is missing,
 * unknown or there twice, another unit, a value that is negative or not finite, no source. All
 * errors are reported; `status` is what they return. On success the caller owns the strings of
 * *technology (noc_technology_clear); on failure it is untouched. */
noc_status noc_technology_parse(const char *text, noc_place place, noc_status status,
                                noc_technology *technology, noc_diag *diag);
void noc_technology_clear(noc_technology *technology);

/* ---- between and beyond the tables ---------------------------------------------------------- */

typedef enum noc_process_kind {
    NOC_PROCESS_MEASURED,     /* there is a table */
    NOC_PROCESS_INTERPOLATED, /* between two tables of one family */
    NOC_PROCESS_SCALED,       /* continued beyond them, because the user asked for it */
} noc_process_kind;

/* The figures at one feature size. */
typedef struct noc_process {
    double nm;
    noc_process_kind kind;
    double from_nm, to_nm; /* the tables that it comes from; the same if one */
    const char *family;    /* owned by the tables: who measured them */
    const char *no_power;  /* static or owned by the tables; NULL if there is power */
    noc_range ranges[NOC_DIMENSIONS];
    double values[NOC_COEFFICIENTS]; /* NAN for power if there is none */
    double spread; /* intervals on areas and power reach from 1/(1 + spread) to 1 + spread times */
} noc_process;

/* The figures at `nm`. Between two tables of one family they are interpolated, with the logarithms of
 * size and figure; elsewhere refused, unless `scale`: then the line through the two nearest tables
 * of a family is continued (one table alone: noc_process_enlarge). NOC_EINPUT without
 * a message when refused; NOC_EFAILED when the tables could not be read. */
noc_status noc_process_at(double nm, bool scale, noc_process *process, noc_diag *diag);

/* Makes gates and wires so many times larger, as one shrinks a layout: delays of gates grow with it, areas with its
 * square (wires of a given length have a given length still), the resistance of wires falls with its square. */
void noc_process_enlarge(noc_process *process, double ratio);

/* "11, 22, 32, 45, 65 nm": the sizes that there are tables for. */
void noc_process_sizes(char *text, size_t size);

/* "45 and 65 nm": the tables on both sides of a size that has none; "11 nm" where there is one side. */
void noc_process_nearest(double nm, char *text, size_t size);

/* The words for a process that has no table: "interpolated between 22 and 32 nm". "" if it has one. */
void noc_process_label(const noc_process *process, char *text, size_t size);

#endif
