/* power_area/refit/fitted.h: a table under construction. */
#ifndef NOC_POWER_AREA_REFIT_FITTED_H
#define NOC_POWER_AREA_REFIT_FITTED_H

#include "power_area/refit/least_squares.h"

typedef struct fitted {
    double nm;
    double value[NOC_COEFFICIENTS];
    const char *kind[NOC_COEFFICIENTS];
    char source[NOC_COEFFICIENTS][160];
    noc_range ports, bits;
} fitted;

void refit_set(fitted *t, noc_coefficient_id id, double value, const char *kind,
               const char *source);

/* The solution of a problem, a coefficient a term, with its errors as the source: "... on COLUMN of
 * 12 THINGS". */
void refit_set_solution(fitted *t, const problem *p, const noc_coefficient_id ids[],
                        const double c[], const char *column, const char *things);

/* Writes FOLDER/technology_NNnm.cfg. */
void refit_write(const char *folder, const fitted *t);

#endif
