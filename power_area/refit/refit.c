/* Fits the tables of the DSENT family to the rows that were measured:
 *
 *     refit_cost ROWS [TABLES]
 *
 * reads ROWS/router.csv, link.csv and wires.csv (tests/reference/dsent/) and writes
 * TABLES/technology_NNnm.cfg for each node in them. Without TABLES it prints how well the forms
 * predict routers that are left out of the fit (left_out.h). The forms are those of
 * power_area/forms.def. */
#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "power_area/refit/arbiters.h"
#include "power_area/refit/left_out.h"
#include "power_area/refit/links.h"
#include "power_area/refit/quantities.h"

static void assume(fitted *t)
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
    refit_set(
        t, NOC_COEFFICIENT_fo4_delay, 0.5 * t->nm, "assumed",
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
    refit_clock_steps(node, t);
    refit_fit_quantities(node, share, t);
    refit_fit_arbiter(node, shape, t);
    refit_fit_links(links, t);
    refit_take_wires(wires, t);
    assume(t);
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
    gsl_set_error_handler_off(); /* it would abort; results are looked at */
    refit_read_rows(argv[1], "router.csv", &routers);
    refit_read_rows(argv[1], "link.csv", &links);
    refit_read_rows(argv[1], "wires.csv", &wires);
    for (size_t i = 0; i < sizeof nodes / sizeof nodes[0]; i++) {
        refit_select_node(&routers, nodes[i], &node);
        refit_select_node(&links, nodes[i], &node_links);
        refit_select_node(&wires, nodes[i], &node_wires);
        if (node.count == 0 || node_links.count == 0 || node_wires.count == 0)
            refit_die("has no rows of a node", argv[1]);
        memset(&table, 0, sizeof table);
        table.nm = nodes[i];
        measure_ranges(&node, &table);
        refit_drop_late(&node);
        if (i == 0) refit_arbiter_shape(&node, shape);
        fit_node(&node, &node_links, &node_wires, shape, &share, &table);
        if (argc == 3) refit_write(argv[2], &table);
        if (argc == 2) refit_print_left_out(&node, &table);
    }
    return 0;
}
