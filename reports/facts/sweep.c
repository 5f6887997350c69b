#include "reports/facts/sweep.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "reports/words/caveats.h"
#include "reports/words/figure.h"
#include "reports/writers/json.h"
#include "reports/writers/sheet.h"
#include "reports/writers/shell_word.h"

/* ---- before a sweep ------------------------------------------------------------------------- */

enum { REASONS_SHOWN = 12, REASON_INDENT = 14 };

/* Scales a count in the evaluated part of a space to the whole space. */
static uint64_t scale_count(const noc_survey *survey, uint64_t count)
{
    if (survey->checked_designs == survey->designs || survey->checked_designs == 0) return count;
    return (uint64_t)((double)count * (double)survey->designs / (double)survey->checked_designs +
                      0.5);
}

static void print_count(uint64_t count, const char *words, const noc_sheet *sheet)
{
    noc_text_hanging_paragraph(sheet, REASON_INDENT, "  %10s  %s",
                               noc_grouped_number_make(count).text, words);
}

static void print_reason(uint64_t count, const char *state, const char *text,
                         const noc_sheet *sheet)
{
    noc_text_hanging_paragraph(sheet, REASON_INDENT, "  %10s  %s: %s",
                               noc_grouped_number_make(count).text, state, text);
}

/* Prints the reasons of a survey, or of a sweep (survey NULL). */
static void print_reason_list(const noc_reason_list *list, const noc_survey *survey,
                              const noc_sheet *sheet)
{
    uint64_t other_count = 0;
    for (size_t i = 0; i < list->count; i++) {
        const noc_reason *reason = &list->reasons[i];
        const uint64_t count =
            survey ? scale_count(survey, reason->design_count) : reason->design_count;
        if (i < REASONS_SHOWN)
            print_reason(count, reason->state, reason->example, sheet);
        else
            other_count += count;
    }
    if (other_count) print_count(other_count, "for other reasons", sheet);
}

static void print_survey(const noc_space *space, const noc_survey *survey, const noc_sheet *sheet)
{
    const bool is_partial = survey->checked_designs < survey->designs;
    noc_text_paragraph(sheet, "%s: %s designs%s", space->name,
                       noc_grouped_number_make(survey->designs).text,
                       is_partial ? " (shares from an evenly spread part of them)" : "");
    print_count(scale_count(survey, survey->state_counts[NOC_STATE_OK]), "to be estimated", sheet);
    print_count(scale_count(survey, survey->state_counts[NOC_STATE_EXCLUDED]),
                "excluded by constraints on settings and cost", sheet);
    print_count(scale_count(survey, survey->state_counts[NOC_STATE_INVALID]), "invalid", sheet);
    if (survey->reasons.count) noc_text_paragraph(sheet, "Why (an example of each reason):");
    print_reason_list(&survey->reasons, survey, sheet);
    if (survey->state_counts[NOC_STATE_OK])
        noc_text_paragraph(sheet, "The sweep will take about %s (%" PRIu64 " designs timed).",
                           noc_duration_figure(survey->predicted_seconds).text,
                           survey->timed_designs);
    else
        noc_text_paragraph(sheet, "Nothing is left to estimate.");
}

static json_t *json_reasons(const noc_reason_list *list)
{
    json_t *reasons = json_array();
    for (size_t i = 0; i < list->count; i++)
        json_array_append_new(reasons,
                              json_pack("{s:s, s:I, s:o}", "state", list->reasons[i].state, "count",
                                        (json_int_t)list->reasons[i].design_count, "example",
                                        noc_json_text(list->reasons[i].example)));
    return reasons;
}

json_t *noc_json_survey(const noc_survey *survey)
{
    return json_pack("{s:I, s:I, s:I, s:I, s:I, s:o}", "designs", (json_int_t)survey->designs,
                     "looked_at", (json_int_t)survey->checked_designs, "to_estimate",
                     (json_int_t)survey->state_counts[NOC_STATE_OK], "excluded",
                     (json_int_t)survey->state_counts[NOC_STATE_EXCLUDED], "invalid",
                     (json_int_t)survey->state_counts[NOC_STATE_INVALID], "reasons",
                     json_reasons(&survey->reasons));
}

