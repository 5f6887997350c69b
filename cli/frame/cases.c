#include "cli/frame/cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/frame/shipped.h"
#include "explore/settings/settings.h"
#include "network/compile/compile.h"
#include "reader/design_read.h"
#include "reader/design_walk.h"
#include "reports/designs/starter.h"

/* ---- values of options --vary --------------------------------------------------------------- */

/* Finds the end of a value: a comma outside brackets and quotes, or the end of the text. */
static const char *find_value_end(const char *position)
{
    int depth = 0;
    bool is_quoted = false;
    for (; *position; position++) {
        if (*position == '"') is_quoted = !is_quoted;
        if (is_quoted) continue;
        if (strchr("([{", *position)) depth++;
        if (strchr(")]}", *position)) depth--;
        if (*position == ',' && depth <= 0) break;
    }
    return position;
}

static noc_status add_value(noc_arena *arena, noc_vary_axis *axis, const char *option,
                            int key_length, const char *value, int length, noc_diag *diag)
{
    char **grown = noc_arena_resize(arena, axis->overrides, axis->count + 1, sizeof *grown);
    if (!grown) return noc_fail_memory(diag);
    axis->overrides = grown;
    grown[axis->count] = noc_arena_text(arena, "%.*s=%.*s", key_length, option, length, value);
    return grown[axis->count++] ? NOC_OK : noc_fail_memory(diag);
}

/* Refuses a key without its group once, for all of its values. */
static noc_status check_group(const char *option, size_t length, const char *place, noc_diag *diag)
{
    char key[80];
    snprintf(key, sizeof key, "%.*s", (int)length, option);
    const int setting = strchr(key, '.') ? -1 : noc_setting_find(key);
    if (setting < 0) return NOC_OK;
    return NOC_REFUSE_AT(diag, place,
                         "a setting is group.key=value,value,...; did you mean '%s.%s'?",
                         noc_setting_at((size_t)setting)->group, option);
}

static noc_status read_axis(const char *option, noc_arena *arena, noc_vary_axis *axis,
                            noc_diag *diag)
{
    char place[200];
    snprintf(place, sizeof place, "--vary %s", option);
    const char *equals = strchr(option, '=');
    if (!equals || equals == option)
        return NOC_REFUSE_AT(diag, place,
                             "expected key=value,value,... for example network.flit_bytes=16,32");
    noc_status status = check_group(option, (size_t)(equals - option), place, diag);
    for (const char *start = equals + 1; status == NOC_OK;) {
        const char *end = find_value_end(start);
        if (end == start)
            return NOC_REFUSE_AT(diag, place, "a value is empty (key=value,value,...)");
        status =
            add_value(arena, axis, option, (int)(equals - option), start, (int)(end - start), diag);
        if (!*end) break;
        start = end + 1;
    }
    return status;
}

static noc_status count_variants(noc_vary *vary, noc_diag *diag)
{
    double product = 1.0;
    for (size_t i = 0; i < vary->axis_count; i++) product *= (double)vary->axes[i].count;
    if (product > NOC_VARIANTS_MAX)
        return NOC_REFUSE_AT(diag, "--vary", "the options combine to %.4g variants (at most %d)",
                             product, NOC_VARIANTS_MAX);
    vary->variant_count = vary->axis_count ? (size_t)product : 0;
    return NOC_OK;
}

noc_status noc_vary_read(const char *const *options, size_t count, noc_arena *arena, noc_vary *vary,
                         noc_diag *diag)
{
    *vary = (noc_vary){noc_arena_array(arena, count, sizeof *vary->axes), count, 0};
    noc_status status = vary->axes ? NOC_OK : noc_fail_memory(diag);
    for (size_t i = 0; i < count && status == NOC_OK; i++)
        status = read_axis(options[i], arena, &vary->axes[i], diag);
    return status == NOC_OK ? count_variants(vary, diag) : status;
}

void noc_vary_list_overrides(const noc_vary *vary, size_t variant, const char **overrides)
{
    for (size_t i = vary->axis_count; i-- > 0;) {
        const noc_vary_axis *axis = &vary->axes[i];
        overrides[i] = axis->overrides[variant % axis->count];
        variant /= axis->count;
    }
}

/* ---- designs -------------------------------------------------------------------------------- */

enum { FAULTS_MAX = 50 };

const noc_option_group noc_set_options =
    NOC_ONE_OPTION("set", 0, "KEY=VALUE",
                   "change a setting of the design: network.flit_bytes=32, of one network of "
                   "several networks[1].flit_bytes=64; may be repeated",
                   NOC_OPTION_TEXTS, .offset = 0);

const noc_option_group noc_vary_options = NOC_ONE_OPTION(
    "vary", 0, "KEY=V1,V2", "a variant for each value; repeated: for each combination of them",
    NOC_OPTION_TEXTS, .offset = 0);

