#include "reports/front/importance_report.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "reports/front/front_words.h"
#include "reports/front/importance.h"
#include "reports/words/figure.h"
#include "reports/writers/json.h"
#include "reports/writers/rows.h"
#include "reports/writers/style.h"

/* ---- one row -------------------------------------------------------------------------------- */

/* Rows of one metric. */
typedef struct metric_rows {
    noc_rows *rows;
    noc_front_importance *importance;
    const char *space; /* name of the space, in CSV */
} metric_rows;

enum { BAR_COLUMNS = 20 }; /* width of a share of 1 */

static const char few_partners[] =
    "fewer than half of the designs have another one that differs in this setting alone";

static const char *scale_name(const noc_importance *m)
{
    return m->is_logarithmic ? "logarithm" : "value";
}

/* Returns a share in per cent: "61.2%"; "-" for a missing one. */
static noc_figure share_figure(double share)
{
    noc_figure figure = {"-"};
    if (isfinite(share)) snprintf(figure.text, sizeof figure.text, "%.1f%%", 100.0 * share);
    return figure;
}

static void put_bar(const metric_rows *r, double share)
{
    char bar[BAR_COLUMNS + 1] = "";
    const long length = lround(fmin(share, 1.0) * BAR_COLUMNS);
    for (long i = 0; i < length; i++) bar[i] = '#';
    bar[length > 0 ? length : 0] = '\0';
    if (r->rows->sheet->markup == NOC_MARKUP_NONE) noc_put_shown(r->rows, "%s", bar);
}

static const char *factor_key(const metric_rows *r, size_t factor)
{
    return r->importance->names->list[r->importance->found.factors.list[factor].setting].key;
}

/* Adds a row, with the cells that only CSV has. */
static void add_row(const metric_rows *r, const char *kind)
{
    const noc_importance *m = &r->importance->found;
    const noc_metric_info *info = noc_metric_info_of(r->importance->metric);
    noc_rows_add(r->rows);
    noc_put_text(r->rows, "space", r->space);
    noc_put_text(r->rows, "metric", info->name);
    noc_put_text(r->rows, "unit", info->unit);
    noc_put_text(r->rows, "scale", scale_name(m));
    noc_put_count(r->rows, "designs", m->factors.design_count);
    noc_put_count(r->rows, "missing", m->missing_count);
    noc_put_text(r->rows, "kind", kind);
}

/* Shows a row for people. `effect` NULL: a row without a single setting. */
static void show_row(const metric_rows *r, const char *name, double share, const noc_effect *effect)
{
    const noc_factors *factors = &r->importance->found.factors;
    noc_put_shown(r->rows, "%s", name);
    noc_put_shown(r->rows, "%.0zu",
                  effect ? noc_factor_value_count(&factors->list[effect->factor]) : 0);
    noc_put_shown(r->rows, "%s", share_figure(share).text);
    if (!factors->is_full)
        noc_put_shown(r->rows, "%s", effect ? share_figure(effect->alone).text : "");
    noc_put_shown(r->rows, "%s", effect ? share_figure(effect->total).text : "");
    put_bar(r, share);
}

/* Puts the settings that always change together with a factor's setting. */
static void put_together(const metric_rows *r, size_t factor)
{
    const noc_factors *factors = &r->importance->found.factors;
    const noc_design_names *names = r->importance->names;
    const char **keys = noc_arena_array(&r->importance->memory, names->count, sizeof *keys);
    size_t count = 0;
    for (size_t s = 0; keys && s < names->count; s++)
        if (factors->places[s].role == NOC_SETTING_TOGETHER && factors->places[s].factor == factor)
            keys[count++] = names->list[s].key;
    if (keys) noc_put_texts(r->rows, "together_with", keys, count);
}

