/* The page's data is one JSON object; reports/page/page.js draws it. What is drawn is at most DRAWN_MOST
 * designs: all that are on the front by value, the measured, then even parts of the possible and the rest. */
#include "reports/page.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "explore/settings.h"
#include "network/kinds.h"
#include "reports/figure.h"
#include "reports/overrides.h"
#include "reports/page_parts.h"

enum { DRAWN_MOST = 4500, VALUES_MOST = 4096 }; /* with all intervals a page stays below 2 MB */

bool noc_page_is_built(void)
{
    return noc_page_library[0].file != NULL;
}

static const char *part(const char *suffix)
{
    for (size_t i = 0; noc_page_parts[i].file; i++) {
        const size_t length = strlen(noc_page_parts[i].file), tail = strlen(suffix);
        if (length > tail && strcmp(noc_page_parts[i].file + length - tail, suffix) == 0)
            return noc_page_parts[i].text;
    }
    return "";
}

/* ---- what is drawn -------------------------------------------------------------------------- */

typedef struct drawn {
    size_t *list; /* candidates */
    size_t count, front;
} drawn;

enum { RANK_FRONT, RANK_MEASURED, RANK_POSSIBLE, RANK_REST };

static int rank_of(const noc_candidates *all, size_t i)
{
    if (all->marks[i].by_value) return RANK_FRONT;
    if (noc_candidate_measured(all, &all->list[i])) return RANK_MEASURED;
    return all->marks[i].membership != NOC_FRONT_OFF ? RANK_POSSIBLE : RANK_REST;
}

/* The designs of one rank, evenly thinned to a room. */
static size_t add_rank(const noc_candidates *all, int rank, size_t room, drawn *d)
{
    size_t members = 0, seen = 0, added = 0;
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < all->count; i++) {
            if (rank_of(all, i) != rank) continue;
            if (pass == 0) {
                members++;
                continue;
            }
            /* candidates are in order of their hashes, so every n-th is a fair part */
            const size_t due = members <= room ? seen + 1 : (seen + 1) * room / members;
            seen++;
            if (due <= added) continue;
            d->list[d->count++] = i;
            added++;
        }
    return added;
}

static noc_status choose(const noc_candidates *all, drawn *d, noc_diag *diag)
{
    *d = (drawn){.list = malloc((DRAWN_MOST + all->count) * sizeof *d->list)};
    if (!d->list) return noc_fail_memory(diag);
    d->front = add_rank(all, RANK_FRONT, DRAWN_MOST, d);
    add_rank(all, RANK_MEASURED, DRAWN_MOST - d->count, d);
    add_rank(all, RANK_POSSIBLE, (DRAWN_MOST - d->count) * 4 / 5, d);
    add_rank(all, RANK_REST, DRAWN_MOST - d->count, d);
    return NOC_OK;
}

/* ---- settings ------------------------------------------------------------------------------- */

/* One setting's values in the drawn designs, each kept once. */
typedef struct column {
    size_t setting;
    json_t *values; /* array */
    bool numeric, absent;
} column;

typedef struct columns {
    column *list;
    size_t count;
    int *cells; /* of design d and column c at d * count + c: position in values, or -1 */
    int *topologies;
} columns;

/* A number stays one. */
static json_t *value_of(const noc_setting *s, const char *text)
{
    if (s->key->type == NOC_INTEGER) return json_integer(strtoll(text, NULL, 10));
    if (s->key->type == NOC_REAL) return json_real(strtod(text, NULL));
    return json_string(text);
}

static int intern(column *c, const char *text)
{
    json_t *value = value_of(noc_setting_at(c->setting), text);
    for (size_t i = 0; i < json_array_size(c->values); i++)
        if (json_equal(json_array_get(c->values, i), value)) {
            json_decref(value);
            return (int)i;
        }
    if (json_array_size(c->values) >= VALUES_MOST) {
        json_decref(value);
        return -1;
    }
    json_array_append_new(c->values, value);
    return (int)json_array_size(c->values) - 1;
}

