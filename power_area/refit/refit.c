/* Program refit_cost: fits the tables of the DSENT family to measured rows:
 *
 *     refit_cost ROWS [TABLES]
 *
 * reads ROWS/router.csv, link.csv and wires.csv (tests/reference/dsent/) and writes
 * TABLES/technology_NNnm.cfg for each node in these. Without TABLES the program prints errors of
 * predictions for routers that are left out of the fit (quantities.h). The forms are in
 * power_area/forms.def. */
#include <gsl/gsl_errno.h>
#include <gsl/gsl_multifit_nlinear.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "power_area/refit/least_squares.h"
#include "power_area/refit/quantities.h"
#include "power_area/refit/tables.h"

/* ---- matrix arbiters ------------------------------------------------------------------------ */

/* Parameters of an arbiter's energy: two energies, and three constants of noc_arbiter_activity,
 * which falls with the number of requests. */
enum { PAIR, STATE, CENTER, SPREAD, DECAY, SHAPE };

/* Measured arbitrations: numbers of requests, and energies in fJ. */
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

/* Fits all five parameters, at the node with the most routers. Ends the process if the fit does
 * not converge. */
static void fit_arbiter_shape(const rows *node, double shape[SHAPE])
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

/* Fits the two energies at one node, for given constants. */
static void fit_arbiter(const rows *node, const double shape[SHAPE], fitted *t)
{
    static problem p;
    static const noc_coefficient_id ids[] = {NOC_COEFFICIENT_arbiter_pair_energy,
                                             NOC_COEFFICIENT_arbiter_state_energy};
    static const char source[] =
        "refit_cost (nonlinear) on the arbiters of 22 nm, taken for all nodes";
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
    refit_set(t, NOC_COEFFICIENT_arbiter_center, shape[CENTER], "derived", source);
    refit_set(t, NOC_COEFFICIENT_arbiter_width, shape[SPREAD], "derived", source);
    refit_set(t, NOC_COEFFICIENT_arbiter_decay, shape[DECAY], "derived", source);
}

/* ---- links and wires ------------------------------------------------------------------------ */

static double smallest_inverter(const rows *node)
{
    double area = INFINITY;
    for (size_t i = 0; i < node->count; i++) {
        const double *f = node->row[i].field;
        area = fmin(area, f[ACTIVE] / f[WIDTH] / f[SEGMENTS]);
    }
    return area;
}

/* Removes the rows that a first solution misses by over 10 %. There DSENT has enlarged only one
 * of a repeater's two inverters, which the area does not show. */
static void drop_outliers(problem *p, const double c[NOC_TERMS_MAX])
{
    size_t kept = 0;
    for (size_t i = 0; i < p->rows; i++) {
        double sum = 0.0;
        for (size_t t = 0; t < p->terms; t++) sum += c[t] * p->x[i][t];
        if (fabs(sum / p->y[i] - 1.0) > 0.1) continue;
        memmove(p->x[kept], p->x[i], sizeof p->x[i]);
        p->y[kept++] = p->y[i];
    }
    p->rows = kept;
}

static void fit_link(const rows *node, fitted *t, int column, double scale, size_t terms,
                     const noc_coefficient_id ids[], const char *quantity_name)
{
    static problem p;
    double c[NOC_TERMS_MAX];
    const double unit = t->value[NOC_COEFFICIENT_repeater_area];
    p.rows = node->count;
    p.terms = terms;
    for (size_t i = 0; i < node->count; i++) {
        const double *f = node->row[i].field;
        const double repeaters = f[SEGMENTS] / 2.0;
        const double drive = f[ACTIVE] / f[WIDTH] / repeaters / unit - 1.0;
        const double terms_by_count[4][4] = {
            {f[WIDTH] * repeaters * drive},
            {f[WIDTH] * f[LENGTH], f[WIDTH] * repeaters * drive},
            {0},
            {repeaters, repeaters * drive, f[LENGTH] / drive, f[LENGTH] * f[LENGTH] / repeaters},
        };
        for (size_t k = 0; k < terms; k++) p.x[i][k] = terms_by_count[terms - 1][k];
        p.y[i] = scale * f[column];
    }
    refit_solve(&p, c);
    drop_outliers(&p, c);
    refit_solve(&p, c);
    refit_set_solution(t, &p, ids, c, quantity_name, "links");
}

