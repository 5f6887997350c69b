#include "reports/drawings/tile_map.h"

#include <math.h>
#include <stdlib.h>

#include "base/min_max.h"
#include "reports/drawings/svg_heat.h"
#include "reports/words/figure.h"
#include "reports/writers/svg_elements.h"

/* Lengths in pixels. */
static const double margin = 24, title_height = 58, labels_width = 22, layer_gap = 30,
                    scale_height = 60;
static const double page_width_min = 560, map_size_max = 1100, cell_size_max = 64;
static const double numbered_cell_size = 34, labelled_cell_size = 16;

static const char page_style[] = "  text { font: 11px sans-serif; fill: #333; }\n"
                                 "  .title { font-size: 16px; font-weight: bold; }\n"
                                 "  .panel { font-size: 12px; fill: #555; }\n"
                                 "  .tick { font-size: 10px; text-anchor: middle; }\n"
                                 "  .light { font-size: 10px; text-anchor: middle; fill: #fff; }\n"
                                 "  .right { font-size: 10px; text-anchor: end; }\n"
                                 "  .tile { stroke: #fff; stroke-width: 1; }\n"
                                 "  .most { fill: none; stroke: #000; stroke-width: 2; }\n";

/* Tiles, and the scale of their colours. */
typedef struct map {
    FILE *out;
    const noc_power_tiles *tiles;
    const noc_tile_power *power;     /* [tile] */
    double cell_size;                /* side of a tile, pixels */
    double largest_mw, scale_end_mw; /* largest power of a tile, power at the end of the scale */
    double total_mw, dynamic_mw;     /* power of all tiles: total, dynamic part */
} map;

static double tile_mw(const noc_tile_power *tile)
{
    return tile->leakage_mw + tile->dynamic_mw;
}

static int tile_count(const noc_power_tiles *tiles)
{
    return tiles->columns * tiles->rows * tiles->layers;
}

/* Returns the smallest round value at or above the largest. */
static double round_up(double largest)
{
    const double power = pow(10.0, floor(log10(largest)));
    const double steps[] = {1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 8.0, 10.0};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
        if (largest <= (1.0 + 1e-9) * steps[i] * power) return steps[i] * power;
    return 10.0 * power;
}

static map make_map(FILE *out, const noc_power_tiles *tiles, const noc_tile_power *power)
{
    map m = {.out = out, .tiles = tiles, .power = power};
    m.cell_size = fmin(cell_size_max, map_size_max / max_int(tiles->columns, tiles->rows));
    for (int i = 0; i < tile_count(tiles); i++) {
        m.largest_mw = fmax(m.largest_mw, tile_mw(&power[i]));
        m.total_mw += tile_mw(&power[i]);
        m.dynamic_mw += power[i].dynamic_mw;
    }
    m.scale_end_mw = m.largest_mw > 0.0 ? round_up(m.largest_mw) : 1.0;
    return m;
}

static void draw_tile(const map *m, int layer, int column, int row, double x, double y)
{
    const noc_power_tiles *tiles = m->tiles;
    const noc_tile_power *tile = &m->power[(layer * tiles->rows + row) * tiles->columns + column];
    const double mw = tile_mw(tile);
    char colour[8];
    noc_svg_heat_write_colour(mw / m->scale_end_mw, colour);
    fprintf(m->out,
            "<rect class=\"tile\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" "
            "fill=\"%s\"><title>tile (%d,%d): %.4g mW, %.4g of it dynamic</title></rect>\n",
            x, y, m->cell_size, m->cell_size, colour, column, row, mw, tile->dynamic_mw);
    if (m->cell_size >= numbered_cell_size)
        noc_svg_text(m->out, mw > 0.5 * m->scale_end_mw ? "light" : "tick", x + m->cell_size / 2,
                     y + m->cell_size / 2 + 4, noc_figure_make(mw, mw < 10.0 ? 2 : 1).text);
    if (mw >= (1.0 - 1e-9) * m->largest_mw && mw > 0.0)
        fprintf(m->out,
                "<rect class=\"most\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>\n",
                x + 1, y + 1, m->cell_size - 2, m->cell_size - 2);
}

