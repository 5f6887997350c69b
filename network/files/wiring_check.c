#include "network/files/wiring_check.h"

#include <stdio.h>
#include <string.h>

#include "base/auto.h"
#include "network/files/wiring_links.h"
#include "network/graph/die_links.h"
#include "network/graph/guide.h"

enum { LANE_NUMBERS_MAX = 64 };

/* Range of a link's rate, flits per cycle. */
#define RATE_LEAST 0.1
#define RATE_MOST  64.0

/* ---- nodes ---------------------------------------------------------------------------------- */

static const char *kind_name(bool is_memory)
{
    return is_memory ? "memory" : "compute";
}

static noc_status check_node(const noc_design *d, const noc_wiring *w, uint32_t node,
                             noc_diag *diag)
{
    const uint32_t computes = (uint32_t)noc_compute_terminals(d);
    const noc_wired_node *attachment = &w->nodes[node];
    const bool is_memory = node >= computes;
    const noc_place place = {w->files[NOC_WIRING_ATTACH], attachment->line};
    if (attachment->kind && !d->kinds_follow_counts &&
        (attachment->kind == 1 + NOC_MEMORY) != is_memory)
        return noc_fail(diag, NOC_EINPUT, place,
                        "node %u is a %s node, not %s (compute nodes are 0 to %u, then memory "
                        "nodes)",
                        node, kind_name(is_memory), kind_name(!is_memory), computes - 1);
    return NOC_OK;
}

static noc_status check_nodes(const noc_design *d, int network, noc_diag *diag)
{
    const noc_wiring *w = d->networks[network].wiring;
    const uint32_t computes = (uint32_t)noc_compute_terminals(d);
    const uint32_t nodes = computes + (uint32_t)d->nodes.memory;
    const noc_place file = {w->files[NOC_WIRING_ATTACH], 0};
    for (uint32_t n = nodes; n < w->node_count; n++)
        if (w->nodes[n].line)
            return noc_fail(diag, NOC_EINPUT, (noc_place){file.file, w->nodes[n].line},
                            "there is no node %u: the design has %u compute and %d memory nodes (0 "
                            "to %u)",
                            n, computes, d->nodes.memory, nodes - 1);
    for (uint32_t n = 0; n < nodes; n++) {
        if (n >= w->node_count || !w->nodes[n].line)
            return noc_fail(diag, NOC_EINPUT, file,
                            "node %u (%s) has no router (a line node,router for each of the %u "
                            "compute and %d memory nodes)",
                            n, kind_name(n >= computes), computes, d->nodes.memory);
        const noc_status status = check_node(d, w, n, diag);
        if (status != NOC_OK) return status;
    }
    return NOC_OK;
}

/* ---- links ---------------------------------------------------------------------------------- */

static bool has_die_link_rate(const noc_network_spec *spec, const noc_wire *link)
{
    return spec->die_links.flits_per_cycle > 0.0 && noc_wire_is_between_dies(spec->wiring, link);
}

static noc_status check_links(const noc_design *d, int network, noc_diag *diag)
{
    const noc_network_spec *spec = &d->networks[network];
    const noc_wiring *w = spec->wiring;
    for (size_t i = 0; i < w->link_count; i++) {
        const noc_wire *link = &w->links[i];
        const noc_place place = {w->files[NOC_WIRING_LINKS], link->line};
        const double rate = noc_wire_rate(spec, link), mm = noc_wire_mm(d, spec, link);
        if (!(rate >= RATE_LEAST && rate <= RATE_MOST) && has_die_link_rate(spec, link))
            return noc_fail(diag, NOC_EINPUT, place,
                            "network.die_links.flits_per_cycle = %g, over %d lanes, makes %.3g "
                            "flits per cycle of each (%g to %g)",
                            spec->die_links.flits_per_cycle, link->lanes, rate, RATE_LEAST,
                            RATE_MOST);
        if (!(rate >= RATE_LEAST && rate <= RATE_MOST))
            return noc_fail(diag, NOC_EINPUT, place,
                            "flit_bytes = %d of network.flit_bytes = %d, times "
                            "network.link_flits_per_cycle = %g, makes %.3g flits per cycle (%g to "
                            "%g)",
                            link->flit_bytes, spec->flit_bytes, spec->link_flits_per_cycle, rate,
                            RATE_LEAST, RATE_MOST);
        if (!(mm > 0.0))
            return noc_fail(diag, NOC_EINPUT, place,
                            "routers %u and %u stand in the same place, and mm is empty (give the "
                            "length, or other positions)",
                            link->source_router, link->target_router);
    }
    const uint32_t numbers = noc_wiring_lane_numbers(w);
    if (numbers <= LANE_NUMBERS_MAX) return NOC_OK;
    return noc_fail(diag, NOC_EINPUT, (noc_place){w->files[NOC_WIRING_LINKS], 0},
                    "the lanes of all links have %u as their least common multiple (at most %d: "
                    "1, 2, 4 and 8 go together)",
                    numbers, LANE_NUMBERS_MAX);
}

