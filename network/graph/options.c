#include "network/graph/options.h"

#include <stdlib.h>

#include "base/growing_list.h"

/* Makes room for one more element. NULL when out of memory. */
static void *grown(void *list, size_t count, size_t *room, size_t size)
{
    if (count < *room) return list;
    const size_t wanted = noc_list_next_room(*room);
    void *more = realloc(list, wanted * size);
    if (more) *room = wanted;
    return more;
}

void noc_options_add(noc_options *o, noc_route_option option)
{
    noc_route_option *all = grown(o->all, o->count, &o->room, sizeof *all);
    o->failed |= all == NULL;
    if (!all) return;
    o->all = all;
    o->all[o->count++] = option;
}

void noc_options_start(noc_options *o, uint32_t state, double probability)
{
    noc_start *starts = grown(o->starts, o->start_count, &o->start_room, sizeof *starts);
    o->failed |= starts == NULL;
    if (!starts) return;
    o->starts = starts;
    o->starts[o->start_count++] = (noc_start){state, probability};
}

void noc_options_clear(noc_options *o)
{
    free(o->all);
    free(o->starts);
    *o = (noc_options){0};
}
