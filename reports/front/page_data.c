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
static size_t find_shown_metrics(const noc_candidates *candidates, const noc_page_designs *drawn,
                                 noc_metric_id *ids)
{
    size_t count = 0;
    for (int id = 0; id < NOC_METRICS; id++)
        for (size_t i = 0; i < drawn->count; i++)
            if (isfinite(noc_candidate_metric(candidates, &candidates->list[drawn->list[i]],
                                              (noc_metric_id)id, NULL)
                             .value)) {
                ids[count++] = (noc_metric_id)id;
                break;
            }
    return count;
}

bool noc_page_metric_is_asked(const noc_front_view *view, noc_metric_id id)
{
    static const noc_metric_id default_metrics[] = {
        NOC_METRIC_saturation_data_gb_per_s, NOC_METRIC_zero_load_latency_ns,
        NOC_METRIC_round_trip_ns, NOC_METRIC_network_area_mm2, NOC_METRIC_power_mw};
    const noc_objectives *objectives = &view->candidates->objectives;
    for (size_t i = 0; i < sizeof default_metrics / sizeof default_metrics[0]; i++)
        if (default_metrics[i] == id) return true;
    for (size_t i = 0; i < objectives->count; i++)
        if (objectives->list[i].metric == id) return true;
    return strstr(view->space->constraints, noc_metric_info_of(id)->name) != NULL;
}

static json_t *metric_rows(const noc_front_view *view, const noc_metric_id *ids, size_t count)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++) {
        const noc_metric_info *info = noc_metric_info_of(ids[i]);
        json_array_append_new(
            list, json_pack("{s:s, s:s, s:s, s:b, s:b, s:s}", "name", info->name, "label",
                            noc_label_without_unit(ids[i]).text, "unit", info->unit, "up",
                            noc_metric_is_maximised(&view->candidates->objectives, ids[i]), "asked",
                            noc_page_metric_is_asked(view, ids[i]), "meaning", info->meaning));
    }
    return list;
}

/* Returns for each metric the ends of the stated interval (--model-error), as factors of the value;
 * null for an exact metric. Model answers without another interval have the stated one. */
static json_t *stated_intervals(const noc_candidates *candidates, const noc_metric_id *ids,
                                size_t count)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, noc_metric_info_of(ids[i])->exact
                                        ? json_null()
                                        : json_pack("[f, f]", 1.0 / (1.0 + candidates->model_error),
                                                    1.0 + candidates->model_error));
    return list;
}

/* Returns a number with five digits. */
static json_t *round_number(double value)
{
    char digits[40];
    snprintf(digits, sizeof digits, "%.5g", value);
    return noc_json_real(isfinite(value) ? strtod(digits, NULL) : value);
}

/* Returns the distance of an interval's end from the value, in hundredths of a per cent of the
 * value, rounded up; this number has half the digits of the end. For a value of 0 returns the
 * end. */
static json_t *interval_end(double end, double value)
{
    if (value == 0.0) return round_number(end);
    return json_integer((json_int_t)ceil(1e4 * fabs((end - value) / value) - 1e-6));
}

/* True if a metric has an interval other than the stated one. */
static bool has_interval(const noc_candidates *candidates, size_t i, noc_metric_id id,
                         noc_metric *m)
{
    const noc_candidate *candidate = &candidates->list[i];
    *m = noc_candidate_metric(candidates, candidate, id, NULL);
    return !noc_candidate_uses_stated(candidates, candidate, id) && isfinite(m->lo) &&
           isfinite(m->hi);
}

/* Metrics of the drawn designs. */
typedef struct shown_metrics {
    noc_metric_id ids[NOC_METRICS];
    size_t count;
    size_t interval_metrics[NOC_METRICS]; /* positions in `ids` of metrics with intervals */
    size_t interval_count;
} shown_metrics;

static void find_interval_metrics(const noc_candidates *candidates, const noc_page_designs *drawn,
                                  shown_metrics *s)
{
    noc_metric m;
    for (size_t k = 0; k < s->count; k++) {
        size_t i = 0;
        while (i < drawn->count && !has_interval(candidates, drawn->list[i], s->ids[k], &m)) i++;
        if (i < drawn->count) s->interval_metrics[s->interval_count++] = k;
    }
}

/* Returns two ends for each metric with intervals; null for a missing end. */
static json_t *interval_ends(const noc_candidates *candidates, size_t i, const shown_metrics *s)
{
    json_t *ends = json_array();
    for (size_t k = 0; k < s->interval_count; k++) {
        noc_metric m;
        const bool is_known = has_interval(candidates, i, s->ids[s->interval_metrics[k]], &m);
        json_array_append_new(ends,
                              is_known ? interval_end(fmin(m.lo, m.value), m.value) : json_null());
        json_array_append_new(ends,
                              is_known ? interval_end(fmax(m.hi, m.value), m.value) : json_null());
    }
    return ends;
}

