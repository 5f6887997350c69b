/* studies/study.h: data of a study, a published figure beside nocsight's, and its printing
 * (study_picture.h draws it).
 *
 * The caller starts with {.form, .title, ...}, adds series and rows, then points, and calls
 * noc_study_clear at the end. Names and titles are borrowed. */
#ifndef NOC_STUDIES_STUDY_H
#define NOC_STUDIES_STUDY_H

#include "reports/writers/sheet.h"
#include "reports/writers/table.h"

typedef enum noc_study_form {
    NOC_STUDY_BARS,   /* a bar for each series in each row */
    NOC_STUDY_DOTS,   /* a dot for each series in each row, on a logarithmic axis */
    NOC_STUDY_CURVES, /* values over x */
    /* points over x, both axes logarithmic, with the diagonal; rows are names of points */
    NOC_STUDY_SCATTER,
} noc_study_form;

/* Look of a series; looks differ in shape and lightness, not in colour alone. */
typedef enum noc_series_look {
    NOC_STUDY_PUBLISHED,
    NOC_STUDY_MODEL,
    NOC_STUDY_SAMPLE,
    NOC_STUDY_OTHER,
} noc_series_look;

enum { NOC_STUDY_PANELS = 2, NOC_STUDY_SERIES = 8 };

typedef struct noc_study_point {
    size_t series, row; /* number of the series; number of the row, in bars and dots */
    double x, y;     /* value x; value y, in curves and scatter; NAN: shown as text only ("lost") */
    double lo, hi;   /* interval of x in bars, of y in other forms; NAN: none */
    char bound_sign; /* '<' or '>' for a bound, else 0 */
    char text[24];   /* printed form of the value */
} noc_study_point;

typedef struct noc_study_row {
    const char *name;
    char note[24]; /* note at the right of dots, beside the published figure */
} noc_study_row;

/* Further table of a study, and its heading. */
typedef struct noc_study_part {
    char *heading;
    noc_table table;
} noc_study_part;

typedef struct noc_study {
    noc_study_form form;
    const char *title, *note_text;
    char remark[800]; /* summary of the results, printed after the note */
    const char *x_title;
    const char *x_marks;    /* ticks of a logarithmic axis: gnuplot's "'0.5' 0.5, ..." */
    const char *note_title; /* heading of the rows' notes */
    const char *y_titles[NOC_STUDY_PANELS]; /* [panel]: title of the y axis, for curves */
    struct {
        const char *name;
        noc_series_look look;
        unsigned panel;
    } series[NOC_STUDY_SERIES];
    size_t series_count;
    struct {
        unsigned panel;
        double lo, hi;
        const char *text;
    } bands[NOC_STUDY_SERIES]; /* ranges of x, lo to hi, that a paper states, with their names */
    size_t band_count;
    noc_study_row *rows;
    size_t row_count;
    noc_study_point *points;
    size_t point_count;
    noc_table table; /* main table */
    /* [column]: header of several lines, printed instead of the table's; NULL: the table's */
    const char *folded_headers[NOC_TABLE_COLUMNS_MAX];
    noc_table machine_table; /* table for CSV and JSON, instead of `table`; without columns: none */
    noc_study_part *parts;
    size_t part_count;
    bool is_out_of_memory; /* true if memory ran out; reported when the study is printed or drawn */
} noc_study;

/* Adds a series and returns its number. */
size_t noc_study_add_series(noc_study *study, const char *name, noc_series_look look,
                            unsigned panel);
/* Adds a range of x, lo to hi, that a paper states, to a panel. */
void noc_study_add_band(noc_study *study, unsigned panel, double lo, double hi, const char *text);

/* Adds a row of bars or dots. Values, notes and published figures added later belong to it. */
void noc_study_add_row(noc_study *study, const char *name);

/* Adds a value to the current row, printed with `digits` decimals. */
void noc_study_add_value(noc_study *study, size_t series, double value, int digits);

/* Adds a value as a paper prints it: "19.6", "about 600", "< 30", "lost". `is_change`: a change in
 * %, drawn as a ratio. */
void noc_study_add_published(noc_study *study, size_t series, const char *text, bool is_change);

/* Adds a note at the right of the current row of dots. */
void noc_study_add_note(noc_study *study, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Adds a point to a curve. */
void noc_study_add_point(noc_study *study, size_t series, double x, double y);

/* Adds a further table with a heading, and returns it. NULL when out of memory. */
noc_table *noc_study_add_part(noc_study *study, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

void noc_study_clear(noc_study *study);

/* Prints title, tables, the picture in characters, and the note; in CSV and JSON the table only. */
noc_status noc_study_print(const noc_study *study, const noc_sheet *sheet, noc_diag *diag);

#endif
