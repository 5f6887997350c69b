/* bindings/c/system.h: systems of designs for one public call, and texts that a call gives away. */
#ifndef NOC_BINDINGS_C_SYSTEM_H
#define NOC_BINDINGS_C_SYSTEM_H

#include <stdio.h>

#include "bindings/c/context.h"
#include "network/graph/system.h"

/* System of a design, with the workspace that it uses. */
typedef struct noc_built_system {
    noc_context *context;
    noc_workspace *workspace;
    noc_system *system;
} noc_built_system;

/* Builds the system of a design. is_for_model: only the model uses the system, which then shares
 * results with systems of earlier calls. The caller zeroes *built before, and clears it in any
 * case. */
noc_status noc_built_system_make(noc_context *context, const noc_design *design, bool is_for_model,
                                 noc_built_system *built, noc_diag *diag);
void noc_built_system_clear(noc_built_system *built);

/* Closes a stream of open_memstream (NULL: none) that wrote *text. Unless `status` is NOC_OK, and
 * the text complete, frees it and sets it to NULL. Returns the status; NOC_EFAILED when out of
 * memory. */
noc_status noc_stream_close(FILE *out, char **text, noc_status status, noc_diag *diag);

#endif
