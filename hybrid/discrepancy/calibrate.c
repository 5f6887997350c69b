/* The fit. Coordinate descent, not Gauss-Newton (gsl_multifit_nlinear): saturation comes out of a
 * bisection, and a point that the model turns unstable has no latency at all, so residuals jump where
 * derivatives would be taken. Losses are robust, since single designs that the model cannot describe must
 * not bend it for all others. */
#include "hybrid/discrepancy/calibrate.h"

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hybrid/discrepancy/thirds.h"

enum { LEAST = 30 };

/* Errors in units of what is aimed at (latency 2 % up to 80 % of saturation and 8 % beyond, saturation 4 %,
 * knee 3 %). */
static const double latency_unit = 0.02, high_latency_unit = 0.08, high_share = 0.85;
static const double saturation_unit = 0.04, knee_unit = 0.03;
static const double largest = 10.0;
/* What a term costs that is off its derivation by a factor of e. With 0.2 the training suite's loss was hardly less, and the knees
 * of BookSim's rows paid for it (2.8 -> 3.3 %): chosen with these in sight. */
static const double drift_weight = 1.0;
static const double saturation_weight = 2.0; /* decisions hang on it more than on anything else */
static const double smallest_term = 0.1;     /* for the step from a term that is 0 */

/* Cauchy's: large errors count, but ever less. A model that is saturated where the design is not has no
 * latency: the error is NAN, and counts as the largest that is told apart. */
static double loss_of(double error, double unit)
{
    const double size = fabs(error) / unit;
    return log1p(size < largest ? size * size : largest * largest);
}

static double error_of(double model, double measured)
{
    return model / measured - 1.0;
}

/* Mean over the latencies beyond `high_share` of saturation, or up to there. */
static double latency_loss(const noc_suite_record *record, const noc_suite_answer *a, bool high)
{
    double sum = 0.0;
    size_t count = 0;
    for (size_t p = 0; p < record->count; p++) {
        const noc_suite_point *point = &record->points[p];
        if (noc_answer_grows(point->answer) || (point->share > high_share) != high) continue;
        const double error = error_of(a->points[p].of[NOC_LATENCY_WATCHED], point->latency);
        sum += loss_of(error, high ? high_latency_unit : latency_unit);
        count++;
    }
    return count ? sum / (double)count : 0.0;
}

static double case_loss(const noc_suite_record *record, const noc_suite_answer *a)
{
    double loss = saturation_weight *
                  loss_of(error_of(a->limits.saturation, record->saturation), saturation_unit);
    if (!isnan(record->knee)) loss += loss_of(error_of(a->limits.knee, record->knee), knee_unit);
    return loss + latency_loss(record, a, false) + latency_loss(record, a, true);
}

double noc_calibration_loss(const noc_suite *suite, const noc_suite_answer *answers,
                            const bool *used)
{
    double sum = 0.0;
    size_t count = 0;
    for (size_t i = 0; i < suite->count; i++) {
        if (!used[i]) continue;
        sum += case_loss(&suite->cases[i].record, &answers[i]);
        count++;
    }
    return count ? sum / (double)count : NAN;
}

/* ---- descent -------------------------------------------------------------------------------- */

typedef struct fit {
    const noc_suite *suite; /* its cases are those that are fitted to */
    const noc_calibrating *how;
    noc_suite_answer *answers;
    bool *all;
    noc_contention_terms terms;
    double best;
    size_t steps, steps_most;
    double done; /* share of the calibration, before this fit */
    noc_diag *diag;
} fit;

double *noc_terms_as_list(noc_contention_terms *terms)
{
    return (double *)(void *)terms; /* all members are doubles */
}

/* What the data do not determine stays where it was derived: the squared logarithms of the changes. */
static double drift(noc_contention_terms terms)
{
    noc_contention_terms start = noc_contention_defaults;
    double sum = 0.0;
    for (size_t i = 0; i < NOC_CONTENTION_TERMS; i++) {
        const double from = fmax(noc_terms_as_list(&start)[i], smallest_term);
        const double to = fmax(noc_terms_as_list(&terms)[i], smallest_term);
        sum += log(to / from) * log(to / from);
    }
    return sum;
}