static noc_status add_design(noc_cases *cases, noc_design *design, noc_diag *diag)
{
    if (cases->count == cases->capacity) {
        const size_t capacity = cases->capacity ? 2 * cases->capacity : 16;
        noc_design **grown =
            noc_arena_resize(&cases->memory, cases->designs, capacity, sizeof(noc_design *));
        if (!grown) {
            noc_design_free(design);
            return noc_fail_memory(diag);
        }
        cases->designs = grown;
        cases->capacity = capacity;
    }
    cases->designs[cases->count++] = design;
    return NOC_OK;
}

/* Names --vary in messages about its values: the reader of designs knows only --set. */
static void name_vary_option(noc_diag *diag, size_t first, const char *const *overrides,
                             size_t count)
{
    static const char set[] = "--set ";
    for (size_t i = first; i < diag->count; i++) {
        noc_message *m = &diag->messages[i];
        if (!m->file || strncmp(m->file, set, strlen(set)) != 0) continue;
        const char *override = m->file + strlen(set);
        for (size_t p = 0; p < count; p++) {
            char *vary_name = NULL;
            if (strncmp(overrides[p], override, strlen(override)) != 0) continue;
            if (asprintf(&vary_name, "--vary %s", override) < 0) return;
            free(m->file);
            m->file = vary_name;
            break;
        }
    }
}

/* State of reading one source and its variants. */
typedef struct expansion {
    const noc_texts *sets;
    const noc_source *source;
    const noc_vary *vary;
    const char **overrides; /* room for --set and one value of each --vary */
    noc_cases *cases;
    noc_design *base;   /* owned, until a variant equals it; NULL: none */
    size_t first_index; /* index of this source's first design among the cases */
    size_t base_offset; /* index of the base, counted from first_index */
} expansion;

static noc_status read_base(expansion *expansion_state, noc_diag *diag)
{
    return noc_design_read(expansion_state->source, expansion_state->overrides,
                           expansion_state->sets->count, &expansion_state->base, diag);
}

/* Makes the next variant the base, if the two are equal. */
static void replace_base(expansion *expansion_state, const noc_design *variant)
{
    if (!expansion_state->base || strcmp(expansion_state->base->hash, variant->hash) != 0) return;
    noc_design_free(expansion_state->base);
    expansion_state->base = NULL;
    expansion_state->base_offset = expansion_state->cases->count - expansion_state->first_index;
}

static noc_status read_variant(expansion *expansion_state, size_t variant, noc_diag *diag)
{
    const size_t set_count = expansion_state->sets->count,
                 axis_count = expansion_state->vary->axis_count, message_count = diag->count;
    noc_design *design;
    noc_vary_list_overrides(expansion_state->vary, variant, expansion_state->overrides + set_count);
    const noc_status status = noc_design_read(expansion_state->source, expansion_state->overrides,
                                              set_count + axis_count, &design, diag);
    if (status == NOC_OK) {
        replace_base(expansion_state, design);
        return add_design(expansion_state->cases, design, diag);
    }
    name_vary_option(diag, message_count, expansion_state->overrides + set_count, axis_count);
    return status;
}

/* Inserts the base before its variants, unless a variant equals the base. */
static noc_status put_base_first(expansion *expansion_state, noc_diag *diag)
{
    noc_cases *c = expansion_state->cases;
    noc_design *base = expansion_state->base;
    if (!base) return NOC_OK;
    expansion_state->base = NULL;
    const noc_status status = add_design(c, base, diag);
    if (status != NOC_OK) return status;
    noc_design **list = c->designs + expansion_state->first_index;
    memmove(list + 1, list, (c->count - 1 - expansion_state->first_index) * sizeof(noc_design *));
    list[0] = base;
    return NOC_OK;
}

static noc_status read_base_alone(expansion *expansion_state, noc_diag *diag)
{
    const noc_status status = read_base(expansion_state, diag);
    return status == NOC_OK ? put_base_first(expansion_state, diag) : status;
}

/* Reads a source's designs. A design may be valid only with its --vary values (such as a size that
 * two keys share); then its first variant is the base. The base and the first variant are first
 * read without messages: if both are invalid, only the base is reported. */
static noc_status read_designs(expansion *expansion_state, noc_diag *diag)
{
    NOC_AUTO(noc_diag_clear) noc_diag base_faults = {0};
    NOC_AUTO(noc_diag_clear) noc_diag variant_faults = {0};
    if (expansion_state->vary->variant_count == 0) return read_base_alone(expansion_state, diag);
    noc_status status = read_base(expansion_state, &base_faults);
    const noc_status first_status = read_variant(expansion_state, 0, &variant_faults);
    if (status != NOC_OK && first_status != NOC_OK) return read_base_alone(expansion_state, diag);
    status = first_status == NOC_OK ? NOC_OK : read_variant(expansion_state, 0, diag);
    for (size_t v = 1; v < expansion_state->vary->variant_count && diag->count < FAULTS_MAX; v++) {
        const noc_status next_status = read_variant(expansion_state, v, diag);
        if (status == NOC_OK) status = next_status;
    }
    const noc_status put_status = put_base_first(expansion_state, diag);
    return status == NOC_OK ? put_status : status;
}

