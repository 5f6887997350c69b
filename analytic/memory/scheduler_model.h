/* analytic/memory/scheduler_model.h: pace of the DRAM of one controller by itself, with its row
 * hits and the accesses in its queue: memory clocks of an access, by its scheduler, and banks with
 * work. Timings, and one command per clock, are the sampler's (sampler/dram/dram.h).
 *
 * A memory scheduler has a file of analytic/memory/schedulers/ with one constant struct for its
 * line of design/memory/schedulers.def. */
#ifndef NOC_ANALYTIC_MEMORY_SCHEDULER_MODEL_H
#define NOC_ANALYTIC_MEMORY_SCHEDULER_MODEL_H

#include "design/design.h"

/* Accesses to a DRAM: accesses to one row at a time, share of reads, rows in the queue. */
typedef struct noc_row_stream {
    double accesses, reads, rows;
} noc_row_stream;

/* Demands of the accesses to one row, in memory clocks. */
typedef struct noc_row_demands {
    double column; /* clocks between two column commands */
    double bus;    /* clocks of the data bus for all accesses */
    /* column commands at one per clock, beside which no row is opened; 0: there are clocks between
     * them */
    double streak;
    double activation; /* clocks between two activations */
    double bank;       /* clocks between two activations of a bank */
    double opening;    /* clocks to close and open a row of the bank */
} noc_row_demands;

typedef struct noc_scheduler_model {
    /* Memory clocks of an access. `demands`: of the stream's rows. */
    double (*clocks)(const noc_memory_spec *memory, const noc_row_demands *demands,
                     noc_row_stream stream);

    /* Accesses among which the scheduler finds those to an open row, with `queued` in the queue. */
    double (*looked_at)(double queued);

    /* Mean memory clocks that an access waits for others of its core before it may be served at
     * all, with `accesses` per clock of each core. NULL: none. */
    double (*gathers)(const noc_memory_spec *memory, double accesses);

    /* true if one access follows the other: accesses that come together wait for each other, and a
     * DRAM that binds falls behind all others. */
    bool in_order;

    /* true if each bank serves its accesses in order. */
    bool banks_in_order;
} noc_scheduler_model;

/* The model of the memory's scheduler. */
const noc_scheduler_model *noc_scheduler_model_of(const noc_memory_spec *memory);

/* Memory clocks of an access, for noc_scheduler_model, where banks need not wait for each other. */
double noc_row_openings_clocks(const noc_memory_spec *memory, const noc_row_demands *demands,
                               noc_row_stream stream);

/* Demands of a row. `accesses`: to one row; `reads`: share of reads. */
noc_row_demands noc_row_demands_of(const noc_memory_spec *memory, double accesses, double reads);

typedef struct noc_dram_pace {
    double row_hits; /* share of accesses */
    double clocks;   /* memory clocks of an access */
    double banks;    /* mean banks with an access in the queue */
} noc_dram_pace;

/* Pace of a DRAM. `row_hits`: share of accesses, NAN: none; `queued`: accesses in the queue, at
 * least 1. */
noc_dram_pace noc_dram_pace_at(const noc_memory_spec *memory, double row_hits, double reads,
                               double queued);

#endif
