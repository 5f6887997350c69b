/* explore/crew.h: threads that evaluate designs of a space, for one that takes what they find: so
 * there is one writer, and the order in which designs finish changes nothing. */
#ifndef NOC_EXPLORE_CREW_H
#define NOC_EXPLORE_CREW_H

#include "explore/evaluate.h"

/* Designs to evaluate, and their settings (evaluate.h). */
typedef struct noc_crew_work {
    const noc_space *space;
    const char *engine, *task, *store_path; /* store_path NULL: no results to reuse */
    const noc_setting_columns *columns;     /* settings whose values are to be told; NULL: none */
    bool survey;
    uint64_t first, stride, count; /* positions first + k stride, k < count */
    const unsigned char *finished; /* a bit a k; NULL: none is */
} noc_crew_work;

typedef struct noc_outcome_node {
    struct noc_outcome_node *next;
    noc_outcome outcome;
} noc_outcome_node;

/* Use of outcomes by the calling thread: some at once, and every tenth of a second even with
 * none. */
typedef struct noc_taker {
    noc_status (*take)(void *context, const noc_outcome_node *first, noc_diag *diag);
    bool (*tick)(void *context); /* false: stop */
    void *context;
} noc_taker;

/* `jobs`: threads, 0: one a processor. NOC_EINTERRUPTED when the tick stopped it. */
noc_status noc_crew_run(const noc_crew_work *work, unsigned jobs, const noc_taker *taker,
                        noc_diag *diag);

#endif
