/* studies/tally.h: counts of verdicts on published figures, by paper and kind. */
#ifndef NOC_STUDIES_TALLY_H
#define NOC_STUDIES_TALLY_H

#include "studies/judged.h"

/* A paper, or a kind of figure in a paper. */
typedef struct noc_tally {
    const char *paper, *kind; /* paper: NULL for all papers; kind: NULL for all kinds of a paper */
    size_t verdicts[NOC_VERDICTS];
    size_t count;
} noc_tally;

/* Returns a tally for each paper in the rows' order, and with `kinds` one for each kind of its
 * figures; then one over all, if there are several papers. NULL when out of memory; the caller
 * frees them. */
noc_tally *noc_tally_rows(const noc_judged_rows *rows, bool kinds, size_t *count);

/* Changes against a baseline: rows with a number that is no "up to", and rows judged by
 * direction. */
typedef struct noc_changes {
    size_t count;
    /* rows within 10 points, of ours and of "no change" (studies/verdict.h) */
    size_t near, near_unchanged;
    size_t right;           /* rows near, or in the right direction */
    double mean_difference; /* points, absolute, mean; a ratio as a change in % */
    double mean_published;  /* points, absolute, mean: the error of "no change" */
    /* "up to" rows, words and single applications; rows among them that are right */
    size_t bounds, bounds_right;
    /* rows with sample and model; rows among them with one sign or within 3 points */
    size_t both, agree;
} noc_changes;

noc_changes noc_tally_changes(const noc_judged_rows *rows);

/* Number of different answers among the compared rows: rows with different questions or
 * expressions. 0 when out of memory. */
size_t noc_tally_answers(const noc_judged_rows *rows);

/* True if noc_changes counts a row. */
bool noc_judged_is_change(const noc_judged *judged);

#endif
