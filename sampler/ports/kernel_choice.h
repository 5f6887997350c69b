/* sampler/ports/kernel_choice.h: choice of a design's kernels for a run of its closed loop. */
#ifndef NOC_SAMPLER_PORTS_KERNEL_CHOICE_H
#define NOC_SAMPLER_PORTS_KERNEL_CHOICE_H

#include "design/cores/cta.h"

/* Choice of kernels. All 0: the kernels of the design, unchanged. */
typedef struct noc_kernel_choice {
    int kernel_number; /* number of the only kernel to run, from 1; 0: all kernels run */
    bool is_endless;   /* CTAs never end, regardless of cta.count */
    /* New lines that a CTA of each kernel touches, per cycle; converts windows of time to
     * windows of lines (loop/addresses.h). 0: the rate of a CTA that never waits. */
    double touches_per_cycle[NOC_KERNELS_MAX];
} noc_kernel_choice;

#endif