static void read_design(const noc_design *design, columns *c, size_t row)
{
    for (size_t k = 0; k < c->count; k++) {
        char *text = noc_setting_text(design, c->list[k].setting);
        c->cells[row * c->count + k] = text ? intern(&c->list[k], text) : -1;
        if (!text) c->list[k].absent = true;
        free(text);
    }
    c->topologies[row] = design->networks[0].topology;
}

/* Settings that all designs share are left out; so are tiles, where a placement names them. */
static bool is_shown(const columns *c, size_t k)
{
    const noc_setting *s = noc_setting_at(c->list[k].setting);
    if (strcmp(s->key->name, "memory_at") == 0) return false;
    return json_array_size(c->list[k].values) > 1 ||
           (json_array_size(c->list[k].values) == 1 && c->list[k].absent);
}

static void clear_columns(columns *c)
{
    for (size_t k = 0; k < c->count; k++) json_decref(c->list[k].values);
    free(c->list);
    free(c->cells);
    free(c->topologies);
}

static noc_status read_settings(noc_store *store, const noc_candidates *all, const drawn *d,
                                columns *c, noc_diag *diag)
{
    *c = (columns){.count = 0};
    while (noc_setting_at(c->count)) c->count++;
    c->list = calloc(c->count + 1, sizeof *c->list);
    c->cells = calloc(c->count * d->count + 1, sizeof *c->cells);
    c->topologies = calloc(d->count + 1, sizeof *c->topologies);
    if (!c->list || !c->cells || !c->topologies) return noc_fail_memory(diag);
    for (size_t k = 0; k < c->count; k++) {
        const noc_type type = noc_setting_at(k)->key->type;
        c->list[k] = (column){k, json_array(), type == NOC_INTEGER || type == NOC_REAL, false};
    }
    noc_status status = NOC_OK;
    for (size_t i = 0; i < d->count && status == NOC_OK; i++) {
        const noc_entry *e = noc_candidate_entry(&all->list[d->list[i]]);
        noc_design *design = NULL;
        status = noc_store_rebuild(store, e->source, e->overrides, &design, diag);
        if (status == NOC_OK) read_design(design, c, i);
        noc_design_free(design);
    }
    return status;
}

/* ---- the data ------------------------------------------------------------------------------- */

static json_t *real_of(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

/* Less is better for areas, powers, energies, latencies, what is used up. */
static bool more_is_better(const noc_objectives *o, noc_metric_id id)
{
    static const char *const less[] = {"area_mm2",   "_mw",  "_pj",         "latency",
                                       "round_trip", "hops", "utilization", "stall"};
    for (size_t i = 0; i < o->count; i++)
        if (o->list[i].metric == id) return o->list[i].maximize;
    for (size_t i = 0; i < sizeof less / sizeof less[0]; i++)
        if (strstr(noc_metric_info_of(id)->name, less[i])) return false;
    return true;
}

/* Metrics that some drawn design has. */
static size_t metrics_shown(const noc_candidates *all, const drawn *d, noc_metric_id *ids)
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

static json_t *metric_rows(const noc_candidates *all, const noc_metric_id *ids, size_t count)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++) {
        const noc_metric_info *info = noc_metric_info_of(ids[i]);
        json_array_append_new(
            list, json_pack("{s:s, s:s, s:s, s:b, s:s}", "name", info->name, "label",
                            noc_metric_label(ids[i]).text, "unit", info->unit, "up",
                            more_is_better(&all->objectives, ids[i]), "meaning", info->meaning));
    }
    return list;
}

/* What the interval of a model answer that has none of its own is of its value; null where it is exact. */
static json_t *stated_intervals(const noc_candidates *all, const noc_metric_id *ids, size_t count)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, noc_metric_is_exact(ids[i])
                                        ? json_null()
                                        : json_pack("[f, f]", 1.0 / (1.0 + all->model_error),
                                                    1.0 + all->model_error));
    return list;
}

static json_t *shortened(double value)
{
    char digits[40];
    snprintf(digits, sizeof digits, "%.5g", value);
    return real_of(isfinite(value) ? strtod(digits, NULL) : value);
}

