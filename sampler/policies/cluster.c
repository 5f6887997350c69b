#include "sampler/policies/cluster.h"

#include <string.h>

#include "base/bitset.h"
#include "base/min_max.h"

/* ---- coalesced cache ------------------------------------------------------------------------ */

void noc_line_cache_make(noc_line_cache *cache, uint32_t capacity, noc_arena *arena)
{
    *cache = (noc_line_cache){.capacity = capacity};
    cache->lines = noc_arena_array(arena, capacity, sizeof *cache->lines);
}

/* Finds the index of a line; `count`: the line is not cached. */
static uint32_t find_place(const noc_line_cache *cache, uint64_t line)
{
    uint32_t i = 0;
    while (i < cache->count && cache->lines[i] != line) i++;
    return i;
}

/* Moves a line to the front; entry `from` is overwritten, and earlier entries move back by one. */
static void move_to_front(noc_line_cache *cache, uint32_t from, uint64_t line)
{
    memmove(cache->lines + 1, cache->lines, from * sizeof *cache->lines);
    cache->lines[0] = line;
}

bool noc_line_cache_use(noc_line_cache *cache, uint64_t line)
{
    const uint32_t place = find_place(cache, line);
    if (place == cache->count) return false;
    move_to_front(cache, place, line);
    return true;
}

void noc_line_cache_insert(noc_line_cache *cache, uint64_t line)
{
    if (cache->capacity == 0 || noc_line_cache_use(cache, line)) return;
    if (cache->count < cache->capacity) cache->count++;
    move_to_front(cache, cache->count - 1, line);
}

void noc_line_cache_drop(noc_line_cache *cache, uint64_t line)
{
    const uint32_t place = find_place(cache, line);
    if (place == cache->count) return;
    cache->count--;
    memmove(cache->lines + place, cache->lines + place + 1,
            (cache->count - place) * sizeof *cache->lines);
}

/* ---- merge table and cache ------------------------------------------------------------------ */

void noc_cluster_make(noc_cluster *cluster, const noc_cluster_spec *spec, noc_arena *arena)
{
    *cluster = (noc_cluster){.match = spec->match_rule};
    noc_line_table_make(&cluster->table, (uint32_t)spec->merge_entries, arena);
    noc_line_cache_make(&cluster->cache, (uint32_t)spec->cache_lines, arena);
}

static uint64_t core_bit(unsigned core)
{
    return (uint64_t)1 << core;
}

static noc_cluster_outcome look_up_line(noc_cluster *cluster, unsigned core, uint64_t line)
{
    if (noc_line_cache_use(&cluster->cache, line)) return NOC_CLUSTER_HIT;
    noc_line_entry *entry = noc_line_table_find(&cluster->table, line);
    if (entry) {
        entry->value |= core_bit(core);
        return NOC_CLUSTER_MERGED;
    }
    entry = noc_line_table_add(&cluster->table, line);
    if (!entry) return NOC_CLUSTER_SENT;
    entry->value = core_bit(core);
    return NOC_CLUSTER_ENTERED;
}

noc_cluster_outcome noc_cluster_read(noc_cluster *cluster, unsigned core, uint64_t line)
{
    const noc_cluster_outcome outcome = look_up_line(cluster, core, line);
    cluster->tally.reads[outcome]++;
    return outcome;
}

/* A mark on the entry keeps a line requested before the write out of the cache. */
void noc_cluster_write(noc_cluster *cluster, uint64_t line)
{
    cluster->tally.writes++;
    noc_line_cache_drop(&cluster->cache, line);
    noc_line_entry *entry = noc_line_table_find(&cluster->table, line);
    if (entry) entry->is_marked = true;
}

uint64_t noc_cluster_reply(noc_cluster *cluster, unsigned core, uint64_t line, bool entered)
{
    if (cluster->match == NOC_MERGE_BY_REQUEST && !entered) return core_bit(core);
    noc_line_entry *entry = noc_line_table_find(&cluster->table, line);
    if (!entry) return core_bit(core);
    const uint64_t cores = entry->value;
    const bool has_several = (cores & (cores - 1)) != 0;
    if (has_several && !entry->is_marked && cluster->cache.capacity > 0) {
        noc_line_cache_insert(&cluster->cache, line);
        cluster->tally.inserted++;
    }
    noc_line_table_remove(&cluster->table, entry);
    return cores | core_bit(core);
}

/* ---- bus ------------------------------------------------------------------------------------ */

int noc_cluster_bus_grant(noc_cluster_bus *bus, uint64_t asking_cores, bool has_room)
{
    if (asking_cores == 0 || !has_room) return -1;
    const unsigned core = noc_set_first_from(&asking_cores, 1, bus->first_core);
    bus->first_core = (core + 1) & 63;
    return (int)core;
}

uint64_t noc_cluster_bus_deliver(noc_cluster_bus *bus, uint64_t cycle, uint32_t flits)
{
    const uint64_t start = max_u64(cycle, bus->free_cycle);
    bus->free_cycle = start + flits;
    return bus->free_cycle - 1;
}
