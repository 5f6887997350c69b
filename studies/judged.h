/* studies/judged.h: judged rows: published figures with nocsight's figures by both methods, and a
 * verdict on each. */
#ifndef NOC_STUDIES_JUDGED_H
#define NOC_STUDIES_JUDGED_H

#include "studies/bench.h"
#include "studies/verdict.h"

/* nocsight's figure of a row, by one method. */
typedef struct noc_estimated_figure {
    noc_term term;       /* value; a text is borrowed, and stays valid */
    double half_width;   /* half-width of the interval, in the row's unit; NAN: unknown */
    noc_verdict verdict; /* NOC_VERDICT_UNANSWERED without a figure */
    bool is_stale;       /* true if the sample is of another design, workload or version */
} noc_estimated_figure;

typedef struct noc_judged_row {
    const noc_published *row;
    noc_expression_kind kind; /* kind of the row's expression */
    noc_estimated_figure model_figure;
    noc_estimated_figure
        sample_figure;   /* sampled figure, if the row has metrics that samples measure */
    noc_verdict verdict; /* verdict on the sampled figure if any, else on the model's */
    char *command;       /* command lines that compute nocsight's figure; "": none; owned */
    char *reason;        /* reason or reading; "": none; owned */
} noc_judged_row;

typedef struct noc_judged_rows {
    noc_judged_row *list;
    size_t count;
} noc_judged_rows;

/* Judges the rows that `word` selects (noc_published_matches); NULL: all. Needs bench->diag; uses
 * samples that the bench has or measures. Calls `step`, if not NULL, with bench->context before
 * each row. The caller clears *rows in either case. */
noc_status noc_judge_rows(noc_bench *bench, const char *word,
                          void (*step)(void *context, const char *id), noc_judged_rows *rows);
void noc_judged_clear(noc_judged_rows *rows);

/* Returns the figure that is compared: the sampled one if it exists and is not stale, else the
 * model's. */
const noc_estimated_figure *noc_judged_find_figure(const noc_judged_row *judged);

/* Returns the model's figure minus the sampled one: in points for changes and ratios, else in % of
 * the sample; NAN if either is missing. */
double noc_judged_method_gap(const noc_judged_row *judged);

/* Writes a figure of nocsight: a number with one digit more than published, "yes" or "no" for a
 * condition, "" without a figure. */
enum { NOC_JUDGED_FIGURE_CHARS = 48 };
void noc_judged_write_figure(const noc_judged_row *judged, const noc_estimated_figure *figure,
                             char text[NOC_JUDGED_FIGURE_CHARS]);

/* Returns nocsight's number minus the published one, in its unit; NAN if either is missing. */
double noc_judged_find_difference(const noc_judged_row *judged);

#endif