static void add_effect(const metric_rows *r, const noc_effect *effect)
{
    const char *label = noc_importance_label(r->importance, effect->factor);
    add_row(r, "setting");
    noc_put_text(r->rows, "setting", factor_key(r, effect->factor));
    put_together(r, effect->factor);
    noc_put_count(r->rows, "values",
                  noc_factor_value_count(&r->importance->found.factors.list[effect->factor]));
    noc_put_real(r->rows, "share", effect->share);
    noc_put_real(r->rows, "alone", effect->alone);
    noc_put_real(r->rows, "total", effect->total);
    if (!isfinite(effect->total)) noc_put_text(r->rows, "why", few_partners);
    show_row(r, label ? label : "", effect->share, effect);
}

static void add_pair(const metric_rows *r, const noc_pair_effect *pair)
{
    char name[200];
    const char *labels[2];
    for (size_t i = 0; i < 2; i++)
        labels[i] = noc_importance_label(r->importance, pair->factors[i]);
    snprintf(name, sizeof name, "  thereof %s with %s", labels[0] ? labels[0] : "",
             labels[1] ? labels[1] : "");
    add_row(r, "pair");
    noc_put_text(r->rows, "setting", factor_key(r, pair->factors[0]));
    noc_put_text(r->rows, "other_setting", factor_key(r, pair->factors[1]));
    noc_put_real(r->rows, "share", pair->share);
    show_row(r, name, pair->share, NULL);
}

static void add_interactions(const metric_rows *r)
{
    const double share = r->importance->found.interactions;
    add_row(r, "interactions");
    noc_put_real(r->rows, "share", share);
    if (!isfinite(share)) noc_put_text(r->rows, "why", noc_importance_reason(r->importance));
    show_row(r, "interactions", share, NULL);
}

static void add_effects(const metric_rows *r)
{
    const noc_importance *m = &r->importance->found;
    for (size_t i = 0; m->effects && i < m->factors.count; i++) add_effect(r, &m->effects[i]);
}

static void add_pairs(const metric_rows *r)
{
    const noc_importance *m = &r->importance->found;
    for (size_t i = 0; i < noc_importance_pair_count(m); i++) add_pair(r, &m->pairs[i]);
}

/* ---- for people ----------------------------------------------------------------------------- */

static noc_status print_table(const noc_sheet *sheet, noc_front_importance *importance,
                              noc_diag *diag)
{
    const char *title = noc_importance_title(importance),
               *reason = noc_importance_reason(importance);
    fputc('\n', sheet->out);
    noc_text_paragraph(sheet, "%s%s%s%s%s", NOC_BOLD, title ? title : "", NOC_PLAIN,
                       reason && *reason ? ": " : "", reason ? reason : "");
    if (importance->found.state != NOC_IMPORTANCE_KNOWN) return NOC_OK;
    noc_rows rows = noc_rows_begin(sheet, NULL);
    noc_rows_show(&rows, "setting|>values|.share");
    if (!importance->found.factors.is_full) noc_rows_show(&rows, ".alone");
    noc_rows_show(&rows, ".total");
    if (sheet->markup == NOC_MARKUP_NONE) noc_table_add_optional(&rows.table, NOC_ALIGN_LEFT, "");
    const metric_rows r = {&rows, importance, ""};
    add_effects(&r);
    add_interactions(&r);
    add_pairs(&r);
    return noc_rows_write(&rows, diag);
}

/* Prints lines, a paragraph each. */
static void print_lines(const noc_sheet *sheet, const char *lines)
{
    for (size_t length; *lines; lines += length + (lines[length] == '\n')) {
        length = strcspn(lines, "\n");
        noc_text_paragraph(sheet, "%.*s", (int)length, lines);
    }
}

/* Prints the meaning of the columns, and each metric's notes unless the metric before has them. */
static void print_notes(const noc_sheet *sheet, noc_front_importance *list, size_t count)
{
    bool has_shares = false, has_alone = false;
    const char *notes_before = "";
    for (size_t i = 0; i < count; i++) {
        has_shares |= list[i].found.effects != NULL;
        has_alone |= list[i].found.effects && !list[i].found.factors.is_full;
    }
    if (has_shares)
        noc_text_paragraph(sheet, "%s%s", noc_importance_meaning,
                           has_alone ? " Alone: what the setting explains if no other is known."
                                     : "");
    for (size_t i = 0; i < count; i++) {
        const char *notes = noc_importance_notes(&list[i]);
        if (notes && strcmp(notes, notes_before) != 0) print_lines(sheet, notes);
        notes_before = notes ? notes : "";
    }
}

