/* hybrid/training/learning/closed_cases.h: samples of closed loops: tables of a design of configs/,
 * a workload and settings over it, what that reached, and whether the model learns from it (column
 * "use": learn or test). */
#ifndef NOC_HYBRID_TRAINING_LEARNING_CLOSED_CASES_H
#define NOC_HYBRID_TRAINING_LEARNING_CLOSED_CASES_H

#include <stdio.h>

#include "hybrid/correction/calibration/calibration.h"
#include "hybrid/correction/calibration/closed_calibration.h"
#include "sampler/sampling/sample.h"

enum { NOC_CLOSED_OVERRIDES_MAX = 64 };

/* A design with a workload and what it reached. */
typedef struct noc_closed_case {
    char *line; /* owned; what follows points into it */
    const char *set, *design;
    bool teaches; /* else nothing is ever learned from it */
    const char *overrides[NOC_CLOSED_OVERRIDES_MAX];
    size_t override_count;
    double ipc, half_width;
    noc_sample sample;    /* the sample that tells what binds */
    noc_design *compiled; /* NULL until noc_closed_cases_solve_open */
    noc_system *system;
    noc_closed_forms forms; /* the curve's, which outlive its model */
    noc_kept kept;          /* parts that were measured */
    noc_open_curve curve;
} noc_closed_case;

typedef struct noc_closed_cases {
    noc_closed_case *list;
    size_t count;
} noc_closed_cases;

/* Adds those of a table as noc_closed_case_put writes them. The caller clears *cases also on
 * failure. */
noc_status noc_closed_cases_read(const char *path, noc_closed_cases *cases, noc_diag *diag);
void noc_closed_cases_clear(noc_closed_cases *cases);

/* The designs of configs/, compiled, and what the open model, so calibrated, says of them: some 10
 * s. */
noc_status noc_closed_cases_solve_open(noc_closed_cases *cases, const noc_calibration *calibration,
                                       noc_diag *diag);

/* Measures a case anew (noc_closed_cases_solve_open first), to the precision of a plain `nocsight
 * sample`. */
noc_status noc_closed_case_measure(noc_closed_case *c, noc_diag *diag);

/* True if they are of the same design with the same overrides; takes over what was measured of
 * another. */
bool noc_closed_case_is_same(const noc_closed_case *a, const noc_closed_case *b);
void noc_closed_case_take(noc_closed_case *c, const noc_closed_case *other);

/* A row of the table, and the header before them. */
void noc_closed_case_put(const noc_closed_case *c, FILE *out);
void noc_closed_cases_put_header(FILE *out);

/* Error of the model's IPC: log(measured / model). `point` NULL, or where the model's answer
 * goes. */
double noc_closed_case_score(const noc_closed_case *c, const noc_closed_calibration *calibration,
                             noc_closed_point *point);

/* Error of another figure at the model's point: of a share the difference, else log(measured /
 * model); NAN where the sample has no such figure, or a latency of none. */
double noc_closed_case_error(const noc_closed_case *c, noc_loop_figure figure,
                             const noc_closed_point *point);

#endif
