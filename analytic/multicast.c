#include "analytic/multicast.h"

#include <math.h>
#include <stdlib.h>

#include "analytic/network_model.h"
#include "design/memory/replies.h"
#include "network/graph/multicast.h"

/* Flows of a source: the first, their number, and the number to other nodes. */
typedef struct source {
    size_t first, count;
    uint32_t others;
    double rate; /* packets of all flows */
} source;

static source source_at(const noc_traffic *t, size_t first)
{
    source s = {.first = first};
    size_t f = first;
    for (; f < t->flow_count && t->flows[f].source == t->flows[first].source; f++) {
        s.others += t->flows[f].destination != t->flows[f].source;
        s.rate += t->flows[f].rate;
    }
    s.count = f - first;
    return s;
}

/* Chance that a packet to `targets` of `destinations` terminals goes to at least one of `reached`
 * given ones. */
static double chance_to_pass(uint32_t others, uint32_t targets, uint32_t behind)
{
    double none = 1.0;
    for (uint32_t k = 0; k < targets && none > 0.0; k++)
        none *= behind + k < others ? (double)(others - behind - k) / (others - k) : 0.0;
    return 1.0 - none;
}

/* ---- the last terminal ---------------------------------------------------------------------- */

typedef struct ranked {
    size_t flow;
    double cycles;
} ranked;

static int order(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    if (x->cycles != y->cycles) return x->cycles < y->cycles ? -1 : 1;
    return (x->flow > y->flow) - (x->flow < y->flow);
}

/* Chance that the i-th of `destinations` terminals, by distance, is the last of `targets` drawn
 * ones: all other targets are among the i nearer terminals. */
static double chance_to_be_last(uint32_t others, uint32_t targets, uint32_t i)
{
    double chance = (double)targets / others;
    for (uint32_t k = 0; k + 1 < targets && chance > 0.0; k++)
        chance *= k < i ? (double)(i - k) / (others - 1 - k) : 0.0;
    return chance;
}

/* Ranks the flows of a source to other nodes, the nearest first. Returns their number. */
static uint32_t rank_source(const noc_system *s, source from, ranked *list)
{
    uint32_t count = 0;
    for (size_t f = from.first; f < from.first + from.count; f++) {
        const noc_flow *flow = &s->traffic.flows[f];
        if (flow->destination == flow->source) continue;
        const uint32_t first = s->routes.paths[flow->route.first_path].first;
        const noc_network *net = noc_graph_network_of(&s->graph, s->routes.hops[first].channel);
        list[count++] = (ranked){f, noc_network_model_of(net)->zero_load(s, first, 1)};
    }
    qsort(list, count, sizeof *list, order);
    return count;
}

double *noc_last_rates(const noc_system *s)
{
    const noc_traffic *t = &s->traffic;
    double *last = malloc((t->flow_count + 1) * sizeof *last);
    ranked *list = malloc((t->flow_count + 1) * sizeof *list);
    for (size_t f = 0; last && list && f < t->flow_count;) {
        const source from = source_at(t, f);
        const uint32_t count = rank_source(s, from, list);
        for (size_t k = f; k < f + from.count; k++)
            last[k] = (1.0 - t->multicast) * t->flows[k].rate;
        for (uint32_t i = 0; i < count; i++)
            last[list[i].flow] +=
                t->multicast * from.rate * chance_to_be_last(from.others, t->targets, i);
        f += from.count;
    }
    if (!list) {
        free(last);
        last = NULL;
    }
    free(list);
    return last;
}

/* ---- delayed packets ------------------------------------------------------------------------ */

/* Share of waits longer than `cycles`: e^(-cycles / F) with the mean packet length F, as waits
 * behind other packets are about as long as packets. */
static double share_beyond(const noc_system *s, double cycles)
{
    return exp(-cycles / s->traffic.injected_flits);
}

/* First place after place i with another latency. */
static uint32_t end_of_level(const ranked *list, uint32_t count, uint32_t i)
{
    uint32_t end = i + 1;
    while (end < count && list[end].cycles == list[i].cycles) end++;
    return end;
}

/* Chance that a packet goes to a certain one of `destinations` terminals, and otherwise only to the
 * `nearest` ones. */
static double chance_within(uint32_t others, uint32_t targets, uint32_t among)
{
    double chance = (double)targets / others;
    for (uint32_t k = 0; k + 1 < targets && chance > 0.0; k++)
        chance *= k + 1 < among ? (double)(among - 1 - k) / (others - 1 - k) : 0.0;
    return chance;
}

/* Finds, by flow, the multicast packets whose latency a wait for the flow's destination
 * increases. */
