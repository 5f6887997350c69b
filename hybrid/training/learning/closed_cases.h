/* hybrid/training/learning/closed_cases.h: tables of sampled closed loops: a design of configs/, a
 * workload, overrides, the measured figures, and the use for learning or for tests (column
 * "use"). */
#ifndef NOC_HYBRID_TRAINING_LEARNING_CLOSED_CASES_H
#define NOC_HYBRID_TRAINING_LEARNING_CLOSED_CASES_H

#include <stdio.h>

#include "base/arena.h"
#include "hybrid/correction/calibration/calibration.h"
#include "hybrid/correction/calibration/closed_calibration.h"
#include "sampler/sampling/sample.h"

enum { NOC_CLOSED_OVERRIDES_MAX = 64 };

/* A design with a workload and its measured figures. */
typedef struct noc_closed_case {
    const char *set, *design;
    bool is_training; /* corrections are learned from the case; false: a test case */
    const char *overrides[NOC_CLOSED_OVERRIDES_MAX];
    size_t override_count;
    double ipc, half_width;
    noc_sample sample;           /* measured figures */
    noc_design *compiled_design; /* design with overrides; NULL until noc_closed_cases_solve_open */
    noc_system *system;
    noc_closed_forms forms;       /* closed forms of the curve, owned here as its model is freed */
    noc_value_cache kept_results; /* measured parts of the model */
    noc_open_curve curve;
} noc_closed_case;

typedef struct noc_closed_cases {
    noc_closed_case *list;
    size_t count;
    noc_arena arena; /* memory of the list and its texts */
} noc_closed_cases;

/* Adds the cases of a table. The caller clears *cases also on failure. */
noc_status noc_closed_cases_read(const char *path, noc_closed_cases *cases, noc_diag *diag);
void noc_closed_cases_clear(noc_closed_cases *cases);

/* Compiles the designs and solves the open model with the calibration, in about 10 s. */
noc_status noc_closed_cases_solve_open(noc_closed_cases *cases, const noc_calibration *calibration,
                                       noc_diag *diag);

/* Measures a case again, after noc_closed_cases_solve_open, to the precision of a plain `nocsight
 * sample`. */
noc_status noc_closed_case_measure(noc_closed_case *c, noc_diag *diag);

/* True if two cases have equal designs and overrides. */
bool noc_closed_case_equals(const noc_closed_case *a, const noc_closed_case *b);
/* Copies the measured figures of another case. */
void noc_closed_case_copy(noc_closed_case *c, const noc_closed_case *other);

/* Prints a row of the table. */
void noc_closed_case_print(const noc_closed_case *c, FILE *out);
/* Prints the header line of the table. */
void noc_closed_print_header(FILE *out);

/* Error of the model's IPC, log(measured / model). `point`: output for the model's operating point,
 * or NULL. */
double noc_closed_case_ipc_error(const noc_closed_case *c,
                                 const noc_closed_calibration *calibration,
                                 noc_closed_point *point);

/* Error of another figure: measured less model for a share, else log(measured / model). NAN: the
 * sample has no such figure, or no packets. */
double noc_closed_case_error(const noc_closed_case *c, noc_loop_figure figure,
                             const noc_closed_point *point);

#endif
