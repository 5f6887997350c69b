/* analytic/memory/dram_pace.h: how fast the DRAM of one controller works by itself, at the row hits
 * that it finds and with so many accesses in its queue: memory clocks of an access, by its
 * scheduler (scheduler_model.h), and banks with work. Timings and the one command a clock are the
 * sampler's (sampler/dram/dram.h). */
#ifndef NOC_ANALYTIC_MEMORY_DRAM_PACE_H
#define NOC_ANALYTIC_MEMORY_DRAM_PACE_H

#include "design/design.h"

/* What the accesses to one row take of the DRAM, in memory clocks. */
typedef struct noc_row_demands {
    double column; /* from one column command to the next */
    double bus;    /* of the data bus, all accesses together */
    /* column commands one a clock, for which no row is opened; 0: they leave clocks between
     * them */
    double streak;
    double activation; /* from one activation to the next */
    double bank;       /* from one activation of a bank to the next */
    double opening;    /* closing and opening of the bank */
} noc_row_demands;

/* `accesses`: to one row; `reads`: their share of reads. */
noc_row_demands noc_row_demands_of(const noc_memory_spec *memory, double accesses, double reads);

typedef struct noc_dram_pace {
    double row_hits; /* share of accesses */
    double clocks;   /* memory clocks of an access */
    double banks;    /* that have an access in the queue */
} noc_dram_pace;

/* `row_hits`: share of accesses, NAN for none; `queued`: accesses in the queue, at least 1. */
noc_dram_pace noc_dram_pace_at(const noc_memory_spec *memory, double row_hits, double reads,
                               double queued);

#endif