static void fit_links(const rows *node, fitted *t)
{
    const double *f = node->row[0].field;
    refit_set(t, NOC_COEFFICIENT_repeater_area, smallest_inverter(node), "derived",
              "smallest active area of a bit's segment in link.csv");
    refit_set(t, NOC_COEFFICIENT_link_wire_area, f[WIRE] / f[WIDTH] / f[LENGTH], "published",
              "global_wire_area in link.csv: pitch of a global wire, one a bit");
    refit_set(t, NOC_COEFFICIENT_link_area, 0.0, "published",
              "DSENT counts wires and repeaters apart");
    fit_link(node, t, LEAKAGE, 1e3, 1,
             (const noc_coefficient_id[]){NOC_COEFFICIENT_repeater_leakage}, "leakage");
    fit_link(node, t, ENERGY, 1e3, 2,
             (const noc_coefficient_id[]){NOC_COEFFICIENT_link_wire_energy,
                                          NOC_COEFFICIENT_repeater_energy},
             "energy");
    fit_link(node, t, DELAY, 1.0, 4,
             (const noc_coefficient_id[]){
                 NOC_COEFFICIENT_repeater_delay, NOC_COEFFICIENT_repeater_step_delay,
                 NOC_COEFFICIENT_wire_drive_delay, NOC_COEFFICIENT_wire_delay},
             "delay");
}

/* Sets the coefficients of crossbars' wires from the first row of wires.csv. */
static void set_wires(const rows *wires, fitted *t)
{
    const double *f = wires->row[0].field;
    refit_set(t, NOC_COEFFICIENT_crossbar_wire_rc, f[X_OHM] * f[X_FF] / (f[G_OHM] * f[G_FF]),
              "derived",
              "wires.csv: DSENT's intermediate layer over its global one, at the least pitches");
    /* DSENT gives a crossbar's wires an area but no energy. */
    const double pitch_mm = 1e-3 * sqrt(t->value[NOC_COEFFICIENT_crossbar_wire_area]);
    refit_set(t, NOC_COEFFICIENT_crossbar_wire_energy,
              t->value[NOC_COEFFICIENT_link_wire_energy] * f[X_FF] / f[G_FF] * pitch_mm, "derived",
              "a link's wire by the capacitances in wires.csv, over one pitch of the crossbar's "
              "wires; DSENT counts none");
}

/* ---- nodes ---------------------------------------------------------------------------------- */

static void set_assumed(fitted *t)
{
    const char *source =
        "DSENT has no VC allocator: a flip-flop and four gates of a multiplexer's size "
        "for each request line";
    const double *v = t->value;
    refit_set(t, NOC_COEFFICIENT_vc_allocator_area,
              v[NOC_COEFFICIENT_crossbar_register_area] +
                  4.0 * v[NOC_COEFFICIENT_crossbar_mux_area],
              "assumed", source);
    refit_set(t, NOC_COEFFICIENT_vc_allocator_leakage,
              v[NOC_COEFFICIENT_crossbar_register_leakage] +
                  4.0 * v[NOC_COEFFICIENT_crossbar_mux_leakage],
              "assumed", source);
    refit_set(t, NOC_COEFFICIENT_vc_allocator_energy,
              v[NOC_COEFFICIENT_arbiter_pair_energy] + v[NOC_COEFFICIENT_arbiter_state_energy],
              "assumed", "DSENT has no VC allocator: as one pair of a small matrix arbiter");
    refit_set(t, NOC_COEFFICIENT_crossbar_wire_leakage, 0.0, "published",
              "DSENT's crossbar has no repeaters");
    refit_set(t, NOC_COEFFICIENT_link_wire_leakage, 0.0, "published",
              "DSENT's links have the repeaters that their clock needs");
}

