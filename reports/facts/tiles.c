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

enum { SHOWN = 20 }; /* limit of routers in a printed table */

static bool stands(const noc_tile_router *r)
{
    return r->across > 0;
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static void set_place(json_t *object, const char *name, const noc_tile_router *r, double value)
{
    json_object_set_new(object, name, stands(r) ? noc_json_real(value) : json_null());
}

json_t *noc_json_tiles(const noc_power_tiles *t)
{
    json_t *array = json_array();
    for (uint32_t i = 0; i < t->count; i++) {
        const noc_tile_router *r = &t->routers[i];
        const noc_router_power *p = &r->power;
        json_t *object = json_object();
        json_object_set_new(object, "network", json_integer(r->network));
        json_object_set_new(object, "router", noc_json_text(r->name));
        set_place(object, "column", r, r->column);
        set_place(object, "row", r, r->row);
        set_place(object, "layer", r, r->layer);
        set_place(object, "x_mm", r, r->column * t->tile_mm);
        set_place(object, "y_mm", r, r->row * t->tile_mm);
        set_place(object, "width_mm", r, r->across * t->tile_mm);
        set_place(object, "height_mm", r, r->down * t->tile_mm);
        json_object_set_new(object, "router_leakage_mw", noc_json_real(p->router_leakage_mw));
        json_object_set_new(object, "router_dynamic_mw", noc_json_real(p->router_dynamic_mw));
        json_object_set_new(object, "link_leakage_mw", noc_json_real(p->link_leakage_mw));
        json_object_set_new(object, "link_dynamic_mw", noc_json_real(p->link_dynamic_mw));
        json_object_set_new(object, "power_mw", noc_json_real(noc_tile_router_mw(r)));
        if (t->no_power)
            json_object_set_new(object, "why", noc_json_text(t->no_power));
        else if (!t->dynamic)
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

static void put_power(noc_table *table, const noc_router_power *p, double all)
{
    noc_table_cell(table, "%s", noc_figure_of(p->router_leakage_mw, 3).text);
    noc_table_cell(table, "%s", noc_figure_of(p->router_dynamic_mw, 3).text);
    noc_table_cell(table, "%s", noc_figure_of(p->link_leakage_mw, 3).text);
    noc_table_cell(table, "%s", noc_figure_of(p->link_dynamic_mw, 3).text);
    noc_table_cell(table, "%s", noc_figure_of(all, 3).text);
}

static void put_sum(noc_table *table, const noc_power_tiles *t)
{
    noc_router_power sum = {0};
    double all = 0.0;
    for (uint32_t i = 0; i < t->count; i++) {
        sum.router_leakage_mw += t->routers[i].power.router_leakage_mw;
        sum.router_dynamic_mw += t->routers[i].power.router_dynamic_mw;
        sum.link_leakage_mw += t->routers[i].power.link_leakage_mw;
        sum.link_dynamic_mw += t->routers[i].power.link_dynamic_mw;
        all += noc_tile_router_mw(&t->routers[i]);
    }
    noc_table_cell(table, "all");
    noc_table_cell(table, "%s", "");
    put_power(table, &sum, all);
}

static noc_status print_rows(const noc_sheet *sheet, const noc_power_tiles *t,
                             const noc_tile_router *const *sorted, noc_diag *diag)
{
    static const noc_table_head heads[] = {
        {NOC_ALIGN_LEFT, "router"},           {NOC_ALIGN_LEFT, "network"},
        {NOC_ALIGN_POINT, "router\nleakage"}, {NOC_ALIGN_POINT, "\ndynamic"},
        {NOC_ALIGN_POINT, "links\nleakage"},  {NOC_ALIGN_POINT, "\ndynamic"},
        {NOC_ALIGN_POINT, "\ntotal"},
    };
    noc_table table = {0};
    noc_table_columns(&table, heads, sizeof heads / sizeof heads[0]);
    for (uint32_t i = 0; i < t->count && i < SHOWN; i++) {
        noc_table_cell(&table, "%s", sorted[i]->name);
        noc_table_cell(&table, "%s", sorted[i]->network_name);
        put_power(&table, &sorted[i]->power, noc_tile_router_mw(sorted[i]));
    }
    put_sum(&table, t);
    return noc_text_table(sheet, &table, diag);
}

static noc_status print_tiles(const noc_sheet *sheet, const noc_estimate *e, noc_diag *diag)
{
    const noc_power_tiles *t = e->tiles;
    if (t->no_power) {
        noc_text_say(sheet, "No power: %s.", t->no_power);
        return NOC_OK;
    }
    const noc_tile_router **sorted = malloc((t->count + 1) * sizeof *sorted);
    if (!sorted) return noc_fail_memory(diag);
    for (uint32_t i = 0; i < t->count; i++) sorted[i] = &t->routers[i];
    qsort(sorted, t->count, sizeof *sorted, compare_power);
    const noc_status status = print_rows(sheet, t, sorted, diag);
    if (t->count > SHOWN)
        noc_text_say(sheet,
                     "Left out: %u of %u routers, with %s mW and less (--format json and csv have "
                     "all).",
                     t->count - SHOWN, t->count,
                     noc_figure_of(noc_tile_router_mw(sorted[SHOWN]), 3).text);
    if (*t->lacks) noc_text_say(sheet, "No map: %s.", t->lacks);
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

static void csv_place(noc_csv_line *line, const noc_tile_router *r, double value)
{
    noc_csv_real(line, stands(r) ? value : NAN);
}

static void csv_row(const noc_sheet *sheet, const noc_estimate *e, const noc_tile_router *r)
{
    noc_csv_line line = {.sheet = sheet};
    const noc_power_tiles *t = e->tiles;
    noc_csv_text(&line, e->design->name);
    noc_csv_text(&line, e->design->hash);
    noc_csv_text(&line, noc_method_name(e->method));
    noc_csv_real(&line, e->load);
    noc_csv_count(&line, r->network);
    noc_csv_text(&line, r->name);
    csv_place(&line, r, r->column);
    csv_place(&line, r, r->row);
    csv_place(&line, r, r->layer);
    csv_place(&line, r, r->column * t->tile_mm);
    csv_place(&line, r, r->row * t->tile_mm);
    csv_place(&line, r, r->across * t->tile_mm);
    csv_place(&line, r, r->down * t->tile_mm);
    noc_csv_real(&line, r->power.router_leakage_mw);
    noc_csv_real(&line, r->power.router_dynamic_mw);
    noc_csv_real(&line, r->power.link_leakage_mw);
    noc_csv_real(&line, r->power.link_dynamic_mw);
    noc_csv_real(&line, noc_tile_router_mw(r));
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
        for (uint32_t r = 0; r < estimates[i].tiles->count; r++)
            csv_row(sheet, &estimates[i], &estimates[i].tiles->routers[r]);
    return NOC_OK;
}

/* ---- HotSpot -------------------------------------------------------------------------------- */

/* Writes HotSpot's floor plan: y counts from the bottom, rows from the top. */
static void write_floor(FILE *out, const noc_power_tiles *t)
{
    const double side = 1e-3 * t->tile_mm;
    fputs("# name, width, height, left-x, bottom-y: metres, between tabs\n", out);
    for (int row = 0; row < t->rows; row++)
        for (int column = 0; column < t->columns; column++)
            fprintf(out, "tile_%d_%d\t%.9g\t%.9g\t%.9g\t%.9g\n", column, row, side, side,
                    column * side, (t->rows - 1 - row) * side);
}

static noc_status write_trace(FILE *out, const noc_power_tiles *t, noc_diag *diag)
{
    const double w_per_mw = 1e-3;
    noc_tile_power *map = noc_tiles_map(t);
    if (!map) return noc_fail_memory(diag);
    for (int i = 0; i < t->columns * t->rows; i++)
        fprintf(out, "%stile_%d_%d", i ? "\t" : "", i % t->columns, i / t->columns);
    fputc('\n', out);
    for (int i = 0; i < t->columns * t->rows; i++)
        fprintf(out, "%s%.9g", i ? "\t" : "", w_per_mw * (map[i].leakage_mw + map[i].dynamic_mw));
    fputc('\n', out);
    free(map);
    return NOC_OK;
}

/* ---- files ---------------------------------------------------------------------------------- */

static noc_status check_map(const noc_power_tiles *t, noc_tile_file kind, const char *where,
                            noc_diag *diag)
{
    const noc_place place = {where, 0};
    const bool hotspot = kind == NOC_TILE_FLOOR || kind == NOC_TILE_TRACE;
    if (*t->lacks) return noc_fail(diag, NOC_EUSAGE, place, "no map of tiles: %s", t->lacks);
    if (hotspot && t->layers > 1)
        return noc_fail(diag, NOC_EUSAGE, place,
                        "HotSpot's floor plans have one layer, and this network has %d (--format "
                        "csv has all)",
                        t->layers);
    if (t->no_power && kind != NOC_TILE_FLOOR)
        return noc_fail(diag, NOC_EUSAGE, place, "no power: %s", t->no_power);
    if (kind == NOC_TILE_TRACE && !t->dynamic)
        return noc_fail(diag, NOC_EUSAGE, place,
                        "watts of tiles need a load (--load L, or --activity A)");
    return NOC_OK;
}

static noc_status write_page(const noc_sheet *sheet, const noc_estimate *e, const char *load,
                             noc_diag *diag)
{
    char title[300];
    noc_inner_sheet inner;
    snprintf(title, sizeof title, "%.200s: power by tile", e->design->name);
    noc_picture_page_begin(sheet->out, title);
    noc_picture_page_open(sheet->out, title);
    noc_status status = noc_tile_map_draw(sheet->out, e, load, diag);
    noc_picture_page_close(sheet->out);
    if (status == NOC_OK) status = noc_picture_page_fold(sheet, &inner, diag);
    if (status != NOC_OK) return status;
    status = noc_text_tiles(&inner.sheet, e, 1, diag);
    status = noc_picture_page_unfold(sheet->out, "The routers with most", &inner, status, diag);
    noc_picture_page_end(sheet->out, &sheet->run);
    return status;
}

noc_status noc_tiles_write(const noc_sheet *sheet, const noc_estimate *e, noc_tile_file kind,
                           const char *where, noc_diag *diag)
{
    char load[NOC_LOAD_WORDS];
    const noc_status status = check_map(e->tiles, kind, where, diag);
    if (status != NOC_OK) return status;
    noc_text_load(sheet, e, 1, load);
    switch (kind) {
    case NOC_TILE_PICTURE:
        return noc_tile_map_draw(sheet->out, e, load, diag);
    case NOC_TILE_PAGE:
        return write_page(sheet, e, load, diag);
    case NOC_TILE_FLOOR:
        write_floor(sheet->out, e->tiles);
        return NOC_OK;
    default:
        return write_trace(sheet->out, e->tiles, diag);
    }
}
