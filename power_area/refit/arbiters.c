#include "power_area/refit/arbiters.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_multifit_nlinear.h>
#include <math.h>

/* One arbitration: requests and energy in fJ. */
typedef struct arbitrations {
    size_t count;
    double requests[200], energy[200];
} arbitrations;

static void add_arbitration(arbitrations *a, double requests, double energy)
{
    for (size_t i = 0; i < a->count; i++)
        if (a->requests[i] == requests) return;
    if (!(energy > 0.0) || a->count == 200) return;
    a->requests[a->count] = requests;
    a->energy[a->count++] = energy;
}

static arbitrations arbitrations_of(const rows *node)
{
    arbitrations a = {0};
    for (size_t i = 0; i < node->count; i++) {
        const double *f = node->row[i].field;
        add_arbitration(&a, f[INPUTS], 1e3 * f[E_STAGE2]);
        add_arbitration(&a, f[VCS], 1e3 * f[E_STAGE1]);
    }
    return a;
}

static int arbiter_residuals(const gsl_vector *x, void *data, gsl_vector *f)
{
    const arbitrations *a = data;
    for (size_t i = 0; i < a->count; i++) {
        const double n = a->requests[i];
        const double active =
            noc_arbiter_activity(n, gsl_vector_get(x, CENTER), fmax(0.1, gsl_vector_get(x, SPREAD)),
                                 gsl_vector_get(x, DECAY));
        const double pair = gsl_vector_get(x, PAIR) + gsl_vector_get(x, STATE) * active;
        gsl_vector_set(f, i, n * (n - 1.0) * pair / a->energy[i] - 1.0);
    }
    return GSL_SUCCESS;
}

void refit_arbiter_shape(const rows *node, double shape[SHAPE])
{
    arbitrations a = arbitrations_of(node);
    const gsl_multifit_nlinear_parameters parameters = gsl_multifit_nlinear_default_parameters();
    gsl_multifit_nlinear_fdf fdf = {.f = arbiter_residuals, .n = a.count, .p = SHAPE, .params = &a};
    double start[SHAPE] = {0.7, 1.0, 9.0, 2.0, 0.5};
    gsl_vector_view x = gsl_vector_view_array(start, SHAPE);
    gsl_multifit_nlinear_workspace *work =
        gsl_multifit_nlinear_alloc(gsl_multifit_nlinear_trust, &parameters, a.count, SHAPE);
    int info;
    if (!work) refit_die("out of memory", "shape of arbiters");
    int status = gsl_multifit_nlinear_init(&x.vector, &fdf, work);
    if (status == GSL_SUCCESS)
        status = gsl_multifit_nlinear_driver(500, 1e-12, 1e-12, 1e-12, NULL, NULL, &info, work);
    if (status != GSL_SUCCESS) refit_die(gsl_strerror(status), "shape of arbiters");
    for (size_t i = 0; i < SHAPE; i++) shape[i] = gsl_vector_get(work->x, i);
    gsl_multifit_nlinear_free(work);
}

void refit_fit_arbiter(const rows *node, const double shape[SHAPE], fitted *t)
{
    static problem p;
    static const noc_coefficient_id ids[] = {NOC_COEFFICIENT_arbiter_pair_energy,
                                             NOC_COEFFICIENT_arbiter_state_energy};
    static const char at[] = "refit_cost (nonlinear) on the arbiters of 22 nm, taken for all nodes";
    double c[NOC_TERMS_MAX];
    const arbitrations a = arbitrations_of(node);
    p.rows = a.count;
    p.terms = 2;
    for (size_t i = 0; i < a.count; i++) {
        const double n = a.requests[i], pairs = n * (n - 1.0);
        p.x[i][0] = pairs;
        p.x[i][1] = pairs * noc_arbiter_activity(n, shape[CENTER], shape[SPREAD], shape[DECAY]);
        p.y[i] = a.energy[i];
    }
    refit_solve(&p, c);
    refit_set_solution(t, &p, ids, c, "e_arb", "arbiters");
    refit_set(t, NOC_COEFFICIENT_arbiter_center, shape[CENTER], "derived", at);
    refit_set(t, NOC_COEFFICIENT_arbiter_width, shape[SPREAD], "derived", at);
    refit_set(t, NOC_COEFFICIENT_arbiter_decay, shape[DECAY], "derived", at);
}