static noc_status json_survey(const noc_survey *counts, FILE *out, noc_diag *diag)
{
    json_t *root = json_pack("{s:s}", "schema", "nocsight.survey/1"),
           *survey = noc_json_survey(counts);
    json_object_update(root, survey);
    json_decref(survey);
    noc_json_set_real(root, "seconds", counts->predicted_seconds);
    return noc_json_write(out, root, diag);
}

noc_status noc_report_survey(const noc_sheet *sheet, const noc_space *space,
                             const noc_survey *survey, noc_diag *diag)
{
    if (sheet->format == NOC_FORMAT_JSON) return json_survey(survey, sheet->out, diag);
    print_survey(space, survey, sheet);
    return NOC_OK;
}

/* ---- check of a space ----------------------------------------------------------------------- */

enum { CHECK_REASONS = 5 };

void noc_report_space(const noc_sheet *sheet, const char *file, const noc_space *space,
                      const noc_survey *survey)
{
    const bool has_designs = survey->state_counts[NOC_STATE_OK] > 0,
               is_partial = survey->checked_designs < survey->designs;
    noc_text_paragraph(
        sheet, "%s: %s (space %s: %s designs%s, %s of them to be estimated)", file,
        has_designs ? "ok" : "wrong", space->name, noc_grouped_number_make(survey->designs).text,
        is_partial ? ", of which an evenly spread part was tried" : "",
        noc_grouped_number_make(scale_count(survey, survey->state_counts[NOC_STATE_OK])).text);
    for (size_t i = 0; i < survey->reasons.count && i < CHECK_REASONS; i++) {
        const noc_reason *reason = &survey->reasons.reasons[i];
        const bool is_single = reason->design_count == 1;
        noc_text_paragraph(sheet, "  %s design%s %s: %s",
                           noc_grouped_number_make(scale_count(survey, reason->design_count)).text,
                           is_single ? "" : "s", reason->state, reason->example);
    }
    if (survey->reasons.count > CHECK_REASONS)
        noc_text_paragraph(sheet, "  more reasons: nocsight sweep %s --dry-run", file);
}

/* ---- after a sweep -------------------------------------------------------------------------- */

static void print_next_command(const noc_sweep_view *view, FILE *out)
{
    fputs(" Next: nocsight pareto --store ", out);
    noc_shell_write_word(out, view->store);
    fputc('\n', out);
}

static void print_header(const noc_sweep_view *view, const noc_sheet *sheet)
{
    const noc_sweep_totals *totals = view->totals;
    char shard_words[60] = "", before_words[60] = "";
    if (view->shard_count > 1)
        snprintf(shard_words, sizeof shard_words, " (shard %" PRIu64 " of %" PRIu64 ")",
                 view->shard_index, view->shard_count);
    if (totals->finished_before)
        snprintf(before_words, sizeof before_words, ", %s of them finished before",
                 noc_grouped_number_make(totals->finished_before).text);
    noc_text_paragraph(sheet, "%s: %s designs%s%s", view->space->name,
                       noc_grouped_number_make(totals->designs).text, shard_words, before_words);
}

static void print_estimated(const noc_sweep_view *view, const noc_sheet *sheet)
{
    const noc_sweep_totals *totals = view->totals;
    const uint64_t per_second = (uint64_t)((double)totals->computed / view->seconds);
    char rate_words[60] = "", words[120];
    if (totals->computed)
        snprintf(rate_words, sizeof rate_words, " (%s designs/s)",
                 noc_grouped_number_make(per_second).text);
    snprintf(words, sizeof words, "estimated now, in %s%s", noc_duration_figure(view->seconds).text,
             rate_words);
    print_count(totals->computed, words, sheet);
    if (totals->reused) print_count(totals->reused, "known from other sweeps or points", sheet);
}

/* Prints the number of designs excluded by each constraint, even 0, and reasons of invalid
 * designs. */
static void print_exclusions(const noc_sweep_view *view, const noc_sheet *sheet)
{
    const noc_space *space = view->space;
    if (view->reasons->count == 0) return;
    noc_text_paragraph(sheet, "Why%s (by the first reason; an example of each):",
                       view->totals->finished_before ? ", of all that were swept so far" : "");
    print_reason_list(view->reasons, NULL, sheet);
    for (size_t i = 0; i < space->constraint_count; i++) {
        const char *constraint = noc_expression_text(space->constraints[i]);
        if (noc_reason_list_count(view->reasons, constraint) == 0)
            print_reason(0, noc_design_state_name(NOC_STATE_EXCLUDED), constraint, sheet);
    }
}

