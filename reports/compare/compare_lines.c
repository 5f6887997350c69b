#include "reports/compare/compare_lines.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/affix.h"
#include "reports/words/figure.h"
#include "reports/writers/json.h"

/* ---- moved settings ------------------------------------------------------------------------- */

static bool is_area(const noc_match *m)
{
    return m->metric == NOC_METRIC_network_area_mm2;
}

const noc_match *noc_moved_of(const noc_compared_designs *d, size_t i)
{
    return d->moved && d->moved[i].path ? &d->moved[i] : NULL;
}

/* Returns the figure of a moved setting's metric: "25.2", "4911". */
static noc_figure moved_figure(double value)
{
    const double size = fabs(value);
    return noc_figure_of(value, size >= 100.0 ? 0 : size >= 10.0 ? 1 : size >= 1.0 ? 2 : 4);
}

void noc_line_moved(const noc_compared_designs *d, size_t i, char line[NOC_COMPARE_LINE])
{
    const noc_match *m = noc_moved_of(d, i);
    const noc_design *design = d->estimates[i].design;
    *line = '\0';
    if (!m) return;
    const int used = snprintf(line, NOC_COMPARE_LINE, "%.200s: %s %s -> %s, %s %s %s beside %s",
                              design->word ? design->word : design->name, m->path, m->from, m->to,
                              is_area(m) ? "area" : "data bandwidth", moved_figure(m->value).text,
                              is_area(m) ? "mm2" : "GB/s", moved_figure(m->target).text);
    if (!m->met)
        snprintf(line + used, NOC_COMPARE_LINE - (size_t)used,
                 ": the nearest, as no value of it comes within %.0f %%", 100.0 * NOC_MATCH_NEAR);
}

json_t *noc_json_moved(const noc_compared_designs *d, size_t i)
{
    const noc_match *m = noc_moved_of(d, i);
    if (!m) return json_null();
    json_t *object = json_object();
    json_object_set_new(object, "setting", noc_json_text(m->path));
    json_object_set_new(object, "from", noc_json_setting(m->from));
    json_object_set_new(object, "to", noc_json_setting(m->to));
    json_object_set_new(object, "metric", noc_json_text(noc_metric_info_of(m->metric)->name));
    json_object_set_new(object, "value", noc_json_real(m->value));
    json_object_set_new(object, "target", noc_json_real(m->target));
    json_object_set_new(object, "met", json_boolean(m->met));
    return object;
}

/* ---- ends ----------------------------------------------------------------------------------- */

/* Ends of the network: cores, memories, and the programs on the cores. */
typedef enum end_kind { CORES, MEMORIES, PROGRAMS, END_KINDS } end_kind;

/* Finds the kind of ends that a setting belongs to; END_KINDS: the network or the chip. */
static end_kind kind_of(const char *path)
{
    static const struct {
        const char *begin;
        end_kind kind;
    } kinds[] = {
        {"nodes.placement", END_KINDS},
        {"nodes.memory_at", END_KINDS},
        {"nodes.empty_at", END_KINDS},
        {"nodes.memory", MEMORIES},
        {"nodes.", CORES},
        {"memory.", MEMORIES},
        {"traffic.", PROGRAMS},
        {"workload", PROGRAMS},
        {"cta.", PROGRAMS},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (begins_with(path, kinds[i].begin)) return kinds[i].kind;
    return END_KINDS;
}

/* Numbers and names of differing settings of the ends. */
typedef struct ends {
    size_t of[END_KINDS], all;
    json_t *paths; /* names of the settings; NULL: not asked for */
} ends;

static void count_end(void *context, const char *path)
{
    ends *e = context;
    const end_kind kind = kind_of(path);
    if (kind == END_KINDS) return;
    e->of[kind]++;
    e->all++;
    if (e->paths) json_array_append_new(e->paths, noc_json_text(path));
}

static ends ends_of(const noc_settings *settings, size_t i, json_t *paths)
{
    const noc_settings pair[2] = {settings[0], settings[i]};
    ends e = {.paths = paths};
    noc_settings_differing(pair, 2, count_end, &e);
    return e;
}

size_t noc_ends_differing_count(const noc_settings *settings, size_t i)
{
    return ends_of(settings, i, NULL).all;
}

void noc_line_ends(const noc_labels *labels, const noc_compared_designs *d,
                   const noc_settings *settings, size_t i, char line[NOC_COMPARE_LINE])
{
    static const char *const names[END_KINDS] = {"cores", "memories", "programs"};
    const ends e = ends_of(settings, i, NULL);
    char label[NOC_LABEL_CHARS] = "", list[60] = "";
    size_t used = 0;
    *line = '\0';
    if (e.all == 0) return;
    if (d->count > 2) noc_label(labels, d->estimates[i].design, label);
    for (int k = 0; k < END_KINDS; k++)
        if (e.of[k])
            used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "",
                                     names[k]);
    snprintf(line, NOC_COMPARE_LINE, "%s%s differ in %s: %zu setting%s.", label,
             *label ? " and the first" : "The designs", list, e.all, e.all == 1 ? "" : "s");
}