/* Returns the positions of a design's overrides (`json`) in `texts`, and adds new overrides to
 * `texts` and to `override_positions`, which has the position of each text. */
static json_t *intern_overrides(const char *json, json_t *override_positions, json_t *texts)
{
    json_t *list = json_loads(json, 0, NULL), *positions = json_array();
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *text = json_string_value(json_array_get(list, i));
        if (!text) continue;
        json_t *position = json_object_get(override_positions, text);
        if (!position) {
            json_object_set_new(override_positions, text,
                                json_integer((json_int_t)json_array_size(texts)));
            json_array_append_new(texts, json_string(text));
            position = json_object_get(override_positions, text);
        }
        json_array_append(positions, position);
    }
    json_decref(list);
    return positions;
}

/* Returns the membership and the flag bits of a design, in the form of designs.js. */
static int design_flags(const noc_candidates *candidates, size_t i)
{
    static const int reaches[] = {0, 32, 16}; /* indexed by noc_reach */
    return (int)noc_candidate_membership(candidates, i) |
           (candidates->marks[i].is_on_value_front ? 4 : 0) |
           (i >= candidates->racing_count ? 8 : 0) |
           reaches[noc_candidate_reach(&candidates->list[i])];
}

static json_t *build_row(const noc_candidates *candidates, size_t i, const shown_metrics *s,
                         const noc_page_settings *settings, size_t row, json_t *override_positions,
                         json_t *texts)
{
    const noc_candidate *candidate = &candidates->list[i];
    const noc_entry *entry = noc_candidate_entry(candidate);
    json_t *fields = json_array(), *cells = json_array(), *values = json_array();
    json_array_append_new(fields, json_sprintf("%.12s", entry->hash));
    json_array_append_new(fields, json_integer(settings->topologies[row]));
    json_array_append_new(fields, json_integer(design_flags(candidates, i)));
    json_array_append_new(fields, json_integer(noc_candidate_is_sampled(candidates, candidate)));
    json_array_append_new(fields, intern_overrides(entry->overrides, override_positions, texts));
    for (size_t k = 0; k < settings->count; k++) {
        const int cell = settings->cells[row * settings->count + k];
        if (noc_page_setting_is_shown(settings, k))
            json_array_append_new(cells, cell < 0 ? json_null() : json_integer(cell));
    }
    for (size_t k = 0; k < s->count; k++)
        json_array_append_new(
            values,
            round_number(noc_candidate_metric(candidates, candidate, s->ids[k], NULL).value));
    json_array_append_new(fields, cells);
    json_array_append_new(fields, values);
    json_array_append_new(fields, interval_ends(candidates, i, s));
    json_array_append_new(fields, json_integer((json_int_t)(100.0 * candidates->odds[i] + 0.5)));
    return fields;
}

static json_t *setting_rows(const noc_page_settings *settings, const noc_network_words *words)
{
    json_t *list = json_array();
    for (size_t k = 0; k < settings->count; k++) {
        const noc_setting *s = noc_setting_at(settings->list[k].setting_index);
        if (!noc_page_setting_is_shown(settings, k)) continue;
        char path[120];
        noc_page_setting_path(&settings->list[k], path, sizeof path);
        char *label = noc_setting_make_label(words, path);
        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:b, s:O}", "name", path, "label",
                                              label ? label : path, "unit",
                                              s->key->unit ? s->key->unit : "", "numeric",
                                              settings->list[k].is_numeric, "values",
                                              settings->list[k].values));
        free(label);
    }
    return list;
}

/* Returns the shown settings of the base design as texts; "" without the setting, or if the base
 * design alone is not valid. */
static json_t *baseline_texts(noc_store *store, const char *source,
                              const noc_page_settings *settings)
{
    noc_diag ignored = {0};
    noc_design *base = NULL;
    const noc_status status = noc_store_rebuild_design(store, source, "[]", &base, &ignored);
    json_t *list = json_array();
    for (size_t k = 0; k < settings->count; k++) {
        if (!noc_page_setting_is_shown(settings, k)) continue;
        char *text = status == NOC_OK ? noc_page_setting_text(base, &settings->list[k]) : NULL;
        json_array_append_new(list, json_string(text ? text : ""));
        free(text);
    }
    if (status == NOC_OK) noc_design_free(base);
    noc_diag_clear(&ignored);
    return list;
}

