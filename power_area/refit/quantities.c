#include "power_area/refit/quantities.h"

#include <math.h>
#include <stdio.h>

#include "power_area/refit/least_squares.h"

/* ---- figures of a row ----------------------------------------------------------------------- */

typedef struct router_quantity {
    noc_quantity quantity;
    const char *column; /* title in router.csv, or a name for a sum of several columns */
    int field;          /* position of the column, or of the first one */
    double scale;       /* units of the quantity in a unit of the column */
} router_quantity;

static const router_quantity quantities[] = {
    {NOC_QUANTITY_BUFFER_AREA, "area_buffer", A_BUFFER, 1.0},
    {NOC_QUANTITY_BUFFER_LEAKAGE, "leak_buffer", L_BUFFER, 1e3},
    {NOC_QUANTITY_CROSSBAR_WIRES, "area_xbar_wirebound", A_WIRES, 1.0},
    {NOC_QUANTITY_CROSSBAR_CELLS, "area_xbar_cells_unsized", A_CELLS, 1.0},
    {NOC_QUANTITY_CROSSBAR_REGISTERS, "area_xbar less wires or cells", A_CROSSBAR, 1.0},
    {NOC_QUANTITY_CROSSBAR_LEAKAGE, "leak_xbar", L_CROSSBAR, 1e3},
    {NOC_QUANTITY_SWITCH_AREA, "area_swalloc", A_SWITCH, 1.0},
    {NOC_QUANTITY_SWITCH_LEAKAGE, "leak_swalloc", L_SWITCH, 1e3},
    {NOC_QUANTITY_CLOCK_AREA, "area_clock", A_CLOCK, 1.0},
    {NOC_QUANTITY_CLOCK_LEAKAGE, "leak_clock", L_CLOCK, 1e3},
    {NOC_QUANTITY_CLOCK_WIRES, "area_wire_global_clk", A_CLOCK_WIRES, 1.0},
    {NOC_QUANTITY_WRITE_ENERGY, "e_write", E_WRITE, 1e3},
    {NOC_QUANTITY_READ_ENERGY, "e_read", E_READ, 1e3},
    {NOC_QUANTITY_CROSSBAR_ENERGY, "e_xbar", E_CROSSBAR, 1e3},
    {NOC_QUANTITY_CLOCK_ENERGY, "e_clock_per_cycle", E_CLOCK, 1e3},
};
enum { QUANTITIES = sizeof quantities / sizeof quantities[0] };

static double read_quantity(const router_quantity *q, const row *r)
{
    const double *f = r->field;
    if (q->quantity == NOC_QUANTITY_CROSSBAR_REGISTERS)
        return f[A_CROSSBAR] - fmax(f[A_WIRES], f[A_CELLS]);
    return q->scale * f[q->field];
}

static const router_quantity *find_quantity(noc_quantity quantity)
{
    const router_quantity *q = quantities;
    while (q->quantity != quantity) q++;
    return q;
}

/* ---- fits ----------------------------------------------------------------------------------- */

static noc_counts counts_of(const row *r, double pins_per_step)
{
    const double *f = r->field;
    const noc_router_shape shape =
        noc_router_plain_shape(f[INPUTS], f[OUTPUTS], f[VCS], f[DEPTH], f[BITS]);
    noc_counts c = noc_counts_of_router(&shape, pins_per_step);
    c.side = sqrt(f[A_TOTAL]);
    return c;
}

/* Sets up a quantity's least squares: terms and measured values, where these are positive. */
static void set_up_problem(const rows *node, const router_quantity *q, double pins_per_step,
                           problem *p, noc_coefficient_id ids[NOC_TERMS_MAX])
{
    p->rows = 0;
    for (size_t i = 0; i < node->count; i++) {
        const double y = read_quantity(q, &node->row[i]);
        if (!(y > 0.0)) continue;
        const noc_counts c = counts_of(&node->row[i], pins_per_step);
        p->terms = noc_terms_of(q->quantity, &c, ids, p->x[p->rows]);
        p->y[p->rows++] = y;
    }
}

static void fit_quantity(const rows *node, const router_quantity *q, fitted *t)
{
    static problem p;
    noc_coefficient_id ids[NOC_TERMS_MAX];
    double c[NOC_TERMS_MAX];
    set_up_problem(node, q, t->value[NOC_COEFFICIENT_clock_pins_per_step], &p, ids);
    refit_solve(&p, c);
    refit_set_solution(t, &p, ids, c, q->column, "routers");
}

void refit_fit_clock_steps(const rows *node, fitted *t)
{
    static problem p;
    const router_quantity *area = find_quantity(NOC_QUANTITY_CLOCK_AREA);
    noc_coefficient_id ids[NOC_TERMS_MAX];
    double c[NOC_TERMS_MAX], best = INFINITY, first = 0.0, last = 0.0;
    for (double pins = 400.0; pins <= 1100.0; pins += 5.0) {
        set_up_problem(node, area, pins, &p, ids);
        refit_solve(&p, c);
        const double square = refit_residuals(&p, c).square_sum;
        if (square < 0.999 * best) first = pins;
        if (square < 1.001 * best) last = pins;
        best = fmin(best, square);
    }
    refit_set(t, NOC_COEFFICIENT_clock_pins_per_step, (first + last) / 2.0, "derived",
              "refit_cost: the flip-flops at which the tree's area steps");
}

/* ---- writes --------------------------------------------------------------------------------- */

