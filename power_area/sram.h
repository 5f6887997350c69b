/* power_area/sram.h: cost of SRAM arrays of input buffers, from published cells (data/sram.cfg).
 * Each array has a write port and a read port. */
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

/* Published or assumed figure, with its interval. */
typedef struct noc_sram_value {
    double value, lo, hi;
} noc_sram_value;

/* Row of data/sram.cfg; NAN if the file lacks the row (a test checks that). */
noc_sram_value noc_sram_row(noc_sram_row_id row);

/* Area in um2 of a cell of six transistors at a feature size in nm. */
noc_sram_value noc_sram_cell(double nm);

/* Cost of one array; an access writes or reads one flit. */
typedef struct noc_sram_array {
    double area_um2, leakage_mw, write_pj, read_pj;
} noc_sram_array;

noc_sram_array noc_sram_array_of(const noc_process *process, double flits, double bits);

/* Spread of the figures of arrays, to be added to the independent spread of the process. */
double noc_sram_spread(const noc_process *process, noc_measure measure);

#endif
