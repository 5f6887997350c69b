/* power_area/process.h: coefficients of costs at any feature size and supply: read from a table,
 * interpolated between two tables of one family, or scaled beyond them. */
#ifndef NOC_POWER_AREA_PROCESS_H
#define NOC_POWER_AREA_PROCESS_H

#include "network/graph/supply.h"
#include "power_area/technology.h"

typedef enum noc_process_kind {
    NOC_PROCESS_MEASURED,     /* a table has this size */
    NOC_PROCESS_INTERPOLATED, /* interpolated between two tables of one family */
    /* extrapolated beyond the tables on the user's request */
    NOC_PROCESS_SCALED,
} noc_process_kind;

/* Figures of costs at one feature size and supply. */
typedef struct noc_process {
    double feature_nm;
    noc_process_kind kind;
    double from_nm, to_nm; /* feature sizes of the tables used; equal for one table */
    const char *family;    /* source of the tables, which own the text */
    /* reason why there is no power, static or owned by the tables; NULL: there is power */
    const char *no_power_reason;
    const char *basis; /* words for tables that were not measured; NULL: all were measured */
    noc_supply supply;
    double supply_v; /* supply at which `values` hold */
    noc_range ranges[NOC_DIMENSIONS];
    double values[NOC_COEFFICIENTS]; /* coefficients; NAN for power where there is none */
    /* intervals reach from 1/(1 + spread) to 1 + spread times a figure */
    double spreads[NOC_MEASURES];
} noc_process;

/* Finds the figures at `feature_nm` and the nominal supply. Between two tables of one family, at
 * most a factor of two apart, they are interpolated over the logarithms of size and figure.
 * Elsewhere they are refused unless `scale`: then the line through the two nearest tables of a
 * family is extended (noc_process_enlarge for a single table). NOC_EINPUT without a message when
 * refused; NOC_EFAILED when tables could not be read. */
noc_status noc_process_at(double nm, bool scale, noc_process *process, noc_diag *diag);

/* Moves the figures to another supply; 0: the nominal one. Energies are proportional to the
 * supply's square, delays of gates to V / (V - threshold)^1.3 (Sakurai and Newton, JSSC 25(2),
 * 1990), leakage to the supply times a power of ten of the supply (supply.leakage_decades).
 * Returns false, and changes nothing, outside of the range of the law. */
bool noc_process_set_supply(noc_process *process, double volts);

/* Range of supplies of a chip's technology (network/graph/supply.h). Returns false where the
 * technology has no table. */
bool noc_process_supply_range(const noc_chip_spec *chip, noc_supply_range *range);

/* Largest of the spreads of areas, leakages and energies. */
double noc_process_spread(const noc_process *process);

/* Enlarges gates and wires by a ratio (below 1: a shrink). Delays, energies and leakage of gates
 * grow with the ratio, areas with its square. Wires of a given length keep length and
 * capacitance; their resistance falls with the square of the ratio. */
void noc_process_enlarge(noc_process *process, double ratio);

/* Lists the feature sizes that have tables: "3, 5, 7, 11, 16, 22, 32, 45, 65 nm". */
void noc_process_sizes(char *text, size_t size);

/* Lists the tables on both sides of a size without a table: "7 and 11 nm"; "3 nm" if one side
 * has none. */
void noc_process_nearest(double nm, char *text, size_t size);

/* Lists the tables from which scaling to a size starts: "5 and 7 nm". */
void noc_process_scaled_from(double nm, char *text, size_t size);

enum { NOC_PROCESS_LABEL_CHARS = 160 };

/* Words for a process that is not measured at its size and supply: "interpolated between 22 and
 * 32 nm", "derived from published data, at 0.5 V by a law"; "": measured. */
void noc_process_label(const noc_process *process, char *text, size_t size);

#endif
