#include "reports/drawings/layout_steps.h"

#include <stdlib.h>
#include <string.h>

static bool list_neighbours(const noc_layout_link *links, size_t count, noc_layout_steps *s)
{
    s->first = calloc((size_t)s->routers + 2, sizeof *s->first);
    s->neighbours = malloc((2 * count + 1) * sizeof *s->neighbours);
    if (!s->first || !s->neighbours) return false;
    /* counted two places on, so that filling them in leaves each at its start */
    for (size_t l = 0; l < count; l++) {
        s->first[links[l].a + 2]++;
        s->first[links[l].b + 2]++;
    }
    for (uint32_t r = 2; r < s->routers + 2; r++) s->first[r] += s->first[r - 1];
    for (size_t l = 0; l < count; l++) {
        s->neighbours[s->first[links[l].a + 1]++] = links[l].b;
        s->neighbours[s->first[links[l].b + 1]++] = links[l].a;
    }
    return true;
}

/* Breadth first; `queue` has room for all routers. */
static void measure_from(const noc_layout_steps *s, uint32_t pivot, uint16_t *steps,
                         uint32_t *queue)
{
    uint32_t head = 0, tail = 0;
    memset(steps, 0xff, s->routers * sizeof *steps);
    steps[pivot] = 0;
    queue[tail++] = pivot;
    while (head < tail) {
        const uint32_t at = queue[head++];
        const uint16_t next = (uint16_t)(steps[at] < UINT16_MAX - 1 ? steps[at] + 1 : steps[at]);
        for (uint32_t i = s->first[at]; i < s->first[at + 1]; i++)
            if (steps[s->neighbours[i]] == UINT16_MAX) {
                steps[s->neighbours[i]] = next;
                queue[tail++] = s->neighbours[i];
            }
    }
}

static void choose_pivots(noc_layout_steps *s, uint16_t *nearest, uint32_t *queue)
{
    uint32_t next = 0;
    memset(nearest, 0xff, s->routers * sizeof *nearest);
    for (uint32_t k = 0; k < s->pivots; k++) {
        uint16_t *steps = &s->steps[(size_t)k * s->routers];
        s->pivot[k] = next;
        measure_from(s, next, steps, queue);
        next = 0;
        for (uint32_t i = 0; i < s->routers; i++) {
            if (steps[i] < nearest[i]) nearest[i] = steps[i];
            if (nearest[i] > nearest[next]) next = i;
        }
    }
}

/* Unreachable routers. */
static void bridge(noc_layout_steps *s)
{
    const size_t all = (size_t)s->pivots * s->routers;
    uint16_t most = 0;
    for (size_t i = 0; i < all; i++)
        if (s->steps[i] != UINT16_MAX && s->steps[i] > most) most = s->steps[i];
    for (size_t i = 0; i < all; i++)
        if (s->steps[i] == UINT16_MAX) s->steps[i] = (uint16_t)(most + 2);
}

bool noc_layout_measure(uint32_t routers, const noc_layout_link *links, size_t count,
                        uint32_t pivots, noc_layout_steps *s)
{
    *s = (noc_layout_steps){.routers = routers, .pivots = pivots < routers ? pivots : routers};
    s->pivot = calloc((size_t)s->pivots + 1, sizeof *s->pivot);
    s->steps = malloc((size_t)s->pivots * routers * sizeof *s->steps + 1);
    uint16_t *nearest = malloc(routers * sizeof *nearest + 1);
    uint32_t *queue = malloc(routers * sizeof *queue + 1);
    const bool made = s->pivot && s->steps && nearest && queue && list_neighbours(links, count, s);
    if (made) {
        choose_pivots(s, nearest, queue);
        bridge(s);
    }
    free(nearest);
    free(queue);
    return made;
}

void noc_layout_steps_clear(noc_layout_steps *s)
{
    free(s->first);
    free(s->neighbours);
    free(s->pivot);
    free(s->steps);
}
