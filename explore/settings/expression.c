/* Postfix steps, run on a small stack. */
#include "explore/settings/expression.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "explore/settings/expression_functions.h"
#include "explore/settings/expression_steps.h"

void noc_expression_free(noc_expression *e)
{
    if (!e) return;
    for (int i = 0; i < e->count; i++) free(e->steps[i].text);
    free(e->source);
    free(e);
}

const char *noc_expression_text(const noc_expression *e)
{
    return e->source;
}

noc_expression_kind noc_expression_kind_of(const noc_expression *e)
{
    return e->kind;
}

static double truth(bool holds)
{
    return holds ? 1.0 : 0.0;
}

/* Conditions are 1, 0, or NAN for unknown. */
static double both(double a, double b)
{
    if (a == 0.0 || b == 0.0) return 0.0;
    return isnan(a) || isnan(b) ? NAN : 1.0;
}

static double compare_texts(noc_operator what, const noc_term *a, const noc_term *b)
{
    if (a->kind != NOC_TERM_TEXT || b->kind != NOC_TERM_TEXT) return NAN;
    return truth((strcmp(a->text, b->text) == 0) == (what == NOC_OP_EQUAL));
}

static double apply(noc_operator what, double a, double b)
{
    switch (what) {
    case NOC_OP_ADD:
        return a + b;
    case NOC_OP_SUBTRACT:
        return a - b;
    case NOC_OP_MULTIPLY:
        return a * b;
    case NOC_OP_DIVIDE:
        return b == 0.0 ? NAN : a / b;
    case NOC_OP_AND:
        return both(a, b);
    case NOC_OP_OR:
        return 1.0 - both(1.0 - a, 1.0 - b);
    default:
        break;
    }
    if (isnan(a) || isnan(b)) return NAN;
    switch (what) {
    case NOC_OP_LESS:
        return truth(a < b);
    case NOC_OP_LESS_EQUAL:
        return truth(a <= b);
    case NOC_OP_GREATER:
        return truth(a > b);
    case NOC_OP_GREATER_EQUAL:
        return truth(a >= b);
    case NOC_OP_EQUAL:
        return truth(a == b);
    default:
        return truth(a != b);
    }
}

static noc_term number_term(double number)
{
    return (noc_term){NOC_TERM_NUMBER, number, NULL};
}

static noc_term binary(noc_operator what, const noc_term *a, const noc_term *b)
{
    if (a->text || b->text) return number_term(compare_texts(what, a, b));
    return number_term(apply(what, a->number, b->number));
}

/* Of a call the arguments are taken from the stack, its value is put there; the new height. */
static int call(const noc_step *s, noc_term *stack, int top)
{
    double arguments[NOC_ARGUMENTS_MAX];
    const int first = top - s->arguments;
    for (int i = 0; i < s->arguments; i++) arguments[i] = stack[first + i].number;
    stack[first] = number_term(noc_function_value(s->name, arguments, s->arguments));
    return first + 1;
}

static int run_step(const noc_step *s, noc_value_of value, void *context, noc_term *stack, int top)
{
    switch (s->what) {
    case NOC_OP_NUMBER:
        stack[top] = number_term(s->number);
        return top + 1;
    case NOC_OP_TEXT:
        stack[top] = (noc_term){NOC_TERM_TEXT, NAN, s->text};
        return top + 1;
    case NOC_OP_NAME:
        stack[top] = value(context, s->name);
        if (stack[top].kind != NOC_TERM_NUMBER) stack[top].number = NAN;
        return top + 1;
    case NOC_OP_CALL:
        return call(s, stack, top);
    case NOC_OP_NEGATE:
        stack[top - 1].number = -stack[top - 1].number;
        return top;
    case NOC_OP_NOT:
        stack[top - 1].number = 1.0 - stack[top - 1].number;
        return top;
    default:
        stack[top - 2] = binary(s->what, &stack[top - 2], &stack[top - 1]);
        return top - 1;
    }
}

noc_term noc_expression_value(const noc_expression *e, noc_value_of value, void *context)
{
    noc_term stack[NOC_STEPS_MAX + 1];
    int top = 0;
    for (int i = 0; i < e->count; i++) {
        top = run_step(&e->steps[i], value, context, stack, top);
        if (stack[top - 1].kind == NOC_TERM_ABSENT) return stack[top - 1];
    }
    if (stack[0].kind == NOC_TERM_NUMBER && isnan(stack[0].number))
        stack[0].kind = NOC_TERM_UNKNOWN;
    return stack[0];
}

noc_truth noc_expression_holds(const noc_expression *e, noc_value_of value, void *context)
{
    const noc_term result = noc_expression_value(e, value, context);
    if (result.kind == NOC_TERM_ABSENT) return NOC_TRUE;
    if (result.kind != NOC_TERM_NUMBER) return NOC_UNKNOWN;
    return result.number != 0.0 ? NOC_TRUE : NOC_FALSE;
}
