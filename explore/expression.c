/* Recursive descent into postfix steps, run on a small stack. */
#include "explore/expression.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS_MAX = 128, DEPTH_MAX = 32, NAME_MAX_CHARS = 80 };

typedef enum op {
    OP_NUMBER,
    OP_TEXT,
    OP_NAME,
    OP_NEGATE,
    OP_NOT,
    OP_ADD,
    OP_SUBTRACT,
    OP_MULTIPLY,
    OP_DIVIDE,
    OP_LESS,
    OP_LESS_EQUAL,
    OP_GREATER,
    OP_GREATER_EQUAL,
    OP_EQUAL,
    OP_UNEQUAL,
    OP_AND,
    OP_OR,
} op;

typedef struct step {
    op what;
    double number;
    int name;
    char *text;
} step;

struct noc_expression {
    char *source;
    step steps[STEPS_MAX];
    int count;
};

/* What an expression under construction is: numbers, texts and conditions do not mix. */
typedef enum kind { KIND_NUMBER, KIND_TEXT, KIND_CONDITION } kind;

typedef struct parser {
    const char *at;
    noc_expression *e;
    const noc_names *names;
    noc_place place;
    noc_status status;
    noc_diag *diag;
    int depth;
    bool failed;
} parser;

static void fault(parser *p, const char *at, const char *text)
{
    if (p->failed) return;
    p->failed = true;
    noc_fail(p->diag, p->status, p->place, "'%s', column %d: %s", p->e->source,
             (int)(at - p->e->source) + 1, text);
}

static void add(parser *p, step s)
{
    if (p->e->count < STEPS_MAX) {
        p->e->steps[p->e->count++] = s;
        return;
    }
    free(s.text);
    fault(p, p->at, "the expression is too long");
}

static void skip_blanks(parser *p)
{
    while (isspace((unsigned char)*p->at)) p->at++;
}

static bool take(parser *p, const char *token)
{
    skip_blanks(p);
    if (strncmp(p->at, token, strlen(token)) != 0) return false;
    p->at += strlen(token);
    return true;
}

static kind read_or(parser *p);

static void want(parser *p, const char *at, kind got, kind wanted)
{
    static const char *const kinds[] = {"a number", "a text", "a condition"};
    char text[80];
    if (got == wanted) return;
    snprintf(text, sizeof text, "expected %s, not %s", kinds[wanted], kinds[got]);
    fault(p, at, text);
}

static kind read_text(parser *p)
{
    const char *start = ++p->at;
    const char *end = strchr(start, '"');
    if (!end) {
        fault(p, start - 1, "a text in quotes does not end");
        return KIND_TEXT;
    }
    add(p, (step){.what = OP_TEXT, .text = strndup(start, (size_t)(end - start))});
    p->at = end + 1;
    return KIND_TEXT;
}

static kind read_name(parser *p)
{
    char name[NAME_MAX_CHARS], text[200];
    const char *start = p->at;
    while (isalnum((unsigned char)*p->at) || (*p->at && strchr("_.[]", *p->at))) p->at++;
    snprintf(name, sizeof name, "%.*s", (int)(p->at - start), start);
    bool is_text = false;
    const int found = p->names->find(name, &is_text);
    if (found < 0) {
        p->names->fault(name, text, sizeof text);
        fault(p, start, text);
        return KIND_NUMBER;
    }
    add(p, (step){.what = OP_NAME, .name = found});
    return is_text ? KIND_TEXT : KIND_NUMBER;
}

static kind read_primary(parser *p)
{
    skip_blanks(p);
    if (*p->at == '"') return read_text(p);
    if (isdigit((unsigned char)*p->at) || *p->at == '.') {
        char *end = NULL;
        const double number = strtod(p->at, &end);
        if (end == p->at || !isfinite(number)) {
            fault(p, p->at, "expected a number");
            return KIND_NUMBER;
        }
        p->at = end;
        add(p, (step){.what = OP_NUMBER, .number = number});
        return KIND_NUMBER;
    }
    if (isalpha((unsigned char)*p->at)) return read_name(p);
    if (take(p, "(")) {
        if (++p->depth > DEPTH_MAX) fault(p, p->at, "too many parentheses");
        const kind inner = p->failed ? KIND_NUMBER : read_or(p);
        p->depth--;
        if (!p->failed && !take(p, ")")) fault(p, p->at, "expected ')'");
        return inner;
    }
    fault(p, p->at, *p->at ? "expected a number, a name or '('" : "the expression ends too early");
    return KIND_NUMBER;
}

