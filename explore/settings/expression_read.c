/* Parses expressions by recursive descent into postfix steps. */
#include "explore/settings/expression_read.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/amount.h"
#include "explore/settings/expression_functions.h"
#include "explore/settings/expression_steps.h"

enum { DEPTH_MAX = 32, NAME_MAX_CHARS = 120 };

/* Kind of a subexpression. Numbers, texts and conditions do not mix. */
typedef noc_expression_kind kind;

typedef struct parser {
    const char *at;
    noc_expression *e;
    const noc_names *names;
    noc_place place;
    noc_status status;
    noc_diag *diag;
    int depth;
    bool failed;
    const char *unit;  /* unit of the last name in the comparison; NULL: no name so far */
    bool within;       /* names are inside all() or any() */
    int by_network;    /* number of names inside with a value for each network */
    noc_operator each; /* all or any of the current comparison; NOC_OP_NUMBER: none */
} parser;

static void fault(parser *p, const char *at, const char *text)
{
    if (p->failed) return;
    p->failed = true;
    noc_fail(p->diag, p->status, p->place, "'%s', column %d: %s", p->e->source,
             (int)(at - p->e->source) + 1, text);
}

static void add(parser *p, noc_step s)
{
    if (p->e->count < NOC_STEPS_MAX) {
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
        return NOC_EXPRESSION_TEXT;
    }
    add(p, (noc_step){.what = NOC_OP_TEXT, .text = strndup(start, (size_t)(end - start))});
    p->at = end + 1;
    return NOC_EXPRESSION_TEXT;
}

static kind look_up(parser *p, const char *start)
{
    char name[NAME_MAX_CHARS], text[200];
    snprintf(name, sizeof name, "%.*s", (int)(p->at - start), start);
    bool is_text = false;
    const int found = p->names->find(p->names->context, name, &is_text);
    if (found < 0) {
        p->names->fault(p->names->context, name, text, sizeof text);
        fault(p, start, text);
        return NOC_EXPRESSION_NUMBER;
    }
    const bool each =
        p->within && p->names->by_network && p->names->by_network(p->names->context, found);
    p->by_network += each;
    if (p->names->unit) p->unit = p->names->unit(p->names->context, found);
    add(p, (noc_step){.what = NOC_OP_NAME, .name = found, .arguments = each});
    return is_text ? NOC_EXPRESSION_TEXT : NOC_EXPRESSION_NUMBER;
}

/* Reads the arguments of a function, after its '('. */
static kind read_call(parser *p, const char *start, int function, int least, int most)
{
    char text[80];
    int count = 0;
    if (++p->depth > DEPTH_MAX) fault(p, p->at, "too many parentheses");
    do {
        skip_blanks(p);
        const char *at = p->at;
        if (!p->failed) want(p, at, read_or(p), NOC_EXPRESSION_NUMBER);
        count++;
    } while (!p->failed && take(p, ","));
    p->depth--;
    if (!p->failed && !take(p, ")")) fault(p, p->at, "expected ',' or ')'");
    if (!p->failed && (count < least || count > most)) {
        snprintf(text, sizeof text, "expected %d to %d arguments, not %d", least, most, count);
        fault(p, start, text);
    }
    add(p, (noc_step){.what = NOC_OP_CALL, .name = function, .arguments = count});
    return NOC_EXPRESSION_NUMBER;
}

/* Inserts all or any before the steps that it runs for each network. */
static void add_each(parser *p, noc_operator what, int first)
{
    noc_expression *e = p->e;
    const int body = e->count - first;
    add(p, (noc_step){.what = what, .arguments = body});
    if (p->failed) return;
    const noc_step step = e->steps[e->count - 1];
    memmove(&e->steps[first + 1], &e->steps[first], (size_t)body * sizeof step);
    e->steps[first] = step;
}

/* Reads the argument of all or any, after its '('. If the argument is a number or a text, all or
 * any applies to the comparison. */
static kind read_each(parser *p, const char *start, noc_operator what)
{
    const int first = p->e->count, before = p->by_network;
    if (p->within) fault(p, start, "all() and any() do not stand in each other");
    if (++p->depth > DEPTH_MAX) fault(p, p->at, "too many parentheses");
    p->within = true;
    const kind inner = p->failed ? NOC_EXPRESSION_NUMBER : read_or(p);
    p->within = false;
    p->depth--;
    if (!p->failed && !take(p, ")")) fault(p, p->at, "expected ')'");
    if (p->by_network == before)
        fault(p, start,
              "all() and any() are of what each network has: all(network.flit_bytes) >= 32");
    if (inner == NOC_EXPRESSION_CONDITION) {
        add_each(p, what, first);
    } else {
        if (p->each != NOC_OP_NUMBER) fault(p, start, "a comparison has one all() or any()");
        p->each = what;
    }
    return inner;
}

