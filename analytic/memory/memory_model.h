/* analytic/memory/memory_model.h: the memory nodes of a closed loop by themselves: caches, DRAMs,
 * the rows that requests find open.
 *
 * A DRAM works as in scheduler_model.h, at the row hits of its queue. `outstanding`: requests for
 * each memory node while all cores wait. */
#ifndef NOC_ANALYTIC_MEMORY_MEMORY_MODEL_H
#define NOC_ANALYTIC_MEMORY_MEMORY_MODEL_H

#include "analytic/memory/scheduler_model.h"
#include "network/graph/system.h"

/* Places and ways on the routes of requests. */
typedef struct noc_request_paths {
    double places; /* requests that fit into the buffers on their way, to all nodes */
    double before; /* places without those in the channels that end at memory nodes */
    /* bursts of the ports that send requests: 2 V - 1 with V virtual channels, summed */
    double bursts;
    /* share of pairs of a core's successive requests for a node that go the same way */
    double together;
    /* places in the buffers of one channel; 0 where requests cannot overtake each other */
    double apart;
    double in_vc; /* places of `apart` in one virtual channel */
    double heads; /* VCs whose first request is one hop from its memory node, over memory nodes */
    /* channels with these VCs, which alternate at memory nodes; without buffers cores do */
    double turns;
} noc_request_paths;

noc_request_paths noc_request_paths_of(const noc_system *system);

/* Requests for a node over which the requests for a row are scattered while all cores wait:
 * requests of a run of blocks, and of one block on several ways. Among blocks whose lines go one
 * way: share whose lines part, and requests over which the share falls, exponentially. */
typedef struct noc_scatter {
    double run, block;
    double one_way; /* share of blocks whose lines go one way */
    double parted, waiting;
} noc_scatter;

typedef struct noc_memory_model {
    noc_scatter scatter;
    double dram_clocks; /* memory clocks of an access at a controller when many wait */
    double row_hit_rate;
    double capacity;  /* requests per network cycle of one memory node, hits and misses */
    double dram_rate; /* accesses per network cycle of one controller */
    double hit,
        miss;      /* network cycles from arrival to reply without others; extra cycles of a miss */
    double queued; /* part of these cycles in the DRAM's queue */
    double lines, lookup; /* lines of a node that come together; cycles of the cache for a lookup */
    /* Accesses that come together; network cycles of the bus for them; rows opened for them;
     * network cycles of activations and of its bank for a row, and of opening it without others. */
    double together, bus, rows, activation, bank, opening;
    /* cycles of a scheduler that serves in order for accesses that come together; 0: they need not
     * wait for each other */
    double server;
    int banks;
    /* memory whose scheduler gathers accesses of a core before it serves them; NULL: no
     * gathering */
    const noc_memory_spec *gathering;
    double cores, ratio; /* cores whose accesses are gathered; memory clocks in a network cycle */
} noc_memory_model;

void noc_memory_model_at(const noc_system *system, const noc_request_paths *paths,
                         const noc_workload *workload, double outstanding, noc_memory_model *model);

/* Sets the pace to that of the slowest of DRAMs that serve in order and bind: one falls behind all
 * others, and its pace is theirs. */
void noc_memory_model_falls_behind(const noc_system *system, const noc_request_paths *paths,
                                   const noc_workload *workload, double outstanding,
                                   noc_memory_model *model);

/* Sets the pace to a known one. */
void noc_memory_model_put_pace(const noc_design *design, const noc_workload *workload,
                               noc_dram_pace pace, noc_memory_model *model);

/* Makes the model with as many requests outstanding as cores can have. */
void noc_memory_model_of(const noc_system *system, const noc_request_paths *paths,
                         const noc_workload *workload, noc_memory_model *model);

/* Mean network cycles that a lookup waits for others, in a cache with `lookups` per network
 * cycle. */
double noc_cache_wait(const noc_memory_model *model, double lookups);

/* Mean network cycles that an access waits in front of the DRAM's queue for others of its core,
 * with `accesses` per network cycle at a controller. */
double noc_batch_wait(const noc_memory_model *model, double accesses);

/* Mean network cycles that an access waits for others in a DRAM with `accesses` per network cycle;
 * INFINITY above its capacity. */
double noc_dram_wait(const noc_memory_model *model, double accesses);

/* Places for requests in front of the cache of a memory node: its input queue, and the buffers of
 * the channels to it. */
double noc_places_at_cache(const noc_system *system);

/* Chance that a node has no place for one more request. Requests choose their nodes at random, so
 * those at a node are geometrically distributed, as in any closed network of equal queues: with
 * probability 1 / (1 + mean) a node has none, while others have more than their places. */
double noc_node_full(double mean, double room);

/* Mean requests at a memory node with `room` places, with `most` outstanding, while `heads` in
 * front of each node wait for full ones. */
double noc_at_node(double most, double heads, double room);

/* Most requests that cores can have outstanding, for each memory node. */
double noc_outstanding(const noc_system *system, const noc_workload *workload);

/* Lines of a memory instruction that go to one node. */
double noc_lines_together(const noc_design *design, const noc_workload *workload);

/* Memory clocks in a network cycle. */
double noc_memory_ratio(const noc_design *design);

/* Lookups that a cache accepts per network cycle. */
double noc_cache_rate(const noc_memory_spec *memory);

/* Row hits, as a share of DRAM accesses, with a share `waiting` of the requests that can wait; NAN
 * without misses. */
double noc_row_hits(const noc_design *design, const noc_workload *workload,
                    const noc_memory_model *model, double waiting);

/* Row hits where banks serve their accesses in order, with `waiting` requests for each node on the
 * way to it, which changes their order; requests whose replies wait do not count. */
double noc_row_hits_of_banks(const noc_system *system, const noc_request_paths *paths,
                             const noc_workload *workload, double waiting);

/* Pace of a DRAM with `queued` accesses in its queue. */
noc_dram_pace noc_dram_pace_of(const noc_design *design, const noc_workload *workload,
                               const noc_memory_model *model, double queued);

#endif
