/* Evaluates expressions as postfix steps on a small stack. */
#include "explore/settings/expression.h"

#include <math.h>
#include <string.h>

#include "explore/settings/expression_functions.h"
#include "explore/settings/expression_steps.h"

const char *noc_expression_text(const noc_expression *e)
{
    return e->source;
}

int noc_expression_name(const noc_expression *e, int i)
{
    for (int k = 0; k < e->count; k++)
        if (e->steps[k].operation == NOC_OP_NAME && i-- == 0) return e->steps[k].name;
    return -1;
}

noc_place noc_expression_place(const noc_expression *e)
{
    return e->place;
}

noc_expression_kind noc_expression_get_kind(const noc_expression *e)
{
    return e->kind;
}

static double truth_number(bool is_true)
{
    return is_true ? 1.0 : 0.0;
}

/* Joins two conditions, each 1, 0, or NAN for unknown. */
static double apply_and(double a, double b)
{
    if (a == 0.0 || b == 0.0) return 0.0;
    return isnan(a) || isnan(b) ? NAN : 1.0;
}

static double compare_texts(noc_operator operation, const noc_term *a, const noc_term *b)
{
    if (a->kind != NOC_TERM_TEXT || b->kind != NOC_TERM_TEXT) return NAN;
    return truth_number((strcmp(a->text, b->text) == 0) == (operation == NOC_OP_EQUAL));
}

static double apply_binary(noc_operator operation, double a, double b)
{
    switch (operation) {
    case NOC_OP_ADD:
        return a + b;
    case NOC_OP_SUBTRACT:
        return a - b;
    case NOC_OP_MULTIPLY:
        return a * b;
    case NOC_OP_DIVIDE:
        return b == 0.0 ? NAN : a / b;
    case NOC_OP_AND:
        return apply_and(a, b);
    case NOC_OP_OR:
        return 1.0 - apply_and(1.0 - a, 1.0 - b);
    default:
        break;
    }
    if (isnan(a) || isnan(b)) return NAN;
    switch (operation) {
    case NOC_OP_LESS:
        return truth_number(a < b);
    case NOC_OP_LESS_EQUAL:
        return truth_number(a <= b);
    case NOC_OP_GREATER:
        return truth_number(a > b);
    case NOC_OP_GREATER_EQUAL:
        return truth_number(a >= b);
    case NOC_OP_EQUAL:
        return truth_number(a == b);
    default:
        return truth_number(a != b);
    }
}

static noc_term number_term(double number)
{
    return (noc_term){NOC_TERM_NUMBER, number, NULL};
}

static noc_term run_binary(noc_operator operation, const noc_term *a, const noc_term *b)
{
    if (a->text || b->text) return number_term(compare_texts(operation, a, b));
    return number_term(apply_binary(operation, a->number, b->number));
}

/* Runs a call: pops its arguments from the stack and pushes its value. Returns the new height. */
static int run_call(const noc_step *s, noc_term *stack, int top)
{
    double arguments[NOC_ARGUMENTS_MAX];
    const int first = top - s->argument_count;
    for (int i = 0; i < s->argument_count; i++) arguments[i] = stack[first + i].number;
    stack[first] = number_term(noc_function_evaluate(s->name, arguments, s->argument_count));
    return first + 1;
}

/* Source of values. `network`: network of names inside all() and any(); -1: outside of these. */
typedef struct value_source {
    noc_value_lookup find_value;
    void *context;
    int network;
} value_source;

static int run_step(const noc_step *s, const value_source *source, noc_term *stack, int top)
{
    switch (s->operation) {
    case NOC_OP_NUMBER:
        stack[top] = number_term(s->number);
        return top + 1;
    case NOC_OP_TEXT:
        stack[top] = (noc_term){NOC_TERM_TEXT, NAN, s->text};
        return top + 1;
    case NOC_OP_NAME:
        stack[top] =
            source->find_value(source->context, s->name, s->argument_count ? source->network : -1);
        if (stack[top].kind != NOC_TERM_NUMBER) stack[top].number = NAN;
        return top + 1;
    case NOC_OP_CALL:
        return run_call(s, stack, top);
    case NOC_OP_NEGATE:
        stack[top - 1].number = -stack[top - 1].number;
        return top;
    case NOC_OP_NOT:
        stack[top - 1].number = 1.0 - stack[top - 1].number;
        return top;
    default:
        stack[top - 2] = run_binary(s->operation, &stack[top - 2], &stack[top - 1]);
        return top - 1;
    }
}

/* True for a term that is the result of the whole expression: the setting is absent, or has no
 * single value. */
static bool is_decisive(const noc_term *term)
{
    return term->kind == NOC_TERM_ABSENT || term->kind == NOC_TERM_FAULT;
}

static noc_term run_steps(const noc_step *steps, int count, const value_source *source);

/* Joins the values of the body over the networks that have its settings; absent if no network has
 * them. */
static noc_term run_quantifier(const noc_step *s, const value_source *source)
{
    const double start = s->operation == NOC_OP_ALL ? 1.0 : 0.0;
    noc_term result = {NOC_TERM_ABSENT, start, NULL};
    value_source network_source = *source;
    for (network_source.network = 0; network_source.network < NOC_EXPRESSION_NETWORKS;
         network_source.network++) {
        const noc_term network_value = run_steps(s + 1, s->argument_count, &network_source);
        if (network_value.kind == NOC_TERM_FAULT) return network_value;
        if (network_value.kind == NOC_TERM_ABSENT) continue;
        const noc_operator join_operator = s->operation == NOC_OP_ALL ? NOC_OP_AND : NOC_OP_OR;
        result = number_term(apply_binary(join_operator, result.number, network_value.number));
    }
    return result;
}

static noc_term run_steps(const noc_step *steps, int count, const value_source *source)
{
    noc_term stack[NOC_STEPS_MAX + 1];
    int top = 0;
    for (int i = 0; i < count; i++) {
        if (steps[i].operation == NOC_OP_ALL || steps[i].operation == NOC_OP_ANY) {
            stack[top++] = run_quantifier(&steps[i], source);
            i += steps[i].argument_count;
        } else {
            top = run_step(&steps[i], source, stack, top);
        }
        if (is_decisive(&stack[top - 1])) return stack[top - 1];
    }
    return stack[0];
}

noc_term noc_expression_evaluate(const noc_expression *e, noc_value_lookup find_value,
                                 void *context)
{
    const value_source source = {find_value, context, -1};
    noc_term result = run_steps(e->steps, e->count, &source);
    if (result.kind == NOC_TERM_NUMBER && isnan(result.number)) result.kind = NOC_TERM_UNKNOWN;
    return result;
}

noc_truth noc_expression_test(const noc_expression *e, noc_value_lookup find_value, void *context)
{
    const noc_term result = noc_expression_evaluate(e, find_value, context);
    if (result.kind == NOC_TERM_ABSENT) return NOC_TRUE;
    if (result.kind == NOC_TERM_FAULT) return NOC_FAULTY;
    if (result.kind != NOC_TERM_NUMBER) return NOC_UNKNOWN;
    return result.number != 0.0 ? NOC_TRUE : NOC_FALSE;
}