/* How far an end of an interval is from the value: in hundredths of a per cent of it, rounded away from it, as that
 * takes half the room of the end itself; of a value of 0 the end. */
static json_t *end_of(double end, double value)
{
    if (value == 0.0) return shortened(end);
    return json_integer((json_int_t)ceil(1e4 * fabs((end - value) / value) - 1e-6));
}

/* Whether a metric has an interval that is more than stated. */
static bool is_bounded(const noc_candidates *all, size_t i, noc_metric_id id, noc_metric *m)
{
    const noc_candidate *c = &all->list[i];
    *m = noc_candidate_metric(all, c, id, NULL);
    return !noc_candidate_is_stated(all, c, id) && isfinite(m->lo) && isfinite(m->hi);
}

/* The metrics that are drawn: all that some design has, and of those the ones with intervals. */
typedef struct shown {
    noc_metric_id ids[NOC_METRICS];
    size_t count;
    size_t bounded[NOC_METRICS]; /* positions in ids */
    size_t bounded_count;
} shown;

static void find_bounded(const noc_candidates *all, const drawn *d, shown *s)
{
    noc_metric m;
    for (size_t k = 0; k < s->count; k++) {
        size_t i = 0;
        while (i < d->count && !is_bounded(all, d->list[i], s->ids[k], &m)) i++;
        if (i < d->count) s->bounded[s->bounded_count++] = k;
    }
}

/* Two ends for each bounded metric, nulls where there are none. */
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

/* Positions of a design's overrides in the list of all of them, which grows. */
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

static json_t *row_of(const noc_candidates *all, size_t i, const shown *s, const columns *c,
                      size_t row, json_t *known, json_t *texts)
{
    const noc_candidate *candidate = &all->list[i];
    const noc_entry *e = noc_candidate_entry(candidate);
    const noc_front_mark *mark = &all->marks[i];
    json_t *r = json_array(), *cells = json_array(), *values = json_array();
    json_array_append_new(r, json_sprintf("%.12s", e->hash));
    json_array_append_new(r, json_integer(c->topologies[row]));
    json_array_append_new(r, json_integer((int)mark->membership | (mark->by_value ? 4 : 0)));
    json_array_append_new(r, json_integer(noc_candidate_measured(all, candidate)));
    json_array_append_new(r, intern_overrides(e->overrides, known, texts));
    for (size_t k = 0; k < c->count; k++) {
        const int cell = c->cells[row * c->count + k];
        if (is_shown(c, k))
            json_array_append_new(cells, cell < 0 ? json_null() : json_integer(cell));
    }
    for (size_t k = 0; k < s->count; k++)
        json_array_append_new(
            values, shortened(noc_candidate_metric(all, candidate, s->ids[k], NULL).value));
    json_array_append_new(r, cells);
    json_array_append_new(r, values);
    json_array_append_new(r, own_intervals(all, i, s));
    return r;
}

static json_t *setting_rows(const columns *c)
{
    json_t *list = json_array();
    for (size_t k = 0; k < c->count; k++) {
        const noc_setting *s = noc_setting_at(c->list[k].setting);
        if (!is_shown(c, k)) continue;
        json_array_append_new(list,
                              json_pack("{s:o, s:b, s:O}", "name",
                                        json_sprintf("%s.%s", s->group, s->key->name), "numeric",
                                        c->list[k].numeric, "values", c->list[k].values));
    }
    return list;
}

static json_t *topology_names(const columns *c, size_t count)
{
    json_t *list = json_array();
    for (size_t t = 0; noc_topology_name(t); t++)
        for (size_t i = 0; i < count; i++)
            if (c->topologies[i] == (int)t) {
                json_array_append_new(list, json_string(noc_topology_name(t)));
                break;
            }
    return list;
}

/* The shown settings of the base design as text; "" where it has none or cannot stand by itself. */
static json_t *baseline_texts(noc_store *store, const char *source, const columns *c)
{
    noc_diag ignored = {0};
    noc_design *base = NULL;
    const noc_status status = noc_store_rebuild(store, source, "[]", &base, &ignored);
    json_t *list = json_array();
    for (size_t k = 0; k < c->count; k++) {
        if (!is_shown(c, k)) continue;
        char *text = status == NOC_OK ? noc_setting_text(base, c->list[k].setting) : NULL;
        json_array_append_new(list, json_string(text ? text : ""));
        free(text);
    }
    if (status == NOC_OK) noc_design_free(base);
    noc_diag_clear(&ignored);
    return list;
}

