#include "sampler/loop/kernels.h"

#include <math.h>

#include "base/min_max.h"
#include "base/random.h"

/* ---- making --------------------------------------------------------------------------------- */

static void set_workload(noc_kernel *kernel, const noc_workload *w)
{
    kernel->workload = *w;
    kernel->gap_scale = 1.0 / log1p(-1.0 / (w->instructions * w->burst));
}

/* Describes the running kernels, and the phases of an only kernel. */
static void describe_kernels(noc_kernels *k, const noc_loop_load *load, const uint64_t *counts)
{
    const noc_design *d = k->ports->system->design;
    const noc_kernel_choice *choice = load->kernels;
    const int only_number = choice ? choice->kernel_number : 0;
    k->count = only_number ? 1 : d->cta.kernels;
    for (int i = 0; i < k->count; i++) {
        noc_kernel *kernel = &k->list[i];
        const int number = only_number ? only_number - 1 : i;
        kernel->number = (uint64_t)number;
        kernel->count = choice && choice->is_endless ? 0 : counts[number];
        kernel->length = d->cta.lengths.values[number];
        set_workload(kernel, d->kernel_name_count ? &d->kernels[number] : load->workload);
    }
    const noc_workload first = k->list[0].workload;
    k->phases = first.phases;
    for (size_t i = 0; i < k->phases.count; i++) {
        const noc_workload phase_workload = noc_workload_of_phase(&first, i);
        set_workload(&k->list[i], &phase_workload);
    }
}

/* Finds the largest number of warps of a kernel or phase. */
static uint32_t count_warps_max(const noc_kernels *k)
{
    uint32_t maximum = (uint32_t)k->list[0].workload.warps;
    for (size_t i = 1; i < k->phases.count; i++)
        maximum = max_unsigned(maximum, (uint32_t)k->list[i].workload.warps);
    return maximum;
}

static bool has_ctas(const noc_kernels *k)
{
    bool has_run = false;
    for (int i = 0; i < k->count; i++)
        has_run = has_run || noc_cta_is_scheduled(k->ports->system->design, &k->list[i].workload);
    return has_run;
}

static uint32_t count_cta_warps(const noc_kernels *k, int kernel, uint32_t slot)
{
    return noc_slot_warps((uint32_t)k->list[kernel].workload.warps, k->slot_count, slot);
}

/* Divides the warps of a core: a slot has as many as any kernel has there. */
static bool divide_warps(noc_kernels *k, noc_arena *arena)
{
    k->first_warp = noc_arena_array(arena, k->slot_count + 1, sizeof *k->first_warp);
    if (!k->first_warp) return false;
    for (uint32_t slot = 0; slot < k->slot_count; slot++) {
        uint32_t maximum = 0;
        for (int i = 0; i < k->count; i++)
            maximum = max_unsigned(maximum, count_cta_warps(k, i, slot));
        k->first_warp[slot + 1] = k->first_warp[slot] + maximum;
    }
    k->core_warps = k->first_warp[k->slot_count];
    k->slot_of_warp = noc_arena_array(arena, k->core_warps, sizeof *k->slot_of_warp);
    if (!k->slot_of_warp) return false;
    for (uint32_t slot = 0; slot < k->slot_count; slot++)
        for (uint32_t w = k->first_warp[slot]; w < k->first_warp[slot + 1]; w++)
            k->slot_of_warp[w] = (uint16_t)slot;
    return true;
}

static bool make_ctas(noc_kernels *k, noc_cta_setup setup, const noc_loop_load *load,
                      noc_arena *arena)
{
    uint64_t counts[NOC_KERNELS_MAX];
    for (int i = 0; i < k->count; i++) counts[i] = k->list[i].count;
    setup.kernels = k->count;
    setup.counts = counts;
    k->slot_count = (uint32_t)setup.shape.slots;
    k->spread = k->ports->system->design->cta.length_spread;
    k->seed = load->seed;
    const uint32_t places = (uint32_t)(setup.shape.clusters * setup.shape.cores) * k->slot_count;
    k->dispatch = noc_cta_dispatch_new(&setup, arena);
    k->new_ctas = noc_arena_array(arena, places, sizeof *k->new_ctas);
    k->places = noc_arena_array(arena, places, sizeof *k->places);
    k->ended_places = noc_ring_make(places, arena);
    return divide_warps(k, arena) && !arena->is_short;
}

