#include <stdlib.h>
#include <string.h>

#include "cli/frame/cases.h"
#include "cli/frame/commands.h"
#include "cli/frame/exit.h"
#include "cli/frame/messages.h"
#include "cli/frame/option.h"
#include "cli/frame/page.h"
#include "cli/frame/progress.h"
#include "cli/frame/request.h"
#include "cli/frame/shipped.h"
#include "explore/space/space_read.h"
#include "explore/survey.h"
#include "network/compile/compile.h"
#include "network/files/wiring_layers.h"
#include "network/kinds/structure.h"
#include "power_area/cost.h"
#include "reader/design_read.h"
#include "reader/design_walk.h"
#include "reader/file_kind.h"
#include "reports/compare/verdict.h"

/* Values of the options. */
typedef struct option_values {
    bool wants_resolved;
    noc_texts sets;
} option_values;

static const noc_option own_options[] = {
    NOC_TAKE_FLAG("resolved", "print the whole design, every default filled in", wants_resolved),
    {0},
};

static const noc_option_use uses[] = {
    NOC_OWN_OPTIONS(own_options),
    {&noc_set_options, offsetof(option_values, sets)},
    {0},
};

/* Reads and builds one design, as every other command does. */
static noc_status check_design(const noc_request *r, const noc_source *source, noc_verdict *verdict)
{
    const option_values *values = r->values;
    NOC_AUTO_SYSTEM noc_system *system = NULL;
    noc_diag *faults = &verdict->faults;
    noc_status status =
        noc_design_read(source, values->sets.list, values->sets.count, &verdict->design, faults);
    if (status == NOC_OK) status = noc_system_compile_kept(verdict->design, NULL, &system, faults);
    if (status != NOC_OK) {
        noc_design_free(verdict->design);
        verdict->design = NULL;
        return status;
    }
    verdict->routers = noc_count_built_routers(verdict->design, &system->graph);
    noc_layers_describe(system, verdict->layers_text, sizeof verdict->layers_text);
    if (!noc_cost_describe_gap(verdict->design, verdict->missing_cost_reason,
                               sizeof verdict->missing_cost_reason))
        *verdict->missing_cost_reason = '\0';
    return NOC_OK;
}

static bool report_progress(void *context, const noc_sweep_totals *t)
{
    return noc_progress_tick(context,
                             t->designs ? (double)t->finished_now / (double)t->designs : 1.0);
}

static noc_status survey_space(const noc_request *r, noc_verdict *verdict)
{
    NOC_AUTO(noc_progress_end)
    noc_progress progress = noc_progress_begin(verdict->file, r->is_quiet);
    const noc_sweep_options options = {.jobs = r->jobs,
                                       .shard = 1,
                                       .shard_count = 1,
                                       .skips_timing = true,
                                       .tick = report_progress,
                                       .context = &progress};
    const noc_status status =
        noc_survey_sweep(verdict->space, &options, &verdict->survey, &verdict->faults);
    if (status == NOC_OK) return NOC_OK;
    noc_survey_clear(&verdict->survey);
    if (status == NOC_EINTERRUPTED)
        noc_fail(&verdict->faults, status, NOC_NOWHERE, "interrupted: nothing is shown");
    return status;
}

/* Checks that the designs of a space can be built, without the model. */
static noc_status check_space(const noc_request *r, const noc_source *source, noc_verdict *verdict)
{
    const option_values *values = r->values;
    noc_diag *faults = &verdict->faults;
    if (values->sets.count || values->wants_resolved)
        return noc_fail(faults, NOC_EUSAGE, (noc_place){source->path, 0},
                        "is a space of designs (--set and --resolved are for a design)");
    verdict->space = calloc(1, sizeof *verdict->space);
    if (!verdict->space) return noc_fail_memory(faults);
    noc_status status = noc_space_read_text(source->path, source->text, noc_shipped_resolve,
                                            verdict->space, faults);
    if (status == NOC_OK) status = survey_space(r, verdict);
    if (status == NOC_OK && verdict->survey.state_counts[NOC_STATE_OK] == 0)
        status = noc_fail(faults, NOC_EINPUT, (noc_place){source->path, 0},
                          "no design is left: all are invalid or excluded by constraints");
    return status;
}

