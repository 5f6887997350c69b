#include "reports/compare/compare_lines.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/affix.h"
#include "reports/words/figure.h"
#include "reports/writers/json.h"

/* ---- moved settings ------------------------------------------------------------------------- */

static bool is_area(const noc_match *match)
{
    return match->metric == NOC_METRIC_network_area_mm2;
}

const noc_match *noc_find_moved_setting(const noc_compared_designs *designs, size_t i)
{
    return designs->matches && designs->matches[i].path ? &designs->matches[i] : NULL;
}

/* Returns the figure of a moved setting's metric: "25.2", "4911". */
static noc_figure match_figure(double value)
{
    const double magnitude = fabs(value);
    return noc_figure_make(value, magnitude >= 100.0  ? 0
                                  : magnitude >= 10.0 ? 1
                                  : magnitude >= 1.0  ? 2
                                                      : 4);
}

void noc_write_moved_setting(const noc_compared_designs *designs, size_t i,
                             char line[NOC_COMPARE_LINE_CHARS])
{
    const noc_match *match = noc_find_moved_setting(designs, i);
    const noc_design *design = designs->estimates[i].design;
    *line = '\0';
    if (!match) return;
    const int length =
        snprintf(line, NOC_COMPARE_LINE_CHARS, "%.200s: %s %s -> %s, %s %s %s beside %s",
                 design->typed_name ? design->typed_name : design->name, match->path,
                 match->old_text, match->new_text, is_area(match) ? "area" : "data bandwidth",
                 match_figure(match->value).text, is_area(match) ? "mm2" : "GB/s",
                 match_figure(match->target).text);
    if (!match->is_met)
        snprintf(line + length, NOC_COMPARE_LINE_CHARS - (size_t)length,
                 ": the nearest, as no value of it comes within %.0f %%", 100.0 * NOC_MATCH_NEAR);
}

json_t *noc_json_moved_setting(const noc_compared_designs *designs, size_t i)
{
    const noc_match *match = noc_find_moved_setting(designs, i);
    if (!match) return json_null();
    json_t *object = json_object();
    noc_json_set_text(object, "setting", match->path);
    json_object_set_new(object, "from", noc_json_setting(match->old_text));
    json_object_set_new(object, "to", noc_json_setting(match->new_text));
    noc_json_set_text(object, "metric", noc_metric_info_of(match->metric)->name);
    noc_json_set_real(object, "value", match->value);
    noc_json_set_real(object, "target", match->target);
    noc_json_set_flag(object, "met", match->is_met);
    return object;
}

/* ---- ends ----------------------------------------------------------------------------------- */

/* Ends of the network: cores, memories, and the programs on the cores. */
typedef enum end_kind { CORES, MEMORIES, PROGRAMS, END_KINDS } end_kind;

/* Finds the kind of ends that have a setting; END_KINDS: a setting of the network or the chip. The
 * first kind whose beginning fits the path decides. */
static end_kind find_end_kind(const char *path)
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

/* Differing settings of the ends: their numbers by kind and in total, and their paths. */
typedef struct ends {
    size_t counts[END_KINDS], total;
    json_t *paths; /* array of paths; NULL: not requested */
} ends;

static void add_end(void *context, const char *path)
{
    ends *e = context;
    const end_kind kind = find_end_kind(path);
    if (kind == END_KINDS) return;
    e->counts[kind]++;
    e->total++;
    if (e->paths) json_array_append_new(e->paths, noc_json_text(path));
}

static ends count_ends(const noc_settings *settings, size_t i, json_t *paths)
{
    const noc_settings pair[2] = {settings[0], settings[i]};
    ends e = {.paths = paths};
    noc_settings_visit_changed(pair, 2, add_end, &e);
    return e;
}

size_t noc_count_differing_ends(const noc_settings *settings, size_t i)
{
    return count_ends(settings, i, NULL).total;
}

