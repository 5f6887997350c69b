#include "sampler/sources/line_homes.h"

#include <stdlib.h>

static int order(const void *a, const void *b)
{
    const noc_line_home *x = a, *y = b;
    if (x->line != y->line) return x->line < y->line ? -1 : 1;
    return (x->packet > y->packet) - (x->packet < y->packet);
}

const noc_line_home *noc_line_homes_stray(noc_line_home *all, uint32_t count)
{
    const noc_line_home *stray = NULL;
    qsort(all, count, sizeof *all, order);
    for (uint32_t i = 1; i < count; i++) {
        if (all[i].line != all[i - 1].line || all[i].home == all[i - 1].home) continue;
        if (!stray || all[i].packet < stray->packet) stray = &all[i];
    }
    return stray;
}
