/* studies/tally.h: tallies of verdicts on published figures, by paper and kind; counts of changes
 * against a baseline, and of answers. */
#ifndef NOC_STUDIES_TALLY_H
#define NOC_STUDIES_TALLY_H

#include "studies/judged.h"

/* Counts of a paper, or of a kind of figure in a paper. */
typedef struct noc_tally {
    const char *paper, *kind; /* paper, NULL: all papers; kind, NULL: all kinds */
    size_t verdict_counts[NOC_VERDICTS];
    size_t count;
} noc_tally;

/* Returns a tally per paper in the rows' order; with `by_kind` also one per kind of its figures,
 * after the paper's; last a total, if there are several papers. *count: number of tallies. The
 * caller frees them. NULL when out of memory. */
noc_tally *noc_tally_rows(const noc_judged_rows *rows, bool by_kind, size_t *count);

/* Counts of changes against a baseline: rows with a number that is no "up to", and rows judged by
 * direction. */
typedef struct noc_changes {
    size_t count;
    /* rows with nocsight's figure within 10 points; rows whose published figure "no change" would
     * meet within 10 points (studies/verdict.h) */
    size_t near_rows, unchanged_near_rows;
    size_t right_rows;      /* rows near, or with the right direction */
    double mean_difference; /* mean absolute difference, points; ratios count as changes in % */
    double mean_published_change; /* mean absolute published change, points: error of "no change" */
    /* rows judged by direction ("up to", words, single applications); number of them that are
     * right */
    size_t bound_rows, right_bound_rows;
    /* rows with sample and model; number of them with equal signs, or a difference within 3
     * points */
    size_t sampled_rows, agreeing_rows;
} noc_changes;

/* Counts the changes among the rows. */
noc_changes noc_tally_changes(const noc_judged_rows *rows);

/* Returns the number of different answers among the compared rows: rows with different questions or
 * expressions. 0 when out of memory. */
size_t noc_tally_count_answers(const noc_judged_rows *rows);

/* True if noc_changes.count counts a row. */
bool noc_judged_is_change(const noc_judged_row *judged);

#endif
