#include "cli/reproduce_bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/shipped.h"
#include "network/config_file.h"

enum { OVERRIDES_MAX = 8 };

noc_status noc_bench_open(const noc_request *r, double weight, noc_bench *b, noc_diag *diag)
{
    *b = (noc_bench){
        .diag = diag,
        .answers = calloc(NOC_BENCH_ANSWERS, sizeof *b->answers),
        .sampling = {.precision = r->precision, .seed = r->seed, .jobs = r->jobs},
    };
    if (!b->answers) return noc_fail_memory(diag);
    b->sampling.progress = noc_progress_tick;
    b->sampling.context = &b->progress;
    noc_progress_start(&b->progress, fmax(1.0, weight), r->quiet);
    return NOC_OK;
}

void noc_bench_close(noc_bench *b)
{
    if (b->answers) noc_progress_end(&b->progress);
    free(b->answers);
}

/* Reads a design with its workload, and settings "key=value key=value" over it. */
static noc_status read_design(const char *name, const char *workload, const char *settings,
                              noc_design **design, noc_diag *diag)
{
    char words[NOC_BENCH_KEY], chosen[NOC_BENCH_KEY], *rest = words, *path = NULL;
    const char *overrides[OVERRIDES_MAX];
    size_t count = 0;
    noc_source source = {0};
    snprintf(chosen, sizeof chosen, "workload=%s", workload);
    snprintf(words, sizeof words, "%s", settings);
    overrides[count++] = chosen;
    for (char *word; count < OVERRIDES_MAX && (word = strsep(&rest, " "));)
        if (*word) overrides[count++] = word;
    noc_status status = noc_shipped_resolve(name, &path, diag);
    if (status == NOC_OK) status = noc_source_read(path, &source, diag);
    if (status == NOC_OK) status = noc_design_read(&source, overrides, count, design, diag);
    noc_source_clear(&source);
    free(path);
    return status;
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

const noc_bench_answer *noc_bench_ask(noc_bench *b, const char *name, const char *workload,
                                      const char *settings)
{
    char key[NOC_BENCH_KEY];
    noc_design *design = NULL;
    snprintf(key, sizeof key, "%s %s %s", name, workload, settings);
    noc_progress_task(&b->progress, 1.0, name);
    for (size_t i = 0; i < b->count; i++)
        if (strcmp(b->answers[i].key, key) == 0) return &b->answers[i];
    if (b->count == NOC_BENCH_ANSWERS) return NULL;
    noc_bench_answer *a = &b->answers[b->count];
    memcpy(a->key, key, sizeof key);
    noc_status status = read_design(name, workload, settings, &design, b->diag);
    if (status == NOC_OK) status = ask_both(b, design, a);
    noc_design_free(design);
    if (status == NOC_EINTERRUPTED)
        noc_fail(b->diag, status, NOC_NOWHERE, "interrupted; nothing was written");
    if (status != NOC_OK) return NULL;
    b->count++;
    return a;
}
