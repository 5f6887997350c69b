#include "hybrid/discrepancy/thirds.h"

#include <stdlib.h>

#include "hybrid/intervals/intervals.h"

void noc_thirds_deal(const noc_suite *suite, unsigned char *thirds)
{
    size_t seen = 0;
    for (size_t i = 0; i < suite->count; i++)
        if (suite->cases[i].measured) thirds[i] = (unsigned char)(seen++ % NOC_THIRDS);
}

noc_status noc_thirds_part(const noc_suite *suite, const unsigned char *thirds, unsigned char third,
                           bool inside, noc_suite *part, size_t *from, noc_diag *diag)
{
    *part = *suite;
    part->cases = calloc(suite->count, sizeof *part->cases);
    part->count = 0;
    if (!part->cases) return noc_fail_memory(diag);
    for (size_t i = 0; i < suite->count; i++) {
        if (!suite->cases[i].measured || (thirds[i] == third) != inside) continue;
        from[part->count] = i;
        part->cases[part->count++] = suite->cases[i];
    }
    return NOC_OK;
}
