#include "bindings/c/variants.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/auto.h"
#include "base/growing_list.h"
#include "bindings/c/context.h"
#include "explore/settings/settings.h"

enum { FAULTS_MAX = 50 };

/* ---- values of settings --------------------------------------------------------------------- */

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
    return noc_fail(diag, NOC_EUSAGE, (noc_place){place, 0},
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
        return noc_fail(diag, NOC_EUSAGE, (noc_place){place, 0},
                        "expected key=value,value,... for example network.flit_bytes=16,32");
    noc_status status = check_group(option, (size_t)(equals - option), place, diag);
    for (const char *start = equals + 1; status == NOC_OK;) {
        const char *end = find_value_end(start);
        if (end == start)
            return noc_fail(diag, NOC_EUSAGE, (noc_place){place, 0},
                            "a value is empty (key=value,value,...)");
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
        return noc_fail(diag, NOC_EUSAGE, (noc_place){"--vary", 0},
                        "the options combine to %.4g variants (at most %d)", product,
                        NOC_VARIANTS_MAX);
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

void noc_held_designs_clear(noc_held_designs *designs)
{
    for (size_t i = 0; i < designs->count; i++) noc_design_release(designs->list[i]);
    free(designs->list);
    *designs = (noc_held_designs){0};
}

/* Adds a design, which the list owns in any case. */
static noc_status add_design(noc_held_designs *designs, noc_design *design, noc_diag *diag)
{
    if (designs->count == designs->capacity) {
        const size_t capacity = designs->capacity ? 2 * designs->capacity : 16;
        noc_design **grown = realloc(designs->list, capacity * sizeof *grown);
        if (!grown) {
            noc_design_release(design);
            return noc_fail_memory(diag);
        }
        designs->list = grown;
        designs->capacity = capacity;
    }
    designs->list[designs->count++] = design;
    return NOC_OK;
}

void noc_vary_name_option(noc_diag *diag, size_t first, const char *const *overrides, size_t count)
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
typedef struct reading {
    const noc_expansion *request;
    noc_config_memory *texts;
    const char **overrides; /* settings, and room for one value of each axis */
    noc_held_designs *designs;
    noc_design *base;   /* owned, until a variant equals it; NULL: none */
    size_t first_index; /* index of this source's first design in the list */
    size_t base_index;
} reading;

static noc_status read_base(reading *r, noc_diag *diag)
{
    return noc_held_design_read(r->request->source, r->overrides, r->request->setting_count,
                                r->texts, &r->base, diag);
}

/* Makes the next variant the base, if the two are equal. */
static void replace_base(reading *r, const noc_design *variant)
{
    if (!r->base || strcmp(r->base->hash, variant->hash) != 0) return;
    noc_design_release(r->base);
    r->base = NULL;
    r->base_index = r->designs->count;
}

static noc_status read_variant(reading *r, size_t variant, noc_diag *diag)
{
    const size_t setting_count = r->request->setting_count,
                 axis_count = r->request->vary->axis_count, message_count = diag->count;
    noc_design *design;
    noc_vary_list_overrides(r->request->vary, variant, r->overrides + setting_count);
    const noc_status status = noc_held_design_read(
        r->request->source, r->overrides, setting_count + axis_count, r->texts, &design, diag);
    if (status == NOC_OK) {
        replace_base(r, design);
        return add_design(r->designs, design, diag);
    }
    noc_vary_name_option(diag, message_count, r->overrides + setting_count, axis_count);
    return status;
}

/* Inserts the base before its variants, unless a variant equals the base. */
static noc_status put_base_first(reading *r, noc_diag *diag)
{
    noc_design *base = r->base;
    if (!base) return NOC_OK;
    r->base = NULL;
    const noc_status status = add_design(r->designs, base, diag);
    if (status != NOC_OK) return status;
    noc_design **list = r->designs->list + r->first_index;
    memmove(list + 1, list, (r->designs->count - 1 - r->first_index) * sizeof *list);
    list[0] = base;
    r->base_index = r->first_index;
    return NOC_OK;
}

static noc_status read_base_alone(reading *r, noc_diag *diag)
{
    const noc_status status = read_base(r, diag);
    return status == NOC_OK ? put_base_first(r, diag) : status;
}

/* Reads the designs. A design may be valid only with values of axes (such as a size that two keys
 * share); then its first variant is the base. The base and the first variant are first read without
 * messages: if both are invalid, only the base is reported. */
static noc_status read_designs(reading *r, noc_diag *diag)
{
    NOC_AUTO(noc_diag_clear) noc_diag base_faults = {0};
    NOC_AUTO(noc_diag_clear) noc_diag variant_faults = {0};
    const noc_vary *vary = r->request->vary;
    if (vary->variant_count == 0) return read_base_alone(r, diag);
    noc_status status = read_base(r, &base_faults);
    const noc_status first_status = read_variant(r, 0, &variant_faults);
    if (status != NOC_OK && first_status != NOC_OK) return read_base_alone(r, diag);
    status = first_status == NOC_OK ? NOC_OK : read_variant(r, 0, diag);
    for (size_t v = 1; v < vary->variant_count && diag->count < FAULTS_MAX; v++) {
        const noc_status next_status = read_variant(r, v, diag);
        if (status == NOC_OK) status = next_status;
    }
    const noc_status put_status = put_base_first(r, diag);
    return status == NOC_OK ? put_status : status;
}

noc_status noc_expansion_read(const noc_expansion *expansion, noc_config_memory *texts,
                              noc_held_designs *designs, size_t *base_index, noc_diag *diag)
{
    const size_t override_count = expansion->setting_count + expansion->vary->axis_count;
    NOC_AUTO_FREE const char **overrides = calloc(override_count + 1, sizeof *overrides);
    if (!overrides) return noc_fail_memory(diag);
    for (size_t i = 0; i < expansion->setting_count; i++) overrides[i] = expansion->settings[i];
    reading r = {.request = expansion,
                 .texts = texts,
                 .overrides = overrides,
                 .designs = designs,
                 .first_index = designs->count,
                 .base_index = designs->count};
    const noc_status status = read_designs(&r, diag);
    noc_design_release(r.base);
    *base_index = r.base_index;
    return status;
}

/* ---- public calls --------------------------------------------------------------------------- */

struct noc_variants {
    noc_held_designs designs;
    size_t base_index;
};

static noc_status vary(noc_context *context, const noc_design *design, const char *const *axes,
                       size_t count, noc_variants *variants, noc_diag *diag)
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    noc_vary values;
    noc_status status = noc_vary_read(axes, count, &scratch, &values, diag);
    if (status != NOC_OK) return status;
    const noc_expansion expansion = {noc_held_design_source(design),
                                     (const char *const *)design->overrides, design->override_count,
                                     &values};
    noc_workspace *workspace = noc_context_take(context, NULL);
    if (!workspace) return noc_fail_memory(diag);
    status = noc_expansion_read(&expansion, &workspace->texts, &variants->designs,
                                &variants->base_index, diag);
    noc_context_return(context, workspace);
    return status;
}

int noc_design_vary(noc_context *context, const noc_design *design, const char *const *axes,
                    size_t count, noc_variants **variants, noc_error *error)
{
    noc_call call = noc_call_begin(error);
    if (variants) *variants = NULL;
    noc_status status =
        noc_call_require(&call, "variants", variants, "context", context, "design", design, "axes",
                         noc_call_has_null(axes, count) ? NULL : &call, NULL);
    noc_variants *made = status == NOC_OK ? calloc(1, sizeof *made) : NULL;
    if (status == NOC_OK && !made) status = noc_fail_memory(&call.diag);
    if (status == NOC_OK) status = vary(context, design, axes, count, made, &call.diag);
    if (status == NOC_OK)
        *variants = made;
    else
        noc_variants_release(made);
    return noc_call_end(&call, status);
}

size_t noc_variants_count(const noc_variants *variants)
{
    return variants ? variants->designs.count : 0;
}

size_t noc_variants_base(const noc_variants *variants)
{
    return variants ? variants->base_index : 0;
}

const noc_design *noc_variants_design(const noc_variants *variants, size_t i)
{
    return i < noc_variants_count(variants) ? variants->designs.list[i] : NULL;
}

void noc_variants_release(noc_variants *variants)
{
    if (!variants) return;
    noc_held_designs_clear(&variants->designs);
    free(variants);
}
