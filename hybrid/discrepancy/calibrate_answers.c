/* What the model says of the designs that it was calibrated with, as if it had not seen them. */
#include <stdlib.h>

#include "hybrid/discrepancy/calibrate.h"
#include "hybrid/discrepancy/thirds.h"

/* How answers are asked for: what is told, by which they are adjusted, is of the whole suite. */
typedef struct asking {
    const noc_suite *suite;
    const noc_calibration *calibration;
    const unsigned char *thirds;
    const noc_told *told; /* NULL: compared with what was measured in place of that */
    unsigned jobs;
    noc_suite_answer *answers;
    noc_diag *diag;
} asking;

static noc_status answer_part(const asking *a, const noc_suite *part, const size_t *from,
                              const noc_contention_terms *terms, noc_suite_answer *found,
                              noc_told *told)
{
    const noc_suite_asking how = {.terms = terms,
                                  .told = a->told ? told : NULL,
                                  .comparing = !a->told,
                                  .checks = a->told != NULL,
                                  .jobs = a->jobs};
    for (size_t i = 0; a->told && i < part->count; i++) told[i] = a->told[from[i]];
    const noc_status status = noc_suite_answer_all(part, &how, found, a->diag);
    for (size_t i = 0; status == NOC_OK && i < part->count; i++) {
        noc_suite_answer *answer = &a->answers[from[i]];
        if (a->told) { /* compared before */
            found[i].traits = answer->traits;
            found[i].deviation = answer->deviation;
        }
        *answer = found[i];
    }
    return status;
}

static noc_status answer_third(const asking *a, unsigned char third)
{
    noc_suite part = {0};
    const size_t count = a->suite->count;
    size_t *from = calloc(count, sizeof *from);
    noc_suite_answer *found = calloc(count, sizeof *found);
    noc_told *told = calloc(count, sizeof *told);
    noc_status status = from && found && told ? NOC_OK : noc_fail_memory(a->diag);
    if (status == NOC_OK)
        status = noc_thirds_part(a->suite, a->thirds, third, true, &part, from, a->diag);
    if (status == NOC_OK)
        status = answer_part(a, &part, from, &a->calibration->fits[third], found, told);
    free(part.cases);
    free(told);
    free(found);
    free(from);
    return status;
}

static noc_status answer_all(const asking *a)
{
    noc_status status = NOC_OK;
    for (unsigned char third = 0; third < NOC_THIRDS && status == NOC_OK; third++)
        status = answer_third(a, third);
    return status;
}

/* What each design is told to deviate by all others; zeros for those that are not measured. */
static noc_status tell_deviations(const asking *a, noc_kriging *field, noc_told *told)
{
    const size_t count = a->suite->count;
    noc_traits *traits = calloc(count, sizeof *traits);
    noc_deviation *measured = calloc(count, sizeof *measured);
    noc_told *left_out = calloc(count, sizeof *left_out);
    size_t found = 0;
    for (size_t i = 0; traits && measured && i < count; i++) {
        if (!a->suite->cases[i].measured) continue;
        traits[found] = a->answers[i].traits;
        measured[found++] = a->answers[i].deviation;
    }
    noc_status status = traits && measured && left_out ? NOC_OK : noc_fail_memory(a->diag);
    if (status == NOC_OK)
        status = noc_deviations_learn(traits, measured, found, left_out, field, a->diag);
    for (size_t i = count; status == NOC_OK && i-- > 0;)
        if (a->suite->cases[i].measured) told[i] = left_out[--found];
    free(left_out);
    free(measured);
    free(traits);
    return status;
}

noc_status noc_calibration_answers(const noc_suite *suite, const noc_calibration *c, unsigned jobs,
                                   noc_suite_answer *answers, unsigned char *thirds,
                                   noc_kriging *field, noc_diag *diag)
{
    noc_kriging own = {0};
    noc_told *told = calloc(suite->count, sizeof *told);
    asking a = {suite, c, thirds, NULL, jobs, answers, diag};
    noc_status status = told ? NOC_OK : noc_fail_memory(diag);
    noc_thirds_deal(suite, thirds);
    if (status == NOC_OK) status = answer_all(&a);
    if (status == NOC_OK) status = tell_deviations(&a, field ? field : &own, told);
    a.told = told;
    if (status == NOC_OK) status = answer_all(&a);
    noc_kriging_clear(&own);
    free(told);
    return status;
}