static void split_write(double share, fitted *t)
{
    const double sum =
        t->value[NOC_COEFFICIENT_write_width_energy] + t->value[NOC_COEFFICIENT_write_cell_energy];
    const char *source = "refit_cost: sum of both as fitted here, split as at 22 nm";
    refit_set(t, NOC_COEFFICIENT_write_width_energy, (1.0 - share) * sum, "derived", source);
    refit_set(t, NOC_COEFFICIENT_write_cell_energy, share * sum, "derived", source);
}

static bool all_addresses_exist(const rows *node)
{
    for (size_t i = 0; i < node->count; i++)
        if (counts_of(&node->row[i], 0.0).address_use != 1.0) return false;
    return true;
}

/* Fits a write's energy without the term of the cell, which then gets its share from another
 * node. */
static void fit_write_sum(const rows *node, const router_quantity *q, double share, fitted *t)
{
    static problem p;
    noc_coefficient_id ids[NOC_TERMS_MAX] = {0};
    double c[NOC_TERMS_MAX];
    size_t cell = 0;
    set_up_problem(node, q, 0.0, &p, ids);
    while (ids[cell] != NOC_COEFFICIENT_write_cell_energy) cell++;
    for (size_t i = 0; i < p.rows; i++) p.x[i][cell] = 0.0;
    refit_solve(&p, c);
    refit_set_solution(t, &p, ids, c, q->column, "routers");
    split_write(share, t);
}

static void fit_write(const rows *node, double *share, fitted *t)
{
    const router_quantity *q = find_quantity(NOC_QUANTITY_WRITE_ENERGY);
    if (all_addresses_exist(node)) {
        fit_write_sum(node, q, *share, t);
        return;
    }
    fit_quantity(node, q, t);
    const double cell_energy = t->value[NOC_COEFFICIENT_write_cell_energy];
    *share = cell_energy / (cell_energy + t->value[NOC_COEFFICIENT_write_width_energy]);
}

void refit_fit_quantities(const rows *node, double *write_share, fitted *t)
{
    for (size_t i = 0; i < QUANTITIES; i++)
        if (quantities[i].quantity != NOC_QUANTITY_WRITE_ENERGY)
            fit_quantity(node, &quantities[i], t);
    fit_write(node, write_share, t);
}

/* ---- errors on routers left out of the fit -------------------------------------------------- */

/* Key of a row. Rows of one key are left out of a fit together. */
typedef double (*row_key)(const row *r);

static double topology_of(const row *r)
{
    return r->field[INPUTS] * 1000.0 + r->field[OUTPUTS];
}

static double width_of(const row *r)
{
    return r->field[BITS];
}

static double queue_of(const row *r)
{
    return r->field[VCS] * 1000.0 + r->field[DEPTH];
}

/* Pseudo-random third of a row, equal for all clocks of a router. */
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
    row_key key;
} row_keys[] = {
    {"topology", topology_of},
    {"width", width_of},
    {"VCs and depth", queue_of},
    {"a third", third_of},
};
enum { ROW_KEYS = sizeof row_keys / sizeof row_keys[0] };

/* Selects the rows of a node whose key equals a value, or all other rows. */
static void select_rows(const rows *node, row_key key_of, double value, bool selects_equal,
                        rows *selected)
{
    selected->count = 0;
    for (size_t i = 0; i < node->count; i++)
        if ((key_of(&node->row[i]) == value) == selects_equal)
            selected->row[selected->count++] = node->row[i];
}

static bool is_first_of_key(const rows *node, row_key key_of, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (key_of(&node->row[k]) == key_of(&node->row[i])) return false;
    return true;
}

/* Errors of predictions for the rows of each key, by a fit to all other rows. */
static residuals predict_left_out(const rows *node, row_key key_of, const router_quantity *q,
                                  double pins_per_step)
{
    static rows selected;
    static problem p;
    noc_coefficient_id ids[NOC_TERMS_MAX];
    double c[NOC_TERMS_MAX];
    size_t count = 0;
    residuals total = {0};
    for (size_t i = 0; i < node->count; i++) {
        if (!is_first_of_key(node, key_of, i)) continue;
        select_rows(node, key_of, key_of(&node->row[i]), false, &selected);
        set_up_problem(&selected, q, pins_per_step, &p, ids);
        refit_solve(&p, c);
        select_rows(node, key_of, key_of(&node->row[i]), true, &selected);
        set_up_problem(&selected, q, pins_per_step, &p, ids);
        const residuals r = refit_residuals(&p, c);
        total.mean += r.mean * (double)p.rows;
        total.worst = fmax(total.worst, r.worst);
        count += p.rows;
    }
    total.mean /= (double)count;
    return total;
}

void refit_print_errors(const rows *node, const fitted *t)
{
    printf("\n%g nm, left out: mean and worst error in %%\n%-30s", t->nm, "");
    for (size_t s = 0; s < ROW_KEYS; s++) printf(" %15s", row_keys[s].name);
    for (size_t f = 0; f < QUANTITIES; f++) {
        printf("\n%-30s", quantities[f].column);
        for (size_t s = 0; s < ROW_KEYS; s++) {
            const residuals r = predict_left_out(node, row_keys[s].key, &quantities[f],
                                                 t->value[NOC_COEFFICIENT_clock_pins_per_step]);
            printf("  %6.2f  %6.2f", 100.0 * r.mean, 100.0 * r.worst);
        }
    }
    printf("\n");
}
