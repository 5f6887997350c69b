/* reports/drawings/svg_heat.h: networks drawn by how busy their channels are: the busier one is,
 * the darker and the wider its line. Colours grow darker only, so grey prints and the colour-blind
 * tell them apart (Paul Tol's scheme YlOrBr). */
#ifndef NOC_REPORTS_DRAWINGS_SVG_HEAT_H
#define NOC_REPORTS_DRAWINGS_SVG_HEAT_H

#include "hybrid/answers/figures/channels.h"
#include "reports/writers/svg_elements.h"

typedef struct noc_svg_heat {
    const noc_channel_rates *rates; /* of all channels of the graph */
    const char *load;               /* of the rates, in words */
    double top;                     /* share of time at the end of the scale, from 0 on */
    double busiest;                 /* largest share of time */
    size_t equal;                   /* channels as busy as the busiest */
} noc_svg_heat;

/* The colour of a share of the scale, 0 to 1: light to dark, in even steps. */
void noc_svg_heat_colour(double share, char colour[8]);

/* The scale of these colours, a tick each fifth of it: from `low` to `top` of a unit. */
void noc_svg_heat_scale(FILE *out, double low, double top, const char *unit, double x, double y);

/* With a round end of its scale. `rates` and `load` stay with the caller. */
noc_svg_heat noc_svg_heat_of(const noc_channel_rates *rates, const char *load);

/* A path (what stands in its d="") of a channel; the busiest have an edge. What it is and how busy
 * is told where the pointer rests. `scale` is that of its width, 1 where there is room. */
void noc_svg_heat_path(FILE *out, const noc_svg_heat *heat, uint32_t channel, double scale,
                       const char *d);

/* A straight line, at the right hand of who goes along it, so that both ways can be seen. */
void noc_svg_heat_line(FILE *out, const noc_svg_heat *heat, uint32_t channel, double scale,
                       noc_svg_point from, noc_svg_point to);

/* Of so many channels, of which this one is the busiest. */
void noc_svg_heat_bundle(FILE *out, const noc_svg_heat *heat, uint32_t channel, size_t count,
                         double scale, noc_svg_point from, noc_svg_point to);

/* How far to that side, and where to. */
noc_svg_point noc_svg_heat_aside(const noc_svg_heat *heat, uint32_t channel, double scale,
                                 noc_svg_point from, noc_svg_point to);

/* Classes that it needs, and in whose colours nodes do not compete with the lines. */
extern const char noc_svg_heat_style[];

/* The scale with its numbers, and the busiest channels by name, from y downwards; `bundled`: some
 * lines are of several channels. */
void noc_svg_heat_legend(FILE *out, const noc_svg_heat *heat, bool bundled, double x, double y);

/* Pixels of that. */
double noc_svg_heat_legend_height(const noc_svg_heat *heat);

#endif
