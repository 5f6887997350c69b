#include "sampler/loop/kernels.h"

#include <math.h>
#include <stdlib.h>

#include "sampler/loop/requests.h"
#include "sampler/loop/warps.h"

/* ---- making --------------------------------------------------------------------------------- */

static noc_kernel make_kernel(const noc_workload *w)
{
    return (noc_kernel){*w, 1.0 / log1p(-1.0 / (w->instructions * w->burst))};
}

/* Finds the design's number of the k-th running kernel. */
static int find_kernel_number(const noc_loop_load *load, int k)
{
    return load->kernels && load->kernels->kernel_number ? load->kernels->kernel_number - 1 : k;
}

static const noc_workload *find_workload(const noc_closed_loop *c, const noc_loop_load *load, int k)
{
    const noc_design *d = c->system->design;
    return d->kernel_name_count ? &d->kernels[find_kernel_number(load, k)] : load->workload;
}

static void describe_kernels(noc_closed_loop *c, const noc_loop_load *load)
{
    c->kernel_count =
        load->kernels && load->kernels->kernel_number ? 1 : c->system->design->cta.kernels;
    for (int k = 0; k < c->kernel_count; k++)
        c->kernels[k] = make_kernel(find_workload(c, load, k));
}

/* Describes the phases of the only kernel. */
static void describe_phases(noc_closed_loop *c, const noc_loop_load *load)
{
    const noc_workload *w = find_workload(c, load, 0);
    c->phases = w->phases;
    for (size_t i = 0; i < c->phases.count; i++) {
        const noc_workload phase_workload = noc_workload_of_phase(w, i);
        c->kernels[i] = make_kernel(&phase_workload);
    }
}

/* Finds the largest number of warps of a kernel or phase. */
static uint32_t count_warps_max(const noc_closed_loop *c)
{
    uint32_t maximum = (uint32_t)c->kernels[0].workload.warps;
    for (size_t i = 1; i < c->phases.count; i++)
        if ((uint32_t)c->kernels[i].workload.warps > maximum)
            maximum = (uint32_t)c->kernels[i].workload.warps;
    return maximum;
}

static bool has_ctas(const noc_closed_loop *c)
{
    bool has_run = false;
    for (int k = 0; k < c->kernel_count; k++)
        has_run = has_run || noc_cta_is_scheduled(c->system->design, &c->kernels[k].workload);
    return has_run;
}

static bool make_ctas(noc_closed_loop *c, const noc_loop_load *load)
{
    const noc_cta_spec *spec = &c->system->design->cta;
    uint64_t design_counts[NOC_KERNELS_MAX], counts[NOC_KERNELS_MAX];
    noc_cta_kernel kernels[NOC_KERNELS_MAX] = {0};
    noc_cta_setup setup = noc_cta_make_setup(c->system->design, design_counts);
    const bool endless = load->kernels && load->kernels->is_endless;
    for (int k = 0; k < c->kernel_count; k++) {
        const int number = find_kernel_number(load, k);
        counts[k] = endless ? 0 : design_counts[number];
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
    return c->ctas && noc_ctas_make(c->ctas, &setup, kernels, spec->length_spread, load->seed);
}

bool noc_kernels_make(noc_closed_loop *c, const noc_loop_load *load)
{
    describe_kernels(c, load);
    describe_phases(c, load);
    c->warps_of_core = count_warps_max(c);
    if (!has_ctas(c)) return true;
    if (!make_ctas(c, load)) return false;
    c->warps_of_core = c->ctas->warp_count;
    return true;
}

void noc_kernels_clear(noc_closed_loop *c)
{
    if (c->ctas) noc_ctas_clear(c->ctas);
    free(c->ctas);
}

/* ---- a run ---------------------------------------------------------------------------------- */

static void start_cta(noc_closed_loop *c, const noc_cta_start *s)
{
    const uint32_t slot = (uint32_t)s->start_slot.slot, first = c->ctas->first_warp[slot];
    const uint32_t warps =
        noc_cta_count_warps(&c->ctas->kernels[s->kernel], c->ctas->slot_count, slot);
    noc_core *core = &c->cores[s->start_slot.core];
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
    for (int k = 0; k < NOC_KERNELS_MAX; k++) tally->instructions += tally->cores.instructions[k];
}

bool noc_kernels_step(noc_closed_loop *c)
{
    noc_ctas *ctas = c->ctas;
    const size_t count = noc_ctas_fill_slots(ctas, c->ports->now);
    for (size_t i = 0; i < count; i++) start_cta(c, &ctas->new_ctas[i]);
    for (int k = 0; k < ctas->kernel_count; k++) {
        const noc_cta_kernel *kernel = &ctas->kernels[k];
        c->ports->tally.cores.cta_cycles[kernel->number] += kernel->running_ctas;
        c->ports->tally.cores.ctas[kernel->number] = kernel->ended_ctas;
    }
    return noc_ctas_are_over(ctas);
}
