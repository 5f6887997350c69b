#include "design/cores/cta.h"

#include "design/cores/cta_dispatch.h"
#include "design/design.h"

/* Returns the scheduler; without one, the first of the registry, round robin. */
static const noc_cta_scheduler_kind *find_scheduler(const noc_design *d)
{
    return d->cta.scheduler ? d->cta.scheduler : noc_cta_scheduler_at(0);
}

bool noc_cta_is_scheduled(const noc_design *d, const noc_workload *w)
{
    return d->cta.scheduler != NULL || noc_sharing_is_active(&w->sharing);
}

bool noc_cta_has_end(const noc_design *d, const noc_workload *w)
{
    return noc_cta_is_scheduled(d, w) && d->cta.counts.values[0] > 0;
}

/* Returns the number of clusters: by cta.clusters, by clusters that share a port, or by local
 * switches; 0: none. */
static int count_clusters(const noc_design *d)
{
    if (d->cta.clusters) return d->cta.clusters;
    if (d->cluster.cores > 1) return noc_compute_terminals(d);
    return d->local_switches;
}

noc_cta_setup noc_cta_make_setup(const noc_design *d, uint64_t *counts)
{
    const int clusters = count_clusters(d) ? count_clusters(d) : d->nodes.compute;
    for (int k = 0; k < d->cta.kernels; k++) counts[k] = (uint64_t)d->cta.counts.values[k];
    return (noc_cta_setup){.scheduler = find_scheduler(d),
                           .shape = {clusters, d->nodes.compute / clusters, d->cta.slots},
                           .kernels = d->cta.kernels,
                           .counts = counts};
}

/* ---- completing ----------------------------------------------------------------------------- */

/* Gives a list a value for each kernel: the single value given, or the default. */
static void fill_list(noc_design *d, noc_integers *list, const char *key, int fallback,
                      noc_diag *diag)
{
    const size_t kernels = (size_t)d->cta.kernels;
    if (list->count > 1 && list->count != kernels)
        noc_design_conflict(d, diag, 0, NOC_PATHS(key, "cta.kernels"),
                            "%s has %zu values for cta.kernels = %zu (one for each kernel, or one "
                            "for all)",
                            key, list->count, kernels);
    if (list->count > 1 || list->count == kernels) return;
    int *values = noc_arena_array(&d->arena, kernels, sizeof *values);
    if (!values) {
        noc_fail_memory(diag);
        return;
    }
    for (size_t k = 0; k < kernels; k++) values[k] = list->count ? list->values[0] : fallback;
    *list = (noc_integers){kernels, values};
}

static void check_kernel_ends(const noc_design *d, noc_diag *diag)
{
    size_t ending_kernels = 0;
    for (size_t k = 0; k < d->cta.counts.count; k++) ending_kernels += d->cta.counts.values[k] > 0;
    if (ending_kernels > 0 && ending_kernels < d->cta.counts.count)
        noc_design_conflict(d, diag, 0, NOC_PATHS("cta.count"),
                            "cta.count: either all kernels have an end, or none (0)");
}

static void fill_workloads(noc_design *d, noc_diag *diag)
{
    if (d->kernel_name_count && (int)d->kernel_name_count != d->cta.kernels)
        noc_design_conflict(d, diag, 0, NOC_PATHS("workload", "cta.kernels"),
                            "workload names %zu for cta.kernels = %d (one for each kernel, or one "
                            "for all)",
                            d->kernel_name_count, d->cta.kernels);
    for (int k = 0; k < d->cta.kernels && !d->kernel_name_count; k++) d->kernels[k] = d->workload;
}

/* Checks that each slot has a warp. Reports a conflict and returns false otherwise. */
static bool check_warps(const noc_design *d, const noc_workload_part *part, noc_diag *diag)
{
    if (part->workload.warps >= d->cta.slots) return true;
    noc_design_conflict(d, diag, 0, NOC_PATHS("cta.slots", "workload.warps", "workload"),
                        "cta.slots = %d: CTAs share the warps of a core, and workload %s has %d",
                        d->cta.slots, part->name, part->workload.warps);
    return false;
}

/* Checks the CTA settings of each workload. True if a workload needs CTAs. */
static bool check_workloads(const noc_design *d, noc_diag *diag)
{
    noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
    size_t count = noc_design_workloads(d, parts);
    bool needs_ctas = false;
    for (size_t k = 0; k < d->kernel_name_count; k++)
        parts[k] = (noc_workload_part){d->kernel_names[k], d->kernels[k], 1.0};
    if (d->kernel_name_count) count = d->kernel_name_count;
    for (size_t i = 0; i < count; i++) {
        if (!noc_cta_is_scheduled(d, &parts[i].workload)) continue;
        if (!check_warps(d, &parts[i], diag)) return false;
        needs_ctas = true;
    }
    return needs_ctas;
}

static void check_shape(const noc_design *d, noc_diag *diag)
{
    noc_refusal refusal;
    uint64_t counts[NOC_KERNELS_MAX];
    const int clusters = count_clusters(d);
    if (clusters && d->nodes.compute % clusters) {
        noc_design_conflict(d, diag, 0, NOC_PATHS("cta.clusters", "cta.scheduler", "nodes.compute"),
                            "cta.scheduler = \"%s\" counts %d clusters, among which the %d cores "
                            "cannot be divided evenly (cta.clusters)",
                            d->cta.scheduler ? d->cta.scheduler->name : noc_cta_choice_name(0),
                            clusters, d->nodes.compute);
        return;
    }
    const noc_cta_setup setup = noc_cta_make_setup(d, counts);
    if (!noc_cta_check_setup(&setup, clusters > 0, &refusal))
        noc_design_refuse(d, diag, 0, &refusal);
}

void noc_cta_complete(noc_design *d, noc_diag *diag)
{
    const size_t earlier_faults = diag->count;
    if (d->cta.kernels > 1 && !d->cta.scheduler)
        noc_design_conflict(d, diag, 0, NOC_PATHS("cta.kernels", "cta.scheduler"),
                            "cta.kernels = %d without cta.scheduler, which says where each runs "
                            "(\"round-robin\", \"topology-aware\")",
                            d->cta.kernels);
    fill_list(d, &d->cta.counts, "cta.count", 0, diag);
    fill_list(d, &d->cta.lengths, "cta.length", 1000, diag);
    check_kernel_ends(d, diag);
    fill_workloads(d, diag);
    if (diag->count == earlier_faults && check_workloads(d, diag)) check_shape(d, diag);
}

double noc_cta_stp(const double *relative_ipc, int kernels)
{
    double sum = 0.0;
    for (int k = 0; k < kernels; k++) sum += relative_ipc[k];
    return sum;
}

double noc_cta_antt(const double *relative_ipc, int kernels)
{
    double sum = 0.0;
    for (int k = 0; k < kernels; k++) sum += 1.0 / relative_ipc[k];
    return sum / kernels;
}
