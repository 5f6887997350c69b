#include "bindings/c/system.h"

#include <stdlib.h>

#include "bindings/c/held_design.h"
#include "network/compile/compile.h"

/* Builds the system of a design in a workspace, which keeps both. */
static noc_status build(noc_workspace *workspace, const noc_design *design, noc_diag *diag)
{
    if (workspace->design == design) return NOC_OK;
    noc_workspace_forget(workspace);
    const noc_status status =
        noc_system_compile_kept(design, &workspace->stage_results, &workspace->system, diag);
    if (status == NOC_OK) workspace->design = noc_held_design_share(design);
    return status;
}

noc_status noc_built_system_make(noc_context *context, const noc_design *design, bool is_for_model,
                                 noc_built_system *built, noc_diag *diag)
{
    if (!is_for_model) return noc_system_compile(design, &built->system, diag);
    built->context = context;
    built->workspace = noc_context_take(context, design);
    if (!built->workspace) return noc_fail_memory(diag);
    const noc_status status = build(built->workspace, design, diag);
    built->system = built->workspace->system;
    return status;
}

void noc_built_system_clear(noc_built_system *built)
{
    if (built->workspace)
        noc_context_return(built->context, built->workspace);
    else
        noc_system_free(built->system);
}

noc_status noc_stream_close(FILE *out, char **text, noc_status status, noc_diag *diag)
{
    if (out && fclose(out) != 0 && status == NOC_OK) status = noc_fail_memory(diag);
    if (status == NOC_OK) return NOC_OK;
    free(*text);
    *text = NULL;
    return status;
}
