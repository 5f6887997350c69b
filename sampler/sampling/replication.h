/* sampler/sampling/replication.h: independent runs of one design, side by side on several
 * threads. */
#ifndef NOC_SAMPLER_SAMPLING_REPLICATION_H
#define NOC_SAMPLER_SAMPLING_REPLICATION_H

#include "sampler/run.h"
#include "sampler/sampling/sample.h"

/* ---- replications --------------------------------------------------------------------------- */

enum { NOC_REPLICATIONS = 4 };

/* One replication, and the running totals at the end of every batch. */
typedef struct noc_replication {
    noc_run *run;
    noc_tally *totals; /* totals[k]: tally after k batches; totals[0] is all zero */
    double *waiting;   /* waiting[k]: backlog of all classes after k batches, packets */
    size_t batches, capacity;
    bool failed;
} noc_replication;

typedef struct noc_replications {
    noc_replication runs[NOC_REPLICATIONS];
    uint64_t batch_cycles;
    unsigned jobs;
} noc_replications;

/* Bytes of the replications of a system beside the system itself, approximately; of all its
 * workloads where it has any. */
double noc_replications_bytes(const noc_system *system);

/* Makes the replications. `like`: replications of the same system and kind of load, which outlive
 * the use of these and lend all constant data; NULL: none. NOC_EFAILED, with the reason, when out
 * of memory or when the replications would exceed the memory limit (base/memory_limit.h). */
noc_status noc_replications_new(noc_replications *r, const noc_system *system, double load,
                                const noc_sample_options *options, uint64_t batch_cycles,
                                const noc_replications *like, noc_diag *diag);
void noc_replications_free(noc_replications *r);

/* Runs every replication for `batches` more batches. NOC_EFAILED as for noc_run_cycles; then
 * noc_replications_explain adds the reason. */
noc_status noc_replications_run(noc_replications *r, size_t batches);

/* True if the kernels of all replications have ended; then they run no further. */
bool noc_replications_are_over(const noc_replications *r);

/* Packets of batches [from, end) that were offered, `rate` a cycle of all nodes, and the part of
 * them that did not pile up. Packets that are not delivered pile up at sources, at memory nodes and
 * in the network: counting these, and not deliveries, is free of the noise of the sources. */
noc_pair noc_replication_kept_up(const noc_replication *run, double rate, size_t from, size_t end);

void noc_replications_explain(const noc_replications *r, noc_diag *diag);

#endif
