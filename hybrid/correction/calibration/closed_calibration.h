/* hybrid/correction/calibration/closed_calibration.h: corrections of the closed loop's model
 * learned from samples (data/closed_loop.cfg): the measured over the predicted rate of similar
 * loops, and the errors that remain. closed_cases.h has the tables of samples. */
#ifndef NOC_HYBRID_CORRECTION_CALIBRATION_CLOSED_CALIBRATION_H
#define NOC_HYBRID_CORRECTION_CALIBRATION_CLOSED_CALIBRATION_H

#include "analytic/loop/closed_cores.h"
#include "hybrid/correction/discrepancy/kriging.h"
#include "hybrid/correction/intervals/intervals.h"

/* Kinds of loops with separate intervals: one for each binding resource, and one for loops whose
 * DRAM serves in order, unless cores bind. */
enum { NOC_LOOPS_IN_ORDER = NOC_BINDINGS, NOC_LOOP_KINDS };
/* Kind of a loop with this binding resource. */
size_t noc_loop_kind(const noc_system *system, noc_binding binding);
const char *noc_loop_kind_name(size_t kind); /* name of a kind; NULL past the end */

/* Figures of an operating point with intervals, beside the IPC (loop_figures.def). */
typedef enum noc_loop_figure {
#define NOC_LOOP_FIGURE(id, name, sampled, modelled, is_share) NOC_LOOP_FIGURE_##id,
#include "hybrid/correction/intervals/loop_figures.def"
#undef NOC_LOOP_FIGURE
    NOC_LOOP_FIGURES
} noc_loop_figure;

const char *noc_loop_figure_name(size_t figure); /* name of a figure; NULL past the end */
bool noc_loop_figure_is_share(noc_loop_figure figure);

/* Value of the figure at a point of the model. */
double noc_loop_figure_value(noc_loop_figure figure, const noc_closed_point *point);

typedef struct noc_closed_calibration {
    /* log(measured / model) of loops bound by a network or memory nodes, as a field over
     * loop_features.h */
    noc_kriging deviations;
    double confidence;
    /* remaining errors of the IPC, by the kind of loop that the model finds */
    noc_spread ipc[NOC_LOOP_KINDS];
    /* remaining errors of the other figures, by kind of loop; NAN: not learned */
    noc_spread figures[NOC_LOOP_FIGURES][NOC_LOOP_KINDS];
} noc_closed_calibration;

/* Finds the operating point of a loop, corrected by the measured rates of similar loops.
 * `calibration` NULL: no correction. */
void noc_closed_solve(const noc_open_curve *curve, const noc_workload *workload,
                      const noc_closed_calibration *calibration, noc_closed_point *point);

/* Finds the operating point of cores that may have settled before, in an earlier call. `cores`
 * NULL: each compute node is a core whose warps run for ever. */
void noc_closed_solve_cores(noc_closed_cores *cores, const noc_open_curve *curve,
                            const noc_workload *workload, const noc_closed_calibration *calibration,
                            noc_closed_point *point);

/* Text of the calibration as libconfig (data/closed_loop.cfg). The caller frees it; NULL when out
 * of memory. */
char *noc_closed_calibration_text(const noc_closed_calibration *calibration);

/* Reads the compiled-in file. False if there is none, or none for this model. */
bool noc_closed_calibration_embedded(noc_closed_calibration *calibration);

#endif
