#include "reports/drawings/svg_heat.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "network/graph/graph.h"
#include "reports/writers/svg_elements.h"

/* Limits: busiest channels with names, and with edges. Steps and ticks of the scale. */
enum { NAMED = 5, EDGED = 16, BOXES = 60, TICKS = 5 };

/* Lengths in pixels. */
static const double width_least = 1.0, width_more = 4.2, edge = 2.6, gap = 0.6;
static const double scale_width = 300, scale_height = 12, line = 16;

const char noc_svg_heat_style[] =
    "  .heat { fill: none; }\n"
    "  .edge { fill: none; stroke: #000; }\n"
    "  .compute { fill: #e4e8ee; stroke: #8a94a3; }\n"
    "  .concentrator { fill: #e4e8ee; stroke: #8a94a3; }\n"
    "  .memory { fill: #4a5568; stroke: #1f2733; }\n"
    "  .router { fill: #fff; stroke: #556; }\n"
    "  .first, .second, .token { stroke: #b5bdc6; stroke-width: 1.2; }\n"
    "  .keeps, .turns { fill: #fff; stroke: #556; }\n"
    "  .tick { font-size: 10px; text-anchor: middle; }\n";

/* ---- the scale ------------------------------------------------------------------------------ */

/* Returns the smallest round share at or above the largest utilisation. */
static double round_top(double largest)
{
    static const double tops[] = {0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8};
    for (size_t i = 0; i < sizeof tops / sizeof tops[0]; i++)
        if (largest <= (1.0 + 1e-9) * tops[i]) return tops[i];
    return 1.0;
}

/* True for the busiest channel, and for channels equal to it up to rounding. */
static bool is_busiest(const noc_svg_heat *heat, uint32_t channel)
{
    return heat->busiest > 0.0 &&
           heat->rates->channels[channel].used >= (1.0 - 1e-6) * heat->busiest;
}

noc_svg_heat noc_svg_heat_of(const noc_channel_rates *rates, const char *load)
{
    noc_svg_heat heat = {.rates = rates, .load = load};
    for (uint32_t c = 0; c < rates->count; c++)
        heat.busiest = fmax(heat.busiest, rates->channels[c].used);
    heat.top = round_top(heat.busiest);
    for (uint32_t c = 0; c < rates->count; c++) heat.equal += is_busiest(&heat, c);
    return heat;
}

void noc_svg_heat_colour(double share, char colour[8])
{
    static const unsigned char steps[][3] = {{254, 227, 145}, {254, 196, 79}, {251, 154, 41},
                                             {236, 112, 20},  {204, 76, 2},   {153, 52, 4},
                                             {102, 37, 6}};
    enum { LAST = sizeof steps / sizeof steps[0] - 1 };
    const double at = fmin(fmax(share, 0.0), 1.0) * LAST;
    const size_t below = at >= LAST ? LAST - 1 : (size_t)at;
    unsigned mixed[3];
    for (int i = 0; i < 3; i++)
        mixed[i] = (unsigned)lround(steps[below][i] +
                                    (at - (double)below) * (steps[below + 1][i] - steps[below][i]));
    snprintf(colour, 8, "#%02x%02x%02x", mixed[0] & 255, mixed[1] & 255, mixed[2] & 255);
}

/* ---- channels ------------------------------------------------------------------------------- */

/* Returns the width of a channel's line, pixels. */
static double width_of(const noc_svg_heat *heat, uint32_t channel, double scale)
{
    const double used = heat->rates->channels[channel].used;
    return fmax(scale * (width_least + width_more * used / heat->top), 0.5);
}

/* Writes the name of a channel: "link (2,0) to (1,0) of the reply network", "injection memory
 * 3". */
static void name_channel(const noc_svg_heat *heat, uint32_t channel, char name[120])
{
    const noc_channel_rate *rate = &heat->rates->channels[channel];
    snprintf(name, 120, "%s %s", noc_channel_kind_name(rate->kind), rate->where);
}

static void draw_path(FILE *out, const noc_svg_heat *heat, uint32_t channel, size_t count,
                      double scale, const char *d)
{
    const noc_channel_rate *rate = &heat->rates->channels[channel];
    const double width = width_of(heat, channel, scale);
    char colour[8] = "#c6ccd4", name[120], words[240], bundle[48] = "";
    if (rate->used > 0.0) noc_svg_heat_colour(rate->used / heat->top, colour);
    if (heat->equal <= EDGED && is_busiest(heat, channel))
        fprintf(out, "<path class=\"edge\" style=\"stroke-width:%.2f\" d=\"%s\"/>\n",
                width + edge * scale, d);
    fprintf(out, "<path class=\"heat\" style=\"stroke:%s;stroke-width:%.2f\" d=\"%s\"><title>",
            colour, width, d);
    name_channel(heat, channel, name);
    if (count > 1) snprintf(bundle, sizeof bundle, "%zu channels, the busiest: ", count);
    snprintf(words, sizeof words, "%s%s: %.1f %% of its time, %.4f flits/cycle", bundle, name,
             100.0 * rate->used, noc_channel_rate_total(rate));
    noc_svg_escape(out, words);
    fputs("</title></path>\n", out);
}

