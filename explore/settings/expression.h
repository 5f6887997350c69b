/* explore/settings/expression.h: conditions over the keys and metrics of a design:
 * "network_area_mm2 < 60 && network.topology == \"mesh\"", and figures that follow from them.
 *
 * Operators, loosest first: ||  &&  !  < <= > >= == !=  + -  * /  unary -, with parentheses;
 * numbers, texts in quotes, names, functions: gain(x, y) = 100 (x / y - 1), loss(x, y) = -gain,
 * min, max, mean, round(x, digits), abs, sqrt, exp, ln, log2, pow, floor, ceil. A figure that is
 * missing makes what depends on it unknown. */
#ifndef NOC_EXPLORE_SETTINGS_EXPRESSION_H
#define NOC_EXPLORE_SETTINGS_EXPRESSION_H

#include "base/diag.h"

typedef enum noc_truth { NOC_FALSE, NOC_TRUE, NOC_UNKNOWN } noc_truth;

typedef enum noc_term_kind {
    NOC_TERM_NUMBER,
    NOC_TERM_TEXT,
    NOC_TERM_UNKNOWN, /* there will be or could be a value, but it is not known */
    NOC_TERM_ABSENT,  /* the design has no such setting: the condition does not apply to it */
} noc_term_kind;

typedef struct noc_term {
    noc_term_kind kind;
    double number;
    const char *text; /* borrowed */
} noc_term;

/* What the names of an expression are. `find` returns a number for a name (>= 0), or -1 if there is
 * none such; then `fault` says so, and what would be right. `value` gives the value of a name by
 * its number. A name may have a text behind it, quotes and parentheses included: row("te13"). */
typedef struct noc_names {
    int (*find)(void *context, const char *name, bool *is_text);
    void (*fault)(void *context, const char *name, char *text, size_t size);
    void *context;
} noc_names;

typedef noc_term (*noc_value_of)(void *context, int name);

typedef struct noc_expression noc_expression;

typedef enum noc_expression_kind {
    NOC_EXPRESSION_NUMBER,
    NOC_EXPRESSION_TEXT,
    NOC_EXPRESSION_CONDITION,
} noc_expression_kind;

/* The kind of an expression that was read (explore/settings/expression_read.h). */
noc_expression_kind noc_expression_kind_of(const noc_expression *expression);
void noc_expression_free(noc_expression *expression);

/* Whether it holds. True where it asks about a setting that the design does not have. */
noc_truth noc_expression_holds(const noc_expression *expression, noc_value_of value, void *context);

/* What it comes to; a condition is 1 or 0. NOC_TERM_ABSENT where it asks about a setting that the
 * design does not have. */
noc_term noc_expression_value(const noc_expression *expression, noc_value_of value, void *context);

/* As it was typed. */
const char *noc_expression_text(const noc_expression *expression);

#endif
