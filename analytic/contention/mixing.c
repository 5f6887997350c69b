#include "analytic/contention/mixing.h"

#include <math.h>

/* Largest sum of the shares of differences. Longer steps are rarely linear (limits of 1 to 2 need a
 * few per cent more sweeps, and four times as many for some designs). */
static const double max_share_sum = 0.8;

bool noc_mixing_make(noc_mixing *m, size_t size, size_t compared_size, noc_arena *arena)
{
    double *memory = noc_arena_unset_array(arena, 5 * size + 3 * compared_size, sizeof *memory);
    *m = (noc_mixing){.size = size, .compared_size = compared_size};
    if (!memory) return false;
    double *moved = memory + 5 * size;
    m->next_start = memory;
    m->reached = memory + size;
    m->last = (noc_mixing_step){memory + 2 * size, moved};
    m->newer = (noc_mixing_step){memory + 3 * size, moved + compared_size};
    m->older = (noc_mixing_step){memory + 4 * size, moved + 2 * compared_size};
    return true;
}

void noc_mixing_begin(noc_mixing *m, const double *start)
{
    m->start = start;
    m->step_count = 0;
}

/* Makes the newer differences the older ones, and frees the room of the older ones. */
static void swap_differences(noc_mixing *m)
{
    const noc_mixing_step newer = m->older;
    m->older = m->newer;
    m->newer = newer;
}

/* Stores the moves of the present step, and their differences from the previous step. The functions
 * that mix store the differences of states. */
static void store_moves(noc_mixing *m)
{
    const double *reached = m->reached, *began = m->start;
    double *last = m->last.moved, *newer = m->newer.moved;
    if (m->step_count == 1) {
        for (size_t i = 0; i < m->compared_size; i++) last[i] = reached[i] - began[i];
        return;
    }
    for (size_t i = 0; i < m->compared_size; i++) {
        const double moved = reached[i] - began[i];
        newer[i] = moved - last[i];
        last[i] = moved;
    }
}

/* Scalar products of differences and the last move. */
typedef struct products {
    double newer_newer, newer_older, older_older, newer_last, older_last;
} products;

static products multiply_differences(const noc_mixing *m)
{
    const double *newer = m->newer.moved, *older = m->older.moved, *last = m->last.moved;
    products p = {0};
    for (size_t i = 0; i < m->compared_size; i++) {
        p.newer_newer += newer[i] * newer[i];
        p.newer_older += newer[i] * older[i];
        p.older_older += older[i] * older[i];
        p.newer_last += newer[i] * last[i];
        p.older_last += older[i] * last[i];
    }
    return p;
}

/* Scalar products of the single difference of two steps and the last move. */
static products multiply_newer_difference(const noc_mixing *m)
{
    const double *newer = m->newer.moved, *last = m->last.moved;
    products p = {0};
    for (size_t i = 0; i < m->compared_size; i++) {
        p.newer_newer += newer[i] * newer[i];
        p.newer_last += newer[i] * last[i];
    }
    return p;
}

/* Finds the shares of the differences to subtract, by least squares. */
static void find_shares(const noc_mixing *m, double *newer, double *older)
{
    static const double min_determinant = 1e-6;
    const products p = m->step_count > 2 ? multiply_differences(m) : multiply_newer_difference(m);
    const double squares_product = p.newer_newer * p.older_older;
    const double determinant = squares_product - p.newer_older * p.newer_older;
    *newer = *older = 0.0;
    if (determinant > min_determinant * squares_product) {
        *newer = (p.newer_last * p.older_older - p.older_last * p.newer_older) / determinant;
        *older = (p.older_last * p.newer_newer - p.newer_last * p.newer_older) / determinant;
    } else if (p.newer_newer > 0.0) {
        *newer = p.newer_last / p.newer_newer;
    }
    const double share_sum = fabs(*newer) + fabs(*older);
    if (!(share_sum > max_share_sum)) return;
    *newer *= max_share_sum / share_sum;
    *older *= max_share_sum / share_sum;
}

/* Finds the next first state: the reached state less shares of the last two differences, at least
 * `lower_bounds`. Stores the newer difference. The arrays do not overlap, so the compiler can
 * vectorise the loop. */
static void subtract_differences(size_t size, const double *restrict reached,
                                 const double *restrict lower_bounds, double newer, double older,
                                 const double *restrict older_step, const double *restrict last,
                                 double *restrict newer_step, double *restrict next_start)
{
    for (size_t i = 0; i < size; i++) {
        const double step = reached[i] - last[i];
        const double next = reached[i] - newer * step - older * older_step[i];
        newer_step[i] = step;
        next_start[i] = next > lower_bounds[i] ? next : lower_bounds[i];
    }
}

/* Finds the next first state, as subtract_differences, when there is only the newer difference. */
static void subtract_newer(size_t size, const double *restrict reached,
                           const double *restrict lower_bounds, double newer,
                           const double *restrict last, double *restrict newer_step,
                           double *restrict next_start)
{
    for (size_t i = 0; i < size; i++) {
        const double step = reached[i] - last[i], next = reached[i] - newer * step;
        newer_step[i] = step;
        next_start[i] = next > lower_bounds[i] ? next : lower_bounds[i];
    }
}

/* Stores the first state of the next step in m->next_start, and the difference of the last two
 * reached states in m->newer. */
static void mix_steps(noc_mixing *m, const double *lower_bounds)
{
    double newer, older;
    find_shares(m, &newer, &older);
    if (m->step_count > 2)
        subtract_differences(m->size, m->reached, lower_bounds, newer, older, m->older.reached,
                             m->last.reached, m->newer.reached, m->next_start);
    else
        subtract_newer(m->size, m->reached, lower_bounds, newer, m->last.reached, m->newer.reached,
                       m->next_start);
}

const double *noc_mixing_next(noc_mixing *m, const double *lower_bounds)
{
    double *last = m->last.reached;
    m->step_count++;
    swap_differences(m);
    store_moves(m);
    if (m->step_count > 1) mix_steps(m, lower_bounds);
    m->last.reached = m->reached; /* room of the previous state */
    m->reached = last;
    m->start = m->step_count > 1 ? m->next_start : m->last.reached;
    return m->start;
}
