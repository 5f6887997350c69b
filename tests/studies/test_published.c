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
    assert_int_equal(count, 981);
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
        noc_arena memory = {0};
        noc_expression *expression = NULL;
        noc_status status = noc_questions_read(row->asks, place, &quantities, &diag);
        const noc_name_resolver names = noc_quantity_make_resolver(&quantities);
        if (status == NOC_OK && *row->expression)
            status = noc_expression_read_any(row->expression, &names, place, NOC_EINPUT, &memory,
                                             &expression, &diag);
        test_print_messages(&diag);
        assert_int_equal(status, NOC_OK);
        noc_arena_clear(&memory);
    }
}

/* Judges of rows that have no figure of ours need a reason. */
static void what_is_not_answered_has_its_reason(void **state)
{
    static const char *const judges[] = {
        "",      "direction", "up-to",        "ranking",      "at-most", "at-least",
        "input", "context",   "not-modelled", "contradicted", "lost",    "trace"};
    noc_diag diag = {0};
    const noc_published *row;
    size_t outside = 0;
    (void)state;
    for (size_t i = 0; (row = noc_published_at(i, &diag)); i++) {
        bool known = false;
        for (size_t k = 0; k < TEST_COUNT(judges); k++) known |= strcmp(row->judge, judges[k]) == 0;
        const bool stated =
            *row->judge && !strstr("direction up-to ranking at-most at-least", row->judge);
        const bool carried = strcmp(row->judge, "input") == 0 && *row->expression;
        if (!known || (stated ? !*row->why && !carried : !*row->expression))
            print_error("%s: judge '%s' without expression or reason\n", row->id, row->judge);
        assert_true(known);
        assert_true(stated ? *row->why || carried : *row->expression);
        outside += strcmp(row->judge, "not-modelled") == 0;
    }
    assert_in_range(outside, 0, 60);
}

/* ---- what an expression may be made of ------------------------------------------------------ */

static bool uses_answer(const noc_published *row, int depth);

/* Names of a row's expression; the caller frees *expression. */
static void read_names(const noc_published *row, noc_arena *memory, noc_quantities *quantities,
                       noc_expression **expression)
{
    noc_diag diag = {0};
    const noc_place place = noc_published_place(row);
    assert_int_equal(noc_questions_read(row->asks, place, quantities, &diag), NOC_OK);
    const noc_name_resolver names = noc_quantity_make_resolver(quantities);
    assert_int_equal(noc_expression_read_any(row->expression, &names, place, NOC_EINPUT, memory,
                                             expression, &diag),
                     NOC_OK);
}

static bool name_is_answer(const noc_named_quantity *name, int depth)
{
    if (name->kind == NOC_QUANTITY_SETTING || name->kind == NOC_QUANTITY_PUBLISHED) return false;
    if (name->kind != NOC_QUANTITY_ROW) return true;
    return depth < 4 && uses_answer(noc_published_find(name->figure, NULL), depth + 1);
}

static bool uses_answer(const noc_published *row, int depth)
{
    noc_quantities *quantities = calloc(1, sizeof *quantities);
    noc_arena memory = {0};
    noc_expression *expression = NULL;
    bool any = false;
    read_names(row, &memory, quantities, &expression);
    for (size_t i = 0; i < quantities->name_count; i++)
        any |= name_is_answer(&quantities->names[i], depth);
    noc_arena_clear(&memory);
    free(quantities);
    return any;
}

static bool is_compared(const noc_published *row)
{
    return *row->expression &&
           (!*row->judge || strstr("direction up-to ranking at-most at-least", row->judge));
}

/* A row that reads settings back is an input. */
static void compared_rows_use_an_answer(void **state)
{
    const noc_published *row;
    int faults = 0;
    (void)state;
    for (size_t i = 0; (row = noc_published_at(i, NULL)); i++) {
        if (!is_compared(row) || uses_answer(row, 0)) continue;
        print_error("%s: settings alone ('%s')\n", row->id, row->expression);
        faults++;
    }
    assert_int_equal(faults, 0);
}

