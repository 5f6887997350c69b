#include "hybrid/correction/calibration/closed_calibration.h"

#include <math.h>
#include <stdio.h>

#include "analytic/loop/closed_cores.h"
#include "analytic/memory/memory_model.h"
#include "base/auto.h"
#include "hybrid/correction/calibration/calibration_embedded.h"
#include "hybrid/correction/discrepancy/kriging_file.h"
#include "hybrid/correction/discrepancy/loop_features.h"

size_t noc_loop_kind(const noc_system *system, noc_binding binding)
{
    const bool in_order = noc_scheduler_model_of(&system->design->memory)->is_in_order;
    return in_order && binding != NOC_BINDS_CORES ? NOC_LOOPS_IN_ORDER : (size_t)binding;
}

const char *noc_loop_kind_name(size_t kind)
{
    if (kind >= NOC_LOOP_KINDS) return NULL;
    return kind == NOC_LOOPS_IN_ORDER ? "a DRAM that serves in order"
                                      : noc_binding_name((noc_binding)kind);
}

static const struct {
    const char *name;
    bool is_share;
} loop_figures[] = {
#define NOC_LOOP_FIGURE(id, name, sampled, modelled, is_share) {name, is_share},
#include "hybrid/correction/intervals/loop_figures.def"
#undef NOC_LOOP_FIGURE
};

const char *noc_loop_figure_name(size_t figure)
{
    return figure < NOC_LOOP_FIGURES ? loop_figures[figure].name : NULL;
}

bool noc_loop_figure_is_share(noc_loop_figure figure)
{
    return loop_figures[figure].is_share;
}

double noc_loop_figure_value(noc_loop_figure figure, const noc_closed_point *p)
{
    const double figures[] = {
#define NOC_LOOP_FIGURE(id, name, sampled, modelled, is_share) modelled,
#include "hybrid/correction/intervals/loop_figures.def"
#undef NOC_LOOP_FIGURE
    };
    return figures[figure];
}

/* Predicts the measured over the modelled rate of a loop. */
static double predict_rate_ratio(const noc_closed_calibration *c, const noc_open_curve *curve,
                                 const noc_workload *w, const noc_closed_point *p)
{
    const noc_loop_features features = noc_loop_features_find(curve, w, p);
    double log_ratio;
    noc_kriging_predict(&c->deviations, features.values,
                        &(noc_kriging_prediction){&log_ratio, NULL, NULL});
    return exp(log_ratio);
}

/* Predicts the measured over the modelled rate of a loop with phases. No such loop was measured, so
 * the prediction is for all cores in the phase with the most requests, which fills the queues. */
static double predict_phases_ratio(const noc_closed_calibration *c, const noc_open_curve *curve,
                                   const noc_workload *w, const noc_closed_phases *phases)
{
    size_t busiest_phase = 0;
    for (size_t k = 1; k < phases->count; k++)
        if (phases->instruction_share[k] / phases->request_instructions[k] >
            phases->instruction_share[busiest_phase] / phases->request_instructions[busiest_phase])
            busiest_phase = k;
    const noc_workload phase_workload = noc_workload_of_phase(w, busiest_phase);
    noc_closed_point p;
    noc_closed_loop_solve(curve, &phase_workload, &noc_closed_coefficients, 1.0, &p);
    return predict_rate_ratio(c, curve, &phase_workload, &p);
}

static bool can_predict(const noc_closed_calibration *c, const noc_open_curve *curve)
{
    return c && c->deviations.count > 0 && noc_graph_has_only_buffers(&curve->system->graph);
}

static void solve_cores(noc_closed_cores *cores, const noc_open_curve *curve, const noc_workload *w,
                        const noc_closed_calibration *c, noc_closed_point *p)
{
    double predicted = 1.0;
    if (can_predict(c, curve)) {
        const int rounds = noc_closed_is_settled(cores) ? 0 : 1;
        noc_closed_cores_solve(cores, curve, &noc_closed_coefficients, predicted, rounds, p);
        predicted = p->phases.count > 0 ? predict_phases_ratio(c, curve, w, &p->phases)
                                        : predict_rate_ratio(c, curve, w, p);
    }
    const int rounds = noc_closed_is_settled(cores) ? 1 : 2;
    noc_closed_cores_finish(cores, curve, &noc_closed_coefficients, predicted, rounds, p);
}

void noc_closed_solve_cores(noc_closed_cores *cores, const noc_open_curve *curve,
                            const noc_workload *w, const noc_closed_calibration *c,
                            noc_closed_point *p)
{
    if (cores) {
        solve_cores(cores, curve, w, c, p);
        return;
    }
    noc_closed_loop_settle(curve, w, &noc_closed_coefficients, 1.0, NULL, NULL, p);
    if (can_predict(c, curve))
        noc_closed_loop_settle(curve, w, &noc_closed_coefficients,
                               predict_rate_ratio(c, curve, w, p), NULL, NULL, p);
}

