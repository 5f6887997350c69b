/* hybrid/discrepancy/thirds.h: a suite's measured designs dealt into thirds, of which fits leave one out. */
#ifndef NOC_HYBRID_DISCREPANCY_THIRDS_H
#define NOC_HYBRID_DISCREPANCY_THIRDS_H

#include <stdbool.h>

#include "hybrid/suites/suite.h"

/* `thirds`: of each case, where it is measured. */
void noc_thirds_deal(const noc_suite *suite, unsigned char *thirds);

/* The measured cases of a third (`inside`), or all others, as a suite that borrows everything but the list part->cases, which
 * the caller frees. `from`, room for all cases: where they stand in the whole. NOC_EFAILED when out of memory. */
noc_status noc_thirds_part(const noc_suite *suite, const unsigned char *thirds, unsigned char third,
                           bool inside, noc_suite *part, size_t *from, noc_diag *diag);

#endif
