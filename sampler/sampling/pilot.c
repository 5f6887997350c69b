#include "sampler/sampling/pilot.h"

/* The first one has windows of cores that never wait; the second those of the first, of which it
 * differs by what windows do to the network. */
enum { PILOTS = 2, HALF_CYCLES = 4096 };

static bool is_needed(const noc_system *system, const noc_load *load,
                      const noc_kernel_choice *kernels)
{
    const noc_design *d = system->design;
    bool needed = load->workload && noc_sharing_is_any(&load->workload->sharing);
    for (size_t k = 0; load->workload && k < d->kernel_name_count; k++)
        needed = needed || noc_sharing_is_any(&d->kernels[k].sharing);
    for (int k = 0; k < NOC_KERNELS_MAX; k++) needed = needed && kernels->touches[k] == 0.0;
    return needed;
}

/* Of the second half, where CTAs still run then. */
static void measure(const noc_ends_tally *half, const noc_ends_tally *end,
                    noc_kernel_choice *kernels)
{
    for (int k = 0; k < NOC_KERNELS_MAX; k++) {
        const bool late = end->cta_cycles[k] > half->cta_cycles[k];
        const uint64_t touches = end->touches[k] - (late ? half->touches[k] : 0);
        const uint64_t cycles = end->cta_cycles[k] - (late ? half->cta_cycles[k] : 0);
        if (cycles > 0) kernels->touches[k] = (double)touches / (double)cycles;
    }
}

/* Where networks get stuck the run itself will tell. */
static noc_status fly(const noc_system *system, noc_load load, noc_kernel_choice *kernels)
{
    load.kernels = kernels;
    noc_run *run = noc_run_new(system, load);
    if (!run) return NOC_EFAILED;
    noc_status status = noc_run_cycles(run, HALF_CYCLES);
    const noc_ends_tally half = noc_run_tally(run)->ends;
    if (status == NOC_OK) status = noc_run_cycles(run, HALF_CYCLES);
    if (status == NOC_OK) measure(&half, &noc_run_tally(run)->ends, kernels);
    noc_run_free(run);
    return NOC_OK;
}

noc_status noc_pilot_find_touches(const noc_system *system, noc_load load,
                                  noc_kernel_choice *kernels)
{
    noc_status status = NOC_OK;
    if (!is_needed(system, &load, kernels)) return NOC_OK;
    for (int i = 0; i < PILOTS && status == NOC_OK; i++) status = fly(system, load, kernels);
    return status;
}
