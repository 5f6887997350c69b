#include "reports/facts/tiles.h"

#include <math.h>
#include <stdlib.h>

#include "reports/drawings/tile_map.h"
#include "reports/facts/detail.h"
#include "reports/facts/details.h"
#include "reports/words/figure.h"
#include "reports/words/load_words.h"
#include "reports/writers/table_print.h"

enum { ROUTERS_MAX = 20 }; /* limit of routers in a printed table */

static bool has_position(const noc_tile_router *router)
{
    return router->width_tiles > 0;
}

/* ---- for programs --------------------------------------------------------------------------- */

static const char *find_columns(const noc_estimate *estimate)
{
    return estimate->tiles ? NOC_DETAIL_COLUMNS
               "network router column row layer x_mm y_mm width_mm height_mm router_leakage_mw "
               "router_dynamic_mw link_leakage_mw link_dynamic_mw power_mw json:why"
                           : NULL;
}

/* Puts the position and size of a router; null without a position. */
static void put_position(noc_rows *rows, const noc_tile_router *router, double tile_mm)
{
    const double known = has_position(router) ? 1.0 : NAN;
    noc_put_real(rows, "column", known * router->column);
    noc_put_real(rows, "row", known * router->row);
    noc_put_real(rows, "layer", known * router->layer);
    noc_put_real(rows, "x_mm", known * router->column * tile_mm);
    noc_put_real(rows, "y_mm", known * router->row * tile_mm);
    noc_put_real(rows, "width_mm", known * router->width_tiles * tile_mm);
    noc_put_real(rows, "height_mm", known * router->height_tiles * tile_mm);
}

static void add_router(noc_rows *rows, const noc_estimate *estimate, const noc_tile_router *router)
{
    const noc_power_tiles *tiles = estimate->tiles;
    noc_detail_add_row(rows, estimate);
    noc_put_count(rows, "network", router->network);
    noc_put_text(rows, "router", router->name);
    put_position(rows, router, tiles->tile_mm);
    noc_put_real(rows, "router_leakage_mw", router->power.router_leakage_mw);
    noc_put_real(rows, "router_dynamic_mw", router->power.router_dynamic_mw);
    noc_put_real(rows, "link_leakage_mw", router->power.link_leakage_mw);
    noc_put_real(rows, "link_dynamic_mw", router->power.link_dynamic_mw);
    noc_put_real(rows, "power_mw", noc_tile_router_mw(router));
    if (tiles->no_power)
        noc_put_text(rows, "why", tiles->no_power);
    else if (!tiles->has_dynamic)
        noc_put_text(rows, "why", "no load was given: leakage alone");
}

static void add_rows(noc_rows *rows, const noc_estimate *estimate)
{
    for (uint32_t i = 0; i < estimate->tiles->count; i++)
        add_router(rows, estimate, &estimate->tiles->routers[i]);
}

/* ---- for people ----------------------------------------------------------------------------- */

/* Compares power: largest first, equal ones in the order of the graph. */
static int compare_power(const void *a, const void *b)
{
    const noc_tile_router *const *first = a, *const *second = b;
    const double difference = noc_tile_router_mw(*second) - noc_tile_router_mw(*first);
    if (difference != 0.0) return difference > 0.0 ? 1 : -1;
    return *first < *second ? -1 : 1;
}

static void add_power(noc_table *table, const noc_router_power *power, double total_mw)
{
    noc_table_add_cell(table, "%s", noc_figure_make(power->router_leakage_mw, 3).text);
    noc_table_add_cell(table, "%s", noc_figure_make(power->router_dynamic_mw, 3).text);
    noc_table_add_cell(table, "%s", noc_figure_make(power->link_leakage_mw, 3).text);
    noc_table_add_cell(table, "%s", noc_figure_make(power->link_dynamic_mw, 3).text);
    noc_table_add_cell(table, "%s", noc_figure_make(total_mw, 3).text);
}

static void add_total_row(noc_table *table, const noc_power_tiles *tiles)
{
    noc_router_power sum = {0};
    double total_mw = 0.0;
    for (uint32_t i = 0; i < tiles->count; i++) {
        sum.router_leakage_mw += tiles->routers[i].power.router_leakage_mw;
        sum.router_dynamic_mw += tiles->routers[i].power.router_dynamic_mw;
        sum.link_leakage_mw += tiles->routers[i].power.link_leakage_mw;
        sum.link_dynamic_mw += tiles->routers[i].power.link_dynamic_mw;
        total_mw += noc_tile_router_mw(&tiles->routers[i]);
    }
    noc_table_add_cell(table, "all");
    noc_table_add_cell(table, "%s", "");
    add_power(table, &sum, total_mw);
}

static noc_status print_rows(const noc_sheet *sheet, const noc_power_tiles *tiles,
                             const noc_tile_router *const *sorted, noc_diag *diag)
{
    noc_table table = {0};
    noc_table_add_columns(
        &table, "router|network|.router\nleakage|.\ndynamic|.links\nleakage|.\ndynamic|.\ntotal");
    for (uint32_t i = 0; i < tiles->count && i < ROUTERS_MAX; i++) {
        noc_table_add_cell(&table, "%s", sorted[i]->name);
        noc_table_add_cell(&table, "%s", sorted[i]->network_name);
        add_power(&table, &sorted[i]->power, noc_tile_router_mw(sorted[i]));
    }
    add_total_row(&table, tiles);
    return noc_text_table(sheet, &table, diag);
}