static void follow_source(const noc_system *s, source from, const ranked *list, uint32_t count,
                          double *followed)
{
    const noc_traffic *t = &s->traffic;
    for (uint32_t i = 0, end; i < count; i = end) {
        double sum = 0.0, before = 0.0;
        end = end_of_level(list, count, i);
        for (uint32_t k = i, behind; k < count; k = behind) {
            behind = end_of_level(list, count, k);
            const double within = chance_within(from.others, t->targets, behind);
            sum += (within - before) * share_beyond(s, list[k].cycles - list[i].cycles);
            before = within;
        }
        for (uint32_t k = i; k < end; k++) followed[list[k].flow] = t->multicast * from.rate * sum;
    }
}

static double *followed_of(const noc_system *s)
{
    const noc_traffic *t = &s->traffic;
    double *followed = calloc(t->flow_count + 1, sizeof *followed);
    ranked *list = malloc((t->flow_count + 1) * sizeof *list);
    for (size_t f = 0; followed && list && f < t->flow_count;) {
        const source from = source_at(t, f);
        follow_source(s, from, list, rank_source(s, from, list), followed);
        f += from.count;
    }
    if (!list) {
        free(followed);
        followed = NULL;
    }
    free(list);
    return followed;
}

/* ---- trees ---------------------------------------------------------------------------------- */

/* Multicast packets of a source on a channel. */
typedef struct passing {
    uint32_t behind; /* destinations behind the channel */
    double chance;   /* chance that a packet uses the channel */
    double branches; /* next channels of a packet, times that chance */
    double followed; /* delayed packets of the flows over the channel */
    double onward;   /* delayed packets on all next channels */
} passing;

static uint32_t first_hop(const noc_system *s, const noc_flow *flow)
{
    return s->routes.paths[flow->route.first_path].first;
}

static bool is_own(const noc_flow *flow)
{
    return flow->destination == flow->source;
}

/* Packets of a flow that a wait on a channel delays: a packet waits there once, whatever its
 * branches. */
static double followed_on(const noc_system *s, source from, const passing *p, double followed)
{
    const double all = s->traffic.multicast * from.rate * p->chance;
    return p->followed > all ? followed * all / p->followed : followed;
}

/* Finds the multicast packets of a source on its channels. */
static void pass_source(const noc_system *s, source from, const double *followed, passing *on)
{
    const noc_hop *hops = s->routes.hops;
    const noc_flow *flows = s->traffic.flows;
    for (size_t f = from.first; f < from.first + from.count; f++)
        for (uint32_t h = first_hop(s, &flows[f]); h != NOC_NONE && !is_own(&flows[f]);
             h = hops[h].next) {
            on[hops[h].channel].behind++;
            on[hops[h].channel].followed += followed[f];
        }
    for (size_t f = from.first; f < from.first + from.count; f++)
        for (uint32_t h = first_hop(s, &flows[f]); h != NOC_NONE && !is_own(&flows[f]);
             h = hops[h].next) {
            passing *p = &on[hops[h].channel];
            if (p->chance == 0.0)
                p->chance = chance_to_pass(from.others, s->traffic.targets, p->behind);
        }
    for (size_t f = from.first; f < from.first + from.count; f++)
        for (uint32_t h = first_hop(s, &flows[f]); hops[h].next != NOC_NONE && !is_own(&flows[f]);
             h = hops[h].next) {
            const passing *next = &on[hops[hops[h].next].channel];
            on[hops[h].channel].branches += next->chance / next->behind;
            on[hops[h].channel].onward += followed_on(s, from, next, followed[f]);
        }
}

static void forget_source(const noc_system *s, source from, passing *on)
{
    for (size_t f = from.first; f < from.first + from.count; f++)
        for (uint32_t h = first_hop(s, &s->traffic.flows[f]); h != NOC_NONE;
             h = s->routes.hops[h].next)
            on[s->routes.hops[h].channel] = (passing){0};
}

/* Multicast packets on a channel, divided by the destinations behind the channel. */
static double part_of(const noc_system *s, source from, const passing *p)
{
    return s->traffic.multicast * from.rate * p->chance / p->behind;
}

/* Mean of the longest of `branches` exponential waits over the mean of one: 1 + 1/2 + 1/3 + ...
 * Less than one branch counts as one. */
static double longest_of(double branches)
{
    double sum = 0.0, k = 1.0;
    if (branches < 1.0) return 1.0;
    for (; k <= branches; k += 1.0) sum += 1.0 / k;
    return sum + (branches - (k - 1.0)) / k;
}

/* Packets of a flow that a wait for the next channel delays: a packet waits for its slowest
 * branch. */