static noc_status look(fit *f, double *loss)
{
    const noc_suite_asking asking = {.terms = &f->terms, .jobs = f->how->jobs};
    const noc_status status = noc_suite_answer_all(f->suite, &asking, f->answers, f->diag);
    if (status != NOC_OK) return status;
    *loss = noc_calibration_loss(f->suite, f->answers, f->all) + drift_weight * drift(f->terms);
    f->steps++;
    const double done = f->done + (double)f->steps / (double)f->steps_most / NOC_THIRDS;
    if (f->how->progress && !f->how->progress(f->how->context, done)) return NOC_EINTERRUPTED;
    return NOC_OK;
}

/* Tries the term a step lower and higher; the step grows where it helped. */
static noc_status move_term(fit *f, size_t i, double *step)
{
    double *term = &noc_terms_as_list(&f->terms)[i];
    const double before = *term;
    for (int side = -1; side <= 1; side += 2) {
        double loss;
        *term = fmax(0.0, before + side * *step * fmax(before, smallest_term));
        const noc_status status = look(f, &loss);
        if (status != NOC_OK) {
            *term = before;
            return status;
        }
        if (loss < f->best) {
            f->best = loss;
            *step *= 1.3;
            return NOC_OK;
        }
    }
    *term = before;
    *step *= 0.5;
    return NOC_OK;
}

static noc_status descend(fit *f)
{
    double steps[NOC_CONTENTION_TERMS];
    const size_t count = NOC_CONTENTION_TERMS;
    f->steps_most = 2 * count * f->how->rounds + 1;
    for (size_t i = 0; i < count; i++) steps[i] = 0.15;
    noc_status status = look(f, &f->best);
    for (unsigned round = 0; round < f->how->rounds && status == NOC_OK; round++)
        for (size_t i = 0; i < count && status == NOC_OK; i++) status = move_term(f, i, &steps[i]);
    return status;
}

/* ---- the whole ------------------------------------------------------------------------------ */

double noc_quantile_at(size_t i)
{
    static const double at[NOC_QUANTILES] = {0.05, 0.25, 0.5, 0.75, 0.95};
    return at[i];
}

static noc_residuals summary(double *errors, size_t count)
{
    noc_residuals r = {.count = count};
    gsl_sort(errors, 1, count);
    for (size_t i = 0; i < NOC_QUANTILES; i++)
        r.quantiles[i] =
            count ? gsl_stats_quantile_from_sorted_data(errors, 1, count, noc_quantile_at(i)) : NAN;
    return r;
}

typedef enum figure { LATENCY, HIGH_LATENCY, SATURATION, KNEE } figure;

static size_t collect_latencies(const noc_suite_record *record, const noc_suite_answer *a,
                                bool high, double *errors)
{
    size_t count = 0;
    for (size_t p = 0; p < record->count; p++) {
        const noc_suite_point *point = &record->points[p];
        const double error = error_of(a->points[p].of[NOC_LATENCY_WATCHED], point->latency);
        if ((point->share > high_share) == high && !isnan(error)) errors[count++] = error;
    }
    return count;
}

static noc_residuals residuals_of(const noc_suite *suite, const noc_suite_answer *answers,
                                  figure what, double *errors)
{
    size_t count = 0;
    for (size_t i = 0; i < suite->count; i++) {
        const noc_suite_record *record = &suite->cases[i].record;
        const noc_suite_answer *a = &answers[i];
        double error = NAN;
        if (!suite->cases[i].measured) continue;
        if (what == LATENCY || what == HIGH_LATENCY)
            count += collect_latencies(record, a, what == HIGH_LATENCY, errors + count);
        else if (what == SATURATION)
            error = error_of(a->limits.saturation, record->saturation);
        else
            error = error_of(a->limits.knee, record->knee);
        if (!isnan(error)) errors[count++] = error;
    }
    return summary(errors, count);
}

