#include "reports/drawings/node_map.h"

#include <math.h>

#include "reports/drawings/svg_heat.h"
#include "reports/words/figure.h"
#include "reports/writers/svg_elements.h"

/* Lengths in pixels. */
static const double margin = 24, head = 56, labels = 64, panel_gap = 40, scale_height = 62;
static const double page_least = 480, map_most = 1000, cell_most = 28, cell_with_label = 14;

static const char style[] = "  text { font: 11px sans-serif; fill: #333; }\n"
                            "  .title { font-size: 16px; font-weight: bold; }\n"
                            "  .panel { font-size: 12px; fill: #555; }\n"
                            "  .tick { font-size: 10px; text-anchor: middle; }\n"
                            "  .right { font-size: 10px; text-anchor: end; }\n"
                            "  .cut { stroke: #fff; stroke-width: 2; }\n";

/* A panel: one quantity of all pairs, and its range. */
typedef struct panel {
    const char *name, *unit;
    double (*value)(const noc_node_pair *pair);
    double low, high;
} panel;

typedef struct map {
    FILE *out;
    const noc_node_pairs *pairs;
    double cell;
} map;

static double latency_of(const noc_node_pair *pair)
{
    return pair->latency;
}

static double data_of(const noc_node_pair *pair)
{
    return pair->data;
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
static void widen(panel *p)
{
    static const double share = 0.02, least = 1e-6;
    const double lack = fmax(share * fabs(p->high), least) - (p->high - p->low);
    if (lack <= 0.0) return;
    p->low -= 0.5 * lack;
    p->high += 0.5 * lack;
}

static void draw_cell(const map *m, const panel *p, const noc_node_pair *pair, double x, double y)
{
    const double value = p->value(pair);
    char colour[8] = "#c6ccd4";
    if (isfinite(value)) noc_svg_heat_colour((value - p->low) / (p->high - p->low), colour);
    fprintf(m->out,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"><title>%u to "
            "%u: %s</title></rect>\n",
            x + pair->column * m->cell, y + pair->row * m->cell, m->cell + 0.2, m->cell + 0.2,
            colour, m->pairs->sources.numbers[pair->row],
            m->pairs->destinations.numbers[pair->column], noc_short_figure(value).text);
}

/* Returns the end of the group that begins at position `start`. */
static size_t end_of_group(const noc_node_side *side, size_t from)
{
    size_t end = from + 1;
    while (end < side->count && side->groups[end] == side->groups[from]) end++;
    return end;
}

/* Labels the rows or columns: with groups and lines between them, or with numbers at a distance. */
static void label_side(const map *m, const noc_node_side *side, bool down, double x, double y,
                       double across)
{
    const size_t step = (size_t)ceil(cell_with_label / m->cell * (down ? 1.0 : 1.6));
    char words[60];
    for (size_t i = 0, end; i < side->count; i = end) {
        end = side->groups ? end_of_group(side, i) : i + step;
        const double at =
            side->groups ? 0.5 * (double)(i + end) * m->cell : ((double)i + 0.5) * m->cell;
        if (side->groups)
            snprintf(words, sizeof words, "%s %d", side->level, side->groups[i]);
        else
            snprintf(words, sizeof words, "%u", side->numbers[i]);
        if (down)
            noc_svg_text(m->out, "right", x - 6, y + at + 4, words);
        else
            noc_svg_text(m->out, "tick", x + at, y - 6, words);
        if (!side->groups || end >= side->count) continue;
        const double cut = (double)end * m->cell;
        noc_svg_line(
            m->out, "cut", down ? (noc_svg_point){x, y + cut} : (noc_svg_point){x + cut, y},
            down ? (noc_svg_point){x + across, y + cut} : (noc_svg_point){x + cut, y + across});
    }
}

/* Draws a map with its name above and its scale below. */
static void draw_panel(const map *m, const panel *p, double x, double y)
{
    const noc_node_side *from = &m->pairs->sources, *to = &m->pairs->destinations;
    const double width = (double)to->count * m->cell, height = (double)from->count * m->cell;
    const double top = y + 40, left = x + labels;
    noc_svg_text(m->out, "panel", left, y + 12, p->name);
    for (size_t i = 0; i < m->pairs->count; i++) draw_cell(m, p, &m->pairs->list[i], left, top);
    label_side(m, from, true, left, top, width);
    label_side(m, to, false, left, top, height);
    noc_svg_heat_scale(m->out, p->low, p->high, p->unit, left, top + height + 18);
}

static void draw(const map *m, const noc_estimate *e, const char *load, const panel *panels,
                 size_t count)
{
    const noc_node_pairs *pairs = m->pairs;
    const double width = fmax(labels + (double)pairs->destinations.count * m->cell, 380.0);
    const double page_x =
        fmax(page_least, 2 * margin + (double)count * (width + panel_gap) - panel_gap + 20.0);
    const double page_y =
        margin + head + 40 + (double)pairs->sources.count * m->cell + scale_height;
    char words[400];
    fprintf(m->out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
            "viewBox=\"0 0 %.0f %.0f\">\n<style>\n%s</style>\n<rect width=\"100%%\" "
            "height=\"100%%\" fill=\"#fff\"/>\n",
            page_x, page_y, page_x, page_y, style);
    snprintf(words, sizeof words, "%.200s, %s, by node", e->design->name,
             noc_method_name(e->method));
    noc_svg_text(m->out, "title", margin, margin + 10, words);
    snprintf(words, sizeof words, "%zu sources (rows), %zu destinations (columns)%s",
             pairs->sources.count, pairs->destinations.count, load);
    noc_svg_text(m->out, "panel", margin, margin + 28, words);
    for (size_t i = 0; i < count; i++)
        draw_panel(m, &panels[i], margin + (double)i * (width + panel_gap), margin + head);
    fprintf(m->out, "</svg>\n");
}

noc_status noc_node_map_draw(FILE *out, const noc_estimate *e, const char *load, noc_diag *diag)
{
    const noc_node_pairs *pairs = e->pairs;
    panel of[] = {
        {pairs->replies ? "round trip in cycles" : "latency in cycles", "", latency_of, 0.0, 0.0},
        {"data in bytes a cycle", "", data_of, 0.0, 0.0}};
    panel panels[2];
    size_t count = 0;
    for (size_t i = 0; i < 2; i++) {
        if (!find_range(pairs, &of[i])) continue;
        widen(&of[i]);
        panels[count++] = of[i];
    }
    if (count == 0)
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                        "nothing to draw: no packets were done at this load");
    const double most = fmax((double)pairs->sources.count, (double)pairs->destinations.count);
    const map m = {out, pairs, fmin(cell_most, map_most / most)};
    draw(&m, e, load, panels, count);
    return NOC_OK;
}
