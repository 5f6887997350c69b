/* sampler/loop/ctas.h: CTAs in the slots of cores; each CTA has a part of its core's warps
 * (design/cores/cta.h).
 *
 * A CTA ends when each warp has issued its instructions and received its replies. In the next
 * cycle the slot is free, and the scheduler fills free slots (design/cores/cta_dispatch.h). The
 * length of a CTA depends only on the seed and the CTA's number. */
#ifndef NOC_SAMPLER_LOOP_CTAS_H
#define NOC_SAMPLER_LOOP_CTAS_H

#include "design/cores/cta.h"
#include "sampler/policies/ring.h"

/* CTA in a slot of a core. */
typedef struct noc_cta_place {
    uint64_t cta;   /* number of the CTA in its kernel */
    uint32_t warps; /* warps that have not ended; 0: the slot is free */
    uint8_t kernel; /* index in noc_ctas.kernels */
} noc_cta_place;

/* Kernel: its settings, and counts of its CTAs. */
typedef struct noc_cta_kernel {
    uint64_t number; /* number among the design's kernels */
    uint64_t count;  /* CTAs of the kernel; 0: unlimited */
    uint64_t ended_ctas, running_ctas;
    uint64_t end_cycle; /* cycle in which the last CTA ended */
    double length;      /* mean instructions of a warp of a CTA */
    uint32_t warps;     /* warps of the kernel per core */
} noc_cta_kernel;

typedef struct noc_ctas {
    noc_cta_dispatch *dispatch; /* scheduler of CTAs */
    noc_cta_start *new_ctas;    /* CTAs that start in this cycle */
    noc_cta_place *places;      /* [core * slots + slot]: CTA in each slot */
    /* indices in `places` of CTAs that ended since the last noc_ctas_fill_slots */
    noc_ring ended_places;
    uint32_t *ended_entries; /* entries of the ring */
    /* [core * warps + warp]: instructions left in the CTA, without the instructions drawn by the
     * warp */
    uint64_t *instructions_left;
    uint32_t *first_warp;   /* [slot]: first warp; one more entry at the end */
    uint16_t *slot_of_warp; /* [warp of a core]: slot */
    uint32_t core_count, slot_count, warp_count;
    int kernel_count;
    noc_cta_kernel kernels[NOC_KERNELS_MAX];
    double spread; /* half range of a CTA's length, relative to the mean */
    uint64_t seed;
} noc_ctas;

/* Makes the CTAs. `kernels` states number, count, length and warps of each kernel of `setup`;
 * lengths are uniform within `spread` of their mean. False when out of memory; the caller calls
 * noc_ctas_clear in either case. */
bool noc_ctas_make(noc_ctas *ctas, const noc_cta_setup *setup, const noc_cta_kernel *kernels,
                   double spread, uint64_t seed);
void noc_ctas_clear(noc_ctas *ctas);

/* Counts the warps of a slot that runs a kernel: the kernel's warps are divided among the slots;
 * the first slots may have one more. */
uint32_t noc_cta_count_warps(const noc_cta_kernel *kernel, uint32_t slots, uint32_t slot);

/* Finds the instructions of each warp of a CTA, given its kernel's index and its number. */
uint64_t noc_cta_length(const noc_ctas *ctas, int kernel, uint64_t cta);

/* Ends a warp, and its CTA if the warp is the last one. */
void noc_ctas_end_warp(noc_ctas *ctas, uint32_t core, uint32_t warp);

/* Begins a cycle: frees the slots of ended CTAs, and fills free slots. Returns the number of new
 * CTAs. */
size_t noc_ctas_fill_slots(noc_ctas *ctas, uint64_t cycle);

/* True if all CTAs of all kernels have ended; always false if a kernel has no end. */
bool noc_ctas_are_over(const noc_ctas *ctas);

#endif