static bool has_suffix(const char *name, const char *suffix)
{
    const size_t length = strlen(name), suffix_length = strlen(suffix);
    return length > suffix_length && strcmp(name + length - suffix_length, suffix) == 0;
}

/* True for a space, by its content or else by its name. */
static bool is_space(const noc_source *source)
{
    const noc_file_kind kind = noc_file_kind_of_text(source->text);
    return kind == NOC_FILE_SPACE ||
           (kind == NOC_FILE_UNKNOWN && has_suffix(source->path, ".space"));
}

static noc_status check_file(const noc_request *r, const char *word, noc_verdict *verdict)
{
    NOC_AUTO(noc_source_clear) noc_source source = {0};
    NOC_AUTO_FREE char *path = NULL;
    noc_diag *faults = &verdict->faults;
    noc_status status = noc_shipped_is_space(word) ? noc_shipped_space(word, &path, faults)
                                                   : noc_shipped_resolve(word, &path, faults);
    if (status == NOC_OK) status = noc_source_read(path, &source, faults);
    if (status != NOC_OK) return status;
    return is_space(&source) ? check_space(r, &source, verdict) : check_design(r, &source, verdict);
}

static noc_status check_all(const noc_request *r, noc_verdict *verdicts, noc_diag *diag)
{
    noc_status status = NOC_OK;
    for (size_t i = 0; i < r->operand_count; i++) {
        verdicts[i].file = strdup(r->operands[i]);
        if (!verdicts[i].file) return noc_fail_memory(diag);
        const noc_status next = check_file(r, r->operands[i], &verdicts[i]);
        if (status == NOC_OK) status = next;
    }
    return status;
}

/* Makes the text of the faults before the page is sent: if memory runs short later, the page cannot
 * be taken back. */
static char *make_fault_text(const noc_verdict *verdicts, size_t count, noc_diag *diag)
{
    NOC_AUTO_FREE const noc_diag **faults = calloc(count, sizeof *faults);
    for (size_t i = 0; faults && i < count; i++) faults[i] = &verdicts[i].faults;
    if (faults) return noc_messages_text(faults, count, NULL);
    noc_fail_memory(diag);
    return NULL;
}

static int run(const noc_request *r, noc_diag *diag)
{
    const option_values *values = r->values;
    noc_page page;
    noc_status status = noc_page_open(r, &page, diag);
    if (status != NOC_OK) return noc_exit_from_status(status);
    NOC_AUTO_FREE noc_verdict *verdicts = calloc(r->operand_count, sizeof *verdicts);
    status = verdicts ? check_all(r, verdicts, diag) : noc_fail_memory(diag);
    noc_status write_status = NOC_EFAILED;
    char *faults = verdicts ? make_fault_text(verdicts, r->operand_count, diag) : NULL;
    if (noc_diag_status(diag) == NOC_OK)
        write_status = noc_report_verdicts(&page.sheet, verdicts, r->operand_count,
                                           values->wants_resolved, diag);
    write_status = noc_page_finish(r, &page, write_status, diag);
    noc_messages_send(faults);
    for (size_t i = 0; verdicts && i < r->operand_count; i++) noc_verdict_clear(&verdicts[i]);
    return noc_exit_from_status(status == NOC_OK ? write_status : status);
}

const noc_command noc_command_check = {
    .name = "check",
    .operands = "DESIGN|SPACE...",
    .purpose = "Say that files are right, or everything that is wrong with them.",
    .details = "For a space of designs it prints how many designs there are, and why some of them "
               "are invalid. With --resolved it prints a design file that means the same and "
               "leaves nothing to defaults.",
    .examples = "  nocsight check my.cfg other.cfg\n"
                "  nocsight check my.space\n",
    .min_operands = 1,
    .max_operands = 10000,
    .options = uses,
    .values_size = sizeof(option_values),
    .has_markup = true,
    .run = run,
};
