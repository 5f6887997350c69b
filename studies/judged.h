/* studies/judged.h: published figures with nocsight's figures, and a verdict on each. */
#ifndef NOC_STUDIES_JUDGED_H
#define NOC_STUDIES_JUDGED_H

#include "studies/bench.h"
#include "studies/verdict.h"

/* nocsight's figure of a row, by one method. */
typedef struct noc_our_figure {
    noc_term term;       /* value; a text is borrowed, and stays valid */
    double half;         /* half-width of the interval, in the row's unit; NAN: unknown */
    noc_verdict verdict; /* NOC_VERDICT_UNANSWERED without a figure */
    bool stale;          /* true if the sample is of another design, workload or version */
} noc_our_figure;

typedef struct noc_judged {
    const noc_published *row;
    noc_expression_kind kind; /* kind of the row's expression */
    noc_our_figure model;
    noc_our_figure sample; /* sampled figure, if the row has metrics that samples measure */
    noc_verdict verdict;   /* verdict on the sampled figure if any, else on the model's */
    char *command;         /* command lines that compute nocsight's figure; "": none; owned */
    char *why;             /* reason or reading; "": none; owned */
} noc_judged;

typedef struct noc_judged_rows {
    noc_judged *list;
    size_t count;
} noc_judged_rows;

/* Judges the rows that `word` selects; NULL: all. Needs bench->diag; uses samples that the bench
 * has or measures. Calls `step`, if not NULL, with bench->context before each row. The caller
 * clears *rows. */
noc_status noc_judge(noc_bench *bench, const char *word,
                     void (*step)(void *context, const char *id), noc_judged_rows *rows);
void noc_judged_clear(noc_judged_rows *rows);

/* Returns the figure that is compared: the sampled one if it exists and is not stale, else the
 * model's. */
const noc_our_figure *noc_judged_ours(const noc_judged *judged);

/* Returns the model's figure minus the sampled one: in points for changes and ratios, else in % of
 * the sample; NAN if either is missing. */
double noc_judged_gap(const noc_judged *judged);

/* Writes a figure of nocsight: a number with one digit more than published, "yes" or "no" for a
 * condition, "" without a figure. */
enum { NOC_OURS_CHARS = 48 };
void noc_ours_text(const noc_judged *judged, const noc_our_figure *ours, char text[NOC_OURS_CHARS]);

/* Returns nocsight's number minus the published one, in its unit; NAN if either is missing. */
double noc_judged_difference(const noc_judged *judged);

#endif
