/* analytic/memory/scheduler_model.h: how fast the DRAM of one controller works by itself, at the
 * row hits that it finds and with so many accesses in its queue: memory clocks of an access, by its
 * scheduler, and banks with work. Timings and the one command a clock are the sampler's
 * (sampler/dram/dram.h).
 *
 * A memory scheduler has a file of analytic/memory/schedulers/ with one constant struct for its
 * line of design/memory/schedulers.def. */
#ifndef NOC_ANALYTIC_MEMORY_SCHEDULER_MODEL_H
#define NOC_ANALYTIC_MEMORY_SCHEDULER_MODEL_H

#include "design/design.h"

/* The accesses that a DRAM is asked for: to one row each time, share of reads, rows in the
 * queue. */
typedef struct noc_row_stream {
    double accesses, reads, rows;
} noc_row_stream;

/* Demands of the accesses to one row on the DRAM, in memory clocks. */
typedef struct noc_row_demands {
    double column; /* clocks between two column commands */
    double bus;    /* clocks of the data bus, all accesses together */
    /* column commands one a clock, for which no row is opened; 0: they leave clocks between
     * them */
    double streak;
    double activation; /* clocks between two activations */
    double bank;       /* clocks between two activations of a bank */
    double opening;    /* closing and opening of the bank */
} noc_row_demands;

typedef struct noc_scheduler_model {
    /* Memory clocks of an access, with so much in the queue; `demands` are those of the stream's
     * rows. */
    double (*clocks)(const noc_memory_spec *memory, const noc_row_demands *demands,
                     noc_row_stream stream);

    /* Accesses among which it finds those to an open row, of so many in the queue. */
    double (*looked_at)(double queued);

    /* Memory clocks that an access waits for others of its core before it may be served at all,
     * each core having so many accesses a clock there. NULL: none. */
    double (*gathers)(const noc_memory_spec *memory, double accesses);

    /* One access follows the other, so those that come together wait for each other, and a DRAM
     * that binds falls behind all others. */
    bool in_order;

    /* Each bank takes its accesses in the order they come. */
    bool banks_in_order;
} noc_scheduler_model;

/* The model of the scheduler that the memory has. */
const noc_scheduler_model *noc_scheduler_model_of(const noc_memory_spec *memory);

/* Memory clocks of an access, as noc_scheduler_model has them, where banks need not wait for each
 * other. */
double noc_row_openings_clocks(const noc_memory_spec *memory, const noc_row_demands *demands,
                               noc_row_stream stream);

/* `accesses`: to one row; `reads`: their share of reads. */
noc_row_demands noc_row_demands_of(const noc_memory_spec *memory, double accesses, double reads);

typedef struct noc_dram_pace {
    double row_hits; /* share of accesses */
    double clocks;   /* memory clocks of an access */
    double banks;    /* banks that have an access in the queue */
} noc_dram_pace;

/* `row_hits`: share of accesses, NAN for none; `queued`: accesses in the queue, at least 1. */
noc_dram_pace noc_dram_pace_at(const noc_memory_spec *memory, double row_hits, double reads,
                               double queued);

#endif
