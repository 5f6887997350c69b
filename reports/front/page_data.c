#include "reports/front/page_data.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "explore/settings/settings.h"
#include "network/kinds/kinds.h"
#include "reader/design_walk.h"
#include "reports/front/front_words.h"
#include "reports/front/page_drawings.h"
#include "reports/writers/json.h"

/* Lists the metrics that at least one drawn design has. Returns their number. */
static size_t metrics_shown(const noc_candidates *all, const noc_page_drawn *d, noc_metric_id *ids)
{
    size_t count = 0;
    for (int id = 0; id < NOC_METRICS; id++)
        for (size_t i = 0; i < d->count; i++)
            if (isfinite(noc_candidate_metric(all, &all->list[d->list[i]], (noc_metric_id)id, NULL)
                             .value)) {
                ids[count++] = (noc_metric_id)id;
                break;
            }
    return count;
}

/* True for a metric that the page shows at first: an objective, a metric of a constraint, or one of
 * five common metrics. */
static bool is_asked(const noc_front_view *v, noc_metric_id id)
{
    static const noc_metric_id usual[] = {NOC_METRIC_saturation_data_gb_per_s,
                                          NOC_METRIC_zero_load_latency_ns, NOC_METRIC_round_trip_ns,
                                          NOC_METRIC_network_area_mm2, NOC_METRIC_power_mw};
    const noc_objectives *o = &v->candidates->objectives;
    for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++)
        if (usual[i] == id) return true;
    for (size_t i = 0; i < o->count; i++)
        if (o->list[i].metric == id) return true;
    return strstr(v->space->constraints, noc_metric_info_of(id)->name) != NULL;
}

static json_t *metric_rows(const noc_front_view *v, const noc_metric_id *ids, size_t count)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++) {
        const noc_metric_info *info = noc_metric_info_of(ids[i]);
        json_array_append_new(
            list, json_pack("{s:s, s:s, s:s, s:b, s:b, s:s}", "name", info->name, "label",
                            noc_label_without_unit(ids[i]).text, "unit", info->unit, "up",
                            noc_more_is_better(&v->candidates->objectives, ids[i]), "asked",
                            is_asked(v, ids[i]), "meaning", info->meaning));
    }
    return list;
}

/* Returns the ends of the stated interval, as factors of the value, for model answers without their
 * own interval; null for an exact metric. */
static json_t *stated_intervals(const noc_candidates *all, const noc_metric_id *ids, size_t count)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, noc_metric_info_of(ids[i])->exact
                                        ? json_null()
                                        : json_pack("[f, f]", 1.0 / (1.0 + all->model_error),
                                                    1.0 + all->model_error));
    return list;
}

/* Returns a number with five digits. */
static json_t *shortened(double value)
{
    char digits[40];
    snprintf(digits, sizeof digits, "%.5g", value);
    return noc_json_real(isfinite(value) ? strtod(digits, NULL) : value);
}

/* Returns the distance of an interval's end from the value, in hundredths of a per cent of the
 * value, rounded up: half as long as the end itself. Returns the end for a value of 0. */
static json_t *end_of(double end, double value)
{
    if (value == 0.0) return shortened(end);
    return json_integer((json_int_t)ceil(1e4 * fabs((end - value) / value) - 1e-6));
}

/* True if a metric has an interval other than the stated one. */
static bool is_bounded(const noc_candidates *all, size_t i, noc_metric_id id, noc_metric *m)
{
    const noc_candidate *c = &all->list[i];
    *m = noc_candidate_metric(all, c, id, NULL);
    return !noc_candidate_is_stated(all, c, id) && isfinite(m->lo) && isfinite(m->hi);
}

/* Metrics of the drawn designs. */
typedef struct shown {
    noc_metric_id ids[NOC_METRICS];
    size_t count;
    size_t bounded[NOC_METRICS]; /* positions in `ids` of metrics with intervals */
    size_t bounded_count;
} shown;

static void find_bounded(const noc_candidates *all, const noc_page_drawn *d, shown *s)
{
    noc_metric m;
    for (size_t k = 0; k < s->count; k++) {
        size_t i = 0;
        while (i < d->count && !is_bounded(all, d->list[i], s->ids[k], &m)) i++;
        if (i < d->count) s->bounded[s->bounded_count++] = k;
    }
}

