/* analytic/memory/memory_model.h: the memory nodes of a closed loop by themselves: caches, DRAMs,
 * the rows that requests find open.
 *
 * A DRAM works as scheduler_model.h says, at the row hits that its queue finds. `outstanding`:
 * requests for each memory node while all cores wait. */
#ifndef NOC_ANALYTIC_MEMORY_MEMORY_MODEL_H
#define NOC_ANALYTIC_MEMORY_MEMORY_MODEL_H

#include "analytic/memory/scheduler_model.h"
#include "network/graph/system.h"

/* Places and ways that the routes of requests offer them. */
typedef struct noc_request_paths {
    double places; /* requests that fit into the buffers on their way, all nodes */
    double before; /* places of these, but for the channels that end at memory nodes */
    double bursts; /* bursts of the ports that send them: 2 V - 1 with V virtual channels, summed */
    double together; /* share of pairs that a core sends a node in a row which take the same way */
    /* places in the buffers of one channel; 0 where requests cannot overtake each other */
    double apart;
    double in_vc; /* places of these, in one virtual channel */
    double heads; /* VCs whose first request is one hop from its memory node, over memory nodes */
    /* channels that these are in, which take turns at memory nodes; without buffers cores do */
    double turns;
} noc_request_paths;

noc_request_paths noc_request_paths_of(const noc_system *system);

/* Requests for a node over which those for a row are scattered while all cores wait: those of a run
 * of blocks, and those of one block on several ways. Of the blocks whose lines go the same way, the
 * share whose lines part, and the requests over which it falls: exponentially. */
typedef struct noc_scatter {
    double run, block;
    double one_way; /* share of blocks */
    double parted, waiting;
} noc_scatter;

typedef struct noc_memory_model {
    noc_scatter scatter;
    double dram_clocks; /* memory clocks an access takes a controller when many wait */
    double row_hit_rate;
    double capacity;  /* requests per network cycle of one memory node, hits and misses */
    double dram_rate; /* accesses per network cycle of one controller */
    double hit,
        miss; /* network cycles from arrival to reply without anyone else; what a miss takes more */
    double queued; /* part of these, in the DRAM's queue */
    double lines,
        lookup; /* lines of a node that come together; cycles that the cache takes for one */
    /* Accesses that come together; what these take of the bus; the rows that are opened for them;
     * what one of these takes of activations and of its bank, and how long it is opened without
     * others; network cycles. */
    double together, bus, rows, activation, bank, opening;
    /* a scheduler that serves in order: cycles that those which come together take of it; 0: they
     * need not wait for each other */
    double server;
    int banks;
    /* Whose scheduler gathers accesses of a core before it serves them, of so many cores; NULL: it
     * does not. */
    const noc_memory_spec *gathering;
    double cores, ratio; /* memory clocks in a network cycle */
} noc_memory_model;

void noc_memory_model_at(const noc_system *system, const noc_request_paths *paths,
                         const noc_workload *workload, double outstanding, noc_memory_model *model);

/* Makes the pace that of the slowest of DRAMs that serve in order and bind: one falls behind all
 * others, and its pace is theirs. */
void noc_memory_model_falls_behind(const noc_system *system, const noc_request_paths *paths,
                                   const noc_workload *workload, double outstanding,
                                   noc_memory_model *model);

/* Makes the pace another one, which is known. */
void noc_memory_model_put_pace(const noc_design *design, const noc_workload *workload,
                               noc_dram_pace pace, noc_memory_model *model);

/* With as many outstanding as cores can have. */
void noc_memory_model_of(const noc_system *system, const noc_request_paths *paths,
                         const noc_workload *workload, noc_memory_model *model);

/* Network cycles that a lookup waits for others in a cache that has so many per network cycle. */
double noc_cache_wait(const noc_memory_model *model, double lookups);

/* Network cycles that an access waits in front of the DRAM's queue for others of its core, whose
 * scheduler has so many per network cycle of a controller. */
double noc_batch_wait(const noc_memory_model *model, double accesses);

/* Network cycles that an access waits for others in a DRAM that has so many per network cycle;
 * INFINITY where it cannot. */
double noc_dram_wait(const noc_memory_model *model, double accesses);

/* Places for requests in front of the cache of a memory node: its input queue, the buffers of the
 * channels to it. */
double noc_places_at_cache(const noc_system *system);

/* Chance that a node has no place for one more. Requests choose their nodes at random, so those at
 * a node are geometrically distributed, as in any closed network of equal queues: with 1 / (1
 * + mean) there is none, while others have more than places for them. */
double noc_node_full(double mean, double room);

/* Requests at a memory node, in the mean, that has room for so many of `most` outstanding ones,
 * while so many in front of each node wait for full ones. */
double noc_at_node(double most, double heads, double room);

/* The most that cores can have outstanding. */
double noc_outstanding(const noc_system *system, const noc_workload *workload);

/* Lines of a memory instruction that go to the same node. */
double noc_lines_together(const noc_design *design, const noc_workload *workload);

/* Memory clocks in a network cycle. */
double noc_memory_ratio(const noc_design *design);

/* Lookups that a cache takes in a network cycle. */
double noc_cache_rate(const noc_memory_spec *memory);

/* DRAM accesses that find their row open, where a share `waiting` of what could wait does; NAN
 * without misses. */
double noc_row_hits(const noc_design *design, const noc_workload *workload,
                    const noc_memory_model *model, double waiting);

/* The same where banks take their accesses in order, while so many requests for each node wait on
 * the way to it, which is what brings them out of order: not those whose replies wait. */
double noc_row_hits_of_banks(const noc_system *system, const noc_request_paths *paths,
                             const noc_workload *workload, double waiting);

/* With so many accesses in the queue of the DRAM. */
noc_dram_pace noc_dram_pace_of(const noc_design *design, const noc_workload *workload,
                               const noc_memory_model *model, double queued);

#endif
