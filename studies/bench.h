/* studies/bench.h: what studies ask both methods, each question once. */
#ifndef NOC_STUDIES_BENCH_H
#define NOC_STUDIES_BENCH_H

#include "explore/space.h"
#include "hybrid/answers/estimate.h"

enum { NOC_BENCH_KEY = 1000 };

/* About a design with a workload; many figures share one. */
typedef struct noc_bench_answer {
    char key[NOC_BENCH_KEY]; /* "DESIGN workload=NAME key=value" */
    const char *settings;    /* the key behind the design's name */
    noc_estimate model, sample;
} noc_bench_answer;

/* Start with {.resolve, .sampling, .task, .context, .diag}; noc_bench_clear at the end. */
typedef struct noc_bench {
    noc_resolve resolve;   /* from the name of a design to its file */
    noc_sampling sampling; /* of every sample */
    /* Is told the design of the next question; NULL: nobody wants to know. */
    void (*task)(void *context, const char *name);
    void *context;
    noc_diag *diag;
    noc_bench_answer **answers;
    size_t count;
} noc_bench;

/* A design with a workload ("": its own), and settings "key=value key=value" over it, in closed
 * loop. NULL after a failure, which is told. */
const noc_bench_answer *noc_bench_ask(noc_bench *bench, const char *name, const char *workload,
                                      const char *settings);

void noc_bench_clear(noc_bench *bench);

#endif
