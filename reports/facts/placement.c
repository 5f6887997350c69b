#include "reports/facts/placement.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

#include "reports/words/figure.h"
#include "reports/writers/json.h"
#include "reports/writers/rows.h"
#include "reports/writers/sheet.h"
#include "reports/writers/style.h"
#include "reports/writers/svg_elements.h"
#include "reports/writers/table_print.h"

static const double percent = 100.0;

/* Returns the load of the busiest channel, flits per transaction of a compute node. */
static double busiest_load(const noc_placement_view *view, const noc_ranked_placement *row)
{
    return row->choice.load * noc_place_load_unit(view->problem) / view->memory_count;
}

/* Returns the saturation as data, GB/s. */
static double saturation_data(const noc_ranked_placement *row)
{
    return row->estimate.metrics[NOC_METRIC_saturation_data_gb_per_s].value;
}

static double saturation_load(const noc_ranked_placement *row)
{
    return row->estimate.metrics[NOC_METRIC_saturation_flits_per_cycle].value;
}

static void write_label(const noc_ranked_placement *row, char *text, size_t size)
{
    if (*row->name)
        snprintf(text, size, "%s", row->name);
    else
        snprintf(text, size, "found %d", row->rank);
}

/* Writes the routers of a graph's memory nodes, in the order of node numbers. */
static void write_routers(const noc_placement_view *view, const noc_ranked_placement *row,
                          char *text, size_t size)
{
    size_t used = 0;
    *text = '\0';
    for (int i = 0; i < view->memory_count && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%u", i ? " " : "",
                                 view->routers[row->choice.tiles[i]]);
}

static void write_tiles(const noc_placement_view *view, const noc_ranked_placement *row, char *text,
                        size_t size)
{
    size_t used = (size_t)snprintf(text, size, "(");
    if (view->routers) {
        write_routers(view, row, text, size);
        return;
    }
    for (int i = 0; i < view->memory_count && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s(%d,%d)", i ? "," : "",
                                 row->choice.tiles[i] % view->columns,
                                 row->choice.tiles[i] / view->columns);
    if (used < size) snprintf(text + used, size - used, ")");
}

/* ---- text ----------------------------------------------------------------------------------- */

static bool is_memory(const noc_placement_view *view, const noc_ranked_placement *row, int tile)
{
    for (int i = 0; i < view->memory_count; i++)
        if (row->choice.tiles[i] == tile) return true;
    return false;
}

/* Returns the placement of picture `i`: the best, then the named ones. */
static const noc_ranked_placement *find_picture(const noc_placement_view *view, size_t i)
{
    return i == 0 ? &view->best_placements[0] : &view->named_placements[i - 1];
}

static size_t count_pictures(const noc_placement_view *view)
{
    return 1 + view->named_count;
}

enum {
    LINES_ABOVE = 2,
    LINES_BELOW = 3,
    LINES = LINES_ABOVE + LINES_BELOW
}; /* lines of words around a picture */

/* Writes line `i` of the words around a picture: name and source above, figures below. */
static void write_words(const noc_placement_view *view, const noc_ranked_placement *row, int i,
                        char *text, size_t size)
{
    const double saturation = saturation_data(row);
    const double base = view->named_count ? saturation_data(&view->named_placements[0]) : NAN;
    if (i == 0)
        write_label(row, text, size);
    else if (i == 1)
        snprintf(text, size, "%.*s", (int)strcspn(row->source, ":"), row->source);
    else if (i == 2)
        snprintf(text, size, "load       %7.3f", busiest_load(view, row));
    else if (i == 3)
        snprintf(text, size, "path       %7.3f",
                 noc_place_mean_routers(view->problem, view->memory_count, &row->choice));
    else
        snprintf(text, size, "saturation %7s %s", noc_figure_make(saturation, 2).text,
                 noc_percent_figure(noc_change_share(saturation, base)).text);
}

/* ---- pictures of characters ----------------------------------------------------------------- */

/* Writes a line of a picture: M for a memory node, a dot for a compute node, a blank for an empty
 * tile. */
