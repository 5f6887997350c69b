#include "network/compile/merged_flows.h"

#include <stdlib.h>

#include "base/auto.h"
#include "base/growing_list.h"
#include "base/min_max.h"
#include "design/wiring.h"
#include "network/kinds/choices.h"
#include "network/kinds/grid.h"
#include "network/kinds/kinds.h"
#include "network/kinds/traffic_keys.h"

/* ---- designs with merged flows -------------------------------------------------------------- */

/* Fewest flows that are merged. Fewer flows are stored quickly, for all readers. */
static const double fewest_flows = 1 << 16;

/* Fewest flows that are merged by node, in hierarchies. */
static const double fewest_line_flows = 1 << 12;

double noc_flows_count(const noc_design *d)
{
    const double computes = noc_compute_terminals(d), memories = d->nodes.memory;
    const double nodes = computes + memories;
    double pairs = d->traffic.rates ? (double)d->traffic.rates->count : 0.0;
    for (size_t i = 0; !d->traffic.rates && i < noc_traffic_part_count(&d->traffic); i++) {
        const noc_traffic_spec *part = noc_traffic_part(&d->traffic, i);
        const noc_pattern_kind *pattern = part->pattern;
        pairs += pattern->has_memory            ? computes * memories
                 : pattern->has_one_destination ? nodes * (1.0 + (double)part->hotspot_nodes.count)
                                                : nodes * nodes;
    }
    return noc_design_has_replies(d) ? 2.0 * pairs : pairs;
}

bool noc_flows_are_many(const noc_design *d)
{
    return noc_flows_count(d) > fewest_flows;
}

/* True if each pair of routers has one way: in dimension order, or a line. */
static bool has_single_ways(const noc_network_spec *spec)
{
    const noc_topology_kind *topology = spec->topology;
    if (topology->find_paths) return topology->find_line;
    return spec->routing->has_dimension_order &&
           !(topology->has_exceptions && topology->has_exceptions(spec));
}

/* True if all slices of a network have equal shares, and its ways follow a rule. */
static bool follows_rule(const noc_network_spec *spec)
{
    return noc_switchings[spec->topology->switching].has_buffers && has_single_ways(spec) &&
           !spec->slice_choice->find_share && !spec->slice_choice->balance_shares;
}

static bool has_equal_shares(const noc_traffic_spec *traffic)
{
    return traffic->memory_shares.count == 0 && traffic->hotspot_fraction == 0.0;
}

/* True if ways of all networks are lines, and all memory nodes have equal shares of the
 * requests, so that flows of one node with equal ways may stand for each other. */
static bool merges_by_node(const noc_design *d)
{
    bool has_lines = d->traffic.pattern->has_memory && has_equal_shares(&d->traffic);
    for (int n = 0; n < d->network_count; n++)
        has_lines = has_lines && d->networks[n].topology->find_line;
    return has_lines;
}

bool noc_flows_can_merge(const noc_design *d)
{
    int carriers[NOC_CLASSES] = {0};
    bool follow_rule = true;
    for (int n = 0; n < d->network_count; n++) {
        follow_rule &= follows_rule(&d->networks[n]) &&
                       (!d->networks[n].topology->find_line || merges_by_node(d));
        carriers[NOC_REQUEST] += d->networks[n].carried_traffic != NOC_CARRIES_REPLY;
        carriers[NOC_REPLY] += d->networks[n].carried_traffic != NOC_CARRIES_REQUEST;
    }
    return follow_rule && carriers[NOC_REQUEST] == 1 && carriers[NOC_REPLY] == 1 &&
           !d->closed_loop && !noc_traffic_is_eager(&d->traffic) && d->traffic.classes.count == 0 &&
           !noc_traffic_is_multicast(&d->traffic) && !d->traffic.rates &&
           !noc_traffic_has_node_lists(&d->traffic) &&
           noc_flows_count(d) > (merges_by_node(d) ? fewest_line_flows : fewest_flows);
}