/* Returns two ends for each metric with intervals; null for a missing end. */
static json_t *own_intervals(const noc_candidates *all, size_t i, const shown *s)
{
    json_t *own = json_array();
    for (size_t k = 0; k < s->bounded_count; k++) {
        noc_metric m;
        const bool bounded = is_bounded(all, i, s->ids[s->bounded[k]], &m);
        json_array_append_new(own, bounded ? end_of(fmin(m.lo, m.value), m.value) : json_null());
        json_array_append_new(own, bounded ? end_of(fmax(m.hi, m.value), m.value) : json_null());
    }
    return own;
}

/* Returns the positions of a design's overrides in `texts`; adds new texts. */
static json_t *intern_overrides(const char *json, json_t *known, json_t *texts)
{
    json_t *list = json_loads(json, 0, NULL), *positions = json_array();
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *text = json_string_value(json_array_get(list, i));
        if (!text) continue;
        json_t *at = json_object_get(known, text);
        if (!at) {
            json_object_set_new(known, text, json_integer((json_int_t)json_array_size(texts)));
            json_array_append_new(texts, json_string(text));
            at = json_object_get(known, text);
        }
        json_array_append(positions, at);
    }
    json_decref(list);
    return positions;
}

/* Returns the membership and the flag bits of a design, in the form of designs.js. */
static int flag_of(const noc_candidates *all, size_t i)
{
    static const int reaches[] = {0, 32, 16}; /* indexed by noc_reach */
    return (int)noc_candidate_membership(all, i) | (all->marks[i].by_value ? 4 : 0) |
           (i >= all->racing ? 8 : 0) | reaches[noc_candidate_reach(&all->list[i])];
}

static json_t *row_of(const noc_candidates *all, size_t i, const shown *s,
                      const noc_page_settings *c, size_t row, json_t *known, json_t *texts)
{
    const noc_candidate *candidate = &all->list[i];
    const noc_entry *e = noc_candidate_entry(candidate);
    json_t *r = json_array(), *cells = json_array(), *values = json_array();
    json_array_append_new(r, json_sprintf("%.12s", e->hash));
    json_array_append_new(r, json_integer(c->topologies[row]));
    json_array_append_new(r, json_integer(flag_of(all, i)));
    json_array_append_new(r, json_integer(noc_candidate_sampled(all, candidate)));
    json_array_append_new(r, intern_overrides(e->overrides, known, texts));
    for (size_t k = 0; k < c->count; k++) {
        const int cell = c->cells[row * c->count + k];
        if (noc_page_shows(c, k))
            json_array_append_new(cells, cell < 0 ? json_null() : json_integer(cell));
    }
    for (size_t k = 0; k < s->count; k++)
        json_array_append_new(
            values, shortened(noc_candidate_metric(all, candidate, s->ids[k], NULL).value));
    json_array_append_new(r, cells);
    json_array_append_new(r, values);
    json_array_append_new(r, own_intervals(all, i, s));
    json_array_append_new(r, json_integer((json_int_t)(100.0 * all->odds[i] + 0.5)));
    return r;
}

static json_t *setting_rows(const noc_page_settings *c, const noc_network_words *words)
{
    json_t *list = json_array();
    for (size_t k = 0; k < c->count; k++) {
        const noc_setting *s = noc_setting_at(c->list[k].setting);
        if (!noc_page_shows(c, k)) continue;
        char path[120];
        noc_page_setting_path(&c->list[k], path, sizeof path);
        char *label = noc_setting_words(words, path);
        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:b, s:O}", "name", path, "label",
                                              label ? label : path, "unit",
                                              s->key->unit ? s->key->unit : "", "numeric",
                                              c->list[k].numeric, "values", c->list[k].values));
        free(label);
    }
    return list;
}

/* Returns the shown settings of the base design as texts; "" without the setting, or if the base
 * design alone is not valid. */
static json_t *baseline_texts(noc_store *store, const char *source, const noc_page_settings *c)
{
    noc_diag ignored = {0};
    noc_design *base = NULL;
    const noc_status status = noc_store_rebuild(store, source, "[]", &base, &ignored);
    json_t *list = json_array();
    for (size_t k = 0; k < c->count; k++) {
        if (!noc_page_shows(c, k)) continue;
        char *text = status == NOC_OK ? noc_page_setting_text(base, &c->list[k]) : NULL;
        json_array_append_new(list, json_string(text ? text : ""));
        free(text);
    }
    if (status == NOC_OK) noc_design_free(base);
    noc_diag_clear(&ignored);
    return list;
}

