/* reports/compare/compared.h: what a comparison is of. */
#ifndef NOC_REPORTS_COMPARE_COMPARED_H
#define NOC_REPORTS_COMPARE_COMPARED_H

#include "explore/match.h"
#include "hybrid/answers/estimate.h"
#include "reports/curve/curve_axes.h"

typedef struct noc_compared_designs {
    const noc_estimate *estimates;
    const noc_match *moved;     /* of each, what was moved to match the first; NULL: nothing */
    noc_system *const *systems; /* of pictures; else NULL, as the curves are */
    const noc_curve *curves;    /* the model's; without points where it gives none */
    size_t count;               /* 2 or more */
} noc_compared_designs;

#endif
