#include "sampler/loop/ctas.h"

#include <math.h>
#include <stdlib.h>

#include "base/random.h"

uint32_t noc_cta_count_warps(const noc_cta_kernel *kernel, uint32_t slots, uint32_t slot)
{
    return kernel->warps / slots + (slot < kernel->warps % slots);
}

/* ---- making --------------------------------------------------------------------------------- */

/* Finds the largest number of warps that any kernel has in a slot. */
static uint32_t count_slot_warps(const noc_ctas *c, uint32_t slot)
{
    uint32_t maximum = 0;
    for (int k = 0; k < c->kernel_count; k++) {
        const uint32_t warps = noc_cta_count_warps(&c->kernels[k], c->slot_count, slot);
        if (warps > maximum) maximum = warps;
    }
    return maximum;
}

static bool divide_warps(noc_ctas *c)
{
    c->first_warp = calloc(c->slot_count + 1u, sizeof *c->first_warp);
    if (!c->first_warp) return false;
    for (uint32_t slot = 0; slot < c->slot_count; slot++)
        c->first_warp[slot + 1] = c->first_warp[slot] + count_slot_warps(c, slot);
    c->warp_count = c->first_warp[c->slot_count];
    c->slot_of_warp = calloc(c->warp_count + 1u, sizeof *c->slot_of_warp);
    c->instructions_left =
        calloc((size_t)c->core_count * c->warp_count + 1, sizeof *c->instructions_left);
    if (!c->slot_of_warp || !c->instructions_left) return false;
    for (uint32_t slot = 0; slot < c->slot_count; slot++)
        for (uint32_t w = c->first_warp[slot]; w < c->first_warp[slot + 1]; w++)
            c->slot_of_warp[w] = (uint16_t)slot;
    return true;
}

bool noc_ctas_make(noc_ctas *c, const noc_cta_setup *setup, const noc_cta_kernel *kernels,
                   double spread, uint64_t seed)
{
    *c = (noc_ctas){
        .core_count = (uint32_t)(setup->shape.clusters * setup->shape.cores),
        .slot_count = (uint32_t)setup->shape.slots,
        .kernel_count = setup->kernels,
        .spread = spread,
        .seed = seed,
    };
    for (int k = 0; k < setup->kernels; k++) c->kernels[k] = kernels[k];
    const size_t places = (size_t)c->core_count * c->slot_count;
    c->dispatch = noc_cta_dispatch_new(setup);
    c->new_ctas = calloc(places, sizeof *c->new_ctas);
    c->places = calloc(places, sizeof *c->places);
    c->ended_entries = calloc(places, sizeof *c->ended_entries);
    c->ended_places = (noc_ring){c->ended_entries, 0, 0, (uint32_t)places};
    return c->dispatch && c->new_ctas && c->places && c->ended_entries && divide_warps(c);
}

void noc_ctas_clear(noc_ctas *c)
{
    noc_cta_dispatch_free(c->dispatch);
    free(c->new_ctas);
    free(c->places);
    free(c->ended_entries);
    free(c->instructions_left);
    free(c->first_warp);
    free(c->slot_of_warp);
    *c = (noc_ctas){0};
}

/* ---- a run ---------------------------------------------------------------------------------- */

uint64_t noc_cta_length(const noc_ctas *c, int kernel, uint64_t cta)
{
    const noc_cta_kernel *k = &c->kernels[kernel];
    uint64_t state = c->seed ^ 0xc7a;
    state = noc_splitmix(&state) ^ k->number;
    state = noc_splitmix(&state) ^ cta;
    const double u = (double)(noc_splitmix(&state) >> 11) * 0x1p-53;
    return (uint64_t)fmax(1.0, floor(k->length * (1.0 + c->spread * (2.0 * u - 1.0)) + 0.5));
}

void noc_ctas_end_warp(noc_ctas *c, uint32_t core, uint32_t warp)
{
    const uint32_t place = core * c->slot_count + c->slot_of_warp[warp];
    if (--c->places[place].warps == 0) noc_ring_push(&c->ended_places, place);
}

static void end_cta(noc_ctas *c, uint32_t place, uint64_t cycle)
{
    noc_cta_kernel *kernel = &c->kernels[c->places[place].kernel];
    kernel->running_ctas--;
    if (++kernel->ended_ctas == kernel->count) kernel->end_cycle = cycle;
    noc_cta_dispatch_end(
        c->dispatch, (noc_cta_slot){(int)(place / c->slot_count), (int)(place % c->slot_count)});
}

static void start_cta(noc_ctas *c, const noc_cta_start *start)
{
    const uint32_t slot = (uint32_t)start->start_slot.slot, core = (uint32_t)start->start_slot.core;
    noc_cta_kernel *kernel = &c->kernels[start->kernel];
    const uint32_t warps = noc_cta_count_warps(kernel, c->slot_count, slot);
    const uint64_t length = noc_cta_length(c, start->kernel, start->cta);
    kernel->running_ctas++;
    c->places[core * c->slot_count + slot] =
        (noc_cta_place){.cta = start->cta, .warps = warps, .kernel = (uint8_t)start->kernel};
    for (uint32_t w = 0; w < warps; w++)
        c->instructions_left[(size_t)core * c->warp_count + c->first_warp[slot] + w] = length;
}

size_t noc_ctas_fill_slots(noc_ctas *c, uint64_t cycle)
{
    if (c->ended_places.count == 0 && cycle > 0) return 0;
    while (c->ended_places.count > 0) end_cta(c, noc_ring_pop(&c->ended_places), cycle);
    const size_t count = noc_cta_dispatch_fill(c->dispatch, c->new_ctas);
    for (size_t i = 0; i < count; i++) start_cta(c, &c->new_ctas[i]);
    return count;
}

bool noc_ctas_are_over(const noc_ctas *c)
{
    for (int k = 0; k < c->kernel_count; k++)
        if (c->kernels[k].count == 0 || c->kernels[k].ended_ctas < c->kernels[k].count)
            return false;
    return true;
}