/* Adds for each override: its phrase in a design's name, the phrase's position, and 1 if pictures
 * show it. */
static void tell_overrides(json_t *root, const noc_design_names *names, json_t *texts)
{
    json_t *phrases = json_array(), *places = json_array(), *drawn = json_array();
    for (size_t i = 0; i < json_array_size(texts); i++) {
        const char *text = json_string_value(json_array_get(texts, i));
        char *phrase = noc_design_phrase(names, text);
        json_array_append_new(phrases, json_string(phrase ? phrase : ""));
        json_array_append_new(drawn, json_integer(noc_page_override_is_drawn(text)));
        json_array_append_new(places,
                              json_integer((json_int_t)noc_design_names_place(names, text)));
        free(phrase);
    }
    json_object_set_new(root, "phrases", phrases);
    json_object_set_new(root, "places", places);
    json_object_set_new(root, "drawn", drawn);
    json_object_set_new(root, "overrides", texts);
}

/* Adds the knee's row, and the setting that colours show at first: the topology if it varies. */
static void tell_first_view(json_t *root, const noc_front_view *v, const noc_design_names *names,
                            const noc_page_drawn *d)
{
    enum { COLOURS = 7 };
    const noc_candidates *all = v->candidates;
    const size_t knee = noc_front_summarize(all).knee;
    size_t row = 0, telling = noc_design_names_place(names, "network.topology");
    while (row < d->count && d->list[row] != knee) row++;
    if (telling == names->count || !names->list[telling].varies)
        telling = noc_design_names_best_setting(names, all, COLOURS);
    if (telling == names->count) /* many values: a scale */
        telling = noc_design_names_best_setting(names, all, SIZE_MAX);
    json_object_set_new(root, "knee", row < d->count ? json_integer((json_int_t)row) : json_null());
    json_object_set_new(root, "colour",
                        telling < names->count ? json_string(names->list[telling].key)
                                               : json_null());
}

json_t *noc_page_data(const noc_front_view *v, const noc_design_names *phrases,
                      const noc_page_drawn *d, const noc_page_settings *c)
{
    const noc_candidates *all = v->candidates;
    shown s = {.count = 0};
    s.count = metrics_shown(all, d, s.ids);
    find_bounded(all, d, &s);
    json_t *root = json_object(), *rows = json_array(), *goals = json_array();
    json_t *known = json_object(), *texts = json_array(), *names = json_array();
    json_t *bounded = json_array();
    for (size_t i = 0; i < d->count; i++)
        json_array_append_new(rows, row_of(all, d->list[i], &s, c, i, known, texts));
    for (size_t t = 0; noc_topology_name(t); t++)
        json_array_append_new(names, json_string(noc_topology_name(t)));
    json_decref(known);
    for (size_t i = 0; i < all->objectives.count; i++)
        for (size_t k = 0; k < s.count; k++)
            if (s.ids[k] == all->objectives.list[i].metric)
                json_array_append_new(goals, json_integer((json_int_t)k));
    json_object_set_new(root, "schema", json_string("nocsight.page/1"));
    json_object_set_new(root, "space", noc_json_text(v->space->name));
    json_object_set_new(root, "designs", json_integer((json_int_t)all->count));
    json_object_set_new(root, "objectives", goals);
    json_object_set_new(root, "metrics", metric_rows(v, s.ids, s.count));
    for (size_t k = 0; k < s.bounded_count; k++)
        json_array_append_new(bounded, json_integer((json_int_t)s.bounded[k]));
    json_object_set_new(root, "bounded", bounded);
    json_object_set_new(root, "stated", stated_intervals(all, s.ids, s.count));
    json_object_set_new(root, "settings", setting_rows(c, &phrases->words));
    json_object_set_new(root, "baseline", baseline_texts(v->store, v->space->source, c));
    json_object_set_new(root, "names", names);
    tell_overrides(root, phrases, texts);
    tell_first_view(root, v, phrases, d);
    json_object_set_new(root, "drawings", noc_page_drawings(v->store, all, d));
    json_object_set_new(root, "base", noc_json_text(v->base));
    json_object_set_new(root, "rows", rows);
    return root;
}
