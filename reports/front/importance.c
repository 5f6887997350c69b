#include "reports/front/importance.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "reports/words/figure.h"
#include "reports/writers/memory_text.h"

/* ---- importance of one metric --------------------------------------------------------------- */

noc_status noc_front_importance_find(const noc_candidates *candidates,
                                     const noc_design_names *names, noc_metric_id metric,
                                     noc_front_importance *importance, noc_diag *diag)
{
    *importance = (noc_front_importance){.metric = metric, .names = names};
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    const size_t count = candidates->racing_count;
    const int **settings = noc_arena_array(&scratch, names->count, sizeof *settings);
    double *values = noc_arena_array(&scratch, count, sizeof *values);
    if (!settings || !values) return noc_fail_memory(diag);
    for (size_t k = 0; k < names->count; k++) settings[k] = names->list[k].value_indices;
    for (size_t i = 0; i < count; i++)
        values[i] = noc_candidate_metric(candidates, &candidates->list[i], metric, NULL).value;
    const noc_setting_values all = {settings, names->count, count};
    return noc_importance_find(&all, values, &importance->memory, &importance->found, diag);
}

void noc_front_importance_clear(noc_front_importance *importance)
{
    noc_arena_clear(&importance->memory);
    *importance = (noc_front_importance){0};
}

size_t noc_factor_value_count(const noc_factor *factor)
{
    return factor->level_count - (factor->parents && factor->absent_level >= 0);
}

size_t noc_importance_pair_count(const noc_importance *m)
{
    size_t count = 0;
    while (count < m->pair_count && count < NOC_PAIRS_LISTED &&
           m->pairs[count].share >= NOC_PAIR_SHARE_LISTED)
        count++;
    return count;
}

/* ---- words ---------------------------------------------------------------------------------- */

const char noc_importance_meaning[] =
    "Share: part of the variance that the effect of the setting explains. Interactions: what only "
    "combinations of settings explain. Together these are 100 %. Total: the setting with all "
    "interactions in which it takes part (total Sobol' index).";

static const char depending_note[] =
    "The designs do not have all combinations of these settings, so that settings depend on each "
    "other: what several of them explain alike is divided between them (mean over all orders in "
    "which they may be added).";

/* Labels of the numbers of nodes, "memory" and "compute", end with "nodes". */
static const char *setting_label(noc_front_importance *importance, size_t setting)
{
    const noc_design_names *names = importance->names;
    const char *key = names->list[setting].key;
    int network;
    const int index = noc_setting_find_network(key, &network);
    const char *unit = index < 0 ? NULL : noc_setting_at((size_t)index)->key->unit;
    const bool is_number = strncmp(key, "nodes.", 6) == 0 && unit && strcmp(unit, "nodes") == 0;
    NOC_AUTO_FREE char *label = noc_setting_make_label(&names->network_words, key);
    return label ? noc_arena_text(&importance->memory, "%s%s", label, is_number ? " nodes" : "")
                 : NULL;
}

const char *noc_importance_label(noc_front_importance *importance, size_t factor)
{
    return setting_label(importance, importance->found.factors.list[factor].setting);
}

const char *noc_importance_title(noc_front_importance *importance)
{
    const noc_importance *m = &importance->found;
    const noc_metric_info *info = noc_metric_info_of(importance->metric);
    const noc_figure label = noc_label_without_unit(importance->metric),
                     low = noc_figure_make(m->lowest, info->digits),
                     high = noc_figure_make(m->highest, info->digits);
    if (!isfinite(m->lowest)) return noc_arena_string(&importance->memory, label.text);
    const bool is_range = strcmp(low.text, high.text) != 0;
    return noc_arena_text(&importance->memory, "%s, %s%s%s%s%s%s", label.text, low.text,
                          is_range ? " to " : "", is_range ? high.text : "", *info->unit ? " " : "",
                          info->unit, m->is_logarithmic ? " (its logarithm)" : "");
}

const char *noc_importance_reason(noc_front_importance *importance)
{
    const noc_factors *factors = &importance->found.factors;
    switch (importance->found.state) {
    case NOC_IMPORTANCE_CONSTANT:
        return "the value is the same in all designs";
    case NOC_IMPORTANCE_UNVARIED:
        return factors->design_count ? "no setting varies" : "no design has a value";
    case NOC_IMPORTANCE_FEW:
        return noc_arena_text(&importance->memory,
                              "%zu designs are too few to tell apart the settings that vary, which "
                              "have %zu values",
                              factors->design_count, factors->level_count);
    case NOC_IMPORTANCE_MANY:
        return noc_arena_text(&importance->memory,
                              "%zu settings with %zu values are too many to tell apart (at most %d "
                              "settings, and %d values)",
                              factors->count, factors->level_count, NOC_FACTORS_MAX,
                              NOC_FACTOR_LEVELS_MAX);
    default:
        return "";
    }
}

/* Closes the stream that writes *text, and moves the text into the arena. */
static const char *take_text(noc_front_importance *importance, FILE *out, char **text)
{
    NOC_AUTO_FREE char *written = noc_memory_text_close(out, text);
    return written ? noc_arena_string(&importance->memory, written) : NULL;
}

