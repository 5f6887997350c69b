/* reports/writers/svg_text.h: text in pictures and pages. */
#ifndef NOC_REPORTS_WRITERS_SVG_TEXT_H
#define NOC_REPORTS_WRITERS_SVG_TEXT_H

#include <stdio.h>

/* A line of text of a class at a place, and text for SVG or HTML: the marks of both escaped, and
 * what may not be shown (reports/writers/glyph.h) as '?'. */
void noc_svg_text(FILE *out, const char *class, double x, double y, const char *text);
void noc_svg_escape(FILE *out, const char *text);

#endif
