#include "reports/words/design_names.h"

#include <jansson.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/writers/memory_text.h"

enum { VALUE_CHARS_MAX = 24 }; /* longest value in a name, characters; lists of tiles are longer */

/* Phrases for settings, in the usual order of names. A plural loses its s after a 1. */
static const struct {
    const char *key, *phrase;
} phrases[] = {
    {"networks", "%s networks"},
    {"network.topology", "%s"},
    {"nodes.memory", "%s memory nodes"},
    {"nodes.compute", "%s compute nodes"},
    {"nodes.placement", "%s"},
    {"network.columns", "%s columns"},
    {"network.rows", "%s rows"},
    {"network.concentration", "%s nodes a router"},
    {"network.radix", "radix %s"},
    {"network.local_crossbars", "%s local crossbars"},
    {"network.converged_ports", "%s converged ports"},
    {"network.ports", "%s ports"},
    {"network.half_routers", "half routers %s"},
    {"network.slices", "%s slices"},
    {"network.routing", "%s"},
    {"network.slice_choice", "%s"},
    {"network.port_policy", "%s"},
    {"network.memory_ports", "%s ports"},
    {"network.virtual_channels", "%s VCs"},
    {"network.buffer_flits", "buffers of %s"},
    {"network.flit_bytes", "%s B"},
    {"network.router_stages", "%s stages"},
    {"chip.clock_mhz", "%s MHz"},
    {"chip.technology_nm", "%s nm"},
};
enum { PHRASES = sizeof phrases / sizeof phrases[0] };

/* Finds the rank of a setting; a setting of one network has the rank of the setting of all
 * networks. */
static size_t find_rank(const char *path)
{
    const char *key;
    size_t rank = 0;
    char common_key[120];
    const int network = noc_network_path_split(path, &key);
    snprintf(common_key, sizeof common_key, "%s%s", network < 0 ? "" : "network.", key);
    while (rank < PHRASES && strcmp(phrases[rank].key, common_key) != 0) rank++;
    return rank;
}

/* Makes the phrase of a setting without an entry in `phrases`: "port policy smart" for
 * network.port_policy. */
static char *make_default_phrase(const char *key, const char *value)
{
    const char *dot = strrchr(key, '.');
    char *text = NULL;
    if (asprintf(&text, "%s %s", dot ? dot + 1 : key, value) < 0) return NULL;
    for (char *c = text; (size_t)(c - text) < strlen(dot ? dot + 1 : key); c++)
        if (*c == '_') *c = ' ';
    return text;
}

static char *make_phrase(const char *key, const char *value)
{
    const size_t rank = find_rank(key);
    if (rank == PHRASES) return make_default_phrase(key, value);
    const char *form = phrases[rank].phrase, *insertion = strstr(form, "%s");
    const int prefix_length = (int)(insertion - form);
    int suffix_length = (int)strlen(insertion + 2);
    if (strcmp(value, "1") == 0 && suffix_length > 2 && form[strlen(form) - 1] == 's')
        suffix_length--;
    char *text = NULL;
    return asprintf(&text, "%.*s%s%.*s", prefix_length, form, value, suffix_length, insertion + 2) <
                   0
               ? NULL
               : text;
}

char *noc_setting_phrase(const noc_network_words *words, const char *path, const char *value)
{
    const char *key;
    char word[NOC_NETWORK_WORD_CHARS], *text = NULL;
    const int network = noc_network_path_split(path, &key);
    if (strlen(value) > VALUE_CHARS_MAX) return strdup("");
    char *phrase = make_phrase(path, value);
    if (network < 0 || !phrase) return phrase;
    if (asprintf(&text, "%s %s", noc_network_word_write(words, network, word), phrase) < 0)
        text = NULL;
    free(phrase);
    return text;
}

/* ---- reading -------------------------------------------------------------------------------- */

size_t noc_design_names_index(const noc_design_names *names, const char *key)
{
    const size_t length = strcspn(key, "=");
    size_t k = 0;
    while (k < names->count &&
           !(strncmp(names->list[k].key, key, length) == 0 && names->list[k].key[length] == '\0'))
        k++;
    return k;
}

/* Finds the setting of an override; a new one is added. NULL when out of memory. */
static noc_overridden_setting *find_or_add_setting(noc_design_names *names, const char *override)
{
    const size_t k = noc_design_names_index(names, override);
    if (k < names->count) return &names->list[k];
    noc_overridden_setting *grown = realloc(names->list, (names->count + 1) * sizeof *grown);
    if (!grown) return NULL;
    names->list = grown;
    noc_overridden_setting *v = &names->list[names->count++];
    *v = (noc_overridden_setting){.key = strndup(override, strcspn(override, "=")),
                                  .value_indices =
                                      malloc(names->design_count * sizeof *v->value_indices)};
    if (!v->key || !v->value_indices) return NULL;
    for (size_t i = 0; i < names->design_count; i++) v->value_indices[i] = -1;
    return v;
}

