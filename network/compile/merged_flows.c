#include "network/compile/merged_flows.h"

#include <stdlib.h>

#include "base/growing_list.h"
#include "design/wiring.h"
#include "network/kinds/choices.h"
#include "network/kinds/grid.h"
#include "network/kinds/kinds.h"
#include "network/kinds/traffic_keys.h"

/* ---- designs with merged flows -------------------------------------------------------------- */

/* Fewest flows that are merged. Fewer flows are stored quickly, for all readers. */
static const double fewest_flows = 1 << 16;

/* Fewest flows that are merged by node, in hierarchies. */
static const double fewest_lined_flows = 1 << 12;

double noc_flows_of(const noc_design *d)
{
    const double computes = noc_compute_terminals(d), memories = d->nodes.memory;
    const double nodes = computes + memories;
    double pairs = d->traffic.rates ? (double)d->traffic.rates->count : 0.0;
    for (size_t i = 0; !d->traffic.rates && i < noc_traffic_parts(&d->traffic); i++) {
        const noc_traffic_spec *part = noc_traffic_part(&d->traffic, i);
        const noc_pattern_kind *pattern = part->pattern;
        pairs += pattern->has_memory   ? computes * memories
                 : pattern->one_target ? nodes * (1.0 + (double)part->hotspot_nodes.count)
                                       : nodes * nodes;
    }
    return noc_design_has_replies(d) ? 2.0 * pairs : pairs;
}

bool noc_flows_are_many(const noc_design *d)
{
    return noc_flows_of(d) > fewest_flows;
}

/* True if each pair of routers has one way: in dimension order, or a line. */
static bool has_one_way(const noc_network_spec *spec)
{
    const noc_topology_kind *topology = spec->topology;
    if (topology->paths) return topology->line;
    return spec->routing->in_order && !(topology->has_exceptions && topology->has_exceptions(spec));
}

/* True if all slices of a network have equal shares, and its ways follow a rule. */
static bool follows_rule(const noc_network_spec *spec)
{
    return noc_switchings[spec->topology->switching].has_buffers && has_one_way(spec) &&
           !spec->slice_choice->share && !spec->slice_choice->even_out;
}

static bool is_even(const noc_traffic_spec *traffic)
{
    return traffic->memory_shares.count == 0 && traffic->hotspot_fraction == 0.0;
}

/* True if ways of all networks are lines, and all memory nodes have equal shares of the
 * requests, so that flows of one node with equal ways may stand for each other. */
static bool keeps_nodes(const noc_design *d)
{
    bool lines = d->traffic.pattern->has_memory && is_even(&d->traffic);
    for (int n = 0; n < d->network_count; n++) lines = lines && d->networks[n].topology->line;
    return lines;
}

bool noc_flows_can_merge(const noc_design *d)
{
    int carriers[NOC_CLASSES] = {0};
    bool follow = true;
    for (int n = 0; n < d->network_count; n++) {
        follow &=
            follows_rule(&d->networks[n]) && (!d->networks[n].topology->line || keeps_nodes(d));
        carriers[NOC_REQUEST] += d->networks[n].carries != NOC_CARRIES_REPLY;
        carriers[NOC_REPLY] += d->networks[n].carries != NOC_CARRIES_REQUEST;
    }
    return follow && carriers[NOC_REQUEST] == 1 && carriers[NOC_REPLY] == 1 && !d->closed_loop &&
           !noc_traffic_is_eager(&d->traffic) && d->traffic.classes.count == 0 &&
           !noc_traffic_is_multicast(&d->traffic) && !d->traffic.rates &&
           !noc_traffic_names_ends(&d->traffic) &&
           noc_flows_of(d) > (keeps_nodes(d) ? fewest_lined_flows : fewest_flows);
}

/* ---- chains of channels --------------------------------------------------------------------- */

/* Chain of channels of given kinds, from the root of a tree on. `rate`: packets of paths that
 * end with the chain. */
typedef struct chain {
    uint32_t kind; /* kind of the last channel */
    /* first chain that is one channel longer; next chain with the same front part */
    uint32_t first, sibling;
    double rate;
    uint32_t source, destination; /* ends of one of the merged flows */
    noc_class class;
} chain;