/* ---- chains of channels --------------------------------------------------------------------- */

/* Chain of channels of given kinds, from the root of a tree on. `rate`: packets of paths that
 * end with the chain. */
typedef struct chain {
    uint32_t channel_kind; /* kind of the last channel */
    /* first chain that is one channel longer; next chain with the same front part */
    uint32_t first_longer, sibling;
    double rate;
    uint32_t source, destination; /* ends of one of the merged flows */
    noc_class class;
} chain;

/* Position of a tree at a router. */
typedef struct tree_position {
    uint32_t tree;        /* number of the last tree with this position */
    noc_lanes links;      /* links to the next router towards the root; none at the root's router */
    uint32_t next_router; /* next router towards the root */
    uint32_t chain_to_root;
    double rate; /* packets to or from the root that pass the position */
} tree_position;

/* Ports of a terminal in a network: channels, and the router there. */
typedef struct ports {
    const uint32_t *list;
    uint32_t count, router;
} ports;

typedef struct merger {
    const noc_system *system;
    noc_arena *arena; /* owns the lists below, but for rates and creates_packets */
    noc_merged_rates *rates;
    const noc_sent_shares
        *sent_shares;         /* shares of packets that are sent; NULL: all packets are sent */
    bool *creates_packets;    /* true for each terminal that sends requests; NULL: not needed */
    ports *ports;             /* ports by network, direction and terminal */
    uint32_t *root_ports;     /* buffer for the ports of several roots */
    double *root_rates;       /* packets to or from the root, by terminal */
    tree_position *positions; /* positions by router */
    uint32_t *tree_routers;   /* routers of the tree, each after its next router towards the root */
    uint32_t tree_size, tree_number;
    uint32_t *channel_kinds; /* kind of each channel */
    chain *chains;
    uint32_t chain_count, first_chains[2]; /* first chains to the root, and from the root */
    /* first chains of each terminal, to the root and from the root; NULL: all terminals share
     * the chains */
    uint32_t *terminal_chains;
    size_t chain_capacity;
} merger;

/* Tree under construction. */
typedef struct tree {
    uint16_t network;
    noc_class class;
    bool leads_out;        /* true: packets come from the root */
    bool y_first;          /* true: packets go along the column first */
    bool counts_flows;     /* true: first slice, in which flows are counted */
    double share;          /* share of the slice in the packets */
    const uint32_t *roots; /* terminals with equal ports at the same router (have_equal_ports) */
    uint32_t root_count, root_router; /* number of roots; router of the roots */
} tree;

static bool is_same_kind(const noc_channel *a, const noc_channel *b)
{
    return a->network == b->network && a->kind == b->kind && a->latency == b->latency &&
           a->flits_per_cycle == b->flits_per_cycle && a->buffer_flits == b->buffer_flits;
}

/* Numbers the kinds of channels: channels of equal latency, rate and buffers have one number. */
static bool find_kinds(merger *m)
{
    const noc_graph *g = &m->system->graph;
    uint32_t *first_of_kind =
        noc_arena_unset_array(m->arena, g->channel_count, sizeof *first_of_kind);
    uint32_t count = 0;
    for (uint32_t c = 0; first_of_kind && c < g->channel_count; c++) {
        uint32_t k = 0;
        while (k < count && !is_same_kind(&g->channels[first_of_kind[k]], &g->channels[c])) k++;
        if (k == count) first_of_kind[count++] = c;
        m->channel_kinds[c] = k;
    }
    return first_of_kind;
}

/* Start of a list of chains: after a front chain, at the root, or of one terminal. A terminal's
 * chains have the number of their chain as kind. */
typedef struct branch {
    uint32_t front_chain; /* front chain; NOC_NONE: the root */
    uint32_t terminal;    /* terminal; NOC_NONE: chains of all terminals */
} branch;

