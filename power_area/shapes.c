#include "power_area/shapes.h"

static const double bits_per_byte = 8.0;

static int bits_set(uint32_t set)
{
    int count = 0;
    for (; set; set &= set - 1) count++;
    return count;
}

static int largest_class(const noc_network *network)
{
    int largest = 0;
    for (int c = 0; c < NOC_CLASSES; c++) {
        const int channels = bits_set(network->vcs[c]);
        if (channels > largest) largest = channels;
    }
    return largest;
}

noc_router_shape noc_router_shape_of(const noc_graph *graph, uint32_t router)
{
    const noc_crossbar *built = &graph->routers[router].built;
    const noc_network *network = &graph->networks[graph->routers[router].network];
    return (noc_router_shape){
        .inputs = built->inputs,
        .outputs = built->outputs,
        .crosspoints = built->crosspoints,
        .virtual_channels = network->vc.virtual_channels,
        .class_channels = largest_class(network),
        .buffer_flits = network->vc.buffer_flits,
        .flit_bits = bits_per_byte * network->flit_bytes,
    };
}

bool noc_router_shapes_equal(const noc_router_shape *a, const noc_router_shape *b)
{
    return a->inputs == b->inputs && a->outputs == b->outputs && a->crosspoints == b->crosspoints &&
           a->virtual_channels == b->virtual_channels && a->class_channels == b->class_channels &&
           a->buffer_flits == b->buffer_flits && a->flit_bits == b->flit_bits;
}

bool noc_routers_alike(const noc_router *a, const noc_router *b)
{
    return a->network == b->network && a->built.inputs == b->built.inputs &&
           a->built.outputs == b->built.outputs && a->built.crosspoints == b->built.crosspoints;
}
