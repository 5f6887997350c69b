#include "reports/front.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reports/caveats.h"
#include "reports/figure.h"
#include "reports/overrides.h"
#include "reports/writers/csv.h"
#include "reports/writers/json.h"
#include "reports/writers/plot.h"
#include "reports/writers/say.h"
#include "reports/writers/table.h"

static const char *const words[] = {"off", "possible", "certain"};

void noc_objectives_text(const noc_objectives *o, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < o->count && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s %s", i ? ", " : "",
                                 o->list[i].maximize ? "max" : "min",
                                 noc_metric_label(o->list[i].metric).text);
}

static const char *short_id(const noc_entry *e, char text[NOC_SHORT_ID_CHARS + 3])
{
    snprintf(text, NOC_SHORT_ID_CHARS + 3, "d-%.*s", NOC_SHORT_ID_CHARS, e->hash);
    return text;
}

/* Positions of the members, best in the first objective first. The caller frees them. */
typedef struct order {
    const noc_candidates *all;
    size_t *list;
    size_t count;
} order;

static int by_first(const void *a, const void *b, void *context)
{
    const noc_candidates *all = context;
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;
    for (size_t d = 0; d < all->objectives.count; d++)
        if (all->points[x].value[d] != all->points[y].value[d])
            return all->points[x].value[d] > all->points[y].value[d] ? -1 : 1;
    return strcmp(noc_candidate_entry(&all->list[x])->hash,
                  noc_candidate_entry(&all->list[y])->hash);
}

static noc_status members_of(const noc_candidates *all, bool possible, order *o, noc_diag *diag)
{
    *o = (order){all, malloc((all->count + 1) * sizeof *o->list), 0};
    if (!o->list) return noc_fail_memory(diag);
    for (size_t i = 0; i < all->count; i++)
        if (all->marks[i].by_value || (possible && all->marks[i].membership != NOC_FRONT_OFF))
            o->list[o->count++] = i;
    noc_candidates cast = *all;
    qsort_r(o->list, o->count, sizeof *o->list, by_first, &cast);
    return NOC_OK;
}

/* ---- text ----------------------------------------------------------------------------------- */

static void header_of(noc_metric_id id, char *text, size_t size)
{
    snprintf(text, size, "%s\n%s", noc_metric_label(id).text, noc_metric_info_of(id)->unit);
    char *blank = strchr(text, ' ');
    const char *end = strchr(text, '\n');
    while (blank && blank < end &&
           (size_t)(blank - text) < 8) { /* words below each other, not too short */
        char *next = strchr(blank + 1, ' ');
        if (!next || next > end) break;
        blank = next;
    }
    if (blank && blank < end) *blank = '\n';
}

static void add_metric(noc_table *table, const noc_metric *m, noc_metric_id id)
{
    const int digits = noc_metric_info_of(id)->digits;
    if (isfinite(m->lo) && isfinite(m->hi) && m->hi > m->lo)
        noc_table_cell(table, "%s\t+-%.*f%%", noc_figure_of(m->value, digits).text,
                       m->hi - m->lo < 0.04 * m->value ? 1 : 0,
                       50.0 * (m->hi - m->lo) / fabs(m->value));
    else
        noc_table_cell(table, "%s", noc_figure_of(m->value, digits).text);
}

/* Values in a column of their own; settings that are not the same ones for all below the row. */
static void put_settings(noc_table *table, const noc_overrides *common, bool regular,
                         const char *overrides)
{
    char text[400];
    if (regular) {
        noc_overrides_values(common, overrides, text, sizeof text);
        noc_table_cell(table, "%s", text);
        return;
    }
    noc_overrides_differing(common, overrides, text, sizeof text);
    noc_table_span(table, "  %s", *text ? text : "the base");
}