static void write_picture_line(const noc_placement_view *view, const noc_ranked_placement *row,
                               int line, char *text, size_t size)
{
    size_t used = 0;
    if (line < LINES_ABOVE || line >= LINES_ABOVE + view->rows) {
        write_words(view, row, line < LINES_ABOVE ? line : line - view->rows, text, size);
        return;
    }
    for (int c = 0; c < view->columns && used < size; c++) {
        const int tile = c + view->columns * (line - LINES_ABOVE);
        used += (size_t)snprintf(text + used, size - used, "%s%c", c ? " " : "",
                                 is_memory(view, row, tile)      ? 'M'
                                 : view->problem->has_node[tile] ? '.'
                                                                 : ' ');
    }
}

/* Prints the pictures, several in a row if they fit the width. */
static void print_pictures(const noc_sheet *sheet, const noc_placement_view *view)
{
    const int width_minimum = 26, picture_width = 2 * view->columns + 2,
              width = picture_width < width_minimum ? width_minimum : picture_width;
    const size_t count = count_pictures(view);
    const size_t row_pictures = sheet->width > width ? (size_t)(sheet->width / width) : 1;
    noc_text_begin_verbatim(sheet);
    for (size_t first = 0; first < count; first += row_pictures)
        for (int line = 0; line < view->rows + LINES + 1; line++) { /* last line: empty */
            char text[2 * NOC_PLACE_TILES_MAX + 40] = "";
            for (size_t i = first;
                 i < count && i < first + row_pictures && line < view->rows + LINES; i++) {
                const bool is_last = i + 1 == count || i + 1 == first + row_pictures;
                write_picture_line(view, find_picture(view, i), line, text, sizeof text);
                fprintf(sheet->out, "%-*s", is_last ? 0 : width, text);
            }
            fputc('\n', sheet->out);
        }
    noc_text_end_verbatim(sheet);
}

/* True if saturations have the precision of --within. */
static bool has_within(const noc_placement_view *view)
{
    return view->best_placements[0].estimate.requested_half_width > 0.0;
}

/* ---- rows ----------------------------------------------------------------------------------- */

#define FIGURE_COLUMNS                                                          \
    "busiest_channel_flits_per_transaction hops_mean saturation_data_gb_per_s " \
    "saturation_flits_per_cycle json:method json:within"

static json_t *tiles_array(const noc_placement_view *view, const noc_ranked_placement *row)
{
    json_t *tiles = json_array();
    for (int i = 0; i < view->memory_count; i++) {
        const int tile = row->choice.tiles[i];
        json_array_append_new(
            tiles, view->routers ? json_integer(view->routers[tile])
                                 : json_pack("[i, i]", tile % view->columns, tile / view->columns));
    }
    return tiles;
}

/* Shows the figures of a placement, and the change against the first named placement. */
static void show_placement(noc_rows *rows, const noc_placement_view *view,
                           const noc_ranked_placement *row, const char *label, double mean_routers)
{
    const double base = view->named_count ? saturation_data(&view->named_placements[0]) : NAN;
    noc_put_shown(rows, "%s", label);
    noc_put_shown(rows, "%.3f", busiest_load(view, row));
    noc_put_shown(rows, "%.3f", mean_routers);
    noc_put_shown(rows, "%s\t%s", noc_figure_make(saturation_data(row), 2).text,
                  noc_percent_figure(noc_change_share(saturation_data(row), base)).text);
    if (!has_within(view)) return;
    noc_put_shown(rows, "%.2g%%", percent * row->estimate.reached_half_width);
    noc_put_shown(rows, "%s", noc_answer_method_name(&row->estimate));
}

static void add_placement(noc_rows *rows, const noc_placement_view *view,
                          const noc_ranked_placement *row)
{
    const char *places = view->routers ? "memory_routers" : "memory_at";
    const double mean_routers =
        noc_place_mean_routers(view->problem, view->memory_count, &row->choice);
    char label[80], tiles[4096];
    write_label(row, label, sizeof label);
    noc_rows_add(rows);
    show_placement(rows, view, row, label, mean_routers);
    if (rows->sheet->format == NOC_FORMAT_JSON) {
        noc_put_json(rows, "placement", *row->name ? noc_json_text(row->name) : json_null());
        noc_put_json(rows, places, tiles_array(view, row));
    } else {
        write_tiles(view, row, tiles, sizeof tiles);
        noc_put_text(rows, "placement", label);
        noc_put_text(rows, places, tiles);
    }
    noc_put_real(rows, "busiest_channel_flits_per_transaction", busiest_load(view, row));
    noc_put_real(rows, "hops_mean", mean_routers);
    noc_put_real(rows, "saturation_data_gb_per_s", saturation_data(row));
    noc_put_real(rows, "saturation_flits_per_cycle", saturation_load(row));
    if (!has_within(view)) return;
    noc_put_text(rows, "method", noc_answer_method_name(&row->estimate));
    noc_put_real(rows, "within", row->estimate.reached_half_width);
}