void noc_write_differing_ends(const noc_labels *labels, const noc_compared_designs *designs,
                              const noc_settings *settings, size_t i,
                              char line[NOC_COMPARE_LINE_CHARS])
{
    static const char *const names[END_KINDS] = {"cores", "memories", "programs"};
    const ends e = count_ends(settings, i, NULL);
    char label[NOC_LABEL_CHARS] = "", list[60] = "";
    size_t length = 0;
    *line = '\0';
    if (e.total == 0) return;
    if (designs->count > 2) noc_label_write(labels, designs->estimates[i].design, label);
    for (int k = 0; k < END_KINDS; k++)
        if (e.counts[k])
            length += (size_t)snprintf(list + length, sizeof list - length, "%s%s",
                                       length ? ", " : "", names[k]);
    snprintf(line, NOC_COMPARE_LINE_CHARS, "%s%s differ in %s: %zu setting%s.", label,
             *label ? " and the first" : "The designs", list, e.total, e.total == 1 ? "" : "s");
}

json_t *noc_json_differing_ends(const noc_settings *settings, size_t i)
{
    json_t *paths = json_array();
    count_ends(settings, i, paths);
    return paths;
}

/* ---- ratio ---------------------------------------------------------------------------------- */

/* Ratio of a metric, variant to base, and the ends of its interval. */
typedef struct ratio {
    double value, lo, hi;
    bool is_indistinguishable; /* the interval holds 1 */
} ratio;

static ratio find_ratio(const noc_estimate *base, const noc_estimate *variant, noc_metric_id id)
{
    const noc_contrast contrast = noc_change_find(base, variant, id);
    if (contrast.reason) return (ratio){NAN, NAN, NAN, false};
    return (ratio){1.0 + contrast.change, 1.0 + contrast.lo, 1.0 + contrast.hi,
                   contrast.is_indistinct};
}

static ratio invert_ratio(ratio r)
{
    return (ratio){1.0 / r.value, 1.0 / r.hi, 1.0 / r.lo, r.is_indistinguishable};
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
static void write_area_words(const noc_match *match, ratio area, char words[NOC_FIGURE_CHARS + 40])
{
    *words = '\0';
    if (match && match->is_met && is_area(match))
        snprintf(words, NOC_FIGURE_CHARS + 40, " at the same area");
    else if (isfinite(area.value))
        snprintf(words, NOC_FIGURE_CHARS + 40, " on %s times the area", ratio_figure(area).text);
}

void noc_write_ratio(const noc_labels *labels, const noc_compared_designs *designs, size_t i,
                     char line[NOC_COMPARE_LINE_CHARS])
{
    const noc_estimate *base = &designs->estimates[0], *variant = &designs->estimates[i];
    const noc_match *match = noc_find_moved_setting(designs, i);
    ratio data = find_ratio(base, variant, NOC_METRIC_saturation_data_gb_per_s);
    ratio area = find_ratio(base, variant, NOC_METRIC_network_area_mm2);
    char names[2][NOC_LABEL_CHARS], area_text[NOC_FIGURE_CHARS + 40];
    *line = '\0';
    if (!isfinite(data.value) || !(data.value > 0.0)) return;
    noc_label_write(labels, variant->design, names[0]);
    noc_label_write(labels, base->design, names[1]);
    if (match && match->is_met && !is_area(match) && isfinite(area.value)) {
        const bool is_larger = area.value >= 1.0;
        snprintf(line, NOC_COMPARE_LINE_CHARS,
                 "%s has %s times the area of %s at the same data bandwidth.", names[!is_larger],
                 ratio_figure(is_larger ? area : invert_ratio(area)).text, names[is_larger]);
        return;
    }
    const bool is_inverted = data.value < 1.0;
    if (is_inverted) {
        data = invert_ratio(data);
        area = invert_ratio(area);
    }
    write_area_words(match, area, area_text);
    snprintf(line, NOC_COMPARE_LINE_CHARS, "%s carries %s times as much data as %s%s%s.",
             names[is_inverted], ratio_figure(data).text, names[!is_inverted], area_text,
             data.is_indistinguishable ? ": indistinguishable" : "");
}
