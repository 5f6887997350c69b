#include "reports/words/design_names.h"

#include <jansson.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/writers/memory_text.h"

enum { LONGEST = 24 }; /* longest value in a name, characters; lists of tiles are longer */

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
static size_t rank_of(const char *path)
{
    const char *key;
    size_t rank = 0;
    char all[120];
    const int network = noc_network_of_path(path, &key);
    snprintf(all, sizeof all, "%s%s", network < 0 ? "" : "network.", key);
    while (rank < PHRASES && strcmp(phrases[rank].key, all) != 0) rank++;
    return rank;
}

/* Makes the phrase of a setting without an entry in `phrases`: "port policy smart" for
 * network.port_policy. */
static char *plain_phrase(const char *key, const char *value)
{
    const char *dot = strrchr(key, '.');
    char *text = NULL;
    if (asprintf(&text, "%s %s", dot ? dot + 1 : key, value) < 0) return NULL;
    for (char *c = text; (size_t)(c - text) < strlen(dot ? dot + 1 : key); c++)
        if (*c == '_') *c = ' ';
    return text;
}

static char *phrase_of_all(const char *key, const char *value)
{
    const size_t rank = rank_of(key);
    if (rank == PHRASES) return plain_phrase(key, value);
    const char *form = phrases[rank].phrase, *place = strstr(form, "%s");
    const int before = (int)(place - form);
    int after = (int)strlen(place + 2);
    if (strcmp(value, "1") == 0 && after > 2 && form[strlen(form) - 1] == 's') after--;
    char *text = NULL;
    return asprintf(&text, "%.*s%s%.*s", before, form, value, after, place + 2) < 0 ? NULL : text;
}

char *noc_setting_phrase(const noc_network_words *words, const char *path, const char *value)
{
    const char *key;
    char word[NOC_NETWORK_WORD_CHARS], *text = NULL;
    const int network = noc_network_of_path(path, &key);
    if (strlen(value) > LONGEST) return strdup("");
    char *phrase = phrase_of_all(path, value);
    if (network < 0 || !phrase) return phrase;
    if (asprintf(&text, "%s %s", noc_network_word(words, network, word), phrase) < 0) text = NULL;
    free(phrase);
    return text;
}

/* ---- reading -------------------------------------------------------------------------------- */

size_t noc_design_names_place(const noc_design_names *n, const char *key)
{
    const size_t length = strcspn(key, "=");
    size_t k = 0;
    while (k < n->count &&
           !(strncmp(n->list[k].key, key, length) == 0 && n->list[k].key[length] == '\0'))
        k++;
    return k;
}

/* Finds the setting of an override; a new one is added. NULL when out of memory. */
static noc_varied *column_of(noc_design_names *n, const char *override)
{
    const size_t k = noc_design_names_place(n, override);
    if (k < n->count) return &n->list[k];
    noc_varied *more = realloc(n->list, (n->count + 1) * sizeof *more);
    if (!more) return NULL;
    n->list = more;
    noc_varied *v = &n->list[n->count++];
    *v = (noc_varied){.key = strndup(override, strcspn(override, "=")),
                      .cells = malloc(n->designs * sizeof *v->cells)};
    if (!v->key || !v->cells) return NULL;
    for (size_t i = 0; i < n->designs; i++) v->cells[i] = -1;
    return v;
}

/* Finds the index of a value; a new one is added. -1 when out of memory. */
static int value_of(noc_varied *v, const char *value)
{
    for (size_t i = 0; i < v->value_count; i++)
        if (strcmp(v->values[i], value) == 0) return (int)i;
    char **more = realloc(v->values, (v->value_count + 1) * sizeof *more);
    if (!more) return -1;
    v->values = more;
    if (!(v->values[v->value_count] = strdup(value))) return -1;
    return (int)v->value_count++;
}

