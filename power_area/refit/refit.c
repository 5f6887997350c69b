/* Fits the tables of the DSENT family to the rows that were measured:
 *
 *     refit_cost ROWS [TABLES]
 *
 * reads ROWS/router.csv, link.csv and wires.csv (tests/reference/dsent/) and writes TABLES/technology_NNnm.cfg for
 * each node in them. Without TABLES it prints how well the forms predict routers that are left out of the
 * fit: each topology (inputs x outputs), width, number of VCs and depth, and a third of all by chance. The forms are those of power_area/forms.def; errors count relative to the
 * figure.
 * Negative coefficients mean nothing, so a term that would have one is left out. */
#include <gsl/gsl_errno.h>
#include <gsl/gsl_multifit.h>
#include <gsl/gsl_multifit_nlinear.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "power_area/router.h"

enum { ROWS_MAX = 4000, FIELDS_MAX = 40, NODES_MAX = 8 };

/* The columns of router.csv, of link.csv and of wires.csv. */
enum {
    NODE,
    INPUTS,
    OUTPUTS,
    VCS,
    DEPTH,
    BITS,
    CLOCK,
    A_BUFFER,
    A_CROSSBAR,
    A_WIRES,
    A_CELLS,
    A_SWITCH,
    A_CLOCK,
    A_TOTAL,
    A_CLOCK_WIRES,
    L_BUFFER,
    L_CROSSBAR,
    L_SWITCH,
    L_CLOCK,
    E_WRITE,
    E_READ,
    E_CROSSBAR,
    E_STAGE1,
    E_STAGE2,
    E_CLOCK,
    TIMING_MET,
};
enum { L_NODE, LENGTH, WIDTH, L_MHZ, SEGMENTS, ACTIVE, WIRE, LEAKAGE, ENERGY, DELAY };
enum { W_NODE, X_OHM, X_FF, G_OHM, G_FF };

typedef struct row {
    double field[FIELDS_MAX];
} row;

typedef struct rows {
    row row[ROWS_MAX];
    size_t count;
} rows;

/* A table under construction. */
typedef struct fitted {
    double nm;
    double value[NOC_COEFFICIENTS];
    const char *kind[NOC_COEFFICIENTS];
    char source[NOC_COEFFICIENTS][160];
    noc_range ports, bits;
} fitted;

static void die(const char *what, const char *name)
{
    fprintf(stderr, "refit_cost: %s: %s\n", name, what);
    exit(EXIT_FAILURE);
}

/* ---- reading -------------------------------------------------------------------------------- */

static void read_rows(const char *folder, const char *name, rows *all)
{
    char path[1000], line[2000];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "r");
    if (!file || !fgets(line, sizeof line, file)) die("cannot be read", path);
    all->count = 0;
    while (all->count < ROWS_MAX && fgets(line, sizeof line, file)) {
        char *rest = line;
        row *r = &all->row[all->count++];
        for (size_t i = 0; i < FIELDS_MAX && rest; i++)
            r->field[i] = strtod(strsep(&rest, ",\n"), NULL);
    }
    fclose(file);
}

static void select_node(const rows *all, double nm, rows *node)
{
    node->count = 0;
    for (size_t i = 0; i < all->count; i++)
        if (all->row[i].field[NODE] == nm) node->row[node->count++] = all->row[i];
}

/* Routers that miss their timing have oversized cells: nothing is fitted to them. */
static void drop_late(rows *node)
{
    size_t kept = 0;
    for (size_t i = 0; i < node->count; i++)
        if (node->row[i].field[TIMING_MET] != 0.0) node->row[kept++] = node->row[i];
    node->count = kept;
}

/* ---- least squares -------------------------------------------------------------------------- */

typedef struct problem {
    size_t rows, terms;
    double x[ROWS_MAX][NOC_TERMS_MAX];
    double y[ROWS_MAX];
} problem;

