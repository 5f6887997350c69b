#include "cli/commands/parts/front.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands/parts/explore.h"
#include "cli/frame/messages.h"
#include "cli/frame/progress.h"
#include "cli/frame/require.h"
#include "cli/frame/shipped.h"
#include "cli/identity/identity.h"
#include "explore/completion.h"
#include "explore/front/choose.h"
#include "hybrid/answers/figures/reasons.h"
#include "reader/design_walk.h"
#include "reports/front/front_words.h"
#include "reports/words/figure.h"
#include "reports/writers/memory_text.h"
#include "reports/writers/shell_word.h"

static const noc_option space_options[] = {
    {"space", 0, "NAME", "of a store with several spaces: the one of that name or id (the latest)",
     NOC_OPTION_TEXT, .offset = offsetof(noc_front_choice, space)},
    {"objectives", 0, "LIST", "max:METRIC,min:METRIC; 2 to 4 of them (default: the space file's)",
     NOC_OPTION_TEXT, .offset = offsetof(noc_front_choice, objectives)},
    {"where", 0, "EXPR",
     "only designs that meet this: \"network_area_mm2 < 40 && network.flit_bytes >= 16\" (the "
     "language of constraints; .lo and .hi are the ends of an interval; of several networks "
     "networks[1].flit_bytes, all(network.flit_bytes), any(network.flit_bytes)); may be repeated",
     NOC_OPTION_TEXTS, .offset = offsetof(noc_front_choice, condition_texts)},
    {"allow-overclock", 0, NULL,
     "put designs on the front whose chip.clock_mhz is above the max_clock_mhz that their routers "
     "reach",
     NOC_OPTION_FLAG, .offset = offsetof(noc_front_choice, race_rules.allows_overclock)},
    {"allow-unpriced", 0, NULL,
     "put designs on a front by cost though no source prices some part (adaptive routing, "
     "allocators of maximum size, codecs) and others do not",
     NOC_OPTION_FLAG, .offset = offsetof(noc_front_choice, race_rules.allows_unpriced)},
    {"model-error", 0, "X",
     "half-width of the intervals of model answers that have none, as a share (0.3)",
     NOC_OPTION_REAL, .offset = offsetof(noc_front_choice, model_error), .exclusive_min = -1e-300,
     .exclusive_max = 1.0, .expected_text = "a share from 0 to below 1, for example 0.1"},
    {0},
};

static const noc_front_choice default_values = {.model_error = NAN};

const noc_option_group noc_space_options = {space_options, NULL, &default_values,
                                            sizeof default_values};

/* ---- objectives ----------------------------------------------------------------------------- */

static noc_status read_objectives(const char *text, noc_objectives *o, noc_diag *diag)
{
    char *copy = strdup(text), *remaining = copy;
    noc_status status = copy ? NOC_OK : noc_fail_memory(diag);
    for (char *item; status == NOC_OK && (item = strsep(&remaining, ",")) != NULL;)
        status = noc_objectives_add(o, item, (noc_place){"--objectives", 0}, NOC_EUSAGE, diag);
    free(copy);
    if (status == NOC_OK && o->count < 2)
        status = NOC_REFUSE_AT(diag, "--objectives",
                               "a front needs at least two objectives (max:METRIC,min:METRIC)");
    return status;
}

static noc_status read_stored_objectives(const char *store, const noc_space_record *space,
                                         noc_objectives *o, noc_diag *diag)
{
    json_t *list = json_loads(space->objectives, 0, NULL);
    noc_status status = NOC_OK;
    for (size_t i = 0; i < json_array_size(list) && status == NOC_OK; i++) {
        const char *text = json_string_value(json_array_get(list, i));
        status = noc_objectives_add(o, text ? text : "", (noc_place){store, 0}, NOC_EFAILED, diag);
    }
    json_decref(list);
    if (status == NOC_OK && o->count < 2) *o = noc_objectives_default();
    return status;
}

/* ---- the front ------------------------------------------------------------------------------ */

static noc_status open_space(const noc_front_request *request, noc_stored_front *f, noc_diag *diag)
{
    size_t index = 0;
    f->path = request->store;
    noc_status status = noc_store_open(
        request->store, request->is_measuring ? NOC_STORE_WRITE : NOC_STORE_READ, &f->store, diag);
    if (status == NOC_OK) status = noc_store_read_spaces(f->store, &f->memory, &f->spaces, diag);
    if (status == NOC_OK)
        status = noc_space_select(request->store, request->choice.space, &f->spaces, &index, diag);
    if (status == NOC_OK) f->space = &f->spaces.spaces[index];
    return status;
}

