/* explore/settings/expression.h: evaluation of conditions on the settings and metrics of a design,
 * "network_area_mm2 < 60 && network.topology == \"mesh\"", and of numbers computed from them.
 *
 * Operators, loosest first: || && ! < <= > >= == != + - * / unary -, with parentheses; numbers,
 * texts in quotes, names, functions: gain(x, y) = 100 (x / y - 1), loss(x, y) = -gain(x, y), min,
 * max, argmax (position of the largest, from 1), mean, above(limit, x, ...) (number of x above the
 * limit), round(x, digits), abs, sqrt, exp, ln, log2, pow, floor, ceil. A missing value makes each
 * result that depends on it unknown.
 *
 * A number may have a unit, converted to the unit of the name before it: clock_mhz <= 1.5GHz.
 *
 * A name may have a value for each network of a design. A comparison with all(x) is evaluated for
 * each network, with the network's values in x, and is true if it is true for every network; with
 * any(x), if it is true for one network: all(network.flit_bytes) >= 32. The argument may also be a
 * condition: all(network.flit_bytes >= 32). A comparison has at most one all or any, and these do
 * not nest. */
#ifndef NOC_EXPLORE_SETTINGS_EXPRESSION_H
#define NOC_EXPLORE_SETTINGS_EXPRESSION_H

#include "base/diag.h"

typedef enum noc_truth {
    NOC_FALSE,
    NOC_TRUE,
    NOC_UNKNOWN,
    NOC_FAULTY, /* the condition needs a single value, and the design has several or none */
} noc_truth;

typedef enum noc_term_kind {
    NOC_TERM_NUMBER,
    NOC_TERM_TEXT,
    NOC_TERM_UNKNOWN, /* a value exists or could exist, but is not known */
    NOC_TERM_ABSENT,  /* the design has no such setting: the condition does not apply */
    NOC_TERM_FAULT,   /* no single value, or no such network; `find_value` has the reason */
} noc_term_kind;

typedef struct noc_term {
    noc_term_kind kind;
    double number;
    const char *text; /* text of a text term, borrowed */
} noc_term;

/* Names of an expression. `find_name` returns the number (>= 0) of a name; -1: no such name, and
 * `write_fault` reports it, with the nearest name. A name may have an argument text, with quotes
 * and parentheses: row("te13"). `has_network_values` is true for a name with a value for each
 * network; NULL: there is no such name. `find_unit` NULL: numbers have no units. */
typedef struct noc_name_resolver {
    int (*find_name)(void *context, const char *name, bool *is_text);
    void (*write_fault)(void *context, const char *name, char *text, size_t size);
    bool (*has_network_values)(void *context, int name);
    const char *(*find_unit)(void *context, int name); /* unit of a name's numbers; "": none */
    void *context;
} noc_name_resolver;

enum { NOC_EXPRESSION_NETWORKS = 8 }; /* largest number of networks for all() and any() */

/* Finds the value of a name by its number. `network`: network whose value is wanted; -1: the
 * design's value. */
typedef noc_term (*noc_value_lookup)(void *context, int name, int network);

typedef struct noc_expression noc_expression;

typedef enum noc_expression_kind {
    NOC_EXPRESSION_NUMBER,
    NOC_EXPRESSION_TEXT,
    NOC_EXPRESSION_CONDITION,
} noc_expression_kind;

/* Returns the kind of an expression (read by explore/settings/expression_read.h). */
noc_expression_kind noc_expression_get_kind(const noc_expression *expression);

/* Tests a condition; true also if it uses a setting that the design does not have. */
noc_truth noc_expression_test(const noc_expression *expression, noc_value_lookup find_value,
                              void *context);

/* Evaluates an expression; a condition is 1 or 0. NOC_TERM_ABSENT if it uses a setting that the
 * design does not have. */
noc_term noc_expression_evaluate(const noc_expression *expression, noc_value_lookup find_value,
                                 void *context);

/* Returns the number of the i-th name in the expression, from 0; -1 past the last. */
int noc_expression_name(const noc_expression *expression, int i);

/* Return the text as typed, and its place. The file name of the place belongs to the caller and has
 * to outlive the expression. */
const char *noc_expression_text(const noc_expression *expression);
noc_place noc_expression_place(const noc_expression *expression);

#endif