/* Reads a name, a function call, or a name with an argument text: row("te13-fig8"). */
static kind read_name(parser *p)
{
    char word[NAME_MAX_CHARS];
    int least, most;
    const char *start = p->at;
    while (isalnum((unsigned char)*p->at) || (*p->at && strchr("_.[]", *p->at))) p->at++;
    snprintf(word, sizeof word, "%.*s", (int)(p->at - start), start);
    if (*p->at != '(') return look_up(p, start);
    const bool all = strcmp(word, "all") == 0;
    if (p->names->by_network && (all || strcmp(word, "any") == 0)) {
        p->at++;
        return read_each(p, start, all ? NOC_OP_ALL : NOC_OP_ANY);
    }
    const int function = noc_function_find(word, &least, &most);
    if (function >= 0) {
        p->at++;
        return read_call(p, start, function, least, most);
    }
    const char *end = p->at[1] == '"' ? strstr(p->at + 2, "\")") : NULL;
    if (end) {
        p->at = end + 2;
        return look_up(p, start);
    }
    char text[200];
    snprintf(text, sizeof text, "there is no function '%.40s' (%s%s)", word, noc_function_names(),
             p->names->by_network ? ", all, any" : "");
    fault(p, start, text);
    return NOC_EXPRESSION_NUMBER;
}

/* Finds the length of the unit after a number, with the blanks before it. */
static size_t unit_length(const char *text)
{
    const size_t blanks = strspn(text, " \t");
    const char *at = text + blanks;
    if (!isalpha((unsigned char)*at) && *at != '%') return 0;
    while (isalnum((unsigned char)*at) || (*at && strchr("%/^", *at))) at++;
    return (size_t)(at - text);
}

/* Reads an amount. Returns its number in the unit of the last name. */
static double read_amount(parser *p, const char *start, size_t length)
{
    char text[NAME_MAX_CHARS], why[200];
    noc_amount amount;
    double number = NAN;
    snprintf(text, sizeof text, "%.*s", (int)length, start);
    if (!noc_amount_split(text, &amount)) {
        fault(p, start, "expected a number");
    } else if (!p->unit) {
        fault(p, start, "a number with a unit stands behind the name that it is compared with");
    } else if (noc_amount_in(&amount, p->unit, &number) != NOC_AMOUNT_FITS) {
        const char *given = noc_unit_kind(amount.unit);
        snprintf(why, sizeof why, "%.20s is %s, and the amount before it is %s%s", amount.unit,
                 given ? given : "no unit", *p->unit ? "in " : "without a unit", p->unit);
        fault(p, start, why);
    }
    return number;
}

static kind read_number(parser *p)
{
    char *end = NULL;
    const char *start = p->at;
    double number = strtod(start, &end);
    if (end == start || !isfinite(number)) {
        fault(p, start, "expected a number");
        return NOC_EXPRESSION_NUMBER;
    }
    const size_t unit = p->names->unit ? unit_length(end) : 0;
    p->at = end + unit;
    if (unit > 0) number = read_amount(p, start, (size_t)(p->at - start));
    add(p, (noc_step){.what = NOC_OP_NUMBER, .number = number});
    return NOC_EXPRESSION_NUMBER;
}

static kind read_primary(parser *p)
{
    skip_blanks(p);
    if (*p->at == '"') return read_text(p);
    if (isdigit((unsigned char)*p->at) || *p->at == '.') return read_number(p);
    if (isalpha((unsigned char)*p->at)) return read_name(p);
    if (take(p, "(")) {
        if (++p->depth > DEPTH_MAX) fault(p, p->at, "too many parentheses");
        const kind inner = p->failed ? NOC_EXPRESSION_NUMBER : read_or(p);
        p->depth--;
        if (!p->failed && !take(p, ")")) fault(p, p->at, "expected ')'");
        return inner;
    }
    fault(p, p->at, *p->at ? "expected a number, a name or '('" : "the expression ends too early");
    return NOC_EXPRESSION_NUMBER;
}

static kind read_unary(parser *p)
{
    skip_blanks(p);
    const char *at = p->at;
    if (!take(p, "-")) return read_primary(p);
    if (++p->depth > DEPTH_MAX) fault(p, at, "too many signs");
    if (!p->failed) want(p, at, read_unary(p), NOC_EXPRESSION_NUMBER);
    p->depth--;
    add(p, (noc_step){.what = NOC_OP_NEGATE});
    return NOC_EXPRESSION_NUMBER;
}

/* Reads one level of left-associative operators on numbers. */
static kind read_chain(parser *p, kind (*next)(parser *), const char *first, noc_operator first_op,
                       const char *second, noc_operator second_op)
{
    skip_blanks(p);
    const char *at = p->at;
    const kind left = next(p);
    while (!p->failed) {
        const bool is_first = take(p, first);
        if (!is_first && !take(p, second)) return left;
        want(p, at, left, NOC_EXPRESSION_NUMBER);
        const char *right = p->at;
        if (!p->failed) want(p, right, next(p), NOC_EXPRESSION_NUMBER);
        add(p, (noc_step){.what = is_first ? first_op : second_op});
    }
    return left;
}

static kind read_product(parser *p)
{
    return read_chain(p, read_unary, "*", NOC_OP_MULTIPLY, "/", NOC_OP_DIVIDE);
}

static kind read_sum(parser *p)
{
    return read_chain(p, read_product, "+", NOC_OP_ADD, "-", NOC_OP_SUBTRACT);
}