/* Fits the terms that `use` marks. */
static void solve_used(const problem *p, const bool use[NOC_TERMS_MAX], double c[NOC_TERMS_MAX])
{
    size_t used = 0;
    for (size_t t = 0; t < p->terms; t++) used += use[t];
    gsl_matrix *x = gsl_matrix_alloc(p->rows, used);
    gsl_matrix *covariance = gsl_matrix_alloc(used, used);
    gsl_vector *y = gsl_vector_alloc(p->rows), *solution = gsl_vector_alloc(used);
    gsl_multifit_linear_workspace *work = gsl_multifit_linear_alloc(p->rows, used);
    double chi_square;
    for (size_t i = 0; i < p->rows; i++) {
        gsl_vector_set(y, i, 1.0);
        for (size_t t = 0, column = 0; t < p->terms; t++)
            if (use[t]) gsl_matrix_set(x, i, column++, p->x[i][t] / p->y[i]);
    }
    gsl_multifit_linear(x, y, solution, covariance, &chi_square, work);
    for (size_t t = 0, column = 0; t < p->terms; t++)
        c[t] = use[t] ? gsl_vector_get(solution, column++) : 0.0;
    gsl_multifit_linear_free(work);
    gsl_matrix_free(x);
    gsl_matrix_free(covariance);
    gsl_vector_free(y);
    gsl_vector_free(solution);
}

static size_t most_negative(const problem *p, const double c[NOC_TERMS_MAX])
{
    size_t worst = p->terms;
    for (size_t t = 0; t < p->terms; t++)
        if (c[t] < 0.0 && (worst == p->terms || c[t] < c[worst])) worst = t;
    return worst;
}

static void solve(const problem *p, double c[NOC_TERMS_MAX])
{
    bool use[NOC_TERMS_MAX];
    for (size_t t = 0; t < NOC_TERMS_MAX; t++) {
        use[t] = false;
        for (size_t i = 0; i < p->rows && t < p->terms; i++) use[t] |= p->x[i][t] != 0.0;
    }
    for (;;) {
        solve_used(p, use, c);
        const size_t worst = most_negative(p, c);
        if (worst == p->terms) return;
        use[worst] = false;
    }
}

typedef struct residuals {
    double mean, worst, square;
} residuals;

static residuals residuals_of(const problem *p, const double c[NOC_TERMS_MAX])
{
    residuals r = {0};
    for (size_t i = 0; i < p->rows; i++) {
        double sum = 0.0;
        for (size_t t = 0; t < p->terms; t++) sum += c[t] * p->x[i][t];
        const double error = fabs(sum / p->y[i] - 1.0);
        r.mean += error / (double)p->rows;
        r.square += error * error;
        r.worst = fmax(r.worst, error);
    }
    return r;
}

/* ---- a quantity ----------------------------------------------------------------------------- */

static noc_counts counts_of(const row *r, double pins_per_step)
{
    const double *f = r->field;
    const noc_router_shape shape = {f[INPUTS], f[OUTPUTS], f[INPUTS] * f[OUTPUTS], f[VCS], f[VCS],
                                    f[DEPTH],  f[BITS]};
    noc_counts c = noc_counts_of(&shape, pins_per_step);
    c.side = sqrt(f[A_TOTAL]);
    return c;
}

typedef double (*figure)(const row *r);

/* The rows of a quantity's least squares: terms and what was measured. */
static void set_up(const rows *node, noc_quantity quantity, double pins_per_step, figure measured,
                   problem *p, noc_coefficient_id ids[NOC_TERMS_MAX])
{
    p->rows = 0;
    for (size_t i = 0; i < node->count; i++) {
        const double y = measured(&node->row[i]);
        if (!(y > 0.0)) continue;
        const noc_counts c = counts_of(&node->row[i], pins_per_step);
        p->terms = noc_terms_of(quantity, &c, ids, p->x[p->rows]);
        p->y[p->rows++] = y;
    }
}

