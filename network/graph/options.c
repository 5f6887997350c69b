#include "network/graph/options.h"

#include "base/growing_list.h"

void noc_options_add(noc_options *o, noc_route_option option)
{
    if (noc_list_make_room(&o->arena, &o->list, o->count + 1, &o->capacity, sizeof *o->list))
        o->list[o->count++] = option;
}

void noc_options_add_start(noc_options *o, uint32_t state, double probability)
{
    if (noc_list_make_room(&o->arena, &o->starts, o->start_count + 1, &o->start_capacity,
                           sizeof *o->starts))
        o->starts[o->start_count++] = (noc_start_state){state, probability};
}