noc_status noc_wiring_check(const noc_design *d, int network, noc_diag *diag)
{
    const noc_status nodes = check_nodes(d, network, diag);
    const noc_status links = check_links(d, network, diag);
    const noc_status dies = noc_die_links_check(d, network, diag);
    if (nodes != NOC_OK) return nodes;
    return links == NOC_OK ? dies : links;
}

typedef enum visit_state { UNVISITED, ON_WAY, CHECKED } visit_state;

/* Check of the ways to one destination at a time, from all routers with flows of a class. */
typedef struct checker {
    const noc_system *system;
    const noc_wiring *wiring;
    const noc_network *network;
    noc_class class;
    uint32_t router_count;
    double lane_numbers;         /* number of lane numbers that packets draw */
    unsigned char *needed_pairs; /* true if a flow exists, [destination * router_count + router] */
    unsigned char *visit_states; /* state of each router in the search for `destination` */
    double *way_counts;          /* number of ways from each router to the destination */
    uint32_t destination;
    uint32_t *stack; /* routers on the way so far */
    uint32_t depth;
    noc_diag *diag;
} checker;

/* ---- flows ---------------------------------------------------------------------------------- */

static void find_needed_pairs(checker *c)
{
    const noc_graph *graph = &c->system->graph;
    const noc_traffic *traffic = &c->system->traffic;
    for (size_t f = 0; f < traffic->flow_count; f++) {
        const noc_flow *flow = &traffic->flows[f];
        if (flow->class != c->class) continue;
        const uint32_t from = noc_wired_router(c->wiring, graph, flow->source);
        const uint32_t to = noc_wired_router(c->wiring, graph, flow->destination);
        if (from != to) c->needed_pairs[(size_t)to * c->router_count + from] = 1;
    }
}

/* ---- refusals ------------------------------------------------------------------------------- */

/* Name of the first node at a router, " (node 3)"; "" for a router without nodes. */
static void name_node(const noc_wiring *w, uint32_t router, char *text, size_t size)
{
    text[0] = '\0';
    for (size_t n = 0; n < w->node_count; n++) {
        if (!w->nodes[n].line || w->nodes[n].router != router) continue;
        snprintf(text, size, " (node %zu)", n);
        return;
    }
}

static noc_status refuse_missing_way(const checker *c, uint32_t from)
{
    char source_node[32], destination_node[32];
    name_node(c->wiring, from, source_node, sizeof source_node);
    name_node(c->wiring, c->destination, destination_node, sizeof destination_node);
    return noc_fail(c->diag, NOC_EINPUT, (noc_place){c->wiring->files[NOC_WIRING_LINKS], 0},
                    "there is no way from router %u%s to router %u%s (a line is a link in one "
                    "direction; the way back needs its own lines)",
                    from, source_node, c->destination, destination_node);
}

static noc_status refuse_missing_row(const checker *c, uint32_t router)
{
    return noc_fail(c->diag, NOC_EINPUT, (noc_place){c->wiring->files[NOC_WIRING_ROUTES], 0},
                    "no row says how packets from router %u to router %u go on at router %u "
                    "(router,destination,next: %u,%u,...)",
                    c->stack[0], c->destination, router, router, c->destination);
}

static noc_status refuse_circle(const checker *c, const noc_wired_step *step)
{
    char circle[200] = "";
    size_t used = 0;
    uint32_t start = 0;
    while (c->stack[start] != step->next_router) start++;
    for (uint32_t i = start; i < c->depth; i++) {
        if (sizeof circle - used < 16) { /* room for a number and the dots */
            snprintf(circle + used, sizeof circle - used, "..., ");
            break;
        }
        used += (size_t)snprintf(circle + used, sizeof circle - used, "%u, ", c->stack[i]);
    }
    return noc_fail(c->diag, NOC_EINPUT,
                    (noc_place){c->wiring->files[NOC_WIRING_ROUTES], step->line},
                    "packets from router %u to router %u go in a circle: routers %s%u", c->stack[0],
                    c->destination, circle, step->next_router);
}