static inline uint32_t *first_chain_of(merger *m, const tree *t, branch at)
{
    if (at.terminal != NOC_NONE) return &m->terminal_chains[2 * (size_t)at.terminal + t->leads_out];
    return at.front_chain == NOC_NONE ? &m->first_chains[t->leads_out]
                                      : &m->chains[at.front_chain].first_longer;
}

/* Adds a chain; NOC_NONE when out of memory. */
static uint32_t add_chain(merger *m, const tree *t, branch at, uint32_t kind)
{
    double needed_bytes;
    if (!noc_list_make_limited_room(m->arena, &m->chains, m->chain_count + 1, &m->chain_capacity,
                                    sizeof *m->chains, &needed_bytes))
        return NOC_NONE;
    const uint32_t added = m->chain_count++;
    uint32_t *first = first_chain_of(m, t, at);
    m->chains[added] = (chain){.channel_kind = kind, .first_longer = NOC_NONE, .sibling = *first};
    *first = added;
    return added;
}

/* Finds or adds a chain; NOC_NONE when out of memory. */
static inline uint32_t find_chain(merger *m, const tree *t, branch at, uint32_t kind)
{
    for (uint32_t k = *first_chain_of(m, t, at); k != NOC_NONE; k = m->chains[k].sibling)
        if (m->chains[k].channel_kind == kind) return k;
    return add_chain(m, t, at, kind);
}

/* Finds or adds the chain that is one channel longer; NOC_NONE when out of memory. */
static inline uint32_t find_longer_chain(merger *m, const tree *t, uint32_t from, uint32_t channel)
{
    return find_chain(m, t, (branch){from, NOC_NONE}, m->channel_kinds[channel]);
}

/* ---- a tree --------------------------------------------------------------------------------- */

static ports find_ports(const noc_graph *g, uint16_t network, uint32_t terminal, bool sends)
{
    const noc_terminal *at = &g->terminals[terminal];
    const uint32_t *list =
        sends ? &g->injections[at->first_injection] : &g->ejections[at->first_ejection];
    const uint32_t all = sends ? at->injections : at->ejections;
    uint32_t first = 0, count = 0;
    while (first < all && g->channels[list[first]].network != network) first++;
    while (first + count < all && g->channels[list[first + count]].network == network) count++;
    if (count == 0) return (ports){NULL, 0, NOC_NONE};
    const noc_channel *channel = &g->channels[list[first]];
    return (ports){list + first, count, sends ? channel->to : channel->from};
}

static bool list_ports(merger *m)
{
    const noc_graph *g = &m->system->graph;
    const size_t terminals = g->terminal_count;
    m->ports = noc_arena_unset_array(m->arena, 2 * terminals * g->network_count, sizeof *m->ports);
    for (uint16_t n = 0; m->ports && n < g->network_count; n++)
        for (uint32_t t = 0; t < terminals; t++)
            for (unsigned sends = 0; sends < 2; sends++)
                m->ports[(2 * (size_t)n + sends) * terminals + t] = find_ports(g, n, t, sends);
    return m->ports;
}

static const ports *ports_of(const merger *m, const tree *t, uint32_t terminal, bool sends)
{
    const size_t terminals = m->system->graph.terminal_count;
    return &m->ports[(2 * (size_t)t->network + sends) * terminals + terminal];
}

/* Ports of all roots of a tree, which have equal shares of its packets. */
static ports ports_of_roots(const merger *m, const tree *t)
{
    const ports *first = ports_of(m, t, t->roots[0], t->leads_out);
    ports all_ports = {m->root_ports, 0, first->router};
    if (t->root_count == 1) return *first;
    for (uint32_t i = 0; i < t->root_count; i++) {
        const ports *ports_of_root = ports_of(m, t, t->roots[i], t->leads_out);
        for (uint32_t k = 0; k < ports_of_root->count; k++)
            m->root_ports[all_ports.count++] = ports_of_root->list[k];
    }
    return all_ports;
}