static noc_status print_members(const noc_sheet *sheet, const noc_front_view *v, const order *o,
                                noc_diag *diag)
{
    const noc_candidates *all = v->candidates;
    char headers[NOC_OBJECTIVES_MOST][120], id[NOC_SHORT_ID_CHARS + 3], text[400];
    noc_table table = {0};
    noc_overrides common = {0};
    for (size_t i = 0; i < o->count; i++)
        noc_overrides_see(&common, noc_candidate_entry(&all->list[o->list[i]])->overrides);
    noc_table_column(&table, NOC_ALIGN_LEFT, "design");
    noc_table_column(&table, NOC_ALIGN_LEFT, "on\nfront");
    noc_table_column(&table, NOC_ALIGN_LEFT, "by");
    for (size_t d = 0; d < all->objectives.count; d++) {
        header_of(all->objectives.list[d].metric, headers[d], sizeof headers[d]);
        noc_table_column(&table, NOC_ALIGN_POINT, headers[d]);
    }
    const bool regular = noc_overrides_regular(&common) && o->count > 1;
    if (regular) noc_table_column(&table, NOC_ALIGN_LEFT, "values");
    for (size_t i = 0; i < o->count; i++) {
        const noc_candidate *c = &all->list[o->list[i]];
        const noc_entry *e = noc_candidate_entry(c);
        noc_table_cell(&table, "%s", short_id(e, id));
        noc_table_cell(&table, "%s", words[all->marks[o->list[i]].membership]);
        noc_table_cell(&table, "%s", noc_candidate_measured(all, c) ? "sample" : "model");
        for (size_t d = 0; d < all->objectives.count; d++) {
            const noc_metric m = noc_candidate_metric(all, c, all->objectives.list[d].metric, NULL);
            add_metric(&table, &m, all->objectives.list[d].metric);
        }
        put_settings(&table, &common, regular, e->overrides);
    }
    const noc_status status = noc_table_print(&table, sheet->out, sheet->width, diag);
    if (regular) {
        noc_overrides_keys(&common, text, sizeof text);
        noc_text_say(sheet, "Values of: %s", text);
    }
    noc_overrides_common(&common, text, sizeof text);
    if (*text && o->count > 1) noc_text_say(sheet, "All of these: %s", text);
    noc_overrides_clear(&common);
    noc_table_clear(&table);
    return status;
}

/* The designs as points on a grid of characters; the first objective goes up. */
static noc_status print_scatter(const noc_sheet *sheet, const noc_candidates *all, noc_diag *diag)
{
    static const struct {
        char mark;
        const char *name;
    } kinds[] = {{'.', "design"}, {'o', "possibly on the front"}, {'#', "front"}};
    double *xy = malloc(6 * (all->count + 1) * sizeof *xy);
    if (!xy) return noc_fail_memory(diag);
    noc_series series[3];
    for (size_t k = 0; k < 3; k++) {
        double *x = xy + 2 * k * all->count, *y = x + all->count;
        size_t count = 0;
        for (size_t i = 0; i < all->count; i++) {
            const size_t kind = all->marks[i].by_value                      ? 2
                                : all->marks[i].membership != NOC_FRONT_OFF ? 1
                                                                            : 0;
            if (kind != k) continue;
            x[count] = fabs(all->points[i].value[1]);
            y[count++] = fabs(all->points[i].value[0]);
        }
        series[k] = (noc_series){
            .mark = kinds[k].mark, .name = kinds[k].name, .x = x, .y = y, .count = count};
    }
    char titles[2][120];
    for (size_t d = 0; d < 2; d++) {
        const noc_metric_id id = all->objectives.list[d].metric;
        snprintf(titles[d], sizeof titles[d], "%s [%s]", noc_metric_label(id).text,
                 noc_metric_info_of(id)->unit);
    }
    const noc_plot plot = {
        .x_title = titles[1], .y_title = titles[0], .series = series, .series_count = 3};
    const noc_status status = noc_plot_print(&plot, sheet->out, diag);
    free(xy);
    return status;
}

/* Whether the model's answers came with intervals of their own, which the stated error only stands in for. */
static bool has_intervals(const noc_candidates *all, noc_metric_id id)
{
    for (size_t i = 0; i < all->count; i++)
        if (all->list[i].model && !isfinite(all->list[i].model->metrics[id].lo)) return false;
    return true;
}

static void tell_intervals(const noc_sheet *sheet, const noc_front_view *v)
{
    const noc_candidates *all = v->candidates;
    for (size_t d = 0; d < all->objectives.count; d++) {
        const noc_metric_id id = all->objectives.list[d].metric;
        const noc_learned *l = &all->learned[d];
        if (noc_metric_is_exact(id)) continue;
        if (l->measured)
            noc_text_say(
                sheet,
                "Model answers of the %s are corrected as %zu measured designs tell, by their "
                "settings: by %+.1f %% in the median, give or take %.1f %%.",
                noc_metric_label(id).text, l->measured, 100.0 * expm1(l->centre),
                100.0 * expm1(l->half));
        else if (has_intervals(all, id))
            noc_text_say(sheet, "Model answers of the %s have the intervals of their calibration.",
                         noc_metric_label(id).text);
        else
            noc_text_say(sheet,
                         "Model answers of the %s count as right within %.0f %% (--model-error), a "
                         "statement, not a calibration.",
                         noc_metric_label(id).text, 100.0 * v->model_error);
    }
}