/* Returns the distance of numbered columns or rows, tiles. */
static int label_step(const map *m)
{
    return (int)ceil(labelled_cell_size / m->cell_size);
}

static void draw_layer(const map *m, int layer, double x, double y)
{
    const noc_power_tiles *tiles = m->tiles;
    char words[40];
    for (int column = 0; column < tiles->columns; column += label_step(m)) {
        snprintf(words, sizeof words, "%d", column);
        noc_svg_text(m->out, "tick", x + (column + 0.5) * m->cell_size, y - 6, words);
    }
    for (int row = 0; row < tiles->rows; row++) {
        snprintf(words, sizeof words, "%d", row);
        if (row % label_step(m) == 0)
            noc_svg_text(m->out, "right", x - 6, y + (row + 0.5) * m->cell_size + 4, words);
        for (int column = 0; column < tiles->columns; column++)
            draw_tile(m, layer, column, row, x + column * m->cell_size, y + row * m->cell_size);
    }
}

static void draw_title(const map *m, const noc_estimate *estimate, const char *load_words)
{
    char words[400];
    snprintf(words, sizeof words, "%.200s: power of the network by tile", estimate->design->name);
    noc_svg_text(m->out, "title", margin, margin + 10, words);
    if (m->tiles->has_dynamic)
        snprintf(words, sizeof words, "%s mW, %s of it dynamic%s",
                 noc_figure_make(m->total_mw, 1).text, noc_figure_make(m->dynamic_mw, 1).text,
                 load_words);
    else
        snprintf(words, sizeof words, "%s mW of leakage; no load was given, so nothing moves",
                 noc_figure_make(m->total_mw, 1).text);
    noc_svg_text(m->out, "panel", margin, margin + 28, words);
}

static void draw_map(const map *m, const noc_estimate *estimate, const char *load_words)
{
    const noc_power_tiles *tiles = m->tiles;
    const double left = margin + labels_width,
                 height = tiles->rows * m->cell_size + labels_width + layer_gap;
    const double page_width = fmax(page_width_min, left + tiles->columns * m->cell_size + margin);
    const double map_end_y = margin + title_height + tiles->layers * height,
                 page_height = map_end_y + scale_height;
    char words[180];
    fprintf(m->out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
            "viewBox=\"0 0 %.0f %.0f\">\n<style>\n%s</style>\n<rect width=\"100%%\" "
            "height=\"100%%\" fill=\"#fff\"/>\n",
            page_width, page_height, page_width, page_height, page_style);
    draw_title(m, estimate, load_words);
    for (int layer = 0; layer < tiles->layers; layer++) {
        const double y = margin + title_height + layer * height;
        snprintf(words, sizeof words, "layer %d", layer);
        if (tiles->layers > 1) noc_svg_text(m->out, "panel", margin, y - 6, words);
        draw_layer(m, layer, left, y + labels_width);
    }
    snprintf(words, sizeof words, "mW of a tile of %g mm; black edges: those with most, %s mW",
             tiles->tile_mm, noc_figure_make(m->largest_mw, 2).text);
    noc_svg_text(m->out, "panel", margin + 6, map_end_y, words);
    noc_svg_heat_draw_scale(m->out, 0.0, m->scale_end_mw, "mW", margin + 16, map_end_y + 14);
    fprintf(m->out, "</svg>\n");
}

noc_status noc_tile_map_draw(FILE *out, const noc_estimate *estimate, const char *load_words,
                             noc_diag *diag)
{
    noc_tile_power *power = noc_tiles_map(estimate->tiles);
    if (!power) return noc_fail_memory(diag);
    const map m = make_map(out, estimate->tiles, power);
    draw_map(&m, estimate, load_words);
    free(power);
    return NOC_OK;
}
