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
static uint64_t scaled(const noc_survey *s, uint64_t count)
{
    if (s->looked_at == s->designs || s->looked_at == 0) return count;
    return (uint64_t)((double)count * (double)s->designs / (double)s->looked_at + 0.5);
}

static void tell_count(uint64_t count, const char *what, const noc_sheet *sheet)
{
    noc_text_hang(sheet, REASON_INDENT, "  %10s  %s", noc_grouped_of(count).text, what);
}

static void tell_reason(uint64_t count, const char *state, const char *text, const noc_sheet *sheet)
{
    noc_text_hang(sheet, REASON_INDENT, "  %10s  %s: %s", noc_grouped_of(count).text, state, text);
}

/* Prints the reasons of a survey, or of a sweep (survey NULL). */
static void tell_reasons(const noc_reason_list *list, const noc_survey *s, const noc_sheet *sheet)
{
    uint64_t others = 0;
    for (size_t i = 0; i < list->count; i++) {
        const noc_reason *reason = &list->reasons[i];
        const uint64_t count = s ? scaled(s, reason->count) : reason->count;
        if (i < REASONS_SHOWN)
            tell_reason(count, reason->state, reason->text, sheet);
        else
            others += count;
    }
    if (others) tell_count(others, "for other reasons", sheet);
}

static void tell_survey(const noc_space *space, const noc_survey *s, const noc_sheet *sheet)
{
    const bool part = s->looked_at < s->designs;
    noc_text_say(sheet, "%s: %s designs%s", space->name, noc_grouped_of(s->designs).text,
                 part ? " (shares from an evenly spread part of them)" : "");
    tell_count(scaled(s, s->states[NOC_STATE_OK]), "to be estimated", sheet);
    tell_count(scaled(s, s->states[NOC_STATE_EXCLUDED]),
               "excluded by constraints on settings and cost", sheet);
    tell_count(scaled(s, s->states[NOC_STATE_INVALID]), "invalid", sheet);
    if (s->reasons.count) noc_text_say(sheet, "Why (an example of each reason):");
    tell_reasons(&s->reasons, s, sheet);
    if (s->states[NOC_STATE_OK])
        noc_text_say(sheet, "The sweep will take about %s (%" PRIu64 " designs timed).",
                     noc_duration(s->seconds).text, s->timed);
    else
        noc_text_say(sheet, "Nothing is left to estimate.");
}

static json_t *json_reasons(const noc_reason_list *list)
{
    json_t *reasons = json_array();
    for (size_t i = 0; i < list->count; i++)
        json_array_append_new(reasons, json_pack("{s:s, s:I, s:o}", "state", list->reasons[i].state,
                                                 "count", (json_int_t)list->reasons[i].count,
                                                 "example", noc_json_text(list->reasons[i].text)));
    return reasons;
}

json_t *noc_json_survey(const noc_survey *s)
{
    return json_pack(
        "{s:I, s:I, s:I, s:I, s:I, s:o}", "designs", (json_int_t)s->designs, "looked_at",
        (json_int_t)s->looked_at, "to_estimate", (json_int_t)s->states[NOC_STATE_OK], "excluded",
        (json_int_t)s->states[NOC_STATE_EXCLUDED], "invalid",
        (json_int_t)s->states[NOC_STATE_INVALID], "reasons", json_reasons(&s->reasons));
}

static noc_status json_survey(const noc_survey *s, FILE *out, noc_diag *diag)
{
    json_t *root = json_pack("{s:s}", "schema", "nocsight.survey/1"), *survey = noc_json_survey(s);
    json_object_update(root, survey);
    json_decref(survey);
    json_object_set_new(root, "seconds", noc_json_real(s->seconds));
    return noc_json_write(out, root, diag);
}

noc_status noc_report_survey(const noc_sheet *sheet, const noc_space *space,
                             const noc_survey *survey, noc_diag *diag)
{
    if (sheet->format == NOC_FORMAT_JSON) return json_survey(survey, sheet->out, diag);
    tell_survey(space, survey, sheet);
    return NOC_OK;
}

/* ---- check of a space ----------------------------------------------------------------------- */

enum { CHECK_REASONS = 5 };

void noc_report_space(const noc_sheet *sheet, const char *file, const noc_space *space,
                      const noc_survey *s)
{
    const bool left = s->states[NOC_STATE_OK] > 0, part = s->looked_at < s->designs;
    noc_text_say(sheet, "%s: %s (space %s: %s designs%s, %s of them to be estimated)", file,
                 left ? "ok" : "wrong", space->name, noc_grouped_of(s->designs).text,
                 part ? ", of which an evenly spread part was tried" : "",
                 noc_grouped_of(scaled(s, s->states[NOC_STATE_OK])).text);
    for (size_t i = 0; i < s->reasons.count && i < CHECK_REASONS; i++) {
        const noc_reason *reason = &s->reasons.reasons[i];
        const bool one = reason->count == 1;
        noc_text_say(sheet, "  %s design%s %s: %s", noc_grouped_of(scaled(s, reason->count)).text,
                     one ? "" : "s", reason->state, reason->text);
    }
    if (s->reasons.count > CHECK_REASONS)
        noc_text_say(sheet, "  more reasons: nocsight sweep %s --dry-run", file);
}

/* ---- after a sweep -------------------------------------------------------------------------- */

static void tell_next(const noc_sweep_view *v, FILE *out)
{
    fputs(" Next: nocsight pareto --store ", out);
    noc_shell_word(out, v->store);
    fputc('\n', out);
}