/* Prints the numbers of designs that are not counted. */
static void print_uncounted(const noc_sheet *sheet, const noc_front_view *view)
{
    const noc_space_record *s = view->space;
    const uint64_t swept = s->ok_count + s->excluded_count + s->invalid_count + s->failed_count;
    NOC_AUTO_FREE char *excluded = noc_front_excluded_words(view->candidates);
    if (swept < s->design_count)
        noc_text_paragraph(sheet, "Not swept yet: %s of %s designs; they may change all shares.",
                           noc_grouped_number_make(s->design_count - swept).text,
                           noc_grouped_number_make(s->design_count).text);
    if (view->candidates->incomplete_count)
        noc_text_paragraph(sheet, "Left out: %s designs without a value of an objective.",
                           noc_grouped_number_make(view->candidates->incomplete_count).text);
    if (excluded && *excluded) noc_text_paragraph(sheet, "%s", excluded);
}

static noc_status print_tables(const noc_sheet *sheet, const noc_front_view *view,
                               noc_front_importance *list, size_t count, noc_diag *diag)
{
    noc_status status = NOC_OK;
    const size_t designs = view->candidates->racing_count;
    noc_text_paragraph(sheet, "%s: %s design%s; what each setting explains of the variance",
                       view->space->name, noc_grouped_number_make(designs).text,
                       designs == 1 ? "" : "s");
    for (size_t i = 0; i < count && status == NOC_OK; i++)
        status = print_table(sheet, &list[i], diag);
    fputc('\n', sheet->out);
    print_notes(sheet, list, count);
    print_uncounted(sheet, view);
    return status;
}

/* ---- for programs --------------------------------------------------------------------------- */

static noc_status write_csv(const noc_sheet *sheet, const noc_front_view *view,
                            noc_front_importance *list, size_t count, noc_diag *diag)
{
    noc_rows rows =
        noc_rows_begin(sheet, "space metric unit scale designs missing kind setting other_setting "
                              "together_with values share alone total why");
    for (size_t i = 0; i < count; i++) {
        const metric_rows r = {&rows, &list[i], view->space->name};
        add_effects(&r);
        add_interactions(&r);
        add_pairs(&r);
    }
    return noc_rows_write(&rows, diag);
}

static json_t *effect_array(const noc_sheet *sheet, noc_front_importance *importance,
                            const char *columns, void add(const metric_rows *r))
{
    noc_rows rows = noc_rows_begin(sheet, columns);
    const metric_rows r = {&rows, importance, ""};
    add(&r);
    return noc_rows_end_json(&rows);
}

/* Returns the settings that follow from others. */
static json_t *follower_array(const noc_front_importance *importance)
{
    json_t *list = json_array();
    for (size_t s = 0; s < importance->names->count; s++)
        if (importance->found.factors.places[s].role == NOC_SETTING_FOLLOWS)
            json_array_append_new(list, noc_json_text(importance->names->list[s].key));
    return list;
}

static json_t *metric_object(const noc_sheet *sheet, noc_front_importance *importance)
{
    const noc_importance *m = &importance->found;
    const noc_metric_info *info = noc_metric_info_of(importance->metric);
    json_t *object = json_object();
    noc_json_set_text(object, "metric", info->name);
    noc_json_set_text(object, "unit", info->unit);
    noc_json_set_text(object, "scale", scale_name(m));
    noc_json_set_count(object, "designs", m->factors.design_count);
    noc_json_set_count(object, "missing", m->missing_count);
    noc_json_set_real(object, "lowest", m->lowest);
    noc_json_set_real(object, "highest", m->highest);
    noc_json_set_flag(object, "all_combinations", m->factors.is_full);
    json_object_set_new(object, "settings",
                        effect_array(sheet, importance,
                                     "setting together_with values share alone total why",
                                     add_effects));
    noc_json_set_real(object, "interactions", m->interactions);
    json_object_set_new(object, "pairs",
                        effect_array(sheet, importance, "setting other_setting share", add_pairs));
    json_object_set_new(object, "follow", follower_array(importance));
    if (m->state != NOC_IMPORTANCE_KNOWN)
        noc_json_set_text(object, "why", noc_importance_reason(importance));
    return object;
}