static noc_status read_entries(noc_stored_front *f, noc_diag *diag)
{
    noc_status status =
        noc_store_read_entries(f->store, f->space, noc_sampler_of_program, &f->entries, diag);
    return status == NOC_OK ? noc_entries_fill_facts(f->store, &f->entries, diag) : status;
}

/* ---- figures that the sweep did not compute -------------------------------------------------- */

enum { COMPLETED_MAX = 1000 }; /* designs at once: about ten seconds */

/* Refuses to complete answers of another program. */
static noc_status check_engine(const char *store, const noc_stored_front *f, noc_metric_id metric,
                               noc_diag *diag)
{
    if (strcmp(noc_engine_of_program, f->space->engine) == 0) return NOC_OK;
    return noc_fail(diag, NOC_EFAILED, (noc_place){store, 0},
                    "has no %s of designs of space %s, which another version of nocsight estimated "
                    "(sweep again into a new store)",
                    noc_metric_info_of(metric)->name, f->space->name);
}

static noc_status refuse_many(const char *store, const noc_completion_job *c,
                              const noc_stored_front *f, const bool *selected, noc_metric_id metric,
                              noc_diag *diag)
{
    const noc_extent extent = noc_metric_extent(metric);
    const double seconds = noc_entries_predict_time(c, &f->entries, selected, extent, diag);
    return noc_fail(
        diag, NOC_EFAILED, (noc_place){store, 0},
        "%s designs lack %s, all of which need about %s of a core (the same sweep computes it with "
        "figures = (\"%s\") in the space, on all cores)",
        noc_grouped_number_make(noc_entries_count_partial(&f->entries, selected, extent)).text,
        noc_metric_info_of(metric)->name, noc_duration_figure(seconds).text,
        noc_metric_info_of(metric)->name);
}

/* Opens the store for new answers; NULL: it cannot be written. */
static noc_store *open_result_store(const char *path)
{
    noc_store *store = NULL;
    NOC_AUTO(noc_diag_clear) noc_diag ignored = {0};
    if (noc_store_open(path, NOC_STORE_WRITE, &store, &ignored) != NOC_OK) {
        store = NULL;
        noc_message_print("%s cannot be written: answers computed now are not saved", path);
    }
    return store;
}

static noc_status complete_entries(const noc_request *r, noc_stored_front *f, const bool *selected,
                                   noc_metric_id metric, noc_diag *diag)
{
    const noc_extent extent = noc_metric_extent(metric);
    const size_t lacking = noc_entries_count_partial(&f->entries, selected, extent);
    if (lacking == 0) return NOC_OK;
    noc_progress progress;
    noc_completion_job c = {
        .store = f->store, .space = f->space, .tick = noc_progress_tick, .context = &progress};
    noc_status status = check_engine(f->path, f, metric, diag);
    if (status == NOC_OK && lacking > COMPLETED_MAX)
        status = refuse_many(f->path, &c, f, selected, metric, diag);
    if (status != NOC_OK) return status;
    c.result_store = open_result_store(f->path);
    progress = noc_progress_begin(noc_metric_info_of(metric)->name, r->is_quiet);
    status = noc_entries_complete(&c, &f->entries, selected, extent, diag);
    noc_progress_end(&progress);
    noc_store_close(c.result_store);
    return status;
}

noc_status noc_front_complete(const noc_request *r, noc_stored_front *f, bool members_only,
                              noc_metric_id metric, noc_diag *diag)
{
    noc_front_order o;
    if (!members_only) return complete_entries(r, f, NULL, metric, diag);
    noc_status status = noc_front_list_members(&f->candidates, true, &o, diag);
    NOC_AUTO_FREE bool *selected = calloc(f->entries.count + 1, sizeof *selected);
    if (status == NOC_OK && !selected) status = noc_fail_memory(diag);
    for (size_t i = 0; status == NOC_OK && i < o.count; i++) {
        const noc_entry *model = f->candidates.list[o.list[i]].model;
        if (model) selected[model - f->entries.list] = true;
    }
    if (status == NOC_OK) status = complete_entries(r, f, selected, metric, diag);
    noc_front_order_clear(&o);
    return status;
}

static noc_status complete_conditions(const noc_request *r, const noc_objectives *objectives,
                                      const noc_requirements *conditions, noc_stored_front *f,
                                      noc_diag *diag)
{
    noc_metric_id id = objectives->list[0].metric;
    for (size_t i = 1; i < objectives->count; i++)
        id = noc_metric_larger_extent(id, objectives->list[i].metric);
    for (size_t i = 0; i < conditions->count; i++)
        id = noc_expression_max_extent(conditions->list[i], id);
    return noc_front_complete(r, f, false, id, diag);
}

