/* power_area/process.h: what one component costs at any feature size and supply: as its table says,
 * between two tables of one family, or beyond them. */
#ifndef NOC_POWER_AREA_PROCESS_H
#define NOC_POWER_AREA_PROCESS_H

#include "network/graph/supply.h"
#include "power_area/technology.h"

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
    const char *basis;     /* words for tables that were not measured; NULL: they were */
    noc_supply supply;
    double supply_v; /* supply of `values` */
    noc_range ranges[NOC_DIMENSIONS];
    double values[NOC_COEFFICIENTS]; /* NAN for power if there is none */
    double spreads[NOC_MEASURES];    /* intervals reach from 1/(1 + spread) to 1 + spread times */
} noc_process;

/* The figures at `nm` and the nominal supply. Between two tables of one family that are at most a
 * factor of two apart they are interpolated, with the logarithms of size and figure; elsewhere
 * refused, unless `scale`: then the line through the two nearest tables of a family is continued
 * (one table alone: noc_process_enlarge). NOC_EINPUT without a message when refused; NOC_EFAILED
 * when the tables could not be read. */
noc_status noc_process_at(double nm, bool scale, noc_process *process, noc_diag *diag);

/* Moves the figures to another supply; 0: the nominal one. Energies go with its square, delays of
 * gates with V / (V - threshold)^1.3 (Sakurai and Newton, JSSC 25(2), 1990), leakage with the
 * supply times a power of ten of it (supply.leakage_decades). False, and nothing changes, outside
 * of the range in which the law is stated. */
bool noc_process_set_supply(noc_process *process, double volts);

/* The supplies of a chip's technology; false where that has no table (network/graph/supply.h). */
bool noc_process_supply_range(const noc_chip_spec *chip, noc_supply_range *range);

/* The widest of the spreads of areas, leakages and energies. */
double noc_process_spread(const noc_process *process);

/* Makes gates and wires so many times larger, as one shrinks a layout: delays, energies and leakage
 * of gates grow with it, areas with its square (wires of a given length have a given length still,
 * and a given capacitance), the resistance of wires falls with its square. */
void noc_process_enlarge(noc_process *process, double ratio);

/* "3, 5, 7, 11, 16, 22, 32, 45, 65 nm": the sizes that there are tables for. */
void noc_process_sizes(char *text, size_t size);

/* "7 and 11 nm": the tables on both sides of a size that has none; "3 nm" where there is one
 * side. */
void noc_process_nearest(double nm, char *text, size_t size);

/* "5 and 7 nm": the tables that scaling to a size would go on from. */
void noc_process_scaled_from(double nm, char *text, size_t size);

enum { NOC_PROCESS_LABEL_CHARS = 160 };

/* The words for a process that is not measured as it is: "interpolated between 22 and 32 nm",
 * "derived from published data, at 0.5 V by a law". "" if it is. */
void noc_process_label(const noc_process *process, char *text, size_t size);

#endif