/* True if two memory nodes, with equal shares of requests, have equal ports at the same routers. */
static bool have_equal_ports(const merger *m, uint32_t one, uint32_t other)
{
    const noc_graph *g = &m->system->graph;
    if (m->sent_shares || !m->rates->is_by_node) return false;
    for (uint16_t n = 0; n < g->network_count; n++)
        for (unsigned sends = 0; sends < 2; sends++) {
            const ports *list = &m->ports[(2 * (size_t)n + sends) * g->terminal_count];
            const ports *a = &list[one], *b = &list[other];
            if (a->router != b->router || a->count != b->count ||
                (a->count > 0 && m->channel_kinds[a->list[0]] != m->channel_kinds[b->list[0]]))
                return false;
        }
    return true;
}

static void add_channel_packets(const merger *m, const tree *t, uint32_t channel, double rate)
{
    m->rates->packets[channel * NOC_CLASSES + t->class] += rate;
}

/* Adds packets that pass two consecutive channels. */
static void add_channel_pair(const merger *m, const tree *t, uint32_t in, uint32_t out, double rate)
{
    const noc_merged_rates *r = m->rates;
    const size_t list = ((size_t)in * NOC_CLASSES + t->class) * r->max_outputs;
    r->output_packets[list + m->system->graph.channels[out].from_port] += rate;
}

/* Adds packets that pass two consecutive links. Among parallel links a packet uses the link of
 * its number, which is constant on its path (kinds.h). */
static void add_link_pairs(const merger *m, const tree *t, noc_lanes in, noc_lanes out, double rate)
{
    if (!m->rates->output_packets) return;
    const uint32_t numbers = noc_common_multiple(in.count, out.count);
    for (uint32_t n = 0; n < numbers; n++)
        add_channel_pair(m, t, in.first + n % in.count, out.first + n % out.count, rate / numbers);
}

/* Adds packets that pass a terminal's ports and links: away from the terminal, or to the
 * terminal. */
static void add_port_pairs(const merger *m, const tree *t, const ports *p, bool away,
                           noc_lanes links, double rate)
{
    const double each = rate / (p->count * links.count);
    if (!m->rates->output_packets) return;
    for (uint32_t i = 0; i < p->count; i++)
        for (uint32_t k = links.first; k < links.first + links.count; k++)
            add_channel_pair(m, t, away ? p->list[i] : k, away ? k : p->list[i], each);
}

/* Finds the chains of the positions in tree_routers from `first` on. False when out of memory. */
static bool find_position_chains(merger *m, const tree *t, uint32_t first, uint32_t root_port)
{
    for (uint32_t i = first; i < m->tree_size; i++) {
        tree_position *p = &m->positions[m->tree_routers[i]];
        p->chain_to_root = p->links.count == 0
                               ? find_longer_chain(m, t, NOC_NONE, root_port)
                               : find_longer_chain(m, t, m->positions[p->next_router].chain_to_root,
                                                   p->links.first);
        if (p->chain_to_root == NOC_NONE) return false;
    }
    return true;
}

/* Adds a router of a grid to the tree, and all routers between it and the root. */
static void add_grid_path(merger *m, const tree *t, uint32_t router)
{
    const noc_graph *g = &m->system->graph;
    uint32_t *const list = m->tree_routers + m->tree_size, added = 0;
    for (uint32_t router_on_path = router; m->positions[router_on_path].tree != m->tree_number;
         added++) {
        tree_position *p = &m->positions[router_on_path];
        *p = (tree_position){.tree = m->tree_number, .links = {NOC_NONE, 0}};
        list[added] = router_on_path;
        if (router_on_path == t->root_router) continue;
        const uint32_t link =
            t->leads_out ? noc_grid_last_link(g, t->root_router, router_on_path, t->y_first)
                         : noc_grid_first_link(g, router_on_path, t->root_router, t->y_first);
        p->links = (noc_lanes){link, 1};
        router_on_path = p->next_router =
            t->leads_out ? g->channels[link].from : g->channels[link].to;
    }
    for (uint32_t i = 0; i < added / 2; i++) {
        const uint32_t other = list[added - 1 - i];
        list[added - 1 - i] = list[i];
        list[i] = other;
    }
    m->tree_size += added;
}

