#include "explore/place/place_bound.h"

#include <glpk.h>
#include <math.h>
#include <stdlib.h>

#include "analytic/bound/glpk_call.h"

enum { ITERATIONS_MOST = 20000 }; /* no time: machines agree */

static const double scale = 1.0 / 8192.0; /* of loads: near 1, where the solver is best */

/* One column of coefficients under construction. */
typedef struct entries {
    int *rows;
    double *values;
    int count;
} entries;

static void put(entries *e, int row, double value)
{
    if (value == 0.0) return;
    e->count++;
    e->rows[e->count] = row;
    e->values[e->count] = value;
}

/* Rows: loads, the number of memory nodes, the pairs of each tile. */
static void add_rows(glp_prob *lp, int tiles, int memory, int channels)
{
    glp_add_rows(lp, channels + 1 + tiles);
    for (int c = 0; c < channels; c++) glp_set_row_bnds(lp, c + 1, GLP_UP, 0.0, 0.0);
    glp_set_row_bnds(lp, channels + 1, GLP_FX, memory, memory);
    for (int m = 0; m < tiles; m++) glp_set_row_bnds(lp, channels + 2 + m, GLP_FX, 0.0, 0.0);
}

static void add_column(glp_prob *lp, const entries *e, double high)
{
    const int column = glp_add_cols(lp, 1);
    glp_set_col_bnds(lp, column, high > 0.0 ? GLP_DB : GLP_LO, 0.0, high);
    glp_set_mat_col(lp, column, e->count, e->rows, e->values);
}

static void fill(glp_prob *lp, int tiles, int memory, int channels, const int32_t *own,
                 const int32_t *pair, entries *e)
{
    add_rows(lp, tiles, memory, channels);
    for (int m = 0; m < tiles; m++) {
        e->count = 0;
        for (int c = 0; c < channels; c++) put(e, c + 1, scale * own[m * channels + c]);
        put(e, channels + 1, 1.0);
        put(e, channels + 2 + m, 1.0 - memory);
        add_column(lp, e, 1.0);
    }
    for (int m = 0; m < tiles; m++)
        for (int s = m + 1; s < tiles; s++) {
            e->count = 0;
            for (int c = 0; c < channels; c++)
                put(e, c + 1, -scale * pair[(m * tiles + s) * channels + c]);
            put(e, channels + 2 + m, 1.0);
            put(e, channels + 2 + s, 1.0);
            add_column(lp, e, 1.0);
        }
    e->count = 0;
    for (int c = 0; c < channels; c++) put(e, c + 1, -1.0);
    add_column(lp, e, 0.0); /* the load, unbounded */
    glp_set_obj_coef(lp, glp_get_num_cols(lp), 1.0);
    glp_set_obj_dir(lp, GLP_MIN);
}

typedef struct program {
    int tiles, memory, channels;
    const int32_t *own, *pair;
    entries e;
    double bound;
} program;

static void solve(void *context)
{
    program *p = context;
    glp_smcp options;
    glp_prob *lp = glp_create_prob();
    fill(lp, p->tiles, p->memory, p->channels, p->own, p->pair, &p->e);
    glp_init_smcp(&options);
    options.msg_lev = GLP_MSG_OFF;
    options.presolve = GLP_ON;
    options.it_lim = ITERATIONS_MOST;
    if (glp_simplex(lp, &options) == 0 && glp_get_status(lp) == GLP_OPT)
        p->bound = glp_get_obj_val(lp) / scale * (1.0 - 1e-7);
    glp_delete_prob(lp);
    glp_free_env();
}

noc_status noc_place_bound(int tiles, int memory, int channels, const int32_t *own,
                           const int32_t *pair, double *bound, noc_diag *diag)
{
    const size_t rows = (size_t)(channels + tiles + 3);
    program p = {tiles, memory, channels, own, pair, .bound = NAN};
    p.e = (entries){malloc(rows * sizeof *p.e.rows), malloc(rows * sizeof *p.e.values), 0};
    const noc_status status = p.e.rows && p.e.values
                                  ? noc_glpk_call("the least load's bound", solve, &p, diag)
                                  : noc_fail_memory(diag);
    *bound = p.bound;
    free(p.e.rows);
    free(p.e.values);
    return status;
}
