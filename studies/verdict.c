#include "studies/verdict.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Largest difference that counts as no change without a sample's interval, points. */
static const double unchanged_points = 3.0;

/* Largest change of the word "slightly", points: the distance at which two figures are near each
 * other. */
static const double max_slight_points = 10.0;

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

/* ---- printed numbers ------------------------------------------------------------------------- */

/* Returns half of the unit of the last digit of a number's text. */
static double find_rounding(const char *text, const char *end)
{
    const char *point = memchr(text, '.', (size_t)(end - text));
    return point ? 0.5 * pow(10.0, -(double)(end - point - 1)) : 0.5;
}

static const char *skip_blanks(const char *text)
{
    while (isspace((unsigned char)*text)) text++;
    return text;
}

/* Finds the second number of "15-25" or "1.5 to 3"; NULL: none. */
static const char *find_second_number(const char *text)
{
    text = skip_blanks(text);
    if (*text == '-') return skip_blanks(text + 1);
    if (strncmp(text, "to ", 3) == 0) return skip_blanks(text + 3);
    return NULL;
}

static void read_numbers(const char *text, noc_printed *p)
{
    char *end;
    const char sign = *text && strchr("<>~", *text) ? *text++ : '\0';
    p->lo = p->hi = strtod(text, &end);
    if (end == text) return;
    p->rounding_half_width = find_rounding(text, end);
    const char *second = find_second_number(end);
    if (second) {
        char *last;
        p->hi = strtod(second, &last);
        if (last == second || *skip_blanks(last)) return;
        p->form = NOC_PRINTED_RANGE;
        p->rounding_half_width = 0.0;
        return;
    }
    if (*skip_blanks(end)) return;
    p->form = sign == '<' || sign == '>' ? NOC_PRINTED_RANGE : NOC_PRINTED_NUMBER;
    if (sign == '~' && p->lo == 0.0) p->rounding_half_width = unchanged_points;
    if (p->form == NOC_PRINTED_RANGE) p->rounding_half_width = 0.0;
    if (sign == '<') p->lo = -INFINITY;
    if (sign == '>') p->hi = INFINITY;
}

noc_printed noc_printed_read(const char *text)
{
    noc_printed p = {.form = NOC_PRINTED_TEXT, .lo = NAN, .hi = NAN};
    read_numbers(text, &p);
    return p;
}

noc_printed noc_printed_read_row(const noc_published *row)
{
    noc_printed p = noc_printed_read(row->value);
    p.is_change = strcmp(row->unit, "%") == 0 && *row->baseline;
    p.is_ratio = strcmp(row->unit, "ratio") == 0 && *row->baseline;
    if (p.form == NOC_PRINTED_NUMBER && strcmp(row->judge, "at-most") == 0) p.lo = -INFINITY;
    if (p.form == NOC_PRINTED_NUMBER && strcmp(row->judge, "at-least") == 0) p.hi = INFINITY;
    if (p.form == NOC_PRINTED_NUMBER && (isinf(p.lo) || isinf(p.hi))) {
        p.form = NOC_PRINTED_RANGE;
        p.rounding_half_width = 0.0;
    }
    return p;
}

