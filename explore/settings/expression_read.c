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
typedef noc_expression_kind expression_kind;

typedef struct parser {
    const char *cursor;
    noc_arena *arena;
    noc_expression *expression;
    const noc_name_resolver *names;
    noc_place place;
    noc_status status;
    noc_diag *diag;
    int depth;
    bool has_failed;
    const char *unit;   /* unit of the last name in the comparison so far; NULL: none */
    bool is_quantified; /* names are inside all() or any() */
    /* number of names inside all() or any() with a value for each network */
    int network_name_count;
    /* NOC_OP_ALL or NOC_OP_ANY of the current comparison; NOC_OP_NUMBER: none */
    noc_operator quantifier;
} parser;

static void report_fault(parser *p, const char *position, const char *text)
{
    if (p->has_failed) return;
    p->has_failed = true;
    noc_fail(p->diag, p->status, p->place, "'%s', column %d: %s", p->expression->source,
             (int)(position - p->expression->source) + 1, text);
}

static void add_step(parser *p, noc_step s)
{
    if (p->expression->count < NOC_STEPS_MAX)
        p->expression->steps[p->expression->count++] = s;
    else
        report_fault(p, p->cursor, "the expression is too long");
}

static void skip_blanks(parser *p)
{
    while (isspace((unsigned char)*p->cursor)) p->cursor++;
}

static bool accept_token(parser *p, const char *token)
{
    skip_blanks(p);
    if (strncmp(p->cursor, token, strlen(token)) != 0) return false;
    p->cursor += strlen(token);
    return true;
}

static expression_kind read_or(parser *p);

static void require_kind(parser *p, const char *position, expression_kind kind,
                         expression_kind required_kind)
{
    static const char *const kinds[] = {"a number", "a text", "a condition"};
    char text[80];
    if (kind == required_kind) return;
    snprintf(text, sizeof text, "expected %s, not %s", kinds[required_kind], kinds[kind]);
    report_fault(p, position, text);
}

static expression_kind read_text(parser *p)
{
    const char *start = ++p->cursor;
    const char *end = strchr(start, '"');
    if (!end) {
        report_fault(p, start - 1, "a text in quotes does not end");
        return NOC_EXPRESSION_TEXT;
    }
    char *text = noc_arena_text(p->arena, "%.*s", (int)(end - start), start);
    add_step(p, (noc_step){.operation = NOC_OP_TEXT, .text = text});
    p->cursor = end + 1;
    return NOC_EXPRESSION_TEXT;
}

static expression_kind add_name(parser *p, const char *start)
{
    char name[NAME_MAX_CHARS], text[200];
    snprintf(name, sizeof name, "%.*s", (int)(p->cursor - start), start);
    bool is_text = false;
    const int name_number = p->names->find_name(p->names->context, name, &is_text);
    if (name_number < 0) {
        p->names->write_fault(p->names->context, name, text, sizeof text);
        report_fault(p, start, text);
        return NOC_EXPRESSION_NUMBER;
    }
    const bool has_network_values = p->is_quantified && p->names->has_network_values &&
                                    p->names->has_network_values(p->names->context, name_number);
    p->network_name_count += has_network_values;
    if (p->names->find_unit) p->unit = p->names->find_unit(p->names->context, name_number);
    add_step(p, (noc_step){.operation = NOC_OP_NAME,
                           .name = name_number,
                           .argument_count = has_network_values});
    return is_text ? NOC_EXPRESSION_TEXT : NOC_EXPRESSION_NUMBER;
}

/* Reads the arguments of a function, after its '('. */
static expression_kind read_call(parser *p, const char *start, int function, int min_arguments,
                                 int max_arguments)
{
    char text[80];
    int count = 0;
    if (++p->depth > DEPTH_MAX) report_fault(p, p->cursor, "too many parentheses");
    do {
        skip_blanks(p);
        const char *position = p->cursor;
        if (!p->has_failed) require_kind(p, position, read_or(p), NOC_EXPRESSION_NUMBER);
        count++;
    } while (!p->has_failed && accept_token(p, ","));
    p->depth--;
    if (!p->has_failed && !accept_token(p, ")")) report_fault(p, p->cursor, "expected ',' or ')'");
    if (!p->has_failed && (count < min_arguments || count > max_arguments)) {
        snprintf(text, sizeof text, "expected %d to %d arguments, not %d", min_arguments,
                 max_arguments, count);
        report_fault(p, start, text);
    }
    add_step(p, (noc_step){.operation = NOC_OP_CALL, .name = function, .argument_count = count});
    return NOC_EXPRESSION_NUMBER;
}

