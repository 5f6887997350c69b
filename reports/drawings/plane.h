/* reports/drawings/plane.h: plane of a chart between two axes, and what is drawn in it: bands,
 * lines, steps, marks with error bars, dots, and vertical rules with their intervals. What lies
 * outside of the plane is cut off. Values that are not finite are left out, and break lines and
 * bands. */
#ifndef NOC_REPORTS_DRAWINGS_PLANE_H
#define NOC_REPORTS_DRAWINGS_PLANE_H

#include "reports/drawings/chart.h"
#include "reports/writers/plots/axis.h"

/* Plane of a chart. */
typedef struct noc_plane {
    noc_chart *chart;
    noc_axis x, y;
    const char *x_title,
        *y_title; /* titles with units; y_title NULL: the axis has no title and no ticks */
    double left, right, top, bottom; /* edges, pixels */
} noc_plane;

/* Places a plane below what is written: its left edge has room for the title and ticks of y. Axes
 * and titles are set before. */
void noc_plane_place(noc_plane *plane, double height);

/* Draws ticks, grid and titles, and moves the chart's `y` below them. */
void noc_plane_draw_axes(const noc_plane *plane);

/* Returns the position of a point. */
noc_svg_point noc_plane_find(const noc_plane *plane, double x, double y);

/* True if a point lies in the plane. */
bool noc_plane_has(const noc_plane *plane, double x, double y);

/* Value with its intervals; the ends of a missing interval are NAN. */
typedef struct noc_plane_point {
    double x, y, x_lo, x_hi, y_lo, y_hi;
} noc_plane_point;

/* Draws the intervals of y as a band. Points are in the order of x. */
void noc_plane_draw_band(const noc_plane *plane, noc_chart_look look, const noc_plane_point *points,
                         size_t count);

/* Ways between two points of a line. */
typedef enum noc_plane_way {
    NOC_WAY_STRAIGHT,
    NOC_WAY_STEP_LATE, /* first point's y up to the second's x, then the second's y */
    NOC_WAY_STEP_EARLY /* second point's y from the first's x on */
} noc_plane_way;

/* Draws a line through points, `width` pixels wide. */
void noc_plane_draw_line(const noc_plane *plane, noc_chart_look look, noc_plane_way way,
                         double width, const noc_plane_point *points, size_t count);

/* Draws the intervals of a point as bars with end marks, in both directions. */
void noc_plane_draw_bars(const noc_plane *plane, noc_chart_look look, const noc_plane_point *point);

/* Kinds of marks. */
typedef enum noc_plane_mark {
    NOC_MARK_FULL,
    NOC_MARK_RINGED, /* full, with an outline in ink */
    NOC_MARK_FAINT,
    NOC_MARK_OPEN,  /* outline around the background's colour */
    NOC_MARK_ABOVE, /* open triangle at the upper edge, for a value above the plane */
    NOC_MARK_HIDDEN /* not visible, for its text alone */
} noc_plane_mark;

/* Draws a mark at a point. `text`: shown while the pointer is on it; NULL: none. */
void noc_plane_draw_mark(const noc_plane *plane, noc_chart_look look, noc_plane_mark mark,
                         double radius, const noc_plane_point *point, const char *text);

/* Draws many points as round dots in a few bytes each, without texts, and once where several have
 * one place to half a pixel. NOC_EFAILED: out of memory. */
noc_status noc_plane_draw_dots(const noc_plane *plane, noc_chart_look look, double radius,
                               const noc_plane_point *points, size_t count, noc_diag *diag);

/* Vertical rule at a value of x, with its interval on a row above the plane. */
typedef struct noc_plane_rule {
    noc_chart_look look;
    double value, lo, hi; /* `lo` and `hi` NAN: no interval */
    double row;           /* distance of the row from the plane, pixels; 0: the rule has no row */
    const char *text;     /* text beside the interval */
} noc_plane_rule;

/* Draws a rule; nothing for a value outside of the plane. An interval beyond the plane ends in an
 * arrow. */
void noc_plane_draw_rule(const noc_plane *plane, const noc_plane_rule *rule);

/* Writes the text of a rule with a row, after all rules, since its background covers them. */
void noc_plane_write_rule(const noc_plane *plane, const noc_plane_rule *rule);

#endif
