#include "studies/bench.h"

#include <math.h>
#include <sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hybrid/answers/estimate_sample.h"
#include "hybrid/answers/figures/cost_figures.h"
#include "hybrid/answers/figures/offered_load.h"
#include "hybrid/correction/calibration/shipped.h"
#include "network/compile/compile.h"
#include "reader/design_walk.h"
#include "studies/recipe.h"

static void free_answer(noc_bench_answer *a)
{
    if (a->components) noc_components_clear(a->components);
    noc_system_free(a->system);
    noc_design_free(a->design);
}

void noc_bench_clear(noc_bench *b)
{
    for (size_t i = 0; i < b->count; i++) free_answer(b->answers[i]);
    noc_arena_clear(&b->memory);
    noc_samples_clear(&b->known_samples);
    b->answers = NULL;
    b->count = 0;
}

/* ---- questions ------------------------------------------------------------------------------- */

/* Load and activity of a question, written among its settings. */
typedef struct circumstances {
    noc_offered_load load;
    double activity;
} circumstances;

static bool read_circumstance(const char *word, circumstances *c)
{
    char *end;
    if (strncmp(word, "load=", 5) == 0) return noc_offered_load_read(word + 5, &c->load);
    if (strncmp(word, "activity=", 9) != 0) return false;
    c->activity = strtod(word + 9, &end);
    return end != word + 9 && !*end && c->activity > 0.0 && c->activity <= 1.0;
}

/* Joins the name and the words of `settings` with single blanks in `key`, and the words that are
 * settings of the design in `settings_only`. False if they are too long. */
static bool split_settings(const char *name, const char *settings, char key[NOC_BENCH_KEY],
                           char settings_only[NOC_BENCH_KEY], circumstances *c)
{
    char words[NOC_BENCH_KEY];
    *c = (circumstances){.activity = NAN};
    size_t key_length = (size_t)snprintf(key, NOC_BENCH_KEY, "%s", name), settings_length = 0;
    settings_only[0] = '\0';
    if (snprintf(words, sizeof words, "%s", settings) >= NOC_BENCH_KEY) return false;
    for (char *rest = words, *word; (word = strsep(&rest, " "));) {
        if (!*word) continue;
        if (key_length + strlen(word) + 2 > NOC_BENCH_KEY) return false;
        key_length += (size_t)snprintf(key + key_length, NOC_BENCH_KEY - key_length, " %s", word);
        if (read_circumstance(word, c)) continue;
        settings_length +=
            (size_t)snprintf(settings_only + settings_length, NOC_BENCH_KEY - settings_length,
                             "%s%s", settings_length ? " " : "", word);
    }
    return true;
}

static bool hash_workload(const noc_design *d, char hash[NOC_SAMPLE_HASH + 1])
{
    char digits[SHA256_DIGEST_STRING_LENGTH];
    NOC_AUTO_FREE char *text = noc_design_workload_text(d);
    if (!text) return false;
    SHA256Data((const uint8_t *)text, strlen(text), digits);
    memcpy(hash, digits, NOC_SAMPLE_HASH);
    hash[NOC_SAMPLE_HASH] = '\0';
    return true;
}

static noc_status compute_answer(noc_bench *b, const char *name, const char *settings,
                                 const circumstances *c, noc_bench_answer *a)
{
    a->activity = c->activity;
    noc_status status =
        noc_recipe_read_design(b->resolve_path, name, settings, &a->design, b->diag);
    if (status == NOC_OK) status = noc_system_compile(a->design, &a->system, b->diag);
    if (status == NOC_OK)
        status = noc_offered_load_convert(a->system, noc_calibration_shipped(), &c->load, &a->load,
                                          b->diag);
    if (status == NOC_OK && !hash_workload(a->design, a->workload_hash))
        status = noc_fail_memory(b->diag);
    return status;
}

static noc_bench_answer *find_answer(const noc_bench *b, const char *key)
{
    for (size_t i = 0; i < b->count; i++)
        if (strcmp(b->answers[i]->key, key) == 0) return b->answers[i];
    return NULL;
}

/* Adds an answer. Answers keep their addresses, since others are added while one is in use. */
static noc_bench_answer *add_answer(noc_bench *b, const char *key)
{
    noc_bench_answer **grown =
        noc_arena_resize(&b->memory, b->answers, b->count + 1, sizeof *grown);
    noc_bench_answer *a = grown ? noc_arena_array(&b->memory, 1, sizeof *a) : NULL;
    if (grown) b->answers = grown;
    if (a) memcpy(a->key, key, NOC_BENCH_KEY);
    return a;
}

noc_bench_answer *noc_bench_find_answer(noc_bench *b, const char *name, const char *settings)
{
    char key[NOC_BENCH_KEY] = "", settings_only[NOC_BENCH_KEY];
    circumstances c;
    if (!split_settings(name, settings, key, settings_only, &c)) {
        noc_fail(b->diag, NOC_EFAILED, NOC_NOWHERE, "the settings of %s are too long", name);
        return NULL;
    }
    noc_bench_answer *a = find_answer(b, key);
    if (a) return a;
    a = add_answer(b, key);
    if (!a) {
        noc_fail_memory(b->diag);
        return NULL;
    }
    if (compute_answer(b, name, settings_only, &c, a) != NOC_OK) {
        free_answer(a);
        return NULL;
    }
    b->answers[b->count++] = a;
    return a;
}

