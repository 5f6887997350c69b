#include "analytic/bound/bound_master.h"

#include <glpk.h>
#include <stdio.h>

#include "analytic/bound/glpk_call.h"
#include "base/auto.h"

enum { STEPS_PER_CALL = 500 }; /* most simplex steps of a noc_master_solve */

static const char computation[] = "the bound's linear program";

struct noc_master {
    glp_prob *lp;
    int channels, plans;
};

/* ---- making --------------------------------------------------------------------------------- */

/* Program to make, and room for its first column: [from 1 on]: row; -1. */
typedef struct program_data {
    noc_master *master;
    int blocks, *rows;
    double *ones;
} program_data;

/* Makes the rows: the load of each channel less the load of the busiest channel is at most 0; the
 * shares of each block have the sum 1. Makes the first column: the load of the busiest channel,
 * which is the objective. */
static void make_program(void *context)
{
    const program_data *m = context;
    const int channels = m->master->channels;
    glp_prob *lp = m->master->lp = glp_create_prob();
    glp_set_obj_dir(lp, GLP_MIN);
    glp_add_rows(lp, channels + m->blocks);
    for (int c = 1; c <= channels; c++) {
        glp_set_row_bnds(lp, c, GLP_UP, 0.0, 0.0);
        m->rows[c] = c;
        m->ones[c] = -1.0;
    }
    for (int b = 1; b <= m->blocks; b++) glp_set_row_bnds(lp, channels + b, GLP_FX, 1.0, 1.0);
    glp_add_cols(lp, 1); /* load of the busiest channel */
    glp_set_col_bnds(lp, 1, GLP_LO, 0.0, 0.0);
    glp_set_obj_coef(lp, 1, 1.0);
    glp_set_mat_col(lp, 1, channels, m->rows, m->ones);
}

noc_master *noc_master_new(int channels, int blocks, noc_arena *arena, noc_diag *diag)
{
    const size_t rows = (size_t)channels + 1;
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    noc_master *master = noc_arena_array(arena, 1, sizeof *master);
    program_data m = {master, blocks, noc_arena_array(&scratch, rows, sizeof *m.rows),
                      noc_arena_array(&scratch, rows, sizeof *m.ones)};
    if (!master || scratch.is_short) {
        noc_fail_memory(diag);
        return NULL;
    }
    master->channels = channels;
    return noc_glpk_call(computation, make_program, &m, diag) == NOC_OK ? master : NULL;
}

void noc_master_free(noc_master *m)
{
    if (!m) return;
    if (m->lp) glp_delete_prob(m->lp);
    glp_free_env();
}

/* Calls GLPK; when GLPK fails, its program is gone. */
static noc_status call_glpk(noc_master *m, void (*work)(void *context), void *context,
                            noc_diag *diag)
{
    const noc_status status = noc_glpk_call(computation, work, context, diag);
    if (status != NOC_OK) m->lp = NULL;
    return status;
}

/* ---- plans ---------------------------------------------------------------------------------- */

/* Column of a plan, for add_column. */
typedef struct plan_column {
    glp_prob *lp;
    int count, *rows;
    double *loads;
} plan_column;

static void add_column(void *context)
{
    const plan_column *c = context;
    const int number = glp_add_cols(c->lp, 1);
    glp_set_col_bnds(c->lp, number, GLP_LO, 0.0, 0.0);
    glp_set_mat_col(c->lp, number, c->count, c->rows, c->loads);
}

noc_status noc_master_add(noc_master *m, int block, int count, int *rows, double *loads,
                          noc_diag *diag)
{
    rows[count + 1] = m->channels + 1 + block;
    loads[count + 1] = 1.0;
    const noc_status status =
        call_glpk(m, add_column, &(plan_column){m->lp, count + 1, rows, loads}, diag);
    if (status == NOC_OK) m->plans++;
    return status;
}

/* ---- solving -------------------------------------------------------------------------------- */

typedef struct simplex_run {
    glp_prob *lp;
    int result; /* return code of GLPK */
} simplex_run;

static void run_simplex(void *context)
{
    simplex_run *s = context;
    glp_smcp options;
    glp_init_smcp(&options);
    options.msg_lev = GLP_MSG_OFF;
    options.it_lim = STEPS_PER_CALL;
    s->result = glp_simplex(s->lp, &options);
}

noc_status noc_master_solve(noc_master *m, bool *is_optimal, noc_diag *diag)
{
    simplex_run s = {.lp = m->lp};
    const noc_status status = call_glpk(m, run_simplex, &s, diag);
    if (status != NOC_OK) return status;
    *is_optimal = s.result == 0 && glp_get_status(m->lp) == GLP_OPT;
    if (*is_optimal || s.result == GLP_EITLIM) return NOC_OK;
    char reason[40];
    if (s.result == 0)
        snprintf(reason, sizeof reason, "GLPK's solution has status %d", glp_get_status(m->lp));
    else
        snprintf(reason, sizeof reason, "GLPK's status %d", s.result);
    return noc_fail_numeric(diag, computation, reason);
}

double noc_master_share(const noc_master *m, int plan)
{
    const double share = glp_get_col_prim(m->lp, plan + 2);
    return share > 0.0 ? share : 0.0;
}

void noc_master_prices(const noc_master *m, double *prices)
{
    double sum = 0.0;
    for (int c = 0; c < m->channels; c++) {
        const double dual = -glp_get_row_dual(m->lp, c + 1);
        prices[c] = dual > 0.0 ? dual : 0.0;
        sum += prices[c];
    }
    for (int c = 0; c < m->channels; c++)
        prices[c] = sum > 0.0 ? prices[c] / sum : 1.0 / m->channels;
}

double noc_master_block_cost(const noc_master *m, int block)
{
    return glp_get_row_dual(m->lp, m->channels + 1 + block);
}