/* Position of a tree at a router. */
typedef struct place {
    uint32_t tree;   /* number of the last tree with this position */
    noc_lanes links; /* links to the next router towards the root; none at the root's router */
    uint32_t next;   /* next router towards the root */
    uint32_t chain;
    double rate; /* packets to or from the root that pass the position */
} place;

/* Ports of a terminal in a network: channels, and the router there. */
typedef struct ports {
    const uint32_t *list;
    uint32_t count, router;
} ports;

typedef struct merger {
    const noc_system *system;
    noc_merged_rates *rates;
    const noc_kept_shares *kept; /* shares of packets that are sent; NULL: all packets are sent */
    bool *creates;               /* true for each terminal that sends requests; NULL: not needed */
    ports *ports;                /* ports by network, direction and terminal */
    uint32_t *together;          /* buffer for the ports of several roots */
    double *row;                 /* packets to or from the root, by terminal */
    place *places;               /* positions by router */
    uint32_t *order; /* routers of the tree, each after its next router towards the root */
    uint32_t count, trees;
    uint32_t *kinds; /* kind of each channel */
    chain *chains;
    uint32_t chain_count, roots[2]; /* first chains to the root, and from the root */
    /* first chains of each terminal, to the root and from the root; NULL: all terminals share
     * the chains */
    uint32_t *own;
    size_t chain_room;
} merger;

/* Tree under construction. */
typedef struct tree {
    uint16_t network;
    noc_class class;
    bool leads_out;           /* true: packets come from the root */
    bool y_first;             /* true: packets go along the column first */
    bool is_first;            /* true: first slice, in which flows are counted */
    double share;             /* share of the slice in the packets */
    const uint32_t *roots;    /* terminals with equal ports at the same router (have_equal_ports) */
    uint32_t root_count, top; /* number of roots; router of the roots */
} tree;

static bool is_alike(const noc_channel *a, const noc_channel *b)
{
    return a->network == b->network && a->kind == b->kind && a->latency == b->latency &&
           a->flits_per_cycle == b->flits_per_cycle && a->buffer_flits == b->buffer_flits;
}

/* Numbers the kinds of channels: channels of equal latency, rate and buffers have one number. */
static bool find_kinds(merger *m)
{
    const noc_graph *g = &m->system->graph;
    uint32_t *seen = malloc((g->channel_count + 1) * sizeof *seen), count = 0;
    for (uint32_t c = 0; seen && c < g->channel_count; c++) {
        uint32_t k = 0;
        while (k < count && !is_alike(&g->channels[seen[k]], &g->channels[c])) k++;
        if (k == count) seen[count++] = c;
        m->kinds[c] = k;
    }
    free(seen);
    return seen;
}

/* Start of a list of chains: after a front chain, at the root, or of one terminal. A terminal's
 * chains have the number of their chain as kind. */
typedef struct branch {
    uint32_t from;     /* front chain; NOC_NONE: the root */
    uint32_t terminal; /* terminal; NOC_NONE: chains of all terminals */
} branch;

static inline uint32_t *first_of(merger *m, const tree *t, branch at)
{
    if (at.terminal != NOC_NONE) return &m->own[2 * (size_t)at.terminal + t->leads_out];
    return at.from == NOC_NONE ? &m->roots[t->leads_out] : &m->chains[at.from].first;
}

/* Adds a chain; NOC_NONE when out of memory. */
static uint32_t add_chain(merger *m, const tree *t, branch at, uint32_t kind)
{
    double beyond;
    chain *grown =
        noc_list_with_room(m->chains, m->chain_count + 1, &m->chain_room, sizeof *grown, &beyond);
    if (!grown) return NOC_NONE;
    m->chains = grown;
    const uint32_t added = m->chain_count++;
    uint32_t *first = first_of(m, t, at);
    m->chains[added] = (chain){.kind = kind, .first = NOC_NONE, .sibling = *first};
    *first = added;
    return added;
}

/* Finds or adds a chain; NOC_NONE when out of memory. */
static inline uint32_t find_chain(merger *m, const tree *t, branch at, uint32_t kind)
{
    for (uint32_t k = *first_of(m, t, at); k != NOC_NONE; k = m->chains[k].sibling)
        if (m->chains[k].kind == kind) return k;
    return add_chain(m, t, at, kind);
}