static void set(fitted *t, noc_coefficient_id id, double value, const char *kind,
                const char *source)
{
    t->value[id] = value;
    t->kind[id] = kind;
    snprintf(t->source[id], sizeof t->source[id], "%s", source);
}

static void fit(const rows *node, noc_quantity quantity, const char *column, figure measured,
                fitted *t)
{
    static problem p;
    noc_coefficient_id ids[NOC_TERMS_MAX];
    double c[NOC_TERMS_MAX];
    char source[160];
    set_up(node, quantity, t->value[NOC_COEFFICIENT_clock_pins_per_step], measured, &p, ids);
    solve(&p, c);
    const residuals r = residuals_of(&p, c);
    snprintf(source, sizeof source,
             "refit_cost on %s of %zu routers: residuals mean %.2f %%, worst %.2f %%", column,
             p.rows, 100.0 * r.mean, 100.0 * r.worst);
    for (size_t i = 0; i < p.terms; i++) set(t, ids[i], c[i], "derived", source);
}

#define FIGURE(name, expression)     \
    static double name(const row *r) \
    {                                \
        const double *f = r->field;  \
        return expression;           \
    }
FIGURE(buffer_area, f[A_BUFFER])
FIGURE(buffer_leakage, 1e3 * f[L_BUFFER])
FIGURE(crossbar_wires, f[A_WIRES])
FIGURE(crossbar_cells, f[A_CELLS])
FIGURE(crossbar_registers, f[A_CROSSBAR] - fmax(f[A_WIRES], f[A_CELLS]))
FIGURE(crossbar_leakage, 1e3 * f[L_CROSSBAR])
FIGURE(switch_area, f[A_SWITCH])
FIGURE(switch_leakage, 1e3 * f[L_SWITCH])
FIGURE(clock_area, f[A_CLOCK])
FIGURE(clock_leakage, 1e3 * f[L_CLOCK])
FIGURE(clock_wires, f[A_CLOCK_WIRES])
FIGURE(write_energy, 1e3 * f[E_WRITE])
FIGURE(read_energy, 1e3 * f[E_READ])
FIGURE(crossbar_energy, 1e3 * f[E_CROSSBAR])
FIGURE(clock_energy, 1e3 * f[E_CLOCK])

static const struct {
    noc_quantity quantity;
    const char *column;
    figure measured;
} fits[] = {
    {NOC_QUANTITY_BUFFER_AREA, "area_buffer", buffer_area},
    {NOC_QUANTITY_BUFFER_LEAKAGE, "leak_buffer", buffer_leakage},
    {NOC_QUANTITY_CROSSBAR_WIRES, "area_xbar_wirebound", crossbar_wires},
    {NOC_QUANTITY_CROSSBAR_CELLS, "area_xbar_cells_unsized", crossbar_cells},
    {NOC_QUANTITY_CROSSBAR_REGISTERS, "area_xbar less wires or cells", crossbar_registers},
    {NOC_QUANTITY_CROSSBAR_LEAKAGE, "leak_xbar", crossbar_leakage},
    {NOC_QUANTITY_SWITCH_AREA, "area_swalloc", switch_area},
    {NOC_QUANTITY_SWITCH_LEAKAGE, "leak_swalloc", switch_leakage},
    {NOC_QUANTITY_CLOCK_AREA, "area_clock", clock_area},
    {NOC_QUANTITY_CLOCK_LEAKAGE, "leak_clock", clock_leakage},
    {NOC_QUANTITY_CLOCK_WIRES, "area_wire_global_clk", clock_wires},
    {NOC_QUANTITY_WRITE_ENERGY, "e_write", write_energy},
    {NOC_QUANTITY_READ_ENERGY, "e_read", read_energy},
    {NOC_QUANTITY_CROSSBAR_ENERGY, "e_xbar", crossbar_energy},
    {NOC_QUANTITY_CLOCK_ENERGY, "e_clock_per_cycle", clock_energy},
};
enum { FITS = sizeof fits / sizeof fits[0] };