static bool read_overrides(noc_design_names *n, size_t design, const char *json)
{
    json_t *list = json_loads(json, 0, NULL);
    bool all = true;
    for (size_t i = 0; all && i < json_array_size(list); i++) {
        const char *item = json_string_value(json_array_get(list, i));
        const char *equals = item ? strchr(item, '=') : NULL;
        if (!equals) continue;
        noc_varied *v = column_of(n, item);
        if (v) v->cells[design] = value_of(v, equals + 1);
        all = v && v->cells[design] >= 0;
    }
    json_decref(list);
    return all;
}

/* Sorts the few settings by rank, by insertion, which keeps the order of equal ranks. */
static void order(noc_design_names *n)
{
    for (size_t i = 1; i < n->count; i++)
        for (size_t k = i; k > 0 && rank_of(n->list[k - 1].key) > rank_of(n->list[k].key); k--) {
            const noc_varied swapped = n->list[k];
            n->list[k] = n->list[k - 1];
            n->list[k - 1] = swapped;
        }
}

static bool is_number(const char *text)
{
    char *end;
    const double value = strtod(text, &end);
    return end != text && !*end && isfinite(value);
}

/* True if a value is before another: numbers in ascending order, words by their letters. */
static bool goes_before(const noc_varied *v, size_t a, size_t b)
{
    const double x = strtod(v->values[a], NULL), y = strtod(v->values[b], NULL);
    if (v->is_number && x != y) return x < y;
    return v->is_number ? a < b : strcmp(v->values[a], v->values[b]) < 0;
}

/* Sorts the values; more than SORTED_MAX values stay in order of appearance. */
static void sort_values(noc_varied *v, size_t designs)
{
    enum { SORTED_MOST = 64 };
    char *sorted[SORTED_MOST];
    int place[SORTED_MOST] = {0};
    v->is_number = true;
    for (size_t i = 0; i < v->value_count; i++) v->is_number &= is_number(v->values[i]);
    if (v->value_count > SORTED_MOST) return;
    for (size_t i = 0; i < v->value_count; i++) {
        for (size_t k = 0; k < v->value_count; k++) place[i] += goes_before(v, k, i);
        sorted[place[i]] = v->values[i];
    }
    memcpy(v->values, sorted, v->value_count * sizeof *sorted);
    for (size_t i = 0; i < designs; i++)
        if (v->cells[i] >= 0) v->cells[i] = place[v->cells[i]];
}

/* ---- settings that names have --------------------------------------------------------------- */

typedef struct member {
    uint32_t group; /* group of designs with equal values of all settings so far */
    int cell;
    size_t design;
} member;

static int by_group(const void *a, const void *b)
{
    const member *x = a, *y = b;
    if (x->group != y->group) return x->group < y->group ? -1 : 1;
    return x->cell < y->cell ? -1 : x->cell > y->cell;
}

/* Splits the groups by a setting; false if no group changes. */
static bool split(const noc_varied *v, member *list, size_t count)
{
    bool changed = false;
    uint32_t next = 0;
    for (size_t i = 0; i < count; i++) list[i].cell = v->cells[list[i].design];
    qsort(list, count, sizeof *list, by_group);
    uint32_t before = 0;
    for (size_t i = 0; i < count; i++) {
        const uint32_t own = list[i].group;
        if (i > 0 && (own != before || list[i].cell != list[i - 1].cell)) {
            changed |= own == before;
            next++;
        }
        before = own;
        list[i].group = next;
    }
    return changed;
}

static noc_status choose_named(noc_design_names *n, noc_diag *diag)
{
    member *list = calloc(n->designs + 1, sizeof *list);
    if (!list) return noc_fail_memory(diag);
    for (size_t i = 0; i < n->designs; i++) list[i].design = i;
    for (size_t k = 0; k < n->count; k++) {
        noc_varied *v = &n->list[k];
        for (size_t i = 1; i < n->designs && !v->varies; i++)
            v->varies = v->cells[i] != v->cells[0];
        v->named = v->varies && split(v, list, n->designs);
    }
    free(list);
    return NOC_OK;
}

