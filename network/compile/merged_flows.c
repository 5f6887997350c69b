#include "network/compile/merged_flows.h"

#include <stdlib.h>

#include "base/growing_list.h"
#include "network/kinds/choices.h"
#include "network/kinds/grid.h"
#include "network/kinds/kinds.h"
#include "network/kinds/traffic_keys.h"

/* ---- which designs -------------------------------------------------------------------------- */

/* Fewer are quickly stored, and then every reader can ask for them. */
static const double fewest_flows = 1 << 16;

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

/* All slices of a network are alike, and its ways are in dimension order. */
static bool follows_rule(const noc_network_spec *spec)
{
    return noc_switchings[spec->topology->switching].has_buffers && !spec->topology->paths &&
           spec->routing->in_order && !spec->slice_choice->share && !spec->slice_choice->even_out &&
           !(spec->topology->has_exceptions && spec->topology->has_exceptions(spec));
}

bool noc_flows_can_merge(const noc_design *d)
{
    int carriers[NOC_CLASSES] = {0};
    bool follow = true;
    for (int n = 0; n < d->network_count; n++) {
        follow &= follows_rule(&d->networks[n]);
        carriers[NOC_REQUEST] += d->networks[n].carries != NOC_CARRIES_REPLY;
        carriers[NOC_REPLY] += d->networks[n].carries != NOC_CARRIES_REQUEST;
    }
    return follow && carriers[NOC_REQUEST] == 1 && carriers[NOC_REPLY] == 1 && !d->closed_loop &&
           !noc_traffic_is_eager(&d->traffic) && d->traffic.classes.count == 0 &&
           !noc_traffic_is_multicast(&d->traffic) && !d->traffic.rates &&
           !noc_traffic_names_ends(&d->traffic) && noc_flows_are_many(d);
}

/* ---- kinds of ways -------------------------------------------------------------------------- */

/* A chain of channels of certain kinds from the root of a tree on, and what takes all of it. */
typedef struct chain {
    uint32_t kind;           /* kind of its last channel */
    uint32_t first, sibling; /* chains a channel longer: the first, and the next */
    double rate;
    uint32_t source, destination; /* ends of one of its flows */
    noc_class class;
} chain;

/* Place of a tree at a router. */
typedef struct place {
    uint32_t tree; /* the last one that it was in */
    uint32_t link; /* between it and the router next to the root; NOC_NONE: it is the root's */
    uint32_t next; /* router at the other end of the link */
    uint32_t chain;
    double rate; /* rate of packets from the root through it, or through it to the root */
} place;

/* Channels of a terminal that a network has, and its router there. */
typedef struct ports {
    const uint32_t *list;
    uint32_t count, router;
} ports;

typedef struct merger {
    const noc_system *system;
    noc_merged_rates *rates;
    const noc_kept_shares *kept; /* NULL: all */
    bool *creates;               /* NULL, or by terminal: it sends requests */
    ports *ports;                /* ports by network, whether they send, and terminal */
    double *row;                 /* packets to or from the root, by terminal */
    place *places;               /* places by router */
    uint32_t *order;             /* routers of the tree, each after the one next to the root */
    uint32_t count, trees;
    uint32_t *kinds; /* kinds by channel */
    chain *chains;
    uint32_t chain_count, roots[2]; /* first chains of ways to the root, from it */
    size_t chain_room;
} merger;

/* The tree that is made. */
typedef struct tree {
    uint16_t network;
    noc_class class;
    bool leads_out;     /* packets come from the root */
    bool y_first;       /* ways go along columns first */
    bool is_first;      /* first of the slices, where flows are counted */
    double share;       /* share of the packets that its slice gets */
    uint32_t root, top; /* terminal, and its router */
} tree;

static bool is_alike(const noc_channel *a, const noc_channel *b)
{
    return a->network == b->network && a->kind == b->kind && a->latency == b->latency &&
           a->flits_per_cycle == b->flits_per_cycle;
}

/* Channels that take equally long have the number of the first of them; these are few. */
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

/* Where the chains a channel longer begin. */
static inline uint32_t *first_longer(merger *m, const tree *t, uint32_t from)
{
    return from == NOC_NONE ? &m->roots[t->leads_out] : &m->chains[from].first;
}

/* A new chain a channel longer; NOC_NONE when out of memory. */
static uint32_t add_chain(merger *m, const tree *t, uint32_t from, uint32_t kind)
{
    double beyond;
    chain *grown =
        noc_list_with_room(m->chains, m->chain_count + 1, &m->chain_room, sizeof *grown, &beyond);
    if (!grown) return NOC_NONE;
    m->chains = grown;
    const uint32_t added = m->chain_count++;
    uint32_t *first = first_longer(m, t, from);
    m->chains[added] = (chain){.kind = kind, .first = NOC_NONE, .sibling = *first};
    *first = added;
    return added;
}

