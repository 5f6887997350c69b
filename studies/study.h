/* studies/study.h: a published figure beside ours: its figures, and the page that shows them
 * (study_picture.h draws them).
 *
 * Start with {.form, .title, ...}, add series and rows, then points; noc_study_clear at the end.
 * Names are borrowed. */
#ifndef NOC_STUDIES_STUDY_H
#define NOC_STUDIES_STUDY_H

#include "reports/writers/sheet.h"
#include "reports/writers/table.h"

typedef enum noc_study_form {
    NOC_STUDY_BARS,    /* a bar a series in each row */
    NOC_STUDY_DOTS,    /* a dot a series in each row, on a logarithmic axis */
    NOC_STUDY_CURVES,  /* values over x */
    NOC_STUDY_SCATTER, /* points over x, both logarithmic, with the diagonal; rows name them */
} noc_study_form;

/* The look of a series; told apart by shape and lightness, not by colour alone. */
typedef enum noc_study_look {
    NOC_STUDY_PUBLISHED,
    NOC_STUDY_MODEL,
    NOC_STUDY_SAMPLE,
    NOC_STUDY_OTHER,
} noc_study_look;

enum { NOC_STUDY_PANELS = 2, NOC_STUDY_SERIES = 8 };

typedef struct noc_study_point {
    size_t series, row; /* row: of bars and dots */
    double x, y;        /* y: of curves, scatter; NAN: told by its text only ("lost") */
    double lo, hi;      /* interval, in x of bars, in y of the others; NAN: none */
    char bound;         /* '<' or '>' where the figure is one, else 0 */
    char text[24];      /* the printed form */
} noc_study_point;

typedef struct noc_study_row {
    const char *name;
    char note[24]; /* a note at the right of dots, beside the published figure */
} noc_study_row;

/* A table below the study's, and the words above it. */
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
    const char *y_titles[NOC_STUDY_PANELS]; /* one a panel of curves */
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
    noc_table table;                           /* the same in figures */
    const char *folded[NOC_TABLE_COLUMNS_MAX]; /* headers of several lines for people, in place of
                                                * the table's; NULL: as there */
    noc_table data; /* for machines, in place of the table; without columns: there is none */
    noc_study_part *parts;
    size_t part_count;
    bool failed; /* out of memory; told when the study is shown */
} noc_study;

/* Returns the number of the series. */
size_t noc_study_add_series(noc_study *study, const char *name, noc_study_look look,
                            unsigned panel);
void noc_study_add_band(noc_study *study, unsigned panel, double lo, double hi, const char *text);

/* A row of bars or dots; what follows belongs to it. */
void noc_study_add_row(noc_study *study, const char *name);

/* A value of the current row, printed with `digits`. */
void noc_study_add_value(noc_study *study, size_t series, double value, int digits);

/* A value as a paper prints it: "19.6", "about 600", "< 30", "lost"; of a ratio that is printed as
 * a change in %, `is_change`. */
void noc_study_add_published(noc_study *study, size_t series, const char *text, bool is_change);

/* Beside the current row of dots, at the right. */
void noc_study_note_row(noc_study *study, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A point of a curve. */
void noc_study_add_point(noc_study *study, size_t series, double x, double y);

/* Adds a part, and returns its table; NULL when out of memory. */
noc_table *noc_study_add_part(noc_study *study, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

void noc_study_clear(noc_study *study);

/* Title, table, its parts, the picture in characters, and the note; as CSV or JSON the table. */
noc_status noc_study_print(const noc_study *study, const noc_sheet *sheet, noc_diag *diag);

#endif