/* Inserts all or any before the steps that it runs for each network. */
static void add_quantifier(parser *p, noc_operator operation, int first)
{
    noc_expression *e = p->expression;
    const int body = e->count - first;
    add_step(p, (noc_step){.operation = operation, .argument_count = body});
    if (p->has_failed) return;
    const noc_step step = e->steps[e->count - 1];
    memmove(&e->steps[first + 1], &e->steps[first], (size_t)body * sizeof step);
    e->steps[first] = step;
}

/* Reads the argument of all or any, after its '('. If the argument is a number or a text, all or
 * any applies to the comparison. */
static expression_kind read_quantifier(parser *p, const char *start, noc_operator operation)
{
    const int first = p->expression->count, names_before = p->network_name_count;
    if (p->is_quantified) report_fault(p, start, "all() and any() do not stand in each other");
    if (++p->depth > DEPTH_MAX) report_fault(p, p->cursor, "too many parentheses");
    p->is_quantified = true;
    const expression_kind inner = p->has_failed ? NOC_EXPRESSION_NUMBER : read_or(p);
    p->is_quantified = false;
    p->depth--;
    if (!p->has_failed && !accept_token(p, ")")) report_fault(p, p->cursor, "expected ')'");
    if (p->network_name_count == names_before)
        report_fault(
            p, start,
            "all() and any() apply to settings of each network: all(network.flit_bytes) >= 32");
    if (inner == NOC_EXPRESSION_CONDITION) {
        add_quantifier(p, operation, first);
    } else {
        if (p->quantifier != NOC_OP_NUMBER)
            report_fault(p, start, "a comparison has one all() or any()");
        p->quantifier = operation;
    }
    return inner;
}

/* Reads a name, a function call, or a name with an argument text: row("te13-fig8"). */
static expression_kind read_name(parser *p)
{
    char word[NAME_MAX_CHARS];
    int min_arguments, max_arguments;
    const char *start = p->cursor;
    while (isalnum((unsigned char)*p->cursor) || (*p->cursor && strchr("_.[]", *p->cursor)))
        p->cursor++;
    snprintf(word, sizeof word, "%.*s", (int)(p->cursor - start), start);
    if (*p->cursor != '(') return add_name(p, start);
    const bool is_all = strcmp(word, "all") == 0;
    if (p->names->has_network_values && (is_all || strcmp(word, "any") == 0)) {
        p->cursor++;
        return read_quantifier(p, start, is_all ? NOC_OP_ALL : NOC_OP_ANY);
    }
    const int function = noc_function_find(word, &min_arguments, &max_arguments);
    if (function >= 0) {
        p->cursor++;
        return read_call(p, start, function, min_arguments, max_arguments);
    }
    const char *end = p->cursor[1] == '"' ? strstr(p->cursor + 2, "\")") : NULL;
    if (end) {
        p->cursor = end + 2;
        return add_name(p, start);
    }
    char text[200];
    snprintf(text, sizeof text, "there is no function '%.40s' (%s%s)", word, noc_function_names(),
             p->names->has_network_values ? ", all, any" : "");
    report_fault(p, start, text);
    return NOC_EXPRESSION_NUMBER;
}

/* Finds the length of the unit after a number, with the blanks before it. */
static size_t unit_length(const char *text)
{
    const size_t blanks = strspn(text, " \t");
    const char *position = text + blanks;
    if (!isalpha((unsigned char)*position) && *position != '%') return 0;
    while (isalnum((unsigned char)*position) || (*position && strchr("%/^", *position))) position++;
    return (size_t)(position - text);
}

/* Reads a number with a unit. Returns the number in the unit of the last name. */
static double read_amount(parser *p, const char *start, size_t length)
{
    char text[NAME_MAX_CHARS], reason[200];
    noc_amount amount;
    double number = NAN;
    snprintf(text, sizeof text, "%.*s", (int)length, start);
    if (!noc_amount_split(text, &amount)) {
        report_fault(p, start, "expected a number");
    } else if (!p->unit) {
        report_fault(p, start,
                     "a number with a unit stands behind the name that it is compared with");
    } else if (noc_amount_convert(&amount, p->unit, &number) != NOC_AMOUNT_FITS) {
        const char *unit_kind = noc_unit_kind(amount.unit);
        snprintf(reason, sizeof reason, "%.20s is %s, and the amount before it is %s%s",
                 amount.unit, unit_kind ? unit_kind : "no unit",
                 *p->unit ? "in " : "without a unit", p->unit);
        report_fault(p, start, reason);
    }
    return number;
}

