/* studies/bench.h: questions that studies ask both methods, each once.
 *
 * A question is a shipped design with settings over it ("workload=te13-HH network.flit_bytes=32"),
 * at a load, at a nominal activity ("load=60%", "activity=0.1" among the settings), or at neither:
 * then for zero load, saturation, costs, and the point where its closed loop settles. Parts of an
 * answer are computed on first use. */
#ifndef NOC_STUDIES_BENCH_H
#define NOC_STUDIES_BENCH_H

#include "explore/space/space.h"
#include "hybrid/answers/estimate.h"
#include "hybrid/answers/explain/breakdown.h"
#include "network/compile/components.h"
#include "studies/samples.h"

enum { NOC_BENCH_KEY = 1000 };

typedef struct noc_bench_answer {
    char key[NOC_BENCH_KEY]; /* "DESIGN key=value key=value", blanks single */
    noc_design *design;
    noc_system *system;
    double load;                        /* flits per cycle of each injecting node; NAN for none */
    double activity;                    /* flits per cycle on every channel; NAN for none */
    char workload[NOC_SAMPLE_HASH + 1]; /* hash of the cores' work, as in samples */
    noc_estimate *model;
    noc_components *components;
    noc_breakdown *breakdown;
    const noc_stored_sample *samples[NOC_SAMPLE_TASKS]; /* borrowed; NULL: none yet */
    char **texts; /* texts of figures, kept as long as the answer */
    size_t text_count;
} noc_bench_answer;

/* Start with {.resolve, .diag, ...}; noc_bench_clear at the end. */
typedef struct noc_bench {
    noc_resolve resolve;   /* finds the file of a design's name */
    noc_sampling sampling; /* settings of every sample */
    const char *version;   /* version of the program in samples; "": no sample is kept */
    noc_samples samples;   /* known samples, owned */
    bool measure;          /* true to measure samples that are not known */
    /* Called with the design of each new sample, before it is measured; may be NULL. */
    void (*task)(void *context, const char *name);
    /* Called with each new sample, to keep it; may be NULL. */
    noc_status (*keep)(void *context, const noc_stored_sample *sample, noc_diag *diag);
    void *context;
    noc_diag *diag;
    noc_bench_answer **answers;
    size_t count;
} noc_bench;

/* Finds or makes the answer to a question. NULL after a failure, which is reported: an unknown
 * design, settings that it does not accept, a load that it cannot be offered. */
noc_bench_answer *noc_bench_ask(noc_bench *bench, const char *name, const char *settings);

/* Parts of an answer; NULL after a failure, which is reported. */
const noc_estimate *noc_bench_model(noc_bench *bench, noc_bench_answer *answer);
const noc_components *noc_bench_components(noc_bench *bench, noc_bench_answer *answer);
const noc_breakdown *noc_bench_breakdown(noc_bench *bench, noc_bench_answer *answer);

/* Keeps a text, and owns it, as long as the answer; NULL if `text` is NULL, or when out of memory,
 * which is reported. */
const char *noc_bench_keep_text(noc_bench *bench, noc_bench_answer *answer, char *text);

/* Finds or measures a sample, in *sample; NULL where there is none and none is to be measured, or
 * where the question cannot be sampled (no load and no closed loop). noc_bench_is_stale says
 * whether it has the right design, workload and version. */
noc_status noc_bench_sample(noc_bench *bench, noc_bench_answer *answer, noc_sample_task task,
                            const noc_stored_sample **sample);

/* True if a sample is of another design, workload or version than the question. */
bool noc_bench_is_stale(const noc_bench *bench, const noc_bench_answer *answer,
                        const noc_stored_sample *sample);

void noc_bench_clear(noc_bench *bench);

#endif