/* Finds or adds the chain that is one channel longer; NOC_NONE when out of memory. */
static inline uint32_t longer(merger *m, const tree *t, uint32_t from, uint32_t channel)
{
    return find_chain(m, t, (branch){from, NOC_NONE}, m->kinds[channel]);
}

/* ---- a tree --------------------------------------------------------------------------------- */

static ports ports_on(const noc_graph *g, uint16_t network, uint32_t terminal, bool sends)
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
    m->ports = malloc((2 * terminals * g->network_count + 1) * sizeof *m->ports);
    for (uint16_t n = 0; m->ports && n < g->network_count; n++)
        for (uint32_t t = 0; t < terminals; t++)
            for (unsigned sends = 0; sends < 2; sends++)
                m->ports[(2 * (size_t)n + sends) * terminals + t] = ports_on(g, n, t, sends);
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
    ports all = {m->together, 0, first->router};
    if (t->root_count == 1) return *first;
    for (uint32_t i = 0; i < t->root_count; i++) {
        const ports *own = ports_of(m, t, t->roots[i], t->leads_out);
        for (uint32_t k = 0; k < own->count; k++) m->together[all.count++] = own->list[k];
    }
    return all;
}

/* True if two memory nodes, with equal shares of requests, have equal ports at the same routers. */
static bool are_alike(const merger *m, uint32_t one, uint32_t other)
{
    const noc_graph *g = &m->system->graph;
    if (m->kept || !m->rates->by_node) return false;
    for (uint16_t n = 0; n < g->network_count; n++)
        for (unsigned sends = 0; sends < 2; sends++) {
            const ports *list = &m->ports[(2 * (size_t)n + sends) * g->terminal_count];
            const ports *a = &list[one], *b = &list[other];
            if (a->router != b->router || a->count != b->count ||
                (a->count > 0 && m->kinds[a->list[0]] != m->kinds[b->list[0]]))
                return false;
        }
    return true;
}

static void add_packets(const merger *m, const tree *t, uint32_t channel, double rate)
{
    m->rates->packets[channel * NOC_CLASSES + t->class] += rate;
}

/* Adds packets that pass two consecutive channels. */
static void add_pair(const merger *m, const tree *t, uint32_t in, uint32_t out, double rate)
{
    const noc_merged_rates *r = m->rates;
    const size_t list = ((size_t)in * NOC_CLASSES + t->class) * r->ports;
    r->onward[list + m->system->graph.channels[out].from_port] += rate;
}

/* Adds packets that pass two consecutive links. Among parallel links a packet uses the link of
 * its number, which is constant on its path (kinds.h). */
static void add_link_pairs(const merger *m, const tree *t, noc_lanes in, noc_lanes out, double rate)
{
    if (!m->rates->onward) return;
    const uint32_t numbers = noc_common_multiple(in.count, out.count);
    for (uint32_t n = 0; n < numbers; n++)
        add_pair(m, t, in.first + n % in.count, out.first + n % out.count, rate / numbers);
}

/* Adds packets that pass a terminal's ports and links: away from the terminal, or to the
 * terminal. */
static void add_port_pairs(const merger *m, const tree *t, const ports *p, bool away,
                           noc_lanes links, double rate)
{
    const double each = rate / (p->count * links.count);
    if (!m->rates->onward) return;
    for (uint32_t i = 0; i < p->count; i++)
        for (uint32_t k = links.first; k < links.first + links.count; k++)
            add_pair(m, t, away ? p->list[i] : k, away ? k : p->list[i], each);
}

/* Finds the chains of the positions from `first` on. False when out of memory. */
static bool chain_places(merger *m, const tree *t, uint32_t first, uint32_t root_port)
{
    for (uint32_t i = first; i < m->count; i++) {
        place *p = &m->places[m->order[i]];
        p->chain = p->links.count == 0 ? longer(m, t, NOC_NONE, root_port)
                                       : longer(m, t, m->places[p->next].chain, p->links.first);
        if (p->chain == NOC_NONE) return false;
    }
    return true;
}

