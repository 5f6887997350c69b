#include "reports/placement.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

#include "reports/figure.h"
#include "reports/overrides.h"
#include "reports/text.h"

static double load_of(const noc_placement_view *v, const noc_placement_row *row)
{
    return row->choice.load * noc_place_unit(v->problem) / v->memory;
}

static double saturation_of(const noc_placement_row *row)
{
    return row->estimate.metrics[NOC_METRIC_saturation_flits_per_cycle].value;
}

static void label_of(const noc_placement_row *row, char *text, size_t size)
{
    if (*row->name)
        snprintf(text, size, "%s", row->name);
    else
        snprintf(text, size, "found %d", row->rank);
}

static void tiles_text(const noc_placement_view *v, const noc_placement_row *row, char *text,
                       size_t size)
{
    size_t used = (size_t)snprintf(text, size, "(");
    for (int i = 0; i < v->memory && used < size; i++)
        used +=
            (size_t)snprintf(text + used, size - used, "%s(%d,%d)", i ? "," : "",
                             row->choice.tiles[i] % v->columns, row->choice.tiles[i] / v->columns);
    if (used < size) snprintf(text + used, size - used, ")");
}

/* ---- text ----------------------------------------------------------------------------------- */

static bool is_memory(const noc_placement_view *v, const noc_placement_row *row, int tile)
{
    for (int i = 0; i < v->memory; i++)
        if (row->choice.tiles[i] == tile) return true;
    return false;
}

/* Pictures side by side: M a memory node, a dot a compute node. */
static void print_pictures(const noc_sheet *sheet, const noc_placement_view *v,
                           const noc_placement_row *const *rows, size_t count)
{
    const int cell = 2 * v->columns, width = cell < 14 ? 14 : cell;
    const size_t fit =
        (size_t)(sheet->width / (width + 3)) ? (size_t)(sheet->width / (width + 3)) : 1;
    if (count > fit) count = fit;
    for (int row = -1; row < v->rows; row++) {
        for (size_t i = 0; i < count; i++) {
            char line[2 * NOC_PLACE_TILES_MOST + 40];
            int used = 0;
            if (row < 0) {
                label_of(rows[i], line, sizeof line);
            } else {
                for (int c = 0; c < v->columns; c++)
                    used += snprintf(line + used, sizeof line - (size_t)used, "%s%c", c ? " " : "",
                                     is_memory(v, rows[i], c + v->columns * row) ? 'M' : '.');
            }
            fprintf(sheet->out, i + 1 < count ? "%-*s   " : "%.*s\n", i + 1 < count ? width : 600,
                    line);
        }
    }
}

static void add_row(noc_table *table, const noc_placement_view *v, const noc_placement_row *row,
                    double base)
{
    char text[80];
    label_of(row, text, sizeof text);
    noc_table_cell(table, "%s", text);
    noc_table_cell(table, "%.3f", load_of(v, row));
    noc_table_cell(table, "%.3f", noc_place_hops(v->problem, v->memory, &row->choice));
    noc_table_cell(table, "%s\t%s", noc_figure_of(saturation_of(row), 4).text,
                   noc_percent(noc_change_of(saturation_of(row), base)).text);
}

static noc_status print_table(const noc_sheet *sheet, const noc_placement_view *v, noc_diag *diag)
{
    noc_table table = {0};
    const double base = v->named_count ? saturation_of(&v->named[0]) : NAN;
    noc_table_column(&table, NOC_ALIGN_LEFT, "placement");
    noc_table_column(&table, NOC_ALIGN_POINT, "busiest channel\nflits/transaction");
    noc_table_column(&table, NOC_ALIGN_POINT, "mean path\nrouters");
    noc_table_column(&table, NOC_ALIGN_POINT, "saturation\nflits/cycle");
    for (size_t i = 0; i < v->shown; i++) add_row(&table, v, &v->best[i], base);
    for (size_t i = 0; i < v->named_count; i++) add_row(&table, v, &v->named[i], base);
    const noc_status status = noc_table_print(&table, sheet->out, sheet->width, diag);
    noc_table_clear(&table);
    return status;
}

static bool is_proven(const noc_placement_view *v)
{
    return v->found->bound >= v->found->best[0].load * noc_place_unit(v->problem);
}

