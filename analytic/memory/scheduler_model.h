/* analytic/memory/scheduler_model.h: rate of one controller's DRAM at given row hits and queue
 * length: memory clocks per access by scheduler, and busy banks. Timings, and one command per
 * clock, are those of the sampler (sampler/dram/dram.h).
 *
 * Each scheduler, a line of design/memory/schedulers.def, has a file in analytic/memory/schedulers/
 * with one constant struct. */
#ifndef NOC_ANALYTIC_MEMORY_SCHEDULER_MODEL_H
#define NOC_ANALYTIC_MEMORY_SCHEDULER_MODEL_H

#include "design/design.h"

/* Stream of accesses to a DRAM: accesses per opened row, share of reads, rows in the queue. */
typedef struct noc_row_stream {
    double accesses, read_share, rows;
} noc_row_stream;

/* Demands of the accesses to one row, in memory clocks. */
typedef struct noc_row_demands {
    double column_clocks; /* clocks between two column commands */
    double bus_clocks;    /* clocks of the data bus for all accesses */
    /* column commands in consecutive clocks, during which no row is opened; 0: column commands
     * leave clocks between them */
    double streak_commands;
    double activation_clocks; /* clocks between two activations */
    double bank_clocks;       /* clocks between two activations of a bank */
    double opening_clocks;    /* clocks to close and open a row of the bank */
} noc_row_demands;

typedef struct noc_scheduler_model {
    /* Memory clocks per access. `demands`: demands of the stream's rows. */
    double (*access_clocks)(const noc_memory_spec *memory, const noc_row_demands *demands,
                            noc_row_stream stream);

    /* Number of accesses that the scheduler searches for row hits, with `queued` in the queue. */
    double (*searched_accesses)(double queued);

    /* Mean memory clocks that an access waits until its batch is complete, at `accesses` per clock
     * of each core. NULL: no batches. */
    double (*gathering_clocks)(const noc_memory_spec *memory, double accesses);

    /* true if accesses are served one after the other: simultaneous accesses wait for each other,
     * and a DRAM that limits the loop collects all outstanding requests. */
    bool is_in_order;

    /* true if each bank serves its accesses in order. */
    bool has_in_order_banks;
} noc_scheduler_model;

/* Returns the model of the memory's scheduler. */
const noc_scheduler_model *noc_scheduler_model_of(const noc_memory_spec *memory);

/* Memory clocks per access with independent banks, for access_clocks of noc_scheduler_model. */
double noc_row_opening_clocks(const noc_memory_spec *memory, const noc_row_demands *demands,
                              noc_row_stream stream);

/* Demands of a row. `accesses`: accesses to the row; `read_share`: share of reads. */
noc_row_demands noc_find_row_demands(const noc_memory_spec *memory, double accesses,
                                     double read_share);

/* Rate of a DRAM. */
typedef struct noc_dram_pace {
    double row_hit_share; /* row hits, as a share of accesses */
    double access_clocks; /* memory clocks per access */
    double busy_banks;    /* mean banks with an access in the queue */
} noc_dram_pace;

/* Finds the rate of a DRAM. `row_hit_share`: share of accesses, NAN: no accesses; `read_share`:
 * share of reads; `queued`: accesses in the queue, at least 1. */
noc_dram_pace noc_find_dram_pace(const noc_memory_spec *memory, double row_hit_share,
                                 double read_share, double queued);

#endif