static char *base_word(noc_store *store, const char *source, noc_word_for *word_for)
{
    noc_diag ignored = {0};
    noc_design *base = NULL;
    char *path = NULL;
    if (noc_store_rebuild(store, source, "[]", &base, &ignored) == NOC_OK) {
        path = word_for(base->file);
        noc_design_free(base);
    }
    noc_diag_clear(&ignored);
    return path ? path : strdup("DESIGN");
}

static json_t *data_object(const noc_front_view *v, noc_store *store, const drawn *d,
                           const columns *c, noc_word_for *word_for)
{
    const noc_candidates *all = v->candidates;
    shown s = {.count = 0};
    s.count = metrics_shown(all, d, s.ids);
    find_bounded(all, d, &s);
    char *base = base_word(store, v->space->source, word_for);
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
    json_object_set_new(root, "space", json_string(v->space->name));
    json_object_set_new(root, "designs", json_integer((json_int_t)all->count));
    json_object_set_new(root, "objectives", goals);
    json_object_set_new(root, "metrics", metric_rows(all, s.ids, s.count));
    for (size_t k = 0; k < s.bounded_count; k++)
        json_array_append_new(bounded, json_integer((json_int_t)s.bounded[k]));
    json_object_set_new(root, "bounded", bounded);
    json_object_set_new(root, "stated", stated_intervals(all, s.ids, s.count));
    json_object_set_new(root, "settings", setting_rows(c));
    json_object_set_new(root, "topologies", topology_names(c, d->count));
    json_object_set_new(root, "baseline", baseline_texts(store, v->space->source, c));
    json_object_set_new(root, "names", names);
    json_object_set_new(root, "overrides", texts);
    json_object_set_new(root, "base", json_string(base ? base : "DESIGN"));
    json_object_set_new(root, "rows", rows);
    free(base);
    return root;
}

/* ---- the page ------------------------------------------------------------------------------- */

static void html(FILE *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '<')
            fputs("&lt;", out);
        else if (*text == '>')
            fputs("&gt;", out);
        else if (*text == '&')
            fputs("&amp;", out);
        else if (*text == '"')
            fputs("&quot;", out);
        else
            fputc(*text, out);
    }
}

/* No "<" in the data, so nothing in it can end the script that holds it. */
static void put_data(FILE *out, const json_t *data)
{
    char *text = json_dumps(data, JSON_COMPACT | JSON_REAL_PRECISION(6));
    fputs("<script type=\"application/json\" id=\"data\">", out);
    for (const char *c = text; c && *c; c++) {
        if (*c == '<')
            fputs("\\u003c", out);
        else
            fputc(*c, out);
    }
    fputs("</script>\n", out);
    free(text);
}

