/* Model: an array has cells and a periphery. The periphery is as large as a number of rows of
 * cells, and the array's lines cross it. */
#include "power_area/sram.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

#include "base/config_setting.h"

static const double pj_per_fj = 1e-3;
static const double mw_per_uw = 1e-3;

/* ---- the file ------------------------------------------------------------------------------- */

enum { CELLS_MAX = 32 };

static struct {
    noc_sram_value rows[NOC_SRAM_ROWS];
    double nm[CELLS_MAX];
    noc_sram_value cells[CELLS_MAX];
    int count; /* number of cells, sorted by feature size */
} table;

/* Reads a value; without an interval the value is exact. */
static noc_sram_value value_of(const config_setting_t *row)
{
    const double value = noc_config_number(noc_config_member(row, "value"));
    const config_setting_t *lo = noc_config_member(row, "lo"), *hi = noc_config_member(row, "hi");
    return (noc_sram_value){value, lo ? noc_config_number(lo) : value,
                            hi ? noc_config_number(hi) : value};
}

static const config_setting_t *find_row(const config_setting_t *rows, const char *id)
{
    const int count = rows ? config_setting_length(rows) : 0;
    for (int i = 0; i < count; i++) {
        const config_setting_t *row = config_setting_get_elem(rows, (unsigned)i);
        const char *name = noc_config_text(noc_config_member(row, "name"));
        if (name && strcmp(name, id) == 0) return row;
    }
    return NULL;
}

static void read_table(void)
{
    static const char *const ids[] = {
#define NOC_SRAM_ROW(id, unit, meaning) #id,
#include "power_area/sram.def"
#undef NOC_SRAM_ROW
    };
    static const noc_sram_value none = {NAN, NAN, NAN};
    const config_setting_t *rows = config_lookup(noc_sram_tables[0].config, "rows");
    const config_setting_t *cells = config_lookup(noc_sram_tables[0].config, "cells");
    for (size_t i = 0; i < NOC_SRAM_ROWS; i++) {
        const config_setting_t *row = find_row(rows, ids[i]);
        table.rows[i] = row ? value_of(row) : none;
    }
    const int count = cells ? config_setting_length(cells) : 0;
    table.count = count < CELLS_MAX ? count : CELLS_MAX;
    for (int i = 0; i < table.count; i++) {
        const config_setting_t *row = config_setting_get_elem(cells, (unsigned)i);
        table.nm[i] = noc_config_number(noc_config_member(row, "nm"));
        table.cells[i] = value_of(row);
    }
}

static void read_once(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, read_table);
}

noc_sram_value noc_sram_row(noc_sram_row_id row)
{
    read_once();
    return table.rows[row];
}

/* ---- cells ---------------------------------------------------------------------------------- */

static double interpolate(double low, double high, double share)
{
    return low * pow(high / low, share);
}

noc_sram_value noc_sram_cell(double nm)
{
    read_once();
    const int last_cell = table.count - 1;
    for (int i = 0; i < last_cell; i++) {
        const noc_sram_value *a = &table.cells[i], *b = &table.cells[i + 1];
        if (nm < table.nm[i] || nm > table.nm[i + 1]) continue;
        const double share = log(nm / table.nm[i]) / log(table.nm[i + 1] / table.nm[i]);
        return (noc_sram_value){interpolate(a->value, b->value, share),
                                interpolate(a->lo, b->lo, share), interpolate(a->hi, b->hi, share)};
    }
    const int nearest = last_cell >= 0 && nm < table.nm[0] ? 0 : last_cell;
    if (nearest < 0) return (noc_sram_value){NAN, NAN, NAN};
    const noc_sram_value *c = &table.cells[nearest];
    const double ratio = nm / table.nm[nearest], square = ratio * ratio;
    return (noc_sram_value){c->value * square, c->lo * square, c->hi * square};
}

/* ---- an array ------------------------------------------------------------------------------- */

/* Area of an array per cell, in cells of one port, without the periphery. */
static double cell_share(void)
{
    return noc_sram_row(NOC_SRAM_two_ports).value / noc_sram_row(NOC_SRAM_macro_efficiency).value;
}

/* Periphery in rows of cells of one port: an array of least_flits then has the given efficiency. */
static double periphery_rows(void)
{
    return noc_sram_row(NOC_SRAM_least_flits).value *
           (1.0 / noc_sram_row(NOC_SRAM_efficiency).value - cell_share());
}

/* Cost of an array: docs/model.md (50) and docs/model.md (51). */
noc_sram_array noc_sram_array_of(const noc_process *p, double flits, double bits)
{
    const double cell = noc_sram_cell(p->feature_nm).value, rows = flits + periphery_rows();
    const double height = sqrt(cell / noc_sram_row(NOC_SRAM_aspect).value);
    const double width = cell / height * noc_sram_row(NOC_SRAM_two_ports).value;
    const double wire_ff_per_um = noc_sram_row(NOC_SRAM_wire_capacitance).value;
    const double transistor_ff = noc_sram_row(NOC_SRAM_transistor_capacitance).value;
    /* capacitances, fF: each cell adds a drain to a bit line, a gate or two to a word line */
    const double bit_line = rows * (height * wire_ff_per_um + transistor_ff);
    const double read_line = bits * (width * wire_ff_per_um + transistor_ff);
    const double write_line = bits * (width * wire_ff_per_um + 2.0 * transistor_ff);
    /* Data bits are random: half of the bit lines discharge, and half of the cells change. A
     * cell that changes charges two nodes, each with a gate and a drain of two transistors. */
    const double v2 = p->supply_v * p->supply_v;
    const double fj = pj_per_fj * noc_sram_row(NOC_SRAM_control).value * v2;
    return (noc_sram_array){
        .area_um2 = bits * cell * (flits * cell_share() + periphery_rows()),
        .leakage_mw = mw_per_uw * bits * rows * noc_sram_row(NOC_SRAM_cell_leakage).value *
                      p->values[NOC_COEFFICIENT_crossbar_register_leakage],
        .write_pj = fj * (bits * 0.5 * (bit_line + 4.0 * transistor_ff) + write_line),
        .read_pj = fj * (bits * 0.5 * bit_line + read_line),
    };
}

/* ---- intervals ------------------------------------------------------------------------------ */

/* Logarithm of the ratio of a value to the farther end of its interval. */
static double log_error(noc_sram_value v)
{
    return log(fmax(v.hi / v.value, v.value / v.lo));
}

double noc_sram_spread(const noc_process *p, noc_measure measure)
{
    const double cell = log_error(noc_sram_cell(p->feature_nm));
    switch (measure) {
    case NOC_MEASURE_AREA:
        return expm1(hypot(cell, log_error(noc_sram_row(NOC_SRAM_efficiency))));
    case NOC_MEASURE_LEAKAGE:
        return expm1(log_error(noc_sram_row(NOC_SRAM_cell_leakage)));
    case NOC_MEASURE_ENERGY:
        return expm1(hypot(log_error(noc_sram_row(NOC_SRAM_control)),
                           log_error(noc_sram_row(NOC_SRAM_transistor_capacitance))));
    default:
        return 0.0;
    }
}
