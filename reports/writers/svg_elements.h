/* reports/writers/svg_elements.h: writer of elements of SVG pictures: text, lines, arrows, squares.
 * Lengths are in pixels. */
#ifndef NOC_REPORTS_WRITERS_SVG_ELEMENTS_H
#define NOC_REPORTS_WRITERS_SVG_ELEMENTS_H

#include <stdbool.h>
#include <stdio.h>

/* Writes a line of text at a point, escaped. `class`, here and below: class of the element, for
 * styles. */
void noc_svg_text(FILE *out, const char *class, double x, double y, const char *text);
/* Writes a text escaped for SVG or HTML, with '?' for unprintable characters
 * (reports/writers/glyph.h). */
void noc_svg_escape(FILE *out, const char *text);

/* Writes the style of a picture, for elements inside one of class `scope` only: several pictures
 * and the page around them keep their own. `rules`: a rule a line, "  text, .name { fill: #333; }".
 * */
void noc_svg_style(FILE *out, const char *scope, const char *rules);

typedef struct noc_svg_point {
    double x, y;
} noc_svg_point;

/* Draws a straight line. */
void noc_svg_line(FILE *out, const char *class, noc_svg_point a, noc_svg_point b);

/* Draws an arrow head at the middle of the line from `a` to `b`, towards `b`. */
void noc_svg_arrow(FILE *out, const char *class, noc_svg_point a, noc_svg_point b);

/* Draws a square around a point. */
void noc_svg_square(FILE *out, const char *class, noc_svg_point centre, double side);

#endif
