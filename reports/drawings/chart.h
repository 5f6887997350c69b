/* reports/drawings/chart.h: charts as SVG documents: title, notes, texts, legend, colours of
 * series; reports/drawings/plane.h draws values.
 *
 * A chart is a file, an image, or an element of a page beside other pictures. It has no
 * identifiers, its styles apply to its own class alone, and a reader that leaves out styles shows
 * the light colours. Colours follow the reader's scheme, light or dark, with a background of their
 * own, since the page around an image may have another scheme. Series of different colours also
 * differ in dashes and shapes.
 *
 * Items are written from top to bottom; `y` is the lower edge of what is written. Lengths are in
 * pixels. */
#ifndef NOC_REPORTS_DRAWINGS_CHART_H
#define NOC_REPORTS_DRAWINGS_CHART_H

#include <stddef.h>
#include <stdio.h>

#include "base/diag.h"
#include "reports/writers/svg_elements.h"

/* Schemes of colours. */
typedef enum noc_chart_scheme {
    NOC_CHART_BOTH, /* light or dark, as the reader prefers; prints are light */
    NOC_CHART_LIGHT /* light, inside pictures and pages that are always light */
} noc_chart_scheme;

/* Chart being written. */
typedef struct noc_chart {
    FILE *out; /* body of the document */
    double width, y;
    char *text; /* text behind `out` */
    size_t size;
} noc_chart;

/* Margin at the left and right, and largest width of a chart in a notebook's column. */
extern const double noc_chart_margin, noc_chart_width;

/* Begins a chart of a width, in place: `out` writes into the struct, which must not be copied.
 * NOC_EFAILED: out of memory. After success the caller ends or drops the chart. */
noc_status noc_chart_begin(noc_chart *chart, double width, noc_diag *diag);

/* Ends a chart, and writes the document to `out`. `title` and `description`: text for screen
 * readers. NOC_EFAILED: out of memory; then nothing is written. */
noc_status noc_chart_end(noc_chart *chart, const char *title, const char *description,
                         noc_chart_scheme scheme, FILE *out, noc_diag *diag);

/* Drops a chart without writing it. */
void noc_chart_drop(noc_chart *chart);

/* ---- texts ---------------------------------------------------------------------------------- */

typedef enum noc_chart_text_style {
    NOC_CHART_TITLE,
    NOC_CHART_NORMAL,
    NOC_CHART_SMALL,
    NOC_CHART_FAINT, /* small, with less contrast */
    NOC_CHART_LABEL, /* small, with a margin in the background's colour around letters */
    NOC_CHART_TEXT_STYLES
} noc_chart_text_style;

typedef enum noc_chart_anchor { NOC_CHART_START, NOC_CHART_MIDDLE, NOC_CHART_END } noc_chart_anchor;

/* Returns an upper estimate of the width of a text. */
double noc_chart_text_width(noc_chart_text_style style, const char *text);

/* Returns the height of a line of text. */
double noc_chart_line_height(noc_chart_text_style style);

/* Cuts a text that is wider than `width`, and ends it with "...". */
void noc_chart_text_cut(noc_chart_text_style style, char *text, double width);

/* Writes a line of text on its baseline `y`. */
void noc_chart_put(const noc_chart *chart, noc_chart_text_style style, noc_chart_anchor anchor,
                   double x, double y, const char *text);

/* Writes a paragraph from `x` to the right margin below what is written, folded between words. */
void noc_chart_write(noc_chart *chart, noc_chart_text_style style, double x, const char *text);

/* ---- series --------------------------------------------------------------------------------- */

/* Palettes: words have distinct colours, also to the colour-blind; numbers have colours from dark
 * to light (in a dark scheme the lightest is last, too); ink is the colour of texts. */
typedef enum noc_chart_palette {
    NOC_CHART_WORDS,
    NOC_CHART_NUMBERS,
    NOC_CHART_INK,
    NOC_CHART_PALETTES
} noc_chart_palette;

enum { NOC_CHART_WORD_COLOURS = 8, NOC_CHART_NUMBER_COLOURS = 6 };

/* Look of a series. */
typedef struct noc_chart_look {
    noc_chart_palette palette;
    size_t index; /* colour in the palette; begins again after the last */
    size_t cue;   /* dashes of lines and shape of marks; 0: solid and round */
} noc_chart_look;

/* Returns the colour of a look on a light background: "#2f62c4". */
const char *noc_chart_colour(noc_chart_look look);

/* Writes the attributes of an element that has the colour of a look as its currentColor. `class`: a
 * further class; NULL: none. */
void noc_chart_put_look(const noc_chart *chart, noc_chart_look look, const char *class);

/* Writes the dashes of a look's line as an attribute; nothing for a solid line. */
void noc_chart_put_dashes(const noc_chart *chart, noc_chart_look look);

/* Writes the path data of a mark: its centre, then its outline of about the area of a circle of
 * `radius`. */
void noc_chart_put_shape(const noc_chart *chart, noc_chart_look look, noc_svg_point centre,
                         double radius);

/* Parts of the sample beside an entry of the legend, one or several. */
typedef enum noc_chart_sample {
    NOC_SAMPLE_BAND = 1,
    NOC_SAMPLE_LINE = 2,
    NOC_SAMPLE_MARK = 4,
    NOC_SAMPLE_RING = 8, /* outline of a mark */
    NOC_SAMPLE_DOT = 16, /* small mark */
    NOC_SAMPLE_FAINT_DOT = 32
} noc_chart_sample;

/* Entry of a legend. */
typedef struct noc_chart_entry {
    noc_chart_look look;
    unsigned samples; /* bits of noc_chart_sample */
    const char *name; /* cut if it does not fit */
    const char *note; /* faint text after the name; "": none */
} noc_chart_entry;

/* Writes a legend from `x` to the right margin below what is written, in as many columns of equal
 * width as fit. NOC_EFAILED: out of memory. */
noc_status noc_chart_write_legend(noc_chart *chart, double x, const noc_chart_entry *entries,
                                  size_t count, noc_diag *diag);

#endif
