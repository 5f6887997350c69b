/* explore/crew.h: threads that evaluate designs of a space. The calling thread alone uses the
 * outcomes: a store has one writer, and the order in which designs finish changes nothing. */
#ifndef NOC_EXPLORE_CREW_H
#define NOC_EXPLORE_CREW_H

#include "explore/evaluate.h"

/* Designs to evaluate, and their settings (evaluate.h). */
typedef struct noc_crew_work {
    const noc_space *space;
    const char *engine, *task, *store_path; /* store_path: store of results to reuse; NULL: none */
    const noc_setting_columns *columns;     /* settings whose values are wanted; NULL: none */
    bool survey;
    uint64_t first, stride, count; /* positions to evaluate: first + k stride, k < count */
    const unsigned char *finished; /* one bit per k; NULL: no position is finished */
} noc_crew_work;

typedef struct noc_outcome_node {
    struct noc_outcome_node *next;
    noc_outcome outcome;
} noc_outcome_node;

/* Use of outcomes by the calling thread. `take` gets some outcomes at once; `tick` is called every
 * tenth of a second, even without outcomes. */
typedef struct noc_outcome_receiver {
    noc_status (*take)(void *context, const noc_outcome_node *first, noc_diag *diag);
    bool (*tick)(void *context); /* false stops the run */
    void *context;
} noc_outcome_receiver;

/* Evaluates the work's designs. `jobs`: threads, 0: one per processor. NOC_EINTERRUPTED if the tick
 * stopped the run. */
noc_status noc_crew_run(const noc_crew_work *work, unsigned jobs, const noc_outcome_receiver *taker,
                        noc_diag *diag);

#endif
