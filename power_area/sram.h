/* power_area/sram.h: arrays of SRAM cells for input buffers, from published cells (data/sram.cfg).
 * Each has a port for writes and one for reads. */
#ifndef NOC_POWER_AREA_SRAM_H
#define NOC_POWER_AREA_SRAM_H

#include "base/embedded.h"
#include "power_area/process.h"

extern const noc_embedded_config noc_sram_tables[]; /* data/sram.cfg */

typedef enum noc_sram_row_id {
#define NOC_SRAM_ROW(id, unit, meaning) NOC_SRAM_##id,
#include "power_area/sram.def"
#undef NOC_SRAM_ROW
    NOC_SRAM_ROWS
} noc_sram_row_id;

/* A published or assumed figure with its interval. */
typedef struct noc_sram_value {
    double value, lo, hi;
} noc_sram_value;

/* Rows of data/sram.cfg; NAN where it is not as it should be (a test reads it). */
noc_sram_value noc_sram_row(noc_sram_row_id row);

/* Area of the cell of six transistors at a feature size, um2. */
noc_sram_value noc_sram_cell(double nm);

/* One array, of which an access takes one flit. */
typedef struct noc_sram_array {
    double area_um2, leakage_mw, write_pj, read_pj;
} noc_sram_array;

noc_sram_array noc_sram_array_of(const noc_process *process, double flits, double bits);

/* Spread of the figures of arrays beside that of the process, which they do not take from it. */
double noc_sram_spread(const noc_process *process, noc_measure measure);

#endif
