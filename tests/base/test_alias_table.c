/* Draws by weights: the table's parts add up to the weights, and are those of GSL's table. */
#include <gsl/gsl_randist.h>

#include "base/random.h"
#include "tests/support/helpers.h"

enum { COUNT_MAX = 300 };

typedef struct weights_case {
    const char *name;
    size_t count;
    uint64_t least, span; /* weights are least + random below span */
    double heavy;         /* more for the last */
} weights_case;

static const weights_case cases[] = {
    {"one", 1, 1, 1, 0.0},
    {"two", 2, 1, 9, 0.0},
    {"alike", 64, 1, 1, 0.0},
    {"alike, but one", 28, 1, 1, 7.0},
    {"some are zero", 150, 0, 3, 1.0},
    {"anything", 300, 1, 1000000, 0.0},
    {"one with nearly all", 100, 1, 1000, 1e9},
};

static void draw_weights(const weights_case *c, double *weights)
{
    uint64_t random = 7;
    for (size_t k = 0; k < c->count; k++)
        weights[k] = (double)(c->least + test_random_below(&random, c->span));
    weights[c->count - 1] += c->heavy;
}

static void parts_add_up_to_the_weights(void **state)
{
    const weights_case *c = *state;
    double weights[COUNT_MAX], sums[COUNT_MAX] = {0}, total = 0.0;
    noc_arena arena = {0};
    noc_alias_table table;
    draw_weights(c, weights);
    assert_true(noc_alias_table_make(&table, &arena, weights, c->count));
    for (size_t k = 0; k < c->count; k++) {
        const noc_alias_part whole = {(double)(k + 1) / (double)c->count, (uint32_t)k};
        const noc_alias_part part = table.parts ? table.parts[k] : whole;
        const double own = part.end - (double)k / (double)c->count;
        total += weights[k];
        sums[k] += own;
        sums[part.other_item] += 1.0 / (double)c->count - own;
    }
    for (size_t k = 0; k < c->count; k++) assert_near(sums[k], weights[k] / total, 1e-14);
    noc_arena_clear(&arena);
}

static void table_is_that_of_gsl(void **state)
{
    const weights_case *c = *state;
    double weights[COUNT_MAX];
    noc_arena arena = {0};
    noc_alias_table table;
    draw_weights(c, weights);
    assert_true(noc_alias_table_make(&table, &arena, weights, c->count));
    gsl_ran_discrete_t *reference = gsl_ran_discrete_preproc(c->count, weights);
    assert_int_equal(table.parts == NULL, c->span == 1 && c->heavy == 0.0);
    for (size_t k = 0; k < c->count && table.parts; k++) {
        assert_true(table.parts[k].end == reference->F[k]);
        assert_int_equal(table.parts[k].other_item, reference->A[k]);
    }
    noc_random own = noc_random_stream(1, 2), other = own;
    for (int i = 0; i < 1000 && !table.parts; i++) {
        const size_t k = (size_t)(noc_random_uniform(&other) * (double)c->count);
        assert_int_equal(noc_alias_table_draw(&table, &own), k);
    }
    gsl_ran_discrete_free(reference);
    noc_arena_clear(&arena);
}

int main(void)
{
    static test_list list;
    TEST_TABLE_PREFIXED(&list, "weights", cases, parts_add_up_to_the_weights);
    TEST_TABLE_PREFIXED(&list, "GSL", cases, table_is_that_of_gsl);
    return test_run("alias table", &list);
}