static kind read_unary(parser *p)
{
    skip_blanks(p);
    const char *at = p->at;
    if (!take(p, "-")) return read_primary(p);
    if (++p->depth > DEPTH_MAX) fault(p, at, "too many signs");
    if (!p->failed) want(p, at, read_unary(p), KIND_NUMBER);
    p->depth--;
    add(p, (step){.what = OP_NEGATE});
    return KIND_NUMBER;
}

/* One level of left-associative operators on numbers. */
static kind read_chain(parser *p, kind (*next)(parser *), const char *first, op first_op,
                       const char *second, op second_op)
{
    skip_blanks(p);
    const char *at = p->at;
    const kind left = next(p);
    while (!p->failed) {
        const bool is_first = take(p, first);
        if (!is_first && !take(p, second)) return left;
        want(p, at, left, KIND_NUMBER);
        const char *right = p->at;
        if (!p->failed) want(p, right, next(p), KIND_NUMBER);
        add(p, (step){.what = is_first ? first_op : second_op});
    }
    return left;
}

static kind read_product(parser *p)
{
    return read_chain(p, read_unary, "*", OP_MULTIPLY, "/", OP_DIVIDE);
}

static kind read_sum(parser *p)
{
    return read_chain(p, read_product, "+", OP_ADD, "-", OP_SUBTRACT);
}

static bool take_comparison(parser *p, op *what)
{
    static const struct {
        const char *token;
        op what;
    } signs[] = {
        {"<=", OP_LESS_EQUAL}, {">=", OP_GREATER_EQUAL}, {"==", OP_EQUAL},
        {"!=", OP_UNEQUAL},    {"<", OP_LESS},           {">", OP_GREATER},
    };
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        if (!take(p, signs[i].token)) continue;
        *what = signs[i].what;
        return true;
    }
    skip_blanks(p);
    if (*p->at == '=') fault(p, p->at, "expected '==' for equality");
    return false;
}

static kind read_comparison(parser *p)
{
    skip_blanks(p);
    const char *at = p->at;
    const kind left = read_sum(p);
    op what;
    if (p->failed || !take_comparison(p, &what)) return left;
    if (left == KIND_CONDITION) fault(p, at, "a condition cannot be compared");
    skip_blanks(p);
    const char *right = p->at;
    const kind kind_right = p->failed ? left : read_sum(p);
    if (!p->failed) want(p, right, kind_right, left);
    if (left == KIND_TEXT && what != OP_EQUAL && what != OP_UNEQUAL)
        fault(p, right, "texts can only be equal (==) or not (!=)");
    add(p, (step){.what = what});
    skip_blanks(p);
    if (!p->failed && strchr("<>=!", *p->at) && *p->at)
        fault(p, p->at, "comparisons do not chain (a < b && b < c)");
    return KIND_CONDITION;
}

static kind read_not(parser *p)
{
    skip_blanks(p);
    const char *at = p->at;
    if (*at != '!' || at[1] == '=') return read_comparison(p);
    p->at++;
    if (++p->depth > DEPTH_MAX) fault(p, at, "too many signs");
    if (!p->failed) want(p, at, read_not(p), KIND_CONDITION);
    p->depth--;
    add(p, (step){.what = OP_NOT});
    return KIND_CONDITION;
}

static kind read_joined(parser *p, kind (*next)(parser *), const char *token, op what)
{
    skip_blanks(p);
    const char *at = p->at;
    const kind left = next(p);
    while (!p->failed && take(p, token)) {
        want(p, at, left, KIND_CONDITION);
        skip_blanks(p);
        const char *right = p->at;
        if (!p->failed) want(p, right, next(p), KIND_CONDITION);
        add(p, (step){.what = what});
    }
    return left;
}

