/* studies/verdict.h: verdict on a published figure and nocsight's. */
#ifndef NOC_STUDIES_VERDICT_H
#define NOC_STUDIES_VERDICT_H

#include "explore/settings/expression.h"
#include "studies/published.h"

typedef enum noc_verdict {
    NOC_VERDICT_EXACT,    /* equal in all printed digits; inside a range or bound */
    NOC_VERDICT_WITHIN_5, /* 5 points of a change or less, else 5 % of the figure */
    NOC_VERDICT_WITHIN_10,
    /* better where the published figure is better, worse where it is worse */
    NOC_VERDICT_DIRECTION,
    NOC_VERDICT_WRONG,
    NOC_VERDICT_RANKING_RIGHT,
    NOC_VERDICT_RANKING_WRONG,
    NOC_VERDICT_INPUT,        /* the figure is a setting of our design */
    NOC_VERDICT_CONTEXT,      /* an input on which no result here depends */
    NOC_VERDICT_NOT_MODELLED, /* needs hardware that is not modelled, which is named */
    NOC_VERDICT_CONTRADICTED, /* the paper itself or its mechanism contradicts the figure */
    NOC_VERDICT_LOST,         /* the number is missing in the text */
    NOC_VERDICT_TRACE,        /* needs an application's trace */
    NOC_VERDICT_UNANSWERED,   /* our figure is not known: not sampled yet */
    NOC_VERDICTS
} noc_verdict;

const char *noc_verdict_name(noc_verdict verdict); /* "within-5" */
const char *noc_verdict_meaning(noc_verdict verdict);

/* True if the verdict compares a figure of ours. */
bool noc_verdict_is_counted(noc_verdict verdict);

/* Returns the verdict on a row and our figure: a number, a text, or 1 and 0 of a condition. `half`
 * is half of the sample's interval in the row's unit, NAN without a sample: a figure is a change if
 * it is beyond `half`, or beyond 3 points where `half` is not known.
 *
 * Rules: a change is near (within 5, within 10) if our figure goes in the right direction and has
 * at least a third of the effect, or if both are below 3 points. "Up to X" holds between no change
 * and 2 X. An input stays one while our figure is within 5 of the printed one; else its row is
 * judged as any other. */
noc_verdict noc_verdict_of(const noc_published *row, noc_expression_kind kind, const noc_term *ours,
                           double half);

/* Numbers that a row prints. */
typedef struct noc_printed {
    enum { NOC_PRINTED_TEXT, NOC_PRINTED_NUMBER, NOC_PRINTED_RANGE } form;
    double lo, hi;  /* a bound may be infinite; equal for a number */
    double half;    /* half of the unit of the last printed digit; 0 for ranges */
    bool is_change; /* true if the number is a change from a baseline in % */
    bool is_ratio;  /* true if the number is a ratio to a baseline */
} noc_printed;

noc_printed noc_printed_of(const noc_published *row);

/* Returns the numbers of a text alone: "212", "2.4-3.5", "~600", "> 4". */
noc_printed noc_printed_read(const char *text);

/* Digits behind the point for our figure: one more than printed, and none for large whole
 * numbers. */
int noc_printed_digits(const noc_printed *printed, double figure);

/* Converts a figure in the row's unit to a change in %; a ratio, too. */
double noc_printed_change(const noc_printed *printed, double figure);

/* True if "no change" (0 %, a ratio of 1) would be near what a row prints. */
bool noc_unchanged_is_near(const noc_published *row);

/* True if our figure changes in the direction of the published change or ratio, by more than half
 * of its interval. A published change of less than 3 points is met within 3 points. */
bool noc_printed_direction(const noc_printed *printed, double ours, double half);

#endif
