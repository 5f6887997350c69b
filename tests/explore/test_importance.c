/* Shares of variance against closed forms: sums and products, Ishigami's function on a grid,
 * settings that depend on each other, belong to another one, or cannot be told apart. A sweep's are
 * compared with least squares over all orders in tests/cli/test_importance.py. */
#include <math.h>
#include <stdio.h>

#include "explore/importance/importance.h"
#include "tests/support/helpers.h"

enum { GRID_MAX = 4, SETTINGS_MAX = 24, DESIGNS_MAX = 1024 };

/* Designs on a grid. */
typedef struct space {
    int sizes[GRID_MAX];                     /* levels of each axis; 0 ends them */
    bool (*has)(const int *at);              /* false: no design there; NULL: everywhere */
    int (*setting)(const int *at, size_t s); /* value of a setting; NULL: that of axis s */
    size_t setting_count;                    /* 0: the number of axes */
    double (*value)(const int *at);
} space;

typedef struct filled_space {
    int values[SETTINGS_MAX][DESIGNS_MAX];
    const int *settings[SETTINGS_MAX];
    double metric[DESIGNS_MAX];
    noc_setting_values all;
} filled_space;

static void fill(const space *s, filled_space *f)
{
    int at[GRID_MAX] = {0};
    size_t axes = 0, design_count = 0;
    while (axes < GRID_MAX && s->sizes[axes]) axes++;
    const size_t settings = s->setting_count ? s->setting_count : axes;
    for (size_t k = axes; k > 0;) { /* the last axis changes fastest */
        if (!s->has || s->has(at)) {
            for (size_t i = 0; i < settings; i++)
                f->values[i][design_count] = s->setting ? s->setting(at, i) : at[i];
            f->metric[design_count++] = s->value(at);
        }
        for (k = axes; k > 0 && ++at[k - 1] == s->sizes[k - 1]; k--) at[k - 1] = 0;
    }
    for (size_t i = 0; i < settings; i++) f->settings[i] = f->values[i];
    f->all = (noc_setting_values){f->settings, settings, design_count};
}

/* ---- spaces ---------------------------------------------------------------------------------- */

static double sum(const int *at)
{
    return 3.0 * at[0] + at[1] - 40.0; /* variances 6 and 1/4 */
}

static double product(const int *at)
{
    return (at[0] - 1) * (at[1] - 1.5);
}

static double power(const int *at)
{
    return 1e-3 * pow(10.0, at[0]) * pow(3.0, at[1]);
}

static double equal_values(const int *at)
{
    (void)at;
    return 7.0;
}

static double first(const int *at)
{
    return at[0] - 3.0;
}

static double missing_somewhere(const int *at)
{
    return at[0] == 2 ? NAN : sum(at);
}

/* Ishigami and Homma 1990, a = 7, b = 0.1. */
enum { STEPS = 8 };

static double angle(int i)
{
    return M_PI * ((2.0 * i + 1.0) / STEPS - 1.0);
}

static double ishigami(const int *at)
{
    return sin(angle(at[0])) + 7.0 * pow(sin(angle(at[1])), 2.0) +
           0.1 * pow(angle(at[2]), 4.0) * sin(angle(at[0]));
}

/* Three of four designs have equal first settings, so these correlate by 1/2; the third one does
 * with neither. */
static bool is_mostly_equal(const int *at)
{
    return at[0] == at[1] || at[2] < 2;
}

/* The second setting is that of some topologies only. */
static bool is_nested(const int *at)
{
    return at[0] == 1 || at[1] == 0;
}

static int nested_setting(const int *at, size_t s)
{
    return s == 1 && at[0] == 0 ? -1 : at[s];
}

static double nested_value(const int *at)
{
    return 5.0 * at[0] + 2.0 * at[1];
}

static bool is_in_corner(const int *at)
{
    return at[0] + at[1] + at[2] < 2;
}

/* 21 settings of two values, by chance. */
static int random_setting(const int *at, size_t s)
{
    uint64_t state = (uint64_t)at[0] * SETTINGS_MAX + s;
    return (int)test_random_below(&state, 2);
}

/* ---- effects --------------------------------------------------------------------------------- */

typedef struct effects_row {
    const char *name;
    space space;
    noc_importance_state state;
    double shares[GRID_MAX], totals[GRID_MAX]; /* [setting] */
    double interactions, pair;                 /* pair: the largest */
    bool is_logarithmic;
    size_t missing_count;
} effects_row;

