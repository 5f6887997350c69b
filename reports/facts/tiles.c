#include "reports/facts/tiles.h"

#include <math.h>
#include <stdlib.h>

#include "reports/drawings/picture_page.h"
#include "reports/drawings/tile_map.h"
#include "reports/words/figure.h"
#include "reports/words/load_words.h"
#include "reports/words/sections.h"
#include "reports/writers/csv.h"
#include "reports/writers/json.h"
#include "reports/writers/sheet.h"
#include "reports/writers/table_print.h"

enum { ROUTERS_MAX = 20 }; /* limit of routers in a printed table */

static bool has_position(const noc_tile_router *router)
{
    return router->width_tiles > 0;
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static void set_position(json_t *object, const char *name, const noc_tile_router *router,
                         double value)
{
    json_object_set_new(object, name, has_position(router) ? noc_json_real(value) : json_null());
}

json_t *noc_json_tiles(const noc_power_tiles *tiles)
{
    json_t *array = json_array();
    for (uint32_t i = 0; i < tiles->count; i++) {
        const noc_tile_router *router = &tiles->routers[i];
        const noc_router_power *power = &router->power;
        json_t *object = json_object();
        json_object_set_new(object, "network", json_integer(router->network));
        json_object_set_new(object, "router", noc_json_text(router->name));
        set_position(object, "column", router, router->column);
        set_position(object, "row", router, router->row);
        set_position(object, "layer", router, router->layer);
        set_position(object, "x_mm", router, router->column * tiles->tile_mm);
        set_position(object, "y_mm", router, router->row * tiles->tile_mm);
        set_position(object, "width_mm", router, router->width_tiles * tiles->tile_mm);
        set_position(object, "height_mm", router, router->height_tiles * tiles->tile_mm);
        json_object_set_new(object, "router_leakage_mw", noc_json_real(power->router_leakage_mw));
        json_object_set_new(object, "router_dynamic_mw", noc_json_real(power->router_dynamic_mw));
        json_object_set_new(object, "link_leakage_mw", noc_json_real(power->link_leakage_mw));
        json_object_set_new(object, "link_dynamic_mw", noc_json_real(power->link_dynamic_mw));
        json_object_set_new(object, "power_mw", noc_json_real(noc_tile_router_mw(router)));
        if (tiles->no_power)
            json_object_set_new(object, "why", noc_json_text(tiles->no_power));
        else if (!tiles->has_dynamic)
            json_object_set_new(object, "why", noc_json_text("no load was given: leakage alone"));
        json_array_append_new(array, object);
    }
    return array;
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
    static const noc_column_head heads[] = {
        {NOC_ALIGN_LEFT, "router"},           {NOC_ALIGN_LEFT, "network"},
        {NOC_ALIGN_POINT, "router\nleakage"}, {NOC_ALIGN_POINT, "\ndynamic"},
        {NOC_ALIGN_POINT, "links\nleakage"},  {NOC_ALIGN_POINT, "\ndynamic"},
        {NOC_ALIGN_POINT, "\ntotal"},
    };
    noc_table table = {0};
    noc_table_add_columns(&table, heads, sizeof heads / sizeof heads[0]);
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
    const noc_tile_router **sorted = malloc((tiles->count + 1) * sizeof *sorted);
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
    free(sorted);
    return status;
}

noc_status noc_text_tiles(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                          noc_diag *diag)
{
    return noc_text_sections(sheet, estimates, count, "Power by router in mW, most first", true,
                             print_tiles, diag);
}

/* ---- CSV ------------------------------------------------------------------------------------ */

static void write_position(noc_csv_line *line, const noc_tile_router *router, double value)
{
    noc_csv_real(line, has_position(router) ? value : NAN);
}

static void write_row(const noc_sheet *sheet, const noc_estimate *estimate,
                      const noc_tile_router *router)
{
    noc_csv_line line = {.sheet = sheet};
    const noc_power_tiles *tiles = estimate->tiles;
    noc_csv_text(&line, estimate->design->name);
    noc_csv_text(&line, estimate->design->hash);
    noc_csv_text(&line, noc_method_name(estimate->method));
    noc_csv_real(&line, estimate->load);
    noc_csv_count(&line, router->network);
    noc_csv_text(&line, router->name);
    write_position(&line, router, router->column);
    write_position(&line, router, router->row);
    write_position(&line, router, router->layer);
    write_position(&line, router, router->column * tiles->tile_mm);
    write_position(&line, router, router->row * tiles->tile_mm);
    write_position(&line, router, router->width_tiles * tiles->tile_mm);
    write_position(&line, router, router->height_tiles * tiles->tile_mm);
    noc_csv_real(&line, router->power.router_leakage_mw);
    noc_csv_real(&line, router->power.router_dynamic_mw);
    noc_csv_real(&line, router->power.link_leakage_mw);
    noc_csv_real(&line, router->power.link_dynamic_mw);
    noc_csv_real(&line, noc_tile_router_mw(router));
    noc_csv_end(&line);
}

noc_status noc_csv_tiles(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                         noc_diag *diag)
{
    (void)diag;
    fputs("design,hash,method,load_flits_per_cycle,network,router,column,row,layer,x_mm,y_mm,"
          "width_mm,height_mm,router_leakage_mw,router_dynamic_mw,link_leakage_mw,link_dynamic_mw,"
          "power_mw\n",
          sheet->out);
    for (size_t i = 0; i < count; i++)
        for (uint32_t router = 0; router < estimates[i].tiles->count; router++)
            write_row(sheet, &estimates[i], &estimates[i].tiles->routers[router]);
    return NOC_OK;
}

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
    noc_tile_power *map = noc_tiles_map(tiles);
    if (!map) return noc_fail_memory(diag);
    for (int i = 0; i < tiles->columns * tiles->rows; i++)
        fprintf(out, "%stile_%d_%d", i ? "\t" : "", i % tiles->columns, i / tiles->columns);
    fputc('\n', out);
    for (int i = 0; i < tiles->columns * tiles->rows; i++)
        fprintf(out, "%s%.9g", i ? "\t" : "", w_per_mw * (map[i].leakage_mw + map[i].dynamic_mw));
    fputc('\n', out);
    free(map);
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

static noc_status write_page(const noc_sheet *sheet, const noc_estimate *estimate,
                             const char *load_words, noc_diag *diag)
{
    char title[300];
    noc_inner_sheet inner;
    snprintf(title, sizeof title, "%.200s: power by tile", estimate->design->name);
    noc_picture_page_begin(sheet->out, title);
    noc_picture_page_open(sheet->out, title);
    noc_status status = noc_tile_map_draw(sheet->out, estimate, load_words, diag);
    noc_picture_page_close(sheet->out);
    if (status == NOC_OK) status = noc_picture_page_fold(sheet, &inner, diag);
    if (status != NOC_OK) return status;
    status = noc_text_tiles(&inner.sheet, estimate, 1, diag);
    status = noc_picture_page_unfold(sheet->out, "The routers with most", &inner, status, diag);
    noc_picture_page_end(sheet->out, &sheet->run);
    return status;
}

noc_status noc_tiles_write(const noc_sheet *sheet, const noc_estimate *estimate, noc_tile_file kind,
                           const char *place_name, noc_diag *diag)
{
    char load_words[NOC_LOAD_WORDS_CHARS];
    const noc_status status = check_map(estimate->tiles, kind, place_name, diag);
    if (status != NOC_OK) return status;
    noc_load_words(sheet, estimate, 1, load_words);
    switch (kind) {
    case NOC_TILE_PICTURE:
        return noc_tile_map_draw(sheet->out, estimate, load_words, diag);
    case NOC_TILE_PAGE:
        return write_page(sheet, estimate, load_words, diag);
    case NOC_TILE_FLOOR_PLAN:
        write_floor_plan(sheet->out, estimate->tiles);
        return NOC_OK;
    default:
        return write_trace(sheet->out, estimate->tiles, diag);
    }
}
