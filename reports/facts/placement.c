#include "reports/facts/placement.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

#include "reports/words/figure.h"
#include "reports/writers/csv.h"
#include "reports/writers/json.h"
#include "reports/writers/sheet.h"
#include "reports/writers/style.h"
#include "reports/writers/svg_elements.h"
#include "reports/writers/table_print.h"

static const double percent = 100.0;

/* Returns the load of the busiest channel, flits per transaction of a compute node. */
static double load_of(const noc_placement_view *v, const noc_placement *row)
{
    return row->choice.load * noc_place_unit(v->problem) / v->memory;
}

/* Returns the saturation as data, GB/s. */
static double saturation_of(const noc_placement *row)
{
    return row->estimate.metrics[NOC_METRIC_saturation_data_gb_per_s].value;
}

static double saturation_load_of(const noc_placement *row)
{
    return row->estimate.metrics[NOC_METRIC_saturation_flits_per_cycle].value;
}

static void label_of(const noc_placement *row, char *text, size_t size)
{
    if (*row->name)
        snprintf(text, size, "%s", row->name);
    else
        snprintf(text, size, "found %d", row->rank);
}

/* Writes the routers of a graph's memory nodes, in the order of node numbers. */
static void routers_text(const noc_placement_view *v, const noc_placement *row, char *text,
                         size_t size)
{
    size_t used = 0;
    *text = '\0';
    for (int i = 0; i < v->memory && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%u", i ? " " : "",
                                 v->routers[row->choice.tiles[i]]);
}

static void tiles_text(const noc_placement_view *v, const noc_placement *row, char *text,
                       size_t size)
{
    size_t used = (size_t)snprintf(text, size, "(");
    if (v->routers) {
        routers_text(v, row, text, size);
        return;
    }
    for (int i = 0; i < v->memory && used < size; i++)
        used +=
            (size_t)snprintf(text + used, size - used, "%s(%d,%d)", i ? "," : "",
                             row->choice.tiles[i] % v->columns, row->choice.tiles[i] / v->columns);
    if (used < size) snprintf(text + used, size - used, ")");
}

/* ---- text ----------------------------------------------------------------------------------- */

static bool is_memory(const noc_placement_view *v, const noc_placement *row, int tile)
{
    for (int i = 0; i < v->memory; i++)
        if (row->choice.tiles[i] == tile) return true;
    return false;
}

/* Returns the placement of picture `i`: the best, then the named ones. */
static const noc_placement *picture_at(const noc_placement_view *v, size_t i)
{
    return i == 0 ? &v->best[0] : &v->named[i - 1];
}

static size_t picture_count(const noc_placement_view *v)
{
    return 1 + v->named_count;
}

enum { ABOVE = 2, BELOW = 3, LINES = ABOVE + BELOW }; /* lines of words around a picture */

/* Writes line `i` of the words around a picture: name and source above, figures below. */
static void words_of(const noc_placement_view *v, const noc_placement *row, int i, char *text,
                     size_t size)
{
    const double saturation = saturation_of(row);
    const double base = v->named_count ? saturation_of(&v->named[0]) : NAN;
    if (i == 0)
        label_of(row, text, size);
    else if (i == 1)
        snprintf(text, size, "%.*s", (int)strcspn(row->source, ":"), row->source);
    else if (i == 2)
        snprintf(text, size, "load       %7.3f", load_of(v, row));
    else if (i == 3)
        snprintf(text, size, "path       %7.3f",
                 noc_place_hops(v->problem, v->memory, &row->choice));
    else
        snprintf(text, size, "saturation %7s %s", noc_figure_of(saturation, 2).text,
                 noc_percent(noc_change_of(saturation, base)).text);
}

/* ---- pictures of characters ----------------------------------------------------------------- */

/* Writes a line of a picture: M for a memory node, a dot for a compute node, a blank for an empty
 * tile. */
