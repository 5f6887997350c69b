/* reports/drawings/svg_heat.h: networks drawn by how busy their channels are: the busier a channel,
 * the darker and the wider its line. Colours grow darker only, so grey prints and the colour-blind
 * tell them apart (Paul Tol's scheme YlOrBr). */
#ifndef NOC_REPORTS_DRAWINGS_SVG_HEAT_H
#define NOC_REPORTS_DRAWINGS_SVG_HEAT_H

#include "hybrid/answers/figures/channels.h"
#include "reports/writers/svg_elements.h"

typedef struct noc_svg_heat {
    const noc_channel_rates *rates; /* rates of all channels of the graph */
    const char *load;               /* load of the rates, in words */
    double top;                     /* utilisation at the end of the scale, which starts at 0 */
    double busiest;                 /* largest utilisation */
    size_t equal;                   /* number of channels as busy as the busiest */
} noc_svg_heat;

/* The colour of a share of the scale, 0 to 1: light to dark, in even steps. */
void noc_svg_heat_colour(double share, char colour[8]);

/* Draws the scale of these colours, a tick at each fifth: from `low` to `top` of a unit. */
void noc_svg_heat_scale(FILE *out, double low, double top, const char *unit, double x, double y);

/* Heat of a network's channels, with a round end of its scale. `rates` and `load` stay with the
 * caller. */
noc_svg_heat noc_svg_heat_of(const noc_channel_rates *rates, const char *load);

/* Draws a path of a channel, `d` being its attribute d=""; the busiest channels have an edge. The
 * channel's name and use are told where the pointer rests. `scale`: factor of the width, 1 where
 * there is room. */
void noc_svg_heat_path(FILE *out, const noc_svg_heat *heat, uint32_t channel, double scale,
                       const char *d);

/* Draws a straight line at the right hand of its direction, so that both directions can be seen. */
void noc_svg_heat_line(FILE *out, const noc_svg_heat *heat, uint32_t channel, double scale,
                       noc_svg_point from, noc_svg_point to);

/* Draws a straight line of `count` channels, of which `channel` is the busiest. */
void noc_svg_heat_bundle(FILE *out, const noc_svg_heat *heat, uint32_t channel, size_t count,
                         double scale, noc_svg_point from, noc_svg_point to);

/* Offset of a channel's line to the right hand of its direction, pixels. */
noc_svg_point noc_svg_heat_aside(const noc_svg_heat *heat, uint32_t channel, double scale,
                                 noc_svg_point from, noc_svg_point to);

/* Classes that the lines need, with colours of nodes that do not compete with the lines. */
extern const char noc_svg_heat_style[];

/* Draws the scale with its numbers, and names the busiest channels, from y downwards; `bundled`:
 * some lines are of several channels. */
void noc_svg_heat_legend(FILE *out, const noc_svg_heat *heat, bool bundled, double x, double y);

/* Height of the legend, pixels. */
double noc_svg_heat_legend_height(const noc_svg_heat *heat);

#endif
