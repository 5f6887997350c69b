#include "power_area/built/chips.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"
#include "power_area/clock.h"
#include "power_area/link.h"
#include "power_area/router.h"

static const double um2_per_mm2 = 1e6;
static const double fj_per_pj = 1e3;
static const double bits_per_byte = 8.0;
static const double mw_per_pj_mhz = 1e-3;

static const struct {
    const char *name, *unit;
} figures[] = {
#define NOC_CHIP_FIGURE(id, unit) {#id, unit},
#include "power_area/built/chips.def"
#undef NOC_CHIP_FIGURE
};

static const struct {
    const char *name;
    double value;
} parameters[] = {
#define NOC_CHIP_PARAMETER(id, value, meaning) {#id, value},
#include "power_area/built/chips.def"
#undef NOC_CHIP_PARAMETER
};

const char *noc_chip_figure_name(size_t figure)
{
    return figure < NOC_CHIP_FIGURES ? figures[figure].name : NULL;
}

const char *noc_chip_parameter_name(size_t parameter)
{
    return parameter < NOC_CHIP_PARAMETERS ? parameters[parameter].name : NULL;
}

const char *noc_chip_text(const noc_chip *chip, noc_chip_column column)
{
    return chip->cells[column];
}

bool noc_chip_has_figure(const noc_chip *chip)
{
    return chip->figure < NOC_CHIP_FIGURES;
}

/* ---- drawing -------------------------------------------------------------------------------- */

/* A router, with a link at each of its ports, as drawn. */
typedef struct drawing {
    const double *p; /* parameters */
    noc_process process;
    noc_router_shape shape;
    noc_router_cost router;
    noc_link_cost link;
} drawing;

static noc_status draw_router(const double p[NOC_CHIP_PARAMETERS], drawing *d)
{
    const double technology = p[NOC_CHIP_PARAMETER_technology], table = p[NOC_CHIP_PARAMETER_table];
    const double ports = p[NOC_CHIP_PARAMETER_ports], bits = p[NOC_CHIP_PARAMETER_bits];
    d->p = p;
    const noc_status status =
        noc_process_at(table > 0.0 ? table : technology, false, &d->process, NULL);
    if (status != NOC_OK) return status;
    if (table > 0.0) noc_process_enlarge(&d->process, technology / table);
    if (!noc_process_set_supply(&d->process, p[NOC_CHIP_PARAMETER_supply])) return NOC_EINPUT;
    d->shape = noc_router_plain_shape(ports, ports, p[NOC_CHIP_PARAMETER_vcs],
                                      p[NOC_CHIP_PARAMETER_depth], bits);
    d->router = noc_cost_of_router(&d->process, &d->shape);
    d->link =
        noc_cost_of_link(&d->process, bits, p[NOC_CHIP_PARAMETER_mm], p[NOC_CHIP_PARAMETER_clock]);
    return NOC_OK;
}

/* Energy in pJ of a flit through the router and over a link, the part that depends on data, at
 * the row's share of bits that change. Tables have random data. */
static double data_pj(const drawing *d)
{
    static const double random_toggles = 0.5;
    const noc_router_cost *r = &d->router;
    return (r->write_pj + r->read_pj + r->crossbar_pj + d->link.flit_pj) *
           d->p[NOC_CHIP_PARAMETER_toggles] / random_toggles;
}

static double control_pj(const drawing *d)
{
    return (d->router.allocation_pj + d->router.clock_pj / d->p[NOC_CHIP_PARAMETER_flits]);
}

/* Draws the power in mW of routers in which each port passes `flits` flits a cycle. */
static void draw_power(const drawing *d, double flits, noc_chip_parts *parts)
{
    const double copies = d->p[NOC_CHIP_PARAMETER_copies];
    const double rate = mw_per_pj_mhz * d->p[NOC_CHIP_PARAMETER_clock] * copies;
    const noc_router_cost *r = &d->router;
    const double moved = flits * d->p[NOC_CHIP_PARAMETER_ports];
    parts->by_factor[NOC_BUILT_data] =
        rate * moved * (r->write_pj + r->read_pj + r->crossbar_pj + d->link.flit_pj);
    parts->by_factor[NOC_BUILT_control] = rate * (r->clock_pj + moved * r->allocation_pj);
    parts->by_factor[NOC_BUILT_leakage] =
        copies * (noc_router_leakage_mw(r) + d->shape.outputs * d->link.leakage_mw);
}