static void picture_line(const noc_placement_view *v, const noc_placement *row, int line,
                         char *text, size_t size)
{
    size_t used = 0;
    if (line < ABOVE || line >= ABOVE + v->rows) {
        words_of(v, row, line < ABOVE ? line : line - v->rows, text, size);
        return;
    }
    for (int c = 0; c < v->columns && used < size; c++) {
        const int tile = c + v->columns * (line - ABOVE);
        used += (size_t)snprintf(text + used, size - used, "%s%c", c ? " " : "",
                                 is_memory(v, row, tile)     ? 'M'
                                 : v->problem->present[tile] ? '.'
                                                             : ' ');
    }
}

/* Prints the pictures, several in a row if they fit the width. */
static void print_pictures(const noc_sheet *sheet, const noc_placement_view *v)
{
    const int least = 26, cell = 2 * v->columns + 2, width = cell < least ? least : cell;
    const size_t count = picture_count(v);
    const size_t fit = sheet->width > width ? (size_t)(sheet->width / width) : 1;
    for (size_t first = 0; first < count; first += fit)
        for (int line = 0; line < v->rows + LINES + 1; line++) { /* last line: empty */
            char text[2 * NOC_PLACE_TILES_MOST + 40] = "";
            for (size_t i = first; i < count && i < first + fit && line < v->rows + LINES; i++) {
                const bool last = i + 1 == count || i + 1 == first + fit;
                picture_line(v, picture_at(v, i), line, text, sizeof text);
                fprintf(sheet->out, "%-*s", last ? 0 : width, text);
            }
            fputc('\n', sheet->out);
        }
}

/* True if saturations have the precision of --within. */
static bool is_as_sure_as_asked(const noc_placement_view *v)
{
    return v->best[0].estimate.within_asked > 0.0;
}

static void add_row(noc_table *table, const noc_placement_view *v, const noc_placement *row,
                    double base)
{
    char text[80];
    label_of(row, text, sizeof text);
    noc_table_cell(table, "%s", text);
    noc_table_cell(table, "%.3f", load_of(v, row));
    noc_table_cell(table, "%.3f", noc_place_hops(v->problem, v->memory, &row->choice));
    noc_table_cell(table, "%s\t%s", noc_figure_of(saturation_of(row), 2).text,
                   noc_percent(noc_change_of(saturation_of(row), base)).text);
    if (!is_as_sure_as_asked(v)) return;
    noc_table_cell(table, "%.2g%%", percent * row->estimate.within_reached);
    noc_table_cell(table, "%s", noc_answer_method_name(&row->estimate));
}

static noc_status print_table(const noc_sheet *sheet, const noc_placement_view *v, noc_diag *diag)
{
    noc_table table = {0};
    const double base = v->named_count ? saturation_of(&v->named[0]) : NAN;
    noc_table_column(&table, NOC_ALIGN_LEFT, "placement");
    noc_table_column(&table, NOC_ALIGN_POINT, "busiest channel\nflits/transaction");
    noc_table_column(&table, NOC_ALIGN_POINT, "mean path\nrouters");
    noc_table_column(&table, NOC_ALIGN_POINT, "saturation\nGB/s");
    if (is_as_sure_as_asked(v)) {
        noc_table_column(&table, NOC_ALIGN_POINT, "within\n+-");
        noc_table_column(&table, NOC_ALIGN_LEFT, "by");
    }
    for (size_t i = 0; i < v->shown; i++) add_row(&table, v, &v->best[i], base);
    for (size_t i = 0; i < v->named_count; i++) add_row(&table, v, &v->named[i], base);
    return noc_text_table(sheet, &table, diag);
}

static bool is_proven(const noc_placement_view *v)
{
    return v->found->bound >= v->found->best[0].load * noc_place_unit(v->problem);
}

/* Writes the task of a search: "4 memory nodes on 8x8 tiles". */
static void task_text(const noc_placement_view *v, char *text, size_t size)
{
    if (v->routers)
        snprintf(text, size, "%d memory nodes at the routers of %d nodes", v->memory, v->columns);
    else
        snprintf(text, size, "%d memory nodes on %dx%d tiles", v->memory, v->columns, v->rows);
}

