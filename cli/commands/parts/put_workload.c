#include "cli/commands/parts/put_workload.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli/frame/shipped.h"
#include "design/design.h"
#include "reader/design_read.h"
#include "reader/design_walk.h"
#include "reader/workload_text.h"
#include "reports/writers/memory_text.h"

/* Makes the text of a design file with its setting `workload` replaced by the text `workload` at
 * the end. NOC_EINPUT if the file is no design. The caller frees *text. */
static noc_status replace_workload(const noc_source *source, const char *workload, char **text,
                                   noc_diag *diag)
{
    const char *setting_start, *setting_end;
    noc_design *design = NULL;
    noc_workload_text_find(source->text, &setting_start, &setting_end);
    if (asprintf(text, "%.*s%s%s%s", (int)(setting_start - source->text), source->text, setting_end,
                 *source->text ? "\n" : "", workload) < 0) {
        *text = NULL;
        return noc_fail_memory(diag);
    }
    const noc_source new_source = {.path = source->path, .text = *text};
    const noc_status status = noc_design_read(&new_source, NULL, 0, &design, diag);
    noc_design_free(design);
    if (status == NOC_OK) return NOC_OK;
    free(*text);
    *text = NULL;
    return status;
}

noc_status noc_workload_replace(const char *design, void (*write)(FILE *out, void *context),
                                void *context, FILE *out, noc_diag *diag)
{
    NOC_AUTO(noc_source_clear) noc_source source = {0};
    NOC_AUTO_FREE char *text = NULL, *workload = noc_memory_text_write(write, context);
    noc_status status = workload ? NOC_OK : noc_fail_memory(diag);
    if (status == NOC_OK) status = noc_shipped_source(design, &source, diag);
    if (status == NOC_OK) status = replace_workload(&source, workload, &text, diag);
    if (status == NOC_OK) fputs(text, out);
    return status;
}