static noc_status choose_entries(const noc_request *r, const noc_texts *condition_texts,
                                 const noc_objectives *objectives, noc_stored_front *f,
                                 noc_diag *diag)
{
    noc_requirements conditions = {.list = NULL};
    noc_status status =
        noc_requirements_read("--where", condition_texts, &f->memory, &conditions, diag);
    if (status == NOC_OK) status = complete_conditions(r, objectives, &conditions, f, diag);
    if (status == NOC_OK && condition_texts->count)
        status = noc_entries_filter(f->store, conditions.list, conditions.count, &f->entries, diag);
    return status;
}

/* Writes a step: ", 760 are excluded by constraints ("network_area_mm2 < 40" alone 700)". A reason
 * is named if it excludes most designs of the step. */
static void write_step(FILE *out, uint64_t count, const char *action, const char *state,
                       const noc_reason_list *reasons)
{
    if (count == 0) return;
    fprintf(out, ", %s %s %s", noc_grouped_number_make(count).text, count == 1 ? "is" : "are",
            action);
    for (size_t i = 0; i < reasons->count; i++) {
        const noc_reason *reason = &reasons->reasons[i];
        if (strcmp(reason->state, state) != 0) continue;
        if (reason->design_count == count)
            fprintf(out, " (%s)", reason->example);
        else
            fprintf(out, " (%s by: %s)", noc_grouped_number_make(reason->design_count).text,
                    reason->example);
        return;
    }
}

/* Writes the steps that excluded designs of a space, in order. `read_count`: designs of the store
 * that meet the constraints; `chosen_count`: those among them that meet --where. The caller frees
 * the text; NULL: out of memory. */
static char *make_steps_text(noc_stored_front *f, size_t read_count, size_t chosen_count,
                             noc_diag *diag)
{
    const noc_space_record *s = f->space;
    const noc_candidates *candidates = &f->candidates;
    const size_t overclocked =
        candidates->rules.allows_overclock ? 0 : candidates->reach_counts.counts[NOC_REACH_BEYOND];
    const size_t unpriced_count =
        candidates->rules.allows_unpriced ? 0 : candidates->unpriced_count;
    const uint64_t swept = s->ok_count + s->excluded_count + s->invalid_count + s->failed_count;
    NOC_AUTO(noc_reason_list_clear) noc_reason_list reasons = {0};
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    noc_store_read_reasons(f->store, s->id, &reasons, diag);
    if (swept < s->design_count)
        fprintf(out, ", %s are not swept yet",
                noc_grouped_number_make(s->design_count - swept).text);
    write_step(out, s->invalid_count, "invalid", "invalid", &reasons);
    write_step(out, s->failed_count, "failed", "failed", &reasons);
    write_step(out, s->excluded_count, "excluded by constraints", "excluded", &reasons);
    if (read_count > chosen_count)
        fprintf(out, ", %s do not meet --where",
                noc_grouped_number_make(read_count - chosen_count).text);
    if (f->candidates.incomplete_count)
        fprintf(out, ", %s lack an objective",
                noc_grouped_number_make((uint64_t)f->candidates.incomplete_count).text);
    if (overclocked)
        fprintf(out,
                ", %s run above the clock that their routers reach (%s; --allow-overclock puts "
                "them on)",
                noc_grouped_number_make(overclocked).text,
                noc_front_clock_range(&candidates->reach_counts).text);
    if (unpriced_count)
        fprintf(out, ", %s have parts that no source prices (--allow-unpriced puts them on)",
                noc_grouped_number_make(unpriced_count).text);
    return noc_memory_text_close(out, &text);
}

/* Counts the designs; entries of one design are adjacent. */
static size_t count_designs(const noc_entries *entries)
{
    size_t count = 0;
    for (size_t i = 0; i < entries->count; i++)
        count += i == 0 || strcmp(entries->list[i].hash, entries->list[i - 1].hash) != 0;
    return count;
}

static noc_status refuse_empty(const char *store, noc_stored_front *f, size_t read_count,
                               size_t chosen_count, noc_diag *diag)
{
    NOC_AUTO_FREE char *steps = make_steps_text(f, read_count, chosen_count, diag);
    return steps ? noc_fail(diag, NOC_EFAILED, (noc_place){store, 0},
                            "space %s has no design for a front: of its %s%s", f->space->name,
                            noc_grouped_number_make(f->space->design_count).text, steps)
                 : noc_fail_memory(diag);
}

