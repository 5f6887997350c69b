#include "design/cores/cluster.h"

#include <stddef.h>

static bool check_ranges(const noc_cluster_spec *s, noc_refusal *r)
{
    if (s->cores < 0 || s->cores > NOC_CLUSTER_CORES_MAX)
        return noc_refuse(r, NOC_PATHS("cluster.cores"), "cluster.cores = %d: 0 (none) to %d",
                          s->cores, NOC_CLUSTER_CORES_MAX);
    if (s->merge_entries < 0)
        return noc_refuse(r, NOC_PATHS("cluster.merge_entries"),
                          "cluster.merge_entries = %d: 0 (no table) or more", s->merge_entries);
    if (s->cache_lines < 0)
        return noc_refuse(r, NOC_PATHS("cluster.cache_lines"),
                          "cluster.cache_lines = %d: 0 (no cache) or more", s->cache_lines);
    return true;
}

bool noc_cluster_check(const noc_cluster_spec *s, int cores, noc_refusal *r)
{
    if (!check_ranges(s, r)) return false;
    if (s->cores > 0 && cores % s->cores != 0)
        return noc_refuse(r, NOC_PATHS("cluster.cores", "nodes.compute"),
                          "cluster.cores = %d does not divide the %d cores", s->cores, cores);
    if (s->cache_lines > 0 && s->merge_entries == 0)
        return noc_refuse(r, NOC_PATHS("cluster.cache_lines", "cluster.merge_entries"),
                          "cluster.cache_lines = %d without cluster.merge_entries: it keeps lines "
                          "that several cores of a list waited for",
                          s->cache_lines);
    return true;
}

int noc_cluster_max_entries(const noc_cluster_spec *spec, int mshrs)
{
    return spec->cores * mshrs;
}

double noc_merge_table_bits(const noc_cluster_spec *spec, int address_bits)
{
    return (double)spec->merge_entries * (address_bits + spec->cores);
}

double noc_cluster_cache_bits(const noc_cluster_spec *spec, int address_bits, int line_bytes)
{
    return (double)spec->cache_lines * (address_bits + 8.0 * line_bytes);
}