/* Returns the number of placements of a search: "405508 looked at"; "those with names" if the
 * search was interrupted before the first. */
static noc_grouped looked_at_text(const noc_place_result *f)
{
    noc_grouped text = {"those with names"};
    if (f->looked_at > 0)
        snprintf(text.text, sizeof text.text, "%llu looked at", (unsigned long long)f->looked_at);
    return text;
}

static void tell_search(const noc_sheet *sheet, const noc_placement_view *v)
{
    const noc_place_result *f = v->found;
    const double best = f->best[0].load * noc_place_unit(v->problem);
    char task[80];
    task_text(v, task, sizeof task);
    if (f->exhaustive)
        noc_text_say(sheet,
                     "%s: all %.0f placements tried (%llu, as %d symmetries of the %s change "
                     "nothing). The least load of the busiest channel is %.3f flits per "
                     "transaction of a compute node; of the %d best by load, then path, the "
                     "model's best:",
                     task, f->placements, (unsigned long long)f->looked_at,
                     noc_place_symmetries(v->problem), v->routers ? "graph" : "grid",
                     best / v->memory, f->count);
    else if (is_proven(v))
        noc_text_say(sheet,
                     "%s: %.3g placements, too many to try. The least load of the busiest channel "
                     "is %.3f flits per transaction of a compute node: proven, by channels and the "
                     "cuts that they cross. Of %d that were found, by load, then path, the model's "
                     "best:",
                     task, f->placements, best / v->memory, f->count);
    else if (isfinite(f->bound))
        noc_text_say(sheet,
                     "%s: %.3g placements, too many to try; of %llu looked at the best has a load "
                     "of %.3f flits per transaction; none can be below %.3f, so it is at most %.1f "
                     "%% from the best there is. The model's best:",
                     task, f->placements, (unsigned long long)f->looked_at, best / v->memory,
                     f->bound / v->memory, 100.0 * (best / f->bound - 1.0));
    else
        noc_text_say(sheet,
                     "%s: %.3g placements, too many to try; of %s the best has a load of %.3f "
                     "flits per transaction. No bound was found in time, so how far it is from the "
                     "best there is is not known. The model's best:",
                     task, f->placements, looked_at_text(f).text, best / v->memory);
    if (v->rated) noc_text_say(sheet, "Loads are flits over what a link takes in a cycle.");
}

/* Prints the routers of the memory nodes, for the best and the named placements. */
static void print_routers(const noc_sheet *sheet, const noc_placement_view *v)
{
    char text[4096], label[80];
    for (size_t i = 0; i < v->shown + v->named_count; i++) {
        const noc_placement *row = i < v->shown ? &v->best[i] : &v->named[i - v->shown];
        label_of(row, label, sizeof label);
        routers_text(v, row, text, sizeof text);
        noc_text_say(sheet, "%s: memory nodes at routers %s", label, text);
    }
}

/* Prints a warning for placements in which routers do not reach the clock of the bandwidths. */
static void tell_clock(const noc_sheet *sheet, const noc_placement_view *v)
{
    const size_t rows = v->shown + v->named_count;
    double least = INFINITY;
    size_t beyond = 0;
    for (size_t i = 0; i < rows; i++) {
        const noc_placement *row = i < v->shown ? &v->best[i] : &v->named[i - v->shown];
        const double reached = row->estimate.metrics[NOC_METRIC_max_clock_mhz].value;
        if (!(reached < row->clock_mhz)) continue;
        least = fmin(least, reached);
        beyond++;
    }
    if (beyond)
        noc_text_say(sheet,
                     NOC_CAUTION "Warning:" NOC_PLAIN " %zu of these %zu run above the clock that "
                                 "their routers reach (%.0f MHz).",
                     beyond, rows, least);
}

