/* The published figures: every row is read, answered and judged; verdicts by their rules. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explore/settings/expression_read.h"
#include "studies/judged.h"
#include "studies/quantities.h"
#include "studies/tally.h"
#include "tests/support/helpers.h"

static noc_status resolve(const char *word, char **path, noc_diag *diag)
{
    (void)diag;
    return asprintf(path, "%s/configs/%s.cfg", NOC_SOURCE_DIR, word) < 0 ? NOC_EFAILED : NOC_OK;
}

/* ---- the table ------------------------------------------------------------------------------ */

static void there_are_all_rows(void **state)
{
    noc_diag diag = {0};
    size_t count = 0;
    (void)state;
    while (noc_published_at(count, &diag)) count++;
    test_print_messages(&diag);
    assert_int_equal(count, 979);
    for (size_t i = 0; i < count; i++) {
        const noc_published *row = noc_published_at(i, &diag);
        assert_ptr_equal(noc_published_find(row->id, &diag), row);
    }
}

static void all_rows_are_understood(void **state)
{
    static noc_quantities quantities;
    noc_diag diag = {0};
    const noc_published *row;
    (void)state;
    for (size_t i = 0; (row = noc_published_at(i, &diag)); i++) {
        const noc_place place = noc_published_place(row);
        noc_expression *expression = NULL;
        noc_status status = noc_questions_read(row->asks, place, &quantities, &diag);
        const noc_names names = noc_quantity_names(&quantities);
        if (status == NOC_OK && *row->expression)
            status = noc_expression_read_any(row->expression, &names, place, NOC_EINPUT,
                                             &expression, &diag);
        test_print_messages(&diag);
        assert_int_equal(status, NOC_OK);
        noc_expression_free(expression);
    }
}

/* Judges of rows that have no figure of ours need a reason. */
static void what_is_not_answered_has_its_reason(void **state)
{
    static const char *const judges[] = {
        "",        "direction",    "ranking",      "at-most", "at-least", "input",
        "context", "not-modelled", "contradicted", "lost",    "trace"};
    noc_diag diag = {0};
    const noc_published *row;
    size_t outside = 0;
    (void)state;
    for (size_t i = 0; (row = noc_published_at(i, &diag)); i++) {
        bool known = false;
        for (size_t k = 0; k < TEST_COUNT(judges); k++) known |= strcmp(row->judge, judges[k]) == 0;
        const bool stated =
            *row->judge && !strstr("direction ranking at-most at-least", row->judge);
        const bool carried = strcmp(row->judge, "input") == 0 && *row->expression;
        if (!known || (stated ? !*row->why && !carried : !*row->expression))
            print_error("%s: judge '%s' without expression or reason\n", row->id, row->judge);
        assert_true(known);
        assert_true(stated ? *row->why || carried : *row->expression);
        outside += strcmp(row->judge, "not-modelled") == 0;
    }
    assert_in_range(outside, 0, 60);
}

/* ---- verdicts ------------------------------------------------------------------------------- */

typedef struct verdict_case {
    const char *name;
    noc_published row; /* value, unit, baseline, judge */
    double ours;
    noc_verdict want;
} verdict_case;

#define CHANGE(text, how)                                                \
    {                                                                    \
        .value = (text), .unit = "%", .baseline = "mesh", .judge = (how) \
    }
#define AMOUNT(text, in, how)                                         \
    {                                                                 \
        .value = (text), .unit = (in), .baseline = "", .judge = (how) \
    }
#define RATIO(text, how)                                                     \
    {                                                                        \
        .value = (text), .unit = "ratio", .baseline = "mesh", .judge = (how) \
    }

