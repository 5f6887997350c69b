/* hybrid/discrepancy/closed_calibration.h: what the model of the closed loop has learned from samples: the strengths of its terms, what
 * loops like those sampled reach over it, and how far its IPC may be off (data/closed_loop.cfg; the samples are in
 * configs/training-loops.csv and tests/reference/closed-loop.csv). */
#ifndef NOC_HYBRID_DISCREPANCY_CLOSED_CALIBRATION_H
#define NOC_HYBRID_DISCREPANCY_CLOSED_CALIBRATION_H

#include <stdio.h>

#include "analytic/closed_loop.h"
#include "hybrid/discrepancy/loop_traits.h"
#include "hybrid/intervals/intervals.h"
#include "sampler/sample.h"

typedef struct noc_closed_calibration {
    noc_closed_terms terms;
    noc_kriging
        deviations; /* log(measured / model) where a network or memory nodes bind, by loop_traits.h */
    double confidence;
    noc_spread ipc[NOC_BINDINGS]; /* what that leaves of it, by what binds in the model */
} noc_closed_calibration;

void noc_closed_calibration_clear(noc_closed_calibration *calibration);

/* The one that is compiled in, NULL if there is none that fits. */
const noc_closed_calibration *noc_closed_calibration_shipped(void);

/* The operating point with the calibration's strengths, told what loops like it reach. NULL: as derived. */
void noc_closed_solve(const noc_open_curve *curve, const noc_workload *workload,
                      const noc_closed_calibration *calibration, noc_closed_point *point);

/* The file's text; the caller frees it. NULL when out of memory. */
char *noc_closed_calibration_text(const noc_closed_calibration *calibration);

/* ---- samples (closed_cases.c) --------------------------------------------------------------- */

enum { NOC_CLOSED_OVERRIDES_MAX = 64 };

/* A design with a workload and what it reached. */
typedef struct noc_closed_case {
    char *line; /* owned; what follows points into it */
    const char *set, *design;
    const char *overrides[NOC_CLOSED_OVERRIDES_MAX];
    size_t override_count;
    double ipc, half_width;
    noc_sample sample;    /* what tells what binds: noc_binding_of_sample */
    noc_design *compiled; /* NULL until noc_closed_cases_solve_open */
    noc_system *system;
    noc_open_curve curve;
} noc_closed_case;

typedef struct noc_closed_cases {
    noc_closed_case *list;
    size_t count;
} noc_closed_cases;

/* Adds those of a table as noc_closed_case_put writes them. The caller clears *cases also on failure. */
noc_status noc_closed_cases_read(const char *path, noc_closed_cases *cases, noc_diag *diag);
void noc_closed_cases_clear(noc_closed_cases *cases);

/* The designs of configs/, compiled, and what the open model says of them: some 10 s. */
noc_status noc_closed_cases_solve_open(noc_closed_cases *cases, noc_diag *diag);

/* Measures a case anew (noc_closed_cases_solve_open first), to the precision of a plain `nocsight sample`. */
noc_status noc_closed_case_measure(noc_closed_case *c, noc_diag *diag);

/* Whether they are of the same design with the same overrides; takes over what was measured of another. */
bool noc_closed_case_is_same(const noc_closed_case *a, const noc_closed_case *b);
void noc_closed_case_take(noc_closed_case *c, const noc_closed_case *other);

/* A row of the table, and the header before them. */
void noc_closed_case_put(const noc_closed_case *c, FILE *out);
void noc_closed_cases_put_header(FILE *out);

/* Error of the model's IPC: log(measured / model). `point` NULL, or where the model's answer goes. */
double noc_closed_case_score(const noc_closed_case *c, const noc_closed_calibration *calibration,
                             noc_closed_point *point);

/* ---- learning (closed_fit.c) ---------------------------------------------------------------- */

/* Whether the fit sees a set: those that were drawn for it (a, c, d, t). */
bool noc_closed_is_fitted(const char *set);

/* Fits the terms to these sets, learns what they deviate from that, and the intervals from what is left where each is told by
 * all others. Cases must be solved. The caller clears *calibration (noc_closed_calibration_clear) in either case. */
noc_status noc_closed_fit(const noc_closed_cases *cases, double confidence,
                          noc_closed_calibration *calibration, noc_diag *diag);

#endif
