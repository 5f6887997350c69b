/* studies/suites/suites.h: registry of suites. A suite compares tables of published measurements
 * with nocsight's figures. The name of a table's second column identifies its suite. */
#ifndef NOC_STUDIES_SUITES_SUITES_H
#define NOC_STUDIES_SUITES_SUITES_H

#include "base/embedded.h"
#include "studies/bench.h"
#include "studies/studies.h"

typedef struct noc_measured_suite {
    const char *name, *summary;
    /* name of the second column, which identifies the suite's tables */
    const char *second_column;
    const noc_embedded_file *rows; /* table of its rows, compiled in */
    /* samples, compiled in; NULL: the suite needs none */
    const noc_embedded_file *samples;
    /* Answers the rows of a table, and passes one study of all rows to `take`, with `context`.
     * Calls `step`, if not NULL, with bench->context before each row. NOC_EINPUT at `file` and
     * line. */
    noc_status (*make_study)(noc_bench *bench, const char *text, const char *file,
                             void (*step)(void *context, const char *id), noc_study_receiver *take,
                             void *context);
} noc_measured_suite;

/* Returns suite `i`, in the order of suites.def; NULL past the end. */
const noc_measured_suite *noc_measured_suite_at(size_t i);

/* Finds the suite of a name; NULL: none. */
const noc_measured_suite *noc_measured_suite_find(const char *name);

/* Finds the suite of a user's table by its header; the first suite if none fits. */
const noc_measured_suite *noc_suite_of_table(const char *text);

#endif
