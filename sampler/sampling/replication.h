/* sampler/sampling/replication.h: replications: independent runs of a design on several threads. */
#ifndef NOC_SAMPLER_SAMPLING_REPLICATION_H
#define NOC_SAMPLER_SAMPLING_REPLICATION_H

#include "sampler/run.h"
#include "sampler/sampling/sample.h"

/* ---- replications --------------------------------------------------------------------------- */

enum { NOC_REPLICATIONS = 4 };

/* Replication: a run, and its counts at the end of each batch. */
typedef struct noc_replication {
    noc_run *run;
    noc_tally *totals; /* [k]: tally after k batches; totals[0] is all 0 */
    double *backlogs;  /* [k]: backlog of all classes after k batches, packets */
    size_t batch_count, capacity;
    bool has_failed;
} noc_replication;

typedef struct noc_replications {
    noc_replication runs[NOC_REPLICATIONS];
    uint64_t batch_cycles;
    unsigned thread_count;
} noc_replications;

/* Finds the approximate size of the replications of a system, bytes, without the system; of all
 * its workloads, if any. */
double noc_replications_bytes(const noc_system *system);

/* Makes the replications. `lender`: replications of the same system and kind of load that lend
 * all constant data and outlive the borrower; NULL: none. NOC_EFAILED, with the reason, when out
 * of memory, or when the memory limit would be exceeded (base/memory_limit.h). The caller calls
 * noc_replications_free in either case. */
noc_status noc_replications_new(noc_replications *r, const noc_system *system, double load,
                                const noc_sample_options *options, uint64_t batch_cycles,
                                const noc_replications *lender, noc_diag *diag);
void noc_replications_free(noc_replications *r);

/* Runs `batches` more batches in each replication. NOC_EFAILED as for noc_run_cycles; then
 * noc_replications_explain adds the reason. */
noc_status noc_replications_run(noc_replications *r, size_t batches);

/* True if the kernels of all replications have ended; ended replications run no further. */
bool noc_replications_are_over(const noc_replications *r);

/* Finds, for batches [from, end), the offered packets (denominator), at `rate` packets per cycle of
 * all nodes, and the offered packets that did not accumulate (numerator). Packets that are not
 * delivered accumulate at sources, at memory nodes and in the network; their number, unlike the
 * number of deliveries, has no noise from the sources. */
noc_batch_sums noc_replication_kept_load(const noc_replication *run, double rate, size_t from,
                                         size_t end);

/* Adds the reason why a replication failed to `diag`. */
void noc_replications_explain(const noc_replications *r, noc_diag *diag);

#endif