/* Finds the index of a value; a new one is added. -1 when out of memory. */
static int find_or_add_value(noc_overridden_setting *v, const char *value)
{
    for (size_t i = 0; i < v->value_count; i++)
        if (strcmp(v->values[i], value) == 0) return (int)i;
    char **grown = realloc(v->values, (v->value_count + 1) * sizeof *grown);
    if (!grown) return -1;
    v->values = grown;
    if (!(v->values[v->value_count] = strdup(value))) return -1;
    return (int)v->value_count++;
}

static bool read_overrides(noc_design_names *names, size_t design, const char *json)
{
    json_t *list = json_loads(json, 0, NULL);
    bool is_ok = true;
    for (size_t i = 0; is_ok && i < json_array_size(list); i++) {
        const char *item = json_string_value(json_array_get(list, i));
        const char *equals = item ? strchr(item, '=') : NULL;
        if (!equals) continue;
        noc_overridden_setting *v = find_or_add_setting(names, item);
        if (v) v->value_indices[design] = find_or_add_value(v, equals + 1);
        is_ok = v && v->value_indices[design] >= 0;
    }
    json_decref(list);
    return is_ok;
}

/* Sorts the few settings by rank, by insertion, which keeps the order of equal ranks. */
static void sort_settings(noc_design_names *names)
{
    for (size_t i = 1; i < names->count; i++)
        for (size_t k = i;
             k > 0 && find_rank(names->list[k - 1].key) > find_rank(names->list[k].key); k--) {
            const noc_overridden_setting swapped = names->list[k];
            names->list[k] = names->list[k - 1];
            names->list[k - 1] = swapped;
        }
}

static bool is_number(const char *text)
{
    char *end;
    const double value = strtod(text, &end);
    return end != text && !*end && isfinite(value);
}

/* True if a value is before another: numbers in ascending order, words by their letters. */
static bool is_before(const noc_overridden_setting *v, size_t a, size_t b)
{
    const double x = strtod(v->values[a], NULL), y = strtod(v->values[b], NULL);
    if (v->is_number && x != y) return x < y;
    return v->is_number ? a < b : strcmp(v->values[a], v->values[b]) < 0;
}

/* Sorts the values; more than SORTED_MAX values stay in order of appearance. */
static void sort_values(noc_overridden_setting *v, size_t designs)
{
    enum { SORTED_MAX = 64 };
    char *sorted[SORTED_MAX];
    int positions[SORTED_MAX] = {0};
    v->is_number = true;
    for (size_t i = 0; i < v->value_count; i++) v->is_number &= is_number(v->values[i]);
    if (v->value_count > SORTED_MAX) return;
    for (size_t i = 0; i < v->value_count; i++) {
        for (size_t k = 0; k < v->value_count; k++) positions[i] += is_before(v, k, i);
        sorted[positions[i]] = v->values[i];
    }
    memcpy(v->values, sorted, v->value_count * sizeof *sorted);
    for (size_t i = 0; i < designs; i++)
        if (v->value_indices[i] >= 0) v->value_indices[i] = positions[v->value_indices[i]];
}

/* ---- settings that names have --------------------------------------------------------------- */

typedef struct group_member {
    uint32_t group; /* group of designs with equal values of all settings so far */
    int value_index;
    size_t design;
} group_member;

static int compare_members(const void *a, const void *b)
{
    const group_member *x = a, *y = b;
    if (x->group != y->group) return x->group < y->group ? -1 : 1;
    return x->value_index < y->value_index ? -1 : x->value_index > y->value_index;
}

/* Splits the groups by a setting; false if no group changes. */
static bool split_groups(const noc_overridden_setting *v, group_member *list, size_t count)
{
    bool is_changed = false;
    uint32_t next_group = 0;
    for (size_t i = 0; i < count; i++) list[i].value_index = v->value_indices[list[i].design];
    qsort(list, count, sizeof *list, compare_members);
    uint32_t previous_group = 0;
    for (size_t i = 0; i < count; i++) {
        const uint32_t old_group = list[i].group;
        if (i > 0 &&
            (old_group != previous_group || list[i].value_index != list[i - 1].value_index)) {
            is_changed |= old_group == previous_group;
            next_group++;
        }
        previous_group = old_group;
        list[i].group = next_group;
    }
    return is_changed;
}

