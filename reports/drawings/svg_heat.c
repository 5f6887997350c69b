#include "reports/drawings/svg_heat.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "network/graph/graph.h"
#include "reports/writers/svg_elements.h"

/* Limits: busiest channels with names, and with edges. Steps and ticks of the scale. */
enum { NAMED_MAX = 5, EDGED_MAX = 16, SCALE_STEPS = 60, TICKS = 5 };

/* Lengths in pixels. */
static const double line_width_min = 1.0, line_width_range = 4.2, edge_width = 2.6, line_gap = 0.6;
static const double scale_width = 300, scale_height = 12, text_line_height = 16;

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
static double round_up_share(double largest)
{
    static const double round_shares[] = {0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8};
    for (size_t i = 0; i < sizeof round_shares / sizeof round_shares[0]; i++)
        if (largest <= (1.0 + 1e-9) * round_shares[i]) return round_shares[i];
    return 1.0;
}

/* True for the busiest channel, and for channels equal to it up to rounding. */
static bool is_busiest(const noc_svg_heat *heat, uint32_t channel)
{
    return heat->largest_utilisation > 0.0 &&
           heat->rates->channels[channel].utilization >= (1.0 - 1e-6) * heat->largest_utilisation;
}

noc_svg_heat noc_svg_heat_make(const noc_channel_rates *rates, const char *load)
{
    noc_svg_heat heat = {.rates = rates, .load = load};
    for (uint32_t c = 0; c < rates->count; c++)
        heat.largest_utilisation = fmax(heat.largest_utilisation, rates->channels[c].utilization);
    heat.scale_end = round_up_share(heat.largest_utilisation);
    for (uint32_t c = 0; c < rates->count; c++) heat.busiest_count += is_busiest(&heat, c);
    return heat;
}

void noc_svg_heat_write_colour(double share, char colour[8])
{
    static const unsigned char palette[][3] = {{254, 227, 145}, {254, 196, 79}, {251, 154, 41},
                                               {236, 112, 20},  {204, 76, 2},   {153, 52, 4},
                                               {102, 37, 6}};
    enum { LAST = sizeof palette / sizeof palette[0] - 1 };
    const double position = fmin(fmax(share, 0.0), 1.0) * LAST;
    const size_t step = position >= LAST ? LAST - 1 : (size_t)position;
    unsigned rgb[3];
    for (int i = 0; i < 3; i++)
        rgb[i] = (unsigned)lround(palette[step][i] + (position - (double)step) *
                                                         (palette[step + 1][i] - palette[step][i]));
    snprintf(colour, 8, "#%02x%02x%02x", rgb[0] & 255, rgb[1] & 255, rgb[2] & 255);
}

/* ---- channels ------------------------------------------------------------------------------- */

/* Returns the width of a channel's line, pixels. */
static double channel_width(const noc_svg_heat *heat, uint32_t channel, double scale)
{
    const double utilisation = heat->rates->channels[channel].utilization;
    return fmax(scale * (line_width_min + line_width_range * utilisation / heat->scale_end), 0.5);
}

/* Writes the name of a channel: "link (2,0) to (1,0) of the reply network", "injection memory
 * 3". */
static void write_channel_name(const noc_svg_heat *heat, uint32_t channel, char name[120])
{
    const noc_channel_rate *rate = &heat->rates->channels[channel];
    snprintf(name, 120, "%s %s", noc_channel_kind_name(rate->kind), rate->name);
}

static void draw_path(FILE *out, const noc_svg_heat *heat, uint32_t channel, size_t count,
                      double scale, const char *path)
{
    const noc_channel_rate *rate = &heat->rates->channels[channel];
    const double width = channel_width(heat, channel, scale);
    char colour[8] = "#c6ccd4", name[120], words[240], bundle[48] = "";
    if (rate->utilization > 0.0)
        noc_svg_heat_write_colour(rate->utilization / heat->scale_end, colour);
    if (heat->busiest_count <= EDGED_MAX && is_busiest(heat, channel))
        fprintf(out, "<path class=\"edge\" style=\"stroke-width:%.2f\" d=\"%s\"/>\n",
                width + edge_width * scale, path);
    fprintf(out, "<path class=\"heat\" style=\"stroke:%s;stroke-width:%.2f\" d=\"%s\"><title>",
            colour, width, path);
    write_channel_name(heat, channel, name);
    if (count > 1) snprintf(bundle, sizeof bundle, "%zu channels, the busiest: ", count);
    snprintf(words, sizeof words, "%s%s: %.1f %% of its time, %.4f flits/cycle", bundle, name,
             100.0 * rate->utilization, noc_channel_rate_total(rate));
    noc_svg_escape(out, words);
    fputs("</title></path>\n", out);
}

void noc_svg_heat_draw_path(FILE *out, const noc_svg_heat *heat, uint32_t channel, double scale,
                            const char *path)
{
    draw_path(out, heat, channel, 1, scale, path);
}

