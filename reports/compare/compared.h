/* reports/compare/compared.h: designs of a comparison, with their answers, for its reports. */
#ifndef NOC_REPORTS_COMPARE_COMPARED_H
#define NOC_REPORTS_COMPARE_COMPARED_H

#include "explore/match.h"
#include "hybrid/answers/estimate.h"
#include "reports/curve/curve_axes.h"

/* Answers and systems of the compared designs, [design]; the first design is the base. */
typedef struct noc_compared_designs {
    const noc_estimate *estimates;
    const noc_match *matches;   /* match of each design with the first; NULL: no --match */
    noc_system *const *systems; /* compiled systems; NULL outside pictures */
    const noc_curve_line
        *curves;  /* curves of the model, empty if it has none; NULL outside pictures */
    size_t count; /* 2 or more */
} noc_compared_designs;

#endif
