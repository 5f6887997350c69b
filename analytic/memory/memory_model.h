/* analytic/memory/memory_model.h: model of the memory nodes of a closed loop: rate of a DRAM
 * at its row hits, capacity, idle latency and waits of caches and DRAMs, row hits. Pure functions:
 * networks and cores are inputs. `outstanding`: outstanding requests for each memory node while
 * all cores wait. */
#ifndef NOC_ANALYTIC_MEMORY_MEMORY_MODEL_H
#define NOC_ANALYTIC_MEMORY_MEMORY_MODEL_H

#include "network/graph/system.h"

/* ---- schedulers ------------------------------------------------------------------------------ */

/* Rate of one controller's DRAM at given row hits and queue length: memory clocks per access by
 * scheduler, and busy banks. Timings, and one command per clock, are those of the sampler
 * (sampler/dram/dram.h). Each scheduler, a line of design/memory/schedulers.def, has a file in
 * analytic/memory/schedulers/ with one constant struct. */

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

/* ---- memory nodes ---------------------------------------------------------------------------- */

/* Buffers and virtual channels on the paths of requests. */
typedef struct noc_request_paths {
    double buffer_requests;   /* requests that fit into all buffers on the paths to all nodes */
    double upstream_requests; /* buffer_requests without the channels into memory nodes */
    /* sum of 2 V - 1 over the ports that send requests, where V is the port's number of VCs */
    double burst_sum;
    /* chance that two successive requests of a core for a node take the same path */
    double same_path_share;
    /* places in the buffers of one channel; 0 where requests cannot overtake each other */
    double channel_requests;
    double vc_requests; /* places in the buffer of one virtual channel; 0 as above */
    double head_vcs;    /* VCs of the last routers' inputs, per memory node */
    /* channels with these VCs, which alternate at memory nodes; without buffers: cores */
    double last_channels;
} noc_request_paths;

/* Finds the figures of a system's request paths. Zeros when out of memory. */
noc_request_paths noc_find_request_paths(const noc_system *system);

/* Scatter of the requests for a row while all cores wait, in requests for a node: scatter of a run
 * of blocks; scatter of one block whose lines take several paths. */
typedef struct noc_scatter {
    double run_requests, block_requests;
    double one_path_share; /* share of blocks whose lines take one path */
    /* share of these blocks whose lines are separated; number of requests over which this share
     * decays exponentially */
    double parted_share, waiting_requests;
} noc_scatter;

typedef struct noc_memory_model {
    noc_scatter scatter;
    double dram_clocks; /* memory clocks per access at a controller with a full queue */
    double row_hit_rate;
    double request_rate; /* largest rate of a memory node, requests per network cycle */
    double dram_rate;    /* accesses per network cycle of one controller */
    /* idle network cycles from arrival to reply of a hit; further idle cycles of a miss */
    double hit_cycles, extra_miss_cycles;
    double queue_cycles; /* part of the extra cycles in the DRAM's queue */
    /* lines of a block; network cycles of the cache per lookup */
    double block_lines, lookup_cycles;
    /* DRAM accesses of a block that has misses; network cycles of the bus for them; rows opened for
     * them; network cycles between activations; between activations of one bank, for one row; of
     * the opening of a row in an idle DRAM */
    double block_accesses, bus_cycles, block_rows, activation_cycles, bank_cycles, opening_cycles;
    /* network cycles of a block's accesses under a scheduler that serves in order; 0: other
     * schedulers */
    double block_service_cycles;
    int bank_count;
    /* memory whose scheduler gathers the accesses of a core in batches; NULL: no batches */
    const noc_memory_spec *gathering_memory;
    double gathered_cores, clock_ratio; /* cores with batches; memory clocks per network cycle */
} noc_memory_model;

/* Finds the model for a number of outstanding requests. */
void noc_find_memory_model(const noc_system *system, const noc_request_paths *paths,
                           const noc_workload *workload, double outstanding,
                           noc_memory_model *model);

/* Slows the DRAMs down, where they serve in order and limit the loop: sets their rate to that of
 * the slowest one, for which all cores wait. Parameters as in noc_find_memory_model. */
void noc_slow_memory_model(const noc_system *system, const noc_request_paths *paths,
                           const noc_workload *workload, double outstanding,
                           noc_memory_model *model);

/* Sets the rate of DRAMs. */
void noc_set_memory_pace(const noc_design *design, const noc_workload *workload, noc_dram_pace pace,
                         noc_memory_model *model);

/* Finds the model for the largest number of outstanding requests. */
void noc_find_full_memory_model(const noc_system *system, const noc_request_paths *paths,
                                const noc_workload *workload, noc_memory_model *model);

/* Mean network cycles that a lookup waits for other lookups, at `lookups` per network cycle. */
double noc_cache_wait(const noc_memory_model *model, double lookups);

/* Mean network cycles that an access waits for the other accesses of its batch, at `accesses` per
 * network cycle of a controller. */
double noc_batch_wait(const noc_memory_model *model, double accesses);

/* Mean network cycles that an access waits in a DRAM, at `accesses` per network cycle; INFINITY
 * above the DRAM's capacity. */
double noc_dram_wait(const noc_memory_model *model, double accesses);

/* Places for requests in front of the cache of a memory node: input queue, and buffers of the
 * channels into the node. */
double noc_cache_places(const noc_system *system);

/* Chance that a node has no free place, with a mean of `mean` requests at the node. Requests at a
 * node are geometrically distributed, as in a closed network of equal queues with random routing: a
 * node has none with probability 1 / (1 + mean). */
double noc_full_node_chance(double mean, double places);

/* Mean requests at a memory node. `outstanding`: outstanding requests per node; `head_requests`:
 * requests per node that can wait in front of full nodes; `places`: places of a node. */
double noc_requests_at_node(double outstanding, double head_requests, double places);

/* Largest number of outstanding requests of all cores, per memory node. */
double noc_outstanding_requests(const noc_system *system, const noc_workload *workload);

/* Lines of a memory instruction for one node. */
double noc_lines_per_node(const noc_design *design, const noc_workload *workload);

/* Memory clocks per network cycle. */
double noc_memory_clock_ratio(const noc_design *design);

/* Largest rate of a cache, lookups per network cycle. */
double noc_cache_rate(const noc_memory_spec *memory);

/* Row hits, as a share of DRAM accesses. `waiting_share`: waiting requests, over the requests that
 * can wait. NAN without misses. */
double noc_row_hit_share(const noc_design *design, const noc_workload *workload,
                         const noc_memory_model *model, double waiting_share);

/* Row hits of banks that serve their accesses in order, as a share. `waiting_requests`: requests
 * per node that wait in front of it, without those whose replies wait. */
double noc_in_order_row_hit_share(const noc_system *system, const noc_request_paths *paths,
                                  const noc_workload *workload, double waiting_requests);

/* Rate of a DRAM with `queued_accesses` in its queue, at least 1. */
noc_dram_pace noc_dram_pace_for_queue(const noc_design *design, const noc_workload *workload,
                                      const noc_memory_model *model, double queued_accesses);

#endif
