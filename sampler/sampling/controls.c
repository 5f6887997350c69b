#include "sampler/sampling/controls.h"

#include <math.h>

/* ---- control variates ----------------------------------------------------------------------- */

typedef struct equations {
    size_t row_count;
    /* linear equations, row by row; the last column is the right side */
    double rows[NOC_CONTROLS_MAX][NOC_CONTROLS_MAX + 1];
} equations;

/* Sums the products of deviations from the means over batches. */
static equations sum_products(const noc_batch_sums *batches, size_t n, const double *controls,
                              size_t count)
{
    equations e = {.row_count = count};
    double means[NOC_CONTROLS_MAX] = {0}, sum = 0.0;
    for (size_t b = 0; b < n; b++) {
        sum += batches[b].numerator / (double)n;
        for (size_t i = 0; i < count; i++) means[i] += controls[b * count + i] / (double)n;
    }
    for (size_t b = 0; b < n; b++)
        for (size_t i = 0; i < count; i++) {
            const double deviation = controls[b * count + i] - means[i];
            for (size_t k = 0; k < count; k++)
                e.rows[i][k] += deviation * (controls[b * count + k] - means[k]);
            e.rows[i][count] += deviation * (batches[b].numerator - sum);
        }
    return e;
}

/* Solves a system with a symmetric, positive matrix, without pivoting. The right side becomes the
 * solution. */
static bool solve_equations(equations *e)
{
    static const double minimum = 1e-9;
    for (size_t i = 0; i < e->row_count; i++) {
        double pivot = e->rows[i][i];
        for (size_t k = 0; k < i; k++) {
            const double factor = e->rows[i][k] / e->rows[k][k];
            for (size_t j = k; j <= e->row_count; j++) e->rows[i][j] -= factor * e->rows[k][j];
        }
        if (!(e->rows[i][i] > minimum * pivot)) return false;
    }
    for (size_t i = e->row_count; i-- > 0;) {
        for (size_t k = i + 1; k < e->row_count; k++)
            e->rows[i][e->row_count] -= e->rows[i][k] * e->rows[k][e->row_count];
        e->rows[i][e->row_count] /= e->rows[i][i];
    }
    return true;
}

bool noc_controls_apply(noc_batch_sums *batches, size_t n, const double *controls, size_t count)
{
    enum { BATCHES_PER_CONTROL = 4 };
    if (count == 0 || n < BATCHES_PER_CONTROL * count) return false;
    equations e = sum_products(batches, n, controls, count);
    if (!solve_equations(&e)) return false;
    for (size_t b = 0; b < n; b++)
        for (size_t i = 0; i < count; i++)
            batches[b].numerator -= e.rows[i][count] * controls[b * count + i];
    return true;
}

/* ---- phases --------------------------------------------------------------------------------- */

enum { GROUPS_MAX = 16 };

/* Finds the excess of a group over its share of each phase except the last, instructions. */
static void find_excess(const noc_phases *phases, const noc_tally *from, const noc_tally *to,
                        double *excess)
{
    const double instructions = (double)(to->instructions - from->instructions);
    for (size_t k = 0; k + 1 < phases->count; k++)
        excess[k] = (double)(to->phases.instructions[k] - from->phases.instructions[k]) -
                    phases->list[k].share * instructions;
}

void noc_remove_phase_noise(const noc_phases *phases, const noc_replication *runs, size_t first,
                            size_t end, size_t groups, noc_batch_sums *group_sums)
{
    double controls[NOC_REPLICATIONS * GROUPS_MAX * NOC_CONTROLS_MAX];
    const size_t batch_count = end - first;
    if (phases->count == 0 || groups > GROUPS_MAX) return;
    for (size_t i = 0; i < NOC_REPLICATIONS * groups; i++) {
        const noc_tally *totals = runs[i / groups].totals;
        const size_t g = i % groups;
        find_excess(phases, &totals[first + g * batch_count / groups],
                    &totals[first + (g + 1) * batch_count / groups],
                    &controls[i * (phases->count - 1)]);
    }
    noc_controls_apply(group_sums, NOC_REPLICATIONS * groups, controls, phases->count - 1);
}
