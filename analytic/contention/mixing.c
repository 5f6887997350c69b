#include "analytic/contention/mixing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* By how many steps of the past the next one goes on at most. Further on the way is hardly ever
 * straight (1 to 2 take a few per cent more sweeps, and of some designs four times as many). */
static const double farthest = 0.8;

noc_status noc_mixing_new(noc_mixing *m, size_t size, size_t compared)
{
    double *room = malloc((4 * size + 3 * compared + 1) * sizeof *room);
    *m = (noc_mixing){.size = size, .compared = compared, .room = room};
    if (!room) return NOC_EFAILED;
    double *moved = room + 4 * size;
    m->from = room;
    m->last = (noc_mixing_step){room + size, moved};
    m->newer = (noc_mixing_step){room + 2 * size, moved + compared};
    m->older = (noc_mixing_step){room + 3 * size, moved + 2 * compared};
    return NOC_OK;
}

void noc_mixing_clear(noc_mixing *m)
{
    free(m->room);
    *m = (noc_mixing){.room = NULL};
}

double *noc_mixing_begin(noc_mixing *m)
{
    m->is_first = true;
    return m->from;
}

/* It has nothing to be compared with. */
static void note_first(noc_mixing *m, const double *reached)
{
    for (size_t i = 0; i < m->compared; i++) {
        m->last.moved[i] = reached[i] - m->from[i];
        m->newer.moved[i] = 0.0;
    }
    for (size_t i = 0; i < m->size; i++) {
        m->last.reached[i] = reached[i];
        m->newer.reached[i] = 0.0;
    }
}

/* The differences that are compared; those of all else come with the next step. */
static void note_moves(noc_mixing *m, const double *reached)
{
    const noc_mixing_step newer = m->older; /* its room */
    m->older = m->newer;
    m->newer = newer;
    for (size_t i = 0; i < m->compared; i++) {
        const double moved = reached[i] - m->from[i];
        newer.moved[i] = moved - m->last.moved[i];
        m->last.moved[i] = moved;
    }
}

/* Scalar products. */
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

/* How much of the differences to go back, by least squares. */
static void find_shares(const noc_mixing *m, double *newer, double *older)
{
    static const double parallel = 1e-6;
    const products p = multiply(m);
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

/* Goes back by so much of the last two differences, not below what is least. No two of these
 * overlap, which lets the compiler make vectors of it. */
static void step_on(size_t size, const double *restrict reached, const double *restrict least,
                    double newer, double older, const double *restrict older_step,
                    double *restrict newer_step, double *restrict last, double *restrict from)
{
    for (size_t i = 0; i < size; i++) {
        const double step = reached[i] - last[i];
        const double next = reached[i] - newer * step - older * older_step[i];
        newer_step[i] = step;
        last[i] = reached[i];
        from[i] = next > least[i] ? next : least[i];
    }
}

const double *noc_mixing_next(noc_mixing *m, const double *reached, const double *least)
{
    double newer = 0.0, older = 0.0;
    if (m->is_first) {
        note_first(m, reached);
        m->is_first = false;
        memcpy(m->from, reached, m->size * sizeof *reached);
        return m->from;
    }
    note_moves(m, reached);
    find_shares(m, &newer, &older);
    step_on(m->size, reached, least, newer, older, m->older.reached, m->newer.reached,
            m->last.reached, m->from);
    return m->from;
}