/* ---- what is not linear --------------------------------------------------------------------- */

/* The drive of a clock tree's last repeaters, read off the steps in its area. */
static void fit_clock_steps(const rows *node, fitted *t)
{
    static problem p;
    noc_coefficient_id ids[NOC_TERMS_MAX];
    double c[NOC_TERMS_MAX], best = INFINITY, first = 0.0, last = 0.0;
    for (double pins = 400.0; pins <= 1100.0; pins += 5.0) {
        set_up(node, NOC_QUANTITY_CLOCK_AREA, pins, clock_area, &p, ids);
        solve(&p, c);
        const double square = residuals_of(&p, c).square;
        if (square < 0.999 * best) first = pins;
        if (square < 1.001 * best) last = pins;
        best = fmin(best, square);
    }
    set(t, NOC_COEFFICIENT_clock_pins_per_step, (first + last) / 2.0, "derived",
        "refit_cost: the flip-flops at which the tree's area steps");
}

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

enum { PAIR, STATE, CENTER, SPREAD, DECAY, SHAPE };

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

/* All five constants of the curve, at the node with the most routers. */
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
    gsl_multifit_nlinear_init(&x.vector, &fdf, work);
    gsl_multifit_nlinear_driver(500, 1e-12, 1e-12, 1e-12, NULL, NULL, &info, work);
    for (size_t i = 0; i < SHAPE; i++) shape[i] = gsl_vector_get(work->x, i);
    gsl_multifit_nlinear_free(work);
}

/* The two energies of the curve at one node. */
static void fit_arbiter(const rows *node, const double shape[SHAPE], fitted *t)
{
    static problem p;
    double c[NOC_TERMS_MAX];
    char source[160];
    const arbitrations a = arbitrations_of(node);
    p.rows = a.count;
    p.terms = 2;
    for (size_t i = 0; i < a.count; i++) {
        const double n = a.requests[i], pairs = n * (n - 1.0);
        p.x[i][0] = pairs;
        p.x[i][1] = pairs * noc_arbiter_activity(n, shape[CENTER], shape[SPREAD], shape[DECAY]);
        p.y[i] = a.energy[i];
    }
    solve(&p, c);
    const residuals r = residuals_of(&p, c);
    snprintf(source, sizeof source,
             "refit_cost on e_arb of %zu arbiters: residuals mean %.2f %%, worst %.2f %%", p.rows,
             100.0 * r.mean, 100.0 * r.worst);
    set(t, NOC_COEFFICIENT_arbiter_pair_energy, c[0], "derived", source);
    set(t, NOC_COEFFICIENT_arbiter_state_energy, c[1], "derived", source);
    const char *at = "refit_cost (nonlinear) on the arbiters of 22 nm, taken for all nodes";
    set(t, NOC_COEFFICIENT_arbiter_center, shape[CENTER], "derived", at);
    set(t, NOC_COEFFICIENT_arbiter_width, shape[SPREAD], "derived", at);
    set(t, NOC_COEFFICIENT_arbiter_decay, shape[DECAY], "derived", at);
}

/* Addresses that do not exist tell a write's cell from its register; only 22 nm has such buffers. */
static void split_write(double share, fitted *t)
{
    const double sum =
        t->value[NOC_COEFFICIENT_write_width_energy] + t->value[NOC_COEFFICIENT_write_cell_energy];
    const char *source = "refit_cost: sum of both as fitted here, split as at 22 nm";
    set(t, NOC_COEFFICIENT_write_width_energy, (1.0 - share) * sum, "derived", source);
    set(t, NOC_COEFFICIENT_write_cell_energy, share * sum, "derived", source);
}