void noc_svg_heat_path(FILE *out, const noc_svg_heat *heat, uint32_t channel, double scale,
                       const char *d)
{
    draw_path(out, heat, channel, 1, scale, d);
}

noc_svg_point noc_svg_heat_aside(const noc_svg_heat *heat, uint32_t channel, double scale,
                                 noc_svg_point from, noc_svg_point to)
{
    const double length = fmax(hypot(to.x - from.x, to.y - from.y), 1e-9);
    const double by = (width_of(heat, channel, scale) / 2.0 + gap) / length;
    return (noc_svg_point){-by * (to.y - from.y), by * (to.x - from.x)};
}

void noc_svg_heat_bundle(FILE *out, const noc_svg_heat *heat, uint32_t channel, size_t count,
                         double scale, noc_svg_point from, noc_svg_point to)
{
    const noc_svg_point aside = noc_svg_heat_aside(heat, channel, scale, from, to);
    char d[120];
    snprintf(d, sizeof d, "M%.1f %.1fL%.1f %.1f", from.x + aside.x, from.y + aside.y,
             to.x + aside.x, to.y + aside.y);
    draw_path(out, heat, channel, count, scale, d);
}

void noc_svg_heat_line(FILE *out, const noc_svg_heat *heat, uint32_t channel, double scale,
                       noc_svg_point from, noc_svg_point to)
{
    noc_svg_heat_bundle(out, heat, channel, 1, scale, from, to);
}

/* ---- legend --------------------------------------------------------------------------------- */

void noc_svg_heat_scale(FILE *out, double low, double top, const char *unit, double x, double y)
{
    for (int i = 0; i < BOXES; i++) {
        char colour[8];
        const double width = scale_width / BOXES;
        noc_svg_heat_colour((i + 0.5) / BOXES, colour);
        fprintf(out, "<rect x=\"%.2f\" y=\"%.1f\" width=\"%.2f\" height=\"%.1f\" fill=\"%s\"/>\n",
                x + width * i, y, width + 0.3, scale_height, colour);
    }
    for (int i = 0; i <= TICKS; i++) {
        char words[20];
        snprintf(words, sizeof words, "%.4g %s", low + (top - low) * i / TICKS, unit);
        noc_svg_text(out, "tick", x + scale_width * i / TICKS, y + scale_height + 12, words);
    }
}

/* Finds the busiest channels, equal ones in the order of the graph. Returns their number. */
static size_t find_busiest(const noc_svg_heat *heat, uint32_t named[NAMED])
{
    size_t count = 0;
    for (uint32_t c = 0; c < heat->rates->count; c++) {
        const double used = heat->rates->channels[c].used;
        size_t at = count;
        while (at > 0 && heat->rates->channels[named[at - 1]].used < used) at--;
        if (at == NAMED || !(used > 0.0)) continue;
        if (count < NAMED) count++;
        memmove(&named[at + 1], &named[at], (count - 1 - at) * sizeof *named);
        named[at] = c;
    }
    return count;
}

double noc_svg_heat_legend_height(const noc_svg_heat *heat)
{
    uint32_t named[NAMED];
    return 3 * line + scale_height + line * (double)(find_busiest(heat, named) + 1);
}

void noc_svg_heat_legend(FILE *out, const noc_svg_heat *heat, bool bundled, double x, double y)
{
    uint32_t named[NAMED];
    const size_t count = find_busiest(heat, named);
    char words[240];
    noc_svg_text(out, "panel", x, y + 10,
                 bundled ? "share of its time that a channel is in use; of several links in one "
                           "line, the busiest"
                         : "share of its time that a channel is in use");
    noc_svg_heat_scale(out, 0.0, 100.0 * heat->top, "%", x, y + line);
    y += 3 * line + scale_height + 4;
    if (heat->equal > NAMED)
        snprintf(words, sizeof words, "busiest (%zu are as busy as the first%s):", heat->equal,
                 heat->equal <= EDGED ? ", with black edges" : "");
    else
        snprintf(words, sizeof words, "busiest (%s black edges):",
                 heat->equal > 1 ? "equal ones have" : "the first has");
    noc_svg_text(out, "panel", x, y, words);
    for (size_t i = 0; i < count; i++) {
        const noc_channel_rate *rate = &heat->rates->channels[named[i]];
        char name[120];
        name_channel(heat, named[i], name);
        snprintf(words, sizeof words, "%.1f %%  %s, %.4f flits/cycle", 100.0 * rate->used, name,
                 noc_channel_rate_total(rate));
        noc_svg_text(out, "panel", x + 12, y + line * (double)(i + 1), words);
    }
}
