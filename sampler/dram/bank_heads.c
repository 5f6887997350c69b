#include "sampler/dram/bank_heads.h"

#include <string.h>

#include "sampler/dram/dram_state.h"

/* The next command of an access, and the first clock in which it can go out. */
static noc_dram_command next_command(const noc_dram *d, const noc_dram_access *a, uint64_t *when)
{
    const noc_dram_bank *b = &d->banks[a->bank];
    if (b->row == a->row) {
        *when = noc_dram_has_place(d) ? noc_dram_column_time(d, b) : UINT64_MAX;
        return NOC_DRAM_ACCESS;
    }
    if (b->row == NOC_DRAM_NO_ROW) {
        *when = noc_dram_opening_time(d, b);
        return NOC_DRAM_OPEN;
    }
    *when = b->may_close;
    return NOC_DRAM_CLOSE;
}

noc_dram_pick noc_dram_bank_heads(void *state, const noc_dram *d)
{
    (void)state;
    uint64_t wake = UINT64_MAX;
    memset(d->seen, 0, (size_t)d->spec->banks);
    for (unsigned i = 0; i < d->queued; i++) {
        const noc_dram_access *a = &d->queue[i];
        if (d->seen[a->bank]) continue;
        d->seen[a->bank] = 1;
        uint64_t when;
        const noc_dram_command command = next_command(d, a, &when);
        if (when <= d->now) return (noc_dram_pick){command, i, 0};
        if (when < wake) wake = when;
    }
    return (noc_dram_pick){NOC_DRAM_WAIT, 0, wake};
}
