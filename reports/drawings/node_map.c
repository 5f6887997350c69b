#include "reports/drawings/node_map.h"

#include <math.h>

#include "reports/drawings/svg_heat.h"
#include "reports/words/figure.h"
#include "reports/writers/svg_elements.h"

/* Lengths in pixels. */
static const double margin = 24, title_height = 56, labels_width = 64, panel_gap = 40,
                    scale_height = 62;
static const double page_width_min = 480, map_size_max = 1000, cell_size_max = 28,
                    labelled_cell_size = 14;

static const char page_style[] = "  text { font: 11px sans-serif; fill: #333; }\n"
                                 "  .title { font-size: 16px; font-weight: bold; }\n"
                                 "  .panel { font-size: 12px; fill: #555; }\n"
                                 "  .tick { font-size: 10px; text-anchor: middle; }\n"
                                 "  .right { font-size: 10px; text-anchor: end; }\n"
                                 "  .cut { stroke: #fff; stroke-width: 2; }\n";

/* A panel: one quantity of all pairs, and its range. */
typedef struct panel {
    const char *name, *unit;
    double (*value)(const noc_node_pair *pair);
    double low, high; /* values of the lightest and the darkest colour */
} panel;

/* Pairs, and the size of their cells. */
typedef struct map {
    FILE *out;
    const noc_node_pairs *pairs;
    double cell_size; /* side of a cell, pixels */
} map;

static double pair_latency(const noc_node_pair *pair)
{
    return pair->latency;
}

static double pair_data(const noc_node_pair *pair)
{
    return pair->data_rate;
}

/* Finds the range of a panel's values. False without values. */
static bool find_range(const noc_node_pairs *pairs, panel *p)
{
    p->low = INFINITY;
    p->high = -INFINITY;
    for (size_t i = 0; i < pairs->count; i++) {
        p->low = fmin(p->low, p->value(&pairs->list[i]));
        p->high = fmax(p->high, p->value(&pairs->list[i]));
    }
    return p->high >= p->low;
}

/* Widens the range to at least 2 % of the largest value, so that nearly equal values have similar
 * colours. */
static void widen_range(panel *p)
{
    static const double share = 0.02, minimum = 1e-6;
    const double shortfall = fmax(share * fabs(p->high), minimum) - (p->high - p->low);
    if (shortfall <= 0.0) return;
    p->low -= 0.5 * shortfall;
    p->high += 0.5 * shortfall;
}

static void draw_cell(const map *m, const panel *p, const noc_node_pair *pair, double x, double y)
{
    const double value = p->value(pair);
    char colour[8] = "#c6ccd4";
    if (isfinite(value)) noc_svg_heat_write_colour((value - p->low) / (p->high - p->low), colour);
    fprintf(m->out,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"><title>%u to "
            "%u: %s</title></rect>\n",
            x + pair->column * m->cell_size, y + pair->row * m->cell_size, m->cell_size + 0.2,
            m->cell_size + 0.2, colour, m->pairs->sources.numbers[pair->row],
            m->pairs->destinations.numbers[pair->column], noc_short_figure(value).text);
}

/* Returns the end of the group that begins at position `start`. */
static size_t find_group_end(const noc_node_side *side, size_t start)
{
    size_t end = start + 1;
    while (end < side->count && side->groups[end] == side->groups[start]) end++;
    return end;
}

