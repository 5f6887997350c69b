/* studies/study.h: a published figure beside nocsight's: its data, and the page that shows them
 * (study_picture.h draws them).
 *
 * Start with {.form, .title, ...}, add series and rows, then points; noc_study_clear at the end.
 * Names are borrowed. */
#ifndef NOC_STUDIES_STUDY_H
#define NOC_STUDIES_STUDY_H

#include "reports/writers/sheet.h"
#include "reports/writers/table.h"

typedef enum noc_study_form {
    NOC_STUDY_BARS,   /* a bar for each series in each row */
    NOC_STUDY_DOTS,   /* a dot for each series in each row, on a logarithmic axis */
    NOC_STUDY_CURVES, /* values over x */
    /* points over x, both logarithmic, with the diagonal; rows are their names */
    NOC_STUDY_SCATTER,
} noc_study_form;

/* Look of a series, distinct by shape and lightness, not by colour alone. */
typedef enum noc_study_look {
    NOC_STUDY_PUBLISHED,
    NOC_STUDY_MODEL,
    NOC_STUDY_SAMPLE,
    NOC_STUDY_OTHER,
} noc_study_look;

enum { NOC_STUDY_PANELS = 2, NOC_STUDY_SERIES = 8 };

typedef struct noc_study_point {
    size_t series, row; /* row: in bars and dots */
    double x, y;        /* y: in curves, scatter; NAN: shown by its text only ("lost") */
    double lo, hi;      /* interval, of x in bars, of y in other forms; NAN: none */
    char bound;         /* '<' or '>' if the figure is a bound, else 0 */
    char text[24];      /* printed form of the value */
} noc_study_point;

typedef struct noc_study_row {
    const char *name;
    char note[24]; /* note at the right of dots, beside the published figure */
} noc_study_row;

/* A table below the study's main one, and the words above it. */
typedef struct noc_study_part {
    char *words;
    noc_table table;
} noc_study_part;

typedef struct noc_study {
    noc_study_form form;
    const char *title, *note;
    char remark[800]; /* result, printed after the note */
    const char *x_title;
    const char *x_marks;    /* ticks of a logarithmic axis: gnuplot's "'0.5' 0.5, ..." */
    const char *note_title; /* head of the rows' notes */
    const char *y_titles[NOC_STUDY_PANELS]; /* titles, one for each panel of curves */
    struct {
        const char *name;
        noc_study_look look;
        unsigned panel;
    } series[NOC_STUDY_SERIES];
    size_t series_count;
    struct {
        unsigned panel;
        double lo, hi;
        const char *text;
    } bands[NOC_STUDY_SERIES]; /* ranges of x that a paper names */
    size_t band_count;
    noc_study_row *rows;
    size_t row_count;
    noc_study_point *points;
    size_t point_count;
    noc_table table; /* figures of the study */
    /* headers of several lines for people, in place of the table's; NULL: the table's */
    const char *folded[NOC_TABLE_COLUMNS_MAX];
    noc_table data; /* table for machines, in place of `table`; without columns: none */
    noc_study_part *parts;
    size_t part_count;
    bool failed; /* true if memory ran out; reported when the study is shown */
} noc_study;

/* Adds a series and returns its number. */
size_t noc_study_add_series(noc_study *study, const char *name, noc_study_look look,
                            unsigned panel);
void noc_study_add_band(noc_study *study, unsigned panel, double lo, double hi, const char *text);

/* Adds a row of bars or dots; later values belong to it. */
void noc_study_add_row(noc_study *study, const char *name);

/* Adds a value to the current row, printed with `digits`. */
void noc_study_add_value(noc_study *study, size_t series, double value, int digits);

/* Adds a value as a paper prints it: "19.6", "about 600", "< 30", "lost". `is_change`: a ratio
 * printed as a change in %. */
void noc_study_add_published(noc_study *study, size_t series, const char *text, bool is_change);

/* Adds a note beside the current row of dots, at the right. */
void noc_study_note_row(noc_study *study, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Adds a point to a curve. */
void noc_study_add_point(noc_study *study, size_t series, double x, double y);

/* Adds a part, and returns its table; NULL when out of memory. */
noc_table *noc_study_add_part(noc_study *study, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

void noc_study_clear(noc_study *study);

/* Prints title, table, parts, the picture in characters, and the note; as CSV or JSON the table
 * only. */
noc_status noc_study_print(const noc_study *study, const noc_sheet *sheet, noc_diag *diag);

#endif
