#include "sampler/sampling/controls.h"

#include <math.h>

/* ---- control variates ----------------------------------------------------------------------- */

typedef struct equations {
    size_t count;
    /* linear equations, row by row; the last column is the right side */
    double of[NOC_CONTROLS_MAX][NOC_CONTROLS_MAX + 1];
} equations;

/* Sums the products of deviations from the means over batches. */
static equations products(const noc_pair *batches, size_t n, const double *controls, size_t count)
{
    equations e = {.count = count};
    double means[NOC_CONTROLS_MAX] = {0}, sum = 0.0;
    for (size_t b = 0; b < n; b++) {
        sum += batches[b].sum / (double)n;
        for (size_t i = 0; i < count; i++) means[i] += controls[b * count + i] / (double)n;
    }
    for (size_t b = 0; b < n; b++)
        for (size_t i = 0; i < count; i++) {
            const double own = controls[b * count + i] - means[i];
            for (size_t k = 0; k < count; k++)
                e.of[i][k] += own * (controls[b * count + k] - means[k]);
            e.of[i][count] += own * (batches[b].sum - sum);
        }
    return e;
}

/* Solves a system with a symmetric, positive matrix, without pivoting. The right side becomes the
 * solution. */
static bool solve(equations *e)
{
    static const double least = 1e-9;
    for (size_t i = 0; i < e->count; i++) {
        double whole = e->of[i][i];
        for (size_t k = 0; k < i; k++) {
            const double part = e->of[i][k] / e->of[k][k];
            for (size_t j = k; j <= e->count; j++) e->of[i][j] -= part * e->of[k][j];
        }
        if (!(e->of[i][i] > least * whole)) return false;
    }
    for (size_t i = e->count; i-- > 0;) {
        for (size_t k = i + 1; k < e->count; k++)
            e->of[i][e->count] -= e->of[i][k] * e->of[k][e->count];
        e->of[i][e->count] /= e->of[i][i];
    }
    return true;
}

bool noc_controls_apply(noc_pair *batches, size_t n, const double *controls, size_t count)
{
    enum { LEAST_FOR_EACH = 4 };
    if (count == 0 || n < LEAST_FOR_EACH * count) return false;
    equations e = products(batches, n, controls, count);
    if (!solve(&e)) return false;
    for (size_t b = 0; b < n; b++)
        for (size_t i = 0; i < count; i++)
            batches[b].sum -= e.of[i][count] * controls[b * count + i];
    return true;
}

/* ---- phases --------------------------------------------------------------------------------- */

enum { GROUPS_MOST = 16 };

/* Finds the excess of a group over its share of each phase except the last, instructions. */
static void excess_of(const noc_phases *phases, const noc_tally *from, const noc_tally *to,
                      double *excess)
{
    const double all = (double)(to->instructions - from->instructions);
    for (size_t k = 0; k + 1 < phases->count; k++)
        excess[k] = (double)(to->phases.instructions[k] - from->phases.instructions[k]) -
                    phases->list[k].share * all;
}

void noc_free_of_phases(const noc_phases *phases, const noc_replication *runs, size_t first,
                        size_t end, size_t groups, noc_pair *pairs)
{
    double controls[NOC_REPLICATIONS * GROUPS_MOST * NOC_CONTROLS_MAX];
    const size_t kept = end - first;
    if (phases->count == 0 || groups > GROUPS_MOST) return;
    for (size_t i = 0; i < NOC_REPLICATIONS * groups; i++) {
        const noc_tally *totals = runs[i / groups].totals;
        const size_t g = i % groups;
        excess_of(phases, &totals[first + g * kept / groups],
                  &totals[first + (g + 1) * kept / groups], &controls[i * (phases->count - 1)]);
    }
    noc_controls_apply(pairs, NOC_REPLICATIONS * groups, controls, phases->count - 1);
}