bool noc_kernels_make(noc_kernels *k, noc_ports *ports, const noc_loop_load *load, noc_arena *arena)
{
    uint64_t counts[NOC_KERNELS_MAX];
    const noc_cta_setup setup = noc_cta_make_setup(ports->system->design, counts);
    *k = (noc_kernels){.ports = ports, .slot_count = 1};
    describe_kernels(k, load, counts);
    k->core_warps = count_warps_max(k);
    return !has_ctas(k) || make_ctas(k, setup, load, arena);
}

/* ---- a run ---------------------------------------------------------------------------------- */

uint64_t noc_cta_length(const noc_kernels *k, int kernel, uint64_t cta)
{
    uint64_t state = k->seed ^ 0xc7a;
    state = noc_splitmix(&state) ^ k->list[kernel].number;
    state = noc_splitmix(&state) ^ cta;
    const double u = (double)(noc_splitmix(&state) >> 11) * 0x1p-53;
    const double length = k->list[kernel].length * (1.0 + k->spread * (2.0 * u - 1.0));
    return (uint64_t)fmax(1.0, floor(length + 0.5));
}

void noc_kernels_end_warp(noc_kernels *k, uint32_t core, uint32_t warp)
{
    const uint32_t place = core * k->slot_count + k->slot_of_warp[warp];
    if (--k->places[place].warps == 0) noc_ring_push(&k->ended_places, place);
}

static void end_cta(noc_kernels *k, uint32_t place)
{
    noc_kernel *kernel = &k->list[k->places[place].kernel];
    kernel->running_ctas--;
    if (++kernel->ended_ctas == kernel->count) kernel->end_cycle = k->ports->now;
    noc_cta_dispatch_end(
        k->dispatch, (noc_cta_slot){(int)(place / k->slot_count), (int)(place % k->slot_count)});
}

static void start_cta(noc_kernels *k, const noc_cta_start *start)
{
    const uint32_t slot = (uint32_t)start->start_slot.slot, core = (uint32_t)start->start_slot.core;
    k->list[start->kernel].running_ctas++;
    k->places[core * k->slot_count + slot] = (noc_cta_place){
        .cta = start->cta,
        .length = noc_cta_length(k, start->kernel, start->cta),
        .warps = count_cta_warps(k, start->kernel, slot),
        .kernel = (uint8_t)start->kernel,
    };
}

static size_t fill_slots(noc_kernels *k)
{
    if (k->ended_places.count == 0 && k->ports->now > 0) return 0;
    while (k->ended_places.count > 0) end_cta(k, noc_ring_pop(&k->ended_places));
    const size_t count = noc_cta_dispatch_fill(k->dispatch, k->new_ctas);
    for (size_t i = 0; i < count; i++) start_cta(k, &k->new_ctas[i]);
    return count;
}

size_t noc_kernels_step(noc_kernels *k)
{
    const size_t count = fill_slots(k);
    noc_cores_tally *tally = &k->ports->tally.cores;
    for (int i = 0; i < k->count; i++) {
        tally->cta_cycles[k->list[i].number] += k->list[i].running_ctas;
        tally->ctas[k->list[i].number] = k->list[i].ended_ctas;
    }
    return count;
}

bool noc_kernels_are_over(const noc_kernels *k)
{
    for (int i = 0; i < k->count; i++)
        if (k->list[i].count == 0 || k->list[i].ended_ctas < k->list[i].count) return false;
    return true;
}
