#include "cli/frame/cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bindings/c/call.h"
#include "cli/frame/shipped.h"
#include "network/compile/compile.h"
#include "reader/design_walk.h"
#include "reports/designs/starter.h"

enum { FAULTS_MAX = 50 };

const noc_option_group noc_set_options =
    NOC_ONE_OPTION("set", 0, "KEY=VALUE",
                   "change a setting of the design: network.flit_bytes=32, of one network of "
                   "several networks[1].flit_bytes=64; may be repeated",
                   NOC_OPTION_TEXTS, .offset = 0);

const noc_option_group noc_vary_options = NOC_ONE_OPTION(
    "vary", 0, "KEY=V1,V2", "a variant for each value; repeated: for each combination of them",
    NOC_OPTION_TEXTS, .offset = 0);

/* True if a word is the name of a topology, and of no file. */
static bool is_topology(const char *word)
{
    size_t i = 0;
    while (noc_starter_name(i) && strcmp(noc_starter_name(i), word) != 0) i++;
    return noc_starter_name(i) && access(word, F_OK) != 0;
}

/* Makes the starter of a topology with the nodes of a design. */
static noc_status make_starter(const char *topology, const noc_design *example, noc_source *source,
                               noc_diag *diag)
{
    const noc_starter_request request = {.form_name = topology, .source_design = example};
    NOC_AUTO_DESIGN noc_design *design = NULL;
    const noc_status status = noc_starter_make(&request, &source->text, &design, diag);
    if (status != NOC_OK) return status;
    source->path = strdup(topology);
    if (source->path) return NOC_OK;
    noc_source_clear(source);
    return noc_fail_memory(diag);
}

/* Reads the text of an operand. */
static noc_status read_source(const char *word, const noc_cases *cases, noc_held_source **held,
                              noc_diag *diag)
{
    noc_source source = {0};
    noc_status status = cases->count == 0 ? noc_shipped_source(word, &source, diag)
                        : is_topology(word)
                            ? make_starter(word, cases->designs[0], &source, diag)
                            : noc_shipped_source_or_name(word, noc_starter_name, &source, diag);
    if (status == NOC_OK) source.typed_name = strdup(word);
    if (status == NOC_OK && !source.typed_name) status = noc_fail_memory(diag);
    if (status == NOC_OK) return noc_held_source_new(&source, held, diag);
    noc_source_clear(&source);
    return status;
}

static noc_status read_operand(const char *word, const noc_texts *sets, const noc_vary *vary,
                               noc_cases *cases, noc_diag *diag)
{
    noc_held_source *source;
    size_t base_index;
    noc_status status = read_source(word, cases, &source, diag);
    if (status != NOC_OK) return status;
    const noc_expansion expansion = {source, sets->list, sets->count, vary};
    status = noc_expansion_read(&expansion, &cases->texts, &cases->held, &base_index, diag);
    noc_held_source_drop(source); /* designs hold the source, too */
    if (cases->count == 0) cases->base_index = base_index;
    cases->designs = cases->held.list;
    cases->count = cases->held.count;
    return status;
}

noc_status noc_cases_read(const char *const *words, size_t count, const noc_texts *sets,
                          const noc_texts *varies, noc_cases *cases, noc_diag *diag)
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    noc_vary vary;
    cases->set_override_count = sets->count;
    cases->stage_results = noc_arena_array(&cases->memory, 1, sizeof *cases->stage_results);
    if (!cases->stage_results) return noc_fail_memory(diag);
    if (noc_context_new(&cases->context, NULL) != NOC_CODE_OK) return noc_fail_memory(diag);
    noc_status status = noc_vary_read(varies ? varies->list : NULL, varies ? varies->count : 0,
                                      &scratch, &vary, diag);
    for (size_t i = 0; i < count && vary.axes; i++) {
        const noc_status next_status = read_operand(words[i], sets, &vary, cases, diag);
        if (status == NOC_OK) status = next_status;
    }
    return status;
}

noc_status noc_cases_replace(noc_cases *cases, size_t i, const noc_design *design, noc_diag *diag)
{
    noc_design *held_design;
    const noc_status status = noc_held_design_read(
        noc_held_design_source(cases->designs[i]), (const char *const *)design->overrides,
        design->override_count, &cases->texts, &held_design, diag);
    if (status != NOC_OK) return status;
    noc_design_release(cases->designs[i]);
    cases->designs[i] = held_design;
    return NOC_OK;
}