/* Adds a router of a line that leads to the root, a memory node's router, and all routers on the
 * line. */
static void add_line_path(merger *m, const tree *t, uint32_t router)
{
    const noc_graph *g = &m->system->graph;
    const noc_network_spec *spec = noc_system_spec(m->system, t->network);
    uint32_t line[NOC_LINE_MAX];
    if (m->positions[router].tree == m->tree_number) return;
    for (uint32_t i = spec->topology->find_line(spec, g, router, t->root_router, line); i-- > 0;) {
        const uint32_t router_on_line = line[i],
                       next = router_on_line == t->root_router ? NOC_NONE : line[i + 1];
        tree_position *p = &m->positions[router_on_line];
        if (p->tree == m->tree_number) continue;
        *p = (tree_position){.tree = m->tree_number, .links = {NOC_NONE, 0}, .next_router = next};
        m->tree_routers[m->tree_size++] = router_on_line;
        if (router_on_line != t->root_router)
            p->links = t->leads_out ? noc_graph_lanes(g, next, router_on_line)
                                    : noc_graph_lanes(g, router_on_line, next);
    }
}

/* Adds a router to the tree, and all routers between it and the root. */
static void add_router_path(merger *m, const tree *t, uint32_t router)
{
    if (noc_system_spec(m->system, t->network)->topology->find_line)
        add_line_path(m, t, router);
    else
        add_grid_path(m, t, router);
}

/* True if two nodes are on the same die. Answers report such packets separately. */
static bool is_local(const merger *m, uint32_t one, uint32_t other)
{
    const noc_terminal *terminals = m->system->graph.terminals;
    return terminals[one].die == terminals[other].die;
}

/* Counts the packets of a path by its chain. False when out of memory. */
static bool count_flow(merger *m, const tree *t, const tree_position *end, uint32_t port,
                       uint32_t other, double rate)
{
    uint32_t k = find_longer_chain(m, t, end->chain_to_root, port);
    if (k != NOC_NONE && m->terminal_chains)
        k = find_chain(m, t, (branch){NOC_NONE, other}, 2 * k + is_local(m, t->roots[0], other));
    if (k == NOC_NONE) return false;
    chain *c = &m->chains[k];
    if (c->rate == 0.0) {
        c->source = t->leads_out ? t->roots[0] : other;
        c->destination = t->leads_out ? other : t->roots[0];
        c->class = t->class;
    }
    c->rate += rate;
    return true;
}

/* Adds packets between the root and another terminal, with the ports of both. False when out of
 * memory. */
static bool add_terminal(merger *m, const tree *t, const ports *root_ports, uint32_t other,
                         double rate)
{
    const ports *at = ports_of(m, t, other, !t->leads_out);
    const double slice_rate = rate * t->share;
    const uint32_t first = m->tree_size;
    add_router_path(m, t, at->router);
    if (m->chains && !find_position_chains(m, t, first, root_ports->list[0])) return false;
    tree_position *p = &m->positions[at->router];
    for (uint32_t i = 0; i < at->count; i++)
        add_channel_packets(m, t, at->list[i], slice_rate / at->count);
    if (p->links.count > 0) add_port_pairs(m, t, at, !t->leads_out, p->links, slice_rate);
    for (uint32_t i = 0; i < at->count && p->links.count == 0; i++)
        add_port_pairs(m, t, root_ports, t->leads_out, (noc_lanes){at->list[i], 1},
                       slice_rate / at->count);
    if (p->links.count > 0) p->rate += slice_rate;
    return !m->chains || !t->counts_flows || count_flow(m, t, p, at->list[0], other, rate);
}

