#include "power_area/refit/links.h"

#include <math.h>
#include <string.h>

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
    refit_solve(&p, c);
    drop_outliers(&p, c);
    refit_solve(&p, c);
    refit_set_solution(t, &p, ids, c, what, "links");
}

void refit_fit_links(const rows *node, fitted *t)
{
    const double *f = node->row[0].field;
    refit_set(t, NOC_COEFFICIENT_repeater_area, smallest_inverter(node), "derived",
              "smallest active area of a bit's segment in link.csv");
    refit_set(t, NOC_COEFFICIENT_link_wire_area, f[WIRE] / f[WIDTH] / f[LENGTH], "given",
              "global_wire_area in link.csv: pitch of a global wire, one a bit");
    refit_set(t, NOC_COEFFICIENT_link_area, 0.0, "given", "DSENT counts wires and repeaters apart");
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

void refit_take_wires(const rows *wires, fitted *t)
{
    const double *f = wires->row[0].field;
    refit_set(t, NOC_COEFFICIENT_crossbar_wire_rc, f[X_OHM] * f[X_FF] / (f[G_OHM] * f[G_FF]),
              "derived",
              "wires.csv: DSENT's intermediate layer over its global one, at the least pitches");
}
