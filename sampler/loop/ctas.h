/* sampler/loop/ctas.h: CTAs that run on the cores, each in a slot, with a part of its core's warps
 * (design/cores/cta.h).
 *
 * A CTA is over when each of its warps has issued its instructions and has all replies it waits
 * for. In the next cycle the slot is free, and the scheduler fills free slots
 * (design/cores/cta_dispatch.h). The length of a CTA depends on the seed and its number only. */
#ifndef NOC_SAMPLER_LOOP_CTAS_H
#define NOC_SAMPLER_LOOP_CTAS_H

#include "design/cores/cta.h"
#include "sampler/policies/ring.h"

/* CTA in a slot of a core. */
typedef struct noc_cta_place {
    uint64_t cta;
    uint32_t warps; /* warps that are not done; 0: slot is free */
    uint8_t kernel;
} noc_cta_place;

/* State of a kernel. */
typedef struct noc_cta_kernel {
    uint64_t number; /* number among the design's kernels */
    uint64_t count;  /* CTAs of the kernel; 0: without end */
    uint64_t ended, running;
    uint64_t end; /* cycle in which the last CTA has ended */
    double length;
    uint32_t warps; /* warps of the kernel on a core */
} noc_cta_kernel;

typedef struct noc_ctas {
    noc_cta_dispatch *dispatch;
    noc_cta_start *starts; /* CTAs that start in this cycle */
    noc_cta_place *places; /* [core * slots + slot]: CTA in each slot */
    noc_ring ended;        /* places whose CTA is over since the last look */
    uint32_t *all_ended;
    /* [core * warps + warp]: instructions left in the CTA, not counting the warp's current ones */
    uint64_t *left;
    uint32_t *first_warp;   /* first warp of each slot; one entry more at the end */
    uint16_t *slot_of_warp; /* slot of each warp of a core */
    uint32_t cores, slots, warps;
    int kernel_count;
    noc_cta_kernel kernels[NOC_KERNELS_MAX];
    double spread;
    uint64_t seed;
} noc_ctas;

/* Makes the CTAs. The `kernels` give number, count, length and warps; `setup` has as many kernels.
 * False when out of memory; the caller clears `ctas` in either case. */
bool noc_ctas_make(noc_ctas *ctas, const noc_cta_setup *setup, const noc_cta_kernel *kernels,
                   double spread, uint64_t seed);
void noc_ctas_clear(noc_ctas *ctas);

/* Warps of a slot when a kernel runs there: a core's warps are divided, the first slots get one
 * more. */
uint32_t noc_cta_warps(const noc_cta_kernel *kernel, uint32_t slots, uint32_t slot);

/* Instructions of each warp of a CTA. */
uint64_t noc_cta_length(const noc_ctas *ctas, int kernel, uint64_t cta);

/* Ends a warp. */
void noc_ctas_end_warp(noc_ctas *ctas, uint32_t core, uint32_t warp);

/* Begins a cycle: frees the slots of CTAs that are over, then fills free slots. Returns the number
 * of CTAs that start. */
size_t noc_ctas_fill(noc_ctas *ctas, uint64_t cycle);

/* True if all CTAs of all kernels are over; never where a kernel has no end. */
bool noc_ctas_are_over(const noc_ctas *ctas);

#endif