noc_svg_point noc_svg_heat_line_offset(const noc_svg_heat *heat, uint32_t channel, double scale,
                                       noc_svg_point from, noc_svg_point to)
{
    const double length = fmax(hypot(to.x - from.x, to.y - from.y), 1e-9);
    const double factor = (channel_width(heat, channel, scale) / 2.0 + line_gap) / length;
    return (noc_svg_point){-factor * (to.y - from.y), factor * (to.x - from.x)};
}

void noc_svg_heat_draw_bundle(FILE *out, const noc_svg_heat *heat, uint32_t channel, size_t count,
                              double scale, noc_svg_point from, noc_svg_point to)
{
    const noc_svg_point offset = noc_svg_heat_line_offset(heat, channel, scale, from, to);
    char path[120];
    snprintf(path, sizeof path, "M%.1f %.1fL%.1f %.1f", from.x + offset.x, from.y + offset.y,
             to.x + offset.x, to.y + offset.y);
    draw_path(out, heat, channel, count, scale, path);
}

void noc_svg_heat_draw_line(FILE *out, const noc_svg_heat *heat, uint32_t channel, double scale,
                            noc_svg_point from, noc_svg_point to)
{
    noc_svg_heat_draw_bundle(out, heat, channel, 1, scale, from, to);
}

/* ---- legend --------------------------------------------------------------------------------- */

void noc_svg_heat_draw_scale(FILE *out, double low, double high, const char *unit, double x,
                             double y)
{
    for (int i = 0; i < SCALE_STEPS; i++) {
        char colour[8];
        const double width = scale_width / SCALE_STEPS;
        noc_svg_heat_write_colour((i + 0.5) / SCALE_STEPS, colour);
        fprintf(out, "<rect x=\"%.2f\" y=\"%.1f\" width=\"%.2f\" height=\"%.1f\" fill=\"%s\"/>\n",
                x + width * i, y, width + 0.3, scale_height, colour);
    }
    for (int i = 0; i <= TICKS; i++) {
        char words[20];
        snprintf(words, sizeof words, "%.4g %s", low + (high - low) * i / TICKS, unit);
        noc_svg_text(out, "tick", x + scale_width * i / TICKS, y + scale_height + 12, words);
    }
}

/* Finds the busiest channels, equal ones in the order of the graph. Returns their number. */
static size_t find_busiest(const noc_svg_heat *heat, uint32_t busiest[NAMED_MAX])
{
    size_t count = 0;
    for (uint32_t c = 0; c < heat->rates->count; c++) {
        const double utilisation = heat->rates->channels[c].utilization;
        size_t position = count;
        while (position > 0 &&
               heat->rates->channels[busiest[position - 1]].utilization < utilisation)
            position--;
        if (position == NAMED_MAX || !(utilisation > 0.0)) continue;
        if (count < NAMED_MAX) count++;
        memmove(&busiest[position + 1], &busiest[position],
                (count - 1 - position) * sizeof *busiest);
        busiest[position] = c;
    }
    return count;
}

double noc_svg_heat_legend_height(const noc_svg_heat *heat)
{
    uint32_t busiest[NAMED_MAX];
    return 3 * text_line_height + scale_height +
           text_line_height * (double)(find_busiest(heat, busiest) + 1);
}

void noc_svg_heat_draw_legend(FILE *out, const noc_svg_heat *heat, bool has_bundles, double x,
                              double y)
{
    uint32_t busiest[NAMED_MAX];
    const size_t count = find_busiest(heat, busiest);
    char words[240];
    noc_svg_text(out, "panel", x, y + 10,
                 has_bundles
                     ? "share of its time that a channel is in use; of several links in one "
                       "line, the busiest"
                     : "share of its time that a channel is in use");
    noc_svg_heat_draw_scale(out, 0.0, 100.0 * heat->scale_end, "%", x, y + text_line_height);
    y += 3 * text_line_height + scale_height + 4;
    if (heat->busiest_count > NAMED_MAX)
        snprintf(words, sizeof words,
                 "busiest (%zu are as busy as the first%s):", heat->busiest_count,
                 heat->busiest_count <= EDGED_MAX ? ", with black edges" : "");
    else
        snprintf(words, sizeof words, "busiest (%s black edges):",
                 heat->busiest_count > 1 ? "equal ones have" : "the first has");
    noc_svg_text(out, "panel", x, y, words);
    for (size_t i = 0; i < count; i++) {
        const noc_channel_rate *rate = &heat->rates->channels[busiest[i]];
        char name[120];
        write_channel_name(heat, busiest[i], name);
        snprintf(words, sizeof words, "%.1f %%  %s, %.4f flits/cycle", 100.0 * rate->utilization,
                 name, noc_channel_rate_total(rate));
        noc_svg_text(out, "panel", x + 12, y + text_line_height * (double)(i + 1), words);
    }
}
