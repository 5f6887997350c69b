/* reports/compare/compared.h: the designs of a comparison. */
#ifndef NOC_REPORTS_COMPARE_COMPARED_H
#define NOC_REPORTS_COMPARE_COMPARED_H

#include "explore/match.h"
#include "hybrid/answers/estimate.h"
#include "reports/curve/curve_axes.h"

typedef struct noc_compared_designs {
    const noc_estimate *estimates;
    const noc_match *moved;     /* each design's match with the first; NULL: none moved */
    noc_system *const *systems; /* systems and curves are NULL outside pictures */
    const noc_curve *curves;    /* the model's; without points where it gives none */
    size_t count;               /* 2 or more */
} noc_compared_designs;

#endif