#define NESTED_PART (1.0 / 13.0)
/* Variances 2/3 and 1/4 of the levels, in natural logarithms: ln(3) = 1.0986. */
#define LOG_PART (1.0986123 * 1.0986123 / 4.0)
#define LOG_ALL  (LOG_PART + M_LN10 * M_LN10 * 2.0 / 3.0)
#define LOG_SHARES                                   \
    {                                                \
        1.0 - LOG_PART / LOG_ALL, LOG_PART / LOG_ALL \
    }

static const effects_row rows[] = {
    {"a sum", {{3, 2, 4}, .value = sum}, .shares = {0.96, 0.04}, .totals = {0.96, 0.04}},
    {"a product of centred settings",
     {{3, 4, 2}, .value = product},
     .totals = {1.0, 1.0},
     .interactions = 1.0,
     .pair = 1.0},
    {"a product over decades, by its logarithm",
     {{3, 2}, .value = power},
     .shares = LOG_SHARES,
     .totals = LOG_SHARES,
     .is_logarithmic = true},
    {"one setting", {{5}, .value = first}, .shares = {1.0}, .totals = {1.0}},
    {"settings that correlate, of which one has an effect",
     {{2, 2, 6}, is_mostly_equal, .value = first},
     .shares = {0.875, 0.125}, /* 1 - r^2 / 2 and r^2 / 2 */
     .totals = {0.5, 0.0}},    /* the other half knows the first one from the second */
    {"a setting of one topology takes none of its effect",
     {{2, 2, 5}, is_nested, nested_setting, .value = first},
     .shares = {1.0, 0.0},
     .totals = {1.0, 0.0}},
    {"a setting of one topology has what it adds",
     {{2, 2, 5}, is_nested, nested_setting, .value = nested_value},
     .shares = {1.0 - NESTED_PART, NESTED_PART},
     .totals = {1.0, NESTED_PART}},
    {"designs without a value",
     {{3, 2, 4}, .value = missing_somewhere},
     .shares = {0.9, 0.1},
     .totals = {0.9, 0.1},
     .missing_count = 8},
    {"equal values", {{3, 2}, .value = equal_values}, .state = NOC_IMPORTANCE_CONSTANT},
    {"equal settings", {{3}, NULL, nested_setting, 0, first}, .shares = {1.0}, .totals = {1.0}},
    {"one design", {{1}, .value = first}, .state = NOC_IMPORTANCE_UNVARIED},
    {"few designs", {{3, 3, 3}, is_in_corner, .value = sum}, .state = NOC_IMPORTANCE_FEW},
    {"many settings", {{100}, NULL, random_setting, 21, first}, .state = NOC_IMPORTANCE_MANY},
};

static const noc_effect *effect_of(const noc_importance *m, size_t setting)
{
    for (size_t i = 0; i < m->factors.count; i++)
        if (m->factors.list[m->effects[i].factor].setting == setting) return &m->effects[i];
    return NULL;
}

static double largest_pair(const noc_importance *m)
{
    return m->pair_count ? m->pairs[0].share : 0.0;
}

static void effects_are_known(void **state)
{
    const effects_row *r = *state;
    static filled_space f;
    noc_arena arena = {0};
    noc_importance m;
    fill(&r->space, &f);
    assert_int_equal(noc_importance_find(&f.all, f.metric, &arena, &m, NULL), NOC_OK);
    assert_int_equal(m.state, r->state);
    for (size_t s = 0; m.state == NOC_IMPORTANCE_KNOWN && s < f.all.setting_count; s++) {
        const noc_effect *effect = effect_of(&m, s);
        assert_near(effect ? effect->share : 0.0, r->shares[s], 1e-5);
        assert_near(effect ? effect->total : 0.0, r->totals[s], 1e-5);
    }
    if (m.state == NOC_IMPORTANCE_KNOWN) {
        assert_near(m.interactions, r->interactions, 1e-9);
        assert_near(largest_pair(&m), r->pair, 1e-9);
        assert_int_equal(m.is_logarithmic, r->is_logarithmic);
    }
    assert_int_equal(m.missing_count, r->missing_count);
    noc_arena_clear(&arena);
}