/* Adds a router of a grid to the tree, and all routers between it and the root. */
static void reach_on_grid(merger *m, const tree *t, uint32_t router)
{
    const noc_graph *g = &m->system->graph;
    uint32_t *const list = m->order + m->count, added = 0;
    for (uint32_t at = router; m->places[at].tree != m->trees; added++) {
        place *p = &m->places[at];
        *p = (place){.tree = m->trees, .links = {NOC_NONE, 0}};
        list[added] = at;
        if (at == t->top) continue;
        const uint32_t link = t->leads_out ? noc_grid_last(g, t->top, at, t->y_first)
                                           : noc_grid_first(g, at, t->top, t->y_first);
        p->links = (noc_lanes){link, 1};
        at = p->next = t->leads_out ? g->channels[link].from : g->channels[link].to;
    }
    for (uint32_t i = 0; i < added / 2; i++) {
        const uint32_t other = list[added - 1 - i];
        list[added - 1 - i] = list[i];
        list[i] = other;
    }
    m->count += added;
}

/* Adds a router of a line that leads to the root, a memory node's router, and all routers on the
 * line. */
static void reach_on_line(merger *m, const tree *t, uint32_t router)
{
    const noc_graph *g = &m->system->graph;
    const noc_network_spec *spec = noc_system_spec(m->system, t->network);
    uint32_t line[NOC_LINE_MAX];
    if (m->places[router].tree == m->trees) return;
    for (uint32_t i = spec->topology->line(spec, g, router, t->top, line); i-- > 0;) {
        const uint32_t at = line[i], next = at == t->top ? NOC_NONE : line[i + 1];
        place *p = &m->places[at];
        if (p->tree == m->trees) continue;
        *p = (place){.tree = m->trees, .links = {NOC_NONE, 0}, .next = next};
        m->order[m->count++] = at;
        if (at != t->top)
            p->links = t->leads_out ? noc_graph_lanes(g, next, at) : noc_graph_lanes(g, at, next);
    }
}

/* Adds a router to the tree, and all routers between it and the root. */
static void reach(merger *m, const tree *t, uint32_t router)
{
    if (noc_system_spec(m->system, t->network)->topology->line)
        reach_on_line(m, t, router);
    else
        reach_on_grid(m, t, router);
}

/* True if two nodes are on the same die. Answers report such packets separately. */
static bool is_local(const merger *m, uint32_t one, uint32_t other)
{
    const noc_terminal *terminals = m->system->graph.terminals;
    return terminals[one].die == terminals[other].die;
}

