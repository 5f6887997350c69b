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
static const char *value_end(const char *at)
{
    int depth = 0;
    bool quoted = false;
    for (; *at; at++) {
        if (*at == '"') quoted = !quoted;
        if (quoted) continue;
        if (strchr("([{", *at)) depth++;
        if (strchr(")]}", *at)) depth--;
        if (*at == ',' && depth <= 0) break;
    }
    return at;
}

static noc_status add_value(noc_axis *axis, const char *option, int key_length, const char *value,
                            int length, noc_diag *diag)
{
    char **grown = realloc(axis->overrides, (axis->count + 1) * sizeof *grown);
    if (!grown) return noc_fail_memory(diag);
    axis->overrides = grown;
    if (asprintf(&grown[axis->count], "%.*s=%.*s", key_length, option, length, value) < 0)
        return noc_fail_memory(diag);
    axis->count++;
    return NOC_OK;
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

static noc_status read_axis(const char *option, noc_axis *axis, noc_diag *diag)
{
    char place[200];
    snprintf(place, sizeof place, "--vary %s", option);
    const char *equals = strchr(option, '=');
    if (!equals || equals == option)
        return noc_fail(diag, NOC_EUSAGE, (noc_place){place, 0},
                        "expected key=value,value,... for example network.flit_bytes=16,32");
    noc_status status = check_group(option, (size_t)(equals - option), place, diag);
    for (const char *at = equals + 1; status == NOC_OK;) {
        const char *end = value_end(at);
        if (end == at)
            return noc_fail(diag, NOC_EUSAGE, (noc_place){place, 0},
                            "a value is empty (key=value,value,...)");
        status = add_value(axis, option, (int)(equals - option), at, (int)(end - at), diag);
        if (!*end) break;
        at = end + 1;
    }
    return status;
}

static noc_status multiply(noc_vary *vary, noc_diag *diag)
{
    double product = 1.0;
    for (size_t i = 0; i < vary->axis_count; i++) product *= (double)vary->axes[i].count;
    if (product > NOC_VARIANTS_MAX)
        return noc_fail(diag, NOC_EUSAGE, (noc_place){"--vary", 0},
                        "the options combine to %.4g variants (at most %d)", product,
                        NOC_VARIANTS_MAX);
    vary->variants = vary->axis_count ? (size_t)product : 0;
    return NOC_OK;
}

noc_status noc_vary_read(const char *const *options, size_t count, noc_vary *vary, noc_diag *diag)
{
    vary->axes = calloc(count + 1, sizeof *vary->axes);
    if (!vary->axes) return noc_fail_memory(diag);
    vary->axis_count = count;
    noc_status status = NOC_OK;
    for (size_t i = 0; i < count && status == NOC_OK; i++)
        status = read_axis(options[i], &vary->axes[i], diag);
    return status == NOC_OK ? multiply(vary, diag) : status;
}

void noc_vary_pick(const noc_vary *vary, size_t variant, const char **overrides)
{
    for (size_t i = vary->axis_count; i-- > 0;) {
        const noc_axis *axis = &vary->axes[i];
        overrides[i] = axis->overrides[variant % axis->count];
        variant /= axis->count;
    }
}

void noc_vary_clear(noc_vary *vary)
{
    for (size_t i = 0; vary->axes && i < vary->axis_count; i++) {
        for (size_t v = 0; v < vary->axes[i].count; v++) free(vary->axes[i].overrides[v]);
        free(vary->axes[i].overrides);
    }
    free(vary->axes);
    *vary = (noc_vary){0};
}

/* ---- designs -------------------------------------------------------------------------------- */

enum { FAULTS_MAX = 50 };

static const noc_option set_options[] = {
    {"set", 0, "KEY=VALUE",
     "change a setting of the design: network.flit_bytes=32, of one network of several "
     "networks[1].flit_bytes=64; may be repeated",
     NOC_OPTION_TEXTS, .offset = 0},
    {0},
};

const noc_option_group noc_set_options = {NULL, set_options, NULL, sizeof(noc_texts)};

static const noc_option vary_options[] = {
    {"vary", 0, "KEY=V1,V2", "a variant for each value; repeated: for each combination of them",
     NOC_OPTION_TEXTS, .offset = 0},
    {0},
};

const noc_option_group noc_vary_options = {NULL, vary_options, NULL, sizeof(noc_texts)};

static noc_status push(noc_cases *cases, noc_design *design, noc_diag *diag)
{
    if (cases->count == cases->capacity) {
        const size_t capacity = cases->capacity ? 2 * cases->capacity : 16;
        noc_design **grown = realloc(cases->designs, capacity * sizeof *grown);
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
static void name_vary(noc_diag *diag, size_t first, const char *const *picks, size_t count)
{
    static const char set[] = "--set ";
    for (size_t i = first; i < diag->count; i++) {
        noc_message *m = &diag->messages[i];
        if (!m->file || strncmp(m->file, set, strlen(set)) != 0) continue;
        const char *shown = m->file + strlen(set);
        for (size_t p = 0; p < count; p++) {
            char *renamed = NULL;
            if (strncmp(picks[p], shown, strlen(shown)) != 0) continue;
            if (asprintf(&renamed, "--vary %s", shown) < 0) return;
            free(m->file);
            m->file = renamed;
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
    size_t first;       /* index of this source's first design among the cases */
    size_t base_offset; /* index of the base after first_index */
} expansion;

static noc_status read_base(expansion *x, noc_diag *diag)
{
    return noc_design_read(x->source, x->overrides, x->sets->count, &x->base, diag);
}

/* Makes a variant the base, if the two are equal. */
static void stand_in(expansion *x, const noc_design *variant)
{
    if (!x->base || strcmp(x->base->hash, variant->hash) != 0) return;
    noc_design_free(x->base);
    x->base = NULL;
    x->base_offset = x->cases->count - x->first;
}

static noc_status read_variant(expansion *x, size_t variant, noc_diag *diag)
{
    const size_t sets = x->sets->count, axes = x->vary->axis_count, before = diag->count;
    noc_design *design;
    noc_vary_pick(x->vary, variant, x->overrides + sets);
    const noc_status status = noc_design_read(x->source, x->overrides, sets + axes, &design, diag);
    if (status == NOC_OK) {
        stand_in(x, design);
        return push(x->cases, design, diag);
    }
    name_vary(diag, before, x->overrides + sets, axes);
    return status;
}

/* Moves a base without an equal variant before the variants. */
static noc_status put_base_first(expansion *x, noc_diag *diag)
{
    noc_cases *c = x->cases;
    noc_design *base = x->base;
    if (!base) return NOC_OK;
    x->base = NULL;
    const noc_status status = push(c, base, diag);
    if (status != NOC_OK) return status;
    noc_design **list = c->designs + x->first;
    memmove(list + 1, list, (c->count - 1 - x->first) * sizeof(noc_design *));
    list[0] = base;
    return NOC_OK;
}

static noc_status read_alone(expansion *x, noc_diag *diag)
{
    const noc_status status = read_base(x, diag);
    return status == NOC_OK ? put_base_first(x, diag) : status;
}

/* Reads a source's designs. If the design is valid only with its --vary values (such as a size that
 * two keys share), its first variant is the base. */
static noc_status read_all(expansion *x, noc_diag *diag)
{
    noc_diag base_faults = {0}, variant_faults = {0};
    if (x->vary->variants == 0) return read_alone(x, diag);
    noc_status status = read_base(x, &base_faults);
    const noc_status first = read_variant(x, 0, &variant_faults);
    const bool lost = status != NOC_OK && first != NOC_OK;
    noc_diag_clear(&base_faults);
    noc_diag_clear(&variant_faults);
    if (lost) return read_alone(x, diag);
    status = first == NOC_OK ? NOC_OK : read_variant(x, 0, diag);
    for (size_t v = 1; v < x->vary->variants && diag->count < FAULTS_MAX; v++) {
        const noc_status next = read_variant(x, v, diag);
        if (status == NOC_OK) status = next;
    }
    const noc_status put = put_base_first(x, diag);
    return status == NOC_OK ? put : status;
}

/* True if a word is the name of a topology, and of no file. */
static bool is_topology(const char *word)
{
    size_t i = 0;
    while (noc_starter_name(i) && strcmp(noc_starter_name(i), word) != 0) i++;
    return noc_starter_name(i) && access(word, F_OK) != 0;
}

/* Makes the starter of a topology with the nodes of a design. */
static noc_status make_source(const char *topology, const noc_design *like, noc_source *source,
                              noc_diag *diag)
{
    const noc_starter_wish wish = {.what = topology, .like = like};
    noc_design *design = NULL;
    const noc_status status = noc_starter_make(&wish, &source->text, &design, diag);
    noc_design_free(design);
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
                            ? make_source(word, cases->designs[0], source, diag)
                            : noc_shipped_source_or(word, noc_starter_name, source, diag);
    if (status != NOC_OK) return status;
    cases->source_count++;
    source->word = strdup(word);
    if (!source->word) return noc_fail_memory(diag);
    expansion x = {
        .sets = sets, .source = source, .vary = vary, .cases = cases, .first = cases->count};
    x.overrides = calloc(sets->count + vary->axis_count + 1, sizeof *x.overrides);
    if (!x.overrides) return noc_fail_memory(diag);
    for (size_t i = 0; i < sets->count; i++) x.overrides[i] = sets->list[i];
    status = read_all(&x, diag);
    if (x.first == 0) cases->base = x.base_offset;
    noc_design_free(x.base);
    free(x.overrides);
    return status;
}

noc_status noc_cases_read(const char *const *words, size_t count, const noc_texts *sets,
                          const noc_texts *varies, noc_cases *cases, noc_diag *diag)
{
    noc_vary vary = {0};
    cases->set_count = sets->count;
    noc_status status =
        noc_vary_read(varies ? varies->list : NULL, varies ? varies->count : 0, &vary, diag);
    cases->sources = calloc(count + 1, sizeof *cases->sources);
    cases->kept = calloc(1, sizeof *cases->kept);
    if (!cases->sources || !cases->kept) status = noc_fail_memory(diag);
    for (size_t i = 0; i < count && cases->sources && vary.axes; i++) {
        const noc_status next = read_operand(words[i], sets, &vary, cases, diag);
        if (status == NOC_OK) status = next;
    }
    noc_vary_clear(&vary);
    return status;
}

size_t noc_cases_base(const noc_cases *cases, size_t finished)
{
    return cases->base < finished ? cases->base : 0;
}

void noc_cases_put_base_first(noc_cases *cases)
{
    if (cases->base == 0) return; /* the base is first, or there are no designs */
    noc_design *base = cases->designs[cases->base];
    memmove(cases->designs + 1, cases->designs, cases->base * sizeof(noc_design *));
    cases->designs[0] = base;
    cases->base = 0;
}

noc_status noc_cases_compile(const noc_cases *cases, size_t i, bool model_alone,
                             noc_system **system, noc_diag *diag)
{
    const noc_design *design = cases->designs[i];
    const size_t before = diag->count, sets = cases->set_count;
    const noc_status status = model_alone
                                  ? noc_system_compile_kept(design, cases->kept, system, diag)
                                  : noc_system_compile(design, system, diag);
    if (status != NOC_OK && design->override_count > sets)
        name_vary(diag, before, (const char *const *)design->overrides + sets,
                  design->override_count - sets);
    return status;
}

noc_status noc_cases_try(const noc_cases *cases, noc_diag *diag)
{
    noc_status status = NOC_OK;
    for (size_t i = 0; i < cases->count && diag->count < FAULTS_MAX; i++) {
        noc_system *system = NULL;
        const noc_status next = noc_cases_compile(cases, i, false, &system, diag);
        if (next == NOC_OK) noc_system_free(system);
        if (status == NOC_OK) status = next;
    }
    return status;
}

void noc_cases_clear(noc_cases *cases)
{
    if (cases->kept) noc_kept_clear(cases->kept);
    free(cases->kept);
    for (size_t i = 0; i < cases->count; i++) noc_design_free(cases->designs[i]);
    for (size_t i = 0; i < cases->source_count; i++) noc_source_clear(&cases->sources[i]);
    free(cases->designs);
    free(cases->sources);
    *cases = (noc_cases){0};
}