/* Prints whether the front is decided to the requested precision, and the number of samples. */
static void print_front_decision(const noc_sweep_view *view, const noc_sheet *sheet)
{
    static const double percent = 100.0;
    if (!(view->front_precision > 0.0)) return;
    const noc_measure_totals *measured = view->measure_totals;
    const uint64_t samples = measured->coarse_samples + measured->precise_samples;
    if (measured->undecided_designs > 0)
        noc_text_paragraph(
            sheet,
            "The front is not decided to %.3g %%: %s designs may still beat it, after %s "
            "samples.",
            percent * view->front_precision,
            noc_grouped_number_make(measured->undecided_designs).text,
            noc_grouped_number_make(samples).text);
    else
        noc_text_paragraph(sheet, "The front is decided to %.3g %%, by %s samples now.",
                           percent * view->front_precision, noc_grouped_number_make(samples).text);
}

/* Prints the number of designs with measured memory nodes. */
static void print_measured_memory(const noc_sweep_view *view, const noc_sheet *sheet)
{
    if (view->measured_memory_count == 0) return;
    noc_text_paragraph(sheet,
                       "DRAMs serve in order in %s of the designs: their pace is that of a short "
                       "run of the memory nodes alone, not the model's closed form.",
                       noc_grouped_number_make(view->measured_memory_count).text);
}

static void print_totals(const noc_sweep_view *view, const noc_sheet *sheet)
{
    const noc_sweep_totals *totals = view->totals;
    print_header(view, sheet);
    if (totals->finished_now == 0) {
        print_exclusions(view, sheet);
        print_front_decision(view, sheet);
        fputs(view->front_precision > 0.0 ? "No design was left to estimate."
                                          : "Nothing was left to do.",
              sheet->out);
        print_next_command(view, sheet->out);
        return;
    }
    print_estimated(view, sheet);
    print_count(totals->state_counts[NOC_STATE_OK], "within the constraints", sheet);
    print_count(totals->state_counts[NOC_STATE_EXCLUDED], "excluded by constraints", sheet);
    print_count(totals->state_counts[NOC_STATE_INVALID], "invalid", sheet);
    if (totals->state_counts[NOC_STATE_FAILED])
        print_count(totals->state_counts[NOC_STATE_FAILED], "failed", sheet);
    print_exclusions(view, sheet);
    print_front_decision(view, sheet);
    print_measured_memory(view, sheet);
    fprintf(sheet->out, "Saved in %s.", view->store);
    print_next_command(view, sheet->out);
}

static noc_status json_totals(const noc_sweep_view *view, FILE *out, noc_diag *diag)
{
    const noc_sweep_totals *totals = view->totals;
    json_t *root =
        json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "schema",
                  "nocsight.sweep/1", "designs", noc_json_count(totals->designs), "finished_before",
                  noc_json_count(totals->finished_before), "computed",
                  noc_json_count(totals->computed), "reused", noc_json_count(totals->reused), "ok",
                  noc_json_count(totals->state_counts[NOC_STATE_OK]), "excluded",
                  noc_json_count(totals->state_counts[NOC_STATE_EXCLUDED]), "invalid",
                  noc_json_count(totals->state_counts[NOC_STATE_INVALID]), "failed",
                  noc_json_count(totals->state_counts[NOC_STATE_FAILED]), "reasons",
                  json_reasons(view->reasons), "warnings", noc_json_lines(view->caveats));
    if (view->measured_memory_count > 0)
        noc_json_set_count(root, "memory_nodes_measured", view->measured_memory_count);
    if (view->front_precision > 0.0)
        json_object_set_new(root, "within",
                            json_pack("{s:f, s:o, s:o}", "asked", view->front_precision, "samples",
                                      noc_json_count(view->measure_totals->coarse_samples +
                                                     view->measure_totals->precise_samples),
                                      "undecided",
                                      noc_json_count(view->measure_totals->undecided_designs)));
    return noc_json_write(out, root, diag);
}

noc_status noc_report_sweep(const noc_sheet *sheet, const noc_sweep_view *view, noc_diag *diag)
{
    if (sheet->format == NOC_FORMAT_JSON) return json_totals(view, sheet->out, diag);
    print_totals(view, sheet);
    noc_text_warning_lines(sheet, view->caveats);
    return NOC_OK;
}