/* The indices of Ishigami's function, by moments of the grid: E[sin^2] = 1/2, E[sin^4] = 3/8. */
static void ishigami_has_its_indices(void **state)
{
    (void)state;
    static const space s = {{STEPS, STEPS, STEPS}, .value = ishigami};
    static filled_space f;
    noc_arena arena = {0};
    noc_importance m;
    double fourth = 0.0, eighth = 0.0;
    for (int i = 0; i < STEPS; i++) {
        fourth += pow(angle(i), 4.0) / STEPS;
        eighth += pow(angle(i), 8.0) / STEPS;
    }
    const double v1 = pow(1.0 + 0.1 * fourth, 2.0) / 2.0, v2 = 49.0 / 8.0,
                 v13 = 0.01 * (eighth - fourth * fourth) / 2.0, all = v1 + v2 + v13;
    fill(&s, &f);
    assert_int_equal(noc_importance_find(&f.all, f.metric, &arena, &m, NULL), NOC_OK);
    assert_true(m.factors.is_full);
    const double shares[] = {v1 / all, v2 / all, 0.0},
                 totals[] = {(v1 + v13) / all, v2 / all, v13 / all};
    for (size_t i = 0; i < 3; i++) {
        assert_near(effect_of(&m, i)->share, shares[i], 1e-12);
        assert_near(effect_of(&m, i)->alone, shares[i], 1e-12);
        assert_near(effect_of(&m, i)->total, totals[i], 1e-12);
    }
    assert_near(m.interactions, v13 / all, 1e-12);
    assert_int_equal(m.pair_count, 3);
    assert_int_equal(m.pairs[0].factors[0] + 10 * m.pairs[0].factors[1], 20);
    assert_near(m.pairs[0].share, v13 / all, 1e-12);
    assert_near(m.pairs[1].share, 0.0, 1e-12);
    noc_arena_clear(&arena);
}

/* ---- standing of settings -------------------------------------------------------------------- */

static int standing_setting(const int *at, size_t s)
{
    const int values[] = {at[0], 5, 3 - at[0], at[1], at[0] / 2, at[0] + at[1] % 2, -1};
    return values[s];
}

static void settings_have_their_standing(void **state)
{
    (void)state;
    static const struct {
        noc_setting_role role;
        size_t factor;
    } places[] = {{NOC_SETTING_FACTOR, 0}, {NOC_SETTING_FIXED, 0},   {NOC_SETTING_TOGETHER, 0},
                  {NOC_SETTING_FACTOR, 1}, {NOC_SETTING_FOLLOWS, 0}, {NOC_SETTING_FOLLOWS, 0},
                  {NOC_SETTING_FIXED, 0}};
    static const space s = {
        {4, 3, 2}, .setting = standing_setting, .setting_count = 7, .value = sum};
    static filled_space f;
    noc_arena arena = {0};
    noc_importance m;
    fill(&s, &f);
    assert_int_equal(noc_importance_find(&f.all, f.metric, &arena, &m, NULL), NOC_OK);
    assert_int_equal(m.factors.count, 2);
    for (size_t i = 0; i < TEST_COUNT(places); i++) {
        assert_int_equal(m.factors.places[i].role, places[i].role);
        assert_int_equal(m.factors.places[i].factor, places[i].factor);
    }
    noc_arena_clear(&arena);
}

/* Two settings determine a third one, but each pair of their values is there once: a coincidence of
 * few designs, so the third is a factor, as is each of them. */
static bool is_of_latin_square(const int *at)
{
    return (at[0] + at[1]) % 8 == at[2];
}

static double third(const int *at)
{
    return at[2];
}

static void few_designs_decide_nothing(void **state)
{
    (void)state;
    static const space s = {{8, 8, 8}, is_of_latin_square, .value = third};
    static filled_space f;
    noc_arena arena = {0};
    noc_importance m;
    fill(&s, &f);
    assert_int_equal(noc_importance_find(&f.all, f.metric, &arena, &m, NULL), NOC_OK);
    assert_int_equal(m.state, NOC_IMPORTANCE_KNOWN);
    assert_near(effect_of(&m, 2)->share, 1.0, 1e-9);
    for (size_t i = 0; i < 3; i++) assert_true(isnan(effect_of(&m, i)->total));
    noc_arena_clear(&arena);
}

int main(void)
{
    test_list list = {.count = 0};
    TEST_TABLE(&list, rows, effects_are_known);
    test_add(&list, "ishigami_has_its_indices", ishigami_has_its_indices);
    test_add(&list, "settings_have_their_standing", settings_have_their_standing);
    test_add(&list, "few_designs_decide_nothing", few_designs_decide_nothing);
    return test_run("importance", &list);
}
