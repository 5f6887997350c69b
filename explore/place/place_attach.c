#include "explore/place/place_attach.h"

#include <stdlib.h>

#include "reader/design_check.h"

/* The node whose place each node takes. */
static void find_sources(uint32_t computes, uint32_t nodes, const noc_place_choice *choice,
                         uint32_t *source)
{
    uint32_t compute = 0, memory = computes;
    for (uint32_t n = 0; n < nodes; n++) {
        bool chosen = false;
        for (uint32_t i = 0; i < nodes - computes; i++) chosen = chosen || choice->tiles[i] == n;
        source[chosen ? memory++ : compute++] = n;
    }
}

noc_status noc_place_attach(noc_design *d, const noc_place_choice *choice, noc_diag *diag)
{
    const uint32_t computes = (uint32_t)noc_compute_terminals(d);
    const uint32_t nodes = computes + (uint32_t)d->nodes.memory;
    uint32_t *source = calloc(2 * (size_t)nodes + 1, sizeof *source), *router = source + nodes;
    if (!source) return noc_fail_memory(diag);
    find_sources(computes, nodes, choice, source);
    for (int n = 0; n < d->network_count; n++) {
        noc_wiring *own = noc_wiring_copy(d->networks[n].wiring);
        if (!own) {
            free(source);
            return noc_fail_memory(diag);
        }
        noc_wiring_free(d->networks[n].wiring);
        d->networks[n].wiring = own;
        noc_wired_node *node = own->nodes;
        for (uint32_t i = 0; i < nodes; i++) router[i] = node[source[i]].router;
        for (uint32_t i = 0; i < nodes; i++) node[i].router = router[i];
    }
    free(source);
    return NOC_OK;
}

void noc_place_write_attach(const noc_design *d, FILE *out)
{
    const uint32_t computes = (uint32_t)noc_compute_terminals(d);
    const uint32_t nodes = computes + (uint32_t)d->nodes.memory;
    const noc_wired_node *node = d->networks[0].wiring->nodes;
    bool ports = false, rates = false;
    for (uint32_t i = 0; i < nodes; i++) {
        ports = ports || node[i].ports;
        rates = rates || node[i].flits_per_cycle > 0.0;
    }
    fprintf(out, "node,router,kind%s%s\n", ports ? ",ports" : "", rates ? ",flits_per_cycle" : "");
    for (uint32_t i = 0; i < nodes; i++) {
        fprintf(out, "%u,%u,%s", i, node[i].router, i < computes ? "compute" : "memory");
        if (ports) fputc(',', out);
        if (ports && node[i].ports) fprintf(out, "%d", node[i].ports);
        if (rates) fputc(',', out);
        if (rates && node[i].flits_per_cycle > 0.0) fprintf(out, "%.12g", node[i].flits_per_cycle);
        fputc('\n', out);
    }
}
