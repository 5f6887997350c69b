#include "network/kinds/leaves.h"

#include "base/min_max.h"
#include "network/kinds/unread_conditions.h"

enum { SPREAD, LAST };

NOC_NAMES(memory_name, "spread", "last")

const char *noc_leaves_name(size_t i)
{
    return memory_name(i);
}

const noc_unread_condition noc_leaves_no_memory = {noc_unread_has_no_memory, false, NULL,
                                                   "there are no memory nodes"};

/* Returns the place of memory node m: the last place of part m, where places are divided into as
 * many equal parts as there are memory nodes. */
static uint32_t place_of_memory(const noc_graph *g, uint32_t m)
{
    return (uint32_t)((uint64_t)(m + 1) * g->terminal_count / g->memory_count - 1);
}

int noc_leaf_of(const noc_leaves *l, uint32_t terminal)
{
    const noc_graph *g = l->graph;
    const noc_terminal *t = &g->terminals[terminal];
    uint32_t place = terminal;
    if (g->memory_count && l->memory_leaves == SPREAD) {
        place = t->kind == NOC_MEMORY ? place_of_memory(g, t->number) : t->number;
        for (uint32_t m = 0; t->kind == NOC_COMPUTE && m < g->memory_count; m++)
            place += place_of_memory(g, m) <= place;
    }
    return (int)place / l->ports;
}

/* Returns the largest number of memory nodes at one outer router. */
static int most_memories(const noc_leaves *l)
{
    int most = 0, here = 0, last = -1;
    for (uint32_t m = 0; m < l->graph->memory_count; m++) {
        const int leaf = noc_leaf_of(l, l->graph->memories[m]);
        here = leaf == last ? here + 1 : 1;
        last = leaf;
        most = max_int(most, here);
    }
    return most;
}

noc_crossbar noc_leaf_ports(const noc_leaves *l)
{
    const int memories = most_memories(l);
    const int in = l->ports + memories * (l->memory.injections - 1);
    const int out = l->ports + memories * (l->memory.ejections - 1);
    return (noc_crossbar){(uint16_t)in, (uint16_t)out, 0};
}