/* Sets the delay of gates by their length (assumed). Gates are as long as the feature size down
 * to 22 nm. Gates of FinFETs are between 20 nm (at 16 nm, PTM) and 14 nm (at 3 nm; Wu et al.
 * 2020): tests/reference/silicon/technology.csv. */
static void set_gate_delay(double gate_nm, fitted *t)
{
    static const double ps_per_nm = 0.5;
    refit_set(
        t, NOC_COEFFICIENT_fo4_delay, ps_per_nm * gate_nm, "assumed",
        gate_nm == t->nm
            ? "500 ps for each um of gate length, the worst corner in Ho, Mai, Horowitz, The "
              "Future of Wires (Proc. IEEE 2001)"
            : "500 ps for each um of gate (Ho, Mai, Horowitz, Proc. IEEE 2001), which is longer "
              "than the feature size: docs/technology.md");
}

static void measure_ranges(const rows *node, fitted *t)
{
    t->ports = t->bits = (noc_range){INFINITY, 0.0};
    for (size_t i = 0; i < node->count; i++) {
        const double *f = node->row[i].field;
        const double ports = fmax(f[INPUTS], f[OUTPUTS]);
        t->ports = (noc_range){fmin(t->ports.least, fmin(f[INPUTS], f[OUTPUTS])),
                               fmax(t->ports.most, ports)};
        t->bits = (noc_range){fmin(t->bits.least, f[BITS]), fmax(t->bits.most, f[BITS])};
    }
}

static void fit_node(const rows *node, const rows *links, const rows *wires,
                     const double shape[SHAPE], double *share, double gate_nm, fitted *t)
{
    refit_fit_clock_steps(node, t);
    refit_fit_quantities(node, share, t);
    fit_arbiter(node, shape, t);
    fit_links(links, t);
    set_wires(wires, t);
    set_assumed(t);
    set_gate_delay(gate_nm, t);
}

/* Nodes, gate lengths and supplies. Nominal supply, and DIBL over swing, are from DSENT's
 * technology files. With these thresholds the alpha-power law fits Stillmaker and Baas (2017)
 * best at 65, 20 and 10 nm and between; the supply range is where it fits within 5 %. */
static const struct {
    double nm, gate_nm;
    noc_supply supply;
} nodes[] = {
    {22, 22, {0.8, 0.5, 1.0, 0.22, 1.5}}, /* first, as it has the most rows */
    {11, 19, {0.6, 0.4, 0.9, 0.23, 1.5625}},
    {32, 32, {0.9, 0.55, 1.1, 0.315, 1.5}},
    {45, 45, {1.0, 0.6, 1.25, 0.384, 1.5}},
};

int main(int argc, char **argv)
{
    static rows routers, links, wires, node, node_links, node_wires;
    static fitted table;
    double shape[SHAPE], share = 0.5;
    if (argc != 2 && argc != 3) {
        fprintf(stderr, "Usage: refit_cost ROWS [TABLES]\n");
        return 2;
    }
    gsl_set_error_handler_off(); /* the default handler aborts; results are checked */
    refit_read_rows(argv[1], "router.csv", &routers);
    refit_read_rows(argv[1], "link.csv", &links);
    refit_read_rows(argv[1], "wires.csv", &wires);
    for (size_t i = 0; i < sizeof nodes / sizeof nodes[0]; i++) {
        refit_select_node(&routers, nodes[i].nm, &node);
        refit_select_node(&links, nodes[i].nm, &node_links);
        refit_select_node(&wires, nodes[i].nm, &node_wires);
        if (node.count == 0 || node_links.count == 0 || node_wires.count == 0)
            refit_die("has no rows of a node", argv[1]);
        memset(&table, 0, sizeof table);
        table.nm = nodes[i].nm;
        table.supply = nodes[i].supply;
        measure_ranges(&node, &table);
        refit_drop_late_routers(&node);
        if (i == 0) fit_arbiter_shape(&node, shape);
        fit_node(&node, &node_links, &node_wires, shape, &share, nodes[i].gate_nm, &table);
        if (argc == 3) refit_write(argv[2], &table);
        if (argc == 2) refit_print_errors(&node, &table);
    }
    return 0;
}
