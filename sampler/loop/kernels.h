/* sampler/loop/kernels.h: station of the kernels: behaviour of their warps, and their CTAs in the
 * slots of cores; each CTA has a part of its core's warps (design/cores/cta.h).
 *
 * A CTA ends when each warp has issued its instructions and received its replies. In the next
 * cycle the slot is free, and the scheduler fills free slots (design/cores/cta_dispatch.h). The
 * length of a CTA depends only on the seed and the CTA's number.
 *
 * Enter: warps that have ended. Leave: CTAs that start in a cycle. */
#ifndef NOC_SAMPLER_LOOP_KERNELS_H
#define NOC_SAMPLER_LOOP_KERNELS_H

#include "base/arena.h"
#include "design/cores/cta.h"
#include "design/workload/workload.h"
#include "network/graph/resources.h"
#include "sampler/policies/ring.h"
#include "sampler/ports/kernel_choice.h"
#include "sampler/ports/ports.h"
#include "sampler/ports/trace_schedule.h"

/* Load of a closed loop. */
typedef struct noc_loop_load {
    /* workload of all kernels, unless the design has one for each kernel; copied */
    const noc_workload *workload;
    const noc_kernel_choice *kernels; /* NULL: all kernels of the design */
    noc_derating derating;
    uint64_t seed;
    /* trace with addresses that replaces the workload's requests; borrowed; NULL: none */
    const noc_trace_schedule *schedule;
} noc_loop_load;

/* Kernel, or phase of the only kernel: behaviour of its warps, and counts of its CTAs. */
typedef struct noc_kernel {
    noc_workload workload;
    /* scale of the geometric number of instructions between memory instructions */
    double gap_scale;
    uint64_t number; /* number among the design's kernels */
    uint64_t count;  /* CTAs of the kernel; 0: unlimited */
    uint64_t ended_ctas, running_ctas;
    uint64_t end_cycle; /* cycle in which the last CTA ended */
    double length;      /* mean instructions of a warp of a CTA */
} noc_kernel;

/* CTA in a slot of a core. */
typedef struct noc_cta_place {
    uint64_t cta;    /* number of the CTA in its kernel */
    uint64_t length; /* instructions of each warp */
    uint32_t warps;  /* warps that have not ended; 0: the slot is free */
    uint8_t kernel;  /* index in noc_kernels.list */
} noc_cta_place;

typedef struct noc_kernels {
    noc_ports *ports;
    noc_kernel list[NOC_KERNELS_MAX]; /* kernels, or phases of the only kernel */
    int count;
    noc_phases phases;   /* phases of the cores; `count` 0: none */
    uint32_t core_warps; /* warps of a core */
    uint32_t slot_count; /* slots of a core; 1 without CTAs */
    /* scheduler of CTAs; NULL: warps never end, and the following members are unused */
    noc_cta_dispatch *dispatch;
    noc_cta_start *new_ctas; /* CTAs that start in this cycle */
    noc_cta_place *places;   /* [core * slots + slot]: CTA in each slot */
    noc_ring ended_places;   /* indices in `places` of CTAs that ended since the last cycle */
    uint32_t *first_warp;    /* [slot]: first warp; one more entry at the end */
    uint16_t *slot_of_warp;  /* [warp of a core]: slot */
    double spread;           /* half range of a CTA's length, relative to the mean */
    uint64_t seed;
} noc_kernels;

/* Makes the kernels of a load without a trace; ports are borrowed. False when out of memory. */
bool noc_kernels_make(noc_kernels *kernels, noc_ports *ports, const noc_loop_load *load,
                      noc_arena *arena);

/* Counts the warps of a slot: a kernel's warps of a core are divided among the slots; the first
 * slots may have one more. */
static inline uint32_t noc_slot_warps(uint32_t warps, uint32_t slots, uint32_t slot)
{
    return warps / slots + (slot < warps % slots);
}

/* Finds the instructions of each warp of a CTA, given its kernel's index and its number. */
uint64_t noc_cta_length(const noc_kernels *kernels, int kernel, uint64_t cta);

/* Ends a warp, and its CTA if the warp is the last one. */
void noc_kernels_end_warp(noc_kernels *kernels, uint32_t core, uint32_t warp);

/* Begins a cycle of kernels with CTAs: frees the slots of ended CTAs, and fills free slots. Returns
 * the number of new CTAs in new_ctas. */
size_t noc_kernels_step(noc_kernels *kernels);

/* True if all CTAs of all kernels with CTAs have ended; always false if a kernel has no end. */
bool noc_kernels_are_over(const noc_kernels *kernels);

#endif