static noc_status print_placement(const noc_sheet *sheet, const noc_placement_view *v,
                                  noc_diag *diag)
{
    char tiles[4096];
    tell_search(sheet, v);
    fputc('\n', sheet->out);
    const noc_status status = print_table(sheet, v, diag);
    if (status != NOC_OK) return status;
    if (v->named_count) noc_text_say(sheet, "Changes are against %s.", v->named[0].name);
    tell_clock(sheet, v);
    fputc('\n', sheet->out);
    if (v->routers) {
        print_routers(sheet, v);
        return NOC_OK;
    }
    print_pictures(sheet, v);
    const noc_placement *best = &v->best[0];
    for (size_t i = 0; i < v->named_count; i++)
        if (saturation_of(&v->named[i]) > saturation_of(best)) best = &v->named[i];
    tiles_text(v, best, tiles, sizeof tiles);
    if (best == &v->best[0])
        fprintf(sheet->out, "--set nodes.placement=explicit --set 'nodes.memory_at=%s'\n", tiles);
    else
        noc_text_say(sheet,
                     "By the model %s carries more than the placements of the least load: "
                     "--set nodes.placement=%s",
                     best->name, best->name);
    return NOC_OK;
}

/* ---- pictures ------------------------------------------------------------------------------- */

static const char style[] = "  text { font: 12px sans-serif; fill: #333; }\n"
                            "  .title { font-size: 16px; font-weight: bold; }\n"
                            "  .name { font-size: 13px; font-weight: bold; }\n"
                            "  .tile { fill: #e4efe4; stroke: #4a7a4a; stroke-width: 0.7; }\n"
                            "  .empty { fill: none; stroke: #bbb; stroke-width: 0.7; }\n"
                            /* light and dark, distinct in grey prints */
                            "  .memory { fill: #c65a0a; stroke: #7a3400; stroke-width: 0.7; }\n";

/* Lengths are in pixels. */
static const double margin = 24, line_height = 17, least_width = 190, page_width = 900;

static double tile_side(const noc_placement_view *v)
{
    return v->columns > 12 ? 14 : 22;
}

static void draw_picture(const noc_sheet *sheet, const noc_placement_view *v,
                         const noc_placement *row, double x, double y)
{
    const double side = tile_side(v), below = y + ABOVE * line_height + v->rows * side + 2;
    char text[80];
    for (int i = 0; i < LINES; i++) {
        words_of(v, row, i, text, sizeof text);
        noc_svg_text(sheet->out, i == 0 ? "name" : "words", x,
                     (i < ABOVE ? y + 6 : below) + (i < ABOVE ? i : i - ABOVE + 1) * line_height,
                     text);
    }
    for (int t = 0; t < v->columns * v->rows; t++)
        fprintf(sheet->out,
                "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>\n",
                is_memory(v, row, t)     ? "memory"
                : v->problem->present[t] ? "tile"
                                         : "empty",
                x + side * (t % v->columns), y + ABOVE * line_height + side * (t / v->columns),
                side - 3, side - 3);
}

static noc_status draw_placement(const noc_sheet *sheet, const noc_placement_view *v)
{
    const double side = tile_side(v);
    const double width = fmax(least_width, v->columns * side + margin);
    const double height = v->rows * side + (LINES + 2) * line_height;
    const size_t fit = page_width > width ? (size_t)(page_width / width) : 1;
    const size_t count = picture_count(v), lines = (count + fit - 1) / fit;
    const double x = 2 * margin + width * (double)(count < fit ? count : fit);
    const double y = 4 * margin + height * (double)lines;
    fprintf(sheet->out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
            "viewBox=\"0 0 %.0f %.0f\">\n<style>\n%s</style>\n<rect width=\"100%%\" "
            "height=\"100%%\" fill=\"#fff\"/>\n",
            x, y, x, y, style);
    char title[200], task[80];
    task_text(v, task, sizeof task);
    snprintf(title, sizeof title, "%s: %s", task, v->design);
    noc_svg_text(sheet->out, "title", margin, margin + 6, title);
    noc_svg_text(
        sheet->out, "words", margin, margin + 6 + line_height,
        "load: of the busiest channel, flits/transaction; path: mean, routers; saturation: "
        "data, GB/s");
    for (size_t i = 0; i < count; i++)
        draw_picture(sheet, v, picture_at(v, i), margin + width * (double)(i % fit),
                     3 * margin + height * (double)(i / fit));
    fputs("</svg>\n", sheet->out);
    return NOC_OK;
}