/* Printed figures are taken from no row that is compared itself. */
static void printed_figures_are_taken_from_inputs(void **state)
{
    const noc_published *row;
    int faults = 0;
    (void)state;
    for (size_t i = 0; (row = noc_published_at(i, NULL)); i++) {
        noc_quantities *quantities = calloc(1, sizeof *quantities);
        noc_arena memory = {0};
        noc_expression *expression = NULL;
        if (*row->expression) read_names(row, &memory, quantities, &expression);
        for (size_t k = 0; k < quantities->name_count; k++) {
            const noc_named_quantity *name = &quantities->names[k];
            if (name->kind != NOC_QUANTITY_PUBLISHED) continue;
            if (strcmp(noc_published_find(name->figure, NULL)->judge, "input") == 0) continue;
            print_error("%s: takes the printed %s, which is no input\n", row->id, name->figure);
            faults++;
        }
        noc_arena_clear(&memory);
        free(quantities);
    }
    assert_int_equal(faults, 0);
}

/* ---- verdicts ------------------------------------------------------------------------------- */

typedef struct verdict_case {
    const char *name;
    noc_published row; /* value, unit, baseline, judge */
    double ours;
    noc_verdict want;
    double half; /* half of the sample's interval; 0: none is known */
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
    {"equal as printed", CHANGE("42.3", ""), 42.34, NOC_VERDICT_EXACT, 0},
    {"points of a change", CHANGE("42.3", ""), 46.9, NOC_VERDICT_WITHIN_5, 0},
    {"more points", CHANGE("42.3", ""), 50.0, NOC_VERDICT_WITHIN_10, 0},
    {"the same way", CHANGE("42.3", ""), 12.0, NOC_VERDICT_DIRECTION, 0},
    {"the same way, within the interval", CHANGE("42.3", ""), 12.0, NOC_VERDICT_WRONG, 13.0},
    {"the same way, beyond the interval", CHANGE("42.3", ""), 1.0, NOC_VERDICT_DIRECTION, 0.9},
    {"the same way, but hardly", CHANGE("42.3", ""), 2.9, NOC_VERDICT_WRONG, 0},
    {"the other way", CHANGE("42.3", ""), -1.0, NOC_VERDICT_WRONG, 0},
    {"near, but less than a third", CHANGE("6", ""), 1.9, NOC_VERDICT_WRONG, 0},
    {"near, with a third", CHANGE("6", ""), 2.1, NOC_VERDICT_WITHIN_5, 0},
    {"near, but the other way", CHANGE("4", ""), -0.5, NOC_VERDICT_WRONG, 0},
    {"both are small", CHANGE("1.8", ""), -1.0, NOC_VERDICT_WITHIN_5, 0},
    {"printed small, ours not", CHANGE("1.1", ""), 11.7, NOC_VERDICT_WRONG, 0},
    {"worse, and worse", CHANGE("-32", ""), -15.0, NOC_VERDICT_DIRECTION, 0},
    {"per cent of an amount", AMOUNT("283.0", "mm2", ""), 290.0, NOC_VERDICT_WITHIN_5, 0},
    {"an amount that is off", AMOUNT("283.0", "mm2", ""), 400.0, NOC_VERDICT_WRONG, 0},
    {"per cent of a share", AMOUNT("38.3", "%", ""), 40.2, NOC_VERDICT_WITHIN_5, 0},
    {"a share that is off", AMOUNT("1.2", "%", ""), 4.0, NOC_VERDICT_WRONG, 0},
    {"per cent of a ratio", RATIO("4.0", ""), 3.7, NOC_VERDICT_WITHIN_10, 0},
    {"a ratio without effect", RATIO("1.05", ""), 1.01, NOC_VERDICT_WRONG, 0},
    {"a ratio the same way", RATIO("4", ""), 1.5, NOC_VERDICT_DIRECTION, 0},
    {"a ratio within its interval", RATIO("4", ""), 1.02, NOC_VERDICT_WRONG, 0.03},
    {"a ratio the other way", RATIO("4", ""), 0.8, NOC_VERDICT_WRONG, 0},
    {"inside a range", AMOUNT("0.7-0.8", "ratio", ""), 0.76, NOC_VERDICT_EXACT, 0},
    {"a range by its other form", AMOUNT("15 to 25", "W", ""), 15.0, NOC_VERDICT_EXACT, 0},
    {"as it is rounded", RATIO("4", ""), 3.7, NOC_VERDICT_EXACT, 0},
    {"outside of a range", AMOUNT("0.7-0.8", "ratio", ""), 0.82, NOC_VERDICT_WITHIN_5, 0},
    {"below a range of changes", CHANGE("20-30", ""), 12.0, NOC_VERDICT_WITHIN_10, 0},
    {"above what it is above", RATIO(">4", ""), 5.0, NOC_VERDICT_EXACT, 0},
    {"almost above it", RATIO(">4", ""), 3.9, NOC_VERDICT_WITHIN_5, 0},
    {"at most", CHANGE("6", "at-most"), 2.0, NOC_VERDICT_EXACT, 0},
    {"more than at most", CHANGE("6", "at-most"), 17.0, NOC_VERDICT_WRONG, 0},
    {"a single application", CHANGE("53", "direction"), 120.0, NOC_VERDICT_DIRECTION, 0},
    {"a single application, hardly", CHANGE("53", "direction"), 2.0, NOC_VERDICT_WRONG, 0},
    {"up to", CHANGE("53", "up-to"), 4.0, NOC_VERDICT_DIRECTION, 0},
    {"up to twice as much", CHANGE("53", "up-to"), 106.0, NOC_VERDICT_DIRECTION, 0},
    {"up to, and more than twice", CHANGE("5.35", "up-to"), 46.8, NOC_VERDICT_WRONG, 0},
    {"up to, the other way", CHANGE("53", "up-to"), -4.0, NOC_VERDICT_WRONG, 0},
    {"up to, a loss", CHANGE("-25", "up-to"), -14.0, NOC_VERDICT_DIRECTION, 0},
    {"up to a ratio", RATIO("2.5", "up-to"), 1.02, NOC_VERDICT_WRONG, 0.03},
    {"up to hardly anything", CHANGE("2", "up-to"), -0.02, NOC_VERDICT_WRONG, 0},
    {"worse", CHANGE("worse", ""), -9.0, NOC_VERDICT_DIRECTION, 0},
    {"worse, but no change", CHANGE("worse", ""), -1.0, NOC_VERDICT_WRONG, 0},
    {"worse, beyond the interval", CHANGE("worse", ""), -1.0, NOC_VERDICT_DIRECTION, 0.5},
    {"slightly worse", CHANGE("slightly worse", ""), -4.0, NOC_VERDICT_DIRECTION, 0},
    {"slightly worse, and nothing", CHANGE("slightly worse", ""), 0.0, NOC_VERDICT_WRONG, 0.1},
    {"slightly worse, and half", CHANGE("slightly worse", ""), -50.0, NOC_VERDICT_WRONG, 0},
    {"similar", CHANGE("similar", ""), 2.5, NOC_VERDICT_DIRECTION, 0},
    {"no change", AMOUNT("~0", "%", ""), 2.5, NOC_VERDICT_EXACT, 0},
    {"an order", AMOUNT("ranking", "order", "ranking"), 1.0, NOC_VERDICT_RANKING_RIGHT, 0},
    {"an input", AMOUNT("28", "count", "input"), NAN, NOC_VERDICT_INPUT, 0},
    {"an input that comes out", AMOUNT("28", "count", "input"), 28.0, NOC_VERDICT_INPUT, 0},
    {"an input that does not", AMOUNT("14.5", "%", "input"), 10.3, NOC_VERDICT_WRONG, 0},
    {"an input's effect", CHANGE("7", "input"), 59.0, NOC_VERDICT_DIRECTION, 0},
    {"not sampled", CHANGE("42.3", ""), NAN, NOC_VERDICT_UNANSWERED, 0},
};