static noc_rows fill_placements(const noc_sheet *sheet, const noc_placement_view *view)
{
    noc_rows rows = noc_rows_begin(sheet, view->routers ? "placement memory_routers " FIGURE_COLUMNS
                                                        : "placement memory_at " FIGURE_COLUMNS);
    noc_rows_show(&rows, "placement|.busiest channel\nflits/transaction|.mean path\nrouters|"
                         ".saturation\nGB/s");
    if (has_within(view)) noc_rows_show(&rows, ".within\n+-|by");
    for (size_t i = 0; i < view->best_count; i++)
        add_placement(&rows, view, &view->best_placements[i]);
    for (size_t i = 0; i < view->named_count; i++)
        add_placement(&rows, view, &view->named_placements[i]);
    return rows;
}

/* ---- text ----------------------------------------------------------------------------------- */

static bool is_proven(const noc_placement_view *view)
{
    return view->result->bound >= view->result->best[0].load * noc_place_load_unit(view->problem);
}

/* Writes the task of a search: "4 memory nodes on 8x8 tiles". */
static void write_task(const noc_placement_view *view, char *text, size_t size)
{
    if (view->routers)
        snprintf(text, size, "%d memory nodes at the routers of %d nodes", view->memory_count,
                 view->columns);
    else
        snprintf(text, size, "%d memory nodes on %dx%d tiles", view->memory_count, view->columns,
                 view->rows);
}

/* Returns the placements tried by a search, in words: "405508 looked at"; "those with names" if the
 * search was interrupted before the first placement. */
static noc_grouped_number tried_count_text(const noc_place_result *result)
{
    noc_grouped_number text = {"those with names"};
    if (result->tried_count > 0)
        snprintf(text.text, sizeof text.text, "%llu looked at",
                 (unsigned long long)result->tried_count);
    return text;
}

static void print_search(const noc_sheet *sheet, const noc_placement_view *view)
{
    const noc_place_result *result = view->result;
    const double best_load = result->best[0].load * noc_place_load_unit(view->problem);
    char task[80];
    write_task(view, task, sizeof task);
    if (result->is_exhaustive)
        noc_text_paragraph(sheet,
                           "%s: all %.0f placements tried (%llu, as %d symmetries of the %s change "
                           "nothing). The least load of the busiest channel is %.3f flits per "
                           "transaction of a compute node; of the %d best by load, then path, the "
                           "model's best:",
                           task, result->placement_count, (unsigned long long)result->tried_count,
                           noc_place_count_symmetries(view->problem),
                           view->routers ? "graph" : "grid", best_load / view->memory_count,
                           result->count);
    else if (is_proven(view))
        noc_text_paragraph(
            sheet,
            "%s: %.3g placements, too many to try. The least load of the busiest channel "
            "is %.3f flits per transaction of a compute node: proven, by channels and the "
            "cuts that they cross. Of %d that were found, by load, then path, the model's "
            "best:",
            task, result->placement_count, best_load / view->memory_count, result->count);
    else if (isfinite(result->bound))
        noc_text_paragraph(
            sheet,
            "%s: %.3g placements, too many to try; of %llu looked at the best has a load "
            "of %.3f flits per transaction; none can be below %.3f, so it is at most %.1f "
            "%% from the best there is. The model's best:",
            task, result->placement_count, (unsigned long long)result->tried_count,
            best_load / view->memory_count, result->bound / view->memory_count,
            100.0 * (best_load / result->bound - 1.0));
    else
        noc_text_paragraph(
            sheet,
            "%s: %.3g placements, too many to try; of %s the best has a load of %.3f "
            "flits per transaction. No bound was found in time, so how far it is from the "
            "best there is is not known. The model's best:",
            task, result->placement_count, tried_count_text(result).text,
            best_load / view->memory_count);
    if (view->has_link_rates)
        noc_text_paragraph(sheet, "Loads are flits over what a link takes in a cycle.");
}