static expression_kind read_number(parser *p)
{
    char *end = NULL;
    const char *start = p->cursor;
    double number = strtod(start, &end);
    if (end == start || !isfinite(number)) {
        report_fault(p, start, "expected a number");
        return NOC_EXPRESSION_NUMBER;
    }
    const size_t unit = p->names->find_unit ? unit_length(end) : 0;
    p->cursor = end + unit;
    if (unit > 0) number = read_amount(p, start, (size_t)(p->cursor - start));
    add_step(p, (noc_step){.operation = NOC_OP_NUMBER, .number = number});
    return NOC_EXPRESSION_NUMBER;
}

static expression_kind read_primary(parser *p)
{
    skip_blanks(p);
    if (*p->cursor == '"') return read_text(p);
    if (isdigit((unsigned char)*p->cursor) || *p->cursor == '.') return read_number(p);
    if (isalpha((unsigned char)*p->cursor)) return read_name(p);
    if (accept_token(p, "(")) {
        if (++p->depth > DEPTH_MAX) report_fault(p, p->cursor, "too many parentheses");
        const expression_kind inner = p->has_failed ? NOC_EXPRESSION_NUMBER : read_or(p);
        p->depth--;
        if (!p->has_failed && !accept_token(p, ")")) report_fault(p, p->cursor, "expected ')'");
        return inner;
    }
    report_fault(p, p->cursor,
                 *p->cursor ? "expected a number, a name or '('" : "the expression ends too early");
    return NOC_EXPRESSION_NUMBER;
}

static expression_kind read_unary(parser *p)
{
    skip_blanks(p);
    const char *position = p->cursor;
    if (!accept_token(p, "-")) return read_primary(p);
    if (++p->depth > DEPTH_MAX) report_fault(p, position, "too many signs");
    if (!p->has_failed) require_kind(p, position, read_unary(p), NOC_EXPRESSION_NUMBER);
    p->depth--;
    add_step(p, (noc_step){.operation = NOC_OP_NEGATE});
    return NOC_EXPRESSION_NUMBER;
}

/* Reads one level of left-associative operators on numbers. */
static expression_kind read_chain(parser *p, expression_kind (*next)(parser *), const char *first,
                                  noc_operator first_op, const char *second, noc_operator second_op)
{
    skip_blanks(p);
    const char *position = p->cursor;
    const expression_kind left = next(p);
    while (!p->has_failed) {
        const bool is_first = accept_token(p, first);
        if (!is_first && !accept_token(p, second)) return left;
        require_kind(p, position, left, NOC_EXPRESSION_NUMBER);
        const char *right = p->cursor;
        if (!p->has_failed) require_kind(p, right, next(p), NOC_EXPRESSION_NUMBER);
        add_step(p, (noc_step){.operation = is_first ? first_op : second_op});
    }
    return left;
}

static expression_kind read_product(parser *p)
{
    return read_chain(p, read_unary, "*", NOC_OP_MULTIPLY, "/", NOC_OP_DIVIDE);
}

static expression_kind read_sum(parser *p)
{
    return read_chain(p, read_product, "+", NOC_OP_ADD, "-", NOC_OP_SUBTRACT);
}

static bool accept_comparison(parser *p, noc_operator *operation)
{
    static const struct {
        const char *token;
        noc_operator what;
    } signs[] = {
        {"<=", NOC_OP_LESS_EQUAL}, {">=", NOC_OP_GREATER_EQUAL}, {"==", NOC_OP_EQUAL},
        {"!=", NOC_OP_UNEQUAL},    {"<", NOC_OP_LESS},           {">", NOC_OP_GREATER},
    };
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        if (!accept_token(p, signs[i].token)) continue;
        *operation = signs[i].what;
        return true;
    }
    skip_blanks(p);
    if (*p->cursor == '=') report_fault(p, p->cursor, "expected '==' for equality");
    return false;
}

/* Reads the right side of a comparison, which needs the kind of the left side. */
static expression_kind read_right_side(parser *p, const char *position, expression_kind left,
                                       noc_operator operation)
{
    if (left == NOC_EXPRESSION_CONDITION)
        report_fault(p, position, "a condition cannot be compared");
    skip_blanks(p);
    const char *right = p->cursor;
    const expression_kind right_kind = p->has_failed ? left : read_sum(p);
    if (!p->has_failed) require_kind(p, right, right_kind, left);
    if (left == NOC_EXPRESSION_TEXT && operation != NOC_OP_EQUAL && operation != NOC_OP_UNEQUAL)
        report_fault(p, right, "texts can only be equal (==) or not (!=)");
    add_step(p, (noc_step){.operation = operation});
    skip_blanks(p);
    if (!p->has_failed && strchr("<>=!", *p->cursor) && *p->cursor)
        report_fault(p, p->cursor, "comparisons do not chain (a < b && b < c)");
    return NOC_EXPRESSION_CONDITION;
}

