#include "design/wiring.h"

#include <stdlib.h>
#include <string.h>

noc_wiring *noc_wiring_share(noc_wiring *w)
{
    atomic_fetch_add(&w->more_users, 1);
    return w;
}

void noc_wiring_free(noc_wiring *w)
{
    if (!w || atomic_fetch_sub(&w->more_users, 1) > 0) return;
    for (int f = 0; f < NOC_WIRING_FILES; f++) free(w->files[f]);
    free(w->links);
    free(w->first_link);
    free(w->nodes);
    free(w->steps);
    free(w->spots);
    free(w->die);
    free(w);
}

/* Copies `bytes` bytes; *to is NULL for none. False when out of memory. */
static bool copy(void **to, const void *from, size_t bytes)
{
    if (!from) return true;
    *to = malloc(bytes + 1);
    if (*to) memcpy(*to, from, bytes);
    return *to != NULL;
}

noc_wiring *noc_wiring_copy(const noc_wiring *w)
{
    noc_wiring *own = calloc(1, sizeof *own);
    if (!own) return NULL;
    bool copied = true;
    memcpy(own->stamps, w->stamps, sizeof own->stamps);
    memcpy(own->digest, w->digest, sizeof own->digest);
    own->routers = w->routers;
    own->link_count = w->link_count;
    own->node_count = w->node_count;
    own->step_count = w->step_count;
    own->spot_count = w->spot_count;
    own->dies = w->dies;
    own->links_on_longest_path = w->links_on_longest_path;
    for (int f = 0; f < NOC_WIRING_FILES && copied; f++)
        copied =
            copy((void **)&own->files[f], w->files[f], w->files[f] ? strlen(w->files[f]) + 1 : 0);
    copied = copied && copy((void **)&own->links, w->links, w->link_count * sizeof *w->links) &&
             copy((void **)&own->first_link, w->first_link,
                  ((size_t)w->routers + 1) * sizeof *w->first_link) &&
             copy((void **)&own->nodes, w->nodes, w->node_count * sizeof *w->nodes) &&
             copy((void **)&own->steps, w->steps, w->step_count * sizeof *w->steps) &&
             copy((void **)&own->spots, w->spots, w->spot_count * sizeof *w->spots) &&
             copy((void **)&own->die, w->die, w->routers * sizeof *w->die);
    if (copied) return own;
    noc_wiring_free(own);
    return NULL;
}

const noc_wire *noc_wiring_link(const noc_wiring *w, uint32_t from, uint32_t to)
{
    if (from >= w->routers) return NULL;
    size_t low = w->first_link[from], high = w->first_link[from + 1];
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (w->links[middle].to < to)
            low = middle + 1;
        else
            high = middle;
    }
    const bool found = low < w->first_link[from + 1] && w->links[low].to == to;
    return found ? &w->links[low] : NULL;
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
static bool is_before(const noc_wired_step *step, uint32_t router, uint32_t destination)
{
    return step->router < router || (step->router == router && step->destination < destination);
}

const noc_wired_step *noc_wiring_steps(const noc_wiring *w, uint32_t router, uint32_t destination,
                                       size_t *count)
{
    size_t low = 0, high = w->step_count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (is_before(&w->steps[middle], router, destination))
            low = middle + 1;
        else
            high = middle;
    }
    size_t end = low;
    while (end < w->step_count && w->steps[end].router == router &&
           w->steps[end].destination == destination)
        end++;
    *count = end - low;
    return *count ? &w->steps[low] : NULL;
}