/* Labels the rows or columns: with groups and lines between them, or with numbers at a distance. */
static void label_side(const map *m, const noc_node_side *side, bool is_rows, double x, double y,
                       double map_extent)
{
    const size_t step = (size_t)ceil(labelled_cell_size / m->cell_size * (is_rows ? 1.0 : 1.6));
    char words[60];
    for (size_t i = 0, end; i < side->count; i = end) {
        end = side->groups ? find_group_end(side, i) : i + step;
        const double label_position = side->groups ? 0.5 * (double)(i + end) * m->cell_size
                                                   : ((double)i + 0.5) * m->cell_size;
        if (side->groups)
            snprintf(words, sizeof words, "%s %d", side->level, side->groups[i]);
        else
            snprintf(words, sizeof words, "%u", side->numbers[i]);
        if (is_rows)
            noc_svg_text(m->out, "right", x - 6, y + label_position + 4, words);
        else
            noc_svg_text(m->out, "tick", x + label_position, y - 6, words);
        if (!side->groups || end >= side->count) continue;
        const double line_position = (double)end * m->cell_size;
        noc_svg_line(m->out, "cut",
                     is_rows ? (noc_svg_point){x, y + line_position}
                             : (noc_svg_point){x + line_position, y},
                     is_rows ? (noc_svg_point){x + map_extent, y + line_position}
                             : (noc_svg_point){x + line_position, y + map_extent});
    }
}

/* Draws a map with its name above and its scale below. */
static void draw_panel(const map *m, const panel *p, double x, double y)
{
    const noc_node_side *sources = &m->pairs->sources, *destinations = &m->pairs->destinations;
    const double width = (double)destinations->count * m->cell_size,
                 height = (double)sources->count * m->cell_size;
    const double top = y + 40, left = x + labels_width;
    noc_svg_text(m->out, "panel", left, y + 12, p->name);
    for (size_t i = 0; i < m->pairs->count; i++) draw_cell(m, p, &m->pairs->list[i], left, top);
    label_side(m, sources, true, left, top, width);
    label_side(m, destinations, false, left, top, height);
    noc_svg_heat_draw_scale(m->out, p->low, p->high, p->unit, left, top + height + 18);
}

static void draw_map(const map *m, const noc_estimate *estimate, const char *load_words,
                     const panel *panels, size_t count)
{
    const noc_node_pairs *pairs = m->pairs;
    const double width =
        fmax(labels_width + (double)pairs->destinations.count * m->cell_size, 380.0);
    const double page_width =
        fmax(page_width_min, 2 * margin + (double)count * (width + panel_gap) - panel_gap + 20.0);
    const double page_height =
        margin + title_height + 40 + (double)pairs->sources.count * m->cell_size + scale_height;
    char words[400];
    fprintf(m->out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
            "viewBox=\"0 0 %.0f %.0f\">\n<style>\n%s</style>\n<rect width=\"100%%\" "
            "height=\"100%%\" fill=\"#fff\"/>\n",
            page_width, page_height, page_width, page_height, page_style);
    snprintf(words, sizeof words, "%.200s, %s, by node", estimate->design->name,
             noc_method_name(estimate->method));
    noc_svg_text(m->out, "title", margin, margin + 10, words);
    snprintf(words, sizeof words, "%zu sources (rows), %zu destinations (columns)%s",
             pairs->sources.count, pairs->destinations.count, load_words);
    noc_svg_text(m->out, "panel", margin, margin + 28, words);
    for (size_t i = 0; i < count; i++)
        draw_panel(m, &panels[i], margin + (double)i * (width + panel_gap), margin + title_height);
    fprintf(m->out, "</svg>\n");
}

noc_status noc_node_map_draw(FILE *out, const noc_estimate *estimate, const char *load_words,
                             noc_diag *diag)
{
    const noc_node_pairs *pairs = estimate->pairs;
    panel all_panels[] = {{pairs->has_replies ? "round trip in cycles" : "latency in cycles", "",
                           pair_latency, 0.0, 0.0},
                          {"data in bytes a cycle", "", pair_data, 0.0, 0.0}};
    panel panels[2];
    size_t count = 0;
    for (size_t i = 0; i < 2; i++) {
        if (!find_range(pairs, &all_panels[i])) continue;
        widen_range(&all_panels[i]);
        panels[count++] = all_panels[i];
    }
    if (count == 0)
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                        "nothing to draw: no packets were done at this load");
    const double side_count = fmax((double)pairs->sources.count, (double)pairs->destinations.count);
    const map m = {out, pairs, fmin(cell_size_max, map_size_max / side_count)};
    draw_map(&m, estimate, load_words, panels, count);
    return NOC_OK;
}
