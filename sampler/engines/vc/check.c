#include "sampler/engines/vc/check.h"

#include <stdlib.h>

#include "sampler/engines/vc/paces.h"

noc_status noc_vc_check(const noc_vc_engine *e, uint64_t *held, noc_diag *diag)
{
    uint32_t *under_way = calloc(e->vc_count + 1u, sizeof *under_way);
    if (!under_way) return noc_fail_memory(diag);
    for (uint32_t s = 0; s <= e->slot_mask; s++) {
        *held += e->slots[s].flit_count;
        for (uint32_t i = 0; i < e->slots[s].flit_count; i++) under_way[e->slots[s].flits[i].vc]++;
        for (uint32_t i = 0; i < e->slots[s].credit_count; i++) under_way[e->slots[s].credits[i]]++;
    }
    *held += noc_paces_count(e, under_way);
    noc_status status = NOC_OK;
    for (uint32_t vc = 0; vc < e->vc_count; vc++) {
        *held += e->input_vcs[vc].count;
        const uint32_t sum = e->output_vcs[vc].credits + under_way[vc] + e->input_vcs[vc].count;
        if (sum == e->input_vcs[vc].depth || status != NOC_OK) continue;
        status = noc_fail(diag, NOC_EFAILED, NOC_NOWHERE,
                          "internal error: %u of %u credits accounted for on virtual channel %u",
                          sum, e->input_vcs[vc].depth, vc);
    }
    free(under_way);
    return status;
}