/* The chain a channel longer, found or added; NOC_NONE when out of memory. */
static inline uint32_t longer(merger *m, const tree *t, uint32_t from, uint32_t channel)
{
    const uint32_t kind = m->kinds[channel];
    for (uint32_t k = *first_longer(m, t, from); k != NOC_NONE; k = m->chains[k].sibling)
        if (m->chains[k].kind == kind) return k;
    return add_chain(m, t, from, kind);
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

static void add_packets(const merger *m, const tree *t, uint32_t channel, double rate)
{
    m->rates->packets[channel * NOC_CLASSES + t->class] += rate;
}

/* Packets that pass one channel after the other. */
static void add_pair(const merger *m, const tree *t, uint32_t in, uint32_t out, double rate)
{
    const noc_merged_rates *r = m->rates;
    if (!r->onward) return;
    const size_t list = ((size_t)in * NOC_CLASSES + t->class) * r->ports;
    r->onward[list + m->system->graph.channels[out].from_port] += rate;
}

/* The same between a terminal's ports and a channel: away from the terminal, or to it. */
static void add_port_pairs(const merger *m, const tree *t, const ports *p, bool away,
                           uint32_t channel, double rate)
{
    for (uint32_t i = 0; i < p->count; i++)
        add_pair(m, t, away ? p->list[i] : channel, away ? channel : p->list[i], rate / p->count);
}

/* The chains of places that have been added, from `first` on. False when out of memory. */
static bool chain_places(merger *m, const tree *t, uint32_t first, uint32_t root_port)
{
    for (uint32_t i = first; i < m->count; i++) {
        place *p = &m->places[m->order[i]];
        p->chain = p->link == NOC_NONE ? longer(m, t, NOC_NONE, root_port)
                                       : longer(m, t, m->places[p->next].chain, p->link);
        if (p->chain == NOC_NONE) return false;
    }
    return true;
}

/* Adds a router to the tree, and those on the way to the root. */
static void reach(merger *m, const tree *t, uint32_t router)
{
    const noc_graph *g = &m->system->graph;
    uint32_t *const list = m->order + m->count, added = 0;
    for (uint32_t at = router; m->places[at].tree != m->trees; added++) {
        place *p = &m->places[at];
        *p = (place){.tree = m->trees, .link = NOC_NONE};
        list[added] = at;
        if (at == t->top) continue;
        p->link = t->leads_out ? noc_grid_last(g, t->top, at, t->y_first)
                               : noc_grid_first(g, at, t->top, t->y_first);
        at = p->next = t->leads_out ? g->channels[p->link].from : g->channels[p->link].to;
    }
    for (uint32_t i = 0; i < added / 2; i++) {
        const uint32_t other = list[added - 1 - i];
        list[added - 1 - i] = list[i];
        list[i] = other;
    }
    m->count += added;
}

/* Counts the packets of a whole way by its chain. False when out of memory. */
static bool count_way(merger *m, const tree *t, const place *end, uint32_t port, uint32_t other,
                      double rate)
{
    const uint32_t k = longer(m, t, end->chain, port);
    if (k == NOC_NONE) return false;
    chain *c = &m->chains[k];
    if (c->rate == 0.0) {
        c->source = t->leads_out ? t->root : other;
        c->destination = t->leads_out ? other : t->root;
        c->class = t->class;
    }
    c->rate += rate;
    return true;
}

/* Packets between the root and another terminal, on the ports of both. */
static bool add_end(merger *m, const tree *t, const ports *own, uint32_t other, double rate)
{
    const ports *at = ports_of(m, t, other, !t->leads_out);
    const double here = rate * t->share;
    const uint32_t first = m->count;
    reach(m, t, at->router);
    if (m->chains && !chain_places(m, t, first, own->list[0])) return false;
    place *p = &m->places[at->router];
    for (uint32_t i = 0; i < at->count; i++) add_packets(m, t, at->list[i], here / at->count);
    if (p->link != NOC_NONE) add_port_pairs(m, t, at, !t->leads_out, p->link, here);
    for (uint32_t i = 0; i < at->count && p->link == NOC_NONE; i++)
        add_port_pairs(m, t, own, t->leads_out, at->list[i], here / at->count);
    if (p->link != NOC_NONE) p->rate += here;
    return !m->chains || !t->is_first || count_way(m, t, p, at->list[0], other, rate);
}

/* Adds up from the outermost places to the root. */
static void sweep_tree(merger *m, const tree *t, const ports *own)
{
    for (uint32_t i = m->count; i-- > 0;) {
        const place *p = &m->places[m->order[i]];
        if (p->link == NOC_NONE) continue;
        place *next = &m->places[p->next];
        add_packets(m, t, p->link, p->rate);
        if (next->link == NOC_NONE) {
            add_port_pairs(m, t, own, t->leads_out, p->link, p->rate);
            continue;
        }
        next->rate += p->rate;
        add_pair(m, t, t->leads_out ? next->link : p->link, t->leads_out ? p->link : next->link,
                 p->rate);
    }
}

/* All packets of the row, which go between the root and the others. False when out of memory. */
static bool add_tree(merger *m, tree t)
{
    const noc_graph *g = &m->system->graph;
    const ports *own = ports_of(m, &t, t.root, t.leads_out);
    double all = 0.0;
    t.top = own->router;
    m->trees++;
    m->count = 0;
    for (uint32_t other = 0; other < g->terminal_count; other++) {
        if (!(m->row[other] > 0.0)) continue;
        if (!add_end(m, &t, own, other, m->row[other])) return false;
        all += m->row[other] * t.share;
    }
    for (uint32_t i = 0; i < own->count; i++) add_packets(m, &t, own->list[i], all / own->count);
    sweep_tree(m, &t, own);
    return true;
}

/* ---- all trees ------------------------------------------------------------------------------ */

static double kept_share(const merger *m, noc_class class, uint32_t source, uint32_t owner)
{
    if (!m->kept) return 1.0;
    const double sent = m->kept->of_sender[source * NOC_CLASSES + class];
    return class == NOC_REPLY && m->kept->of_owner ? sent * m->kept->of_owner[owner] : sent;
}

/* Trees of a terminal in all slices that carry a class; `requests`: of requests, by the other
 * terminal. */
static bool add_trees(merger *m, noc_class class, uint32_t root, bool leads_out,
                      const double *requests)
{
    const noc_system *s = m->system;
    const double rate = class == NOC_REPLY ? s->traffic.answered : 1.0;
    for (uint32_t other = 0; other < s->graph.terminal_count; other++) {
        const uint32_t source = leads_out ? root : other, to = leads_out ? other : root;
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
                                   .root = root,
                                   .share = 1.0 / spec->slices});
    }
    return added;
}

