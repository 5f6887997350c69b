/* sampler/sampling/sampling.h: a sample in the making: runs, what they had done at the end of each
 * part, and sums over spans of their batches. */
#ifndef NOC_SAMPLER_SAMPLING_SAMPLING_H
#define NOC_SAMPLER_SAMPLING_SAMPLING_H

#include "sampler/sampling/replication.h"
#include "sampler/sampling/sample.h"

enum {
    NOC_SAMPLING_GROUPS = 16, /* batches are joined to so many per replication */
    NOC_SAMPLING_PARTS = 16,  /* in which a replication is searched for the end of its warm-up */
    NOC_SAMPLE_WAITING =
        NOC_SAMPLE_QUANTITIES, /* at sources and memory nodes: no quantity that is reported */
    NOC_SAMPLE_OF_CLASS, /* latency of the first class of traffic; those of the others follow */
};

/* What a replication had done at the end of a part, of what is not kept by batches. */
typedef struct noc_mark {
    noc_sketch sketch;
    uint32_t *flits; /* by channel and class */
    noc_owner_tally *owners;
    noc_owner_tally *by_flow; /* NULL: nobody asks */
    noc_sketch *classes;      /* sketches by class of traffic; NULL where there is one */
} noc_mark;

typedef struct noc_sampling {
    const noc_system *system;
    double load;
    const noc_sample_options *options;
    noc_replications runs;
    size_t warmup;   /* batches dropped from every replication */
    size_t planned;  /* batches that the marks divide into parts: those at the end of a round */
    bool settled;    /* the warm-up has an end */
    noc_mark *marks; /* [replication * NOC_SAMPLING_PARTS + part], at the ends of the parts */
    noc_pair pairs[NOC_REPLICATIONS * NOC_SAMPLING_GROUPS]; /* joined batches */
} noc_sampling;

bool noc_sampling_has_replies(const noc_system *system);

/* What the precision is asked of. */
noc_sample_quantity noc_sampling_watched_quantity(const noc_sampling *sampling);

/* What rises to its mean while the network fills. */
noc_sample_quantity noc_sampling_main_quantity(const noc_system *system);

/* Sum and count of a quantity over batches [from, to) of a run, and their ratio. `quantity`: a
 * noc_sample_quantity; NOC_SAMPLE_WAITING, packets that wait at sources and memory nodes at the end
 * of a batch; or NOC_SAMPLE_OF_CLASS and the number of a class. */
noc_pair noc_sampling_sums(const noc_sampling *sampling, int quantity, const noc_replication *run,
                           size_t from, size_t to);
double noc_sampling_mean(const noc_sampling *sampling, int quantity, const noc_replication *run,
                         size_t from, size_t to);

/* Joins the batches after the warm-up to NOC_SAMPLING_GROUPS of each replication, in
 * sampling->pairs. `quantity`: as for noc_sampling_sums. */
void noc_sampling_join_batches(noc_sampling *sampling, int quantity);

/* Room for the marks. False when out of memory; the caller frees them in either case. */
bool noc_sampling_make_marks(noc_sampling *sampling);
void noc_sampling_free_marks(noc_sampling *sampling);

/* A part ends here. */
void noc_sampling_set_marks(noc_sampling *sampling, size_t part);

/* When a run is to be twice as long its parts will be, so every second mark stays. */
void noc_sampling_double_parts(noc_sampling *sampling);

/* Where a replication stood when the warm-up ended. Without any, and no mark set, at its start. */
const noc_mark *noc_sampling_mark(const noc_sampling *sampling, unsigned replication);

#endif
