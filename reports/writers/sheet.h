/* reports/writers/sheet.h: destination and form of a report, and paragraphs in it. */
#ifndef NOC_REPORTS_WRITERS_SHEET_H
#define NOC_REPORTS_WRITERS_SHEET_H

#include <stdbool.h>
#include <stdio.h>

#include "hybrid/answers/figures/offered_load.h"
#include "reports/writers/markup.h"

typedef enum noc_format {
    NOC_FORMAT_TABLE,
    NOC_FORMAT_JSON,
    NOC_FORMAT_CSV,
    NOC_FORMAT_SVG, /* pictures only */
} noc_format;

/* Facts needed to reproduce an answer, besides the design. */
typedef struct noc_run_info {
    const char *version, *commit;
    int argc;
    char *const *argv;
    const char *calibration; /* name of the model's calibration; NULL: none */
} noc_run_info;

/* Destination of a report, and the user's choices for its form. */
typedef struct noc_sheet {
    FILE *out;
    noc_format format;
    noc_markup markup;   /* markup of tables and paragraphs for people */
    int width;           /* width of printed tables, columns */
    bool has_plots;      /* character plots with the tables */
    bool shows_all;      /* shows every figure, reasons of missing ones, and all warnings */
    bool has_all_option; /* the command has the option --all */
    bool is_csv_safe;    /* CSV cells are safe from formulas of spreadsheets */
    noc_run_info run;
    noc_offered_load load; /* load in the form of the request */
    size_t base_index;     /* index of the answer that others are compared with */
} noc_sheet;

/* Returns the name of a format ("table", "json", "csv", "svg"), NULL past the end. */
const char *noc_format_name(size_t i);

/* Sheet whose text is for use inside another one. */
typedef struct noc_inner_sheet {
    noc_sheet sheet; /* table without plots, otherwise a copy of the outer sheet */
    char *text;
    size_t size;
} noc_inner_sheet;

/* Width for lines that are never folded, columns. */
enum { NOC_UNFOLDED_WIDTH = 10000 };

/* Opens a sheet of a given width inside another one. False when out of memory. */
bool noc_inner_sheet_open(const noc_sheet *outer, int width, noc_inner_sheet *inner);

/* Closes the inner sheet. Returns its text without styles, which the caller frees; NULL when out of
 * memory. */
char *noc_inner_sheet_close(noc_inner_sheet *inner);

/* Begins and ends lines that are written to the sheet as they are: maps, commands. */
void noc_text_begin_verbatim(const noc_sheet *sheet);
void noc_text_end_verbatim(const noc_sheet *sheet);

/* Writes a paragraph; all lines but the first begin at column 2. */
void noc_text_paragraph(const noc_sheet *sheet, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Writes a paragraph; all lines but the first begin at column `indent`. */
void noc_text_hanging_paragraph(const noc_sheet *sheet, size_t indent, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