/* Reads a comparison. If all() or any() is in parentheses without a comparison, it applies to the
 * comparison outside of these. */
static expression_kind read_comparison(parser *p)
{
    skip_blanks(p);
    const char *position = p->cursor;
    const int first = p->expression->count;
    const noc_operator outer = p->quantifier;
    p->quantifier = NOC_OP_NUMBER;
    p->unit = NULL;
    const expression_kind left = read_sum(p);
    noc_operator operation;
    if (p->has_failed) return left;
    if (!accept_comparison(p, &operation)) {
        if (outer != NOC_OP_NUMBER && p->quantifier != NOC_OP_NUMBER)
            report_fault(p, position, "a comparison has one all() or any()");
        if (outer != NOC_OP_NUMBER) p->quantifier = outer;
        return left;
    }
    const expression_kind whole = read_right_side(p, position, left, operation);
    if (p->quantifier != NOC_OP_NUMBER && !p->has_failed) add_quantifier(p, p->quantifier, first);
    p->quantifier = outer;
    return whole;
}

static expression_kind read_not(parser *p)
{
    skip_blanks(p);
    const char *position = p->cursor;
    if (*position != '!' || position[1] == '=') return read_comparison(p);
    p->cursor++;
    if (++p->depth > DEPTH_MAX) report_fault(p, position, "too many signs");
    if (!p->has_failed) require_kind(p, position, read_not(p), NOC_EXPRESSION_CONDITION);
    p->depth--;
    add_step(p, (noc_step){.operation = NOC_OP_NOT});
    return NOC_EXPRESSION_CONDITION;
}

static expression_kind read_conditions(parser *p, expression_kind (*next)(parser *),
                                       const char *token, noc_operator operation)
{
    skip_blanks(p);
    const char *position = p->cursor;
    const expression_kind left = next(p);
    while (!p->has_failed && accept_token(p, token)) {
        require_kind(p, position, left, NOC_EXPRESSION_CONDITION);
        skip_blanks(p);
        const char *right = p->cursor;
        if (!p->has_failed) require_kind(p, right, next(p), NOC_EXPRESSION_CONDITION);
        add_step(p, (noc_step){.operation = operation});
    }
    return left;
}

static expression_kind read_and(parser *p)
{
    return read_conditions(p, read_not, "&&", NOC_OP_AND);
}

static expression_kind read_or(parser *p)
{
    return read_conditions(p, read_and, "||", NOC_OP_OR);
}

noc_status noc_expression_read_any(const char *text, const noc_name_resolver *names,
                                   noc_place place, noc_status status, noc_arena *arena,
                                   noc_expression **expression, noc_diag *diag)
{
    noc_expression *e = noc_arena_array(arena, 1, sizeof *e);
    if (!e || !(e->source = noc_arena_string(arena, text))) return noc_fail_memory(diag);
    e->place = place;
    parser p = {.cursor = e->source,
                .arena = arena,
                .expression = e,
                .names = names,
                .place = place,
                .status = status,
                .diag = diag};
    e->kind = read_or(&p);
    skip_blanks(&p);
    if (!p.has_failed && *p.cursor) report_fault(&p, p.cursor, "expected an operator");
    if (p.quantifier != NOC_OP_NUMBER)
        report_fault(&p, e->source,
                     "all() and any() stand in a comparison: all(network.flit_bytes) >= 32");
    if (p.has_failed) return status;
    *expression = e;
    return NOC_OK;
}

noc_status noc_expression_read(const char *text, const noc_name_resolver *names, noc_place place,
                               noc_status status, noc_arena *arena, noc_expression **expression,
                               noc_diag *diag)
{
    noc_expression *e = NULL;
    const noc_status parse_status =
        noc_expression_read_any(text, names, place, status, arena, &e, diag);
    if (parse_status != NOC_OK) return parse_status;
    parser p = {.expression = e, .place = place, .status = status, .diag = diag};
    require_kind(&p, e->source, e->kind, NOC_EXPRESSION_CONDITION);
    if (!p.has_failed) *expression = e;
    return p.has_failed ? status : NOC_OK;
}