/* Writes one of several shares, after a comma unless it is the first. */
static void put_share(FILE *out, const char **separator, const char *name, double share)
{
    fprintf(out, "%s%s %.0f%%", *separator, name, 100.0 * share);
    *separator = ", ";
}

const char *noc_importance_words(noc_front_importance *importance)
{
    enum { NAMED_MAX = 4 };
    const double least_named = 0.02, least_shown = 0.005;
    const noc_importance *m = &importance->found;
    double others = 0.0;
    const char *separator = "";
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    for (size_t i = 0; m->effects && i < m->factors.count; i++) {
        const char *label = noc_importance_label(importance, m->effects[i].factor);
        if (i < NAMED_MAX && m->effects[i].share >= least_named)
            put_share(out, &separator, label ? label : "", m->effects[i].share);
        else
            others += m->effects[i].share;
    }
    if (others >= least_shown) put_share(out, &separator, "others", others);
    if (m->interactions >= least_shown) put_share(out, &separator, "interactions", m->interactions);
    return take_text(importance, out, &text);
}

char *noc_importance_list_words(noc_front_importance *list, size_t count)
{
    const char *separator = "";
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    for (size_t i = 0; i < count; i++) {
        const char *words = noc_importance_words(&list[i]);
        if (list[i].found.state != NOC_IMPORTANCE_KNOWN) continue;
        fprintf(out, "%s%s%s by %s", separator, noc_label_without_unit(list[i].metric).text,
                list[i].found.is_logarithmic ? " (logarithm)" : "", words ? words : "");
        separator = "; ";
    }
    return noc_memory_text_close(out, &text);
}

/* ---- notes ---------------------------------------------------------------------------------- */

/* Writes ", LABEL" for each setting with the role and the factor. Returns their number. */
static size_t put_places(FILE *out, noc_front_importance *importance, noc_setting_role role,
                         size_t factor)
{
    const noc_setting_place *places = importance->found.factors.places;
    size_t count = 0;
    for (size_t s = 0; s < importance->names->count; s++) {
        if (places[s].role != role || places[s].factor != factor) continue;
        const char *label = setting_label(importance, s);
        fprintf(out, "%s%s", role == NOC_SETTING_FOLLOWS && count == 0 ? "" : ", ",
                label ? label : "");
        count++;
    }
    return count;
}

static bool has_place(const noc_front_importance *importance, noc_setting_role role, size_t factor)
{
    const noc_setting_place *places = importance->found.factors.places;
    for (size_t s = 0; s < importance->names->count; s++)
        if (places[s].role == role && places[s].factor == factor) return true;
    return false;
}

/* Writes the settings that always change together with a factor's setting. */
static void put_together(FILE *out, noc_front_importance *importance, size_t factor)
{
    if (!has_place(importance, NOC_SETTING_TOGETHER, factor)) return;
    const char *label = noc_importance_label(importance, factor);
    fprintf(out, "Always change together, and count as one: %s", label ? label : "");
    put_places(out, importance, NOC_SETTING_TOGETHER, factor);
    fputs(".\n", out);
}

/* Writes the settings that designs have for some values of a factor only. */
static void put_children(FILE *out, noc_front_importance *importance, size_t parent)
{
    const noc_factors *factors = &importance->found.factors;
    const char *label = noc_importance_label(importance, parent);
    size_t count = 0;
    for (size_t f = 0; f < factors->count; f++) {
        if (!(factors->list[f].parents >> parent & 1)) continue;
        const char *child = noc_importance_label(importance, f);
        if (count == 0)
            fprintf(out, "Of some values of %s only, so counted for what they add to it: ",
                    label ? label : "");
        fprintf(out, "%s%s", count++ ? ", " : "", child ? child : "");
    }
    if (count) fprintf(out, ". The total of %s includes them.\n", label ? label : "");
}

static bool lacks_totals(const noc_importance *m)
{
    bool is_lacking = false;
    for (size_t i = 0; m->effects && i < m->factors.count; i++)
        is_lacking |= !isfinite(m->effects[i].total);
    return is_lacking;
}

const char *noc_importance_notes(noc_front_importance *importance)
{
    const noc_importance *m = &importance->found;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    if (m->missing_count)
        fprintf(out, "Left out: %s designs without a value.\n",
                noc_grouped_number_make(m->missing_count).text);
    if (m->effects && !m->factors.is_full) fprintf(out, "%s\n", depending_note);
    if (lacks_totals(m))
        fputs("Without a total: settings of which fewer than half of the designs have another one "
              "that differs in this setting alone.\n",
              out);
    for (size_t f = 0; f < m->factors.count; f++) put_together(out, importance, f);
    for (size_t f = 0; f < m->factors.count; f++) put_children(out, importance, f);
    if (has_place(importance, NOC_SETTING_FOLLOWS, 0)) {
        fputs("Follow from these settings: ", out);
        put_places(out, importance, NOC_SETTING_FOLLOWS, 0);
        fputs(".\n", out);
    }
    return take_text(importance, out, &text);
}
