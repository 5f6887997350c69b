#include "network/kinds/leaves.h"

#include "base/min_max.h"
#include "network/kinds/unread_conditions.h"

enum { MEMORY_SPREAD, MEMORY_LAST };

NOC_NAMES(memory_name, "spread", "last")

const char *noc_leaves_name(size_t i)
{
    return memory_name(i);
}

const noc_unread_condition noc_leaves_no_memory = {noc_unread_has_no_memory, false, NULL,
                                                   "there are no memory nodes"};

/* Returns the place of memory node m: the last place of part m, where places are divided into as
 * many equal parts as there are memory nodes. */
static uint32_t find_memory_place(const noc_graph *g, uint32_t m)
{
    return (uint32_t)((uint64_t)(m + 1) * g->terminal_count / g->memory_count - 1);
}

int noc_leaf_of_terminal(const noc_leaves *l, uint32_t terminal)
{
    const noc_graph *g = l->graph;
    const noc_terminal *t = &g->terminals[terminal];
    uint32_t place = terminal;
    if (g->memory_count && l->memory_leaves == MEMORY_SPREAD) {
        place = t->kind == NOC_MEMORY ? find_memory_place(g, t->number) : t->number;
        for (uint32_t m = 0; t->kind == NOC_COMPUTE && m < g->memory_count; m++)
            place += find_memory_place(g, m) <= place;
    }
    return (int)place / l->port_count;
}

/* Returns the largest number of memory nodes at one outer router. */
static int find_max_memories(const noc_leaves *l)
{
    int max_memories = 0, memories_here = 0, last_leaf = -1;
    for (uint32_t m = 0; m < l->graph->memory_count; m++) {
        const int leaf = noc_leaf_of_terminal(l, l->graph->memory_terminals[m]);
        memories_here = leaf == last_leaf ? memories_here + 1 : 1;
        last_leaf = leaf;
        max_memories = max_int(max_memories, memories_here);
    }
    return max_memories;
}

noc_crossbar noc_leaf_count_ports(const noc_leaves *l)
{
    const int memories = find_max_memories(l);
    const int inputs = l->port_count + memories * (l->memory_ports.injections - 1);
    const int outputs = l->port_count + memories * (l->memory_ports.ejections - 1);
    return (noc_crossbar){(uint16_t)inputs, (uint16_t)outputs, 0};
}
