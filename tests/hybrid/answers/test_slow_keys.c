/* Every key over a set of designs, by both methods: what moves the sampler by more than 5 % moves
 * the model the same way; what moves it by 2 to 5 % stands in tests/reference/keys.csv; what is
 * told not to be read, or changes no bit of the sampler, does not move the model. With
 * NOC_KEYS_TABLE=FILE the whole walk is written there, a line a figure. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/runs/key_walk.h"

static const double large = 0.05, small = 0.02;
/* Of the sampler's figures, by which a row may have been on the other side of a limit. */
static const double noise = 0.005;
/* Of the model, by what its features tell of settings that the sampler has no use for. */
static const double trifle = 0.005;

/* What the sampler does more than 5 % of and the model does not follow, with the cause. */
static const struct {
    const char *base, *key, *cause;
} faults[] = {
    {"crossbar, loop", "network.carries",
     "two networks that share all packets scatter a row's requests"},
};

static bool is_fault(const walk_step *step)
{
    for (size_t i = 0; i < TEST_COUNT(faults); i++)
        if (strcmp(faults[i].base, step->base->name) == 0 && strcmp(faults[i].key, step->key) == 0)
            return true;
    return false;
}

/* ---- the table ------------------------------------------------------------------------------- */

typedef struct walking {
    const char *table; /* tests/reference/keys.csv */
    FILE *out;         /* NULL: nowhere */
    walk_silence silence;
    int faults;
} walking;

/* "base;key;value;figure;": the beginning of a row. */
static void begin_row(const walk_step *step, walk_figure figure, char *row, size_t size)
{
    snprintf(row, size, "\n%s;%s;%s;%s;", step->base->name, step->key, step->value,
             walk_figure_name(figure));
}

static void complain(walking *w, const walk_step *step, walk_figure figure, const char *what)
{
    print_error("%s: %s = %s, %s: %s\n", step->base->name, step->key, step->value,
                walk_figure_name(figure), what);
    w->faults++;
}

static void check_figure(walking *w, const walk_answer *base, const walk_step *step,
                         walk_figure figure)
{
    const double sampled = walk_change(&base->sample, &step->answer.sample, figure);
    const double predicted = walk_change(&base->model, &step->answer.model, figure);
    char row[300];
    if (isnan(sampled)) return;
    begin_row(step, figure, row, sizeof row);
    if (w->out) fprintf(w->out, "%s%.1f;%.1f\n", row + 1, 100.0 * sampled, 100.0 * predicted);
    if (w->out) fflush(w->out);
    if (!walk_follows(base, step, figure, large + noise) && !is_fault(step))
        complain(w, step, figure, "the model does not move as the sampler does");
    if (fabs(sampled) > small + noise && fabs(sampled) < large - noise && !strstr(w->table, row))
        complain(w, step, figure, "not in tests/reference/keys.csv");
    if (step->answer.sample.bits == base->sample.bits && fabs(predicted) > trifle)
        complain(w, step, figure, "the model moves, the sampler has no use for it");
}

static void check_step(void *context, const walk_answer *base, const walk_step *step)
{
    walking *w = context;
    walk_listen(&w->silence, base, step);
    for (int f = 0; f < WALK_FIGURES; f++) check_figure(w, base, step, (walk_figure)f);
}

static void every_key_moves_both_methods_alike(void **state)
{
    const char *out = getenv("NOC_KEYS_TABLE");
    char *table = test_read_text("tests/reference/keys.csv");
    walking w = {.table = table, .out = out ? fopen(out, "a") : NULL};
    walk_keys(*state, NULL, WALK_MODEL | WALK_SAMPLE, check_step, &w);
    walk_listen(&w.silence, NULL, NULL);
    if (w.out) fclose(w.out);
    free(table);
    assert_int_equal(w.faults + w.silence.faults, 0);
}

/* Words on the command line name the designs to walk on; without any all are. */
int main(int argc, char **argv)
{
    static test_list list;
    for (int i = 1; i < argc; i++) {
        const walk_base *base = walk_base_named(argv[i]);
        if (base)
            test_add_rows(&list, NULL, base, 1, sizeof *base, every_key_moves_both_methods_alike);
    }
    if (argc == 1)
        test_add_rows(&list, NULL, walk_bases, walk_base_count, sizeof walk_bases[0],
                      every_key_moves_both_methods_alike);
    return test_run("slow_keys", &list);
}