/* Prints the routers of the memory nodes, for the best and the named placements. */
static void print_routers(const noc_sheet *sheet, const noc_placement_view *view)
{
    char text[4096], label[80];
    for (size_t i = 0; i < view->best_count + view->named_count; i++) {
        const noc_ranked_placement *row = i < view->best_count
                                              ? &view->best_placements[i]
                                              : &view->named_placements[i - view->best_count];
        write_label(row, label, sizeof label);
        write_routers(view, row, text, sizeof text);
        noc_text_paragraph(sheet, "%s: memory nodes at routers %s", label, text);
    }
}

/* Prints a warning for placements in which routers do not reach the clock of the bandwidths. */
static void print_clock_warning(const noc_sheet *sheet, const noc_placement_view *view)
{
    const size_t rows = view->best_count + view->named_count;
    double lowest_mhz = INFINITY;
    size_t overclocked_count = 0;
    for (size_t i = 0; i < rows; i++) {
        const noc_ranked_placement *row = i < view->best_count
                                              ? &view->best_placements[i]
                                              : &view->named_placements[i - view->best_count];
        const double reached_mhz = row->estimate.metrics[NOC_METRIC_max_clock_mhz].value;
        if (!(reached_mhz < row->clock_mhz)) continue;
        lowest_mhz = fmin(lowest_mhz, reached_mhz);
        overclocked_count++;
    }
    if (overclocked_count)
        noc_text_paragraph(sheet,
                           NOC_CAUTION "Warning:" NOC_PLAIN
                                       " %zu of these %zu run above the clock that "
                                       "their routers reach (%.0f MHz).",
                           overclocked_count, rows, lowest_mhz);
}

static noc_status print_placement(const noc_sheet *sheet, const noc_placement_view *view,
                                  noc_diag *diag)
{
    char tiles[4096];
    print_search(sheet, view);
    fputc('\n', sheet->out);
    noc_rows rows = fill_placements(sheet, view);
    const noc_status status = noc_rows_write(&rows, diag);
    if (status != NOC_OK) return status;
    if (view->named_count)
        noc_text_paragraph(sheet, "Changes are against %s.", view->named_placements[0].name);
    print_clock_warning(sheet, view);
    fputc('\n', sheet->out);
    if (view->routers) {
        print_routers(sheet, view);
        return NOC_OK;
    }
    print_pictures(sheet, view);
    const noc_ranked_placement *best = &view->best_placements[0];
    for (size_t i = 0; i < view->named_count; i++)
        if (saturation_data(&view->named_placements[i]) > saturation_data(best))
            best = &view->named_placements[i];
    write_tiles(view, best, tiles, sizeof tiles);
    if (best == &view->best_placements[0]) {
        noc_text_begin_verbatim(sheet);
        fprintf(sheet->out, "--set nodes.placement=explicit --set 'nodes.memory_at=%s'\n", tiles);
        noc_text_end_verbatim(sheet);
    } else {
        noc_text_paragraph(sheet,
                           "By the model %s carries more than the placements of the least load: "
                           "--set nodes.placement=%s",
                           best->name, best->name);
    }
    return NOC_OK;
}

/* ---- pictures ------------------------------------------------------------------------------- */

static const char page_style[] =
    "  text { font: 12px sans-serif; fill: #333; }\n"
    "  .title { font-size: 16px; font-weight: bold; }\n"
    "  .name { font-size: 13px; font-weight: bold; }\n"
    "  .tile { fill: #e4efe4; stroke: #4a7a4a; stroke-width: 0.7; }\n"
    "  .empty { fill: none; stroke: #bbb; stroke-width: 0.7; }\n"
    /* light and dark, distinct in grey prints */
    "  .memory { fill: #c65a0a; stroke: #7a3400; stroke-width: 0.7; }\n";

