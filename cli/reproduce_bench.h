/* cli/reproduce_bench.h: what `reproduce` asks both methods, each question once. */
#ifndef NOC_CLI_REPRODUCE_BENCH_H
#define NOC_CLI_REPRODUCE_BENCH_H

#include "cli/progress.h"
#include "cli/request.h"
#include "hybrid/answers/estimate.h"

enum { NOC_BENCH_ANSWERS = 512, NOC_BENCH_KEY = 200 };

/* About a design with a workload; many figures share one. */
typedef struct noc_bench_answer {
    char key[NOC_BENCH_KEY];
    noc_estimate model, sample;
} noc_bench_answer;

typedef struct noc_bench {
    noc_progress progress;
    noc_sampling sampling;
    noc_bench_answer *answers;
    size_t count;
    noc_diag *diag;
} noc_bench;

/* `weight`: of the simulations to do, for the progress. */
noc_status noc_bench_open(const noc_request *request, double weight, noc_bench *bench,
                          noc_diag *diag);
void noc_bench_close(noc_bench *bench);

/* A shipped design with a workload, and settings "key=value key=value" over it. NULL after a failure, which is
 * told. */
const noc_bench_answer *noc_bench_ask(noc_bench *bench, const char *name, const char *workload,
                                      const char *settings);

#endif
