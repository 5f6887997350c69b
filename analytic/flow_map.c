#include "analytic/flow_map.h"

#include <stdlib.h>
#include <string.h>

#include "network/graph/units.h"

noc_status noc_flow_map_new(const noc_system *system, noc_flow_map *map)
{
    *map = (noc_flow_map){0};
    noc_status status = noc_loads_new(system, &map->loads);
    map->shares = malloc((map->loads.pair_count + 1) * sizeof *map->shares);
    if (!map->shares) status = NOC_EFAILED;
    if (status == NOC_OK)
        status = noc_pair_shares_find(&map->loads, system->graph.channel_count, map->shares);
    if (status == NOC_OK)
        status = noc_symmetry_find(system, &map->loads, map->shares, &map->symmetry);
    if (status == NOC_OK) status = noc_path_kinds_find(system, &map->paths);
    if (status != NOC_OK) noc_flow_map_clear(map);
    return status;
}

void noc_flow_map_clear(noc_flow_map *map)
{
    noc_loads_clear(&map->loads);
    noc_symmetry_clear(&map->symmetry);
    noc_path_kinds_clear(&map->paths);
    free(map->shares);
    map->shares = NULL;
}

/* ---- the key -------------------------------------------------------------------------------- */

/* Routes, flows and the graph have a number (network/compile/route_memory.h). What that leaves
 * open: lengths of packets, and what symmetry.c makes colours of. */
typedef struct key {
    uint64_t *words;
    size_t count;
} key;

static void put(key *k, uint64_t word)
{
    k->words[k->count++] = word;
}

static void put_real(key *k, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put(k, bits);
}

static void put_type(key *k, const noc_graph *g, const noc_packet_type *type)
{
    put(k, type->class);
    put_real(k, type->share);
    for (uint16_t n = 0; n < g->network_count; n++) {
        put(k, type->flits[n]);
        put(k, noc_network_port_cycles(&g->networks[n], type->flits[n]));
    }
}

/* Words NULL when out of memory. */
static key key_of(const noc_system *system)
{
    const noc_graph *g = &system->graph;
    const size_t types = (size_t)system->traffic.length_count, networks = g->network_count;
    key k = {.count = 0};
    k.words = malloc((2 + types * (2 + 2 * networks) + 2 * networks + 2 * g->channel_count) *
                     sizeof *k.words);
    if (!k.words) return k;
    put(&k, system->routes_number);
    put(&k, (uint64_t)system->design->codec.cycles);
    for (size_t t = 0; t < types; t++) put_type(&k, g, &system->traffic.lengths[t]);
    for (size_t n = 0; n < networks; n++) put(&k, g->networks[n].flit_bytes);
    for (size_t n = 0; n < networks; n++) put_real(&k, g->networks[n].vc.internal_speedup);
    for (uint32_t c = 0; c < g->channel_count; c++) put(&k, g->channels[c].latency);
    for (uint32_t c = 0; c < g->channel_count; c++) put_real(&k, g->channels[c].flits_per_cycle);
    return k;
}

static bool is_same(const noc_flow_entry *e, const key *k)
{
    return e->key_words == k->count && memcmp(e->key, k->words, k->count * sizeof *e->key) == 0;
}

/* ---- the memory ----------------------------------------------------------------------------- */

static void forget(noc_flow_entry *e)
{
    free(e->key);
    noc_flow_map_clear(&e->map);
}

noc_flow_map *noc_flow_map_of(noc_flow_memory *m, const noc_system *system)
{
    if (system->routes_number == 0) return NULL;
    const key k = key_of(system);
    for (int i = 0; k.words && i < NOC_FLOW_MAPS; i++) {
        if (!is_same(&m->entries[i], &k)) continue;
        free(k.words);
        return &m->entries[i].map;
    }
    noc_flow_map map;
    if (!k.words || noc_flow_map_new(system, &map) != NOC_OK) {
        free(k.words);
        return NULL;
    }
    noc_flow_entry *oldest = &m->entries[m->made++ % NOC_FLOW_MAPS];
    forget(oldest);
    *oldest = (noc_flow_entry){k.words, k.count, map};
    return &oldest->map;
}

void noc_flow_memory_clear(noc_flow_memory *m)
{
    for (int i = 0; i < NOC_FLOW_MAPS; i++) forget(&m->entries[i]);
    *m = (noc_flow_memory){.made = 0};
}
