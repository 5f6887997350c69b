/* studies/verdict.h: rules of comparison: verdict on nocsight's figure against a published one, and
 * reading of the numbers that a row prints. */
#ifndef NOC_STUDIES_VERDICT_H
#define NOC_STUDIES_VERDICT_H

#include "explore/settings/expression.h"
#include "studies/published.h"

typedef enum noc_verdict {
    NOC_VERDICT_EXACT,    /* equal in all printed digits, or inside a range or bound */
    NOC_VERDICT_WITHIN_5, /* difference of at most 5 points of a change, else 5 % of the figure */
    NOC_VERDICT_WITHIN_10,
    /* better where the published figure is better, worse where it is worse */
    NOC_VERDICT_DIRECTION,
    NOC_VERDICT_WRONG,
    NOC_VERDICT_RANKING_RIGHT,
    NOC_VERDICT_RANKING_WRONG,
    NOC_VERDICT_INPUT,        /* a setting of nocsight's design */
    NOC_VERDICT_CONTEXT,      /* an input on which no result depends */
    NOC_VERDICT_NOT_MODELLED, /* needs hardware that is not modelled; `why` names it */
    NOC_VERDICT_CONTRADICTED, /* contradicted by the paper, or by its mechanism */
    NOC_VERDICT_LOST,         /* the number is missing in the paper's text */
    NOC_VERDICT_TRACE,        /* needs an application's trace */
    NOC_VERDICT_UNANSWERED,   /* no figure yet: the row is not sampled */
    NOC_VERDICTS
} noc_verdict;

const char *noc_verdict_name(noc_verdict verdict);    /* "within-5" */
const char *noc_verdict_meaning(noc_verdict verdict); /* explanation for users */

/* True if the verdict compares nocsight's figure with the published one. */
bool noc_verdict_is_counted(noc_verdict verdict);

/* Returns the verdict on nocsight's figure of a row: a number, a text, or 1 and 0 for a condition.
 * `half_width` is that of the sample's interval in the row's unit, NAN without a sample. A figure
 * is a change if its distance from "no change" exceeds `half_width`, or 3 points if `half_width` is
 * NAN.
 *
 * Rules: a change is near (within 5, within 10) if nocsight's figure has the right direction and at
 * least a third of the effect, or if both are below 3 points. "Up to X" holds between no change and
 * 2 X. An input stays an input while nocsight's figure is within 5 of the printed one; otherwise
 * the row is judged like any other. */
noc_verdict noc_verdict_find(const noc_published *row, noc_expression_kind kind,
                             const noc_term *figure, double half_width);

/* Numbers that a row prints. */
typedef struct noc_printed {
    enum { NOC_PRINTED_TEXT, NOC_PRINTED_NUMBER, NOC_PRINTED_RANGE } form;
    double lo, hi;              /* range; a bound may be infinite; both equal for a number */
    double rounding_half_width; /* half of the unit of the last printed digit; 0 for ranges */
    bool is_change;             /* true if the number is a change against a baseline in % */
    bool is_ratio;              /* true if the number is a ratio to a baseline */
} noc_printed;

/* Returns the numbers of a row, by its value, unit, baseline and rule. */
noc_printed noc_printed_read_row(const noc_published *row);

/* Returns the numbers of a text: "212", "2.4-3.5", "~600", "> 4". */
noc_printed noc_printed_read(const char *text);

/* Returns the decimals for nocsight's figure: one more than printed, and none for large whole
 * numbers. */
int noc_printed_digits(const noc_printed *printed, double figure);

/* Converts a figure in the row's unit, a change or a ratio, to a change in %. */
double noc_printed_change(const noc_printed *printed, double figure);

/* True if "no change" (0 %, a ratio of 1) would be near the printed figure. */
bool noc_printed_is_unchanged(const noc_published *row);

/* True if nocsight's figure has the direction of the published change or ratio, beyond the
 * half-width of its interval. A published change of less than 3 points is met within 3 points. */
bool noc_printed_has_direction(const noc_printed *printed, double figure, double half_width);

#endif
