#include "hybrid/answers/metrics.h"

#include <stddef.h>

#include "design/memory/replies.h"
#include "network/graph/die_links.h"
#include "network/kinds/kinds.h"

static const noc_metric_info metrics[] = {
#define LABEL(words)                   .label = words,
#define TWIN_OF(other, rule)           .twin = true,
#define PAYLOAD                        .payload = true,
#define IN_FLITS                       .in_flits = true,
#define CERTAIN                        .certain = true, .exact = true,
#define EXACT                          .exact = true,
#define SEARCHED                       .searched = true,
#define COST(parts)                    .cost = true,
#define NOC_METRIC(id, u, d, m, facts) {.name = #id, .unit = u, .digits = d, .meaning = m, facts},
#include "hybrid/answers/metrics.def"
};

const char *noc_extent_name(noc_extent extent)
{
    static const char *const names[] = {"cost", "idle", "limits", "all"};
    return names[extent];
}

const noc_metric_info *noc_metric_info_of(noc_metric_id id)
{
    return &metrics[id];
}

/* ---- parts that a design may lack ----------------------------------------------------------- */

/* Rules of NONE_IF in metrics.def: reason of a missing part; NULL: the design has it. */

static const char *merges_nothing(const noc_design *d)
{
    return d->cluster.cores > 1 && d->cluster.merge_entries > 0
               ? NULL
               : "the design has no merge table (cluster.merge_entries)";
}

static const char *shares_nothing(const noc_design *d)
{
    noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
    const size_t count = noc_design_workloads(d, parts);
    bool shares = false;
    for (size_t i = 0; i < count; i++) shares |= noc_sharing_is_active(&parts[i].workload.sharing);
    for (size_t k = 0; k < d->kernel_name_count; k++)
        shares |= noc_sharing_is_active(&d->kernels[k].sharing);
    return shares ? NULL : "no lines are shared (workload.sharing)";
}

static const char *has_no_end(const noc_design *d)
{
    if (noc_traffic_is_eager(&d->traffic))
        return d->traffic.batch_packets > 0 ? NULL : "nodes send without end (traffic.batch = 0)";
    return d->cta.counts.values[0] > 0 ? NULL : "kernels run without end (cta.count = 0)";
}

static const char *runs_one_kernel(const noc_design *d)
{
    return d->cta.kernels > 1 ? NULL : "one kernel runs (cta.kernels = 1)";
}

static const char *coalesces_nothing(const noc_design *d)
{
    return noc_replies_are_coalesced(&d->memory)
               ? NULL
               : "no replies are coalesced (memory.approximable, memory.match)";
}

static const char *keeps_no_bursts(const noc_design *d)
{
    return noc_has_burst_priority(&d->memory)
               ? NULL
               : "all replies wait in one queue (memory.reply_order = \"fifo\")";
}

static const char *has_no_dies(const noc_design *d)
{
    return noc_design_has_dies(d) ? NULL : "the design has no dies (`die`)";
}

static const char *has_no_die_edge(const noc_design *d)
{
    return noc_design_has_die_edge(d) ? NULL
                                      : "links between dies have no stated edge "
                                        "(network.die_links.mm_of_edge)";
}

static const char *names_no_memory(const noc_design *d)
{
    if (!d->traffic.pattern->has_memory) return "the design has no memory nodes";
    return noc_design_has_group(d, "memory")
               ? NULL
               : "the design says nothing of its memory (memory.clock_mhz, memory.bus_bytes)";
}

const char *noc_metric_part_reason(const noc_design *design, noc_metric_id id)
{
    switch (id) {
#define NONE_IF(rule) return rule(design);
#include "hybrid/answers/metrics.def"
    }
    return NULL;
}
