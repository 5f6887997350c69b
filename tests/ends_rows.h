/* tests/ends_rows.h: cases of what stands at both ends of a network, made by programs of their own: tables of tests/reference/ends,
 * or those of the folder that the environment variable NOC_ENDS_CASES names, of the same columns. */
#ifndef NOC_TESTS_ENDS_ROWS_H
#define NOC_TESTS_ENDS_ROWS_H

#include "tests/helpers.h"

typedef struct ends_row {
    const char *name; /* so it is a row for test_add_rows */
    char **columns;   /* their names, NULL-ended */
    char **fields;
} ends_row;

/* The cases of the file in that folder whose name ends so ("cta": public_cta.csv). Fails the test when there is none, or
 * several. Freed by the end of the process. */
size_t ends_rows(const char *ending, const ends_row **rows);

/* What a case has in a column, which must be there. Empty: not applicable. */
const char *ends_text(const ends_row *row, const char *column);
long ends_number(const ends_row *row, const char *column);
double ends_real(const ends_row *row, const char *column); /* NAN if empty */

#endif