/* Lengths are in pixels. */
static const double margin = 24, line_height = 17, picture_width_min = 190, page_width = 900;

static double tile_side(const noc_placement_view *view)
{
    return view->columns > 12 ? 14 : 22;
}

static void draw_picture(const noc_sheet *sheet, const noc_placement_view *view,
                         const noc_ranked_placement *row, double x, double y)
{
    const double side = tile_side(view),
                 lower_y = y + LINES_ABOVE * line_height + view->rows * side + 2;
    char text[80];
    for (int i = 0; i < LINES; i++) {
        write_words(view, row, i, text, sizeof text);
        noc_svg_text(sheet->out, i == 0 ? "name" : "words", x,
                     (i < LINES_ABOVE ? y + 6 : lower_y) +
                         (i < LINES_ABOVE ? i : i - LINES_ABOVE + 1) * line_height,
                     text);
    }
    for (int tile = 0; tile < view->columns * view->rows; tile++)
        fprintf(sheet->out,
                "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>\n",
                is_memory(view, row, tile)      ? "memory"
                : view->problem->has_node[tile] ? "tile"
                                                : "empty",
                x + side * (tile % view->columns),
                y + LINES_ABOVE * line_height + side * (tile / view->columns), side - 3, side - 3);
}

static noc_status draw_placement(const noc_sheet *sheet, const noc_placement_view *view)
{
    const double side = tile_side(view);
    const double width = fmax(picture_width_min, view->columns * side + margin);
    const double height = view->rows * side + (LINES + 2) * line_height;
    const size_t row_pictures = page_width > width ? (size_t)(page_width / width) : 1;
    const size_t count = count_pictures(view), lines = (count + row_pictures - 1) / row_pictures;
    const double x = 2 * margin + width * (double)(count < row_pictures ? count : row_pictures);
    const double y = 4 * margin + height * (double)lines;
    fprintf(sheet->out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
            "viewBox=\"0 0 %.0f %.0f\">\n<style>\n%s</style>\n<rect width=\"100%%\" "
            "height=\"100%%\" fill=\"#fff\"/>\n",
            x, y, x, y, page_style);
    char title[200], task[80];
    write_task(view, task, sizeof task);
    snprintf(title, sizeof title, "%s: %s", task, view->design);
    noc_svg_text(sheet->out, "title", margin, margin + 6, title);
    noc_svg_text(
        sheet->out, "words", margin, margin + 6 + line_height,
        "load: of the busiest channel, flits/transaction; path: mean, routers; saturation: "
        "data, GB/s");
    for (size_t i = 0; i < count; i++)
        draw_picture(sheet, view, find_picture(view, i),
                     margin + width * (double)(i % row_pictures),
                     3 * margin + height * (double)(i / row_pictures));
    fputs("</svg>\n", sheet->out);
    return NOC_OK;
}

/* ---- for programs --------------------------------------------------------------------------- */

static noc_status write_json(const noc_sheet *sheet, const noc_placement_view *view, noc_diag *diag)
{
    noc_rows designs = fill_placements(sheet, view);
    json_t *root = json_object();
    noc_json_set_text(root, "schema", "nocsight.placements/2");
    noc_json_set_flag(root, "exhaustive", view->result->is_exhaustive);
    noc_json_set_flag(root, "proven", is_proven(view));
    noc_json_set_real(root, "placements", view->result->placement_count);
    noc_json_set_count(root, "looked_at", view->result->tried_count);
    noc_json_set_real(root, "bound_flits_per_transaction",
                      view->result->bound / view->memory_count);
    json_object_set_new(root, "designs", noc_rows_end_json(&designs));
    return noc_json_write(sheet->out, root, diag);
}

noc_status noc_report_placement(const noc_sheet *sheet, const noc_placement_view *view,
                                noc_diag *diag)
{
    if (sheet->format == NOC_FORMAT_JSON) return write_json(sheet, view, diag);
    if (sheet->format == NOC_FORMAT_SVG) return draw_placement(sheet, view);
    if (sheet->format != NOC_FORMAT_CSV) return print_placement(sheet, view, diag);
    noc_rows rows = fill_placements(sheet, view);
    return noc_rows_write(&rows, diag);
}
