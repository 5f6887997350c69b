#include "studies/verdict.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Largest difference that counts as no change without a sample's interval, points. */
static const double dead_zone = 3.0;

/* Largest change of the word "slightly", points: the distance at which two figures are near each
 * other. */
static const double slight_most = 10.0;

static const char *const names[NOC_VERDICTS] = {
    "exact", "within-5", "within-10",    "direction",    "wrong", "ranking-right", "ranking-wrong",
    "input", "context",  "not-modelled", "contradicted", "lost",  "trace",         "unanswered",
};

static const char *const meanings[NOC_VERDICTS] = {
    "equal as far as it is printed, or inside a range or bound",
    "within 5 points of a change with at least a third of its effect, else within 5 % of the "
    "figure",
    "within 10 points of a change with at least a third of its effect, else within 10 % of the "
    "figure",
    "better where it is better, worse where it is worse, beyond the sample's interval; up to X: at "
    "most 2 X",
    "neither near nor the right way",
    "in the order that is published",
    "not in the order that is published",
    "a setting of ours carries it, and ours comes out within 5 of it",
    "an input that nothing here depends on",
    "hardware outside of the model",
    "contradicted by its paper, or by the mechanism that the paper describes",
    "the number is not in the text",
    "needs an application's trace",
    "the model has no such figure, and it is not sampled yet",
};

const char *noc_verdict_name(noc_verdict verdict)
{
    return names[verdict];
}

const char *noc_verdict_meaning(noc_verdict verdict)
{
    return meanings[verdict];
}

bool noc_verdict_is_counted(noc_verdict verdict)
{
    return verdict <= NOC_VERDICT_RANKING_WRONG;
}

/* ---- what is printed ------------------------------------------------------------------------ */

/* Returns half of the unit of the last digit of a number's text. */
static double half_of(const char *text, const char *end)
{
    const char *point = memchr(text, '.', (size_t)(end - text));
    return point ? 0.5 * pow(10.0, -(double)(end - point - 1)) : 0.5;
}

static const char *skip_blanks(const char *at)
{
    while (isspace((unsigned char)*at)) at++;
    return at;
}

/* Finds the second number of "15-25" or "1.5 to 3"; NULL: none. */
static const char *second_of(const char *at)
{
    at = skip_blanks(at);
    if (*at == '-') return skip_blanks(at + 1);
    if (strncmp(at, "to ", 3) == 0) return skip_blanks(at + 3);
    return NULL;
}

static void read_numbers(const char *text, noc_printed *p)
{
    char *end;
    const char sign = *text && strchr("<>~", *text) ? *text++ : '\0';
    p->lo = p->hi = strtod(text, &end);
    if (end == text) return;
    p->half = half_of(text, end);
    const char *second = second_of(end);
    if (second) {
        char *last;
        p->hi = strtod(second, &last);
        if (last == second || *skip_blanks(last)) return;
        p->form = NOC_PRINTED_RANGE;
        p->half = 0.0;
        return;
    }
    if (*skip_blanks(end)) return;
    p->form = sign == '<' || sign == '>' ? NOC_PRINTED_RANGE : NOC_PRINTED_NUMBER;
    if (sign == '~' && p->lo == 0.0) p->half = dead_zone;
    if (p->form == NOC_PRINTED_RANGE) p->half = 0.0;
    if (sign == '<') p->lo = -INFINITY;
    if (sign == '>') p->hi = INFINITY;
}

noc_printed noc_printed_read(const char *text)
{
    noc_printed p = {.form = NOC_PRINTED_TEXT, .lo = NAN, .hi = NAN};
    read_numbers(text, &p);
    return p;
}

noc_printed noc_printed_of(const noc_published *row)
{
    noc_printed p = noc_printed_read(row->value);
    p.is_change = strcmp(row->unit, "%") == 0 && *row->baseline;
    p.is_ratio = strcmp(row->unit, "ratio") == 0 && *row->baseline;
    if (p.form == NOC_PRINTED_NUMBER && strcmp(row->judge, "at-most") == 0) p.lo = -INFINITY;
    if (p.form == NOC_PRINTED_NUMBER && strcmp(row->judge, "at-least") == 0) p.hi = INFINITY;
    if (p.form == NOC_PRINTED_NUMBER && (isinf(p.lo) || isinf(p.hi))) {
        p.form = NOC_PRINTED_RANGE;
        p.half = 0.0;
    }
    return p;
}

