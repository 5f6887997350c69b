/* sampler/sampling/sampling.h: working state of a sample: runs, their marks (counts at the end of
 * each part of a run), and sums of quantities over batches. */
#ifndef NOC_SAMPLER_SAMPLING_SAMPLING_H
#define NOC_SAMPLER_SAMPLING_SAMPLING_H

#include "base/arena.h"
#include "sampler/sampling/replication.h"
#include "sampler/sampling/sample.h"

enum {
    NOC_SAMPLING_GROUPS = 16, /* groups of joined batches per replication */
    NOC_SAMPLING_PARTS = 16,  /* parts of a replication, for the search of the warm-up */
    /* internal quantity: packets that wait at sources and memory nodes */
    NOC_SAMPLE_WAITING = NOC_SAMPLE_QUANTITIES,
    NOC_SAMPLE_CLASS_LATENCY, /* latency of the first class of traffic; further classes follow */
};

/* Mark: counts of a replication, at the end of a part, that batches do not keep. */
typedef struct noc_mark {
    noc_sketch sketch;
    uint32_t *flits;                   /* [channel * NOC_CLASSES + class]: flits */
    noc_owner_tally *terminal_tallies; /* [terminal]: tally */
    noc_owner_tally *flow_tallies;     /* [flow]: tally; NULL: not requested */
    noc_sketch *class_sketches;        /* [class of traffic]: sketch; NULL: there is one class */
} noc_mark;

typedef struct noc_sampling {
    const noc_system *system;
    double load;
    const noc_sample_options *options;
    noc_replications runs;
    size_t warmup_batches;  /* batches dropped from each replication as warm-up */
    size_t planned_batches; /* batches at the end of the round, which marks divide into parts */
    bool is_settled;        /* warm-up ended within the run */
    noc_mark *marks; /* [replication * NOC_SAMPLING_PARTS + part]: mark at the end of the part */
    /* [replication * NOC_SAMPLING_GROUPS + group]: sums of one quantity over joined batches */
    noc_batch_sums group_sums[NOC_REPLICATIONS * NOC_SAMPLING_GROUPS];
    noc_arena arena; /* memory of the marks */
} noc_sampling;

/* True if requests of a system have replies. */
bool noc_sampling_has_replies(const noc_system *system);

/* Finds the quantity to which the precision applies. */
noc_sample_quantity noc_sampling_find_target(const noc_sampling *sampling);

/* Finds the latency or round trip that rises to its mean while an empty network fills. */
noc_sample_quantity noc_sampling_find_main(const noc_system *system);

/* Finds numerator and denominator of a quantity over batches [from, to) of a run;
 * noc_sampling_mean: their ratio. `quantity`: a noc_sample_quantity; NOC_SAMPLE_WAITING, at the
 * ends of batches; or NOC_SAMPLE_CLASS_LATENCY plus the number of a class of traffic. */
noc_batch_sums noc_sampling_sum(const noc_sampling *sampling, int quantity,
                                const noc_replication *run, size_t from, size_t to);
double noc_sampling_mean(const noc_sampling *sampling, int quantity, const noc_replication *run,
                         size_t from, size_t to);

/* Joins the batches after the warm-up to NOC_SAMPLING_GROUPS groups per replication, in
 * sampling->group_sums. `quantity`: as for noc_sampling_sum. */
void noc_sampling_join_batches(noc_sampling *sampling, int quantity);

/* Makes the marks. False when out of memory; the caller calls noc_sampling_clear in either
 * case. */
bool noc_sampling_make_marks(noc_sampling *sampling);

/* Releases runs and marks. */
void noc_sampling_clear(noc_sampling *sampling);

/* Sets the marks of part `part`, which ends now. */
void noc_sampling_set_marks(noc_sampling *sampling, size_t part);

/* Keeps every second mark, before the run and its parts double in length. */
void noc_sampling_double_parts(noc_sampling *sampling);

/* Finds the mark of a replication at the end of the warm-up; without warm-up its start. */
const noc_mark *noc_sampling_warmup_mark(const noc_sampling *sampling, unsigned replication);

#endif
