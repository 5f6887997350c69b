#include "sampler/sampling/controls.h"

#include <math.h>

typedef struct equations {
    size_t count;
    double of[NOC_CONTROLS_MAX][NOC_CONTROLS_MAX + 1]; /* the right side last */
} equations;

/* Sums over batches of products of what differs from the means. */
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

/* Of a symmetrical, positive matrix: without looking for pivots. The right side becomes the
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
