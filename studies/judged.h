/* studies/judged.h: published figures with nocsight's beside them, and a verdict on each. */
#ifndef NOC_STUDIES_JUDGED_H
#define NOC_STUDIES_JUDGED_H

#include "studies/bench.h"
#include "studies/verdict.h"

/* Our figure of a row, by one method. */
typedef struct noc_our_figure {
    noc_term term;       /* figure; a text is borrowed, of static life */
    double half;         /* half of the interval, in the row's unit; NAN: not known */
    noc_verdict verdict; /* NOC_VERDICT_UNANSWERED where there is no figure */
    bool stale;          /* true if sampled for another design, workload or version */
} noc_our_figure;

typedef struct noc_judged {
    const noc_published *row;
    noc_expression_kind kind; /* kind of the row's expression */
    noc_our_figure model;
    noc_our_figure sample; /* sampled figure, where the row has metrics that a sample measures */
    noc_verdict verdict;   /* verdict of the sample where there is one, else of the model */
    char *command;         /* command line that computes our figure, "" without one; owned */
    char *why;             /* reason or reading, "" without one; owned */
} noc_judged;

typedef struct noc_judged_rows {
    noc_judged *list;
    size_t count;
} noc_judged_rows;

/* Judges the rows that match `word`, NULL for all. Needs bench->diag; uses samples that the bench
 * knows or measures. Calls `step`, if not NULL, with bench->context before each row. The caller
 * clears *rows. */
noc_status noc_judge(noc_bench *bench, const char *word,
                     void (*step)(void *context, const char *id), noc_judged_rows *rows);
void noc_judged_clear(noc_judged_rows *rows);

/* Returns the figure that is compared: the sample's where there is one that is not stale, else the
 * model's. */
const noc_our_figure *noc_judged_ours(const noc_judged *judged);

/* Model less sample: points, if the figure is a change or a ratio, else % of the sample; NAN where
 * either is missing. */
double noc_judged_gap(const noc_judged *judged);

/* Writes our figure: a number with one digit more than are printed, "yes" or "no" for a condition,
 * "" without one. */
enum { NOC_OURS_CHARS = 48 };
void noc_ours_text(const noc_judged *judged, const noc_our_figure *ours, char text[NOC_OURS_CHARS]);

/* Our number less the published one, in its unit; NAN where either is missing. */
double noc_judged_difference(const noc_judged *judged);

#endif
