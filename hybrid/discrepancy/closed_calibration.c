/* data/closed_loop.cfg: the closed loop's calibration as libconfig text. */
#include "hybrid/discrepancy/closed_calibration.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "hybrid/discrepancy/calibrate_embedded.h"
#include "hybrid/discrepancy/kriging_file.h"

static const char *figure_name(size_t i)
{
    return i == 0 ? "carried" : NULL;
}

void noc_closed_calibration_clear(noc_closed_calibration *c)
{
    noc_kriging_clear(&c->deviations);
}

/* ---- telling -------------------------------------------------------------------------------- */

static double told_of(const noc_closed_calibration *c, const noc_open_curve *curve,
                      const noc_workload *w, const noc_closed_point *p)
{
    const noc_loop_traits traits = noc_loop_traits_of(curve, w, p);
    double carried, apart, missed;
    noc_kriging_tell(&c->deviations, traits.of, &(noc_kriging_told){&carried, &apart, &missed});
    return exp(carried);
}

void noc_closed_solve(const noc_open_curve *curve, const noc_workload *w,
                      const noc_closed_calibration *c, noc_closed_point *p)
{
    const noc_closed_terms none = {0}, *terms = c ? &c->terms : &none;
    noc_closed_loop_solve(curve, w, terms, 1.0, p);
    if (c && c->deviations.count > 0 && noc_graph_has_channels(&curve->system->graph))
        noc_closed_loop_solve(curve, w, terms, told_of(c, curve, w, p), p);
}

/* ---- writing -------------------------------------------------------------------------------- */

char *noc_closed_calibration_text(const noc_closed_calibration *c)
{
    const double *terms = (const double *)&c->terms;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    fprintf(out, "// What the model of the closed loop has learned from configs/training-loops.csv "
                 "and tests/reference/closed-loop.csv.\n// Made by: cmake --build build --target "
                 "refit_closed_loop\n\n// analytic/closed_terms.def\nterms = {\n");
    for (size_t i = 0; i < NOC_CLOSED_TERMS; i++)
        fprintf(out, "  %s = %.2f;\n", noc_closed_term_name(i), terms[i]);
    fprintf(out,
            "};\n\n// Quantiles of log(measured IPC / model's) of these cases, each told by the "
            "others, by what binds:\n// (low, high, scores).\nconfidence = %.2f;\nipc = (\n",
            c->confidence);
    for (int b = 0; b < NOC_BINDINGS; b++)
        fprintf(out, "  (%.4f, %.4f, %zu)%s // %s\n", c->ipc[b].low, c->ipc[b].high,
                c->ipc[b].count, b + 1 < NOC_BINDINGS ? "," : "", noc_binding_name((noc_binding)b));
    fprintf(out, ");\n\n/* log(measured IPC / model's) where a network or memory nodes bind, as a "
                 "field over the loops' traits\n   (hybrid/discrepancy/kriging.h): of each its "
                 "scaled traits, "
                 "its weight, and how\n   much of it the others miss. */\ndeviations = {\n");
    noc_kriging_print(out, &c->deviations, noc_loop_trait_name, figure_name);
    fprintf(out, "};\n");
    fclose(out);
    return text;
}

/* ---- reading -------------------------------------------------------------------------------- */

static bool read_terms(const config_t *config, noc_closed_terms *terms)
{
    double *list = (double *)terms;
    const config_setting_t *group = config_lookup(config, "terms");
    for (size_t i = 0; i < NOC_CLOSED_TERMS; i++)
        if (!group || !config_setting_lookup_float(group, noc_closed_term_name(i), &list[i]))
            return false;
    return config_setting_length(group) == NOC_CLOSED_TERMS;
}

static bool read_spreads(const config_t *config, noc_spread spreads[NOC_BINDINGS])
{
    const config_setting_t *list = config_lookup(config, "ipc");
    if (!list || config_setting_length(list) != NOC_BINDINGS) return false;
    for (unsigned b = 0; b < NOC_BINDINGS; b++) {
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
    return group && noc_kriging_read(group, noc_closed_calibration_files[0].file,
                                     noc_loop_trait_name, figure_name, deviations, NULL) == NOC_OK;
}

static noc_closed_calibration shipped;
static bool shipped_fits;
static pthread_once_t read_once = PTHREAD_ONCE_INIT;

static void read_shipped(void)
{
    const config_t *config = noc_closed_calibration_files[0].config;
    shipped_fits = config && read_terms(config, &shipped.terms) &&
                   read_spreads(config, shipped.ipc) &&
                   read_deviations(config, &shipped.deviations) &&
                   config_lookup_float(config, "confidence", &shipped.confidence);
}

const noc_closed_calibration *noc_closed_calibration_shipped(void)
{
    pthread_once(&read_once, read_shipped);
    return shipped_fits ? &shipped : NULL;
}