int noc_printed_digits(const noc_printed *p, double figure)
{
    if (p->form == NOC_PRINTED_TEXT || !(p->half > 0.0)) return fabs(figure) < 100.0 ? 2 : 0;
    const int printed = (int)lround(-log10(2.0 * p->half));
    if (figure == round(figure) && printed == 0) return 0;
    return printed + 1;
}

/* ---- direction ------------------------------------------------------------------------------ */

double noc_printed_change(const noc_printed *p, double figure)
{
    return p->is_ratio ? 100.0 * (figure - 1.0) : figure;
}

/* Returns the points beyond which nocsight's figure is a change: the half-width of the sample's
 * interval. */
static double margin_of(const noc_printed *p, double half)
{
    if (isnan(half)) return dead_zone;
    return p->is_ratio ? 100.0 * half : half;
}

/* Returns the printed bound that is compared: the one nearer to nocsight's figure. */
static double edge_of(const noc_printed *p, double ours)
{
    if (!isfinite(p->lo)) return p->hi;
    if (!isfinite(p->hi)) return p->lo;
    return fabs(ours - p->lo) <= fabs(ours - p->hi) ? p->lo : p->hi;
}

bool noc_printed_direction(const noc_printed *p, double ours, double half)
{
    const double wanted = noc_printed_change(p, edge_of(p, ours));
    const double got = noc_printed_change(p, ours);
    if (wanted * got <= 0.0) return false;
    if (fabs(wanted) < dead_zone && fabs(got - wanted) > dead_zone) return false;
    return fabs(got) > margin_of(p, half);
}

/* True if nocsight's figure has the effect: the right direction, and at least a third of the
 * published change. */
static bool has_effect(const noc_printed *p, double ours)
{
    const double wanted = noc_printed_change(p, edge_of(p, ours));
    const double got = noc_printed_change(p, ours);
    if (fabs(wanted) < dead_zone && fabs(got) < dead_zone) return true;
    return wanted * got > 0.0 && fabs(got) >= fabs(wanted) / 3.0;
}

/* True if nocsight's figure satisfies "up to X": beyond the sample's interval, and at most 2 X. */
static bool is_up_to(const noc_printed *p, double ours, double half)
{
    const double most = noc_printed_change(p, p->lo), got = noc_printed_change(p, ours);
    const double margin = isnan(half) ? 0.0 : margin_of(p, half);
    return most * got > 0.0 && fabs(got) > margin && fabs(got) <= 2.0 * fabs(most);
}

static bool has(const char *text, const char *word)
{
    return strstr(text, word) != NULL;
}

/* True if a word for the direction of a change holds: "worse", "slightly better", "similar". */
static bool word_holds(const char *word, double change, double margin)
{
    const bool slight = has(word, "slight");
    const bool down =
        has(word, "worse") || has(word, "lower") || has(word, "slower") || has(word, "less");
    const bool up =
        has(word, "better") || has(word, "higher") || has(word, "faster") || has(word, "more");
    if (slight && fabs(change) > slight_most) return false;
    if (down) return change < -margin;
    if (up || slight) return change > margin;
    return fabs(change) <= dead_zone;
}

/* ---- texts ---------------------------------------------------------------------------------- */

/* Returns the next character in lower case, without blanks, '-', '_' and brackets; 0 at the end. */
static int next_of(const char **at)
{
    while (**at && strchr(" -_()", **at)) (*at)++;
    return **at ? tolower((unsigned char)*(*at)++) : '\0';
}

static bool same_text(const char *a, const char *b)
{
    for (;;) {
        const int x = next_of(&a), y = next_of(&b);
        if (x != y) return false;
        if (!x) return true;
    }
}

/* ---- verdicts ------------------------------------------------------------------------------- */

static bool is_judge(const noc_published *row, const char *judge)
{
    return strcmp(row->judge, judge) == 0;
}