static void draw_area(const drawing *d, noc_chip_parts *parts)
{
    const double copies = d->p[NOC_CHIP_PARAMETER_copies] / um2_per_mm2;
    parts->by_factor[NOC_BUILT_cells] = copies * d->router.cells_um2;
    parts->by_factor[NOC_BUILT_wires] = copies * d->router.crossbar_wires_um2;
    parts->total = copies * noc_router_area_um2(&d->router);
}

/* Draws the energy of a flit, its parts that depend and do not depend on data, divided by a
 * number of units (bits, mm). */
static void draw_energy(const drawing *d, bool has_data, bool has_control, double divisor,
                        noc_chip_parts *parts)
{
    if (has_data) parts->by_factor[NOC_BUILT_data] = data_pj(d) / divisor;
    if (has_control) parts->by_factor[NOC_BUILT_control] = control_pj(d) / divisor;
}

static void draw_figure(const drawing *d, noc_chip_figure figure, noc_chip_parts *parts)
{
    const double bits = d->p[NOC_CHIP_PARAMETER_bits], mm = d->p[NOC_CHIP_PARAMETER_mm];
    const double fj_bit = bits / fj_per_pj, fj_bit_mm = fj_bit * mm;
    switch (figure) {
    case NOC_CHIP_router_area:
        draw_area(d, parts);
        break;
    case NOC_CHIP_router_power:
        draw_power(d, d->p[NOC_CHIP_PARAMETER_flits], parts);
        break;
    case NOC_CHIP_idle_power:
        draw_power(d, 0.0, parts);
        break;
    case NOC_CHIP_clock:
        parts->by_factor[NOC_BUILT_clock] =
            noc_clock_of(&d->process, &d->shape, (int)d->p[NOC_CHIP_PARAMETER_stages]).max_mhz;
        break;
    case NOC_CHIP_hop_energy:
        draw_energy(d, true, true, 1.0, parts);
        break;
    case NOC_CHIP_bit_energy:
        draw_energy(d, true, true, fj_bit, parts);
        break;
    case NOC_CHIP_byte_energy:
        draw_energy(d, true, true, bits / bits_per_byte, parts);
        break;
    case NOC_CHIP_data_energy:
        draw_energy(d, true, false, fj_bit_mm, parts);
        break;
    case NOC_CHIP_control_energy:
        draw_energy(d, false, true, fj_bit_mm, parts);
        break;
    case NOC_CHIP_energy:
        draw_energy(d, true, true, fj_bit_mm, parts);
        break;
    case NOC_CHIP_link_energy:
        parts->by_factor[NOC_BUILT_data] = d->link.flit_pj / fj_bit_mm;
        break;
    case NOC_CHIP_switch_energy:
        parts->by_factor[NOC_BUILT_data] = data_pj(d) / bits;
        parts->by_factor[NOC_BUILT_control] =
            (d->router.allocation_pj + d->router.clock_pj / d->shape.outputs) / bits;
        break;
    case NOC_CHIP_FIGURES:
        break;
    }
}

/* Joins the parts of a switch's figure, which has one factor for the whole figure. */
static void join_parts(noc_built_factor_id factor, noc_chip_parts *parts)
{
    if (factor != NOC_BUILT_switch_area && factor != NOC_BUILT_switch_energy) return;
    const double drawn = parts->total;
    *parts = (noc_chip_parts){.total = drawn};
    parts->by_factor[factor] = drawn;
}

static noc_status draw_parts(const noc_chip *chip, const double p[NOC_CHIP_PARAMETERS],
                             noc_chip_parts *parts)
{
    drawing d;
    const noc_status status = draw_router(p, &d);
    *parts = (noc_chip_parts){.total = NAN};
    if (status != NOC_OK) return status;
    draw_figure(&d, chip->figure, parts);
    if (isnan(parts->total)) {
        parts->total = 0.0;
        for (size_t i = 0; i < NOC_BUILT_FACTORS; i++) parts->total += parts->by_factor[i];
    }
    join_parts(chip->factor, parts);
    return NOC_OK;
}