static void fit_write(const rows *node, double *share, fitted *t)
{
    static problem p;
    noc_coefficient_id ids[NOC_TERMS_MAX] = {0};
    double c[NOC_TERMS_MAX];
    set_up(node, NOC_QUANTITY_WRITE_ENERGY, 0.0, write_energy, &p, ids);
    size_t cell = 0;
    bool all_exist = true;
    while (ids[cell] != NOC_COEFFICIENT_write_cell_energy) cell++;
    for (size_t i = 0; i < node->count; i++)
        all_exist = all_exist && counts_of(&node->row[i], 0.0).address_use == 1.0;
    if (!all_exist) {
        fit(node, NOC_QUANTITY_WRITE_ENERGY, "e_write", write_energy, t);
        const double of_cell = t->value[NOC_COEFFICIENT_write_cell_energy];
        *share = of_cell / (of_cell + t->value[NOC_COEFFICIENT_write_width_energy]);
        return;
    }
    for (size_t i = 0; i < p.rows; i++) p.x[i][cell] = 0.0;
    solve(&p, c);
    const residuals r = residuals_of(&p, c);
    char source[160];
    snprintf(source, sizeof source,
             "refit_cost on e_write of %zu routers: residuals mean %.2f %%, worst %.2f %%", p.rows,
             100.0 * r.mean, 100.0 * r.worst);
    for (size_t i = 0; i < p.terms; i++) set(t, ids[i], c[i], "derived", source);
    split_write(*share, t);
}

/* ---- links ---------------------------------------------------------------------------------- */

static double smallest_inverter(const rows *node)
{
    double area = INFINITY;
    for (size_t i = 0; i < node->count; i++) {
        const double *f = node->row[i].field;
        area = fmin(area, f[ACTIVE] / f[WIDTH] / f[SEGMENTS]);
    }
    return area;
}

/* Leaves out the rows that a first solution misses by over 10 %: DSENT has grown only one of a
 * repeater's two inverters there, which the area does not tell. */
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
                     const noc_coefficient_id ids[], const char *what)
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
        const double all[4][4] = {
            {f[WIDTH] * repeaters * drive},
            {f[WIDTH] * f[LENGTH], f[WIDTH] * repeaters * drive},
            {0},
            {repeaters, repeaters * drive, f[LENGTH] / drive, f[LENGTH] * f[LENGTH] / repeaters},
        };
        for (size_t k = 0; k < terms; k++) p.x[i][k] = all[terms - 1][k];
        p.y[i] = scale * f[column];
    }
    solve(&p, c);
    drop_outliers(&p, c);
    solve(&p, c);
    const residuals r = residuals_of(&p, c);
    char source[160];
    snprintf(source, sizeof source,
             "refit_cost on %s of %zu links: residuals mean %.2f %%, worst %.2f %%", what, p.rows,
             100.0 * r.mean, 100.0 * r.worst);
    for (size_t k = 0; k < terms; k++) set(t, ids[k], c[k], "derived", source);
}

