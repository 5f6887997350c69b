#include "network/compile/components.h"

#include <stdio.h>
#include <stdlib.h>

#include "network/kinds/structure.h"

static int compare_shapes(const void *a, const void *b)
{
    const noc_crossbar *x = &((const noc_crossbar_count *)a)->shape;
    const noc_crossbar *y = &((const noc_crossbar_count *)b)->shape;
    if (x->inputs != y->inputs) return x->inputs < y->inputs ? -1 : 1;
    if (x->outputs != y->outputs) return x->outputs < y->outputs ? -1 : 1;
    return x->crosspoints < y->crosspoints ? -1 : x->crosspoints > y->crosspoints;
}

/* Sorts a list with one entry for each router, and merges equal crossbars. Returns the new
 * length. */
static size_t merge_equal_crossbars(noc_crossbar_count *list, size_t count)
{
    size_t merged = 0;
    qsort(list, count, sizeof *list, compare_shapes);
    for (size_t i = 0; i < count; i++) {
        if (merged && compare_shapes(&list[merged - 1], &list[i]) == 0)
            list[merged - 1].count += list[i].count;
        else
            list[merged++] = list[i];
    }
    return merged;
}

/* Adds the routers and channels of a network that the graph has in detail. */
static void add_graph_network(const noc_graph *g, uint16_t network, noc_components *sum)
{
    const noc_network *net = &g->networks[network];
    sum->routers += net->router_count;
    sum->vc_buffers_nominal += net->nominal_inputs * net->vc.virtual_channels;
    for (uint32_t r = net->first_router; r < net->first_router + net->router_count; r++) {
        const noc_router *router = &g->routers[r];
        sum->vc_buffers += (uint64_t)router->connected_inputs * net->vc.virtual_channels;
        sum->crosspoints += router->built_crossbar.crosspoints;
        sum->crossbars[sum->crossbar_count++] = (noc_crossbar_count){router->built_crossbar, 1};
    }
    for (uint32_t c = 0; c < g->channel_count; c++) {
        if (g->channels[c].network != network) continue;
        sum->links[g->channels[c].is_long]++;
        if (g->channels[c].sharers > 1) sum->concentrators++;
    }
}

/* Adds the components of a network that the graph has as one hub. A crossbar of one input only
 * passes flits on, and is not counted. */
static void add_structure(const noc_structure *s, noc_components *sum)
{
    sum->routers += s->router_count;
    sum->links[0] += s->link_count + s->local_link_count;
    if (s->crossbar.inputs < 2) return;
    sum->crosspoints += s->router_count * s->crossbar.crosspoints;
    sum->crossbars[sum->crossbar_count++] = (noc_crossbar_count){s->crossbar, s->router_count};
}

noc_status noc_components_of(const noc_system *system, noc_components *components, noc_diag *diag)
{
    const noc_graph *g = &system->graph;
    noc_components sum = {.routers = 0};
    sum.crossbars = calloc(g->router_count + 1, sizeof *sum.crossbars);
    if (!sum.crossbars) return noc_fail_memory(diag);
    for (uint16_t n = 0; n < g->network_count; n++) {
        const noc_structure structure = noc_structure_find(system->design, &g->networks[n]);
        if (structure.router_count > 0)
            add_structure(&structure, &sum);
        else if (noc_network_has_silicon(&g->networks[n]))
            add_graph_network(g, n, &sum);
    }
    sum.crossbar_count = merge_equal_crossbars(sum.crossbars, sum.crossbar_count);
    *components = sum;
    return NOC_OK;
}

void noc_components_clear(noc_components *components)
{
    free(components->crossbars);
    *components = (noc_components){0};
}

void noc_crossbar_name(const noc_crossbar *shape, char *text, size_t size)
{
    if (shape->crosspoints < (uint32_t)shape->inputs * shape->outputs)
        snprintf(text, size, "%ux%u/%u", shape->inputs, shape->outputs, shape->crosspoints);
    else
        snprintf(text, size, "%ux%u", shape->inputs, shape->outputs);
}