/* Draws a chip's figure at all corners of its unknown parameters. */
static noc_status draw_chip(noc_chip *chip)
{
    size_t unknown[NOC_CHIP_PARAMETERS], count = 0;
    double p[NOC_CHIP_PARAMETERS];
    for (size_t i = 0; i < NOC_CHIP_PARAMETERS; i++) {
        if (chip->lo[i] < chip->hi[i]) unknown[count++] = i;
        p[i] =
            chip->lo[i] > 0.0 ? sqrt(chip->lo[i] * chip->hi[i]) : (chip->lo[i] + chip->hi[i]) / 2.0;
    }
    noc_status status = draw_parts(chip, p, &chip->middle_parts);
    for (size_t corner = 0; corner < (size_t)1 << count && status == NOC_OK; corner++) {
        noc_chip_parts parts;
        for (size_t i = 0; i < count; i++)
            p[unknown[i]] = corner >> i & 1 ? chip->hi[unknown[i]] : chip->lo[unknown[i]];
        status = draw_parts(chip, p, &parts);
        if (corner == 0 || parts.total < chip->lowest_parts.total) chip->lowest_parts = parts;
        if (corner == 0 || parts.total > chip->highest_parts.total) chip->highest_parts = parts;
    }
    return status;
}

/* ---- reading -------------------------------------------------------------------------------- */

static const char *const columns[] = {
#define NOC_CHIP_COLUMN(name) #name,
#include "power_area/built/chips.def"
#undef NOC_CHIP_COLUMN
};

static size_t find_position(const char *word, size_t length, noc_name_list names)
{
    for (size_t i = 0; names(i); i++)
        if (strlen(names(i)) == length && strncmp(names(i), word, length) == 0) return i;
    return SIZE_MAX;
}

/* Reads a number that ends at `end`, or one character behind it: "2." before the second point of
 * "2..8". */
static bool read_number(const char *text, const char *end, double *number)
{
    char *at;
    *number = strtod(text, &at);
    return at > text && (at == end || at == end + 1) && isfinite(*number) && *number >= 0.0;
}

/* Reads "5" or "2..8", up to a space. Returns false if it is neither. */
static bool read_range(const char *text, double *lo, double *hi)
{
    const char *end = text + strcspn(text, " "), *separator = strstr(text, "..");
    if (!separator || separator > end)
        return read_number(text, end, lo) && read_number(text, end, hi);
    return read_number(text, separator, lo) && read_number(separator + 2, end, hi) && *lo <= *hi;
}

/* Reads a published value: "1.32", "1000-1400". */
static bool read_published(const char *text, noc_chip *chip)
{
    char *end;
    chip->built_lo = chip->built_hi = strtod(text, &end);
    if (end == text) return false;
    if (*end == '-') chip->built_hi = strtod(end + 1, &end);
    return *end == '\0' && 0.0 < chip->built_lo && chip->built_lo <= chip->built_hi;
}

static noc_status read_parameters(noc_chip *chip, noc_place place, noc_diag *diag)
{
    const char *at = noc_chip_text(chip, NOC_CHIP_COLUMN_asks);
    for (size_t i = 0; i < NOC_CHIP_PARAMETERS; i++)
        chip->lo[i] = chip->hi[i] = parameters[i].value;
    for (; *at; at += strcspn(at, " "), at += strspn(at, " ")) {
        const size_t length = strcspn(at, "= ");
        const size_t i = find_position(at, length, noc_chip_parameter_name);
        if (at[length] != '=' || i == SIZE_MAX)
            return noc_fail(diag, NOC_EINPUT, place,
                            "%s: '%.*s' is no parameter of a router (expected technology=45 "
                            "ports=5 bits=64 depth=2..8 ...)",
                            noc_chip_text(chip, NOC_CHIP_COLUMN_id), (int)length, at);
        if (!read_range(at + length + 1, &chip->lo[i], &chip->hi[i]))
            return noc_fail(diag, NOC_EINPUT, place,
                            "%s: %s is no number or range, LEAST..MOST, from 0 on",
                            noc_chip_text(chip, NOC_CHIP_COLUMN_id), parameters[i].name);
    }
    return NOC_OK;
}

