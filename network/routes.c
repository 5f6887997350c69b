#include "network/routes.h"

#include <stdlib.h>
#include <string.h>

/* ---- a list of paths under construction ------------------------------------------------------- */

void noc_paths_begin(noc_paths *p, double probability)
{
    if (p->way_count == p->way_capacity) {
        const size_t capacity = p->way_capacity ? 2 * p->way_capacity : 8;
        struct noc_way *grown = realloc(p->ways, capacity * sizeof *grown);
        if (!grown) {
            p->failed = true;
            return;
        }
        p->ways = grown;
        p->way_capacity = capacity;
    }
    p->ways[p->way_count++] = (struct noc_way){p->step_count, 0, probability};
}

void noc_paths_step(noc_paths *p, uint32_t channel, uint32_t vcs)
{
    if (p->failed) return;
    if (p->step_count == p->step_capacity) {
        const size_t capacity = p->step_capacity ? 2 * p->step_capacity : 64;
        struct noc_step *grown = realloc(p->steps, capacity * sizeof *grown);
        if (!grown) {
            p->failed = true;
            return;
        }
        p->steps = grown;
        p->step_capacity = capacity;
    }
    p->steps[p->step_count++] = (struct noc_step){channel, vcs};
    p->ways[p->way_count - 1].count++;
}

void noc_paths_clear(noc_paths *p)
{
    free(p->steps);
    free(p->ways);
    *p = (noc_paths){0};
}

/* ---- the store of hops ------------------------------------------------------------------------ */

/* Mixes the three fields; the multipliers are those of splitmix64 (Steele et al. 2014). */
static uint32_t hash_hop(uint32_t channel, uint32_t vcs, uint32_t next)
{
    uint64_t h = ((uint64_t)channel << 32 | next) + 0x9e3779b97f4a7c15u * (vcs + 1u);
    h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9u;
    h = (h ^ (h >> 27)) * 0x94d049bb133111ebu;
    return (uint32_t)(h >> 32);
}

/* The slot that holds the hop, or the empty one where it belongs. */
static uint32_t *find_slot(const noc_routes *routes, uint32_t channel, uint32_t vcs, uint32_t next)
{
    uint32_t i = hash_hop(channel, vcs, next);
    for (;; i++) {
        uint32_t *slot = &routes->index[i & (routes->index_size - 1)];
        if (*slot == NOC_NONE) return slot;
        const noc_hop *hop = &routes->hops[*slot];
        if (hop->channel == channel && hop->next == next && hop->vcs == vcs) return slot;
    }
}

/* Keeps the table at most half full. */
static bool grow_index(noc_routes *routes)
{
    if (2 * routes->hop_count < routes->index_size) return true;
    const uint32_t size = routes->index_size ? 2 * routes->index_size : 1024;
    uint32_t *index = malloc(size * sizeof *index);
    if (!index) return false;
    memset(index, 0xff, size * sizeof *index);
    free(routes->index);
    routes->index = index;
    routes->index_size = size;
    for (uint32_t i = 0; i < routes->hop_count; i++) {
        const noc_hop *hop = &routes->hops[i];
        *find_slot(routes, hop->channel, hop->vcs, hop->next) = i;
    }
    return true;
}

uint32_t noc_routes_hop(noc_routes *routes, uint32_t channel, uint32_t vcs, uint32_t next)
{
    if (!grow_index(routes)) return NOC_NONE;
    uint32_t *slot = find_slot(routes, channel, vcs, next);
    if (*slot != NOC_NONE) return *slot;
    if (routes->hop_count == routes->hop_capacity) {
        const uint32_t capacity = routes->hop_capacity ? 2 * routes->hop_capacity : 1024;
        noc_hop *grown = realloc(routes->hops, capacity * sizeof *grown);
        if (!grown) return NOC_NONE;
        routes->hops = grown;
        routes->hop_capacity = capacity;
    }
    routes->hops[routes->hop_count] = (noc_hop){channel, vcs, next};
    *slot = routes->hop_count;
    return routes->hop_count++;
}

uint32_t noc_routes_add_path(noc_routes *routes, noc_path path)
{
    if (routes->path_count == routes->path_capacity) {
        const uint32_t capacity = routes->path_capacity ? 2 * routes->path_capacity : 1024;
        noc_path *grown = realloc(routes->paths, capacity * sizeof *grown);
        if (!grown) return NOC_NONE;
        routes->paths = grown;
        routes->path_capacity = capacity;
    }
    routes->paths[routes->path_count] = path;
    return routes->path_count++;
}

void noc_routes_clear(noc_routes *routes)
{
    free(routes->hops);
    free(routes->paths);
    free(routes->index);
    *routes = (noc_routes){0};
}