/* True if a word is the name of a topology, and of no file. */
static bool is_topology(const char *word)
{
    size_t i = 0;
    while (noc_starter_name(i) && strcmp(noc_starter_name(i), word) != 0) i++;
    return noc_starter_name(i) && access(word, F_OK) != 0;
}

/* Makes the starter of a topology with the nodes of a design. */
static noc_status make_starter(const char *topology, const noc_design *example, noc_source *source,
                               noc_diag *diag)
{
    const noc_starter_request request = {.form_name = topology, .source_design = example};
    NOC_AUTO_DESIGN noc_design *design = NULL;
    const noc_status status = noc_starter_make(&request, &source->text, &design, diag);
    if (status != NOC_OK) return status;
    source->path = strdup(topology);
    if (source->path) return NOC_OK;
    noc_source_clear(source);
    return noc_fail_memory(diag);
}

static noc_status read_operand(const char *word, const noc_texts *sets, const noc_vary *vary,
                               noc_cases *cases, noc_diag *diag)
{
    noc_source *source = &cases->sources[cases->source_count];
    noc_status status = cases->count == 0 ? noc_shipped_source(word, source, diag)
                        : is_topology(word)
                            ? make_starter(word, cases->designs[0], source, diag)
                            : noc_shipped_source_or_name(word, noc_starter_name, source, diag);
    if (status != NOC_OK) return status;
    cases->source_count++;
    source->typed_name = strdup(word);
    if (!source->typed_name) return noc_fail_memory(diag);
    NOC_AUTO_FREE const char **overrides =
        calloc(sets->count + vary->axis_count + 1, sizeof *overrides);
    if (!overrides) return noc_fail_memory(diag);
    for (size_t i = 0; i < sets->count; i++) overrides[i] = sets->list[i];
    expansion expansion_state = {.sets = sets,
                                 .source = source,
                                 .vary = vary,
                                 .overrides = overrides,
                                 .cases = cases,
                                 .first_index = cases->count};
    status = read_designs(&expansion_state, diag);
    if (expansion_state.first_index == 0) cases->base_index = expansion_state.base_offset;
    noc_design_free(expansion_state.base);
    return status;
}

noc_status noc_cases_read(const char *const *words, size_t count, const noc_texts *sets,
                          const noc_texts *varies, noc_cases *cases, noc_diag *diag)
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    noc_vary vary;
    cases->set_override_count = sets->count;
    noc_status status = noc_vary_read(varies ? varies->list : NULL, varies ? varies->count : 0,
                                      &scratch, &vary, diag);
    cases->sources = noc_arena_array(&cases->memory, count, sizeof *cases->sources);
    cases->stage_results = noc_arena_array(&cases->memory, 1, sizeof *cases->stage_results);
    if (cases->memory.is_short) status = noc_fail_memory(diag);
    for (size_t i = 0; i < count && cases->sources && vary.axes; i++) {
        const noc_status next_status = read_operand(words[i], sets, &vary, cases, diag);
        if (status == NOC_OK) status = next_status;
    }
    return status;
}

size_t noc_cases_base_index(const noc_cases *cases, size_t finished)
{
    return cases->base_index < finished ? cases->base_index : 0;
}

void noc_cases_put_base_first(noc_cases *cases)
{
    if (cases->base_index == 0) return; /* the base is first, or there are no designs */
    noc_design *base = cases->designs[cases->base_index];
    memmove(cases->designs + 1, cases->designs, cases->base_index * sizeof(noc_design *));
    cases->designs[0] = base;
    cases->base_index = 0;
}

noc_status noc_cases_compile(const noc_cases *cases, size_t i, bool is_for_model,
                             noc_system **system, noc_diag *diag)
{
    const noc_design *design = cases->designs[i];
    const size_t message_count = diag->count, set_count = cases->set_override_count;
    const noc_status status =
        is_for_model ? noc_system_compile_kept(design, cases->stage_results, system, diag)
                     : noc_system_compile(design, system, diag);
    if (status != NOC_OK && design->override_count > set_count)
        name_vary_option(diag, message_count, (const char *const *)design->overrides + set_count,
                         design->override_count - set_count);
    return status;
}

noc_status noc_cases_check_build(const noc_cases *cases, noc_diag *diag)
{
    noc_status status = NOC_OK;
    for (size_t i = 0; i < cases->count && diag->count < FAULTS_MAX; i++) {
        NOC_AUTO_SYSTEM noc_system *system = NULL;
        const noc_status next_status = noc_cases_compile(cases, i, false, &system, diag);
        if (status == NOC_OK) status = next_status;
    }
    return status;
}

void noc_cases_clear(noc_cases *cases)
{
    if (cases->stage_results) noc_cache_clear(cases->stage_results);
    for (size_t i = 0; i < cases->count; i++) noc_design_free(cases->designs[i]);
    for (size_t i = 0; i < cases->source_count; i++) noc_source_clear(&cases->sources[i]);
    noc_arena_clear(&cases->memory);
    *cases = (noc_cases){0};
}
