/* A graph of BookSim's anynet: every channel has one back, between routers that are there. */
#include "import/booksim/anynet.h"

#include <stdlib.h>

#include "fuzz.h"

static void check_graph(const noc_booksim_graph *g)
{
    for (size_t i = 0; i < g->link_count; i++) {
        const noc_booksim_link *l = &g->links[i];
        if (l->from == l->to || l->from < 0 || l->to < 0 || l->cycles < 1) abort();
        if (l->from >= g->routers || l->to >= g->routers) abort();
        if (i > 0 && (l[-1].from > l->from || (l[-1].from == l->from && l[-1].to >= l->to)))
            abort();
    }
    if (g->link_count % 2 != 0 || g->nodes < 1) abort();
    for (int n = 0; n < g->nodes; n++)
        if (g->node_routers[n] < 0 || g->node_routers[n] >= g->routers) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    noc_booksim_graph graph = {0};
    noc_diag diag = {0};
    const noc_status status = noc_booksim_anynet_read(fuzz_file(data, size), &graph, &diag);
    fuzz_check(status, &diag);
    if (status == NOC_OK) check_graph(&graph);
    noc_arena_clear(&graph.arena);
    noc_diag_clear(&diag);
    return 0;
}