/* Adds for each override: its phrase in a design's name, the index of its setting in `names` (the
 * order of phrases), and 1 if pictures show the override, else 0. Takes ownership of `texts`. */
static void add_overrides(json_t *root, const noc_design_names *names, json_t *texts)
{
    json_t *phrases = json_array(), *phrase_positions = json_array(), *is_drawn = json_array();
    for (size_t i = 0; i < json_array_size(texts); i++) {
        const char *text = json_string_value(json_array_get(texts, i));
        char *phrase = noc_override_phrase(names, text);
        json_array_append_new(phrases, json_string(phrase ? phrase : ""));
        json_array_append_new(is_drawn, json_integer(noc_page_override_is_drawn(text)));
        json_array_append_new(phrase_positions,
                              json_integer((json_int_t)noc_design_names_index(names, text)));
        free(phrase);
    }
    json_object_set_new(root, "phrases", phrases);
    json_object_set_new(root, "places", phrase_positions);
    json_object_set_new(root, "drawn", is_drawn);
    json_object_set_new(root, "overrides", texts);
}

/* Adds the row of the knee, and the setting that colours show first: the topology if it varies,
 * else the setting that explains most among settings with few values, else among all. */
static void add_first_view(json_t *root, const noc_front_view *view, const noc_design_names *names,
                           const noc_page_designs *drawn)
{
    enum { COLOURS = 7 };
    const noc_candidates *candidates = view->candidates;
    const size_t knee = noc_front_summarize(candidates).knee;
    size_t row = 0, colour_setting = noc_design_names_index(names, "network.topology");
    while (row < drawn->count && drawn->list[row] != knee) row++;
    if (colour_setting == names->count || !names->list[colour_setting].is_varied)
        colour_setting = noc_design_names_find_main(names, candidates, COLOURS);
    if (colour_setting == names->count) /* many values: a scale */
        colour_setting = noc_design_names_find_main(names, candidates, SIZE_MAX);
    json_object_set_new(root, "knee",
                        row < drawn->count ? json_integer((json_int_t)row) : json_null());
    json_object_set_new(root, "colour",
                        colour_setting < names->count ? json_string(names->list[colour_setting].key)
                                                      : json_null());
}

json_t *noc_page_data(const noc_front_view *view, const noc_design_names *design_names,
                      const noc_page_designs *drawn, const noc_page_settings *settings)
{
    const noc_candidates *candidates = view->candidates;
    shown_metrics s = {.count = 0};
    s.count = find_shown_metrics(candidates, drawn, s.ids);
    find_interval_metrics(candidates, drawn, &s);
    json_t *root = json_object(), *rows = json_array(), *objective_positions = json_array();
    json_t *override_positions = json_object(), *texts = json_array(),
           *topology_names = json_array();
    json_t *interval_positions = json_array();
    for (size_t i = 0; i < drawn->count; i++)
        json_array_append_new(rows, build_row(candidates, drawn->list[i], &s, settings, i,
                                              override_positions, texts));
    for (size_t t = 0; noc_topology_name(t); t++)
        json_array_append_new(topology_names, json_string(noc_topology_name(t)));
    json_decref(override_positions);
    for (size_t i = 0; i < candidates->objectives.count; i++)
        for (size_t k = 0; k < s.count; k++)
            if (s.ids[k] == candidates->objectives.list[i].metric)
                json_array_append_new(objective_positions, json_integer((json_int_t)k));
    json_object_set_new(root, "schema", json_string("nocsight.page/1"));
    noc_json_set_text(root, "space", view->space->name);
    noc_json_set_count(root, "designs", candidates->count);
    json_object_set_new(root, "objectives", objective_positions);
    json_object_set_new(root, "metrics", metric_rows(view, s.ids, s.count));
    for (size_t k = 0; k < s.interval_count; k++)
        json_array_append_new(interval_positions, json_integer((json_int_t)s.interval_metrics[k]));
    json_object_set_new(root, "bounded", interval_positions);
    json_object_set_new(root, "stated", stated_intervals(candidates, s.ids, s.count));
    json_object_set_new(root, "settings", setting_rows(settings, &design_names->network_words));
    json_object_set_new(root, "baseline",
                        baseline_texts(view->store, view->space->source, settings));
    json_object_set_new(root, "names", topology_names);
    add_overrides(root, design_names, texts);
    add_first_view(root, view, design_names, drawn);
    json_object_set_new(root, "drawings", noc_page_drawings(view->store, candidates, drawn));
    noc_json_set_text(root, "base", view->base_file);
    json_object_set_new(root, "rows", rows);
    return root;
}