size_t noc_cases_base_index(const noc_cases *cases, size_t finished)
{
    return cases->base_index < finished ? cases->base_index : 0;
}

void noc_cases_put_base_first(noc_cases *cases)
{
    if (cases->base_index == 0) return; /* the base is first, or there are no designs */
    noc_design *base = cases->designs[cases->base_index];
    memmove(cases->designs + 1, cases->designs, cases->base_index * sizeof(noc_design *));
    cases->designs[0] = base;
    cases->base_index = 0;
}

/* Names --vary in messages from `first` on about its values in design `i`. */
static void name_vary(const noc_cases *cases, size_t i, size_t first, noc_diag *diag)
{
    const noc_design *design = cases->designs[i];
    const size_t set_count = cases->set_override_count;
    if (design->override_count > set_count)
        noc_vary_name_option(diag, first, (const char *const *)design->overrides + set_count,
                             design->override_count - set_count);
}

noc_status noc_cases_compile(const noc_cases *cases, size_t i, bool is_for_model,
                             noc_system **system, noc_diag *diag)
{
    const noc_design *design = cases->designs[i];
    const size_t message_count = diag->count;
    const noc_status status =
        is_for_model ? noc_system_compile_kept(design, cases->stage_results, system, diag)
                     : noc_system_compile(design, system, diag);
    if (status != NOC_OK) name_vary(cases, i, message_count, diag);
    return status;
}

/* Keeps an answer whose parts are borrowed until the cases are cleared. */
static noc_status keep_answer(noc_cases *cases, noc_estimate *answer, noc_diag *diag)
{
    noc_estimate **grown = noc_arena_resize(&cases->memory, cases->kept_answers,
                                            cases->kept_answer_count + 1, sizeof *grown);
    if (!grown) {
        noc_estimate_release(answer);
        return noc_fail_memory(diag);
    }
    cases->kept_answers = grown;
    grown[cases->kept_answer_count++] = answer;
    return NOC_OK;
}

noc_status noc_cases_ask(noc_cases *cases, size_t i, const noc_query *query, noc_estimate *estimate,
                         noc_diag *diag)
{
    const size_t message_count = diag->count;
    noc_error error = {0};
    noc_estimate *answer;
    const noc_status status = noc_status_of(
        noc_design_estimate(cases->context, cases->designs[i], query, &answer, &error));
    noc_error_move(&error, diag);
    if (status != NOC_OK) name_vary(cases, i, message_count, diag);
    if (!answer) return status;
    *estimate = *answer; /* the cases hold the design that it borrows */
    if (answer->channels) {
        const noc_status kept_status = keep_answer(cases, answer, diag);
        return status == NOC_OK ? kept_status : status;
    }
    noc_estimate_release(answer);
    return status;
}

noc_status noc_cases_draw(const noc_cases *cases, size_t i, const noc_curve_rows *rows,
                          noc_diag *diag)
{
    const size_t message_count = diag->count;
    noc_error error = {0};
    noc_curve *curve;
    const noc_status status =
        noc_status_of(noc_design_curve(cases->context, cases->designs[i], NULL, rows->asked_count,
                                       rows->added_count, &curve, &error));
    noc_error_move(&error, diag);
    if (status != NOC_OK) name_vary(cases, i, message_count, diag);
    for (size_t k = 0; k < noc_curve_count(curve); k++) {
        rows->points[k] = (noc_comparison){.model = *noc_curve_estimate(curve, k)};
        if (rows->is_added) rows->is_added[k] = noc_curve_is_added(curve, k);
    }
    noc_curve_release(curve);
    return status;
}

noc_status noc_cases_check_build(const noc_cases *cases, noc_diag *diag)
{
    noc_status status = NOC_OK;
    for (size_t i = 0; i < cases->count && diag->count < FAULTS_MAX; i++) {
        NOC_AUTO_SYSTEM noc_system *system = NULL;
        const noc_status next_status = noc_cases_compile(cases, i, false, &system, diag);
        if (status == NOC_OK) status = next_status;
    }
    return status;
}

void noc_cases_clear(noc_cases *cases)
{
    if (cases->stage_results) noc_cache_clear(cases->stage_results);
    for (size_t i = 0; i < cases->kept_answer_count; i++)
        noc_estimate_release(cases->kept_answers[i]);
    noc_context_release(cases->context);
    noc_config_memory_clear(&cases->texts);
    noc_held_designs_clear(&cases->held);
    noc_arena_clear(&cases->memory);
    *cases = (noc_cases){0};
}
