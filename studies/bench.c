#include "studies/bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hybrid/answers/estimate_sample.h"
#include "network/system.h"
#include "studies/recipe.h"

void noc_bench_clear(noc_bench *b)
{
    for (size_t i = 0; i < b->count; i++) free(b->answers[i]);
    free(b->answers);
    b->answers = NULL;
    b->count = 0;
}

static noc_status ask_both(noc_bench *b, const noc_design *design, noc_bench_answer *a)
{
    noc_system *system = NULL;
    noc_status status = noc_system_compile(design, &system, b->diag);
    if (status == NOC_OK) status = noc_estimate_model(system, NAN, &a->model, b->diag);
    if (status == NOC_OK)
        status = noc_estimate_sample_closed(system, &b->sampling, &a->sample, b->diag);
    noc_system_free(system);
    return status;
}

static noc_status answer(noc_bench *b, const char *name, noc_bench_answer *a)
{
    noc_design *design = NULL;
    noc_status status = noc_recipe_design(b->resolve, name, a->settings, &design, b->diag);
    if (status == NOC_OK) status = ask_both(b, design, a);
    noc_design_free(design);
    if (status == NOC_EINTERRUPTED)
        noc_fail(b->diag, status, NOC_NOWHERE, "interrupted; nothing was written");
    return status;
}

/* Answers stay where they are, as others are asked for while one is looked at. */
static noc_bench_answer *add_answer(noc_bench *b)
{
    noc_bench_answer **grown = reallocarray(b->answers, b->count + 1, sizeof *grown);
    if (!grown) return NULL;
    b->answers = grown;
    return calloc(1, sizeof **grown);
}

static const noc_bench_answer *find(const noc_bench *b, const char *key)
{
    for (size_t i = 0; i < b->count; i++)
        if (strcmp(b->answers[i]->key, key) == 0) return b->answers[i];
    return NULL;
}

const noc_bench_answer *noc_bench_ask(noc_bench *b, const char *name, const char *workload,
                                      const char *settings)
{
    char key[NOC_BENCH_KEY];
    const int length = snprintf(key, sizeof key, "%s %s%s %s", name, *workload ? "workload=" : "",
                                workload, settings);
    if (length >= NOC_BENCH_KEY) {
        noc_fail(b->diag, NOC_EFAILED, NOC_NOWHERE, "a recipe's settings of %s are too long", name);
        return NULL;
    }
    if (b->task) b->task(b->context, name);
    const noc_bench_answer *known = find(b, key);
    if (known) return known;
    noc_bench_answer *a = add_answer(b);
    if (!a) {
        noc_fail_memory(b->diag);
        return NULL;
    }
    memcpy(a->key, key, sizeof key);
    a->settings = a->key + strlen(name) + 1;
    if (answer(b, name, a) != NOC_OK) {
        free(a);
        return NULL;
    }
    b->answers[b->count++] = a;
    return a;
}
