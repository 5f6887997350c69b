/* studies/judged.h: published figures with ours beside them, and what they are to each other. */
#ifndef NOC_STUDIES_JUDGED_H
#define NOC_STUDIES_JUDGED_H

#include "studies/bench.h"
#include "studies/verdict.h"

/* Our figure by one method. */
typedef struct noc_ours {
    noc_term term;       /* a text is borrowed, of static life */
    double half;         /* half of its interval, in the row's unit; NAN: none is known */
    noc_verdict verdict; /* NOC_VERDICT_UNANSWERED where there is no figure */
    bool stale;          /* sampled, but of another design, workload or version */
} noc_ours;

typedef struct noc_judged {
    const noc_published *row;
    noc_expression_kind kind; /* kind of the row's expression */
    noc_ours model;
    noc_ours sample;     /* figure where a row asks for metrics that a sample measures */
    noc_verdict verdict; /* the sample's where there is one, else the model's */
    char *command;       /* command line that makes our figure, "" without one; owned */
    char *why;           /* reason or reading, "" without one; owned */
} noc_judged;

typedef struct noc_judged_rows {
    noc_judged *list;
    size_t count;
} noc_judged_rows;

/* The rows that `word` asks for, NULL for all. Needs bench->diag; samples are those that the bench
 * knows or measures. Calls `step`, if it is not NULL, with bench->context before each row. The
 * caller clears *rows. */
noc_status noc_judge(noc_bench *bench, const char *word,
                     void (*step)(void *context, const char *id), noc_judged_rows *rows);
void noc_judged_clear(noc_judged_rows *rows);

/* Our figure that is compared: the sample's where there is one that is not stale, else the
 * model's. */
const noc_ours *noc_judged_ours(const noc_judged *judged);

/* Model less sample: points of a change or a ratio as a change, else per cent of the sample; NAN
 * where one of both is not there. */
double noc_judged_gap(const noc_judged *judged);

/* Our figure as text: a number with as many digits as are printed and one more, "yes" or "no" of a
 * condition, "" without one. */
enum { NOC_OURS_CHARS = 48 };
void noc_ours_text(const noc_judged *judged, const noc_ours *ours, char text[NOC_OURS_CHARS]);

/* Ours less the published number, in its unit; NAN where one of both is none. */
double noc_judged_difference(const noc_judged *judged);

#endif