static noc_status refuse_vcs(const checker *c, const noc_wired_step *step)
{
    const uint32_t vcs = c->network->vcs[c->class];
    const int first = __builtin_ctz(vcs), count = __builtin_popcount(vcs);
    const noc_network_spec *spec = &c->system->design->networks[c->network->spec_index];
    return noc_fail(c->diag, NOC_EINPUT,
                    (noc_place){c->wiring->files[NOC_WIRING_ROUTES], step->line},
                    "vcs has none of the virtual channels of %s, %d to %d of "
                    "network.virtual_channels = %d",
                    c->class == NOC_REPLY ? "replies" : "requests", first, first + count - 1,
                    spec->virtual_channels);
}

static noc_status refuse_many_ways(const checker *c, uint32_t from)
{
    return noc_fail(c->diag, NOC_EINPUT, (noc_place){c->wiring->files[NOC_WIRING_ROUTES], 0},
                    "packets from router %u to router %u have %.0f ways, each lane counted as one "
                    "(at most %d: give fewer rows to a pair)",
                    from, c->destination, c->way_counts[from] * c->lane_numbers,
                    NOC_WIRED_WAYS_MAX);
}

/* ---- ways, from router to router ----------------------------------------------------------- */

static noc_status follow_router(checker *c, uint32_t router);

static noc_status follow_step(checker *c, const noc_wired_step *step)
{
    const uint32_t router = step->router;
    if (step->vcs && !(step->vcs & c->network->vcs[c->class])) return refuse_vcs(c, step);
    if (c->visit_states[step->next_router] == ON_WAY) return refuse_circle(c, step);
    const noc_status status = c->visit_states[step->next_router] == CHECKED
                                  ? NOC_OK
                                  : follow_router(c, step->next_router);
    c->way_counts[router] += c->way_counts[step->next_router];
    return status;
}

/* Follows all rows by which packets leave a router. */
static noc_status follow_router(checker *c, uint32_t router)
{
    size_t count;
    noc_status status = NOC_OK;
    const noc_wired_step *steps = noc_wiring_find_steps(c->wiring, router, c->destination, &count);
    c->visit_states[router] = ON_WAY;
    c->stack[c->depth++] = router;
    if (count == 0) return refuse_missing_row(c, router);
    for (size_t i = 0; i < count && status == NOC_OK; i++) status = follow_step(c, &steps[i]);
    c->depth--;
    c->visit_states[router] = CHECKED;
    return status;
}

static noc_status check_destination(checker *c)
{
    noc_status status = NOC_OK;
    memset(c->visit_states, UNVISITED, c->router_count);
    memset(c->way_counts, 0, c->router_count * sizeof *c->way_counts);
    c->visit_states[c->destination] = CHECKED;
    c->way_counts[c->destination] = 1.0;
    for (uint32_t from = 0; from < c->router_count && status == NOC_OK; from++) {
        if (!c->needed_pairs[(size_t)c->destination * c->router_count + from]) continue;
        if (c->network->guide) {
            if (noc_guide_next(c->network->guide, from, c->destination) == NOC_NO_NEXT_ROUTER)
                status = refuse_missing_way(c, from);
            continue;
        }
        c->depth = 0;
        if (c->visit_states[from] == UNVISITED) status = follow_router(c, from);
        const bool is_chosen = c->network->vc.route_choice != NOC_CHOICE_NONE;
        if (status == NOC_OK && !is_chosen &&
            c->way_counts[from] * c->lane_numbers > NOC_WIRED_WAYS_MAX)
            status = refuse_many_ways(c, from);
    }
    return status;
}

static noc_status check_class(checker *c)
{
    noc_status status = NOC_OK;
    memset(c->needed_pairs, 0, (size_t)c->router_count * c->router_count);
    find_needed_pairs(c);
    for (c->destination = 0; c->destination < c->router_count && status == NOC_OK; c->destination++)
        status = check_destination(c);
    return status;
}

noc_status noc_wiring_ways_check(const noc_system *system, uint16_t network, noc_diag *diag)
{
    const noc_network *net = &system->graph.networks[network];
    const noc_wiring *w = system->design->networks[net->spec_index].wiring;
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    const size_t routers = w->router_count;
    checker c = {
        .system = system,
        .wiring = w,
        .network = net,
        .router_count = w->router_count,
        .lane_numbers = noc_wiring_lane_numbers(w),
        .needed_pairs = noc_arena_array(&scratch, routers, routers),
        .visit_states = noc_arena_array(&scratch, routers, 1),
        .way_counts = noc_arena_array(&scratch, routers, sizeof *c.way_counts),
        .stack = noc_arena_array(&scratch, routers, sizeof *c.stack),
        .diag = diag,
    };
    noc_status status = scratch.is_short ? noc_fail_memory(diag) : NOC_OK;
    for (int class = 0; class < NOC_CLASSES && status == NOC_OK; class ++) {
        c.class = (noc_class) class;
        if (net->carries[class]) status = check_class(&c);
    }
    return status;
}
