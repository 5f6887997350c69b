/* reports/drawings/svg_heat.h: utilisation of channels in pictures: a busier channel has a darker
 * and wider line. Colours grow darker steadily, for grey prints and the colour-blind (Paul Tol's
 * scheme YlOrBr). */
#ifndef NOC_REPORTS_DRAWINGS_SVG_HEAT_H
#define NOC_REPORTS_DRAWINGS_SVG_HEAT_H

#include "hybrid/answers/figures/channels.h"
#include "reports/writers/svg_elements.h"

/* Utilisations of the channels, and the scale of their colours. */
typedef struct noc_svg_heat {
    const noc_channel_rates *rates; /* rates of the graph's channels */
    const char *load;               /* load in words */
    double scale_end;               /* utilisation at the end of the scale; its start is 0 */
    double largest_utilisation;     /* largest utilisation */
    size_t busiest_count;           /* number of channels with the largest utilisation */
} noc_svg_heat;

/* Writes the colour, "#rrggbb", of a share of the scale: 0 is light, 1 is dark. */
void noc_svg_heat_write_colour(double share, char colour[8]);

/* Draws the scale of colours from `low` to `high` in a unit, with six ticks. */
void noc_svg_heat_draw_scale(FILE *out, double low, double high, const char *unit, double x,
                             double y);

/* Returns the heat of the channels, with a round scale_end. `rates` and `load` are borrowed. */
noc_svg_heat noc_svg_heat_make(const noc_channel_rates *rates, const char *load);

/* Draws a channel along a path (attribute d=""). The busiest channels have a black edge. The
 * tooltip has the channel's name and utilisation. `scale`, here and below: factor of the width. */
void noc_svg_heat_draw_path(FILE *out, const noc_svg_heat *heat, uint32_t channel, double scale,
                            const char *path);

/* Draws a channel as a straight line, at the right of its direction, so that both directions are
 * visible. */
void noc_svg_heat_draw_line(FILE *out, const noc_svg_heat *heat, uint32_t channel, double scale,
                            noc_svg_point from, noc_svg_point to);

/* Draws `count` channels as one line; `channel` is the busiest of them. */
void noc_svg_heat_draw_bundle(FILE *out, const noc_svg_heat *heat, uint32_t channel, size_t count,
                              double scale, noc_svg_point from, noc_svg_point to);

/* Returns the offset of a channel's line to the right of its direction, pixels. */
noc_svg_point noc_svg_heat_line_offset(const noc_svg_heat *heat, uint32_t channel, double scale,
                                       noc_svg_point from, noc_svg_point to);

/* Style of the lines, and muted colours for nodes. */
extern const char noc_svg_heat_style[];

/* Draws the scale and the names of the busiest channels, down from y. `has_bundles`: some lines are
 * of several channels. */
void noc_svg_heat_draw_legend(FILE *out, const noc_svg_heat *heat, bool has_bundles, double x,
                              double y);

/* Returns the height of the legend, pixels. */
double noc_svg_heat_legend_height(const noc_svg_heat *heat);

#endif