/* ---- JSON and CSV --------------------------------------------------------------------------- */

static json_t *row_object(const noc_placement_view *v, const noc_placement *row)
{
    json_t *tiles = json_array();
    for (int i = 0; i < v->memory; i++) {
        const int tile = row->choice.tiles[i];
        json_array_append_new(
            tiles, v->routers ? json_integer(v->routers[tile])
                              : json_pack("[i, i]", tile % v->columns, tile / v->columns));
    }
    const double saturation = saturation_of(row), load = saturation_load_of(row);
    json_t *object = json_pack(
        "{s:s?, s:o, s:f, s:f, s:o, s:o}", "placement", *row->name ? row->name : NULL,
        v->routers ? "memory_routers" : "memory_at", tiles, "busiest_channel_flits_per_transaction",
        load_of(v, row), "hops_mean", noc_place_hops(v->problem, v->memory, &row->choice),
        "saturation_data_gb_per_s", isfinite(saturation) ? json_real(saturation) : json_null(),
        "saturation_flits_per_cycle", isfinite(load) ? json_real(load) : json_null());
    if (!is_as_sure_as_asked(v)) return object;
    json_object_set_new(object, "method", json_string(noc_answer_method_name(&row->estimate)));
    json_object_set_new(object, "within", noc_json_real(row->estimate.within_reached));
    return object;
}

static noc_status json_placement(const noc_sheet *sheet, const noc_placement_view *v)
{
    json_t *list = json_array(), *root;
    for (size_t i = 0; i < v->shown; i++) json_array_append_new(list, row_object(v, &v->best[i]));
    for (size_t i = 0; i < v->named_count; i++)
        json_array_append_new(list, row_object(v, &v->named[i]));
    const double bound = v->found->bound / v->memory;
    root = json_pack("{s:s, s:b, s:b, s:f, s:I, s:o, s:o}", "schema", "nocsight.placements/2",
                     "exhaustive", v->found->exhaustive, "proven", is_proven(v), "placements",
                     v->found->placements, "looked_at", (json_int_t)v->found->looked_at,
                     "bound_flits_per_transaction",
                     isfinite(bound) ? json_real(bound) : json_null(), "designs", list);
    const int failed = json_dumpf(root, sheet->out, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
    json_decref(root);
    fputc('\n', sheet->out);
    return failed ? NOC_EFAILED : NOC_OK;
}

static void csv_row(const noc_sheet *sheet, const noc_placement_view *v, const noc_placement *row)
{
    char text[4096];
    label_of(row, text, sizeof text);
    fprintf(sheet->out, "%s,", text);
    tiles_text(v, row, text, sizeof text);
    noc_csv_cell(sheet, text);
    fprintf(sheet->out, ",%.12g,%.12g,%.12g,%.12g\n", load_of(v, row),
            noc_place_hops(v->problem, v->memory, &row->choice), saturation_of(row),
            saturation_load_of(row));
}

noc_status noc_report_placement(const noc_sheet *sheet, const noc_placement_view *v, noc_diag *diag)
{
    if (sheet->format == NOC_FORMAT_TABLE) return print_placement(sheet, v, diag);
    if (sheet->format == NOC_FORMAT_JSON) return json_placement(sheet, v);
    if (sheet->format == NOC_FORMAT_SVG) return draw_placement(sheet, v);
    fprintf(sheet->out, "placement,%s,", v->routers ? "memory_routers" : "memory_at");
    fputs("busiest_channel_flits_per_transaction,hops_mean,"
          "saturation_data_gb_per_s,saturation_flits_per_cycle\n",
          sheet->out);
    for (size_t i = 0; i < v->shown; i++) csv_row(sheet, v, &v->best[i]);
    for (size_t i = 0; i < v->named_count; i++) csv_row(sheet, v, &v->named[i]);
    return NOC_OK;
}
