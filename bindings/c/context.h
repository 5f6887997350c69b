/* bindings/c/context.h: inside of a context: its calibration, options of its measurements, and
 * results of earlier calls that later calls use again. */
#ifndef NOC_BINDINGS_C_CONTEXT_H
#define NOC_BINDINGS_C_CONTEXT_H

#include "bindings/c/call.h"
#include "hybrid/answers/figures/sampling.h"
#include "hybrid/correction/calibration/calibration.h"
#include "network/graph/system.h"
#include "reader/config_memory.h"

/* Results and texts of earlier calls, which one call uses at a time. */
typedef struct noc_workspace {
    noc_value_cache stage_results;
    noc_config_memory texts;
    noc_design *design; /* held design that was built last, for the model; NULL: none */
    noc_system *system; /* system of `design`; NULL: none */
    struct noc_workspace *next;
} noc_workspace;

/* Takes a workspace that no other call uses: one with the system of a design (NULL: of any), if
 * there is one. NULL when out of memory. */
noc_workspace *noc_context_take(noc_context *context, const noc_design *design);
void noc_context_return(noc_context *context, noc_workspace *workspace);

/* Frees the system that was built last. */
void noc_workspace_forget(noc_workspace *workspace);

/* Frees what idle workspaces keep of systems, before work that needs the memory. */
void noc_context_forget(noc_context *context);

/* Returns the calibration of a context; NULL: the model as derived. */
const noc_calibration *noc_context_calibration(const noc_context *context);

/* A measurement: its progress, and its limit of time. */
typedef struct noc_measuring {
    locale_t host_locale;
    noc_progress_function progress; /* NULL: none */
    void *data;
    double end_s;    /* end of the time by noc_seconds; 0: no limit */
    bool is_late;    /* the limit has ended the measurement */
    bool is_stopped; /* the progress function has ended the measurement */
} noc_measuring;

/* Returns the options of a measurement; borrows *measuring, which it fills in. */
noc_sampling noc_context_sampling(const noc_context *context, const noc_query *query,
                                  const noc_call *call, noc_measuring *measuring);

#endif
