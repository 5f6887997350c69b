#include "network/wiring.h"

#include <stdlib.h>

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
    free(w);
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

/* Of a step before those of a pair. */
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