static void put_facts(FILE *out, const noc_front_view *v, const drawn *d, const char *facts)
{
    const noc_candidates *all = v->candidates;
    fputs("<section id=\"about\"><h2>About this report</h2><dl class=\"about\">\n", out);
    fprintf(out, "<dt>space</dt><dd>");
    html(out, v->space->name);
    fprintf(out, " (%s), %zu designs within the constraints</dd>\n<dt>constraints</dt><dd>",
            v->space->id, all->count);
    html(out, strcmp(v->space->constraints, "[]") == 0 ? "none" : v->space->constraints);
    fprintf(out, "</dd>\n<dt>drawn</dt><dd>%zu of %zu designs%s</dd>\n", d->count, all->count,
            d->count < all->count
                ? ": all that are on the front of the objectives and all measured ones, then even "
                  "parts of those possibly on it (four fifths of the room) and of the rest. Fronts "
                  "of other pairs of metrics are "
                  "of the designs drawn"
                : "");
    fprintf(out,
            "<dt>intervals</dt><dd>measured: 95 %%; model: %s; where it tells none, %.0f %% as "
            "stated%s</dd>\n",
            noc_candidates_learned(all) ? "objectives as learned from the measured designs, 95 %; "
                                          "the others of its calibration, 90 %"
                                        : "of its calibration, 90 %",
            100.0 * v->model_error,
            all->paired && all->scale.common_spread > 0.0
                ? "; costs: against the other designs, without the factor that all costs of the "
                  "technology share"
                : "");
    for (const char *c = v->caveats; *c; c += strcspn(c, "\n") + 1) {
        char *line = strndup(c, strcspn(c, "\n"));
        fputs("<dt>warning</dt><dd>", out);
        html(out, line ? line : "");
        fputs("</dd>\n", out);
        free(line);
    }
    while (*facts) {
        const size_t line = strcspn(facts, "\n"), tab = strcspn(facts, "\t");
        char *copy = strndup(facts, line);
        if (copy && tab < line) {
            copy[tab] = '\0';
            fputs("<dt>", out);
            html(out, copy);
            fputs("</dt><dd>", out);
            html(out, copy + tab + 1);
            fputs("</dd>\n", out);
        }
        free(copy);
        facts += line + (facts[line] == '\n');
    }
    fputs("</dl></section>\n", out);
}

/* For readers without scripts: the plot of the objectives and the front's table, as plain SVG and HTML. */
static void put_static(FILE *out, const noc_candidates *all, const drawn *d)
{
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (size_t i = 0; i < d->count; i++)
        for (size_t k = 0; k < 2; k++) {
            const double v = fabs(all->points[d->list[i]].value[1 - k]);
            low[k] = fmin(low[k], v);
            high[k] = fmax(high[k], v);
        }
    const noc_metric_id y = all->objectives.list[0].metric, x = all->objectives.list[1].metric;
    fputs("<noscript><svg id=\"static\" viewBox=\"0 0 640 400\" "
          "role=\"img\">\n<title>Front</title>\n",
          out);
    const double scale[2] = {high[0] > low[0] ? 560 / (high[0] - low[0]) : 0,
                             high[1] > low[1] ? 340 / (high[1] - low[1]) : 0};
    for (size_t i = d->count; i-- > 0;) { /* the front, which comes first, is drawn last */
        const noc_front_point *p = &all->points[d->list[i]];
        const double px = 60 + scale[0] * (fabs(p->value[1]) - low[0]);
        const double py = 360 - scale[1] * (fabs(p->value[0]) - low[1]);
        if (i + 1 == d->count) /* the others are dots of one line: a tenth of the room */
            fputs("<path stroke=\"#99a\" stroke-width=\"3\" stroke-linecap=\"round\" d=\"", out);
        if (i >= d->front) fprintf(out, "M%.0f %.0fh0", px, py);
        if (i == d->front || (i < d->front && i + 1 == d->count)) fputs("\"/>\n", out);
        if (i < d->front)
            fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"#000\"/>\n", px, py);
    }
    fprintf(out,
            "<text x=\"60\" y=\"390\">%s, %.4g to %.4g %s</text><text x=\"4\" y=\"12\">%s, %.4g to "
            "%.4g %s</text></svg>\n<table><tr><th>design</th><th>",
            noc_metric_label(x).text, low[0], high[0], noc_metric_info_of(x)->unit,
            noc_metric_label(y).text, low[1], high[1], noc_metric_info_of(y)->unit);
    html(out, noc_metric_info_of(y)->name);
    fputs("</th><th>", out);
    html(out, noc_metric_info_of(x)->name);
    fputs("</th><th>settings</th></tr>\n", out);
    for (size_t i = 0; i < d->front; i++) {
        const noc_entry *e = noc_candidate_entry(&all->list[d->list[i]]);
        char text[600];
        noc_overrides_text(e->overrides, text, sizeof text);
        fprintf(out, "<tr><td>d-%.*s</td><td>%.5g</td><td>%.5g</td><td class=\"text\">",
                NOC_SHORT_ID_CHARS, e->hash, fabs(all->points[d->list[i]].value[0]),
                fabs(all->points[d->list[i]].value[1]));
        html(out, text);
        fputs("</td></tr>\n", out);
    }
    fputs("</table></noscript>\n", out);
}

