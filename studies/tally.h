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

/* Changes against a baseline with a number that is no "up to": whether they go the right way, and
 * how far they are off, in points (a ratio as a change in %). */
typedef struct noc_changes {
    size_t count;
    size_t large, large_right;   /* changes of at least 3 %: with the right sign */
    size_t small, small_right;   /* smaller: within 3 points */
    size_t close;                /* within the larger of 4 points and a third of the figure */
    size_t bounds, bounds_right; /* "up to" rows and single applications, by direction alone */
    double mean_difference;      /* absolute */
    double mean_published;       /* absolute: what "no change" would be off by */
    size_t both, agree;          /* sampled and by the model, and of one sign or within 3 points */
} noc_changes;

noc_changes noc_tally_changes(const noc_judged_rows *rows);

/* Whether a row is one of those that noc_changes looks at. */
bool noc_judged_is_change(const noc_judged *judged);

#endif