/* Returns the distance of nocsight's figure to the printed one, 0 inside of it: points for changes,
 * else % of the figure; infinite if the effect is missing. */
static double distance(const noc_printed *p, double ours)
{
    const double least = p->lo - p->half, most = p->hi + p->half;
    const double slack = 1e-9 * fmax(1.0, fabs(ours));
    if (ours >= least - slack && ours <= most + slack) return 0.0;
    const double edge = edge_of(p, ours);
    if ((p->is_change || p->is_ratio) && !has_effect(p, ours)) return INFINITY;
    if (p->is_change) return fabs(ours - edge);
    return edge == 0.0 ? INFINITY : 100.0 * fabs(ours - edge) / fabs(edge);
}

/* Compares nocsight's figure with a printed number or range. */
static noc_verdict verdict_by_distance(const noc_printed *p, double ours, double half)
{
    const double far = distance(p, ours);
    if (far == 0.0) return NOC_VERDICT_EXACT;
    if (far <= 5.0) return NOC_VERDICT_WITHIN_5;
    if (far <= 10.0) return NOC_VERDICT_WITHIN_10;
    /* A figure above a bound "at most X" has no right direction. */
    const bool right =
        (p->is_change || p->is_ratio) && isfinite(p->lo) && noc_printed_direction(p, ours, half);
    return right ? NOC_VERDICT_DIRECTION : NOC_VERDICT_WRONG;
}

static noc_verdict verdict_of_number(const noc_published *row, double ours, double half)
{
    const noc_printed p = noc_printed_of(row);
    bool right;
    if (p.form == NOC_PRINTED_TEXT)
        right = word_holds(row->value, noc_printed_change(&p, ours), margin_of(&p, half));
    else if (is_judge(row, "up-to"))
        right = is_up_to(&p, ours, half);
    else if (is_judge(row, "direction"))
        right = noc_printed_direction(&p, ours, half);
    else
        return verdict_by_distance(&p, ours, half);
    return right ? NOC_VERDICT_DIRECTION : NOC_VERDICT_WRONG;
}

bool noc_unchanged_is_near(const noc_published *row)
{
    const noc_printed p = noc_printed_of(row);
    return verdict_by_distance(&p, p.is_ratio ? 1.0 : 0.0, 0.0) <= NOC_VERDICT_WITHIN_10;
}

/* Returns the verdict that `judge` states without nocsight's figure; NOC_VERDICTS: none. */
static noc_verdict stated_of(const char *judge)
{
    for (int v = NOC_VERDICT_INPUT; v <= NOC_VERDICT_TRACE; v++)
        if (strcmp(judge, names[v]) == 0) return (noc_verdict)v;
    return NOC_VERDICTS;
}

static bool is_known(const noc_term *ours)
{
    return ours->kind == NOC_TERM_NUMBER || ours->kind == NOC_TERM_TEXT;
}

/* Compares nocsight's figure with the printed one. */
static noc_verdict compared(const noc_published *row, noc_expression_kind kind,
                            const noc_term *ours, double half)
{
    if (kind == NOC_EXPRESSION_TEXT)
        return same_text(ours->text, row->value) ? NOC_VERDICT_EXACT : NOC_VERDICT_WRONG;
    if (is_judge(row, "ranking"))
        return ours->number != 0.0 ? NOC_VERDICT_RANKING_RIGHT : NOC_VERDICT_RANKING_WRONG;
    if (kind == NOC_EXPRESSION_CONDITION)
        return ours->number != 0.0 ? NOC_VERDICT_EXACT : NOC_VERDICT_WRONG;
    return verdict_of_number(row, ours->number, half);
}

noc_verdict noc_verdict_of(const noc_published *row, noc_expression_kind kind, const noc_term *ours,
                           double half)
{
    const noc_verdict stated = stated_of(row->judge);
    if (stated == NOC_VERDICT_INPUT && is_known(ours)) {
        const noc_verdict out = compared(row, kind, ours, half);
        return out <= NOC_VERDICT_WITHIN_5 ? NOC_VERDICT_INPUT : out;
    }
    if (stated != NOC_VERDICTS) return stated;
    return is_known(ours) ? compared(row, kind, ours, half) : NOC_VERDICT_UNANSWERED;
}
