/* studies/suites/silicon_data.h: answers to all rows of a table of measured figures, and their
 * table for CSV and JSON. */
#ifndef NOC_STUDIES_SUITES_SILICON_DATA_H
#define NOC_STUDIES_SUITES_SILICON_DATA_H

#include "reports/writers/table.h"
#include "studies/suites/silicon_rows.h"

extern const noc_embedded_file noc_silicon_files[];        /* data/silicon.csv */
extern const noc_embedded_file noc_silicon_sample_files[]; /* data/silicon_samples.csv */

typedef struct noc_silicon_answers {
    noc_silicon_table table;
    noc_silicon_compared *list;
    size_t count;
} noc_silicon_answers;

/* Reads a table and answers its rows by both methods. Calls `step`, if not NULL, with
 * bench->context before each row. The caller clears *answers in either case. */
noc_status noc_silicon_answer_table(noc_bench *bench, const char *text, const char *file,
                                    void (*step)(void *context, const char *id),
                                    noc_silicon_answers *answers);
void noc_silicon_answers_clear(noc_silicon_answers *answers);

/* True if a row has a range over unknown settings, by either method; true if such a range overlaps
 * the published figure or range. */
bool noc_silicon_has_range(const noc_silicon_compared *compared);
bool noc_silicon_is_inside(const noc_silicon_compared *compared);

/* Adds a row with all columns for each figure (schema nocsight.silicon/1). */
void noc_silicon_put_data(const noc_silicon_answers *answers, noc_table *data);

#endif
