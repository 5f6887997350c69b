/* explore/settings/expression.h: conditions over the keys and metrics of a design:
 * "network_area_mm2 < 60 && network.topology == \"mesh\"", and figures that follow from them.
 *
 * Operators, loosest first: ||  &&  !  < <= > >= == !=  + -  * /  unary -, with parentheses;
 * numbers, texts in quotes, names, functions: gain(x, y) = 100 (x / y - 1), loss(x, y) = -gain,
 * min, max, argmax (position of the largest, from 1), mean, above(limit, x, ...) how many are above
 * it, round(x, digits), abs, sqrt, exp, ln, log2, pow, floor, ceil. A figure that is missing makes
 * what depends on it unknown.
 *
 * A number may have a unit of the kind that the name before it has: clock_mhz <= 1.5GHz.
 *
 * A name may have a value for each network of a design. all(x) and any(x) make the comparison that
 * they stand in one for each network, where x has that network's values, and ask whether it holds
 * for all networks, or for one: all(network.flit_bytes) >= 32. A condition may stand in them, too:
 * all(network.flit_bytes >= 32). Once in a comparison, not in each other. */
#ifndef NOC_EXPLORE_SETTINGS_EXPRESSION_H
#define NOC_EXPLORE_SETTINGS_EXPRESSION_H

#include "base/diag.h"

typedef enum noc_truth {
    NOC_FALSE,
    NOC_TRUE,
    NOC_UNKNOWN,
    NOC_FAULTY, /* the condition asks for what is no single value of the design, or not there */
} noc_truth;

typedef enum noc_term_kind {
    NOC_TERM_NUMBER,
    NOC_TERM_TEXT,
    NOC_TERM_UNKNOWN, /* there will be or could be a value, but it is not known */
    NOC_TERM_ABSENT,  /* the design has no such setting: the condition does not apply to it */
    NOC_TERM_FAULT,   /* no single value, or no such network: `value` of the names knows why */
} noc_term_kind;

typedef struct noc_term {
    noc_term_kind kind;
    double number;
    const char *text; /* borrowed */
} noc_term;

/* What the names of an expression are. `find` returns a number for a name (>= 0), or -1 if there is
 * none such; then `fault` says so, and what would be right. `value` gives the value of a name by
 * its number. A name may have a text behind it, quotes and parentheses included: row("te13").
 * `by_network` says whether a name has a value for each network; NULL: none has. Without `unit`
 * numbers have no units. */
typedef struct noc_names {
    int (*find)(void *context, const char *name, bool *is_text);
    void (*fault)(void *context, const char *name, char *text, size_t size);
    bool (*by_network)(void *context, int name);
    const char *(*unit)(void *context, int name); /* unit of a name's numbers, "" for none */
    void *context;
} noc_names;

enum { NOC_EXPRESSION_NETWORKS = 8 }; /* networks that all() and any() ask */

/* `network`: the network whose value is asked for; -1: none, it is that of the design. */
typedef noc_term (*noc_value_of)(void *context, int name, int network);

typedef struct noc_expression noc_expression;

typedef enum noc_expression_kind {
    NOC_EXPRESSION_NUMBER,
    NOC_EXPRESSION_TEXT,
    NOC_EXPRESSION_CONDITION,
} noc_expression_kind;

/* The kind of an expression that was read (explore/settings/expression_read.h). */
noc_expression_kind noc_expression_kind_of(const noc_expression *expression);
void noc_expression_free(noc_expression *expression);

/* True if it holds. True where it asks about a setting that the design does not have. */
noc_truth noc_expression_holds(const noc_expression *expression, noc_value_of value, void *context);

/* What it comes to; a condition is 1 or 0. NOC_TERM_ABSENT where it asks about a setting that the
 * design does not have. */
noc_term noc_expression_value(const noc_expression *expression, noc_value_of value, void *context);

/* The number of the i-th name in it; -1 past the last. */
int noc_expression_name(const noc_expression *expression, int i);

/* The text as typed, and its place. The place's file is that of the reader: it has to live as
 * long. */
const char *noc_expression_text(const noc_expression *expression);
noc_place noc_expression_place(const noc_expression *expression);

#endif
