#include "analytic/flow_map.h"

#include <stdlib.h>

noc_status noc_flow_map_new(const noc_system *system, noc_flow_map *map)
{
    *map = (noc_flow_map){0};
    noc_arena *arena = &map->arena;
    noc_loads *loads = &map->loads;
    if (noc_loads_new(system, arena, loads) != NOC_OK) return NOC_EFAILED;
    map->shares = noc_arena_unset_array(arena, loads->pair_count, sizeof *map->shares);
    if (!map->shares ||
        noc_pair_shares_find(loads, system->graph.channel_count, map->shares) != NOC_OK ||
        noc_symmetry_find(system, loads, map->shares, arena, &map->symmetry) != NOC_OK)
        return NOC_EFAILED;
    return noc_path_kinds_find(system, arena, &map->paths);
}

/* ---- kept maps ------------------------------------------------------------------------------- */

static void drop_map(void *value)
{
    noc_arena_clear(&((noc_flow_map *)value)->arena);
    free(value);
}

static const noc_cached_kind map_kind = {NOC_FLOW_MAPS_BYTES, drop_map};

/* Bytes of a map per flow of a system, about, at most. */
enum { FLOW_BYTES = 600 };

/* Bytes of a map, about. */
static size_t map_bytes(const noc_system *system, const noc_flow_map *map)
{
    enum { GROUP_BYTES = 100, PAIR_BYTES = 120 };
    return sizeof *map + map->loads.group_count * (size_t)GROUP_BYTES +
           map->loads.pair_count * (size_t)PAIR_BYTES +
           system->routes.hop_count * sizeof *map->paths.hop_kind;
}

noc_cached_value *noc_kept_flow_map(noc_value_cache *kept, const noc_system *system)
{
    const noc_cache_key key =
        noc_read_settings_key(&system->design->read_settings, NOC_LOADS_STAGE);
    /* shares of options change with the load */
    if (!key.bytes || system->merged_rates.packets || system->routes.choices) return NULL;
    noc_cached_value *value = noc_cache_find(kept, &map_kind, key);
    if (value) return value;
    noc_cache_make_room(kept, &map_kind, system->traffic.flow_count * FLOW_BYTES);
    noc_flow_map *map = malloc(sizeof *map);
    if (!map) return NULL;
    if (noc_flow_map_new(system, map) == NOC_OK)
        value = noc_cache_add(kept, &map_kind, key, map_bytes(system, map), map);
    if (!value) drop_map(map);
    return value;
}
