/* sampler/loop/ctas.h: the CTAs that run on the cores, each in a slot, with a part of its core's
 * warps (design/cores/cta.h).
 *
 * A CTA is over when each of its warps has done its instructions and has all replies that it waits
 * for. In the next cycle its slot is free, and the scheduler fills those that are
 * (design/cores/cta_dispatch.h). How long CTAs are depends on the seed and their numbers only. */
#ifndef NOC_SAMPLER_LOOP_CTAS_H
#define NOC_SAMPLER_LOOP_CTAS_H

#include "design/cores/cta.h"
#include "sampler/policies/ring.h"

/* A slot of a core. */
typedef struct noc_cta_place {
    uint64_t cta;
    uint32_t warps; /* that are not done; 0: nothing runs there */
    uint8_t kernel;
} noc_cta_place;

/* Of a kernel. */
typedef struct noc_cta_kernel {
    uint64_t number; /* among the design's */
    uint64_t count;  /* CTAs; 0: without end */
    uint64_t ended, running;
    uint64_t end; /* the cycle in which the last has ended */
    double length;
    uint32_t warps; /* of a core */
} noc_cta_kernel;

typedef struct noc_ctas {
    noc_cta_dispatch *dispatch;
    noc_cta_start *starts; /* of this cycle */
    noc_cta_place *places; /* [core * slots + slot] */
    noc_ring ended;        /* places whose CTA is over since the last look */
    uint32_t *all_ended;
    uint64_t *left;         /* [core * warps + warp]: instructions beyond those that it is at */
    uint32_t *first_warp;   /* of a slot; one more at the end */
    uint16_t *slot_of_warp; /* likewise of each core */
    uint32_t cores, slots, warps;
    int kernel_count;
    noc_cta_kernel kernels[NOC_KERNELS_MAX];
    double spread;
    uint64_t seed;
} noc_ctas;

/* The `kernels` tell number, count, length and warps; `setup` has as many. False when out of
 * memory; the caller clears it in either case. */
bool noc_ctas_make(noc_ctas *ctas, const noc_cta_setup *setup, const noc_cta_kernel *kernels,
                   double spread, uint64_t seed);
void noc_ctas_clear(noc_ctas *ctas);

/* Warps of a slot when a kernel runs there: a core's are divided, the first slots get one more. */
uint32_t noc_cta_warps(const noc_cta_kernel *kernel, uint32_t slots, uint32_t slot);

/* Instructions of each warp of a CTA. */
uint64_t noc_cta_length(const noc_ctas *ctas, int kernel, uint64_t cta);

/* A warp is done. */
void noc_ctas_end_warp(noc_ctas *ctas, uint32_t core, uint32_t warp);

/* A cycle begins: slots of CTAs that are over are free, then filled. Returns how many CTAs
 * start. */
size_t noc_ctas_fill(noc_ctas *ctas, uint64_t cycle);

/* True if all CTAs of all kernels are over; never where one has no end. */
bool noc_ctas_are_over(const noc_ctas *ctas);

#endif