static noc_status learn(const noc_suite *suite, const noc_calibrating *how, unsigned char *thirds,
                        noc_calibration *c, noc_diag *diag)
{
    static const double confidence = 0.9;
    noc_suite_answer *answers = calloc(suite->count, sizeof *answers);
    double *errors = malloc((suite->count + 1) * NOC_SUITE_SHARES_MOST * sizeof *errors);
    noc_status status = answers && errors ? NOC_OK : noc_fail_memory(diag);
    if (status == NOC_OK)
        status =
            noc_calibration_answers(suite, c, how->jobs, answers, thirds, &c->deviations, diag);
    if (status == NOC_OK)
        status = noc_intervals_learn(suite, answers, thirds, confidence, &c->intervals, diag);
    if (status == NOC_OK) {
        c->latency = residuals_of(suite, answers, LATENCY, errors);
        c->high_latency = residuals_of(suite, answers, HIGH_LATENCY, errors);
        c->saturation = residuals_of(suite, answers, SATURATION, errors);
        c->knee = residuals_of(suite, answers, KNEE, errors);
    }
    free(errors);
    free(answers);
    return status;
}

/* To the measured cases but those of `third`. */
static noc_status fit_without(const noc_suite *suite, const noc_calibrating *how,
                              const unsigned char *thirds, unsigned char third,
                              noc_contention_terms *terms, noc_diag *diag)
{
    noc_suite part = {0};
    size_t *from = calloc(suite->count, sizeof *from);
    fit f = {.suite = &part, .how = how, .terms = noc_contention_defaults, .diag = diag};
    f.done = (double)third / NOC_THIRDS;
    f.answers = calloc(suite->count, sizeof *f.answers);
    f.all = calloc(suite->count, sizeof *f.all);
    noc_status status = from && f.answers && f.all ? NOC_OK : noc_fail_memory(diag);
    if (status == NOC_OK) status = noc_thirds_part(suite, thirds, third, false, &part, from, diag);
    for (size_t i = 0; i < part.count; i++) f.all[i] = true;
    if (status == NOC_OK && how->rounds > 0) status = descend(&f);
    *terms = f.terms;
    free(f.all);
    free(f.answers);
    free(part.cases);
    free(from);
    return status;
}

static noc_contention_terms mean_of(noc_contention_terms fits[NOC_THIRDS])
{
    noc_contention_terms mean;
    for (size_t i = 0; i < NOC_CONTENTION_TERMS; i++) {
        double sum = 0.0;
        for (size_t k = 0; k < NOC_THIRDS; k++) sum += noc_terms_as_list(&fits[k])[i];
        noc_terms_as_list(&mean)[i] = sum / NOC_THIRDS;
    }
    return mean;
}

noc_status noc_calibrate(const noc_suite *suite, const noc_calibrating *how, noc_calibration *c,
                         noc_diag *diag)
{
    if (suite->measured < LEAST)
        return noc_fail(diag, NOC_EINPUT, (noc_place){suite->file, 0},
                        "only %zu of its designs are measured; a calibration needs at least %d",
                        suite->measured, LEAST);
    *c = (noc_calibration){.seed = suite->seed, .designs = suite->measured};
    snprintf(c->suite, sizeof c->suite, "%s", suite->name);
    snprintf(c->version, sizeof c->version, "%s", how->version);
    unsigned char *thirds = calloc(suite->count, sizeof *thirds);
    noc_status status = thirds ? NOC_OK : noc_fail_memory(diag);
    for (size_t i = 0; i < suite->count; i++)
        if (suite->cases[i].measured) noc_ranges_add(&c->ranges, suite->cases[i].system);
    if (status == NOC_OK) noc_thirds_deal(suite, thirds);
    for (unsigned char third = 0; third < NOC_THIRDS && status == NOC_OK; third++)
        status = fit_without(suite, how, thirds, third, &c->fits[third], diag);
    c->terms = mean_of(c->fits);
    if (status == NOC_OK) status = learn(suite, how, thirds, c, diag);
    if (status != NOC_OK) noc_calibration_clear(c);
    free(thirds);
    return status;
}

void noc_calibration_clear(noc_calibration *c)
{
    noc_kriging_clear(&c->deviations);
}

noc_adjusted noc_adjust_as_calibrated(const noc_system *system, noc_model *model,
                                      const noc_calibration *c)
{
    noc_told told = {.apart = 0.0};
    if (c && noc_graph_has_only_buffers(&system->graph)) { /* as all designs that were measured */
        const noc_traits traits = noc_traits_of(system, model);
        told = noc_deviation_told(&c->deviations, &traits);
    }
    return noc_adjust(model, &told);
}