static noc_status choose_named_settings(noc_design_names *names, noc_diag *diag)
{
    group_member *list = calloc(names->design_count + 1, sizeof *list);
    if (!list) return noc_fail_memory(diag);
    for (size_t i = 0; i < names->design_count; i++) list[i].design = i;
    for (size_t k = 0; k < names->count; k++) {
        noc_overridden_setting *v = &names->list[k];
        for (size_t i = 1; i < names->design_count && !v->is_varied; i++)
            v->is_varied = v->value_indices[i] != v->value_indices[0];
        v->is_named = v->is_varied && split_groups(v, list, names->design_count);
    }
    free(list);
    return NOC_OK;
}

noc_status noc_design_names_find(const noc_candidates *candidates, const noc_network_words *words,
                                 noc_design_names *names, noc_diag *diag)
{
    *names = (noc_design_names){.design_count = candidates->count};
    for (size_t i = 0; i < candidates->count; i++)
        if (!read_overrides(names, i, noc_candidate_entry(&candidates->list[i])->overrides))
            return noc_fail_memory(diag);
    if (words) names->network_words = *words;
    for (size_t k = 0; k < names->count; k++) sort_values(&names->list[k], names->design_count);
    sort_settings(names);
    return choose_named_settings(names, diag);
}

void noc_design_names_clear(noc_design_names *names)
{
    for (size_t k = 0; k < names->count; k++) {
        for (size_t i = 0; i < names->list[k].value_count; i++) free(names->list[k].values[i]);
        free(names->list[k].values);
        free(names->list[k].value_indices);
        free(names->list[k].key);
    }
    free(names->list);
    *names = (noc_design_names){0};
}

/* ---- names ---------------------------------------------------------------------------------- */

char *noc_design_name(const noc_design_names *names, size_t candidate)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    const char *separator = "";
    for (size_t k = 0; k < names->count; k++) {
        const noc_overridden_setting *v = &names->list[k];
        if (!v->is_named || v->value_indices[candidate] < 0) continue;
        char *phrase = noc_setting_phrase(&names->network_words, v->key,
                                          v->values[v->value_indices[candidate]]);
        if (phrase && *phrase) {
            fprintf(out, "%s%s", separator, phrase);
            separator = ", ";
        }
        free(phrase);
    }
    if (!*separator) fputs("the base design", out);
    return noc_memory_text_close(out, &text);
}

char *noc_override_phrase(const noc_design_names *names, const char *override)
{
    const size_t k = noc_design_names_index(names, override);
    const char *equals = strchr(override, '=');
    return k < names->count && names->list[k].is_named && equals
               ? noc_setting_phrase(&names->network_words, names->list[k].key, equals + 1)
               : strdup("");
}

char *noc_design_value_phrase(const noc_design_names *names, const noc_overridden_setting *setting,
                              int value)
{
    return noc_setting_phrase(&names->network_words, setting->key, setting->values[value]);
}

/* ---- setting that explains most -------------------------------------------------------------- */

/* Finds the share of an objective's spread, in logarithms, between the values of a setting. */
static double find_explained_share(const noc_overridden_setting *v,
                                   const noc_candidates *candidates, size_t objective)
{
    double *sums = calloc(2 * (v->value_count + 1), sizeof *sums);
    double total = 0.0, squares = 0.0, between_groups = 0.0;
    if (!sums) return 0.0;
    for (size_t i = 0; i < candidates->count; i++) {
        const double x = log(fmax(fabs(candidates->points[i].value[objective]), 1e-300));
        const size_t group = (size_t)(v->value_indices[i] + 1);
        sums[2 * group] += x;
        sums[2 * group + 1] += 1.0;
        total += x;
        squares += x * x;
    }
    const double mean = total / (double)candidates->count;
    for (size_t g = 0; g <= v->value_count; g++)
        if (sums[2 * g + 1] > 0.0) between_groups += sums[2 * g] * sums[2 * g] / sums[2 * g + 1];
    free(sums);
    const double spread = squares - mean * total;
    return spread > 1e-12 * squares ? (between_groups - mean * total) / spread : 0.0;
}

size_t noc_design_names_find_main(const noc_design_names *names, const noc_candidates *candidates,
                                  size_t max_values)
{
    size_t best_setting = names->count;
    double best = 0.0;
    for (size_t k = 0; k < names->count; k++) {
        const noc_overridden_setting *v = &names->list[k];
        if (!v->is_named || v->value_count < 2 || v->value_count > max_values) continue;
        const double share =
            find_explained_share(v, candidates, 0) + find_explained_share(v, candidates, 1);
        if (share > best) {
            best = share;
            best_setting = k;
        }
    }
    return best_setting;
}
