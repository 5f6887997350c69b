#include "sampler/policies/cluster.h"

bool noc_cluster_make(noc_cluster *cluster, const noc_cluster_spec *spec)
{
    *cluster = (noc_cluster){.match = spec->match};
    const bool table = noc_line_table_make(&cluster->table, (uint32_t)spec->merge_entries);
    return noc_line_cache_make(&cluster->cache, (uint32_t)spec->cache_lines) && table;
}

void noc_cluster_clear(noc_cluster *cluster)
{
    noc_line_table_clear(&cluster->table);
    noc_line_cache_clear(&cluster->cache);
}

static uint64_t bit(unsigned core)
{
    return (uint64_t)1 << core;
}

static noc_cluster_outcome look_up(noc_cluster *cluster, unsigned core, uint64_t line)
{
    if (noc_line_cache_use(&cluster->cache, line)) return NOC_CLUSTER_HIT;
    noc_line_entry *entry = noc_line_table_find(&cluster->table, line);
    if (entry) {
        entry->value |= bit(core);
        return NOC_CLUSTER_MERGED;
    }
    entry = noc_line_table_add(&cluster->table, line);
    if (!entry) return NOC_CLUSTER_SENT;
    entry->value = bit(core);
    return NOC_CLUSTER_ENTERED;
}

noc_cluster_outcome noc_cluster_read(noc_cluster *cluster, unsigned core, uint64_t line)
{
    const noc_cluster_outcome outcome = look_up(cluster, core, line);
    cluster->tally.reads[outcome]++;
    return outcome;
}

/* Without the mark a line that was read before a write would be in the cache after it. */
void noc_cluster_write(noc_cluster *cluster, uint64_t line)
{
    cluster->tally.writes++;
    noc_line_cache_drop(&cluster->cache, line);
    noc_line_entry *entry = noc_line_table_find(&cluster->table, line);
    if (entry) entry->marked = true;
}

uint64_t noc_cluster_reply(noc_cluster *cluster, unsigned core, uint64_t line, bool entered)
{
    if (cluster->match == NOC_MERGE_BY_REQUEST && !entered) return bit(core);
    noc_line_entry *entry = noc_line_table_find(&cluster->table, line);
    if (!entry) return bit(core);
    const uint64_t list = entry->value;
    const bool several = (list & (list - 1)) != 0;
    if (several && !entry->marked && cluster->cache.capacity > 0) {
        noc_line_cache_insert(&cluster->cache, line);
        cluster->tally.inserted++;
    }
    noc_line_table_remove(&cluster->table, entry);
    return list | bit(core);
}