/* Sums the packets from the outermost positions to the root. */
static void sweep_tree(merger *m, const tree *t, const ports *root_ports)
{
    for (uint32_t i = m->tree_size; i-- > 0;) {
        const tree_position *p = &m->positions[m->tree_routers[i]];
        if (p->links.count == 0) continue;
        tree_position *next = &m->positions[p->next_router];
        for (uint32_t k = 0; k < p->links.count; k++)
            add_channel_packets(m, t, p->links.first + k, p->rate / p->links.count);
        if (next->links.count == 0) {
            add_port_pairs(m, t, root_ports, t->leads_out, p->links, p->rate);
            continue;
        }
        next->rate += p->rate;
        add_link_pairs(m, t, t->leads_out ? next->links : p->links,
                       t->leads_out ? p->links : next->links, p->rate);
    }
}

/* Adds all packets between the root and other terminals (root_rates). False when out of memory. */
static bool add_tree(merger *m, tree t)
{
    const noc_graph *g = &m->system->graph;
    const ports root_ports = ports_of_roots(m, &t);
    double total_rate = 0.0;
    t.root_router = root_ports.router;
    m->tree_number++;
    m->tree_size = 0;
    for (uint32_t other = 0; other < g->terminal_count; other++) {
        if (!(m->root_rates[other] > 0.0)) continue;
        if (!add_terminal(m, &t, &root_ports, other, m->root_rates[other])) return false;
        total_rate += m->root_rates[other] * t.share;
    }
    for (uint32_t i = 0; i < root_ports.count; i++)
        add_channel_packets(m, &t, root_ports.list[i], total_rate / root_ports.count);
    sweep_tree(m, &t, &root_ports);
    return true;
}

/* ---- all trees ------------------------------------------------------------------------------ */

static double sent_share(const merger *m, noc_class class, uint32_t source, uint32_t owner)
{
    if (!m->sent_shares) return 1.0;
    const double sent = m->sent_shares->sender_share[source * NOC_CLASSES + class];
    return class == NOC_REPLY && m->sent_shares->owner_share
               ? sent * m->sent_shares->owner_share[owner]
               : sent;
}

/* Adds trees of terminals with equal ports, in all slices that carry a class. `requests`: rate
 * of the requests between one root and each other terminal. */
static bool add_trees(merger *m, noc_class class, const uint32_t *roots, uint32_t root_count,
                      bool leads_out, const double *requests)
{
    const noc_system *s = m->system;
    const double rate = root_count * (class == NOC_REPLY ? s->traffic.replied_share : 1.0);
    for (uint32_t other = 0; other < s->graph.terminal_count; other++) {
        const uint32_t source = leads_out ? roots[0] : other, to = leads_out ? other : roots[0];
        m->root_rates[other] = requests[other] * rate * sent_share(m, class, source, to);
        if (m->creates_packets && class == NOC_REQUEST && m->root_rates[other] > 0.0)
            m->creates_packets[source] = true;
    }
    bool added = true;
    for (uint16_t n = 0; n < s->graph.network_count && added; n++) {
        const noc_network *net = &s->graph.networks[n];
        const noc_network_spec *spec = noc_system_spec(s, n);
        if (!net->carries[class]) continue;
        added = add_tree(m, (tree){.network = n,
                                   .class = class,
                                   .leads_out = leads_out,
                                   .y_first = spec->routing->y_first[class],
                                   .counts_flows = net->slice == 0,
                                   .roots = roots,
                                   .root_count = root_count,
                                   .share = 1.0 / spec->slices});
    }
    return added;
}

static void find_shares(const noc_system *s, uint32_t source, double *share)
{
    noc_traffic_fill_shares(s->design, &s->graph, source, share);
}