/* Costs are compared without what all of them may have wrong in common. */
static void tell_paired(const noc_sheet *sheet, const noc_candidates *all)
{
    bool costs = false;
    for (size_t d = 0; d < all->objectives.count; d++) {
        const noc_metric_id id = all->objectives.list[d].metric;
        costs |= noc_metric_is_exact(id) || strstr(noc_metric_info_of(id)->name, "_mm2");
    }
    if (all->paired && costs && all->scale.common_spread > 0.0)
        noc_text_say(sheet,
                     "Intervals of costs are against the other designs: a factor of up to %.2g "
                     "either way, which all costs of %g nm share, cancels.",
                     1.0 + all->scale.common_spread, all->scale.technology_nm);
}

static void tell_measured(const noc_sheet *sheet, const noc_front_view *v)
{
    const noc_measure_totals *t = v->measured;
    const noc_candidates *all = v->candidates;
    if (!t) return;
    size_t total = 0;
    for (size_t i = 0; i < all->count; i++) total += noc_candidate_measured(all, &all->list[i]);
    if (t->undecided)
        noc_text_say(
            sheet,
            "The front is not decided yet: %zu designs may be on it and are not measured (a "
            "larger --budget).",
            (size_t)t->undecided);
    else
        noc_text_say(sheet,
                     "The front is decided: at a confidence of %g %% no other design beats the "
                     "measured ones by more than %g %%.",
                     100.0 * t->confidence, 100.0 * t->tolerance);
    if (t->within)
        noc_text_say(sheet, "%zu designs that were not measured may be on it by less.",
                     (size_t)t->within);
    if (t->unanswered)
        noc_text_say(sheet, "%zu samples gave no answer in some objective; they are left out.",
                     (size_t)t->unanswered);
    const uint64_t now = t->coarse + t->measured;
    char cost[200] = "";
    if (t->measured) /* what a sample took, for every design */
        snprintf(cost, sizeof cost, ", in %s; such samples of all would take %s",
                 noc_duration(t->seconds).text,
                 noc_duration(t->measured_seconds / t->threads / (double)t->measured *
                              (double)all->count)
                     .text);
    noc_text_say(
        sheet,
        "Measured: %zu of %zu designs (%.2g %%); now %zu coarsely and %zu to the precision%s.",
        total, all->count, 100.0 * (double)total / (double)all->count, (size_t)t->coarse,
        (size_t)t->measured, now ? cost : "");
}

static noc_status print_front(const noc_sheet *sheet, const noc_front_view *v, noc_diag *diag)
{
    const noc_candidates *all = v->candidates;
    char goals[300], id[NOC_SHORT_ID_CHARS + 3];
    size_t possible = 0, certain = 0;
    order o;
    noc_status status = members_of(all, false, &o, diag);
    if (status != NOC_OK) return status;
    for (size_t i = 0; i < all->count; i++) {
        possible += all->marks[i].membership == NOC_FRONT_POSSIBLE && !all->marks[i].by_value;
        certain += all->marks[i].membership == NOC_FRONT_CERTAIN;
    }
    noc_objectives_text(&all->objectives, goals, sizeof goals);
    noc_text_say(sheet, "%s: %zu designs; front of %s", v->space->name, all->count, goals);
    tell_intervals(sheet, v);
    tell_paired(sheet, all);
    tell_measured(sheet, v);
    fputc('\n', sheet->out);
    status = print_members(sheet, v, &o, diag);
    fputc('\n', sheet->out);
    noc_text_say(
        sheet,
        "%zu designs are on the front by value, %zu of all certainly so; %zu more are possibly "
        "on it.",
        o.count, certain, possible);
    const double volume =
        noc_front_hypervolume(all->points, all->marks, all->count, all->objectives.count);
    const size_t knee = noc_front_knee(all->points, all->marks, all->count, all->objectives.count);
    if (isfinite(volume))
        noc_text_say(sheet, "Hypervolume: %.4f of the box between worst and best values.", volume);
    if (knee < all->count)
        noc_text_say(sheet, "Knee: %s", short_id(noc_candidate_entry(&all->list[knee]), id));
    if (all->incomplete)
        noc_text_say(sheet, "%zu designs are left out: an objective is missing.",
                     (size_t)all->incomplete);
    noc_text_warning_lines(sheet, v->caveats);
    if (sheet->plots && all->objectives.count == 2 && status == NOC_OK) {
        fputc('\n', sheet->out);
        status = print_scatter(sheet, all, diag);
    }
    free(o.list);
    return status;
}

/* ---- JSON and CSV --------------------------------------------------------------------------- */

