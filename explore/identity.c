#include "explore/identity.h"

#include <math.h>
#include <sha256.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hybrid/answers/estimate.h"
#include "hybrid/answers/estimate_sample.h"
#include "network/compile/compile.h"

void noc_id_of(const char *text, char id[NOC_ID_CHARS + 1])
{
    char digits[SHA256_DIGEST_STRING_LENGTH];
    SHA256Data((const uint8_t *)text, strlen(text), digits);
    snprintf(id, NOC_ID_CHARS + 1, "%.*s", NOC_ID_CHARS, digits);
}

typedef noc_status answerer(const noc_system *system, size_t from_end, noc_estimate *e,
                            noc_diag *diag);

static noc_status ask_model(const noc_system *system, size_t from_end, noc_estimate *e,
                            noc_diag *diag)
{
    (void)from_end;
    return noc_estimate_model(system, NAN, e, diag);
}

/* Samples a design; searches for the saturation of each of the last three, with another effort. */
static noc_status ask_sampler(const noc_system *system, size_t from_end, noc_estimate *e,
                              noc_diag *diag)
{
    static const double load = 0.01;
    const noc_sampling sampling = {.precision = 0.5,
                                   .seed = 1,
                                   .jobs = 1,
                                   .max_cycles = 1024,
                                   .effort = from_end < 3 ? (noc_effort)from_end : NOC_EFFORT_FULL,
                                   .no_knee = from_end > 0,
                                   .no_cause = true}; /* no metric depends on it */
    return from_end < 3 ? noc_estimate_sample_saturation(system, &sampling, e, diag)
                        : noc_estimate_sample(system, load, &sampling, e, diag);
}

static noc_status print_answer(const noc_design *design, answerer *ask, size_t from_end, FILE *out,
                               noc_diag *diag)
{
    noc_system *system = NULL;
    noc_estimate e;
    noc_status status = noc_system_compile(design, &system, diag);
    if (status == NOC_OK) status = ask(system, from_end, &e, diag);
    if (status == NOC_OK) {
        fprintf(out, "%s\n", design->hash);
        for (int id = 0; id < NOC_METRICS; id++)
            fprintf(out, "%s=%.12g %.12g %.12g\n", noc_metric_info_of((noc_metric_id)id)->name,
                    e.metrics[id].value, e.metrics[id].lo, e.metrics[id].hi);
    }
    noc_system_free(system);
    return status;
}

static noc_status fingerprint(noc_design *const *designs, size_t count, answerer *ask,
                              char id[NOC_ID_CHARS + 1], noc_diag *diag)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return noc_fail_memory(diag);
    noc_status status = NOC_OK;
    for (size_t i = 0; i < count && status == NOC_OK; i++)
        status = print_answer(designs[i], ask, count - 1 - i, out, diag);
    fclose(out);
    if (status == NOC_OK) noc_id_of(text, id);
    free(text);
    return status;
}

noc_status noc_engine_fingerprint(noc_design *const *designs, size_t count,
                                  char id[NOC_ID_CHARS + 1], noc_diag *diag)
{
    return fingerprint(designs, count, ask_model, id, diag);
}

noc_status noc_engine_sampler_fingerprint(noc_design *const *designs, size_t count,
                                          char id[NOC_ID_CHARS + 1], noc_diag *diag)
{
    return fingerprint(designs, count, ask_sampler, id, diag);
}