static void share_out(const noc_system *s, uint32_t source, double *share)
{
    noc_traffic_shares(s->design, &s->graph, source, share);
}

/* Nodes that send to their like are roots one by one. */
static bool add_peers(merger *m, double *requests)
{
    const noc_system *s = m->system;
    const bool answered = noc_design_has_replies(s->design);
    bool added = true;
    for (uint32_t t = 0; t < s->graph.terminal_count && added; t++) {
        share_out(s, t, requests);
        added = add_trees(m, NOC_REQUEST, t, true, requests) &&
                (!answered || add_trees(m, NOC_REPLY, t, false, requests));
        for (uint32_t to = 0; to < s->graph.terminal_count; to++) requests[to] = 0.0;
    }
    return added;
}

/* Memory nodes are fewer than those who ask them, so they are the roots: some at a time, for which
 * `block` has what each terminal asks. */
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
    for (uint32_t k = first; k < end && added; k++) {
        const double *requests = block + (k - first) * nodes;
        added = add_trees(m, NOC_REQUEST, g->memories[k], false, requests) &&
                add_trees(m, NOC_REPLY, g->memories[k], true, requests);
    }
    return added;
}

/* Bytes of what a block of memory nodes is asked, at most but for one node. */
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

static bool make(merger *m, const noc_system *s, noc_merged_rates *rates, bool with_pairs)
{
    const noc_graph *g = &s->graph;
    const size_t channels = (size_t)g->channel_count * NOC_CLASSES + 1;
    uint32_t most = 0;
    for (uint32_t r = 0; r < g->router_count; r++)
        if (g->routers[r].outputs > most) most = g->routers[r].outputs;
    *m = (merger){.system = s, .rates = rates, .roots = {NOC_NONE, NOC_NONE}};
    *rates = (noc_merged_rates){.ports = most};
    rates->packets = calloc(channels, sizeof *rates->packets);
    m->row = malloc((g->terminal_count + 1) * sizeof *m->row);
    m->places = calloc(g->router_count + 1, sizeof *m->places);
    m->order = malloc((g->router_count + 1) * sizeof *m->order);
    m->kinds = malloc((g->channel_count + 1) * sizeof *m->kinds);
    bool made = rates->packets && m->row && m->places && m->order && m->kinds && list_ports(m);
    if (!made || !with_pairs) return made;
    rates->onward = calloc(channels * most, sizeof *rates->onward);
    double beyond;
    m->chains = noc_list_with_room(NULL, 1, &m->chain_room, sizeof *m->chains, &beyond);
    return rates->onward && m->chains && find_kinds(m);
}

static void clear(merger *m)
{
    free(m->ports);
    free(m->row);
    free(m->places);
    free(m->order);
    free(m->kinds);
    free(m->chains);
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

/* ---- what remains --------------------------------------------------------------------------- */

static int compare(const void *a, const void *b)
{
    const noc_flow *x = a, *y = b;
    if (x->class != y->class) return x->class < y->class ? -1 : 1;
    if (x->source != y->source) return x->source < y->source ? -1 : 1;
    return (x->destination > y->destination) - (x->destination < y->destination);
}

/* A flow of each kind. */
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