static void fit_links(const rows *node, fitted *t)
{
    const double *f = node->row[0].field;
    set(t, NOC_COEFFICIENT_repeater_area, smallest_inverter(node), "derived",
        "smallest active area of a bit's segment in link.csv");
    set(t, NOC_COEFFICIENT_link_wire_area, f[WIRE] / f[WIDTH] / f[LENGTH], "given",
        "global_wire_area in link.csv: pitch of a global wire, one a bit");
    set(t, NOC_COEFFICIENT_link_area, 0.0, "given", "DSENT counts wires and repeaters apart");
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

static void take_wires(const row *wires, fitted *t)
{
    const double *f = wires->field;
    set(t, NOC_COEFFICIENT_crossbar_wire_rc, f[X_OHM] * f[X_FF] / (f[G_OHM] * f[G_FF]), "derived",
        "wires.csv: DSENT's intermediate layer over its global one, at the least pitches");
}

/* ---- a node --------------------------------------------------------------------------------- */

static void assume(fitted *t)
{
    const char *source =
        "DSENT has no VC allocator: a flip-flop and four gates of a multiplexer's size "
        "for each request line";
    const double *v = t->value;
    set(t, NOC_COEFFICIENT_vc_allocator_area,
        v[NOC_COEFFICIENT_crossbar_register_area] + 4.0 * v[NOC_COEFFICIENT_crossbar_mux_area],
        "assumed", source);
    set(t, NOC_COEFFICIENT_vc_allocator_leakage,
        v[NOC_COEFFICIENT_crossbar_register_leakage] +
            4.0 * v[NOC_COEFFICIENT_crossbar_mux_leakage],
        "assumed", source);
    set(t, NOC_COEFFICIENT_vc_allocator_energy,
        v[NOC_COEFFICIENT_arbiter_pair_energy] + v[NOC_COEFFICIENT_arbiter_state_energy], "assumed",
        "DSENT has no VC allocator: as one pair of a small matrix arbiter");
    set(t, NOC_COEFFICIENT_fo4_delay, 0.5 * t->nm, "assumed",
        "500 ps for each um of gate length, the worst corner in Ho, Mai, Horowitz, The Future of "
        "Wires "
        "(Proc. IEEE 2001)");
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
                     const double shape[SHAPE], double *share, fitted *t)
{
    fit_clock_steps(node, t);
    for (size_t i = 0; i < FITS; i++)
        if (fits[i].quantity != NOC_QUANTITY_WRITE_ENERGY)
            fit(node, fits[i].quantity, fits[i].column, fits[i].measured, t);
    fit_write(node, share, t);
    fit_arbiter(node, shape, t);
    fit_links(links, t);
    take_wires(&wires->row[0], t);
    assume(t);
}

/* ---- leaving out ---------------------------------------------------------------------------- */

/* Rows that are left out together have the same key. */
typedef double (*key)(const row *r);

FIGURE(topology_of, f[INPUTS] * 1000.0 + f[OUTPUTS])
FIGURE(width_of, f[BITS])
FIGURE(queue_of, f[VCS] * 1000.0 + f[DEPTH])

/* One of three, by chance, the same for all clocks of a router. */
static double third_of(const row *r)
{
    static const int parts[] = {INPUTS, OUTPUTS, VCS, DEPTH, BITS};
    unsigned hash = 2166136261u; /* FNV-1a over the settings */
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        hash = (hash ^ (unsigned)r->field[parts[i]]) * 16777619u;
    return (double)((hash >> 16) % 3u);
}

static const struct {
    const char *name;
    key key;
} slices[] = {
    {"topology", topology_of},
    {"width", width_of},
    {"VCs and depth", queue_of},
    {"a third", third_of},
};
enum { SLICES = sizeof slices / sizeof slices[0] };

/* The rows of a node with a key, or all others. */
static void select_key(const rows *node, key of, double value, bool same, rows *some)
{
    some->count = 0;
    for (size_t i = 0; i < node->count; i++)
        if ((of(&node->row[i]) == value) == same) some->row[some->count++] = node->row[i];
}

static bool is_first(const rows *node, key of, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (of(&node->row[k]) == of(&node->row[i])) return false;
    return true;
}

/* Errors on the rows of each key, predicted from a fit to all others. */
static residuals leave_out(const rows *node, key of, size_t f, double pins_per_step)
{
    static rows some;
    static problem p;
    noc_coefficient_id ids[NOC_TERMS_MAX];
    double c[NOC_TERMS_MAX];
    size_t count = 0;
    residuals all = {0};
    for (size_t i = 0; i < node->count; i++) {
        if (!is_first(node, of, i)) continue;
        select_key(node, of, of(&node->row[i]), false, &some);
        set_up(&some, fits[f].quantity, pins_per_step, fits[f].measured, &p, ids);
        solve(&p, c);
        select_key(node, of, of(&node->row[i]), true, &some);
        set_up(&some, fits[f].quantity, pins_per_step, fits[f].measured, &p, ids);
        const residuals r = residuals_of(&p, c);
        all.mean += r.mean * (double)p.rows;
        all.worst = fmax(all.worst, r.worst);
        count += p.rows;
    }
    all.mean /= (double)count;
    return all;
}

static void print_left_out(const rows *node, const fitted *t)
{
    printf("\n%g nm, left out: mean and worst error in %%\n%-30s", t->nm, "");
    for (size_t s = 0; s < SLICES; s++) printf(" %15s", slices[s].name);
    for (size_t f = 0; f < FITS; f++) {
        printf("\n%-30s", fits[f].column);
        for (size_t s = 0; s < SLICES; s++) {
            const residuals r =
                leave_out(node, slices[s].key, f, t->value[NOC_COEFFICIENT_clock_pins_per_step]);
            printf("  %6.2f  %6.2f", 100.0 * r.mean, 100.0 * r.worst);
        }
    }
    printf("\n");
}

/* ---- writing -------------------------------------------------------------------------------- */

static void write_table(const char *folder, const fitted *t)
{
    char path[1000];
    snprintf(path, sizeof path, "%s/technology_%gnm.cfg", folder, t->nm);
    FILE *file = fopen(path, "w");
    if (!file) die("cannot be written", path);
    fprintf(file,
            "# Written by refit_cost (power_area/refit) from tests/reference/dsent/: DSENT v0.91 "
            "at %g nm,\n"
            "# low-threshold cells, 340 K, timing met. power_area/coefficients.def says what each "
            "row is.\n"
            "technology_nm = %g;\n"
            "family = \"DSENT\";\n"
            "source = \"DSENT v0.91 at %g nm (mit-carbon/Graphite): flip-flop buffers, multiplexer "
            "crossbar,"
            " matrix arbiters\";\n"
            "ports = [%g, %g];\nflit_bits = [%g, %g];\nrows = (\n",
            t->nm, t->nm, t->nm, t->ports.least, t->ports.most, t->bits.least, t->bits.most);
    for (size_t id = 0; id < NOC_COEFFICIENTS; id++)
        fprintf(file,
                "  { name = \"%s\"; value = %.6g; unit = \"%s\"; kind = \"%s\";\n    source = "
                "\"%s\"; }%s\n",
                noc_coefficient_name(id), t->value[id], noc_coefficient_unit(id), t->kind[id],
                t->source[id], id + 1 < NOC_COEFFICIENTS ? "," : "");
    fprintf(file, ");\n");
    if (fclose(file) != 0) die("cannot be written", path);
}

int main(int argc, char **argv)
{
    static rows routers, links, wires, node, node_links, node_wires;
    static fitted table;
    static const double nodes[] = {22, 11, 32, 45}; /* 22 first: it has the most rows */
    double shape[SHAPE], share = 0.5;
    if (argc != 2 && argc != 3) {
        fprintf(stderr, "Usage: refit_cost ROWS [TABLES]\n");
        return 2;
    }
    read_rows(argv[1], "router.csv", &routers);
    read_rows(argv[1], "link.csv", &links);
    read_rows(argv[1], "wires.csv", &wires);
    for (size_t i = 0; i < sizeof nodes / sizeof nodes[0]; i++) {
        select_node(&routers, nodes[i], &node);
        select_node(&links, nodes[i], &node_links);
        select_node(&wires, nodes[i], &node_wires);
        if (node.count == 0 || node_links.count == 0 || node_wires.count == 0)
            die("has no rows of a node", argv[1]);
        memset(&table, 0, sizeof table);
        table.nm = nodes[i];
        measure_ranges(&node, &table);
        drop_late(&node);
        if (i == 0) fit_arbiter_shape(&node, shape);
        fit_node(&node, &node_links, &node_wires, shape, &share, &table);
        if (argc == 3) write_table(argv[2], &table);
        if (argc == 2) print_left_out(&node, &table);
    }
    return 0;
}
