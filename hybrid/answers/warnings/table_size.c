#include "hybrid/answers/warnings/table_size.h"

void noc_table_size_warn(const noc_design *d, noc_estimate *e)
{
    const int useful = noc_cluster_entries_useful(&d->cluster, d->nodes.mshrs);
    if (!d->closed_loop || d->cluster.cores <= 1 || d->cluster.merge_entries <= useful) return;
    noc_estimate_warn(e,
                      "cluster.merge_entries = %d: more than the %d lines that the %d cores of a "
                      "cluster can wait for (nodes.mshrs = %d)",
                      d->cluster.merge_entries, useful, d->cluster.cores, d->nodes.mshrs);
}
