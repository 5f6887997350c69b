/* sampler/ports/kernel_choice.h: what of a design's kernels a run of its closed loop has. */
#ifndef NOC_SAMPLER_PORTS_KERNEL_CHOICE_H
#define NOC_SAMPLER_PORTS_KERNEL_CHOICE_H

#include "design/cores/cta.h"

/* All 0: those of the design, as it has them. */
typedef struct noc_kernel_choice {
    int only;     /* the number of one that runs alone, from 1 on; 0: all */
    bool endless; /* CTAs without end, whatever cta.count says */
    /* Lines that a CTA of each kernel touches a cycle for the first time: makes windows of time
     * ones of lines (loop/addresses.h). 0: as many as it would if it never waited. */
    double touches[NOC_KERNELS_MAX];
} noc_kernel_choice;

#endif
