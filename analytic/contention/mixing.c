#include "analytic/contention/mixing.h"

#include <math.h>
#include <stdlib.h>

/* Largest sum of the shares of differences. Longer steps are rarely linear (limits of 1 to 2 need a
 * few per cent more sweeps, and four times as many for some designs). */
static const double farthest = 0.8;

noc_status noc_mixing_new(noc_mixing *m, size_t size, size_t compared)
{
    double *room = malloc((5 * size + 3 * compared + 1) * sizeof *room);
    *m = (noc_mixing){.size = size, .compared = compared, .room = room};
    if (!room) return NOC_EFAILED;
    double *moved = room + 5 * size;
    m->from = room;
    m->reached = room + size;
    m->last = (noc_mixing_step){room + 2 * size, moved};
    m->newer = (noc_mixing_step){room + 3 * size, moved + compared};
    m->older = (noc_mixing_step){room + 4 * size, moved + 2 * compared};
    return NOC_OK;
}

void noc_mixing_clear(noc_mixing *m)
{
    free(m->room);
    *m = (noc_mixing){.room = NULL};
}

double *noc_mixing_from(noc_mixing *m)
{
    return m->from;
}

void noc_mixing_begin(noc_mixing *m, const double *start)
{
    m->began = start;
    m->steps = 0;
}

double *noc_mixing_reached(noc_mixing *m)
{
    return m->reached;
}

/* Makes the newer differences the older ones, and frees the room of the older ones. */
static void forget_oldest(noc_mixing *m)
{
    const noc_mixing_step newer = m->older;
    m->older = m->newer;
    m->newer = newer;
}

/* Stores the compared moves and their differences; differences of whole states come with the next
 * step. */
static void note_moves(noc_mixing *m)
{
    const double *reached = m->reached, *began = m->began;
    double *last = m->last.moved, *newer = m->newer.moved;
    if (m->steps == 1) {
        for (size_t i = 0; i < m->compared; i++) last[i] = reached[i] - began[i];
        return;
    }
    for (size_t i = 0; i < m->compared; i++) {
        const double moved = reached[i] - began[i];
        newer[i] = moved - last[i];
        last[i] = moved;
    }
}

/* Scalar products of differences and the last move. */
typedef struct products {
    double newer_newer, newer_older, older_older, newer_last, older_last;
} products;

static products multiply(const noc_mixing *m)
{
    const double *newer = m->newer.moved, *older = m->older.moved, *last = m->last.moved;
    products p = {0};
    for (size_t i = 0; i < m->compared; i++) {
        p.newer_newer += newer[i] * newer[i];
        p.newer_older += newer[i] * older[i];
        p.older_older += older[i] * older[i];
        p.newer_last += newer[i] * last[i];
        p.older_last += older[i] * last[i];
    }
    return p;
}

/* Scalar products of the single difference of two steps and the last move. */
static products multiply_newer(const noc_mixing *m)
{
    const double *newer = m->newer.moved, *last = m->last.moved;
    products p = {0};
    for (size_t i = 0; i < m->compared; i++) {
        p.newer_newer += newer[i] * newer[i];
        p.newer_last += newer[i] * last[i];
    }
    return p;
}

/* Finds the shares of the differences to subtract, by least squares. */
static void find_shares(const noc_mixing *m, double *newer, double *older)
{
    static const double parallel = 1e-6;
    const products p = m->steps > 2 ? multiply(m) : multiply_newer(m);
    const double both = p.newer_newer * p.older_older;
    const double det = both - p.newer_older * p.newer_older;
    *newer = *older = 0.0;
    if (det > parallel * both) {
        *newer = (p.newer_last * p.older_older - p.older_last * p.newer_older) / det;
        *older = (p.older_last * p.newer_newer - p.newer_last * p.newer_older) / det;
    } else if (p.newer_newer > 0.0) {
        *newer = p.newer_last / p.newer_newer;
    }
    const double far = fabs(*newer) + fabs(*older);
    if (!(far > farthest)) return;
    *newer *= farthest / far;
    *older *= farthest / far;
}

/* Subtracts shares of the last two differences, not below `least`. The arrays do not overlap, so
 * the compiler can vectorise the loop. */
static void step_on(size_t size, const double *restrict reached, const double *restrict least,
                    double newer, double older, const double *restrict older_step,
                    const double *restrict last, double *restrict newer_step, double *restrict from)
{
    for (size_t i = 0; i < size; i++) {
        const double step = reached[i] - last[i];
        const double next = reached[i] - newer * step - older * older_step[i];
        newer_step[i] = step;
        from[i] = next > least[i] ? next : least[i];
    }
}

/* Subtracts a share of the single difference, not below `least`. */
static void step_on_newer(size_t size, const double *restrict reached, const double *restrict least,
                          double newer, const double *restrict last, double *restrict newer_step,
                          double *restrict from)
{
    for (size_t i = 0; i < size; i++) {
        const double step = reached[i] - last[i], next = reached[i] - newer * step;
        newer_step[i] = step;
        from[i] = next > least[i] ? next : least[i];
    }
}

/* Stores the first state of the next step in m->next_start. */
static void mix(noc_mixing *m, const double *least)
{
    double newer, older;
    find_shares(m, &newer, &older);
    if (m->steps > 2)
        step_on(m->size, m->reached, least, newer, older, m->older.reached, m->last.reached,
                m->newer.reached, m->from);
    else
        step_on_newer(m->size, m->reached, least, newer, m->last.reached, m->newer.reached,
                      m->from);
}

const double *noc_mixing_next(noc_mixing *m, const double *least)
{
    double *last = m->last.reached;
    m->steps++;
    forget_oldest(m);
    note_moves(m);
    if (m->steps > 1) mix(m, least);
    m->last.reached = m->reached; /* room of the previous state */
    m->reached = last;
    m->began = m->steps > 1 ? m->from : m->last.reached;
    return m->began;
}
