#include "network/graph/routes.h"

#include "base/growing_list.h"

/* ---- a list of paths under construction ----------------------------------------------------- */

void noc_paths_begin_way(noc_paths *p, double probability)
{
    if (!noc_list_make_room(&p->arena, &p->ways, p->way_count + 1, &p->way_capacity,
                            sizeof *p->ways))
        return;
    p->ways[p->way_count++] = (struct noc_way){p->step_count, 0, probability};
}

void noc_paths_add_link(noc_paths *p, uint32_t channel, uint32_t vcs)
{
    if (p->arena.is_short || !noc_list_make_room(&p->arena, &p->steps, p->step_count + 1,
                                                 &p->step_capacity, sizeof *p->steps))
        return;
    p->steps[p->step_count++] = (struct noc_step){channel, vcs};
    p->ways[p->way_count - 1].count++;
}

/* ---- the store of hops ---------------------------------------------------------------------- */

static bool grow_hops(noc_routes *routes)
{
    const uint32_t capacity = (uint32_t)noc_list_next_capacity(routes->hop_capacity);
    const bool has_grown =
        noc_list_resize(&routes->arena, &routes->hops, capacity, sizeof *routes->hops) &&
        noc_list_resize(&routes->arena, &routes->first_predecessor, capacity, sizeof(uint32_t)) &&
        noc_list_resize(&routes->arena, &routes->next_predecessor, capacity, sizeof(uint32_t)) &&
        (!routes->choices ||
         noc_list_resize(&routes->arena, &routes->choices, capacity, sizeof *routes->choices));
    if (has_grown) routes->hop_capacity = capacity;
    return has_grown;
}

/* Makes room for one more hop. */
static inline bool reserve_hop(noc_routes *routes)
{
    return routes->hop_count < routes->hop_capacity || grow_hops(routes);
}

/* Start of the list of last hops on a channel. NULL when out of memory. */
static uint32_t *last_hops_of(noc_routes *routes, uint32_t channel)
{
    if (channel >= routes->last_hop_channels) {
        const uint32_t channels = 2 * channel + 64;
        if (!noc_list_resize(&routes->arena, &routes->last_hops, channels,
                             sizeof *routes->last_hops))
            return NULL;
        for (uint32_t c = routes->last_hop_channels; c < channels; c++)
            routes->last_hops[c] = NOC_NONE;
        routes->last_hop_channels = channels;
    }
    return &routes->last_hops[channel];
}

/* Allocates choices when the first hop with a choice is added. Earlier hops get no choice. */
static bool allocate_choices(noc_routes *routes)
{
    if (!noc_list_resize(&routes->arena, &routes->choices, routes->hop_capacity,
                         sizeof *routes->choices))
        return false;
    for (uint32_t h = 0; h < routes->hop_count; h++) routes->choices[h] = NOC_NO_CHOICE;
    return true;
}

static inline bool has_choice(const noc_routes *routes, uint32_t hop, const noc_hop_choice *choice)
{
    if (!routes->choices) return true;
    const noc_hop_choice *stored = &routes->choices[hop];
    return stored->other == choice->other && stored->weight == choice->weight &&
           stored->bias == choice->bias && stored->priority == choice->priority;
}

/* Finds an equal hop, or adds the hop. Few hops lead to the same next hop (a router's inputs),
 * so linear search is enough. */
static inline uint32_t find_or_add_hop(noc_routes *routes, noc_hop hop,
                                       const noc_hop_choice *choice)
{
    if (!reserve_hop(routes)) return NOC_NONE;
    uint32_t *list = hop.next == NOC_NONE ? last_hops_of(routes, hop.channel)
                                          : &routes->first_predecessor[hop.next];
    if (!list) return NOC_NONE;
    for (uint32_t h = *list; h != NOC_NONE; h = routes->next_predecessor[h])
        if (routes->hops[h].channel == hop.channel && routes->hops[h].vcs == hop.vcs &&
            has_choice(routes, h, choice))
            return h;
    const uint32_t added = routes->hop_count++;
    routes->hops[added] = hop;
    if (routes->choices) routes->choices[added] = *choice;
    routes->first_predecessor[added] = NOC_NONE;
    routes->next_predecessor[added] = *list;
    *list = added;
    return added;
}

uint32_t noc_routes_add_hop(noc_routes *routes, uint32_t channel, uint32_t vcs, uint32_t next)
{
    return find_or_add_hop(routes, (noc_hop){channel, vcs, next}, &NOC_NO_CHOICE);
}

uint32_t noc_routes_add_choice(noc_routes *routes, noc_hop hop, noc_hop_choice choice)
{
    if (!reserve_hop(routes)) return NOC_NONE;
    if (!routes->choices && !allocate_choices(routes)) return NOC_NONE;
    return find_or_add_hop(routes, hop, &choice);
}

uint32_t noc_routes_idle_hop(const noc_routes *routes, uint32_t hop)
{
    uint32_t idle = hop;
    for (uint32_t h = hop; h != NOC_NONE; h = noc_routes_alternative(routes, h))
        if (routes->choices && routes->choices[h].bias < routes->choices[idle].bias) idle = h;
    return idle;
}

void noc_routes_finish(noc_routes *routes)
{
    noc_arena_release(&routes->arena, routes->first_predecessor);
    noc_arena_release(&routes->arena, routes->next_predecessor);
    noc_arena_release(&routes->arena, routes->last_hops);
    routes->first_predecessor = routes->next_predecessor = routes->last_hops = NULL;
    routes->last_hop_channels = 0;
    noc_list_resize(&routes->arena, &routes->hops, routes->hop_count, sizeof *routes->hops);
    noc_list_resize(&routes->arena, &routes->paths, routes->path_count, sizeof *routes->paths);
    if (routes->choices)
        noc_list_resize(&routes->arena, &routes->choices, routes->hop_count,
                        sizeof *routes->choices);
    routes->hop_capacity = routes->hop_count;
    routes->path_capacity = routes->path_count;
}

uint32_t noc_routes_add_path(noc_routes *routes, noc_path path)
{
    if (!noc_list_make_room(&routes->arena, &routes->paths, routes->path_count + 1,
                            &routes->path_capacity, sizeof *routes->paths))
        return NOC_NONE;
    routes->paths[routes->path_count] = path;
    return routes->path_count++;
}

/* ---- turns ---------------------------------------------------------------------------------- */

uint32_t noc_find_half_turn(const noc_graph *g, const noc_paths *paths, const struct noc_way *way,
                            uint32_t shift)
{
    for (size_t i = 1; i < way->count; i++) {
        const uint32_t in = paths->steps[way->first + i - 1].channel;
        const uint32_t out = paths->steps[way->first + i].channel;
        const uint32_t router = g->channels[in].to + shift;
        if (g->routers[router].is_half && noc_graph_is_turn(g, in, out)) return router;
    }
    return NOC_NONE;
}

bool noc_way_has_turn(const noc_graph *g, const noc_paths *paths, const struct noc_way *way)
{
    for (size_t i = 1; i < way->count; i++)
        if (noc_graph_is_turn(g, paths->steps[way->first + i - 1].channel,
                              paths->steps[way->first + i].channel))
            return true;
    return false;
}
