/* hybrid/correction/calibration/closed_calibration.h: what the model of the closed loop has learned
 * from samples: what loops like those sampled reach over it, and how far its IPC may be off
 * (data/closed_loop.cfg; which samples teach, their tables say: closed_cases.h). */
#ifndef NOC_HYBRID_CORRECTION_CALIBRATION_CLOSED_CALIBRATION_H
#define NOC_HYBRID_CORRECTION_CALIBRATION_CLOSED_CALIBRATION_H

#include "analytic/loop/closed_cores.h"
#include "hybrid/correction/discrepancy/kriging.h"
#include "hybrid/correction/intervals/intervals.h"

/* Kinds of loops, each with an interval of its own: by what binds, and those whose DRAM serves in
 * order, unless cores bind them. */
enum { NOC_LOOPS_IN_ORDER = NOC_BINDINGS, NOC_LOOP_KINDS };
size_t noc_loop_kind(const noc_system *system, noc_binding binding);
const char *noc_loop_kind_name(size_t kind); /* NULL past the end */

/* Figures of an operating point beside the IPC, by loop_figures.def. */
typedef enum noc_loop_figure {
#define NOC_LOOP_FIGURE(id, name, sampled, modelled, is_share) NOC_LOOP_FIGURE_##id,
#include "hybrid/correction/intervals/loop_figures.def"
#undef NOC_LOOP_FIGURE
    NOC_LOOP_FIGURES
} noc_loop_figure;

const char *noc_loop_figure_name(size_t figure); /* NULL past the end */
bool noc_loop_figure_is_share(noc_loop_figure figure);

/* The figure at a point of the model. */
double noc_loop_figure_of(noc_loop_figure figure, const noc_closed_point *point);

typedef struct noc_closed_calibration {
    /* log(measured / model) where a network or memory nodes bind, by loop_features.h */
    noc_kriging deviations;
    double confidence;
    noc_spread
        ipc[NOC_LOOP_KINDS]; /* errors of the IPC that are left, by what binds in the model */
    /* errors of the other figures, likewise; NAN: not learned */
    noc_spread figures[NOC_LOOP_FIGURES][NOC_LOOP_KINDS];
} noc_closed_calibration;

void noc_closed_calibration_clear(noc_closed_calibration *calibration);

/* The operating point, corrected by what similar loops reach. `calibration` NULL: as derived. */
void noc_closed_solve(const noc_open_curve *curve, const noc_workload *workload,
                      const noc_closed_calibration *calibration, noc_closed_point *point);

/* The operating point of cores that may have settled before; NULL: each compute node is a core
 * whose warps run for ever. */
void noc_closed_solve_cores(noc_closed_cores *cores, const noc_open_curve *curve,
                            const noc_workload *workload, const noc_closed_calibration *calibration,
                            noc_closed_point *point);

/* The calibration as libconfig text (data/closed_loop.cfg). The caller frees it; NULL when out of
 * memory. */
char *noc_closed_calibration_text(const noc_closed_calibration *calibration);

/* Reads the file that is compiled in. False if there is none, or none that fits. */
bool noc_closed_calibration_embedded(noc_closed_calibration *calibration);

#endif
