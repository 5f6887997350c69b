#include "design/wiring.h"

#include <stdlib.h>
#include <string.h>

noc_wiring *noc_wiring_share(noc_wiring *w)
{
    atomic_fetch_add(&w->extra_users, 1);
    return w;
}

void noc_wiring_free(noc_wiring *w)
{
    if (!w || atomic_fetch_sub(&w->extra_users, 1) > 0) return;
    for (int f = 0; f < NOC_WIRING_FILES; f++) free(w->files[f]);
    free(w->links);
    free(w->first_link);
    free(w->nodes);
    free(w->steps);
    free(w->positions);
    free(w->router_dies);
    free(w);
}

/* Copies `bytes` bytes to new memory. *target stays NULL for a source of NULL. False when out of
 * memory. */
static bool copy_bytes(void **target, const void *source, size_t bytes)
{
    if (!source) return true;
    *target = malloc(bytes + 1);
    if (*target) memcpy(*target, source, bytes);
    return *target != NULL;
}

noc_wiring *noc_wiring_copy(const noc_wiring *w)
{
    noc_wiring *result = calloc(1, sizeof *result);
    if (!result) return NULL;
    bool copied = true;
    memcpy(result->stamps, w->stamps, sizeof result->stamps);
    memcpy(result->digest, w->digest, sizeof result->digest);
    result->router_count = w->router_count;
    result->link_count = w->link_count;
    result->node_count = w->node_count;
    result->step_count = w->step_count;
    result->position_count = w->position_count;
    result->die_count = w->die_count;
    result->links_on_longest_path = w->links_on_longest_path;
    for (int f = 0; f < NOC_WIRING_FILES && copied; f++)
        copied = copy_bytes((void **)&result->files[f], w->files[f],
                            w->files[f] ? strlen(w->files[f]) + 1 : 0);
    copied = copied &&
             copy_bytes((void **)&result->links, w->links, w->link_count * sizeof *w->links) &&
             copy_bytes((void **)&result->first_link, w->first_link,
                        ((size_t)w->router_count + 1) * sizeof *w->first_link) &&
             copy_bytes((void **)&result->nodes, w->nodes, w->node_count * sizeof *w->nodes) &&
             copy_bytes((void **)&result->steps, w->steps, w->step_count * sizeof *w->steps) &&
             copy_bytes((void **)&result->positions, w->positions,
                        w->position_count * sizeof *w->positions) &&
             copy_bytes((void **)&result->router_dies, w->router_dies,
                        w->router_count * sizeof *w->router_dies);
    if (copied) return result;
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
