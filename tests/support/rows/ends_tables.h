/* tests/support/rows/ends_tables.h: tests/reference/ends/: memory controllers and clusters by
 * an independent program, a case a row. Another folder with files of the same columns is read
 * where the environment variable NOC_ENDS_CASES names one. */
#ifndef NOC_TESTS_ENDS_TABLES_H
#define NOC_TESTS_ENDS_TABLES_H

#include "tests/support/helpers.h"

enum { ENDS_COLUMNS = 32 };

typedef struct ends_row {
    const char *name;
    char **columns; /* of all rows of the table, NULL-ended */
    char *cells[ENDS_COLUMNS];
} ends_row;

/* The rows of the file whose name ends with `_NAME.csv`; they begin with their name, so they are
 * rows for test_add_rows. Fails the test when there is no such file. Never freed. */
size_t ends_rows(const char *name, const ends_row **rows);

/* Adds a test for each of them. */
void ends_add(test_list *list, const char *name, CMUnitTestFunction check);

/* A cell by its column's name; a number, NAN where it is empty or no number; a whole one,
 * `otherwise` likewise. */
const char *ends_text(const ends_row *row, const char *column);
double ends_real(const ends_row *row, const char *column);
int ends_integer(const ends_row *row, const char *column, int otherwise);

/* The numbers of a cell, up to `most`; returns how many. */
size_t ends_numbers(const ends_row *row, const char *column, uint64_t *numbers, size_t most);

/* A list of numbers is that of the cell. */
void ends_assert_numbers(const ends_row *row, const char *column, const uint64_t *numbers,
                         size_t count);

/* ---- means over seeds ----------------------------------------------------------------------- */

enum { ENDS_SEEDS = 8 };

/* A figure of ours, seed by seed. */
typedef struct ends_figure {
    double seeds[ENDS_SEEDS];
    size_t count;
} ends_figure;
void ends_count(ends_figure *figure, double value);

/* Its mean is that of the cell, of as many seeds: within three joint standard errors, or `relative`
 * of it, or `absolute`. Without a column the error of the cell is taken to be that of ours. Empty
 * cells pass. */
void ends_assert_mean(const ends_row *row, const char *column, const char *error_column,
                      const ends_figure *figure, double relative, double absolute);

#endif