static void check_verdict(void **state)
{
    const verdict_case *c = *state;
    const noc_term ours = {isnan(c->ours) ? NOC_TERM_UNKNOWN : NOC_TERM_NUMBER, c->ours, NULL};
    const noc_verdict got =
        noc_verdict_find(&c->row, NOC_EXPRESSION_NUMBER, &ours, c->half > 0.0 ? c->half : NAN);
    assert_string_equal(noc_verdict_name(got), noc_verdict_name(c->want));
}

/* "No change" is near where the printed change is below 3 points, too, and nowhere else. */
static void no_change_is_near_small_ones_alone(void **state)
{
    const noc_published small = CHANGE("1.8", ""), large = CHANGE("4", ""),
                        ratio = RATIO("1.5", "");
    (void)state;
    assert_true(noc_printed_is_unchanged(&small));
    assert_false(noc_printed_is_unchanged(&large));
    assert_false(noc_printed_is_unchanged(&ratio));
}

static void texts_are_compared_by_their_letters(void **state)
{
    const noc_published row = {.value = "DOR (XY)", .unit = "", .baseline = "", .judge = ""};
    const noc_term same = {NOC_TERM_TEXT, NAN, "dor-xy"}, other = {NOC_TERM_TEXT, NAN, "dor-yx"};
    (void)state;
    assert_int_equal(noc_verdict_find(&row, NOC_EXPRESSION_TEXT, &same, NAN), NOC_VERDICT_EXACT);
    assert_int_equal(noc_verdict_find(&row, NOC_EXPRESSION_TEXT, &other, NAN), NOC_VERDICT_WRONG);
}