int noc_printed_digits(const noc_printed *p, double figure)
{
    if (p->form == NOC_PRINTED_TEXT || !(p->rounding_half_width > 0.0))
        return fabs(figure) < 100.0 ? 2 : 0;
    const int printed = (int)lround(-log10(2.0 * p->rounding_half_width));
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
static double find_margin(const noc_printed *p, double half_width)
{
    if (isnan(half_width)) return unchanged_points;
    return p->is_ratio ? 100.0 * half_width : half_width;
}

/* Returns the printed bound that is compared: the one nearer to nocsight's figure. */
static double find_nearest_bound(const noc_printed *p, double figure)
{
    if (!isfinite(p->lo)) return p->hi;
    if (!isfinite(p->hi)) return p->lo;
    return fabs(figure - p->lo) <= fabs(figure - p->hi) ? p->lo : p->hi;
}

bool noc_printed_has_direction(const noc_printed *p, double figure, double half_width)
{
    const double published_change = noc_printed_change(p, find_nearest_bound(p, figure));
    const double change = noc_printed_change(p, figure);
    if (published_change * change <= 0.0) return false;
    if (fabs(published_change) < unchanged_points &&
        fabs(change - published_change) > unchanged_points)
        return false;
    return fabs(change) > find_margin(p, half_width);
}

/* True if nocsight's figure has the effect: the right direction, and at least a third of the
 * published change. */
static bool has_effect(const noc_printed *p, double figure)
{
    const double published_change = noc_printed_change(p, find_nearest_bound(p, figure));
    const double change = noc_printed_change(p, figure);
    if (fabs(published_change) < unchanged_points && fabs(change) < unchanged_points) return true;
    return published_change * change > 0.0 && fabs(change) >= fabs(published_change) / 3.0;
}

/* True if nocsight's figure satisfies "up to X": beyond the sample's interval, and at most 2 X. */
static bool holds_up_to(const noc_printed *p, double figure, double half_width)
{
    const double published_change = noc_printed_change(p, p->lo),
                 change = noc_printed_change(p, figure);
    const double margin = isnan(half_width) ? 0.0 : find_margin(p, half_width);
    return published_change * change > 0.0 && fabs(change) > margin &&
           fabs(change) <= 2.0 * fabs(published_change);
}

static bool has_word(const char *text, const char *word)
{
    return strstr(text, word) != NULL;
}

/* True if a word for the direction of a change holds: "worse", "slightly better", "similar". */
static bool word_holds(const char *word, double change, double margin)
{
    const bool is_slight = has_word(word, "slight");
    const bool is_decrease = has_word(word, "worse") || has_word(word, "lower") ||
                             has_word(word, "slower") || has_word(word, "less");
    const bool is_increase = has_word(word, "better") || has_word(word, "higher") ||
                             has_word(word, "faster") || has_word(word, "more");
    if (is_slight && fabs(change) > max_slight_points) return false;
    if (is_decrease) return change < -margin;
    if (is_increase || is_slight) return change > margin;
    return fabs(change) <= unchanged_points;
}

/* ---- texts ---------------------------------------------------------------------------------- */

/* Returns the next character in lower case, without blanks, '-', '_' and brackets; 0 at the end. */
static int read_next_character(const char **text)
{
    while (**text && strchr(" -_()", **text)) (*text)++;
    return **text ? tolower((unsigned char)*(*text)++) : '\0';
}

static bool is_same_text(const char *a, const char *b)
{
    for (;;) {
        const int x = read_next_character(&a), y = read_next_character(&b);
        if (x != y) return false;
        if (!x) return true;
    }
}

/* ---- verdicts ------------------------------------------------------------------------------- */

static bool has_judge(const noc_published *row, const char *judge)
{
    return strcmp(row->judge, judge) == 0;
}

/* Returns the distance of nocsight's figure to the printed one, 0 inside of it: points for changes,
 * else % of the figure; infinite if the effect is missing. */
static double find_distance(const noc_printed *p, double figure)
{
    const double min_value = p->lo - p->rounding_half_width,
                 max_value = p->hi + p->rounding_half_width;
    const double slack = 1e-9 * fmax(1.0, fabs(figure));
    if (figure >= min_value - slack && figure <= max_value + slack) return 0.0;
    const double nearest_bound = find_nearest_bound(p, figure);
    if ((p->is_change || p->is_ratio) && !has_effect(p, figure)) return INFINITY;
    if (p->is_change) return fabs(figure - nearest_bound);
    return nearest_bound == 0.0 ? INFINITY
                                : 100.0 * fabs(figure - nearest_bound) / fabs(nearest_bound);
}

/* Compares nocsight's figure with a printed number or range. */
static noc_verdict judge_distance(const noc_printed *p, double figure, double half_width)
{
    const double error = find_distance(p, figure);
    if (error == 0.0) return NOC_VERDICT_EXACT;
    if (error <= 5.0) return NOC_VERDICT_WITHIN_5;
    if (error <= 10.0) return NOC_VERDICT_WITHIN_10;
    /* A figure above a bound "at most X" has no right direction. */
    const bool has_direction = (p->is_change || p->is_ratio) && isfinite(p->lo) &&
                               noc_printed_has_direction(p, figure, half_width);
    return has_direction ? NOC_VERDICT_DIRECTION : NOC_VERDICT_WRONG;
}

static noc_verdict judge_number(const noc_published *row, double figure, double half_width)
{
    const noc_printed p = noc_printed_read_row(row);
    bool has_direction;
    if (p.form == NOC_PRINTED_TEXT)
        has_direction =
            word_holds(row->value, noc_printed_change(&p, figure), find_margin(&p, half_width));
    else if (has_judge(row, "up-to"))
        has_direction = holds_up_to(&p, figure, half_width);
    else if (has_judge(row, "direction"))
        has_direction = noc_printed_has_direction(&p, figure, half_width);
    else
        return judge_distance(&p, figure, half_width);
    return has_direction ? NOC_VERDICT_DIRECTION : NOC_VERDICT_WRONG;
}

bool noc_printed_is_unchanged(const noc_published *row)
{
    const noc_printed p = noc_printed_read_row(row);
    return judge_distance(&p, p.is_ratio ? 1.0 : 0.0, 0.0) <= NOC_VERDICT_WITHIN_10;
}

/* Returns the verdict that `judge` states without nocsight's figure; NOC_VERDICTS: none. */
static noc_verdict find_stated_verdict(const char *judge)
{
    for (int v = NOC_VERDICT_INPUT; v <= NOC_VERDICT_TRACE; v++)
        if (strcmp(judge, names[v]) == 0) return (noc_verdict)v;
    return NOC_VERDICTS;
}

static bool is_known(const noc_term *figure)
{
    return figure->kind == NOC_TERM_NUMBER || figure->kind == NOC_TERM_TEXT;
}

/* Compares nocsight's figure with the printed one. */
static noc_verdict compare_figure(const noc_published *row, noc_expression_kind kind,
                                  const noc_term *figure, double half_width)
{
    if (kind == NOC_EXPRESSION_TEXT)
        return is_same_text(figure->text, row->value) ? NOC_VERDICT_EXACT : NOC_VERDICT_WRONG;
    if (has_judge(row, "ranking"))
        return figure->number != 0.0 ? NOC_VERDICT_RANKING_RIGHT : NOC_VERDICT_RANKING_WRONG;
    if (kind == NOC_EXPRESSION_CONDITION)
        return figure->number != 0.0 ? NOC_VERDICT_EXACT : NOC_VERDICT_WRONG;
    return judge_number(row, figure->number, half_width);
}

noc_verdict noc_verdict_find(const noc_published *row, noc_expression_kind kind,
                             const noc_term *figure, double half_width)
{
    const noc_verdict stated = find_stated_verdict(row->judge);
    if (stated == NOC_VERDICT_INPUT && is_known(figure)) {
        const noc_verdict verdict = compare_figure(row, kind, figure, half_width);
        return verdict <= NOC_VERDICT_WITHIN_5 ? NOC_VERDICT_INPUT : verdict;
    }
    if (stated != NOC_VERDICTS) return stated;
    return is_known(figure) ? compare_figure(row, kind, figure, half_width)
                            : NOC_VERDICT_UNANSWERED;
}
