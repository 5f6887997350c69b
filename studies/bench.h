/* studies/bench.h: bench: answers of the model, and samples, to the questions of studies, each
 * computed once.
 *
 * A question is a shipped design with settings over it ("workload=te13-HH network.flit_bytes=32").
 * A load ("load=60%") or a nominal activity ("activity=0.1") may be among the settings; without
 * them the question is for zero load, saturation, costs, and the operating point of the closed
 * loop. Parts of an answer are computed on their first use. */
#ifndef NOC_STUDIES_BENCH_H
#define NOC_STUDIES_BENCH_H

#include "explore/space/space.h"
#include "hybrid/answers/estimate.h"
#include "hybrid/answers/explain/breakdown.h"
#include "network/compile/components.h"
#include "studies/samples.h"

enum { NOC_BENCH_KEY = 1000 };

typedef struct noc_bench_answer {
    char key[NOC_BENCH_KEY]; /* question: "DESIGN key=value key=value", with single blanks */
    noc_design *design;
    noc_system *system;
    double load;     /* load, flits per cycle of each injecting node; NAN: none */
    double activity; /* nominal activity of every channel, flits per cycle; NAN: none */
    char workload_hash[NOC_SAMPLE_HASH + 1]; /* hash of the cores' workload, as in samples */
    noc_estimate *model_estimate;
    noc_components *components;
    noc_breakdown *breakdown;
    /* [task]: sample, borrowed; NULL: none yet */
    const noc_stored_sample *samples[NOC_SAMPLE_TASKS];
} noc_bench_answer;

/* Answers so far, and settings of samples. The caller starts with {.resolve_path, .diag, ...}, and
 * calls noc_bench_clear at the end. */
typedef struct noc_bench {
    noc_path_resolver resolve_path; /* finds the file of a design */
    noc_sampling sampling;          /* settings of every sample */
    const char *version; /* version of the program, stored in samples; "": no sample is stored */
    noc_samples known_samples; /* stored and new samples, owned */
    bool can_measure;          /* true to measure samples that are not stored */
    /* Called with the design of each new sample before its measurement; may be NULL. */
    void (*report_task)(void *context, const char *name);
    /* Called with each new sample, to store it; may be NULL. */
    noc_status (*store_sample)(void *context, const noc_stored_sample *sample, noc_diag *diag);
    void *context;
    noc_diag *diag;
    noc_bench_answer **answers;
    size_t count;
    noc_arena memory; /* memory of the answers */
} noc_bench;

/* Finds or computes the answer to a question. NULL after a reported failure: an unknown design,
 * settings that the design refuses, a load that cannot be offered. */
noc_bench_answer *noc_bench_find_answer(noc_bench *bench, const char *name, const char *settings);

/* Return parts of an answer; NULL after a reported failure. */
const noc_estimate *noc_bench_find_model(noc_bench *bench, noc_bench_answer *answer);
const noc_components *noc_bench_find_components(noc_bench *bench, noc_bench_answer *answer);
const noc_breakdown *noc_bench_find_breakdown(noc_bench *bench, noc_bench_answer *answer);

/* Copies a text to the bench, and frees it. NULL if `text` is NULL, or when out of memory, which is
 * reported. */
const char *noc_bench_store_text(noc_bench *bench, char *text);

/* Finds or measures a sample. *sample is NULL if none is stored and none is to be measured, or if
 * the question cannot be sampled (no load and no closed loop). noc_bench_is_stale checks its
 * design, workload and version. */
noc_status noc_bench_find_sample(noc_bench *bench, noc_bench_answer *answer, noc_sample_task task,
                                 const noc_stored_sample **sample);

/* True if a sample is of another design, workload or version than the question. */
bool noc_bench_is_stale(const noc_bench *bench, const noc_bench_answer *answer,
                        const noc_stored_sample *sample);

void noc_bench_clear(noc_bench *bench);

#endif
