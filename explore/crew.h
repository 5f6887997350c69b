/* explore/crew.h: pool of threads that evaluate the designs of a space. Only the calling thread
 * receives the outcomes, since a store has one writer. The order of the outcomes changes no
 * result. */
#ifndef NOC_EXPLORE_CREW_H
#define NOC_EXPLORE_CREW_H

#include "explore/evaluate.h"

/* Designs that one call of noc_crew_run evaluates (evaluate.h). */
typedef struct noc_crew_batch {
    const noc_space *space;
    /* engine and task of the estimates; store_path: store with results to reuse; NULL: none */
    const char *engine, *task, *store_path;
    const noc_setting_columns *columns; /* settings whose values each outcome has; NULL: none */
    /* Stops before the model (noc_evaluator.is_survey). */
    bool is_survey;
    uint64_t first, stride, count; /* Positions to evaluate: first + k stride for 0 <= k < count. */
    const unsigned char *finished; /* one bit per k; NULL: no position is finished */
} noc_crew_batch;

/* Outcome in a list; `next` NULL: the last. */
typedef struct noc_outcome_node {
    struct noc_outcome_node *next;
    noc_outcome outcome;
} noc_outcome_node;

/* Callbacks on the calling thread. `receive` gets a list of outcomes, which the crew frees
 * afterwards. `tick` is called at least every tenth of a second, also without outcomes. */
typedef struct noc_outcome_consumer {
    noc_status (*receive)(void *context, const noc_outcome_node *first, noc_diag *diag);
    bool (*tick)(void *context); /* stops the run if it returns false */
    void *context;
} noc_outcome_consumer;

/* Evaluates the designs of a batch. `jobs`: number of threads; 0: one per processor. Returns
 * NOC_EINTERRUPTED if `tick` stopped the run, else the first failure of `receive` or of a
 * thread. */
noc_status noc_crew_run(const noc_crew_batch *batch, unsigned jobs,
                        const noc_outcome_consumer *consumer, noc_diag *diag);

#endif
