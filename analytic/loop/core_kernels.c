#include "analytic/loop/core_kernels.h"

#include <stdlib.h>

static void name_kernels(const noc_design *d, const noc_workload *w, int only, noc_core_kernels *k)
{
    k->run = noc_cta_is_run(d, w) || d->kernel_name_count > 0;
    k->count = k->run && !only ? d->cta.kernels : 1;
    if (k->run) k->setup = noc_cta_setup_of(d, k->counts);
    for (int i = 0; i < k->count; i++) {
        const int number = only ? only - 1 : i;
        k->kernels[i].workload = d->kernel_name_count ? &d->kernels[number] : w;
        k->kernels[i].length = d->cta.lengths.values[number];
        if (only) k->counts[0] = k->counts[number];
    }
    if (only) k->setup.kernels = 1;
}

/* Without CTAs a core is one that is full. */
static void fill_without(const noc_design *d, noc_core_kernel *k)
{
    k->cores[1] = d->nodes.compute;
    k->of_cluster = noc_cores_of_terminal(d);
    k->share = 1.0;
}

static void count_core(int ctas, noc_core_kernel *k)
{
    if (ctas == 0) return;
    const int at = ctas <= NOC_FILL_MOST ? ctas : NOC_FILL_MOST;
    k->each[at] = (k->each[at] * k->cores[at] + ctas) / (k->cores[at] + 1.0);
    k->cores[at]++;
    k->ctas += ctas;
}

/* `on_core`: CTAs of each kernel on each core. */
static void count_clusters(const noc_design *d, const int *on_core, noc_core_kernels *k)
{
    const int cores = d->nodes.compute, together = noc_cores_of_terminal(d);
    double of[NOC_KERNELS_MAX] = {0}, share[NOC_KERNELS_MAX] = {0}, most = 0.0, ctas = 0.0;
    for (int first = 0; first < cores; first += together) {
        double own[NOC_KERNELS_MAX] = {0}, all = 0.0;
        for (int i = 0; i < k->count * together; i++) {
            const double n = on_core[(first + i / k->count) * k->count + i % k->count];
            own[i % k->count] += n;
            all += n;
        }
        most = all > most ? all : most;
        ctas += all;
        for (int i = 0; i < k->count && all > 0.0; i++) {
            of[i] += own[i] * own[i];
            share[i] += own[i] * own[i] / all;
        }
    }
    k->filled = ctas / ((double)cores * d->cta.slots);
    k->fullest = most * cores / together / ctas;
    for (int i = 0; i < k->count; i++) {
        if (!(k->kernels[i].ctas > 0.0)) continue;
        k->kernels[i].of_cluster = of[i] / k->kernels[i].ctas;
        k->kernels[i].share = share[i] / k->kernels[i].ctas;
    }
}

/* As the scheduler fills empty slots. */
static bool fill(const noc_design *d, noc_core_kernels *k)
{
    const size_t cores = (size_t)d->nodes.compute, slots = cores * (size_t)d->cta.slots;
    noc_cta_dispatch *dispatch = noc_cta_dispatch_new(&k->setup);
    noc_cta_start *starts = calloc(slots, sizeof *starts);
    int *on_core = calloc(cores * (size_t)k->count, sizeof *on_core);
    const bool made = dispatch && starts && on_core;
    if (made) {
        const size_t count = noc_cta_dispatch_fill(dispatch, starts);
        for (size_t i = 0; i < count; i++)
            on_core[starts[i].at.core * k->count + starts[i].kernel]++;
        for (size_t i = 0; i < cores * (size_t)k->count; i++)
            count_core(on_core[i], &k->kernels[i % (size_t)k->count]);
        count_clusters(d, on_core, k);
    }
    noc_cta_dispatch_free(dispatch);
    free(starts);
    free(on_core);
    return made;
}

bool noc_core_kernels_of(const noc_design *d, const noc_workload *w, int only, noc_core_kernels *k)
{
    *k = (noc_core_kernels){.run = false};
    name_kernels(d, w, only, k);
    if (k->run) return fill(d, k);
    fill_without(d, &k->kernels[0]);
    return true;
}
