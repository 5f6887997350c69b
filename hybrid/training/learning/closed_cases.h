/* hybrid/training/learning/closed_cases.h: samples of closed loops, in tables: a design of
 * configs/, a workload, settings over the design, the measured figures, and the use (column "use":
 * learn or test). */
#ifndef NOC_HYBRID_TRAINING_LEARNING_CLOSED_CASES_H
#define NOC_HYBRID_TRAINING_LEARNING_CLOSED_CASES_H

#include <stdio.h>

#include "hybrid/correction/calibration/calibration.h"
#include "hybrid/correction/calibration/closed_calibration.h"
#include "sampler/sampling/sample.h"

enum { NOC_CLOSED_OVERRIDES_MAX = 64 };

/* A design with a workload and its measured figures. */
typedef struct noc_closed_case {
    char *line; /* line of the table, into which the texts below point; owned */
    const char *set, *design;
    bool teaches; /* the model learns from the case; false: never */
    const char *overrides[NOC_CLOSED_OVERRIDES_MAX];
    size_t override_count;
    double ipc, half_width;
    noc_sample sample;    /* sample with the binding resource */
    noc_design *compiled; /* design as compiled; NULL until noc_closed_cases_solve_open */
    noc_system *system;
    noc_closed_forms forms; /* closed forms of the curve, which outlive its model */
    noc_kept kept;          /* measured parts */
    noc_open_curve curve;
} noc_closed_case;

typedef struct noc_closed_cases {
    noc_closed_case *list;
    size_t count;
} noc_closed_cases;

/* Adds the cases of a table written by noc_closed_case_put. The caller clears *cases also on
 * failure. */
noc_status noc_closed_cases_read(const char *path, noc_closed_cases *cases, noc_diag *diag);
void noc_closed_cases_clear(noc_closed_cases *cases);

/* Compiles the designs of configs/ and solves the open model with the calibration: about 10 s. */
noc_status noc_closed_cases_solve_open(noc_closed_cases *cases, const noc_calibration *calibration,
                                       noc_diag *diag);

/* Measures a case anew (after noc_closed_cases_solve_open), to the precision of a plain `nocsight
 * sample`. */
noc_status noc_closed_case_measure(noc_closed_case *c, noc_diag *diag);

/* True if both cases are of one design with equal overrides; copies the measured figures of another
 * case. */
bool noc_closed_case_is_same(const noc_closed_case *a, const noc_closed_case *b);
void noc_closed_case_take(noc_closed_case *c, const noc_closed_case *other);

/* Writes a row of the table; writes the header above the rows. */
void noc_closed_case_put(const noc_closed_case *c, FILE *out);
void noc_closed_cases_put_header(FILE *out);

/* Error of the model's IPC: log(measured / model). `point`: NULL, or room for the model's
 * answer. */
double noc_closed_case_score(const noc_closed_case *c, const noc_closed_calibration *calibration,
                             noc_closed_point *point);

/* Error of another figure at the model's point: for a share the difference, else log(measured /
 * model); NAN if the sample has no such figure, or a latency has no packets. */
double noc_closed_case_error(const noc_closed_case *c, noc_loop_figure figure,
                             const noc_closed_point *point);

#endif
