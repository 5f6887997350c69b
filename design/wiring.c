#include "design/wiring.h"

#include <stdlib.h>

noc_wiring *noc_wiring_share(noc_wiring *w)
{
    atomic_fetch_add(&w->extra_users, 1);
    return w;
}

void noc_wiring_free(noc_wiring *w)
{
    if (!w || atomic_fetch_sub(&w->extra_users, 1) > 0) return;
    noc_arena_clear(&w->arena);
    free(w);
}

/* Copies a list; NULL: the wiring has none. */
static void *copy_list(noc_arena *arena, const void *list, size_t count, size_t size)
{
    return list ? noc_arena_copy(arena, list, count, size) : NULL;
}

noc_wiring *noc_wiring_copy(const noc_wiring *w)
{
    noc_wiring *result = malloc(sizeof *result);
    if (!result) return NULL;
    *result = *w;
    result->extra_users = 0;
    result->arena = (noc_arena){0};
    noc_arena *a = &result->arena;
    const size_t routers = w->router_count;
    for (int f = 0; f < NOC_WIRING_FILES; f++)
        if (w->files[f]) result->files[f] = noc_arena_string(a, w->files[f]);
    result->links = copy_list(a, w->links, w->link_count, sizeof *w->links);
    result->first_link = copy_list(a, w->first_link, routers + 1, sizeof *w->first_link);
    result->nodes = copy_list(a, w->nodes, w->node_count, sizeof *w->nodes);
    result->steps = copy_list(a, w->steps, w->step_count, sizeof *w->steps);
    result->positions = copy_list(a, w->positions, w->position_count, sizeof *w->positions);
    result->router_dies = copy_list(a, w->router_dies, routers, sizeof *w->router_dies);
    if (!a->is_short) return result;
    noc_wiring_free(result);
    return NULL;
}

const noc_wire *noc_wiring_find_link(const noc_wiring *w, uint32_t source_router,
                                     uint32_t target_router)
{
    if (source_router >= w->router_count) return NULL;
    size_t lo = w->first_link[source_router], hi = w->first_link[source_router + 1];
    while (lo < hi) {
        const size_t middle = (lo + hi) / 2;
        if (w->links[middle].target_router < target_router)
            lo = middle + 1;
        else
            hi = middle;
    }
    const bool found =
        lo < w->first_link[source_router + 1] && w->links[lo].target_router == target_router;
    return found ? &w->links[lo] : NULL;
}

uint32_t noc_common_multiple(uint32_t a, uint32_t b)
{
    uint32_t multiple = a;
    while (multiple % b) multiple += a;
    return multiple;
}

uint32_t noc_wiring_lane_numbers(const noc_wiring *w)
{
    uint32_t numbers = 1;
    for (size_t i = 0; i < w->link_count; i++)
        numbers = noc_common_multiple(numbers, (uint32_t)w->links[i].lanes);
    return numbers;
}

/* True if a step precedes the steps of a pair of routers in the order of `steps`. */
static bool is_before_pair(const noc_wired_step *step, uint32_t router, uint32_t destination)
{
    return step->router < router || (step->router == router && step->destination < destination);
}

const noc_wired_step *noc_wiring_find_steps(const noc_wiring *w, uint32_t router,
                                            uint32_t destination, size_t *count)
{
    size_t lo = 0, hi = w->step_count;
    while (lo < hi) {
        const size_t middle = (lo + hi) / 2;
        if (is_before_pair(&w->steps[middle], router, destination))
            lo = middle + 1;
        else
            hi = middle;
    }
    size_t end = lo;
    while (end < w->step_count && w->steps[end].router == router &&
           w->steps[end].destination == destination)
        end++;
    *count = end - lo;
    return *count ? &w->steps[lo] : NULL;
}