static double followed_next(const noc_system *s, source from, const passing *p, const passing *next,
                            double followed)
{
    const double slowest =
        s->traffic.multicast * from.rate * p->chance * longest_of(p->branches / p->chance);
    const double of_flow = followed_on(s, from, next, followed);
    return p->onward > slowest ? of_flow * slowest / p->onward : of_flow;
}

static void add_flow(const noc_system *s, source from, size_t f, double followed, const passing *on,
                     noc_tree_rates *r)
{
    const noc_hop *hops = s->routes.hops;
    const noc_flow *flow = &s->traffic.flows[f];
    const double alone = (1.0 - s->traffic.multicast) * flow->rate;
    for (uint32_t h = first_hop(s, flow); h != NOC_NONE; h = hops[h].next) {
        const passing *p = &on[hops[h].channel];
        const double part = is_own(flow) ? 0.0 : part_of(s, from, p);
        r->packets[h] += alone + part;
        r->waited[h] += alone + (part > 0.0 ? part * longest_of(p->branches / p->chance) : 0.0);
        r->forking[h] += part;
        r->branching[h] += part > 0.0 ? part * p->branches / p->chance : 0.0;
        r->followed[h] += alone + (is_own(flow) ? 0.0 : followed_on(s, from, p, followed));
        if (hops[h].next == NOC_NONE) continue;
        const passing *next = &on[hops[hops[h].next].channel];
        r->onward[h] += alone + (is_own(flow) ? 0.0 : part_of(s, from, next));
        r->along[h] += alone + (is_own(flow) ? 0.0 : followed_next(s, from, p, next, followed));
    }
}

bool noc_tree_rates_find(const noc_system *s, noc_tree_rates *r)
{
    const size_t hops = s->routes.hop_count + 1u;
    *r = (noc_tree_rates){
        .packets = calloc(hops, sizeof *r->packets),
        .onward = calloc(hops, sizeof *r->onward),
        .followed = calloc(hops, sizeof *r->followed),
        .along = calloc(hops, sizeof *r->along),
        .waited = calloc(hops, sizeof *r->waited),
        .forking = calloc(hops, sizeof *r->forking),
        .branching = calloc(hops, sizeof *r->branching),
    };
    double *followed = followed_of(s);
    passing *on = calloc(s->graph.channel_count + 1u, sizeof *on);
    const bool made = r->packets && r->onward && r->followed && r->along && r->waited &&
                      r->forking && r->branching && followed && on;
    for (size_t f = 0; made && f < s->traffic.flow_count;) {
        const source from = source_at(&s->traffic, f);
        pass_source(s, from, followed, on);
        for (size_t k = f; k < f + from.count; k++) add_flow(s, from, k, followed[k], on, r);
        forget_source(s, from, on);
        f += from.count;
    }
    free(followed);
    free(on);
    return made;
}

void noc_tree_rates_clear(noc_tree_rates *r)
{
    free(r->packets);
    free(r->onward);
    free(r->followed);
    free(r->along);
    free(r->waited);
    free(r->forking);
    free(r->branching);
    *r = (noc_tree_rates){0};
}

/* ---- merged replies -------------------------------------------------------------------------- */

bool noc_replies_fork(const noc_system *s)
{
    for (uint16_t n = 0; n < s->graph.network_count; n++)
        if (s->graph.networks[n].carries[NOC_REPLY] && !noc_system_spec(s, n)->multicast)
            return false;
    return noc_multicast_forks(s, NOC_REPLY) && noc_replies_coalesce(&s->design->memory);
}

/* Replies on channels: of the present memory node, and of all nodes. */
typedef struct reply_loads {
    const noc_system *system;
    double *own;  /* [channel]: replies of the node */
    double *next; /* [channel]: replies of the node directly behind its port */
    double rate;  /* replies of the node */
    double *use;  /* [channel]: cycles of flits with forked packets */
    double all;   /* replies of all nodes */
    double waits; /* packets of all nodes, times the waits of each, over the wait of a branch */
} reply_loads;

/* Packets of `group_size` replies to reads, over their replies, on a channel that a share q of the
 * replies uses. */
static double forked_share(double q, double group)
{
    return q > 0.0 ? (1.0 - pow(1.0 - fmin(q, 1.0), group)) / group : 0.0;
}

/* Adds the channel use of a node's replies, in packets of `group_size`. */
static void add_node(reply_loads *r, double group)
{
    const noc_graph *g = &r->system->graph;
    const noc_packet_type *types = r->system->traffic.types;
    const double reads = types[NOC_READ_REPLY].share;
    double branches = 0.0;
    for (uint32_t c = 0; c < g->channel_count; c++) {
        const double q = r->own[c] / r->rate, alone = forked_share(q, 1.0);
        const uint16_t flits = types[NOC_READ_REPLY].flits[g->channels[c].network];
        r->use[c] -= r->rate * reads * flits * (alone - forked_share(q, group));
        branches += group * forked_share(r->next[c] / r->rate, group);
        r->own[c] = r->next[c] = 0.0;
    }
    r->all += r->rate;
    r->waits += r->rate * (reads * longest_of(branches) / group + 1.0 - reads);
    r->rate = 0.0;
}

