#include "reports/drawings/tile_map.h"

#include <math.h>
#include <stdlib.h>

#include "base/min_max.h"
#include "reports/drawings/svg_heat.h"
#include "reports/words/figure.h"
#include "reports/writers/svg_elements.h"

/* Lengths in pixels. */
static const double margin = 24, head = 58, labels = 22, layer_gap = 30, scale_height = 60;
static const double page_least = 560, map_most = 1100, cell_most = 64;
static const double cell_with_number = 34, cell_with_label = 16;

static const char style[] = "  text { font: 11px sans-serif; fill: #333; }\n"
                            "  .title { font-size: 16px; font-weight: bold; }\n"
                            "  .panel { font-size: 12px; fill: #555; }\n"
                            "  .tick { font-size: 10px; text-anchor: middle; }\n"
                            "  .light { font-size: 10px; text-anchor: middle; fill: #fff; }\n"
                            "  .right { font-size: 10px; text-anchor: end; }\n"
                            "  .tile { stroke: #fff; stroke-width: 1; }\n"
                            "  .most { fill: none; stroke: #000; stroke-width: 2; }\n";

typedef struct map {
    FILE *out;
    const noc_power_tiles *tiles;
    const noc_tile_power *power;
    double cell;      /* side of a tile, pixels */
    double most, top; /* largest power of a tile, power at the end of the scale */
    double all, dynamic;
} map;

static double mw_of(const noc_tile_power *tile)
{
    return tile->leakage_mw + tile->dynamic_mw;
}

static int tile_count(const noc_power_tiles *t)
{
    return t->columns * t->rows * t->layers;
}

/* Returns the smallest round value at or above the largest. */
static double round_top(double largest)
{
    const double power = pow(10.0, floor(log10(largest)));
    const double steps[] = {1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 8.0, 10.0};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
        if (largest <= (1.0 + 1e-9) * steps[i] * power) return steps[i] * power;
    return 10.0 * power;
}

static map map_of(FILE *out, const noc_power_tiles *t, const noc_tile_power *power)
{
    map m = {.out = out, .tiles = t, .power = power};
    m.cell = fmin(cell_most, map_most / max_int(t->columns, t->rows));
    for (int i = 0; i < tile_count(t); i++) {
        m.most = fmax(m.most, mw_of(&power[i]));
        m.all += mw_of(&power[i]);
        m.dynamic += power[i].dynamic_mw;
    }
    m.top = m.most > 0.0 ? round_top(m.most) : 1.0;
    return m;
}

static void draw_tile(const map *m, int layer, int column, int row, double x, double y)
{
    const noc_power_tiles *t = m->tiles;
    const noc_tile_power *p = &m->power[(layer * t->rows + row) * t->columns + column];
    const double mw = mw_of(p);
    char colour[8];
    noc_svg_heat_colour(mw / m->top, colour);
    fprintf(m->out,
            "<rect class=\"tile\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" "
            "fill=\"%s\"><title>tile (%d,%d): %.4g mW, %.4g of it dynamic</title></rect>\n",
            x, y, m->cell, m->cell, colour, column, row, mw, p->dynamic_mw);
    if (m->cell >= cell_with_number)
        noc_svg_text(m->out, mw > 0.5 * m->top ? "light" : "tick", x + m->cell / 2,
                     y + m->cell / 2 + 4, noc_figure_of(mw, mw < 10.0 ? 2 : 1).text);
    if (mw >= (1.0 - 1e-9) * m->most && mw > 0.0)
        fprintf(m->out,
                "<rect class=\"most\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>\n",
                x + 1, y + 1, m->cell - 2, m->cell - 2);
}

/* Returns the distance of numbered columns or rows, tiles. */
static int label_step(const map *m)
{
    return (int)ceil(cell_with_label / m->cell);
}

static void draw_layer(const map *m, int layer, double x, double y)
{
    const noc_power_tiles *t = m->tiles;
    char words[40];
    for (int column = 0; column < t->columns; column += label_step(m)) {
        snprintf(words, sizeof words, "%d", column);
        noc_svg_text(m->out, "tick", x + (column + 0.5) * m->cell, y - 6, words);
    }
    for (int row = 0; row < t->rows; row++) {
        snprintf(words, sizeof words, "%d", row);
        if (row % label_step(m) == 0)
            noc_svg_text(m->out, "right", x - 6, y + (row + 0.5) * m->cell + 4, words);
        for (int column = 0; column < t->columns; column++)
            draw_tile(m, layer, column, row, x + column * m->cell, y + row * m->cell);
    }
}

static void draw_head(const map *m, const noc_estimate *e, const char *load)
{
    char words[400];
    snprintf(words, sizeof words, "%.200s: power of the network by tile", e->design->name);
    noc_svg_text(m->out, "title", margin, margin + 10, words);
    if (m->tiles->dynamic)
        snprintf(words, sizeof words, "%s mW, %s of it dynamic%s", noc_figure_of(m->all, 1).text,
                 noc_figure_of(m->dynamic, 1).text, load);
    else
        snprintf(words, sizeof words, "%s mW of leakage; no load was given, so nothing moves",
                 noc_figure_of(m->all, 1).text);
    noc_svg_text(m->out, "panel", margin, margin + 28, words);
}

static void draw(const map *m, const noc_estimate *e, const char *load)
{
    const noc_power_tiles *t = m->tiles;
    const double left = margin + labels, height = t->rows * m->cell + labels + layer_gap;
    const double page_x = fmax(page_least, left + t->columns * m->cell + margin);
    const double end = margin + head + t->layers * height, page_y = end + scale_height;
    char words[180];
    fprintf(m->out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
            "viewBox=\"0 0 %.0f %.0f\">\n<style>\n%s</style>\n<rect width=\"100%%\" "
            "height=\"100%%\" fill=\"#fff\"/>\n",
            page_x, page_y, page_x, page_y, style);
    draw_head(m, e, load);
    for (int layer = 0; layer < t->layers; layer++) {
        const double y = margin + head + layer * height;
        snprintf(words, sizeof words, "layer %d", layer);
        if (t->layers > 1) noc_svg_text(m->out, "panel", margin, y - 6, words);
        draw_layer(m, layer, left, y + labels);
    }
    snprintf(words, sizeof words, "mW of a tile of %g mm; black edges: those with most, %s mW",
             t->tile_mm, noc_figure_of(m->most, 2).text);
    noc_svg_text(m->out, "panel", margin + 6, end, words);
    noc_svg_heat_scale(m->out, 0.0, m->top, "mW", margin + 16, end + 14);
    fprintf(m->out, "</svg>\n");
}

noc_status noc_tile_map_draw(FILE *out, const noc_estimate *e, const char *load, noc_diag *diag)
{
    noc_tile_power *power = noc_tiles_map(e->tiles);
    if (!power) return noc_fail_memory(diag);
    const map m = map_of(out, e->tiles, power);
    draw(&m, e, load);
    free(power);
    return NOC_OK;
}
