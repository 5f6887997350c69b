/* power_area/refit/tables.h: tables of refit_cost: measured rows (tests/reference/dsent/), and
 * the fitted table of a technology. */
#ifndef NOC_POWER_AREA_REFIT_TABLES_H
#define NOC_POWER_AREA_REFIT_TABLES_H

#include <stddef.h>

#include "power_area/technology.h"

/* ---- measured rows -------------------------------------------------------------------------- */

enum { ROWS_MAX = 4000, FIELDS_MAX = 40 };

/* Columns of router.csv, of link.csv and of wires.csv. In router.csv A_ is an area, L_ a
 * leakage, E_ an energy. */
enum {
    NODE,
    INPUTS,
    OUTPUTS,
    VCS,
    DEPTH,
    BITS,
    CLOCK,
    A_BUFFER,
    A_CROSSBAR,
    A_WIRES,
    A_CELLS,
    A_SWITCH,
    A_CLOCK,
    A_TOTAL,
    A_CLOCK_WIRES,
    L_BUFFER,
    L_CROSSBAR,
    L_SWITCH,
    L_CLOCK,
    E_WRITE,
    E_READ,
    E_CROSSBAR,
    E_STAGE1,
    E_STAGE2,
    E_CLOCK,
    TIMING_MET,
};
enum { L_NODE, LENGTH, WIDTH, L_MHZ, SEGMENTS, ACTIVE, WIRE, LEAKAGE, ENERGY, DELAY };
enum { W_NODE, X_OHM, X_FF, G_OHM, G_FF };

typedef struct row {
    double field[FIELDS_MAX];
} row;

typedef struct rows {
    row row[ROWS_MAX];
    size_t count;
} rows;

/* Ends the process with the message "refit_cost: NAME: FAULT". */
_Noreturn void refit_die(const char *fault, const char *name);

/* Reads FOLDER/NAME, a CSV file with a line of titles. */
void refit_read_rows(const char *folder, const char *name, rows *table);

/* Selects the rows of a node, nm. */
void refit_select_node(const rows *all, double nm, rows *node);

/* Removes routers that miss their timing: their cells are oversized, and would spoil the fit. */
void refit_drop_late_routers(rows *node);

/* ---- fitted tables -------------------------------------------------------------------------- */

/* Table under construction. */
typedef struct fitted {
    double nm;
    double value[NOC_COEFFICIENTS];
    const char *kind[NOC_COEFFICIENTS];
    char source[NOC_COEFFICIENTS][160];
    noc_range ports, bits;
    noc_supply supply;
} fitted;

/* Sets a coefficient, its kind (noc_provenance_name) and its source. */
void refit_set(fitted *t, noc_coefficient_id id, double value, const char *kind,
               const char *source);

/* Writes FOLDER/technology_NNnm.cfg. */
void refit_write(const char *folder, const fitted *t);

#endif
