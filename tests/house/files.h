/* tests/house/files.h: rules for single files. */
#ifndef NOC_TESTS_HOUSE_FILES_H
#define NOC_TESTS_HOUSE_FILES_H

#include "tests/house/breaches.h"
#include "tests/house/sources.h"

enum { HOUSE_LINES_MOST = 500, HOUSE_COLUMNS_MOST = 100 };

size_t house_lines(const house_file *file);

/* "long": files of more than HOUSE_LINES_MOST lines whose head does not say why, in a comment with
 * "Long because". */
void house_check_lengths(const house_sources *sources, house_breaches *found);

/* "wide": files with a line of comment that is wider than HOUSE_COLUMNS_MOST columns: the formatter
 * leaves comments as they are. */
void house_check_widths(const house_sources *sources, house_breaches *found);

/* "gsl": calls of gsl_set_error_handler and of its kin elsewhere than in a file with a main (or
 * libFuzzer's), or in tests/helpers.c. The handler is one for all threads of a process, so it is
 * the process's matter, not that of what it calls. */
void house_check_gsl(const house_sources *sources, house_breaches *found);

#endif