static bool take_comparison(parser *p, noc_operator *what)
{
    static const struct {
        const char *token;
        noc_operator what;
    } signs[] = {
        {"<=", NOC_OP_LESS_EQUAL}, {">=", NOC_OP_GREATER_EQUAL}, {"==", NOC_OP_EQUAL},
        {"!=", NOC_OP_UNEQUAL},    {"<", NOC_OP_LESS},           {">", NOC_OP_GREATER},
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

/* Reads the right side of a comparison, which needs the kind of the left side. */
static kind read_compared(parser *p, const char *at, kind left, noc_operator what)
{
    if (left == NOC_EXPRESSION_CONDITION) fault(p, at, "a condition cannot be compared");
    skip_blanks(p);
    const char *right = p->at;
    const kind kind_right = p->failed ? left : read_sum(p);
    if (!p->failed) want(p, right, kind_right, left);
    if (left == NOC_EXPRESSION_TEXT && what != NOC_OP_EQUAL && what != NOC_OP_UNEQUAL)
        fault(p, right, "texts can only be equal (==) or not (!=)");
    add(p, (noc_step){.what = what});
    skip_blanks(p);
    if (!p->failed && strchr("<>=!", *p->at) && *p->at)
        fault(p, p->at, "comparisons do not chain (a < b && b < c)");
    return NOC_EXPRESSION_CONDITION;
}

/* Reads a comparison. Its side with all() or any() may be in parentheses: all or any then applies
 * to the comparison outside of them. */
static kind read_comparison(parser *p)
{
    skip_blanks(p);
    const char *at = p->at;
    const int first = p->e->count;
    const noc_operator outer = p->each;
    p->each = NOC_OP_NUMBER;
    p->unit = NULL;
    const kind left = read_sum(p);
    noc_operator what;
    if (p->failed) return left;
    if (!take_comparison(p, &what)) {
        if (outer != NOC_OP_NUMBER && p->each != NOC_OP_NUMBER)
            fault(p, at, "a comparison has one all() or any()");
        if (outer != NOC_OP_NUMBER) p->each = outer;
        return left;
    }
    const kind whole = read_compared(p, at, left, what);
    if (p->each != NOC_OP_NUMBER && !p->failed) add_each(p, p->each, first);
    p->each = outer;
    return whole;
}

static kind read_not(parser *p)
{
    skip_blanks(p);
    const char *at = p->at;
    if (*at != '!' || at[1] == '=') return read_comparison(p);
    p->at++;
    if (++p->depth > DEPTH_MAX) fault(p, at, "too many signs");
    if (!p->failed) want(p, at, read_not(p), NOC_EXPRESSION_CONDITION);
    p->depth--;
    add(p, (noc_step){.what = NOC_OP_NOT});
    return NOC_EXPRESSION_CONDITION;
}

static kind read_joined(parser *p, kind (*next)(parser *), const char *token, noc_operator what)
{
    skip_blanks(p);
    const char *at = p->at;
    const kind left = next(p);
    while (!p->failed && take(p, token)) {
        want(p, at, left, NOC_EXPRESSION_CONDITION);
        skip_blanks(p);
        const char *right = p->at;
        if (!p->failed) want(p, right, next(p), NOC_EXPRESSION_CONDITION);
        add(p, (noc_step){.what = what});
    }
    return left;
}

static kind read_and(parser *p)
{
    return read_joined(p, read_not, "&&", NOC_OP_AND);
}

static kind read_or(parser *p)
{
    return read_joined(p, read_and, "||", NOC_OP_OR);
}

noc_status noc_expression_read_any(const char *text, const noc_names *names, noc_place place,
                                   noc_status status, noc_expression **expression, noc_diag *diag)
{
    noc_expression *e = calloc(1, sizeof *e);
    if (e) e->source = strdup(text);
    if (!e || !e->source) {
        free(e);
        return noc_fail_memory(diag);
    }
    e->place = place;
    parser p = {
        .at = e->source, .e = e, .names = names, .place = place, .status = status, .diag = diag};
    e->kind = read_or(&p);
    skip_blanks(&p);
    if (!p.failed && *p.at) fault(&p, p.at, "expected an operator");
    if (p.each != NOC_OP_NUMBER)
        fault(&p, e->source,
              "all() and any() stand in a comparison: all(network.flit_bytes) >= 32");
    if (p.failed) {
        noc_expression_free(e);
        return status;
    }
    *expression = e;
    return NOC_OK;
}

noc_status noc_expression_read(const char *text, const noc_names *names, noc_place place,
                               noc_status status, noc_expression **expression, noc_diag *diag)
{
    noc_expression *e = NULL;
    const noc_status read = noc_expression_read_any(text, names, place, status, &e, diag);
    if (read != NOC_OK) return read;
    if (e->kind == NOC_EXPRESSION_CONDITION) {
        *expression = e;
        return NOC_OK;
    }
    parser p = {.e = e, .place = place, .status = status, .diag = diag};
    want(&p, e->source, e->kind, NOC_EXPRESSION_CONDITION);
    noc_expression_free(e);
    return status;
}
