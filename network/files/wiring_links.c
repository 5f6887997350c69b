#include "network/files/wiring_links.h"

#include <math.h>

#include "network/graph/die_links.h"
#include "network/graph/guide.h"

bool noc_wire_is_between_dies(const noc_wiring *w, const noc_wire *link)
{
    return w->router_dies &&
           w->router_dies[link->source_router] != w->router_dies[link->target_router];
}

/* Latency of a link on one die, cycles. */
static int local_wire_cycles(const noc_network_spec *spec, const noc_wire *link)
{
    return link->cycles ? link->cycles : spec->channel_cycles;
}

int noc_wire_cycles(const noc_network_spec *spec, const noc_wire *link)
{
    const int local = local_wire_cycles(spec, link);
    return noc_wire_is_between_dies(spec->wiring, link) ? noc_die_link_cycles(spec, local) : local;
}

double noc_wire_mm(const noc_design *design, const noc_network_spec *spec, const noc_wire *link)
{
    const noc_router_position *spots = spec->wiring->positions;
    if (link->mm > 0.0) return link->mm;
    double tiles = local_wire_cycles(spec, link);
    if (spots) {
        const noc_router_position *a = &spots[link->source_router],
                                  *b = &spots[link->target_router];
        tiles = fabs(a->x - b->x) + fabs(a->y - b->y);
    }
    return tiles * design->chip.tile_mm;
}

/* Width of a link over the width of its network. */
static double width_of(const noc_network_spec *spec, const noc_wire *link)
{
    return link->flit_bytes ? (double)link->flit_bytes / spec->flit_bytes : 1.0;
}

/* Rate of each channel of a link on one die, flits a cycle. */
static double local_wire_rate(const noc_network_spec *spec, const noc_wire *link)
{
    if (link->flits_per_cycle > 0.0) return link->flits_per_cycle;
    return width_of(spec, link) * spec->link_flits_per_cycle;
}

double noc_wire_rate(const noc_network_spec *spec, const noc_wire *link)
{
    const double local = local_wire_rate(spec, link);
    if (!noc_wire_is_between_dies(spec->wiring, link)) return local;
    return noc_die_link_flits(spec, local * link->lanes) / link->lanes;
}

const noc_wired_node *noc_wired_node_of(const noc_wiring *w, const noc_graph *g, uint32_t terminal)
{
    const noc_terminal *t = &g->terminals[terminal];
    return &w->nodes[t->kind == NOC_MEMORY ? g->compute_count + t->number : t->number];
}

uint32_t noc_wired_router(const noc_wiring *w, const noc_graph *g, uint32_t terminal)
{
    return noc_wired_node_of(w, g, terminal)->router;
}

/* ---- paths ---------------------------------------------------------------------------------- */

/* Construction of the ways from router to router of a network. */
typedef struct way_builder {
    const noc_wiring *wiring;
    const noc_graph *graph;
    const noc_network *network;
    uint32_t from, to;
    uint32_t vcs;            /* virtual channels of the class */
    const noc_vc_plan *plan; /* plan of the class; NULL: all of `vcs` on all links */
    noc_paths *paths;
} way_builder;

/* Last link of a way, and the links before it. */
typedef struct way_link {
    const struct way_link *previous;
    const noc_wire *link;
    uint32_t vcs;
    uint32_t layer;
} way_link;

static void add_links(const way_builder *w, const way_link *last, uint32_t lane)
{
    if (!last) return;
    add_links(w, last->previous, lane);
    const uint32_t first = w->network->first_router;
    const uint32_t channel = noc_graph_parallel_link(w->graph, first + last->link->source_router,
                                                     first + last->link->target_router,
                                                     lane % (uint32_t)last->link->lanes);
    noc_paths_add_link(w->paths, channel, last->vcs);
}

/* Adds a way for each lane number that packets may have. */
static void store_ways(const way_builder *w, const way_link *last, double probability)
{
    uint32_t lanes = 1;
    for (const way_link *t = last; t; t = t->previous)
        lanes = noc_common_multiple(lanes, (uint32_t)t->link->lanes);
    for (uint32_t lane = 0; lane < lanes; lane++) {
        noc_paths_begin_way(w->paths, probability / lanes);
        add_links(w, last, lane);
    }
}

/* Layer in which packets go on over a link. */
static uint32_t find_layer(const way_builder *w, const way_link *last, const noc_wire *link)
{
    if (!w->plan) return 0;
    if (!last) return noc_vc_plan_start_layer(w->plan, w->from, w->to);
    const noc_wire *links = w->wiring->links;
    return noc_vc_layers_next_layer(&w->plan->layers, last->layer, (uint32_t)(last->link - links),
                                    (uint32_t)(link - links));
}

static void extend_way(const way_builder *w, uint32_t router, const way_link *last,
                       double probability)
{
    const noc_guide *guide = w->network->guide;
    if (router == w->to) {
        store_ways(w, last, probability);
        return;
    }
    if (guide) {
        const uint32_t next = noc_guide_next(guide, router, w->to);
        if (next == NOC_NO_NEXT_ROUTER) return;
        const noc_wire *link = noc_wiring_find_link(w->wiring, router, next);
        const uint32_t layer = find_layer(w, last, link);
        const way_link next_link = {last, link, w->plan ? w->plan->vc_sets[layer] : w->vcs, layer};
        extend_way(w, next, &next_link, probability);
        return;
    }
    size_t count;
    const noc_wired_step *steps = noc_wiring_find_steps(w->wiring, router, w->to, &count);
    for (size_t i = 0; i < count; i++) {
        const uint32_t vcs = steps[i].vcs ? steps[i].vcs & w->vcs : w->vcs;
        const way_link next_link = {
            last, noc_wiring_find_link(w->wiring, router, steps[i].next_router), vcs, 0};
        extend_way(w, steps[i].next_router, &next_link, probability * steps[i].share);
    }
}

void noc_wired_paths(const noc_wiring *wiring, const noc_graph *graph, const noc_network *network,
                     uint32_t from, uint32_t to, noc_class class, noc_paths *paths)
{
    const noc_vc_plan *plan = network->plans[class];
    const way_builder w = {
        .wiring = wiring,
        .graph = graph,
        .network = network,
        .from = from - network->first_router,
        .to = to - network->first_router,
        .vcs = network->vcs[class],
        .plan = plan && plan->start_layer ? plan : NULL,
        .paths = paths,
    };
    extend_way(&w, w.from, NULL, 1.0);
}

void noc_wired_options(const noc_wiring *w, const noc_routed_packet *packet, noc_options *options)
{
    size_t count;
    const uint32_t first = packet->network->first_router;
    const noc_wired_step *steps =
        noc_wiring_find_steps(w, packet->router - first, packet->destination - first, &count);
    if (packet->router == packet->destination) return;
    for (size_t i = 0; i < count; i++) {
        const noc_wire *link = noc_wiring_find_link(w, steps[i].router, steps[i].next_router);
        const uint32_t vcs = noc_routed_packet_vcs(packet),
                       lane = packet->state % (uint32_t)link->lanes;
        noc_options_add(options, (noc_route_option){.channel = noc_graph_parallel_link(
                                                        packet->graph, packet->router,
                                                        first + steps[i].next_router, lane),
                                                    .vcs = steps[i].vcs ? steps[i].vcs & vcs : vcs,
                                                    .state = packet->state,
                                                    .weight = 1});
    }
}
