/* hybrid/discrepancy/calibrate.h: what the model has learned from measurements: the strengths of its terms, how far
 * its answers may be off, and for which designs that was tried. */
#ifndef NOC_HYBRID_DISCREPANCY_CALIBRATE_H
#define NOC_HYBRID_DISCREPANCY_CALIBRATE_H

#include "hybrid/discrepancy/deviations.h"
#include "hybrid/discrepancy/ranges.h"
#include "hybrid/intervals/intervals.h"

/* Errors of designs, model over measured less 1, each by the fit that left it out, adjusted by all others: their quantiles. */
enum { NOC_QUANTILES = 5 };
typedef struct noc_residuals {
    size_t count;
    double quantiles[NOC_QUANTILES]; /* at noc_quantile_at */
} noc_residuals;
double noc_quantile_at(size_t i); /* 0.05, 0.25, 0.5, 0.75, 0.95 */

typedef struct noc_calibration {
    char id[80]; /* "training-1a2b3c4d": the suite, and what the file holds */
    char suite[48], version[48];
    uint64_t seed;
    size_t designs;             /* that it was made of */
    noc_contention_terms terms; /* mean of the fits */
    noc_contention_terms
        fits[NOC_THIRDS]; /* without the first third of the designs, the second, the last */
    noc_kriging
        deviations; /* of the designs, each by the fit without it, from their traits (deviations.h) */
    noc_residuals latency, high_latency, saturation, knee; /* up to 80 % of saturation, beyond */
    noc_intervals intervals;
    noc_ranges ranges;
} noc_calibration;

void noc_calibration_clear(noc_calibration *calibration);

/* The terms one after the other, NOC_CONTENTION_TERMS of them. */
double *noc_terms_as_list(noc_contention_terms *terms);

/* ---- fitting (calibrate.c) ------------------------------------------------------------------ */

enum { NOC_CALIBRATE_ROUNDS = 4 }; /* usual; more change little */

typedef struct noc_calibrating {
    unsigned jobs;   /* never changes a result */
    unsigned rounds; /* of coordinate descent; 0: the defaults stay */
    const char *version;
    bool (*progress)(void *context, double done); /* false: stop, NOC_EINTERRUPTED */
    void *context;
} noc_calibrating;

/* Fits the terms to each two thirds of the measured designs, so that every design has an answer that has not seen it. How far
 * these answers deviate is learned (deviations.h); those adjusted by what all other designs tell teach the intervals. The model's
 * terms are the mean of the fits, which is nearer to what other designs need than any of them (bagging: Breiman, Machine
 * Learning 24, 1996). NOC_EINPUT when too few are measured. The caller clears *calibration (noc_calibration_clear). */
noc_status noc_calibrate(const noc_suite *suite, const noc_calibrating *how,
                         noc_calibration *calibration, noc_diag *diag);

/* The adjusted answers, checks included, and which third each measured design is in; both one a case. `field`: what the
 * deviations teach, which the caller clears; NULL: not asked for. In calibrate_answers.c. */
noc_status noc_calibration_answers(const noc_suite *suite, const noc_calibration *calibration,
                                   unsigned jobs, noc_suite_answer *answers, unsigned char *thirds,
                                   noc_kriging *field, noc_diag *diag);

/* What the fit minimises: mean over the marked designs of robust losses of latencies, saturation, knee. */
double noc_calibration_loss(const noc_suite *suite, const noc_suite_answer *answers,
                            const bool *used);

/* The model, which has the calibration's terms, adjusted by what it has learned of designs like this one; as it is without a
 * calibration (NULL). */
noc_adjusted noc_adjust_as_calibrated(const noc_system *system, noc_model *model,
                                      const noc_calibration *calibration);

/* ---- files (calibrate_file.c) --------------------------------------------------------------- */

/* The file's text, and sets the id that it gives the calibration. The caller frees it. */
char *noc_calibration_text(noc_calibration *calibration);

/* Reads a calibration. NOC_EINPUT, with the reason, when it is damaged, of another format, or for a model
 * with other terms. `file` names it in messages. The caller clears *calibration in either case. */
noc_status noc_calibration_parse(const char *text, const char *file, noc_calibration *calibration,
                                 noc_diag *diag);
noc_status noc_calibration_read(const char *path, noc_calibration *calibration, noc_diag *diag);

/* The calibration that is compiled in (data/calibration.cfg), NULL if there is none that fits. */
const noc_calibration *noc_calibration_shipped(void);

/* Its terms; those of the model as derived without one (NULL). */
const noc_contention_terms *noc_calibration_terms(const noc_calibration *calibration);

#endif
