/* sampler/sampling/sampling.h: a sample in the making: runs, marks of their state at the end of
 * each part, and sums over spans of their batches. */
#ifndef NOC_SAMPLER_SAMPLING_SAMPLING_H
#define NOC_SAMPLER_SAMPLING_SAMPLING_H

#include "sampler/sampling/replication.h"
#include "sampler/sampling/sample.h"

enum {
    NOC_SAMPLING_GROUPS = 16, /* groups of joined batches, for each replication */
    NOC_SAMPLING_PARTS = 16,  /* parts of a replication in the search for the end of its warm-up */
    /* packets waiting at sources and memory nodes: an internal quantity */
    NOC_SAMPLE_WAITING = NOC_SAMPLE_QUANTITIES,
    NOC_SAMPLE_OF_CLASS, /* latency of the first class of traffic; the other classes follow */
};

/* Mark: counts of a replication at the end of a part, where they are not kept by batches. */
typedef struct noc_mark {
    noc_sketch sketch;
    uint32_t *flits; /* flits of each channel and class */
    noc_owner_tally *owners;
    noc_owner_tally *by_flow; /* NULL: not wanted */
    noc_sketch *classes;      /* sketches by class of traffic; NULL: there is one class */
} noc_mark;

typedef struct noc_sampling {
    const noc_system *system;
    double load;
    const noc_sample_options *options;
    noc_replications runs;
    size_t warmup;  /* batches dropped from every replication */
    size_t planned; /* batches that the marks divide into parts: the number at the end of a round */
    bool settled;   /* warm-up has an end */
    noc_mark *marks; /* [replication * NOC_SAMPLING_PARTS + part]: marks at the ends of the parts */
    /* joined batches of one quantity, sum and count */
    noc_pair pairs[NOC_REPLICATIONS * NOC_SAMPLING_GROUPS];
} noc_sampling;

bool noc_sampling_has_replies(const noc_system *system);

/* Quantity to which the precision applies. */
noc_sample_quantity noc_sampling_watched_quantity(const noc_sampling *sampling);

/* Quantity that rises to its mean while the network fills. */
noc_sample_quantity noc_sampling_main_quantity(const noc_system *system);

/* Sum and count of a quantity over batches [from, to) of a run; noc_sampling_mean: their ratio.
 * `quantity`: a noc_sample_quantity; NOC_SAMPLE_WAITING, packets waiting at sources and memory
 * nodes at the end of a batch; or NOC_SAMPLE_OF_CLASS and the number of a class. */
noc_pair noc_sampling_sums(const noc_sampling *sampling, int quantity, const noc_replication *run,
                           size_t from, size_t to);
double noc_sampling_mean(const noc_sampling *sampling, int quantity, const noc_replication *run,
                         size_t from, size_t to);

/* Joins the batches after the warm-up to NOC_SAMPLING_GROUPS groups of each replication, in
 * sampling->pairs. `quantity`: as for noc_sampling_sums. */
void noc_sampling_join_batches(noc_sampling *sampling, int quantity);

/* Makes room for the marks. False when out of memory; the caller frees them in either case. */
bool noc_sampling_make_marks(noc_sampling *sampling);
void noc_sampling_free_marks(noc_sampling *sampling);

/* Sets the marks of part `part`, which ends here. */
void noc_sampling_set_marks(noc_sampling *sampling, size_t part);

/* Keeps every second mark, before a run gets twice as long, and its parts with it. */
void noc_sampling_double_parts(noc_sampling *sampling);

/* Mark of a replication at the end of the warm-up; without warm-up and marks, its start. */
const noc_mark *noc_sampling_mark(const noc_sampling *sampling, unsigned replication);

#endif
