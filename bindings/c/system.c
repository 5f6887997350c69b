#include "bindings/c/system.h"

#include <stdlib.h>

#include "network/compile/compile.h"

noc_status noc_built_system_make(noc_context *context, const noc_design *design, bool is_for_model,
                                 noc_built_system *built, noc_diag *diag)
{
    if (!is_for_model) return noc_system_compile(design, &built->system, diag);
    built->context = context;
    built->workspace = noc_context_take(context);
    if (!built->workspace) return noc_fail_memory(diag);
    return noc_system_compile_kept(design, &built->workspace->stage_results, &built->system, diag);
}

void noc_built_system_clear(noc_built_system *built)
{
    noc_system_free(built->system);
    if (built->workspace) noc_context_return(built->context, built->workspace);
}

noc_status noc_stream_close(FILE *out, char **text, noc_status status, noc_diag *diag)
{
    if (out && fclose(out) != 0 && status == NOC_OK) status = noc_fail_memory(diag);
    if (status == NOC_OK) return NOC_OK;
    free(*text);
    *text = NULL;
    return status;
}
