/* studies/suites/suites.h: suites of figures that others measured, ours beside them. */
#ifndef NOC_STUDIES_SUITES_SUITES_H
#define NOC_STUDIES_SUITES_SUITES_H

#include "base/embedded.h"
#include "studies/bench.h"
#include "studies/studies.h"

typedef struct noc_measured_suite {
    const char *name, *meaning;
    const char *second_column;        /* name that tells its tables from other suites' */
    const noc_embedded_file *rows;    /* table of its rows, inside the program */
    const noc_embedded_file *samples; /* samples that come with the program; NULL: asks for none */
    /* Answers the rows of a table, and gives the study of all to `take`. Calls `step`, if it is not
     * NULL, with bench->context before each row. NOC_EINPUT at `file` and line. */
    noc_status (*make)(noc_bench *bench, const char *text, const char *file,
                       void (*step)(void *context, const char *id), noc_study_taker *take,
                       void *context);
} noc_measured_suite;

/* The suites in the order of suites.def; NULL past the end. */
const noc_measured_suite *noc_measured_suite_at(size_t i);

/* The suite of a name; NULL: there is none. */
const noc_measured_suite *noc_measured_suite_find(const char *name);

/* The suite that a table of one's own is of, by its header; the first where none is. */
const noc_measured_suite *noc_measured_suite_of_table(const char *text);

#endif