static noc_status print_tiles(const noc_sheet *sheet, const noc_estimate *estimate, noc_diag *diag)
{
    const noc_power_tiles *tiles = estimate->tiles;
    if (tiles->no_power) {
        noc_text_paragraph(sheet, "No power: %s.", tiles->no_power);
        return NOC_OK;
    }
    NOC_AUTO_FREE const noc_tile_router **sorted = malloc((tiles->count + 1) * sizeof *sorted);
    if (!sorted) return noc_fail_memory(diag);
    for (uint32_t i = 0; i < tiles->count; i++) sorted[i] = &tiles->routers[i];
    qsort(sorted, tiles->count, sizeof *sorted, compare_power);
    const noc_status status = print_rows(sheet, tiles, sorted, diag);
    if (tiles->count > ROUTERS_MAX)
        noc_text_paragraph(
            sheet,
            "Left out: %u of %u routers, with %s mW and less (--format json and csv have "
            "all).",
            tiles->count - ROUTERS_MAX, tiles->count,
            noc_figure_make(noc_tile_router_mw(sorted[ROUTERS_MAX]), 3).text);
    if (*tiles->missing_reason) noc_text_paragraph(sheet, "No map: %s.", tiles->missing_reason);
    return status;
}

static noc_status draw_map(const noc_sheet *sheet, const noc_system *system,
                           const noc_estimate *estimate, noc_diag *diag)
{
    (void)system;
    char load_words[NOC_LOAD_WORDS_CHARS];
    noc_load_words(sheet, estimate, 1, load_words);
    return noc_tile_map_draw(sheet->out, estimate, load_words, diag);
}

const noc_detail noc_tile_detail = {
    .member = "tiles",
    .title = "Power by router in mW, most first",
    .page_title = "power by tile",
    .page_table = "The routers with most",
    .columns = find_columns,
    .add_rows = add_rows,
    .print = print_tiles,
    .draw = draw_map,
};

/* ---- HotSpot -------------------------------------------------------------------------------- */

/* Writes HotSpot's floor plan: y counts from the bottom, rows from the top. */
static void write_floor_plan(FILE *out, const noc_power_tiles *tiles)
{
    const double side = 1e-3 * tiles->tile_mm;
    fputs("# name, width, height, left-x, bottom-y: metres, between tabs\n", out);
    for (int row = 0; row < tiles->rows; row++)
        for (int column = 0; column < tiles->columns; column++)
            fprintf(out, "tile_%d_%d\t%.9g\t%.9g\t%.9g\t%.9g\n", column, row, side, side,
                    column * side, (tiles->rows - 1 - row) * side);
}

static noc_status write_trace(FILE *out, const noc_power_tiles *tiles, noc_diag *diag)
{
    const double w_per_mw = 1e-3;
    NOC_AUTO_FREE noc_tile_power *map = noc_tiles_map(tiles);
    if (!map) return noc_fail_memory(diag);
    for (int i = 0; i < tiles->columns * tiles->rows; i++)
        fprintf(out, "%stile_%d_%d", i ? "\t" : "", i % tiles->columns, i / tiles->columns);
    fputc('\n', out);
    for (int i = 0; i < tiles->columns * tiles->rows; i++)
        fprintf(out, "%s%.9g", i ? "\t" : "", w_per_mw * (map[i].leakage_mw + map[i].dynamic_mw));
    fputc('\n', out);
    return NOC_OK;
}

/* ---- files ---------------------------------------------------------------------------------- */

static noc_status check_map(const noc_power_tiles *tiles, noc_tile_file kind,
                            const char *place_name, noc_diag *diag)
{
    const noc_place place = {place_name, 0};
    const bool is_hotspot = kind == NOC_TILE_FLOOR_PLAN || kind == NOC_TILE_TRACE;
    if (*tiles->missing_reason)
        return noc_fail(diag, NOC_EUSAGE, place, "no map of tiles: %s", tiles->missing_reason);
    if (is_hotspot && tiles->layers > 1)
        return noc_fail(diag, NOC_EUSAGE, place,
                        "HotSpot's floor plans have one layer, and this network has %d (--format "
                        "csv has all)",
                        tiles->layers);
    if (tiles->no_power && kind != NOC_TILE_FLOOR_PLAN)
        return noc_fail(diag, NOC_EUSAGE, place, "no power: %s", tiles->no_power);
    if (kind == NOC_TILE_TRACE && !tiles->has_dynamic)
        return noc_fail(diag, NOC_EUSAGE, place,
                        "watts of tiles need a load (--load L, or --activity A)");
    return NOC_OK;
}

noc_status noc_tiles_write(const noc_sheet *sheet, const noc_estimate *estimate, noc_tile_file kind,
                           const char *place_name, noc_diag *diag)
{
    const noc_status status = check_map(estimate->tiles, kind, place_name, diag);
    if (status != NOC_OK) return status;
    switch (kind) {
    case NOC_TILE_PICTURE:
    case NOC_TILE_PAGE:
        return noc_detail_draw(sheet, &noc_tile_detail, NULL, estimate, kind == NOC_TILE_PAGE,
                               diag);
    case NOC_TILE_FLOOR_PLAN:
        write_floor_plan(sheet->out, estimate->tiles);
        return NOC_OK;
    default:
        return write_trace(sheet->out, estimate->tiles, diag);
    }
}