static noc_status write_json(const noc_sheet *sheet, const noc_front_view *view,
                             noc_front_importance *list, size_t count, noc_diag *diag)
{
    json_t *root = noc_json_document(sheet, "nocsight.importance/1"), *metrics = json_array();
    noc_json_set_text(root, "space", view->space->name);
    noc_json_set_text(root, "space_id", view->space->id);
    noc_json_set_text(root, "task", view->space->task);
    noc_json_set_count(root, "design_count", view->candidates->count);
    noc_json_set_count(root, "incomplete", view->candidates->incomplete_count);
    for (size_t i = 0; i < count; i++)
        json_array_append_new(metrics, metric_object(sheet, &list[i]));
    json_object_set_new(root, "metrics", metrics);
    json_object_set_new(root, "warnings", noc_json_lines(view->caveats));
    return noc_json_finish(sheet, root, diag);
}

/* ---- in every format ------------------------------------------------------------------------ */

static noc_status find_all(const noc_front_view *view, const noc_metric_id *metrics, size_t count,
                           noc_design_names *names, noc_front_importance *list, noc_diag *diag)
{
    const noc_network_words words = noc_front_network_words(view);
    noc_status status = noc_design_names_find(view->candidates, &words, names, diag);
    for (size_t i = 0; i < count && status == NOC_OK; i++)
        status = noc_front_importance_find(view->candidates, names, metrics[i], &list[i], diag);
    return status;
}

noc_status noc_report_importance(const noc_sheet *sheet, const noc_front_view *view,
                                 const noc_metric_id *metrics, size_t count, noc_diag *diag)
{
    NOC_AUTO(noc_arena_clear) noc_arena memory = {0};
    NOC_AUTO(noc_design_names_clear) noc_design_names names = {0};
    noc_front_importance *list = noc_arena_array(&memory, count, sizeof *list);
    if (!list) return noc_fail_memory(diag);
    noc_status status = find_all(view, metrics, count, &names, list, diag);
    if (status == NOC_OK)
        status = (sheet->format == NOC_FORMAT_JSON  ? write_json
                  : sheet->format == NOC_FORMAT_CSV ? write_csv
                                                    : print_tables)(sheet, view, list, count, diag);
    for (size_t i = 0; i < count; i++) noc_front_importance_clear(&list[i]);
    return status;
}

noc_status noc_front_print_importance(const noc_sheet *sheet, const noc_front_view *view,
                                      noc_diag *diag)
{
    NOC_AUTO(noc_design_names_clear) noc_design_names names = {0};
    const noc_objectives *objectives = &view->candidates->objectives;
    noc_front_importance list[NOC_OBJECTIVES_MAX] = {0};
    noc_metric_id metrics[NOC_OBJECTIVES_MAX];
    for (size_t d = 0; d < objectives->count; d++) metrics[d] = objectives->list[d].metric;
    noc_status status = find_all(view, metrics, objectives->count, &names, list, diag);
    NOC_AUTO_FREE char *words =
        status == NOC_OK ? noc_importance_list_words(list, objectives->count) : NULL;
    if (status == NOC_OK && !words) status = noc_fail_memory(diag);
    if (words && *words)
        noc_text_paragraph(sheet, "What matters, by share of variance: %s.", words);
    for (size_t d = 0; d < objectives->count; d++) noc_front_importance_clear(&list[d]);
    return status;
}