/* Adds the trees of peers, each with one node as root. */
static bool add_peers(merger *m, double *requests)
{
    const noc_system *s = m->system;
    const bool answered = noc_design_has_replies(s->design);
    bool added = true;
    for (uint32_t t = 0; t < s->graph.terminal_count && added; t++) {
        find_shares(s, t, requests);
        added = add_trees(m, NOC_REQUEST, &t, 1, true, requests) &&
                (!answered || add_trees(m, NOC_REPLY, &t, 1, false, requests));
        for (uint32_t to = 0; to < s->graph.terminal_count; to++) requests[to] = 0.0;
    }
    return added;
}

/* Adds the trees of memory nodes `first` to `end` - 1. Fills `block`, the requests of each terminal
 * to each of these: [(memory node - first) * terminal_count + terminal]. Memory nodes are the
 * roots, as they are fewer than their requesters. */
static bool add_block(merger *m, uint32_t first, uint32_t end, double *block, double *share)
{
    const noc_graph *g = &m->system->graph;
    const size_t nodes = g->terminal_count;
    for (uint32_t source = 0; source < nodes; source++) {
        find_shares(m->system, source, share);
        for (uint32_t k = first; k < end; k++)
            block[(k - first) * nodes + source] = share[g->memory_terminals[k]];
        for (uint32_t k = 0; k < g->memory_count; k++) share[g->memory_terminals[k]] = 0.0;
    }
    bool added = true;
    for (uint32_t k = first, equal_count; k < end && added; k += equal_count) {
        const double *requests = block + (k - first) * nodes;
        for (equal_count = 1; k + equal_count < end; equal_count++)
            if (!have_equal_ports(m, g->memory_terminals[k], g->memory_terminals[k + equal_count]))
                break;
        added = add_trees(m, NOC_REQUEST, &g->memory_terminals[k], equal_count, false, requests) &&
                add_trees(m, NOC_REPLY, &g->memory_terminals[k], equal_count, true, requests);
    }
    return added;
}

/* Most bytes of the requests to a block of memory nodes, unless one node needs more. */
enum { BLOCK_BYTES = 16 << 20 };

double noc_merging_bytes(const noc_design *d)
{
    const double memories = d->nodes.memory;
    const double bytes = (noc_compute_terminals(d) + memories) * memories * sizeof(double);
    return bytes < BLOCK_BYTES ? bytes : BLOCK_BYTES;
}

static bool add_memories(merger *m, double *share)
{
    const noc_graph *g = &m->system->graph;
    const size_t bytes = g->terminal_count * sizeof(double);
    const uint32_t most = g->memory_count;
    const uint32_t room = bytes * most > BLOCK_BYTES ? (uint32_t)(BLOCK_BYTES / bytes) + 1 : most;
    double *block = noc_arena_unset_array(m->arena, room, bytes);
    bool added = block;
    for (uint32_t first = 0; first < most && added; first += room)
        added = add_block(m, first, first + room < most ? first + room : most, block, share);
    return added;
}

static bool allocate_chain_lists(merger *m)
{
    const size_t lists = 2 * (size_t)m->system->graph.terminal_count;
    m->terminal_chains = noc_arena_unset_array(m->arena, lists, sizeof *m->terminal_chains);
    for (size_t i = 0; m->terminal_chains && i < lists; i++) m->terminal_chains[i] = NOC_NONE;
    return m->terminal_chains;
}

/* Number of rates of all channels and classes. */
static size_t count_rates(const noc_system *s)
{
    return (size_t)s->graph.channel_count * NOC_CLASSES;
}

static bool init_merger(merger *m)
{
    const noc_graph *g = &m->system->graph;
    m->root_rates = noc_arena_unset_array(m->arena, g->terminal_count, sizeof *m->root_rates);
    m->positions = noc_arena_array(m->arena, g->router_count, sizeof *m->positions);
    m->tree_routers = noc_arena_unset_array(m->arena, g->router_count, sizeof *m->tree_routers);
    m->root_ports = noc_arena_unset_array(m->arena, g->channel_count, sizeof *m->root_ports);
    m->channel_kinds = noc_arena_unset_array(m->arena, g->channel_count, sizeof *m->channel_kinds);
    return !m->arena->is_short && list_ports(m);
}