/* ---- what a word asks for ------------------------------------------------------------------- */

typedef struct asked_case {
    const char *name, *word;
    size_t least, most;
    const char *nearest; /* of a word that asks for nothing */
} asked_case;

static const asked_case asked_cases[] = {
    {"all", NULL, 981, 981, NULL},
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
        count += noc_published_matches(row, c->word);
    assert_in_range(count, c->least, c->most);
    if (c->nearest) assert_string_equal(noc_published_find_nearest(c->word, NULL), c->nearest);
    if (count == 0 && !c->nearest) assert_null(noc_published_find_nearest(c->word, NULL));
}

/* ---- answers -------------------------------------------------------------------------------- */

/* All rows, by the model and the samples that come with the program. */
static noc_bench bench;
static noc_diag bench_diag;
static noc_judged_rows judged;

static noc_status judge_all(void)
{
    bench = (noc_bench){.resolve_path = resolve, .diag = &bench_diag};
    noc_status status = noc_samples_read(noc_sample_files[0].text, noc_sample_files[0].path,
                                         &bench.known_samples, &bench_diag);
    if (status == NOC_OK) bench.version = bench.known_samples.list[0]->version;
    if (status == NOC_OK) status = noc_judge_rows(&bench, NULL, NULL, &judged);
    test_print_messages(&bench_diag);
    return status;
}

/* Structures are as printed, or contradicted. */
static void structures_come_out(void **state)
{
    int wrong = 0;
    (void)state;
    for (size_t i = 0; i < judged.count; i++) {
        const noc_judged_row *j = &judged.list[i];
        const bool structure = strcmp(j->row->kind, "structure-count") == 0;
        if (!structure || j->verdict < NOC_VERDICT_WRONG || j->verdict >= NOC_VERDICT_INPUT)
            continue;
        print_error("%s: %s\n", j->row->id, noc_verdict_name(j->verdict));
        wrong++;
    }
    assert_int_equal(wrong, 0);
}

static void a_wrong_figure_has_its_reason(void **state)
{
    int faults = 0;
    (void)state;
    for (size_t i = 0; i < judged.count; i++) {
        const noc_judged_row *j = &judged.list[i];
        if (j->verdict != NOC_VERDICT_WRONG && j->verdict != NOC_VERDICT_RANKING_WRONG) continue;
        if (*j->row->why) continue;
        print_error("%s: %s without a reason\n", j->row->id, noc_verdict_name(j->verdict));
        faults++;
    }
    assert_int_equal(faults, 0);
}

