/* power_area/refit/least_squares.h: least-squares fit of a sum of terms to measurements, with
 * relative errors. */
#ifndef NOC_POWER_AREA_REFIT_LEAST_SQUARES_H
#define NOC_POWER_AREA_REFIT_LEAST_SQUARES_H

#include "power_area/refit/tables.h"
#include "power_area/router.h"

typedef struct problem {
    size_t rows, terms;
    double x[ROWS_MAX][NOC_TERMS_MAX];
    double y[ROWS_MAX];
} problem;

/* Finds the coefficients with the least sum of squared relative errors. A negative coefficient
 * has no meaning, so its term is left out. Ends the process if the problem has no solution. */
void refit_solve(const problem *p, double c[NOC_TERMS_MAX]);

/* Relative errors of a solution: mean, worst, and sum of squares. */
typedef struct residuals {
    double mean, worst, square_sum;
} residuals;
residuals refit_residuals(const problem *p, const double c[NOC_TERMS_MAX]);

/* Stores the solution of a problem in a table, a coefficient for each term, with its errors as
 * the source text: "... on COLUMN of 12 THINGS". */
void refit_set_solution(fitted *t, const problem *p, const noc_coefficient_id ids[],
                        const double c[], const char *column, const char *things);

#endif