/* Counts the packets of a path by its chain. False when out of memory. */
static bool count_way(merger *m, const tree *t, const place *end, uint32_t port, uint32_t other,
                      double rate)
{
    uint32_t k = longer(m, t, end->chain, port);
    if (k != NOC_NONE && m->own)
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
static bool add_end(merger *m, const tree *t, const ports *own, uint32_t other, double rate)
{
    const ports *at = ports_of(m, t, other, !t->leads_out);
    const double here = rate * t->share;
    const uint32_t first = m->count;
    reach(m, t, at->router);
    if (m->chains && !chain_places(m, t, first, own->list[0])) return false;
    place *p = &m->places[at->router];
    for (uint32_t i = 0; i < at->count; i++) add_packets(m, t, at->list[i], here / at->count);
    if (p->links.count > 0) add_port_pairs(m, t, at, !t->leads_out, p->links, here);
    for (uint32_t i = 0; i < at->count && p->links.count == 0; i++)
        add_port_pairs(m, t, own, t->leads_out, (noc_lanes){at->list[i], 1}, here / at->count);
    if (p->links.count > 0) p->rate += here;
    return !m->chains || !t->is_first || count_way(m, t, p, at->list[0], other, rate);
}

/* Sums the packets from the outermost positions to the root. */
static void sweep_tree(merger *m, const tree *t, const ports *own)
{
    for (uint32_t i = m->count; i-- > 0;) {
        const place *p = &m->places[m->order[i]];
        if (p->links.count == 0) continue;
        place *next = &m->places[p->next];
        for (uint32_t k = 0; k < p->links.count; k++)
            add_packets(m, t, p->links.first + k, p->rate / p->links.count);
        if (next->links.count == 0) {
            add_port_pairs(m, t, own, t->leads_out, p->links, p->rate);
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
    const ports own = ports_of_roots(m, &t);
    double all = 0.0;
    t.top = own.router;
    m->trees++;
    m->count = 0;
    for (uint32_t other = 0; other < g->terminal_count; other++) {
        if (!(m->row[other] > 0.0)) continue;
        if (!add_end(m, &t, &own, other, m->row[other])) return false;
        all += m->row[other] * t.share;
    }
    for (uint32_t i = 0; i < own.count; i++) add_packets(m, &t, own.list[i], all / own.count);
    sweep_tree(m, &t, &own);
    return true;
}

/* ---- all trees ------------------------------------------------------------------------------ */

static double kept_share(const merger *m, noc_class class, uint32_t source, uint32_t owner)
{
    if (!m->kept) return 1.0;
    const double sent = m->kept->of_sender[source * NOC_CLASSES + class];
    return class == NOC_REPLY && m->kept->of_owner ? sent * m->kept->of_owner[owner] : sent;
}

/* Adds trees of terminals with equal ports, in all slices that carry a class. `requests`: rate
 * of the requests between one root and each other terminal. */
static bool add_trees(merger *m, noc_class class, const uint32_t *roots, uint32_t root_count,
                      bool leads_out, const double *requests)
{
    const noc_system *s = m->system;
    const double rate = root_count * (class == NOC_REPLY ? s->traffic.answered : 1.0);
    for (uint32_t other = 0; other < s->graph.terminal_count; other++) {
        const uint32_t source = leads_out ? roots[0] : other, to = leads_out ? other : roots[0];
        m->row[other] = requests[other] * rate * kept_share(m, class, source, to);
        if (m->creates && class == NOC_REQUEST && m->row[other] > 0.0) m->creates[source] = true;
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
                                   .is_first = net->slice == 0,
                                   .roots = roots,
                                   .root_count = root_count,
                                   .share = 1.0 / spec->slices});
    }
    return added;
}

static void share_out(const noc_system *s, uint32_t source, double *share)
{
    noc_traffic_shares(s->design, &s->graph, source, share);
}

/* Adds the trees of peers, each with one node as root. */
static bool add_peers(merger *m, double *requests)
{
    const noc_system *s = m->system;
    const bool answered = noc_design_has_replies(s->design);
    bool added = true;
    for (uint32_t t = 0; t < s->graph.terminal_count && added; t++) {
        share_out(s, t, requests);
        added = add_trees(m, NOC_REQUEST, &t, 1, true, requests) &&
                (!answered || add_trees(m, NOC_REPLY, &t, 1, false, requests));
        for (uint32_t to = 0; to < s->graph.terminal_count; to++) requests[to] = 0.0;
    }
    return added;
}

/* Adds the trees of memory nodes `first` to `end` - 1; `block` has the requests of each terminal
 * to these. Memory nodes are the roots, as they are fewer than their requesters. */
static bool add_block(merger *m, uint32_t first, uint32_t end, double *block, double *share)
{
    const noc_graph *g = &m->system->graph;
    const size_t nodes = g->terminal_count;
    for (uint32_t source = 0; source < nodes; source++) {
        share_out(m->system, source, share);
        for (uint32_t k = first; k < end; k++)
            block[(k - first) * nodes + source] = share[g->memories[k]];
        for (uint32_t k = 0; k < g->memory_count; k++) share[g->memories[k]] = 0.0;
    }
    bool added = true;
    for (uint32_t k = first, alike; k < end && added; k += alike) {
        const double *requests = block + (k - first) * nodes;
        for (alike = 1; k + alike < end; alike++)
            if (!are_alike(m, g->memories[k], g->memories[k + alike])) break;
        added = add_trees(m, NOC_REQUEST, &g->memories[k], alike, false, requests) &&
                add_trees(m, NOC_REPLY, &g->memories[k], alike, true, requests);
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
    double *block = malloc(room * bytes + 1);
    bool added = block;
    for (uint32_t first = 0; first < most && added; first += room)
        added = add_block(m, first, first + room < most ? first + room : most, block, share);
    free(block);
    return added;
}

static bool list_own(merger *m)
{
    const size_t lists = 2 * (size_t)m->system->graph.terminal_count;
    m->own = malloc((lists + 1) * sizeof *m->own);
    for (size_t i = 0; m->own && i < lists; i++) m->own[i] = NOC_NONE;
    return m->own;
}

static bool make(merger *m, const noc_system *s, noc_merged_rates *rates, bool with_pairs)
{
    const noc_graph *g = &s->graph;
    const size_t channels = (size_t)g->channel_count * NOC_CLASSES + 1;
    uint32_t most = 0;
    for (uint32_t r = 0; r < g->router_count; r++)
        if (g->routers[r].outputs > most) most = g->routers[r].outputs;
    *m = (merger){.system = s, .rates = rates, .roots = {NOC_NONE, NOC_NONE}};
    *rates = (noc_merged_rates){.ports = most, .by_node = keeps_nodes(s->design)};
    rates->packets = calloc(channels, sizeof *rates->packets);
    m->row = malloc((g->terminal_count + 1) * sizeof *m->row);
    m->places = calloc(g->router_count + 1, sizeof *m->places);
    m->order = malloc((g->router_count + 1) * sizeof *m->order);
    m->together = malloc((g->channel_count + 1) * sizeof *m->together);
    m->kinds = malloc((g->channel_count + 1) * sizeof *m->kinds);
    bool made = rates->packets && m->row && m->places && m->order && m->together && m->kinds &&
                list_ports(m);
    if (!made || !with_pairs) return made;
    rates->onward = calloc(channels * most, sizeof *rates->onward);
    double beyond;
    m->chains = noc_list_with_room(NULL, 1, &m->chain_room, sizeof *m->chains, &beyond);
    return rates->onward && m->chains && find_kinds(m) && (!keeps_nodes(s->design) || list_own(m));
}

static void clear(merger *m)
{
    free(m->ports);
    free(m->row);
    free(m->places);
    free(m->order);
    free(m->together);
    free(m->kinds);
    free(m->chains);
    free(m->own);
}

static bool add_all(merger *m)
{
    const noc_system *s = m->system;
    double *share = calloc(s->graph.terminal_count + 1, sizeof *share);
    const bool added = share && (s->design->traffic.pattern->has_memory ? add_memories(m, share)
                                                                        : add_peers(m, share));
    free(share);
    return added;
}

/* ---- flows that stand for others ------------------------------------------------------------ */

static int compare(const void *a, const void *b)
{
    const noc_flow *x = a, *y = b;
    if (x->class != y->class) return x->class < y->class ? -1 : 1;
    if (x->source != y->source) return x->source < y->source ? -1 : 1;
    return (x->destination > y->destination) - (x->destination < y->destination);
}

/* Stores one flow for each chain. */
static bool keep_flows(const merger *m, noc_traffic *traffic)
{
    traffic->flows = malloc((m->chain_count + 1) * sizeof *traffic->flows);
    if (!traffic->flows) return false;
    for (uint32_t k = 0; k < m->chain_count; k++) {
        const chain *c = &m->chains[k];
        if (c->rate > 0.0)
            traffic->flows[traffic->flow_count++] = (noc_flow){.source = c->source,
                                                               .destination = c->destination,
                                                               .class = c->class,
                                                               .rate = c->rate};
    }
    qsort(traffic->flows, traffic->flow_count, sizeof *traffic->flows, compare);
    return true;
}

noc_status noc_flows_merge(noc_system *s)
{
    merger m;
    bool merged = make(&m, s, &s->merged, true);
    m.creates = s->traffic.creates;
    merged = merged && add_all(&m) && keep_flows(&m, &s->traffic);
    for (uint32_t t = 0; t < s->graph.terminal_count && merged; t++)
        s->traffic.injectors += s->traffic.creates[t];
    clear(&m);
    return merged ? NOC_OK : NOC_EFAILED;
}

double *noc_merged_packets(const noc_system *s, const noc_kept_shares *kept)
{
    merger m;
    noc_merged_rates rates;
    bool added = make(&m, s, &rates, false);
    m.kept = kept;
    added = added && add_all(&m);
    clear(&m);
    if (added) return rates.packets;
    free(rates.packets);
    return NULL;
}