noc_status noc_design_names_find(const noc_candidates *all, const noc_network_words *words,
                                 noc_design_names *n, noc_diag *diag)
{
    *n = (noc_design_names){.designs = all->count};
    for (size_t i = 0; i < all->count; i++)
        if (!read_overrides(n, i, noc_candidate_entry(&all->list[i])->overrides))
            return noc_fail_memory(diag);
    if (words) n->words = *words;
    for (size_t k = 0; k < n->count; k++) sort_values(&n->list[k], n->designs);
    order(n);
    return choose_named(n, diag);
}

void noc_design_names_clear(noc_design_names *n)
{
    for (size_t k = 0; k < n->count; k++) {
        for (size_t i = 0; i < n->list[k].value_count; i++) free(n->list[k].values[i]);
        free(n->list[k].values);
        free(n->list[k].cells);
        free(n->list[k].key);
    }
    free(n->list);
    *n = (noc_design_names){0};
}

/* ---- names ---------------------------------------------------------------------------------- */

char *noc_design_name(const noc_design_names *n, size_t candidate)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    const char *separator = "";
    for (size_t k = 0; k < n->count; k++) {
        const noc_varied *v = &n->list[k];
        if (!v->named || v->cells[candidate] < 0) continue;
        char *phrase = noc_setting_phrase(&n->words, v->key, v->values[v->cells[candidate]]);
        if (phrase && *phrase) {
            fprintf(out, "%s%s", separator, phrase);
            separator = ", ";
        }
        free(phrase);
    }
    if (!*separator) fputs("the base design", out);
    return noc_memory_text(out, &text);
}

char *noc_design_phrase(const noc_design_names *n, const char *override)
{
    const size_t k = noc_design_names_place(n, override);
    const char *equals = strchr(override, '=');
    return k < n->count && n->list[k].named && equals
               ? noc_setting_phrase(&n->words, n->list[k].key, equals + 1)
               : strdup("");
}

char *noc_design_phrase_of(const noc_design_names *n, const noc_varied *setting, int value)
{
    return noc_setting_phrase(&n->words, setting->key, setting->values[value]);
}

/* ---- setting that explains most -------------------------------------------------------------- */

/* Finds the share of an objective's spread, in logarithms, between the values of a setting. */
static double explained(const noc_varied *v, const noc_candidates *all, size_t objective)
{
    double *sums = calloc(2 * (v->value_count + 1), sizeof *sums);
    double total = 0.0, squares = 0.0, between = 0.0;
    if (!sums) return 0.0;
    for (size_t i = 0; i < all->count; i++) {
        const double x = log(fmax(fabs(all->points[i].value[objective]), 1e-300));
        const size_t group = (size_t)(v->cells[i] + 1);
        sums[2 * group] += x;
        sums[2 * group + 1] += 1.0;
        total += x;
        squares += x * x;
    }
    const double mean = total / (double)all->count;
    for (size_t g = 0; g <= v->value_count; g++)
        if (sums[2 * g + 1] > 0.0) between += sums[2 * g] * sums[2 * g] / sums[2 * g + 1];
    free(sums);
    const double spread = squares - mean * total;
    return spread > 1e-12 * squares ? (between - mean * total) / spread : 0.0;
}

size_t noc_design_names_best_setting(const noc_design_names *n, const noc_candidates *all,
                                     size_t most)
{
    size_t telling = n->count;
    double best = 0.0;
    for (size_t k = 0; k < n->count; k++) {
        const noc_varied *v = &n->list[k];
        if (!v->named || v->value_count < 2 || v->value_count > most) continue;
        const double share = explained(v, all, 0) + explained(v, all, 1);
        if (share > best) {
            best = share;
            telling = k;
        }
    }
    return telling;
}
