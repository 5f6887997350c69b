#include "analytic/bound_master.h"

#include <glpk.h>
#include <stdlib.h>

enum { STEPS_AT_ONCE = 500 };

struct noc_master {
    glp_prob *lp;
    int channels, plans;
};

/* Rows: a channel's load less the busiest one's is at most 0; the shares of a block are 1. */
noc_master *noc_master_new(int channels, int blocks)
{
    noc_master *m = calloc(1, sizeof *m);
    int *rows = malloc(((size_t)channels + 1) * sizeof *rows);
    double *ones = malloc(((size_t)channels + 1) * sizeof *ones);
    if (m && rows && ones) {
        m->lp = glp_create_prob();
        m->channels = channels;
        glp_set_obj_dir(m->lp, GLP_MIN);
        glp_add_rows(m->lp, channels + blocks);
        for (int c = 1; c <= channels; c++) {
            glp_set_row_bnds(m->lp, c, GLP_UP, 0.0, 0.0);
            rows[c] = c;
            ones[c] = -1.0;
        }
        for (int b = 1; b <= blocks; b++) glp_set_row_bnds(m->lp, channels + b, GLP_FX, 1.0, 1.0);
        glp_add_cols(m->lp, 1); /* the load of the busiest channel */
        glp_set_col_bnds(m->lp, 1, GLP_LO, 0.0, 0.0);
        glp_set_obj_coef(m->lp, 1, 1.0);
        glp_set_mat_col(m->lp, 1, channels, rows, ones);
    } else {
        free(m);
        m = NULL;
    }
    free(rows);
    free(ones);
    return m;
}

void noc_master_free(noc_master *m)
{
    if (!m) return;
    glp_delete_prob(m->lp);
    glp_free_env();
    free(m);
}

void noc_master_add(noc_master *m, int block, int count, int *rows, double *loads)
{
    const int column = glp_add_cols(m->lp, 1);
    glp_set_col_bnds(m->lp, column, GLP_LO, 0.0, 0.0);
    rows[count + 1] = m->channels + 1 + block;
    loads[count + 1] = 1.0;
    glp_set_mat_col(m->lp, column, count + 1, rows, loads);
    m->plans++;
}

noc_status noc_master_solve(noc_master *m, bool *finished, noc_diag *diag)
{
    glp_smcp options;
    glp_init_smcp(&options);
    options.msg_lev = GLP_MSG_OFF;
    options.it_lim = STEPS_AT_ONCE;
    const int result = glp_simplex(m->lp, &options);
    *finished = result == 0 && glp_get_status(m->lp) == GLP_OPT;
    if (*finished || result == GLP_EITLIM) return NOC_OK;
    return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE, "the linear program was not solved (GLPK %d)",
                    result);
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

double noc_master_block_price(const noc_master *m, int block)
{
    return glp_get_row_dual(m->lp, m->channels + 1 + block);
}

double noc_master_load(const noc_master *m)
{
    return glp_get_col_prim(m->lp, 1);
}