json_t *noc_json_ends(const noc_settings *settings, size_t i)
{
    json_t *paths = json_array();
    ends_of(settings, i, paths);
    return paths;
}

/* ---- ratio ---------------------------------------------------------------------------------- */

/* Ratio of a metric of two answers, and ends of its interval. */
typedef struct ratio {
    double value, lo, hi;
    bool within; /* the interval holds 1 */
} ratio;

static ratio ratio_of(const noc_estimate *base, const noc_estimate *e, noc_metric_id id)
{
    const noc_contrast c = noc_compared(base, e, id);
    if (c.why) return (ratio){NAN, NAN, NAN, false};
    return (ratio){1.0 + c.change, 1.0 + c.lo, 1.0 + c.hi, c.within};
}

static ratio inverse(ratio r)
{
    return (ratio){1.0 / r.value, 1.0 / r.hi, 1.0 / r.lo, r.within};
}

/* Returns a ratio as text: "2.31 (2.10 to 2.55)". */
static noc_figure ratio_figure(ratio r)
{
    noc_figure f;
    const int digits = r.value < 10.0 ? 2 : r.value < 100.0 ? 1 : 0;
    if (r.hi > r.lo)
        snprintf(f.text, sizeof f.text, "%.*f (%.*f to %.*f)", digits, r.value, digits, r.lo,
                 digits, r.hi);
    else
        snprintf(f.text, sizeof f.text, "%.*f", digits, r.value);
    return f;
}

/* Writes the words on the area: " at the same area", " on 2.47 times the area", or "". */
static void area_words(const noc_match *m, ratio area, char words[NOC_FIGURE_CHARS + 40])
{
    *words = '\0';
    if (m && m->met && is_area(m))
        snprintf(words, NOC_FIGURE_CHARS + 40, " at the same area");
    else if (isfinite(area.value))
        snprintf(words, NOC_FIGURE_CHARS + 40, " on %s times the area", ratio_figure(area).text);
}

void noc_line_ratio(const noc_labels *labels, const noc_compared_designs *d, size_t i,
                    char line[NOC_COMPARE_LINE])
{
    const noc_estimate *base = &d->estimates[0], *e = &d->estimates[i];
    const noc_match *m = noc_moved_of(d, i);
    ratio data = ratio_of(base, e, NOC_METRIC_saturation_data_gb_per_s);
    ratio area = ratio_of(base, e, NOC_METRIC_network_area_mm2);
    char names[2][NOC_LABEL_CHARS], beside[NOC_FIGURE_CHARS + 40];
    *line = '\0';
    if (!isfinite(data.value) || !(data.value > 0.0)) return;
    noc_label(labels, e->design, names[0]);
    noc_label(labels, base->design, names[1]);
    if (m && m->met && !is_area(m) && isfinite(area.value)) {
        const bool more = area.value >= 1.0;
        snprintf(line, NOC_COMPARE_LINE,
                 "%s has %s times the area of %s at the same data bandwidth.", names[!more],
                 ratio_figure(more ? area : inverse(area)).text, names[more]);
        return;
    }
    const bool first = data.value < 1.0;
    if (first) {
        data = inverse(data);
        area = inverse(area);
    }
    area_words(m, area, beside);
    snprintf(line, NOC_COMPARE_LINE, "%s carries %s times as much data as %s%s%s.", names[first],
             ratio_figure(data).text, names[!first], beside,
             data.within ? ": indistinguishable" : "");
}
