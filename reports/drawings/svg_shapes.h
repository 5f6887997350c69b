/* reports/drawings/svg_shapes.h: shapes that pictures of networks are made of. Lengths are in
 * pixels. */
#ifndef NOC_REPORTS_DRAWINGS_SVG_SHAPES_H
#define NOC_REPORTS_DRAWINGS_SVG_SHAPES_H

#include <stdbool.h>
#include <stdio.h>

typedef struct noc_svg_point {
    double x, y;
} noc_svg_point;

void noc_svg_line(FILE *out, const char *class, noc_svg_point a, noc_svg_point b);

/* An arrow at the middle of a line, of a class. */
void noc_svg_arrow(FILE *out, const char *class, noc_svg_point a, noc_svg_point b);

/* A square about a point. */
void noc_svg_square(FILE *out, const char *class, noc_svg_point at, double side);

#endif