/* Prepares the rates of pairs of channels, and the chains. */
static bool init_pairs(merger *m, noc_arena *rates_arena)
{
    noc_merged_rates *rates = m->rates;
    const size_t count = count_rates(m->system) * rates->max_outputs;
    double needed_bytes;
    rates->output_packets = noc_arena_array(rates_arena, count, sizeof *rates->output_packets);
    return rates->output_packets &&
           noc_list_make_limited_room(m->arena, &m->chains, 1, &m->chain_capacity,
                                      sizeof *m->chains, &needed_bytes) &&
           find_kinds(m) && (!rates->is_by_node || allocate_chain_lists(m));
}

static bool add_all_trees(merger *m)
{
    double *share = noc_arena_array(m->arena, m->system->graph.terminal_count, sizeof *share);
    return share && (m->system->design->traffic.pattern->has_memory ? add_memories(m, share)
                                                                    : add_peers(m, share));
}

/* ---- flows that stand for others ------------------------------------------------------------ */

static int compare_flows(const void *a, const void *b)
{
    const noc_flow *x = a, *y = b;
    if (x->class != y->class) return x->class < y->class ? -1 : 1;
    if (x->source != y->source) return x->source < y->source ? -1 : 1;
    return (x->destination > y->destination) - (x->destination < y->destination);
}

/* Stores one flow for each chain. */
static bool store_flows(const merger *m, noc_arena *arena, noc_traffic *traffic)
{
    traffic->flows = noc_arena_unset_array(arena, m->chain_count, sizeof *traffic->flows);
    if (!traffic->flows) return false;
    for (uint32_t k = 0; k < m->chain_count; k++) {
        const chain *c = &m->chains[k];
        if (c->rate > 0.0)
            traffic->flows[traffic->flow_count++] = (noc_flow){.source = c->source,
                                                               .destination = c->destination,
                                                               .class = c->class,
                                                               .rate = c->rate};
    }
    qsort(traffic->flows, traffic->flow_count, sizeof *traffic->flows, compare_flows);
    return true;
}

noc_status noc_flows_merge(noc_system *s)
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    noc_merged_rates *rates = &s->merged_rates;
    merger m = {.system = s,
                .arena = &scratch,
                .rates = rates,
                .creates_packets = s->traffic.creates_packets,
                .first_chains = {NOC_NONE, NOC_NONE}};
    *rates = (noc_merged_rates){
        .packets = noc_arena_array(&s->arena, count_rates(s), sizeof *rates->packets),
        .is_by_node = merges_by_node(s->design),
    };
    for (uint32_t r = 0; r < s->graph.router_count; r++)
        rates->max_outputs = max_unsigned(rates->max_outputs, s->graph.routers[r].outputs);
    if (!rates->packets || !init_merger(&m) || !init_pairs(&m, &s->arena) || !add_all_trees(&m) ||
        !store_flows(&m, &s->arena, &s->traffic))
        return NOC_EFAILED;
    for (uint32_t t = 0; t < s->graph.terminal_count; t++)
        s->traffic.injector_count += s->traffic.creates_packets[t];
    return NOC_OK;
}

double *noc_merged_packets(const noc_system *s, const noc_sent_shares *shares)
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    noc_merged_rates rates = {.packets = calloc(count_rates(s) + 1, sizeof *rates.packets),
                              .is_by_node = merges_by_node(s->design)};
    merger m = {.system = s, .arena = &scratch, .rates = &rates, .sent_shares = shares};
    if (rates.packets && init_merger(&m) && add_all_trees(&m)) return rates.packets;
    free(rates.packets);
    return NULL;
}
