#include "network/graph/options.h"

#include <stdlib.h>

#include "base/growing_list.h"

/* Makes room for one more element. NULL when out of memory. */
static void *grow_list(void *list, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity) return list;
    const size_t wanted = noc_list_next_capacity(*capacity);
    void *grown_list = realloc(list, wanted * size);
    if (grown_list) *capacity = wanted;
    return grown_list;
}

void noc_options_add(noc_options *o, noc_route_option option)
{
    noc_route_option *grown_list = grow_list(o->list, o->count, &o->capacity, sizeof *grown_list);
    o->failed |= grown_list == NULL;
    if (!grown_list) return;
    o->list = grown_list;
    o->list[o->count++] = option;
}

void noc_options_add_start(noc_options *o, uint32_t state, double probability)
{
    noc_start_state *starts =
        grow_list(o->starts, o->start_count, &o->start_capacity, sizeof *starts);
    o->failed |= starts == NULL;
    if (!starts) return;
    o->starts = starts;
    o->starts[o->start_count++] = (noc_start_state){state, probability};
}

void noc_options_clear(noc_options *o)
{
    free(o->list);
    free(o->starts);
    *o = (noc_options){0};
}
