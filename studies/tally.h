/* studies/tally.h: how many published figures came out, by paper and kind. */
#ifndef NOC_STUDIES_TALLY_H
#define NOC_STUDIES_TALLY_H

#include "studies/judged.h"

/* A paper, or a kind of figure in a paper. */
typedef struct noc_tally {
    const char *paper, *kind; /* kind: NULL for all of a paper; paper: NULL for all papers */
    size_t verdicts[NOC_VERDICTS];
    size_t count;
} noc_tally;

/* One for each paper in the rows' order, with `kinds` one for each kind of its figures; then one
 * over all, if there are several papers. NULL when out of memory; the caller frees them. */
noc_tally *noc_tally_rows(const noc_judged_rows *rows, bool kinds, size_t *count);

/* Changes against a baseline with a number that is no "up to", and rows judged by direction. */
typedef struct noc_changes {
    size_t count;
    size_t near, near_unchanged; /* within 10 points, ours and "no change" (studies/verdict.h) */
    size_t right;                /* near, or the right way */
    double mean_difference;      /* points, absolute; a ratio as a change in % */
    double mean_published;       /* points, absolute: the error of "no change" */
    size_t bounds, bounds_right; /* "up to" rows, words and single applications */
    size_t both, agree;          /* sampled and by the model, and of one sign or within 3 points */
} noc_changes;

noc_changes noc_tally_changes(const noc_judged_rows *rows);

/* The number of different answers among the rows that are compared: of different questions or
 * expressions. 0 when out of memory. */
size_t noc_tally_answers(const noc_judged_rows *rows);

/* True if a row is one of those that noc_changes looks at. */
bool noc_judged_is_change(const noc_judged *judged);

#endif
