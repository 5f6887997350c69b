/* analytic/bound/glpk_call.h: calls of GLPK that return a status: by itself GLPK ends the process
 * when memory runs out or when it finds an internal fault, and writes to the standard output. */
#ifndef NOC_ANALYTIC_BOUND_GLPK_CALL_H
#define NOC_ANALYTIC_BOUND_GLPK_CALL_H

#include "base/diag.h"

/* Calls `work`, which calls GLPK and must own nothing that has to be released. When GLPK fails, all
 * of this thread's GLPK objects are gone, and the message names `computation` and the reason: out
 * of memory, or a fault that GLPK found in its program or in its own arithmetic. */
noc_status noc_glpk_call(const char *computation, void (*work)(void *context), void *context,
                         noc_diag *diag);

#endif
