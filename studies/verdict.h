/* studies/verdict.h: what a published figure and ours are to each other. */
#ifndef NOC_STUDIES_VERDICT_H
#define NOC_STUDIES_VERDICT_H

#include "explore/settings/expression.h"
#include "studies/published.h"

typedef enum noc_verdict {
    NOC_VERDICT_EXACT,    /* equal as far as digits are printed; inside a range or bound */
    NOC_VERDICT_WITHIN_5, /* points of a change, else per cent of the figure */
    NOC_VERDICT_WITHIN_10,
    NOC_VERDICT_DIRECTION, /* better where it is better, worse where it is worse */
    NOC_VERDICT_WRONG,
    NOC_VERDICT_RANKING_RIGHT,
    NOC_VERDICT_RANKING_WRONG,
    NOC_VERDICT_INPUT,        /* a setting of ours carries it */
    NOC_VERDICT_CONTEXT,      /* an input that nothing here depends on */
    NOC_VERDICT_NOT_MODELLED, /* a part of hardware outside, which is named */
    NOC_VERDICT_CONTRADICTED, /* the paper itself or its mechanism contradicts it */
    NOC_VERDICT_LOST,         /* the number is not in the text */
    NOC_VERDICT_TRACE,        /* needs an application's trace */
    NOC_VERDICT_UNANSWERED,   /* ours is not known: not sampled yet */
    NOC_VERDICTS
} noc_verdict;

const char *noc_verdict_name(noc_verdict verdict); /* "within-5" */
const char *noc_verdict_meaning(noc_verdict verdict);

/* True if it compares a figure of ours. */
bool noc_verdict_is_counted(noc_verdict verdict);

/* Verdict of a row and ours: a number, a text, or 1 and 0 of a condition. `half` is half of the
 * sample's interval in the row's unit, NAN without a sample: a change counts as one beyond `half`,
 * or beyond 3 points where no `half` is known.
 *
 * A change is near (within 5, within 10) where ours goes the right way and has at least a third of
 * the effect, or where both are below 3 points. "Up to X" holds between no change and 2 X. An
 * input is one while ours is within 5 of what is printed; else its row is judged as any other. */
noc_verdict noc_verdict_of(const noc_published *row, noc_expression_kind kind, const noc_term *ours,
                           double half);

/* Numbers that a row prints. */
typedef struct noc_printed {
    enum { NOC_PRINTED_TEXT, NOC_PRINTED_NUMBER, NOC_PRINTED_RANGE } form;
    double lo, hi;  /* a bound may be infinite; equal for a number */
    double half;    /* half of the unit of the last digit; 0 of ranges */
    bool is_change; /* number is a change from a baseline in % */
    bool is_ratio;  /* number is a ratio to a baseline */
} noc_printed;

noc_printed noc_printed_of(const noc_published *row);

/* The same of a text alone: "212", "2.4-3.5", "~600", "> 4". */
noc_printed noc_printed_read(const char *text);

/* Digits behind the point for a figure of ours: one more than are printed, and none of large whole
 * numbers. */
int noc_printed_digits(const noc_printed *printed, double figure);

/* A figure in the row's unit as a change in per cent: of a ratio, too. */
double noc_printed_change(const noc_printed *printed, double figure);

/* True if "no change" (0 %, a ratio of 1) would be near what a row prints. */
bool noc_unchanged_is_near(const noc_published *row);

/* True if ours goes where the published change or ratio does, beyond half of its interval. A change
 * of less than 3 points is met within 3 points. */
bool noc_printed_direction(const noc_printed *printed, double ours, double half);

#endif