static void tell_head(const noc_sweep_view *v, const noc_sheet *sheet)
{
    const noc_sweep_totals *t = v->totals;
    char shard[60] = "", before[60] = "";
    if (v->shards > 1)
        snprintf(shard, sizeof shard, " (shard %" PRIu64 " of %" PRIu64 ")", v->shard, v->shards);
    if (t->before)
        snprintf(before, sizeof before, ", %s of them finished before",
                 noc_grouped_of(t->before).text);
    noc_text_say(sheet, "%s: %s designs%s%s", v->space->name, noc_grouped_of(t->designs).text,
                 shard, before);
}

static void tell_estimated(const noc_sweep_view *v, const noc_sheet *sheet)
{
    const noc_sweep_totals *t = v->totals;
    const uint64_t per_second = (uint64_t)((double)t->computed / v->seconds);
    char rate[60] = "", what[120];
    if (t->computed)
        snprintf(rate, sizeof rate, " (%s designs/s)", noc_grouped_of(per_second).text);
    snprintf(what, sizeof what, "estimated now, in %s%s", noc_duration(v->seconds).text, rate);
    tell_count(t->computed, what, sheet);
    if (t->reused) tell_count(t->reused, "known from other sweeps or points", sheet);
}

/* Prints the number of designs excluded by each constraint, even 0, and reasons of invalid
 * designs. */
static void tell_why(const noc_sweep_view *v, const noc_sheet *sheet)
{
    const noc_space *space = v->space;
    if (v->reasons->count == 0) return;
    noc_text_say(sheet, "Why%s (by the first reason; an example of each):",
                 v->totals->before ? ", of all that were swept so far" : "");
    tell_reasons(v->reasons, NULL, sheet);
    for (size_t i = 0; i < space->constraint_count; i++) {
        const char *constraint = noc_expression_text(space->constraints[i]);
        if (noc_reason_list_count(v->reasons, constraint) == 0)
            tell_reason(0, noc_state_name(NOC_STATE_EXCLUDED), constraint, sheet);
    }
}

/* Prints the precision of the front and the number of samples. */
static void tell_within(const noc_sweep_view *v, const noc_sheet *sheet)
{
    static const double percent = 100.0;
    if (!(v->within > 0.0)) return;
    const noc_measure_totals *m = v->measured;
    const uint64_t samples = m->coarse + m->measured;
    if (m->undecided > 0)
        noc_text_say(sheet,
                     "The front is not decided to %.3g %%: %s designs may still beat it, after %s "
                     "samples.",
                     percent * v->within, noc_grouped_of(m->undecided).text,
                     noc_grouped_of(samples).text);
    else
        noc_text_say(sheet, "The front is decided to %.3g %%, by %s samples now.",
                     percent * v->within, noc_grouped_of(samples).text);
}

/* Prints the number of designs with measured memory nodes. */
static void tell_parts(const noc_sweep_view *v, const noc_sheet *sheet)
{
    if (v->memory_alone == 0) return;
    noc_text_say(sheet,
                 "DRAMs serve in order in %s of the designs: their pace is that of a short "
                 "run of the memory nodes alone, not the model's closed form.",
                 noc_grouped_of(v->memory_alone).text);
}

static void tell_totals(const noc_sweep_view *v, const noc_sheet *sheet)
{
    const noc_sweep_totals *t = v->totals;
    tell_head(v, sheet);
    if (t->done == 0) {
        tell_why(v, sheet);
        tell_within(v, sheet);
        fputs(v->within > 0.0 ? "No design was left to estimate." : "Nothing was left to do.",
              sheet->out);
        tell_next(v, sheet->out);
        return;
    }
    tell_estimated(v, sheet);
    tell_count(t->states[NOC_STATE_OK], "within the constraints", sheet);
    tell_count(t->states[NOC_STATE_EXCLUDED], "excluded by constraints", sheet);
    tell_count(t->states[NOC_STATE_INVALID], "invalid", sheet);
    if (t->states[NOC_STATE_FAILED]) tell_count(t->states[NOC_STATE_FAILED], "failed", sheet);
    tell_why(v, sheet);
    tell_within(v, sheet);
    tell_parts(v, sheet);
    fprintf(sheet->out, "Saved in %s.", v->store);
    tell_next(v, sheet->out);
}

static noc_status json_totals(const noc_sweep_view *v, FILE *out, noc_diag *diag)
{
    const noc_sweep_totals *t = v->totals;
    json_t *root =
        json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "schema",
                  "nocsight.sweep/1", "designs", noc_json_count(t->designs), "finished_before",
                  noc_json_count(t->before), "computed", noc_json_count(t->computed), "reused",
                  noc_json_count(t->reused), "ok", noc_json_count(t->states[NOC_STATE_OK]),
                  "excluded", noc_json_count(t->states[NOC_STATE_EXCLUDED]), "invalid",
                  noc_json_count(t->states[NOC_STATE_INVALID]), "failed",
                  noc_json_count(t->states[NOC_STATE_FAILED]), "reasons", json_reasons(v->reasons),
                  "warnings", noc_json_lines(v->caveats));
    if (v->memory_alone > 0)
        json_object_set_new(root, "memory_nodes_measured", noc_json_count(v->memory_alone));
    if (v->within > 0.0)
        json_object_set_new(root, "within",
                            json_pack("{s:f, s:o, s:o}", "asked", v->within, "samples",
                                      noc_json_count(v->measured->coarse + v->measured->measured),
                                      "undecided", noc_json_count(v->measured->undecided)));
    return noc_json_write(out, root, diag);
}

noc_status noc_report_sweep(const noc_sheet *sheet, const noc_sweep_view *v, noc_diag *diag)
{
    if (sheet->format == NOC_FORMAT_JSON) return json_totals(v, sheet->out, diag);
    tell_totals(v, sheet);
    noc_text_warning_lines(sheet, v->caveats);
    return NOC_OK;
}
