/* reports/writers/csv.h: tidy CSV (RFC 4180, lines end in LF): one header line, no comments, empty
 * cells for missing values, at most 12 significant digits. */
#ifndef NOC_REPORTS_WRITERS_CSV_H
#define NOC_REPORTS_WRITERS_CSV_H

#include <jansson.h>
#include <stdint.h>

#include "reports/writers/sheet.h"
#include "reports/writers/table.h"

/* Writes a text as one cell. Spreadsheets run texts that begin like a formula, which RFC 4180 does
 * not mind; where the sheet is csv_safe these get a ' in front, which spreadsheets hide, other
 * programs do not. Numbers stay as they are. */
void noc_csv_cell(const noc_sheet *sheet, const char *text);

/* A line under construction. Start with {.sheet = sheet}. */
typedef struct noc_csv_line {
    const noc_sheet *sheet;
    bool begun;
} noc_csv_line;

/* Adds the next cell. A real that is not finite is an empty one; joined texts are separated by ";
 * ". */
void noc_csv_text(noc_csv_line *line, const char *text);
void noc_csv_real(noc_csv_line *line, double value);
void noc_csv_json(noc_csv_line *line, const json_t *value); /* number or text; else empty */
void noc_csv_count(noc_csv_line *line, uint64_t value);
void noc_csv_joined(noc_csv_line *line, const char *const *texts, size_t count);
void noc_csv_end(noc_csv_line *line);

/* Writes all columns of a table, details too. NOC_EFAILED if memory ran out while it was filled. */
noc_status noc_csv_table(const noc_sheet *sheet, const noc_table *table, noc_diag *diag);

#endif