static void tell_search(const noc_sheet *sheet, const noc_placement_view *v)
{
    const noc_place_result *f = v->found;
    const double best = f->best[0].load * noc_place_unit(v->problem);
    if (f->exhaustive)
        noc_text_say(
            sheet,
            "%d memory nodes on %dx%d tiles: all %.0f placements tried (%llu, as %d "
            "symmetries of the grid change nothing). The least load of the busiest channel is "
            "%.3f flits per transaction of a compute node; of the %d best by load, then path, "
            "the model's best:",
            v->memory, v->columns, v->rows, f->placements, (unsigned long long)f->looked_at,
            noc_place_symmetries(v->problem), best / v->memory, f->count);
    else if (is_proven(v))
        noc_text_say(
            sheet,
            "%d memory nodes on %dx%d tiles: %.3g placements, too many to try. The least load of "
            "the busiest channel is %.3f flits per transaction of a compute node: proven, by "
            "channels and the cuts that they cross. Of %d that were found, by load, then path, "
            "the model's best:",
            v->memory, v->columns, v->rows, f->placements, best / v->memory, f->count);
    else if (isfinite(f->bound))
        noc_text_say(
            sheet,
            "%d memory nodes on %dx%d tiles: %.3g placements, too many to try; of %llu looked "
            "at the best has a load of %.3f flits per transaction; none can be below %.3f, so "
            "it is at most %.1f %% from the best there is. The model's best:",
            v->memory, v->columns, v->rows, f->placements, (unsigned long long)f->looked_at,
            best / v->memory, f->bound / v->memory, 100.0 * (best / f->bound - 1.0));
    else
        noc_text_say(
            sheet,
            "%d memory nodes on %dx%d tiles: %.3g placements, too many to try; of %llu looked "
            "at the best has a load of %.3f flits per transaction. No bound was found in time, "
            "so how far it is from the best there is is not known. The model's best:",
            v->memory, v->columns, v->rows, f->placements, (unsigned long long)f->looked_at,
            best / v->memory);
}

static noc_status print_placement(const noc_sheet *sheet, const noc_placement_view *v,
                                  noc_diag *diag)
{
    const noc_placement_row *pictures[8];
    char tiles[4096];
    size_t count = 0;
    tell_search(sheet, v);
    fputc('\n', sheet->out);
    const noc_status status = print_table(sheet, v, diag);
    if (status != NOC_OK) return status;
    if (v->named_count) noc_text_say(sheet, "Changes are against %s.", v->named[0].name);
    fputc('\n', sheet->out);
    pictures[count++] = &v->best[0];
    for (size_t i = v->named_count; i-- > 0 && count < 8;) pictures[count++] = &v->named[i];
    print_pictures(sheet, v, pictures, count);
    tiles_text(v, &v->best[0], tiles, sizeof tiles);
    fprintf(sheet->out, "\n--set nodes.placement=explicit --set 'nodes.memory_at=%s'\n", tiles);
    return NOC_OK;
}

/* ---- JSON and CSV --------------------------------------------------------------------------- */

static json_t *row_object(const noc_placement_view *v, const noc_placement_row *row)
{
    json_t *tiles = json_array();
    for (int i = 0; i < v->memory; i++)
        json_array_append_new(tiles, json_pack("[i, i]", row->choice.tiles[i] % v->columns,
                                               row->choice.tiles[i] / v->columns));
    const double saturation = saturation_of(row);
    return json_pack("{s:s?, s:o, s:f, s:f, s:o}", "placement", *row->name ? row->name : NULL,
                     "memory_at", tiles, "busiest_channel_flits_per_transaction", load_of(v, row),
                     "hops_mean", noc_place_hops(v->problem, v->memory, &row->choice),
                     "saturation_flits_per_cycle",
                     isfinite(saturation) ? json_real(saturation) : json_null());
}

static noc_status json_placement(const noc_sheet *sheet, const noc_placement_view *v)
{
    json_t *list = json_array(), *root;
    for (size_t i = 0; i < v->shown; i++) json_array_append_new(list, row_object(v, &v->best[i]));
    for (size_t i = 0; i < v->named_count; i++)
        json_array_append_new(list, row_object(v, &v->named[i]));
    const double bound = v->found->bound / v->memory;
    root = json_pack("{s:s, s:b, s:b, s:f, s:I, s:o, s:o}", "schema", "nocsight.placements/1",
                     "exhaustive", v->found->exhaustive, "proven", is_proven(v), "placements",
                     v->found->placements, "looked_at", (json_int_t)v->found->looked_at,
                     "bound_flits_per_transaction",
                     isfinite(bound) ? json_real(bound) : json_null(), "designs", list);
    const int failed = json_dumpf(root, sheet->out, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
    json_decref(root);
    fputc('\n', sheet->out);
    return failed ? NOC_EFAILED : NOC_OK;
}

static void csv_row(const noc_sheet *sheet, const noc_placement_view *v,
                    const noc_placement_row *row)
{
    char text[4096];
    label_of(row, text, sizeof text);
    fprintf(sheet->out, "%s,", text);
    tiles_text(v, row, text, sizeof text);
    noc_csv_cell(sheet->out, text);
    fprintf(sheet->out, ",%.12g,%.12g,%.12g\n", load_of(v, row),
            noc_place_hops(v->problem, v->memory, &row->choice), saturation_of(row));
}

noc_status noc_report_placement(const noc_sheet *sheet, const noc_placement_view *v, noc_diag *diag)
{
    if (sheet->format == NOC_FORMAT_TABLE) return print_placement(sheet, v, diag);
    if (sheet->format == NOC_FORMAT_JSON) return json_placement(sheet, v);
    fputs("placement,memory_at,busiest_channel_flits_per_transaction,hops_mean,"
          "saturation_flits_per_cycle\n",
          sheet->out);
    for (size_t i = 0; i < v->shown; i++) csv_row(sheet, v, &v->best[i]);
    for (size_t i = 0; i < v->named_count; i++) csv_row(sheet, v, &v->named[i]);
    return NOC_OK;
}