static const verdict_case verdict_cases[] = {
    {"equal as printed", CHANGE("42.3", ""), 42.34, NOC_VERDICT_EXACT},
    {"points of a change", CHANGE("42.3", ""), 46.9, NOC_VERDICT_WITHIN_5},
    {"more points", CHANGE("42.3", ""), 50.0, NOC_VERDICT_WITHIN_10},
    {"the same way", CHANGE("42.3", ""), 12.0, NOC_VERDICT_DIRECTION},
    {"the other way", CHANGE("42.3", ""), -1.0, NOC_VERDICT_WRONG},
    {"worse, and worse", CHANGE("-32", ""), -15.0, NOC_VERDICT_DIRECTION},
    {"per cent of an amount", AMOUNT("283.0", "mm2", ""), 290.0, NOC_VERDICT_WITHIN_5},
    {"an amount that is off", AMOUNT("283.0", "mm2", ""), 400.0, NOC_VERDICT_WRONG},
    {"per cent of a ratio", RATIO("4.0", ""), 3.7, NOC_VERDICT_WITHIN_10},
    {"a ratio the same way", RATIO("4", ""), 1.5, NOC_VERDICT_DIRECTION},
    {"a ratio the other way", RATIO("4", ""), 0.8, NOC_VERDICT_WRONG},
    {"inside a range", AMOUNT("0.7-0.8", "ratio", ""), 0.76, NOC_VERDICT_EXACT},
    {"a range by its other form", AMOUNT("15 to 25", "W", ""), 15.0, NOC_VERDICT_EXACT},
    {"as it is rounded", RATIO("4", ""), 3.7, NOC_VERDICT_EXACT},
    {"outside of a range", AMOUNT("0.7-0.8", "ratio", ""), 0.82, NOC_VERDICT_WITHIN_5},
    {"above what it is above", RATIO(">4", ""), 5.0, NOC_VERDICT_EXACT},
    {"almost above it", RATIO(">4", ""), 3.9, NOC_VERDICT_WITHIN_5},
    {"at most", CHANGE("6", "at-most"), 2.0, NOC_VERDICT_EXACT},
    {"more than at most", CHANGE("6", "at-most"), 17.0, NOC_VERDICT_DIRECTION},
    {"up to", CHANGE("53", "direction"), 4.0, NOC_VERDICT_DIRECTION},
    {"up to, the other way", CHANGE("53", "direction"), -4.0, NOC_VERDICT_WRONG},
    {"up to hardly anything", CHANGE("1", "direction"), -1.5, NOC_VERDICT_DIRECTION},
    {"worse", CHANGE("worse", ""), -9.0, NOC_VERDICT_DIRECTION},
    {"worse, but no change", CHANGE("worse", ""), -1.0, NOC_VERDICT_WRONG},
    {"slightly worse", CHANGE("slightly worse", ""), -1.0, NOC_VERDICT_DIRECTION},
    {"no change", AMOUNT("~0", "%", ""), 2.5, NOC_VERDICT_EXACT},
    {"an order", AMOUNT("ranking", "order", "ranking"), 1.0, NOC_VERDICT_RANKING_RIGHT},
    {"an input", AMOUNT("28", "count", "input"), NAN, NOC_VERDICT_INPUT},
    {"not sampled", CHANGE("42.3", ""), NAN, NOC_VERDICT_UNANSWERED},
};

static void check_verdict(void **state)
{
    const verdict_case *c = *state;
    const noc_term ours = {isnan(c->ours) ? NOC_TERM_UNKNOWN : NOC_TERM_NUMBER, c->ours, NULL};
    assert_string_equal(noc_verdict_name(noc_verdict_of(&c->row, NOC_EXPRESSION_NUMBER, &ours)),
                        noc_verdict_name(c->want));
}

static void texts_are_compared_by_their_letters(void **state)
{
    const noc_published row = {.value = "DOR (XY)", .unit = "", .baseline = "", .judge = ""};
    const noc_term same = {NOC_TERM_TEXT, NAN, "dor-xy"}, other = {NOC_TERM_TEXT, NAN, "dor-yx"};
    (void)state;
    assert_int_equal(noc_verdict_of(&row, NOC_EXPRESSION_TEXT, &same), NOC_VERDICT_EXACT);
    assert_int_equal(noc_verdict_of(&row, NOC_EXPRESSION_TEXT, &other), NOC_VERDICT_WRONG);
}