/* ---- parts of an answer ---------------------------------------------------------------------- */

/* Allocates a part of an answer; NULL, with a message, when out of memory. */
static void *alloc_part(noc_bench *b, size_t size)
{
    void *part = noc_arena_array(&b->memory, 1, size);
    if (!part) noc_fail_memory(b->diag);
    return part;
}

const noc_estimate *noc_bench_find_model(noc_bench *b, noc_bench_answer *a)
{
    if (a->model_estimate) return a->model_estimate;
    noc_estimate *e = alloc_part(b, sizeof *e);
    if (!e) return NULL;
    noc_status status = noc_estimate_model(a->system, a->load, e, b->diag);
    if (status == NOC_OK && isfinite(a->activity))
        status = noc_figures_put_nominal_power(a->system, a->activity, e, b->diag);
    return status == NOC_OK ? a->model_estimate = e : NULL;
}

const noc_components *noc_bench_find_components(noc_bench *b, noc_bench_answer *a)
{
    if (a->components) return a->components;
    noc_components *c = alloc_part(b, sizeof *c);
    return c && noc_components_of(a->system, c, b->diag) == NOC_OK ? a->components = c : NULL;
}

const noc_breakdown *noc_bench_find_breakdown(noc_bench *b, noc_bench_answer *a)
{
    if (a->breakdown) return a->breakdown;
    noc_breakdown *d = alloc_part(b, sizeof *d);
    if (!d || noc_breakdown_make(a->system, noc_calibration_shipped(), a->load, a->activity,
                                 &b->memory, d, b->diag) != NOC_OK)
        return NULL;
    return a->breakdown = d;
}

const char *noc_bench_store_text(noc_bench *b, char *text)
{
    const char *copy = text ? noc_arena_string(&b->memory, text) : NULL;
    if (text && !copy) noc_fail_memory(b->diag);
    free(text);
    return copy;
}

/* ---- samples -------------------------------------------------------------------------------- */

bool noc_bench_is_stale(const noc_bench *b, const noc_bench_answer *a,
                        const noc_stored_sample *sample)
{
    return strncmp(sample->design, a->design->hash, NOC_SAMPLE_HASH) != 0 ||
           strcmp(sample->version, b->version) != 0 ||
           strcmp(sample->workload, a->workload_hash) != 0;
}

static bool can_be_sampled(const noc_bench_answer *a, noc_sample_task task)
{
    return task == NOC_SAMPLE_SATURATION || isfinite(a->load) || a->design->closed_loop ||
           noc_traffic_is_eager(&a->design->traffic);
}

static noc_status take_sample(const noc_bench *b, const noc_bench_answer *a, noc_sample_task task,
                              noc_estimate *e)
{
    if (task == NOC_SAMPLE_SATURATION)
        return noc_estimate_sample_saturation(a->system, &b->sampling, e, b->diag);
    if (isfinite(a->load)) return noc_estimate_sample(a->system, a->load, &b->sampling, e, b->diag);
    return noc_estimate_sample_closed(a->system, &b->sampling, e, b->diag);
}

static noc_status measure_sample(noc_bench *b, const noc_bench_answer *a, noc_sample_task task,
                                 const noc_stored_sample **result)
{
    NOC_AUTO_FREE noc_estimate *e = calloc(1, sizeof *e);
    if (!e) return noc_fail_memory(b->diag);
    if (b->report_task) b->report_task(b->context, a->key);
    noc_status status = take_sample(b, a, task, e);
    noc_stored_sample *s =
        status == NOC_OK ? noc_samples_add(&b->known_samples, a->key, task) : NULL;
    if (s) {
        memcpy(s->workload, a->workload_hash, sizeof s->workload);
        memcpy(s->design, a->design->hash, NOC_SAMPLE_HASH);
        snprintf(s->version, sizeof s->version, "%s", b->version);
        memcpy(s->metrics, e->metrics, sizeof s->metrics);
        if (b->store_sample) status = b->store_sample(b->context, s, b->diag);
        *result = s;
    } else if (status == NOC_OK) {
        status = noc_fail_memory(b->diag);
    }
    return status;
}

noc_status noc_bench_find_sample(noc_bench *b, noc_bench_answer *a, noc_sample_task task,
                                 const noc_stored_sample **result)
{
    *result = a->samples[task];
    if (*result || !can_be_sampled(a, task)) return NOC_OK;
    *result = noc_samples_find(&b->known_samples, a->key, task);
    const bool is_known = *result && !(b->can_measure && noc_bench_is_stale(b, a, *result));
    noc_status status = NOC_OK;
    if (!is_known && b->can_measure) status = measure_sample(b, a, task, result);
    if (status == NOC_OK) a->samples[task] = *result;
    return status;
}
