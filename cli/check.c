#include <stdlib.h>
#include <string.h>

#include "cli/cases.h"
#include "cli/commands.h"
#include "cli/exit.h"
#include "cli/messages.h"
#include "cli/option.h"
#include "cli/page.h"
#include "cli/request.h"
#include "cli/shipped.h"
#include "network/design_read.h"
#include "network/structure.h"
#include "network/wiring_layers.h"
#include "power_area/cost.h"
#include "reports/verdict.h"

/* What the options say. */
typedef struct request {
    bool resolved;
    noc_texts sets;
} request;

static const noc_option own_options[] = {
    {"resolved", 0, NULL, "print the whole design, every default filled in", NOC_OPTION_FLAG,
     .offset = offsetof(request, resolved)},
    {0},
};

static const noc_option_group own_group = {NULL, own_options, NULL, 0};

static const noc_option_use uses[] = {
    {&own_group, 0},
    {&noc_set_options, offsetof(request, sets)},
    {0},
};

/* Reads and builds one design, as every other command would. */
static noc_status read_design(const noc_request *r, const char *word, noc_verdict *verdict)
{
    const request *own = r->own;
    noc_source source = {0};
    noc_system *system = NULL;
    char *path = NULL;
    noc_diag *faults = &verdict->faults;
    noc_status status = noc_shipped_resolve(word, &path, faults);
    if (status == NOC_OK) status = noc_source_read(path, &source, faults);
    if (status == NOC_OK)
        status =
            noc_design_read(&source, own->sets.list, own->sets.count, &verdict->design, faults);
    if (status == NOC_OK) status = noc_system_compile(verdict->design, &system, faults);
    if (status == NOC_OK) {
        verdict->routers = noc_routers_built(verdict->design, &system->graph);
        noc_layers_explain(system, verdict->layers, sizeof verdict->layers);
        if (!noc_cost_gap(system, verdict->gap, sizeof verdict->gap)) *verdict->gap = '\0';
    }
    noc_system_free(system);
    if (status != NOC_OK) {
        noc_design_free(verdict->design);
        verdict->design = NULL;
    }
    noc_source_clear(&source);
    free(path);
    return status;
}

static noc_status check_all(const noc_request *r, noc_verdict *verdicts, noc_diag *diag)
{
    noc_status status = NOC_OK;
    for (size_t i = 0; i < r->operand_count; i++) {
        verdicts[i].file = strdup(r->operands[i]);
        if (!verdicts[i].file) return noc_fail_memory(diag);
        const noc_status next = read_design(r, r->operands[i], &verdicts[i]);
        if (status == NOC_OK) status = next;
    }
    return status;
}

/* The text is made before the page goes out: memory that runs short later could not take the page
 * back. */
static char *faults_of(const noc_verdict *verdicts, size_t count, noc_diag *diag)
{
    const noc_diag **faults = calloc(count, sizeof *faults);
    for (size_t i = 0; faults && i < count; i++) faults[i] = &verdicts[i].faults;
    char *text = faults ? noc_messages_text(faults, count, NULL) : NULL;
    if (!faults) noc_fail_memory(diag);
    free(faults);
    return text;
}

static int run(const noc_request *r, noc_diag *diag)
{
    const request *own = r->own;
    noc_page page;
    noc_status status = noc_page_open(r, &page, diag);
    if (status != NOC_OK) return noc_exit_of(status);
    noc_verdict *verdicts = calloc(r->operand_count, sizeof *verdicts);
    status = verdicts ? check_all(r, verdicts, diag) : noc_fail_memory(diag);
    noc_status written = NOC_EFAILED;
    char *faults = verdicts ? faults_of(verdicts, r->operand_count, diag) : NULL;
    if (noc_diag_status(diag) == NOC_OK)
        written = noc_report_verdicts(&page.sheet, verdicts, r->operand_count, own->resolved, diag);
    written = noc_page_finish(r, &page, written, diag);
    noc_messages_send(faults);
    for (size_t i = 0; verdicts && i < r->operand_count; i++) noc_verdict_clear(&verdicts[i]);
    free(verdicts);
    return noc_exit_of(status == NOC_OK ? written : status);
}

const noc_command noc_command_check = {
    .name = "check",
    .operands = "DESIGN...",
    .purpose = "Say that design files are right, or everything that is wrong with them.",
    .details = "With --resolved it prints a design file that means the same and leaves nothing to "
               "defaults.",
    .examples = "  nocsight check my.cfg other.cfg\n",
    .operand = NOC_OPERAND_DESIGN,
    .least = 1,
    .most = 10000,
    .options = uses,
    .size = sizeof(request),
    .run = run,
};
