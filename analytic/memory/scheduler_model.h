/* analytic/memory/scheduler_model.h: what the model has of a memory scheduler.
 *
 * A file of analytic/memory/schedulers/ with one constant struct for each line of
 * design/memory/schedulers.def. */
#ifndef NOC_ANALYTIC_MEMORY_SCHEDULER_MODEL_H
#define NOC_ANALYTIC_MEMORY_SCHEDULER_MODEL_H

#include "analytic/memory/dram_pace.h"

/* The accesses that a DRAM is asked for: to one row each time, share of reads, rows in the
 * queue. */
typedef struct noc_row_stream {
    double accesses, reads, rows;
} noc_row_stream;

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

#endif
