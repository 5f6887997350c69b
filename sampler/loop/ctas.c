#include "sampler/loop/ctas.h"

#include <math.h>
#include <stdlib.h>

#include "base/random.h"

uint32_t noc_cta_warps(const noc_cta_kernel *kernel, uint32_t slots, uint32_t slot)
{
    return kernel->warps / slots + (slot < kernel->warps % slots);
}

/* ---- making --------------------------------------------------------------------------------- */

/* Finds the largest number of warps that any kernel has in a slot. */
static uint32_t room_of_slot(const noc_ctas *c, uint32_t slot)
{
    uint32_t most = 0;
    for (int k = 0; k < c->kernel_count; k++) {
        const uint32_t warps = noc_cta_warps(&c->kernels[k], c->slots, slot);
        if (warps > most) most = warps;
    }
    return most;
}

static bool divide_warps(noc_ctas *c)
{
    c->first_warp = calloc(c->slots + 1u, sizeof *c->first_warp);
    if (!c->first_warp) return false;
    for (uint32_t slot = 0; slot < c->slots; slot++)
        c->first_warp[slot + 1] = c->first_warp[slot] + room_of_slot(c, slot);
    c->warps = c->first_warp[c->slots];
    c->slot_of_warp = calloc(c->warps + 1u, sizeof *c->slot_of_warp);
    c->left = calloc((size_t)c->cores * c->warps + 1, sizeof *c->left);
    if (!c->slot_of_warp || !c->left) return false;
    for (uint32_t slot = 0; slot < c->slots; slot++)
        for (uint32_t w = c->first_warp[slot]; w < c->first_warp[slot + 1]; w++)
            c->slot_of_warp[w] = (uint16_t)slot;
    return true;
}

bool noc_ctas_make(noc_ctas *c, const noc_cta_setup *setup, const noc_cta_kernel *kernels,
                   double spread, uint64_t seed)
{
    *c = (noc_ctas){
        .cores = (uint32_t)(setup->shape.clusters * setup->shape.cores),
        .slots = (uint32_t)setup->shape.slots,
        .kernel_count = setup->kernels,
        .spread = spread,
        .seed = seed,
    };
    for (int k = 0; k < setup->kernels; k++) c->kernels[k] = kernels[k];
    const size_t places = (size_t)c->cores * c->slots;
    c->dispatch = noc_cta_dispatch_new(setup);
    c->starts = calloc(places, sizeof *c->starts);
    c->places = calloc(places, sizeof *c->places);
    c->all_ended = calloc(places, sizeof *c->all_ended);
    c->ended = (noc_ring){c->all_ended, 0, 0, (uint32_t)places};
    return c->dispatch && c->starts && c->places && c->all_ended && divide_warps(c);
}

void noc_ctas_clear(noc_ctas *c)
{
    noc_cta_dispatch_free(c->dispatch);
    free(c->starts);
    free(c->places);
    free(c->all_ended);
    free(c->left);
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
    const uint32_t at = core * c->slots + c->slot_of_warp[warp];
    if (--c->places[at].warps == 0) noc_ring_push(&c->ended, at);
}

static void end_cta(noc_ctas *c, uint32_t at, uint64_t cycle)
{
    noc_cta_kernel *kernel = &c->kernels[c->places[at].kernel];
    kernel->running--;
    if (++kernel->ended == kernel->count) kernel->end = cycle;
    noc_cta_dispatch_end(c->dispatch, (noc_cta_slot){(int)(at / c->slots), (int)(at % c->slots)});
}

static void start_cta(noc_ctas *c, const noc_cta_start *start)
{
    const uint32_t slot = (uint32_t)start->at.slot, core = (uint32_t)start->at.core;
    noc_cta_kernel *kernel = &c->kernels[start->kernel];
    const uint32_t warps = noc_cta_warps(kernel, c->slots, slot);
    const uint64_t length = noc_cta_length(c, start->kernel, start->cta);
    kernel->running++;
    c->places[core * c->slots + slot] =
        (noc_cta_place){.cta = start->cta, .warps = warps, .kernel = (uint8_t)start->kernel};
    for (uint32_t w = 0; w < warps; w++)
        c->left[(size_t)core * c->warps + c->first_warp[slot] + w] = length;
}

size_t noc_ctas_fill(noc_ctas *c, uint64_t cycle)
{
    if (c->ended.count == 0 && cycle > 0) return 0;
    while (c->ended.count > 0) end_cta(c, noc_ring_pop(&c->ended), cycle);
    const size_t count = noc_cta_dispatch_fill(c->dispatch, c->starts);
    for (size_t i = 0; i < count; i++) start_cta(c, &c->starts[i]);
    return count;
}

bool noc_ctas_are_over(const noc_ctas *c)
{
    for (int k = 0; k < c->kernel_count; k++)
        if (c->kernels[k].count == 0 || c->kernels[k].ended < c->kernels[k].count) return false;
    return true;
}