/* Values of names, one of them far from what the program answers. */
typedef struct moved_values {
    noc_quantity_source source;
    int name;
} moved_values;

static noc_term moved_value(void *context, int name, int network)
{
    moved_values *m = context;
    noc_term term = noc_quantity_find_value(&m->source, name, network);
    if (term.kind == NOC_TERM_NUMBER && name == m->name) term.number = 7.0 * term.number + 3.0;
    return term;
}

static bool follows_a_name(const noc_judged_row *j)
{
    noc_quantities *quantities = calloc(1, sizeof *quantities);
    noc_arena memory = {0};
    noc_expression *expression = NULL;
    bool follows = false;
    read_names(j->row, &memory, quantities, &expression);
    for (size_t i = 0; i < quantities->name_count && !follows; i++) {
        moved_values m = {.source = {.quantities = quantities, .bench = &bench, .shifted_name = -1},
                          .name = (int)i};
        const noc_term term = noc_expression_evaluate(expression, moved_value, &m);
        follows = term.kind != NOC_TERM_NUMBER || quantities->names[i].kind == NOC_QUANTITY_ROW ||
                  fabs(term.number - j->model_figure.term.number) > 1e-9 * fabs(term.number);
    }
    noc_arena_clear(&memory);
    free(quantities);
    return follows;
}

/* An expression that is the same whatever the program answers is a literal in disguise:
 * min(x - 1, 1). */
static void figures_follow_what_is_answered(void **state)
{
    int faults = 0;
    (void)state;
    for (size_t i = 0; i < judged.count; i++) {
        const noc_judged_row *j = &judged.list[i];
        if (!*j->row->expression || j->kind != NOC_EXPRESSION_NUMBER) continue;
        if (j->model_figure.term.kind != NOC_TERM_NUMBER || follows_a_name(j)) continue;
        print_error("%s: '%s' is a literal\n", j->row->id, j->row->expression);
        faults++;
    }
    assert_int_equal(faults, 0);
}

/* Sums of the tally are those of the rows. */
static void the_tally_counts_each_row_once(void **state)
{
    size_t count, sum = 0;
    (void)state;
    noc_tally *list = noc_tally_rows(&judged, false, &count);
    assert_non_null(list);
    for (size_t i = 0; i + 1 < count; i++) sum += list[i].count;
    assert_int_equal(sum, judged.count);
    assert_int_equal(list[count - 1].count, judged.count);
    free(list);
    const noc_changes changes = noc_tally_changes(&judged);
    assert_true(changes.unchanged_near_rows < changes.near_rows &&
                changes.near_rows <= changes.right_rows);
    assert_true(changes.right_rows <= changes.count);
    assert_true(noc_tally_count_answers(&judged) <= judged.count);
}

static const struct {
    const char *name;
    CMUnitTestFunction check;
} others[] = {
    {"there are all rows", there_are_all_rows},
    {"all rows are understood", all_rows_are_understood},
    {"what is not answered has its reason", what_is_not_answered_has_its_reason},
    {"texts are compared by their letters", texts_are_compared_by_their_letters},
    {"no change is near small ones alone", no_change_is_near_small_ones_alone},
    {"compared rows use an answer", compared_rows_use_an_answer},
    {"printed figures are taken from inputs", printed_figures_are_taken_from_inputs},
    {"structures come out", structures_come_out},
    {"a wrong figure has its reason", a_wrong_figure_has_its_reason},
    {"figures follow what is answered", figures_follow_what_is_answered},
    {"the tally counts each row once", the_tally_counts_each_row_once},
};

int main(void)
{
    static test_list list;
    TEST_TABLE_PREFIXED(&list, "verdict", verdict_cases, check_verdict);
    TEST_TABLE_PREFIXED(&list, "asked", asked_cases, check_asked);
    for (size_t i = 0; i < TEST_COUNT(others); i++)
        test_add(&list, others[i].name, others[i].check);
    if (judge_all() != NOC_OK) return 1;
    const int failed = test_run("published", &list);
    noc_judged_clear(&judged);
    noc_bench_clear(&bench);
    return failed;
}