static const char controls[] =
    "<div class=\"bar\"><span role=\"tablist\"><button id=\"tab-plot\" role=\"tab\">Plot</button> "
    "<button id=\"tab-parallel\" role=\"tab\">Parallel coordinates</button></span>\n"
    "<label>y <select id=\"y\"></select></label> <button id=\"ylog\">log y</button>\n"
    "<label>x <select id=\"x\"></select></label> <button id=\"xlog\">log x</button>\n"
    "<button id=\"front-only\">front only</button> <button id=\"whiskers\">all intervals</button>\n"
    "<button id=\"reset\">reset</button> <span id=\"count\"></span></div>\n";
static const char stage[] =
    "<div class=\"main\"><div class=\"stage\">\n"
    "<svg id=\"plot\" role=\"img\" tabindex=\"0\"></svg><svg id=\"parallel\" role=\"img\" "
    "aria-label=\"parallel coordinates of the designs shown\" style=\"display:none\"></svg>\n"
    "<p id=\"summary\" class=\"faint\"></p>\n"
    "<p class=\"faint\">Circle: model. Diamond: measured. Filled and large: certainly on the "
    "front, or "
    "displayed axes have no intervals; ringed: possibly. Lines: intervals. <span "
    "class=\"screen\">Click two designs to compare them; shift-drag to select a part of the plane; "
    "arrow keys walk along the points.</span></p>\n"
    "<p class=\"print-only\" id=\"legend\"></p><p class=\"print-only\" id=\"words\"></p></div>\n"
    "<div class=\"filters\" id=\"filters\"></div></div>\n"
    "<section id=\"compare\"></section>\n"
    "<section id=\"front\" class=\"print-only\"></section>\n"
    "<h2 class=\"screen\">Designs</h2><div class=\"bar\"><button id=\"csv\">CSV of the designs "
    "shown</button> <span "
    "id=\"rows\"></span> <span id=\"said\" aria-live=\"polite\" class=\"faint\"></span></div>\n"
    "<div class=\"table\"><table "
    "id=\"table\"><thead><tr></tr></thead><tbody></tbody></table></div>\n"
    "<div id=\"tip\" role=\"status\"></div>\n";

static void put_page(FILE *out, const noc_front_view *v, const drawn *d, const json_t *data,
                     const char *facts)
{
    char goals[300];
    noc_objectives_text(&v->candidates->objectives, goals, sizeof goals);
    fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src "
          "'unsafe-inline'; style-src 'unsafe-inline'; img-src data:\">\n"
          "<meta name=\"viewport\" content=\"width=device-width\">\n<title>",
          out);
    html(out, v->space->name);
    fputs(" - nocsight</title>\n<style>\n", out);
    fputs(part("page.css"), out);
    fputs("</style></head><body>\n<h1>", out);
    html(out, v->space->name);
    fprintf(out, ": front of %s</h1>\n", goals);
    fputs(controls, out);
    put_static(out, v->candidates, d);
    fputs(stage, out);
    put_facts(out, v, d, facts);
    put_data(out, data);
    fputs("<script>\n", out);
    fputs(noc_page_library[0].text, out);
    fputs("\n</script><script>\n", out);
    fputs(part("page.js"), out);
    fputs("</script></body></html>\n", out);
}

noc_status noc_report_page(const noc_sheet *sheet, const noc_front_view *v, noc_store *store,
                           const char *facts, noc_word_for *word_for, noc_diag *diag)
{
    drawn d;
    columns c = {.count = 0};
    noc_status status = choose(v->candidates, &d, diag);
    if (status == NOC_OK) status = read_settings(store, v->candidates, &d, &c, diag);
    if (status == NOC_OK) {
        json_t *data = data_object(v, store, &d, &c, word_for);
        put_page(sheet->out, v, &d, data, facts);
        json_decref(data);
    }
    clear_columns(&c);
    free(d.list);
    return status;
}
