#include "sampler/loop/kernels.h"

#include <math.h>
#include <stdlib.h>

#include "sampler/loop/requests.h"
#include "sampler/loop/warps.h"

/* ---- making --------------------------------------------------------------------------------- */

static noc_kernel kernel_of(const noc_workload *w)
{
    return (noc_kernel){*w, 1.0 / log1p(-1.0 / (w->instructions * w->burst))};
}

/* Finds the design's number of the k-th running kernel. */
static int number_of(const noc_loop_load *load, int k)
{
    return load->kernels && load->kernels->only ? load->kernels->only - 1 : k;
}

static const noc_workload *workload_of(const noc_closed_loop *c, const noc_loop_load *load, int k)
{
    const noc_design *d = c->system->design;
    return d->kernel_name_count ? &d->kernels[number_of(load, k)] : load->workload;
}

static void describe_kernels(noc_closed_loop *c, const noc_loop_load *load)
{
    c->kernel_count = load->kernels && load->kernels->only ? 1 : c->system->design->cta.kernels;
    for (int k = 0; k < c->kernel_count; k++) c->kernels[k] = kernel_of(workload_of(c, load, k));
}

/* Describes the phases of the only kernel. */
static void describe_phases(noc_closed_loop *c, const noc_loop_load *load)
{
    const noc_workload *w = workload_of(c, load, 0);
    c->phases = w->phases;
    for (size_t i = 0; i < c->phases.count; i++) {
        const noc_workload in = noc_workload_in_phase(w, i);
        c->kernels[i] = kernel_of(&in);
    }
}

/* Finds the largest number of warps of a kernel or phase. */
static uint32_t most_warps(const noc_closed_loop *c)
{
    uint32_t most = (uint32_t)c->kernels[0].workload.warps;
    for (size_t i = 1; i < c->phases.count; i++)
        if ((uint32_t)c->kernels[i].workload.warps > most)
            most = (uint32_t)c->kernels[i].workload.warps;
    return most;
}

static bool are_run(const noc_closed_loop *c)
{
    bool run = false;
    for (int k = 0; k < c->kernel_count; k++)
        run = run || noc_cta_is_run(c->system->design, &c->kernels[k].workload);
    return run;
}

static bool make_ctas(noc_closed_loop *c, const noc_loop_load *load)
{
    const noc_cta_spec *spec = &c->system->design->cta;
    uint64_t all[NOC_KERNELS_MAX], counts[NOC_KERNELS_MAX];
    noc_cta_kernel kernels[NOC_KERNELS_MAX] = {0};
    noc_cta_setup setup = noc_cta_setup_of(c->system->design, all);
    const bool endless = load->kernels && load->kernels->endless;
    for (int k = 0; k < c->kernel_count; k++) {
        const int number = number_of(load, k);
        counts[k] = endless ? 0 : all[number];
        kernels[k] = (noc_cta_kernel){
            .number = (uint64_t)number,
            .count = counts[k],
            .length = spec->lengths.values[number],
            .warps = (uint32_t)c->kernels[k].workload.warps,
        };
    }
    setup.kernels = c->kernel_count;
    setup.counts = counts;
    c->ctas = calloc(1, sizeof *c->ctas);
    return c->ctas && noc_ctas_make(c->ctas, &setup, kernels, spec->spread, load->seed);
}

bool noc_kernels_make(noc_closed_loop *c, const noc_loop_load *load)
{
    describe_kernels(c, load);
    describe_phases(c, load);
    c->warps_of_core = most_warps(c);
    if (!are_run(c)) return true;
    if (!make_ctas(c, load)) return false;
    c->warps_of_core = c->ctas->warps;
    return true;
}

void noc_kernels_clear(noc_closed_loop *c)
{
    if (c->ctas) noc_ctas_clear(c->ctas);
    free(c->ctas);
}

/* ---- a run ---------------------------------------------------------------------------------- */

static void start(noc_closed_loop *c, const noc_cta_start *s)
{
    const uint32_t slot = (uint32_t)s->at.slot, first = c->ctas->first_warp[slot];
    const uint32_t warps = noc_cta_warps(&c->ctas->kernels[s->kernel], c->ctas->slots, slot);
    noc_core *core = &c->cores[s->at.core];
    if (c->requests) noc_requests_begin_cta(c, s);
    for (uint32_t w = first; w < first + warps; w++) {
        core->warps[w].kernel = (uint8_t)s->kernel;
        noc_warp_resume(c, core, w);
    }
}

void noc_kernels_count(noc_closed_loop *c)
{
    noc_tally *tally = &c->ports->tally;
    tally->instructions = 0;
    for (int k = 0; k < NOC_KERNELS_MAX; k++) tally->instructions += tally->ends.instructions[k];
}

bool noc_kernels_step(noc_closed_loop *c)
{
    noc_ctas *ctas = c->ctas;
    const size_t count = noc_ctas_fill(ctas, c->ports->now);
    for (size_t i = 0; i < count; i++) start(c, &ctas->starts[i]);
    for (int k = 0; k < ctas->kernel_count; k++) {
        const noc_cta_kernel *kernel = &ctas->kernels[k];
        c->ports->tally.ends.cta_cycles[kernel->number] += kernel->running;
        c->ports->tally.ends.ctas[kernel->number] = kernel->ended;
    }
    return noc_ctas_are_over(ctas);
}
