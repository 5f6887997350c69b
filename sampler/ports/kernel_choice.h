/* sampler/ports/kernel_choice.h: choice of a design's kernels for a run of its closed loop. */
#ifndef NOC_SAMPLER_PORTS_KERNEL_CHOICE_H
#define NOC_SAMPLER_PORTS_KERNEL_CHOICE_H

#include "design/cores/cta.h"

/* Choice of kernels; all 0: the kernels of the design, as the design has them. */
typedef struct noc_kernel_choice {
    int only;     /* number of the only kernel that runs, from 1 on; 0: all */
    bool endless; /* CTAs without end, regardless of cta.count */
    /* Lines that a CTA of each kernel touches for the first time in a cycle; converts windows of
     * time to windows of lines (loop/addresses.h). 0: the rate of a CTA that never waits. */
    double touches[NOC_KERNELS_MAX];
} noc_kernel_choice;

#endif
