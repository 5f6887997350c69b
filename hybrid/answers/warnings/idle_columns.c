#include "hybrid/answers/warnings/idle_columns.h"

static bool has_core(const noc_graph *g, int column)
{
    bool any = false;
    for (uint32_t c = 0; c < g->compute_count; c++)
        any |= g->terminals[g->computes[c]].column == column;
    return any;
}

void noc_idle_columns_warn(const noc_system *s, noc_estimate *e)
{
    const noc_graph *g = &s->graph;
    for (uint16_t n = 0; n < g->network_count; n++) {
        const noc_slices *slices = &s->design->networks[g->networks[n].spec].conflict_free;
        if (!noc_slices_have_tokens(slices)) continue;
        for (int column = 0; column < slices->columns; column++)
            if (!has_core(g, column))
                noc_estimate_warn(e, "column %d has no cores and no slice", column);
    }
}
