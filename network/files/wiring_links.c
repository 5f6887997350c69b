#include "network/files/wiring_links.h"

#include <math.h>

#include "network/graph/die_links.h"
#include "network/graph/guide.h"

bool noc_wire_is_between_dies(const noc_wiring *w, const noc_wire *link)
{
    return w->die && w->die[link->from] != w->die[link->to];
}

/* Latency of a link on one die, cycles. */
static int own_cycles(const noc_network_spec *spec, const noc_wire *link)
{
    return link->cycles ? link->cycles : spec->channel_cycles;
}

int noc_wire_cycles(const noc_network_spec *spec, const noc_wire *link)
{
    const int own = own_cycles(spec, link);
    return noc_wire_is_between_dies(spec->wiring, link) ? noc_die_link_cycles(spec, own) : own;
}

double noc_wire_mm(const noc_design *design, const noc_network_spec *spec, const noc_wire *link)
{
    const noc_spot *spots = spec->wiring->spots;
    if (link->mm > 0.0) return link->mm;
    double tiles = own_cycles(spec, link);
    if (spots) {
        const noc_spot *a = &spots[link->from], *b = &spots[link->to];
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
static double own_rate(const noc_network_spec *spec, const noc_wire *link)
{
    if (link->flits_per_cycle > 0.0) return link->flits_per_cycle;
    return width_of(spec, link) * spec->link_flits_per_cycle;
}

double noc_wire_rate(const noc_network_spec *spec, const noc_wire *link)
{
    const double own = own_rate(spec, link);
    if (!noc_wire_is_between_dies(spec->wiring, link)) return own;
    return noc_die_link_flits(spec, own * link->lanes) / link->lanes;
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
typedef struct walk {
    const noc_wiring *wiring;
    const noc_graph *graph;
    const noc_network *network;
    uint32_t from, to;
    uint32_t vcs;            /* virtual channels of the class */
    const noc_vc_plan *plan; /* plan of the class; NULL: all of `vcs` on all links */
    noc_paths *paths;
} walk;

/* Last link of a way, and the links before it. */
typedef struct trail {
    const struct trail *before;
    const noc_wire *link;
    uint32_t vcs;
    uint32_t layer;
} trail;

static void add_steps(const walk *w, const trail *last, uint32_t lane)
{
    if (!last) return;
    add_steps(w, last->before, lane);
    const uint32_t first = w->network->first_router;
    const uint32_t channel =
        noc_graph_parallel_link(w->graph, first + last->link->from, first + last->link->to,
                                lane % (uint32_t)last->link->lanes);
    noc_paths_step(w->paths, channel, last->vcs);
}

/* Adds a way for each lane number that packets may have. */
static void end_path(const walk *w, const trail *last, double probability)
{
    uint32_t lanes = 1;
    for (const trail *t = last; t; t = t->before)
        lanes = noc_common_multiple(lanes, (uint32_t)t->link->lanes);
    for (uint32_t lane = 0; lane < lanes; lane++) {
        noc_paths_begin(w->paths, probability / lanes);
        add_steps(w, last, lane);
    }
}

/* Layer in which packets go on over a link. */
static uint32_t layer_on(const walk *w, const trail *last, const noc_wire *link)
{
    if (!w->plan) return 0;
    if (!last) return noc_vc_plan_start(w->plan, w->from, w->to);
    const noc_wire *links = w->wiring->links;
    return noc_vc_layers_on(&w->plan->layers, last->layer, (uint32_t)(last->link - links),
                            (uint32_t)(link - links));
}

static void go_on(const walk *w, uint32_t at, const trail *last, double probability)
{
    const noc_guide *guide = w->network->guide;
    if (at == w->to) {
        end_path(w, last, probability);
        return;
    }
    if (guide) {
        const uint32_t next = noc_guide_next(guide, at, w->to);
        if (next == NOC_NO_WAY) return;
        const noc_wire *link = noc_wiring_link(w->wiring, at, next);
        const uint32_t layer = layer_on(w, last, link);
        const trail on = {last, link, w->plan ? w->plan->sets[layer] : w->vcs, layer};
        go_on(w, next, &on, probability);
        return;
    }
    size_t count;
    const noc_wired_step *steps = noc_wiring_steps(w->wiring, at, w->to, &count);
    for (size_t i = 0; i < count; i++) {
        const uint32_t vcs = steps[i].vcs ? steps[i].vcs & w->vcs : w->vcs;
        const trail on = {last, noc_wiring_link(w->wiring, at, steps[i].next), vcs, 0};
        go_on(w, steps[i].next, &on, probability * steps[i].share);
    }
}

void noc_wired_paths(const noc_wiring *wiring, const noc_graph *graph, const noc_network *network,
                     uint32_t from, uint32_t to, noc_class class, noc_paths *paths)
{
    const noc_vc_plan *plan = network->plans[class];
    const walk w = {
        .wiring = wiring,
        .graph = graph,
        .network = network,
        .from = from - network->first_router,
        .to = to - network->first_router,
        .vcs = network->vcs[class],
        .plan = plan && plan->start ? plan : NULL,
        .paths = paths,
    };
    go_on(&w, w.from, NULL, 1.0);
}

void noc_wired_options(const noc_wiring *w, const noc_traveller *p, noc_options *out)
{
    size_t count;
    const uint32_t first = p->network->first_router;
    const noc_wired_step *steps = noc_wiring_steps(w, p->at - first, p->to - first, &count);
    if (p->at == p->to) return;
    for (size_t i = 0; i < count; i++) {
        const noc_wire *link = noc_wiring_link(w, steps[i].router, steps[i].next);
        const uint32_t vcs = noc_traveller_vcs(p), lane = p->state % (uint32_t)link->lanes;
        noc_options_add(out, (noc_route_option){.channel = noc_graph_parallel_link(
                                                    p->graph, p->at, first + steps[i].next, lane),
                                                .vcs = steps[i].vcs ? steps[i].vcs & vcs : vcs,
                                                .state = p->state,
                                                .weight = 1});
    }
}