static noc_status find_candidates(const noc_request *r, const noc_front_request *front_request,
                                  const noc_objectives *objectives, noc_stored_front *f,
                                  noc_diag *diag)
{
    const size_t read_count = count_designs(&f->entries);
    noc_status status =
        choose_entries(r, &front_request->choice.condition_texts, objectives, f, diag);
    const size_t chosen_count = count_designs(&f->entries);
    if (status == NOC_OK)
        status = noc_candidates_find(&f->entries, objectives, f->model_error,
                                     front_request->choice.race_rules, &f->candidates, diag);
    if (status == NOC_OK) /* measurements of earlier runs */
        status = noc_candidates_learn(&f->candidates, front_request->confidence, diag);
    if (status == NOC_OK &&
        (front_request->accepts_empty ? f->candidates.count : f->candidates.racing_count) == 0)
        status = refuse_empty(front_request->store, f, read_count, chosen_count, diag);
    return status;
}

noc_status noc_stored_front_open(const noc_request *r, const noc_front_request *front_request,
                                 noc_stored_front *f, noc_diag *diag)
{
    const noc_front_choice *choice = &front_request->choice;
    noc_objectives objectives = {.count = 0};
    *f = (noc_stored_front){.model_error =
                                isnan(choice->model_error) ? NOC_MODEL_ERROR : choice->model_error};
    noc_status status = noc_store_require_option(r, front_request->store, diag);
    if (status == NOC_OK && choice->objectives)
        status = read_objectives(choice->objectives, &objectives, diag);
    if (status == NOC_OK) status = open_space(front_request, f, diag);
    if (status == NOC_OK) status = noc_store_write_caveats(f->store, f->space, &f->caveats, diag);
    if (status == NOC_OK && objectives.count == 0)
        status = read_stored_objectives(front_request->store, f->space, &objectives, diag);
    if (status == NOC_OK) status = read_entries(f, diag);
    if (status == NOC_OK) status = find_candidates(r, front_request, &objectives, f, diag);
    if (status != NOC_OK || front_request->is_measuring) return status;
    return noc_front_weigh(front_request, NULL, f, diag);
}

/* Finds the display path of the base design's file; an older store has a path on the machine of its
 * writer. */
static char *make_base_name(noc_stored_front *f)
{
    NOC_AUTO_DESIGN noc_design *base = NULL;
    NOC_AUTO(noc_diag_clear) noc_diag ignored = {0};
    char *word = NULL;
    if (noc_store_rebuild_design(f->store, f->space->source, "[]", &base, &ignored) == NOC_OK ||
        noc_store_rebuild_design(f->store, f->space->source,
                                 noc_candidate_entry(&f->candidates.list[0])->overrides, &base,
                                 &ignored) == NOC_OK)
        word = noc_shipped_display_path(base->file);
    return word ? word : strdup("DESIGN");
}

static void add_option(FILE *out, const char *option, const char *value)
{
    if (!value) return;
    fprintf(out, " %s ", option);
    noc_shell_write_word(out, value);
}

/* Writes the options that request the front again: "--store s.db --where 'flit_bytes == 16'". */
static char *make_options_text(const noc_front_request *request)
{
    const noc_front_choice *c = &request->choice;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    fputs("--store ", out);
    noc_shell_write_word(out, request->store);
    add_option(out, "--space", c->space);
    add_option(out, "--objectives", c->objectives);
    if (c->race_rules.allows_overclock) fputs(" --allow-overclock", out);
    if (c->race_rules.allows_unpriced) fputs(" --allow-unpriced", out);
    if (!isnan(c->model_error)) fprintf(out, " --model-error %.12g", c->model_error);
    for (size_t i = 0; i < c->condition_texts.count; i++)
        add_option(out, "--where", c->condition_texts.list[i]);
    return noc_memory_text_close(out, &text);
}

noc_status noc_front_weigh(const noc_front_request *request, const noc_measure_totals *measured,
                           noc_stored_front *f, noc_diag *diag)
{
    if (!f->base) f->base = make_base_name(f);
    if (!f->options) f->options = make_options_text(request);
    if (!f->base || !f->options) return noc_fail_memory(diag);
    f->view = (noc_front_view){
        .candidates = &f->candidates,
        .space = f->space,
        .model_error = f->model_error,
        .measure_totals = measured,
        .caveats = f->caveats,
        .store = f->store,
        .base_file = f->base,
        .options = f->options,
    };
    return request->skips_odds ? NOC_OK : noc_candidates_weigh(&f->candidates, diag);
}

void noc_stored_front_close(noc_stored_front *f)
{
    free(f->caveats);
    free(f->base);
    free(f->options);
    noc_candidates_clear(&f->candidates);
    noc_entries_clear(&f->entries);
    noc_arena_clear(&f->memory);
    noc_store_close(f->store);
    *f = (noc_stored_front){0};
}