static noc_status read_words(noc_chip *chip, noc_place place, noc_diag *diag)
{
    const char *id = noc_chip_text(chip, NOC_CHIP_COLUMN_id);
    const char *figure = noc_chip_text(chip, NOC_CHIP_COLUMN_figure);
    const char *fits = noc_chip_text(chip, NOC_CHIP_COLUMN_fits);
    const size_t figure_index = find_position(figure, strlen(figure), noc_chip_figure_name);
    const size_t factor_index = find_position(fits, strlen(fits), noc_built_factor_name);
    chip->figure =
        figure_index < NOC_CHIP_FIGURES ? (noc_chip_figure)figure_index : NOC_CHIP_FIGURES;
    chip->factor =
        factor_index < NOC_BUILT_FACTORS ? (noc_built_factor_id)factor_index : NOC_BUILT_FACTORS;
    if (!*id || !*noc_chip_text(chip, NOC_CHIP_COLUMN_chip))
        return noc_fail(diag, NOC_EINPUT, place, "a row needs an id and a chip");
    if (!*figure && !*noc_chip_text(chip, NOC_CHIP_COLUMN_why))
        return noc_fail(diag, NOC_EINPUT, place, "%s: a row without figure says why", id);
    if (*figure && figure_index == SIZE_MAX)
        return noc_fail(diag, NOC_EINPUT, place,
                        "%s: '%s' is no figure (expected router_area, clock, hop_energy, ...)", id,
                        figure);
    if (*fits && factor_index == SIZE_MAX)
        return noc_fail(diag, NOC_EINPUT, place,
                        "%s: fits '%s', which is no factor (expected cells, data, control, ...)",
                        id, fits);
    if (*figure &&
        strcmp(noc_chip_text(chip, NOC_CHIP_COLUMN_unit), figures[figure_index].unit) != 0)
        return noc_fail(diag, NOC_EINPUT, place, "%s: %s is in %s", id, figure,
                        figures[figure_index].unit);
    if (*figure && !read_published(noc_chip_text(chip, NOC_CHIP_COLUMN_value), chip))
        return noc_fail(diag, NOC_EINPUT, place, "%s: '%s' is no number or range above 0", id,
                        noc_chip_text(chip, NOC_CHIP_COLUMN_value));
    return NOC_OK;
}

/* Checks the parameters by which a figure is divided, or without which nothing can be drawn. */
static noc_status check_parameters(const noc_chip *chip, noc_place place, noc_diag *diag)
{
    static const noc_chip_parameter needed[] = {
        NOC_CHIP_PARAMETER_technology, NOC_CHIP_PARAMETER_ports, NOC_CHIP_PARAMETER_bits,
        NOC_CHIP_PARAMETER_vcs,        NOC_CHIP_PARAMETER_clock, NOC_CHIP_PARAMETER_flits,
        NOC_CHIP_PARAMETER_copies,     NOC_CHIP_PARAMETER_mm,
    };
    const bool is_per_length =
        chip->figure < NOC_CHIP_FIGURES && strstr(figures[chip->figure].unit, "/mm") != NULL;
    const size_t count = sizeof needed / sizeof needed[0] - !is_per_length;
    for (size_t i = 0; i < count; i++)
        if (!(chip->lo[needed[i]] > 0.0))
            return noc_fail(diag, NOC_EINPUT, place, "%s: %s must be above 0",
                            noc_chip_text(chip, NOC_CHIP_COLUMN_id), parameters[needed[i]].name);
    return NOC_OK;
}

static noc_status read_row(const noc_csv_row *cells, noc_place place, noc_chip *chip,
                           noc_diag *diag)
{
    chip->line = cells->line;
    for (size_t i = 0; i < NOC_CHIP_COLUMNS; i++) chip->cells[i] = cells->cells[i];
    noc_status status = read_words(chip, place, diag);
    if (status == NOC_OK) status = read_parameters(chip, place, diag);
    if (status != NOC_OK || !noc_chip_has_figure(chip)) return status;
    status = check_parameters(chip, place, diag);
    if (status != NOC_OK) return status;
    if (draw_chip(chip) == NOC_OK) return NOC_OK;
    return noc_fail(diag, NOC_EINPUT, place,
                    "%s: no table has or encloses technology=%g (table=N scales the one of N nm)",
                    noc_chip_text(chip, NOC_CHIP_COLUMN_id),
                    chip->lo[NOC_CHIP_PARAMETER_technology]);
}

noc_status noc_chips_read(const char *text, const char *file, noc_chip_table *table, noc_diag *diag)
{
    *table = (noc_chip_table){.file = file};
    noc_status status =
        noc_csv_read_rows(text, file, columns, NOC_CHIP_COLUMNS, &table->cells, diag);
    if (status != NOC_OK) return status;
    table->rows = calloc(table->cells.count + 1, sizeof *table->rows);
    if (!table->rows) return noc_fail_memory(diag);
    for (; table->count < table->cells.count; table->count++) {
        const noc_csv_row *cells = &table->cells.list[table->count];
        const noc_status row_status =
            read_row(cells, (noc_place){file, cells->line}, &table->rows[table->count], diag);
        if (status == NOC_OK) status = row_status;
    }
    return status;
}

void noc_chips_clear(noc_chip_table *table)
{
    noc_csv_rows_clear(&table->cells);
    free(table->rows);
    *table = (noc_chip_table){.file = NULL};
}
