#include "explore/engine.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static noc_status print_answer(const noc_design *design, FILE *out, noc_diag *diag)
{
    noc_system *system = NULL;
    noc_estimate e;
    noc_status status = noc_system_compile(design, &system, diag);
    if (status == NOC_OK) status = noc_estimate_model(system, NAN, &e, diag);
    if (status == NOC_OK) {
        fprintf(out, "%s\n", design->hash);
        for (int id = 0; id < NOC_METRICS; id++)
            fprintf(out, "%s=%.12g %.12g %.12g\n", noc_metric_info_of((noc_metric_id)id)->name,
                    e.metrics[id].value, e.metrics[id].lo, e.metrics[id].hi);
    }
    noc_system_free(system);
    return status;
}

noc_status noc_engine_fingerprint(noc_design *const *designs, size_t count,
                                  char id[NOC_ID_CHARS + 1], noc_diag *diag)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return noc_fail_memory(diag);
    noc_status status = NOC_OK;
    for (size_t i = 0; i < count && status == NOC_OK; i++)
        status = print_answer(designs[i], out, diag);
    fclose(out);
    if (status == NOC_OK) noc_id_of(text, id);
    free(text);
    return status;
}