static void add_nodes(reply_loads *r, double group)
{
    const noc_traffic *t = &r->system->traffic;
    const noc_hop *hops = r->system->routes.hops;
    uint32_t from = NOC_NONE;
    for (size_t f = 0; f < t->flow_count; f++) {
        const noc_flow *flow = &t->flows[f];
        if (flow->class != NOC_REPLY) continue;
        if (flow->source != from && r->rate > 0.0) add_node(r, group);
        from = flow->source;
        r->rate += flow->rate;
        const uint32_t first = first_hop(r->system, flow);
        r->next[hops[hops[first].next].channel] += flow->rate;
        for (uint32_t h = first; h != NOC_NONE; h = hops[h].next)
            r->own[hops[h].channel] += flow->rate;
    }
    if (r->rate > 0.0) add_node(r, group);
}

/* Makes empty loads. False when out of memory. The caller frees the lists in either case. */
static bool start_loads(const noc_system *s, reply_loads *r)
{
    const size_t channels = s->graph.channel_count + 1u;
    *r = (reply_loads){
        .system = s,
        .own = calloc(channels, sizeof *r->own),
        .next = calloc(channels, sizeof *r->next),
        .use = calloc(channels, sizeof *r->use),
    };
    return r->own && r->next && r->use;
}

static noc_forked_replies in_packets(reply_loads *r, const double *in_use, double group)
{
    const noc_graph *g = &r->system->graph;
    noc_forked_replies f = {0};
    for (uint32_t c = 0; c < g->channel_count; c++) r->use[c] = in_use[c];
    r->all = r->waits = 0.0;
    add_nodes(r, group);
    for (uint32_t c = 0; c < g->channel_count; c++) {
        const noc_channel *channel = &g->channels[c];
        if (!g->networks[channel->network].carries[NOC_REPLY]) continue;
        if (channel->kind != NOC_INJECTION)
            f.behind = fmax(f.behind, r->use[c]);
        else if (g->terminals[channel->from].kind == NOC_MEMORY)
            f.port = fmax(f.port, r->use[c]);
    }
    f.waits = r->all > 0.0 ? r->waits / r->all : 1.0;
    return f;
}

bool noc_forked_replies_find(const noc_system *s, const double *in_use, const double *groups,
                             int count, noc_forked_replies *forked)
{
    reply_loads r;
    const bool made = start_loads(s, &r);
    for (int k = 0; made && k < count; k++) forked[k] = in_packets(&r, in_use, groups[k]);
    free(r.own);
    free(r.next);
    free(r.use);
    return made;
}

double *noc_forked_flits(const noc_system *s, const double *flits, double group)
{
    reply_loads r;
    if (!noc_replies_fork(s) || !(group > 1.0)) return NULL;
    const bool made = start_loads(s, &r);
    for (uint32_t c = 0; made && c < s->graph.channel_count; c++) r.use[c] = flits[c];
    if (made) add_nodes(&r, group);
    free(r.own);
    free(r.next);
    if (made) return r.use;
    free(r.use);
    return NULL;
}

/* Cycles for which a reply occupies the port at x times the throughput, over the cycles of a single
 * reply's flits. `full_rate`: packet rate at which single replies fill the network. */
static double kept(const noc_forked_replies *alone, const noc_forked_replies *forked, double full,
                   double x)
{
    const double before = full * alone->behind, now = full * x * forked->behind;
    const double wait = fmax(0.0, 1.0 / fmin(1.0, full * alone->port) - 1.0);
    const double longer = now / (1.0 - now) * (1.0 - before) / before;
    return forked->port / alone->port + wait * longer * forked->waits;
}

double noc_forked_gain(const noc_forked_replies *alone, const noc_forked_replies *forked,
                       double full)
{
    enum { STEPS = 30 };
    const double held = 1.0 / fmin(1.0, full * alone->port);
    double low = 0.0, high = fmin(1.0 / (full * forked->behind), held * alone->port / forked->port);
    if (!(full * alone->behind < 1.0)) return fmin(alone->behind / forked->behind, high);
    for (int i = 0; i < STEPS; i++) {
        const double x = (low + high) / 2.0;
        *(x * kept(alone, forked, full, x) < held ? &low : &high) = x;
    }
    return low;
}