void noc_closed_solve(const noc_open_curve *curve, const noc_workload *w,
                      const noc_closed_calibration *c, noc_closed_point *p)
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    const noc_design *d = curve->system->design;
    noc_closed_cores *cores =
        noc_closed_has_core_groups(d, w) ? noc_closed_cores_new(d, w, &scratch) : NULL;
    noc_closed_solve_cores(cores, curve, w, c, p);
}

/* ---- writing data/closed_loop.cfg ----------------------------------------------------------- */

static const char *figure_name(size_t i)
{
    return i == 0 ? "carried" : NULL;
}

static void print_spreads(FILE *out, const noc_spread spreads[NOC_LOOP_KINDS], const char *indent)
{
    for (size_t k = 0; k < NOC_LOOP_KINDS; k++)
        fprintf(out, "%s(%.4f, %.4f, %zu)%s // %s\n", indent, spreads[k].low, spreads[k].high,
                spreads[k].count, k + 1 < NOC_LOOP_KINDS ? "," : "", noc_loop_kind_name(k));
}

static void print_figures(FILE *out, const noc_closed_calibration *c)
{
    fprintf(out,
            "\n// Quantiles of the errors of other figures: differences of shares, else logarithms "
            "of measured\n// over model's.\nfigures = {\n");
    for (size_t f = 0; f < NOC_LOOP_FIGURES; f++) {
        fprintf(out, "  %s = (\n", noc_loop_figure_name(f));
        print_spreads(out, c->figures[f], "    ");
        fprintf(out, "  );\n");
    }
    fprintf(out, "};\n");
}

char *noc_closed_calibration_text(const noc_closed_calibration *c)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    fprintf(out,
            "// What the model of the closed loop has learned from samples (closed_cases.h). Made "
            "by: cmake --build build --target refit_calibration\n\n// Quantiles of log(measured "
            "IPC / model's) of these cases, each predicted from the others, by limit:\n// (low, "
            "high, scores).\nconfidence = %.2f;\nipc = (\n",
            c->confidence);
    print_spreads(out, c->ipc, "  ");
    fprintf(out, ");\n");
    if (isfinite(c->figures[0][0].low)) print_figures(out, c);
    fprintf(out,
            "\n/* log(measured IPC / model's) where a network or memory nodes bind, as a "
            "field over the loops' traits\n   (hybrid/correction/discrepancy/kriging.h). A line of "
            "numbers a loop: its scaled traits, its weight, and how much of it\n   the others "
            "miss (base/packed_numbers.h). */\ndeviations = {\n");
    noc_kriging_print(out, &c->deviations, noc_loop_feature_name, figure_name);
    fprintf(out, "};\n");
    fclose(out);
    return text;
}

/* ---- reading -------------------------------------------------------------------------------- */

static bool read_spreads(const config_t *config, const char *path,
                         noc_spread spreads[NOC_LOOP_KINDS])
{
    const config_setting_t *list = config_lookup(config, path);
    if (!list || config_setting_length(list) != NOC_LOOP_KINDS) return false;
    for (unsigned b = 0; b < NOC_LOOP_KINDS; b++) {
        const config_setting_t *item = config_setting_get_elem(list, b);
        if (config_setting_length(item) != 3) return false;
        spreads[b] = (noc_spread){
            config_setting_get_float_elem(item, 0),
            config_setting_get_float_elem(item, 1),
            (size_t)config_setting_get_int_elem(item, 2),
        };
    }
    return true;
}

static bool read_deviations(const config_t *config, noc_kriging *deviations)
{
    const config_setting_t *group = config_lookup(config, "deviations");
    return group && noc_kriging_read(group, noc_closed_calibration_files[0].path,
                                     noc_closed_calibration_files, noc_loop_feature_name,
                                     figure_name, deviations, NULL) == NOC_OK;
}

/* Reads the errors of figures; files of earlier versions have none. */
static void read_figures(const config_t *config, noc_closed_calibration *c)
{
    for (size_t f = 0; f < NOC_LOOP_FIGURES; f++) {
        char path[60];
        snprintf(path, sizeof path, "figures.%s", noc_loop_figure_name(f));
        if (read_spreads(config, path, c->figures[f])) continue;
        for (size_t k = 0; k < NOC_LOOP_KINDS; k++) c->figures[f][k] = (noc_spread){NAN, NAN, 0};
    }
}

bool noc_closed_calibration_embedded(noc_closed_calibration *c)
{
    const config_t *config = noc_closed_calibration_files[0].config;
    if (config) read_figures(config, c);
    return config && read_spreads(config, "ipc", c->ipc) &&
           read_deviations(config, &c->deviations) &&
           config_lookup_float(config, "confidence", &c->confidence);
}