static json_t *real_of(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *member_object(const noc_candidates *all, size_t i)
{
    const noc_candidate *c = &all->list[i];
    const noc_entry *e = noc_candidate_entry(c);
    json_t *o = json_object(), *metrics = json_object();
    json_object_set_new(o, "hash", json_string(e->hash));
    json_object_set_new(o, "on_front", json_string(words[all->marks[i].membership]));
    json_object_set_new(o, "by_value", json_boolean(all->marks[i].by_value));
    json_object_set_new(o, "method",
                        json_string(noc_candidate_measured(all, c) ? "sample" : "model"));
    json_object_set_new(o, "overrides", json_loads(e->overrides, 0, NULL));
    for (size_t d = 0; d < all->objectives.count; d++) {
        const noc_metric_id id = all->objectives.list[d].metric;
        const noc_metric m = noc_candidate_metric(all, c, id, NULL);
        const noc_metric absolute = noc_candidate_absolute(all, c, id);
        json_t *value = json_object();
        json_object_set_new(value, "value", real_of(m.value));
        json_object_set_new(value, "lo", real_of(m.lo));
        json_object_set_new(value, "hi", real_of(m.hi));
        json_object_set_new(value, "absolute_lo", real_of(absolute.lo));
        json_object_set_new(value, "absolute_hi", real_of(absolute.hi));
        json_object_set_new(metrics, noc_metric_info_of(id)->name, value);
    }
    json_object_set_new(o, "metrics", metrics);
    return o;
}

static noc_status json_front(const noc_sheet *sheet, const noc_front_view *v, const order *o)
{
    const noc_candidates *all = v->candidates;
    json_t *root = json_object(), *goals = json_array(), *list = json_array();
    json_object_set_new(root, "schema", json_string("nocsight.front/1"));
    json_object_set_new(root, "space", json_string(v->space->name));
    json_object_set_new(root, "space_id", json_string(v->space->id));
    json_object_set_new(root, "designs", json_integer((json_int_t)all->count));
    json_object_set_new(root, "incomplete", json_integer((json_int_t)all->incomplete));
    for (size_t d = 0; d < all->objectives.count; d++)
        json_array_append_new(
            goals, json_sprintf("%s:%s", all->objectives.list[d].maximize ? "max" : "min",
                                noc_metric_info_of(all->objectives.list[d].metric)->name));
    json_object_set_new(root, "objectives", goals);
    json_object_set_new(root, "model_error", real_of(v->model_error));
    json_object_set_new(
        root, "hypervolume",
        real_of(noc_front_hypervolume(all->points, all->marks, all->count, all->objectives.count)));
    const size_t knee = noc_front_knee(all->points, all->marks, all->count, all->objectives.count);
    json_object_set_new(root, "knee",
                        knee < all->count ? json_string(noc_candidate_entry(&all->list[knee])->hash)
                                          : json_null());
    if (v->measured) {
        json_object_set_new(
            root, "measured_now",
            json_integer((json_int_t)(v->measured->coarse + v->measured->measured)));
        json_object_set_new(root, "undecided", json_integer((json_int_t)v->measured->undecided));
        json_object_set_new(root, "within_tolerance",
                            json_integer((json_int_t)v->measured->within));
        json_object_set_new(root, "tolerance", json_real(v->measured->tolerance));
        json_object_set_new(root, "confidence", json_real(v->measured->confidence));
    }
    for (size_t i = 0; i < o->count; i++)
        json_array_append_new(list, member_object(all, o->list[i]));
    json_object_set_new(root, "warnings", noc_json_lines(v->caveats));
    json_object_set_new(root, "front", list);
    const int failed = json_dumpf(root, sheet->out,
                                  JSON_INDENT(2) | JSON_REAL_PRECISION(12) | JSON_PRESERVE_ORDER);
    json_decref(root);
    fputc('\n', sheet->out);
    return failed ? NOC_EFAILED : NOC_OK;
}

static void csv_front(const noc_sheet *sheet, const noc_front_view *v, const order *o)
{
    const noc_candidates *all = v->candidates;
    char text[600];
    fputs("hash,on_front,by_value,method,overrides", sheet->out);
    for (size_t d = 0; d < all->objectives.count; d++) {
        const char *name = noc_metric_info_of(all->objectives.list[d].metric)->name;
        fprintf(sheet->out, ",%s,%s_lo,%s_hi", name, name, name);
    }
    fputc('\n', sheet->out);
    for (size_t i = 0; i < o->count; i++) {
        const noc_candidate *c = &all->list[o->list[i]];
        const noc_entry *e = noc_candidate_entry(c);
        noc_overrides_text(e->overrides, text, sizeof text);
        noc_csv_cell(sheet, e->hash);
        fprintf(sheet->out, ",%s,%s,%s,", words[all->marks[o->list[i]].membership],
                all->marks[o->list[i]].by_value ? "true" : "false",
                noc_candidate_measured(all, c) ? "sample" : "model");
        noc_csv_cell(sheet, text);
        for (size_t d = 0; d < all->objectives.count; d++) {
            const noc_metric m = noc_candidate_metric(all, c, all->objectives.list[d].metric, NULL);
            const double figures[] = {m.value, m.lo, m.hi};
            for (size_t k = 0; k < 3; k++) {
                fputc(',', sheet->out);
                if (isfinite(figures[k])) fprintf(sheet->out, "%.12g", figures[k]);
            }
        }
        fputc('\n', sheet->out);
    }
}

noc_status noc_report_front(const noc_sheet *sheet, const noc_front_view *view, noc_diag *diag)
{
    order o;
    if (sheet->format == NOC_FORMAT_TABLE) return print_front(sheet, view, diag);
    noc_status status = members_of(view->candidates, true, &o, diag);
    if (status != NOC_OK) return status;
    if (sheet->format == NOC_FORMAT_JSON)
        status = json_front(sheet, view, &o);
    else
        csv_front(sheet, view, &o);
    free(o.list);
    return status;
}

/* ---- why ------------------------------------------------------------------------------------ */

enum { DOMINATORS_SHOWN = 10 };

noc_status noc_report_why(const noc_sheet *sheet, const noc_front_view *view, size_t design,
                          noc_diag *diag)
{
    const noc_candidates *all = view->candidates;
    const size_t dimensions = all->objectives.count;
    char id[NOC_SHORT_ID_CHARS + 3], text[400], headers[NOC_OBJECTIVES_MOST][120];
    const noc_front_point *own = &all->points[design];
    size_t dominators = 0, surely = 0, shown = 0;
    noc_table table = {0};
    order o;
    noc_status status = members_of(all, false, &o, diag);
    if (status != NOC_OK) return status;
    noc_overrides_text(noc_candidate_entry(&all->list[design])->overrides, text, sizeof text);
    noc_text_say(sheet, "%s: %s", short_id(noc_candidate_entry(&all->list[design]), id), text);
    for (size_t i = 0; i < all->count; i++) {
        dominators += noc_dominates(all->points[i].value, own->value, dimensions);
        surely += i != design && noc_dominates(all->points[i].worst, own->best, dimensions);
    }
    noc_text_say(
        sheet,
        "%s; %zu designs dominate it by value, %zu of them even if both are at their unlucky "
        "ends.",
        all->marks[design].membership == NOC_FRONT_CERTAIN    ? "Certainly on the front"
        : all->marks[design].membership == NOC_FRONT_POSSIBLE ? "Possibly on the front"
                                                              : "Not on the front",
        dominators, surely);
    noc_table_column(&table, NOC_ALIGN_LEFT, "dominated by");
    for (size_t d = 0; d < dimensions; d++) {
        header_of(all->objectives.list[d].metric, headers[d], sizeof headers[d]);
        noc_table_column(&table, NOC_ALIGN_POINT, headers[d]);
    }
    noc_table_column(&table, NOC_ALIGN_LEFT, "what differs");
    for (size_t i = 0; i < o.count && shown < DOMINATORS_SHOWN; i++) {
        const noc_front_point *p = &all->points[o.list[i]];
        if (!noc_dominates(p->value, own->value, dimensions)) continue;
        const noc_entry *e = noc_candidate_entry(&all->list[o.list[i]]);
        shown++;
        noc_table_cell(&table, "%s", short_id(e, id));
        for (size_t d = 0; d < dimensions; d++)
            noc_table_cell(&table, "%s\t%s",
                           noc_figure_of(fabs(p->value[d]),
                                         noc_metric_info_of(all->objectives.list[d].metric)->digits)
                               .text,
                           noc_percent(noc_change_of(fabs(p->value[d]), fabs(own->value[d]))).text);
        noc_overrides common = {0};
        noc_overrides_see(&common, noc_candidate_entry(&all->list[design])->overrides);
        noc_overrides_see(&common, e->overrides);
        noc_overrides_differing(&common, e->overrides, text, sizeof text);
        noc_overrides_clear(&common);
        noc_table_cell(&table, "%s", text);
    }
    if (shown) {
        noc_text_say(sheet, "Of the front:");
        status = noc_table_print(&table, sheet->out, sheet->width, diag);
    }
    noc_table_clear(&table);
    free(o.list);
    return status;
}