/* ---- what a word asks for ------------------------------------------------------------------- */

typedef struct asked_case {
    const char *name, *word;
    size_t least, most;
    const char *nearest; /* of a word that asks for nothing */
} asked_case;

static const asked_case asked_cases[] = {
    {"all", NULL, 979, 979, NULL},
    {"a paper", "icc", 156, 156, NULL},
    {"a figure", "te13-figure8", 3, 12, NULL},
    {"the same", "te13-fig8", 3, 12, NULL},
    {"a table", "te13-table6", 100, 200, NULL},
    {"a row", "te13-fig24-cp", 1, 3, NULL},
    {"no figure is the beginning of another's number", "te13-fig2", 0, 2, NULL},
    {"a misspelled figure", "te13-figur8", 0, 0, "te13-figure8"},
    {"a misspelled row", "te13-fig24-cq", 0, 0, "te13-fig24-cp"},
    {"nothing", "completely different", 0, 0, NULL},
};

static void check_asked(void **state)
{
    const asked_case *c = *state;
    const noc_published *row;
    size_t count = 0;
    for (size_t i = 0; (row = noc_published_at(i, NULL)); i++)
        count += noc_published_is_asked(row, c->word);
    assert_in_range(count, c->least, c->most);
    if (c->nearest) assert_string_equal(noc_published_nearest(c->word, NULL), c->nearest);
    if (count == 0 && !c->nearest) assert_null(noc_published_nearest(c->word, NULL));
}

/* ---- answers -------------------------------------------------------------------------------- */

/* By the model alone: structures, areas and inputs are as printed, or contradicted. */
static void structures_come_out(void **state)
{
    noc_diag diag = {0};
    noc_bench bench = {.resolve = resolve, .version = "", .diag = &diag};
    noc_judged_rows rows;
    size_t wrong = 0, inputs = 0;
    (void)state;
    const noc_status status = noc_judge(&bench, NULL, NULL, &rows);
    test_print_messages(&diag);
    assert_int_equal(status, NOC_OK);
    for (size_t i = 0; i < rows.count; i++) {
        const noc_judged *j = &rows.list[i];
        const bool structure =
            strcmp(j->row->kind, "structure-count") == 0 || strcmp(j->row->kind, "config") == 0;
        if (structure &&
            (j->verdict == NOC_VERDICT_WRONG || j->verdict == NOC_VERDICT_UNANSWERED)) {
            print_error("%s: %s\n", j->row->id, noc_verdict_name(j->verdict));
            wrong++;
        }
        if (j->verdict != NOC_VERDICT_INPUT || !*j->row->expression) continue;
        /* what a setting carries is what is printed */
        noc_published as_figure = *j->row;
        as_figure.judge = "";
        const noc_verdict v = noc_verdict_of(&as_figure, j->kind, &j->model.term);
        if (v > NOC_VERDICT_WITHIN_5 && strcmp(j->row->kind, "config") == 0) {
            print_error("%s: an input of another value\n", j->row->id);
            wrong++;
        }
        inputs++;
    }
    noc_judged_clear(&rows);
    noc_bench_clear(&bench);
    assert_int_equal(wrong, 0);
    assert_true(inputs > 50);
}

static const struct {
    const char *name;
    CMUnitTestFunction check;
} others[] = {
    {"there are all rows", there_are_all_rows},
    {"all rows are understood", all_rows_are_understood},
    {"what is not answered has its reason", what_is_not_answered_has_its_reason},
    {"texts are compared by their letters", texts_are_compared_by_their_letters},
    {"structures come out", structures_come_out},
};

int main(void)
{
    static test_list list;
    TEST_TABLE_PREFIXED(&list, "verdict", verdict_cases, check_verdict);
    TEST_TABLE_PREFIXED(&list, "asked", asked_cases, check_asked);
    for (size_t i = 0; i < TEST_COUNT(others); i++)
        test_add(&list, others[i].name, others[i].check);
    return test_run("published", &list);
}
