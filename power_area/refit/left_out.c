#include "power_area/refit/left_out.h"

#include <math.h>
#include <stdio.h>

#include "power_area/refit/quantities.h"

/* Rows that are left out together have the same key. */
typedef double (*key)(const row *r);

static double topology_of(const row *r)
{
    return r->field[INPUTS] * 1000.0 + r->field[OUTPUTS];
}

static double width_of(const row *r)
{
    return r->field[BITS];
}

static double queue_of(const row *r)
{
    return r->field[VCS] * 1000.0 + r->field[DEPTH];
}

/* One of three, by chance, the same for all clocks of a router. */
static double third_of(const row *r)
{
    static const int parts[] = {INPUTS, OUTPUTS, VCS, DEPTH, BITS};
    unsigned hash = 2166136261u; /* FNV-1a over the settings */
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        hash = (hash ^ (unsigned)r->field[parts[i]]) * 16777619u;
    return (double)((hash >> 16) % 3u);
}

static const struct {
    const char *name;
    key key;
} slices[] = {
    {"topology", topology_of},
    {"width", width_of},
    {"VCs and depth", queue_of},
    {"a third", third_of},
};
enum { SLICES = sizeof slices / sizeof slices[0] };

/* The rows of a node with a key, or all others. */
static void select_key(const rows *node, key of, double value, bool same, rows *some)
{
    some->count = 0;
    for (size_t i = 0; i < node->count; i++)
        if ((of(&node->row[i]) == value) == same) some->row[some->count++] = node->row[i];
}

static bool is_first(const rows *node, key of, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (of(&node->row[k]) == of(&node->row[i])) return false;
    return true;
}

/* Errors on the rows of each key, predicted from a fit to all others. */
static residuals leave_out(const rows *node, key of, const refit_quantity *q, double pins_per_step)
{
    static rows some;
    static problem p;
    noc_coefficient_id ids[NOC_TERMS_MAX];
    double c[NOC_TERMS_MAX];
    size_t count = 0;
    residuals all = {0};
    for (size_t i = 0; i < node->count; i++) {
        if (!is_first(node, of, i)) continue;
        select_key(node, of, of(&node->row[i]), false, &some);
        refit_set_up(&some, q, pins_per_step, &p, ids);
        refit_solve(&p, c);
        select_key(node, of, of(&node->row[i]), true, &some);
        refit_set_up(&some, q, pins_per_step, &p, ids);
        const residuals r = refit_residuals(&p, c);
        all.mean += r.mean * (double)p.rows;
        all.worst = fmax(all.worst, r.worst);
        count += p.rows;
    }
    all.mean /= (double)count;
    return all;
}

void refit_print_left_out(const rows *node, const fitted *t)
{
    size_t count;
    const refit_quantity *q = refit_quantities(&count);
    printf("\n%g nm, left out: mean and worst error in %%\n%-30s", t->nm, "");
    for (size_t s = 0; s < SLICES; s++) printf(" %15s", slices[s].name);
    for (size_t f = 0; f < count; f++) {
        printf("\n%-30s", q[f].column);
        for (size_t s = 0; s < SLICES; s++) {
            const residuals r = leave_out(node, slices[s].key, &q[f],
                                          t->value[NOC_COEFFICIENT_clock_pins_per_step]);
            printf("  %6.2f  %6.2f", 100.0 * r.mean, 100.0 * r.worst);
        }
    }
    printf("\n");
}