static kind read_and(parser *p)
{
    return read_joined(p, read_not, "&&", OP_AND);
}

static kind read_or(parser *p)
{
    return read_joined(p, read_and, "||", OP_OR);
}

noc_status noc_expression_read(const char *text, const noc_names *names, noc_place place,
                               noc_status status, noc_expression **expression, noc_diag *diag)
{
    noc_expression *e = calloc(1, sizeof *e);
    if (e) e->source = strdup(text);
    if (!e || !e->source) {
        free(e);
        return noc_fail_memory(diag);
    }
    parser p = {
        .at = e->source, .e = e, .names = names, .place = place, .status = status, .diag = diag};
    const kind whole = read_or(&p);
    skip_blanks(&p);
    if (!p.failed && *p.at) fault(&p, p.at, "expected an operator");
    if (!p.failed) want(&p, e->source, whole, KIND_CONDITION);
    if (p.failed) {
        noc_expression_free(e);
        return status;
    }
    *expression = e;
    return NOC_OK;
}

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

/* ---- running -------------------------------------------------------------------------------- */

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

static double compare_texts(op what, const noc_term *a, const noc_term *b)
{
    if (a->kind != NOC_TERM_TEXT || b->kind != NOC_TERM_TEXT) return NAN;
    return truth((strcmp(a->text, b->text) == 0) == (what == OP_EQUAL));
}

static double apply(op what, double a, double b)
{
    switch (what) {
    case OP_ADD:
        return a + b;
    case OP_SUBTRACT:
        return a - b;
    case OP_MULTIPLY:
        return a * b;
    case OP_DIVIDE:
        return b == 0.0 ? NAN : a / b;
    case OP_AND:
        return both(a, b);
    case OP_OR:
        return 1.0 - both(1.0 - a, 1.0 - b);
    default:
        break;
    }
    if (isnan(a) || isnan(b)) return NAN;
    switch (what) {
    case OP_LESS:
        return truth(a < b);
    case OP_LESS_EQUAL:
        return truth(a <= b);
    case OP_GREATER:
        return truth(a > b);
    case OP_GREATER_EQUAL:
        return truth(a >= b);
    case OP_EQUAL:
        return truth(a == b);
    default:
        return truth(a != b);
    }
}

static noc_term number_term(double number)
{
    return (noc_term){NOC_TERM_NUMBER, number, NULL};
}

static noc_term binary(op what, const noc_term *a, const noc_term *b)
{
    if (a->text || b->text) return number_term(compare_texts(what, a, b));
    return number_term(apply(what, a->number, b->number));
}

noc_truth noc_expression_holds(const noc_expression *e, noc_value_of value, void *context)
{
    noc_term stack[STEPS_MAX + 1];
    int top = 0;
    for (int i = 0; i < e->count; i++) {
        const step *s = &e->steps[i];
        if (s->what == OP_NUMBER) {
            stack[top++] = number_term(s->number);
        } else if (s->what == OP_TEXT) {
            stack[top++] = (noc_term){NOC_TERM_TEXT, NAN, s->text};
        } else if (s->what == OP_NAME) {
            noc_term term = value(context, s->name);
            if (term.kind == NOC_TERM_ABSENT) return NOC_TRUE;
            if (term.kind == NOC_TERM_UNKNOWN) term.number = NAN;
            stack[top++] = term;
        } else if (s->what == OP_NEGATE) {
            stack[top - 1].number = -stack[top - 1].number;
        } else if (s->what == OP_NOT) {
            stack[top - 1].number = 1.0 - stack[top - 1].number;
        } else {
            top--;
            stack[top - 1] = binary(s->what, &stack[top - 1], &stack[top]);
        }
    }
    const double result = stack[0].number;
    if (isnan(result)) return NOC_UNKNOWN;
    return result != 0.0 ? NOC_TRUE : NOC_FALSE;
}
