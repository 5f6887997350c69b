/* Contention in networks of input-queued VC routers.
 *
 * Symbols: lambda packets/cycle, f = lambda E[F] flits/cycle of a stream, F flits of a packet,
 * Fs = E[F^2]/E[F] its size-biased mean, n VCs of a group, b flits of buffer. A, B: channels into and
 * out of a router; a, b: groups on them. Rates below are real ones (unit rates times the load).
 *
 * Sources: Geo/G/1 and M/G/1 waits after Kleinrock 1975; Erlang C for the wait for one of n VCs;
 * processor sharing between packets that interleave flit by flit; residual service at a full buffer
 * after the effective-service idea of Mandal et al. (TVLSI 2023). */
#include "analytic/contention.h"

#include <math.h>
#include <stdlib.h>

const noc_contention_terms noc_contention_defaults = {
    .switch_wait = 1.0,
    .vc_wait = 1.0,
    .own_group = 0.5,
    .islip_loss = 1.0,
    .speculation_loss = 1.0,
    .fifo_wait = 0.75,
    .same_vc_spacing = 0.5,
    .wait_variance = 1.0,
    .own_link_wait = 0.25,
    .own_link_variance = 0.25,
    .stall = 0.3,
    .stall_exponent = 0.6,
    .source_stall = 1.0,
};

enum { SWEEPS_MIN = 3, SWEEPS_MAX = 200 };
static const double damping = 0.6;
static const double tolerance = 0.002;     /* cycles, of the stalls */
static const double highest_output = 0.98; /* caps that keep denominators positive; a cap that */
static const double highest_queue = 0.97;  /* binds stands for the finite time of a measurement */

/* A pair of groups through a router, with everything that does not depend on the load. */
typedef struct pair {
    uint32_t from, to;
    noc_stream unit;
    double port_share;   /* f_AB / rho_B: of the output's flits, those of the same input port */
    double group_share;  /* f_Ab / f_b: of the output group's flits, those of the same input port */
    double packet_share; /* lambda_Ab / lambda_b */
    double own_share;    /* lambda_p / lambda_AB */
    double flits, biased;                  /* E[F], Fs */
    double switch_wait, vc_wait, own_wait; /* results, cycles */
} pair;

/* A group on a channel. */
typedef struct group {
    uint32_t channel;
    noc_stream unit;
    unsigned vcs;
    double flits, biased;
    double spacing;    /* probability that two packets come from one VC upstream */
    double loop;       /* credits for one flit a cycle: the credit loop, cycles */
    double turnaround; /* cycles between packets of an input VC */
    double held;       /* cycles that an output VC is owned before its head can leave */
    double buffer;     /* flits per VC */
    double stretch;    /* cycles a flit on one VC: above 1 if the buffer is shorter than the loop */
    double stall_growth; /* of the stall with the packet length: Fs^exponent */
    bool injects, ejects, speculative, atomic;
    double ports_vcs; /* VCs of the port */
    /* results, cycles */
    double service, service2, queue, stall;
    double last_service; /* of the sweep before */
} group;

struct noc_contention {
    const noc_system *system;
    const noc_loads *loads;
    noc_contention_terms terms;
    pair *pairs;
    group *groups;
    double *loss_unit;  /* by channel: the iSLIP loss sum per unit rate */
    double *class_rate; /* unit packet rate of each class */
    double rate;
};

/* ---- load-independent parts ----------------------------------------------------------------- */

/* Channel into which a pair's packets come, and out of which they go. */
static uint32_t in_channel(const noc_contention *c, const pair *p)
{
    return c->groups[p->from].channel;
}

static uint32_t out_channel(const noc_contention *c, const pair *p)
{
    return c->groups[p->to].channel;
}

static group describe_group(const noc_contention *c, const noc_group *g)
{
    const noc_channel *channel = &c->system->graph.channels[g->channel];
    const noc_network *net = &c->system->graph.networks[channel->network];
    const bool injects = channel->kind == NOC_INJECTION; /* by a terminal, not a router */
    const double loop =
        2.0 * channel->latency + 2.0 + (injects ? 0 : net->traverse_cycles + net->credit_cycles);
    return (group){
        .channel = g->channel,
        .unit = g->stream,
        .vcs = (unsigned)__builtin_popcount(g->vcs),
        .flits = g->stream.flits / g->stream.packets,
        .biased = g->stream.squares / g->stream.flits,
        .loop = loop,
        .turnaround = net->route_cycles + (net->speculative ? 0.0 : 1.0),
        .held = net->speculative ? 0.0 : 1.0,
        .atomic = net->atomic,
        .buffer = net->buffer_flits,
        .stretch = loop > net->buffer_flits ? loop / net->buffer_flits : 1.0,
        .stall_growth = pow(g->stream.squares / g->stream.flits, c->terms.stall_exponent),
        .injects = injects,
        .ejects = channel->kind == NOC_EJECTION,
        .speculative = net->speculative,
        .ports_vcs = net->virtual_channels,
    };
}

/* Sums over the pairs that share ports. Pairs of one output group are few, so plain loops suffice:
 * by_output lists the pairs of each output channel. */
static void share_ports(noc_contention *c, const uint32_t *by_output, const uint32_t *first)
{
    const double *channel_flits = c->loads->channel_flits;
    for (uint32_t i = 0; i < c->loads->pair_count; i++) {
        pair *p = &c->pairs[i];
        const uint32_t in = in_channel(c, p), out = out_channel(c, p);
        double port = 0.0, port_packets = 0.0, grp = 0.0, packets = 0.0;
        for (uint32_t k = first[out]; k < first[out + 1]; k++) {
            const pair *other = &c->pairs[by_output[k]];
            if (in_channel(c, other) != in) continue;
            port += other->unit.flits;
            port_packets += other->unit.packets;
            if (other->to != p->to) continue;
            grp += other->unit.flits;
            packets += other->unit.packets;
        }
        const group *to = &c->groups[p->to];
        p->port_share = port / channel_flits[out];
        p->group_share = grp / to->unit.flits;
        p->packet_share = packets / to->unit.packets;
        p->own_share = p->unit.packets / port_packets;
        c->loss_unit[out] +=
            p->unit.flits / channel_flits[out] * (channel_flits[in] - p->unit.flits);
    }
}

static noc_status sort_by_output(noc_contention *c)
{
    const uint32_t channels = c->system->graph.channel_count, count = c->loads->pair_count;
    uint32_t *first = calloc(channels + 2, sizeof *first);
    uint32_t *by_output = calloc(count + 1, sizeof *by_output);
    if (first && by_output) {
        for (uint32_t i = 0; i < count; i++) first[out_channel(c, &c->pairs[i]) + 2]++;
        for (uint32_t k = 2; k <= channels + 1; k++) first[k] += first[k - 1];
        for (uint32_t i = 0; i < count; i++)
            by_output[first[out_channel(c, &c->pairs[i]) + 1]++] = i;
        share_ports(c, by_output, first);
    }
    const noc_status status = first && by_output ? NOC_OK : NOC_EFAILED;
    free(first);
    free(by_output);
    return status;
}

noc_contention *noc_contention_new(const noc_system *system, const noc_loads *loads,
                                   const noc_contention_terms *terms)
{
    noc_contention *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    c->system = system;
    c->loads = loads;
    c->terms = *terms;
    c->pairs = calloc(loads->pair_count + 1, sizeof *c->pairs);
    c->groups = calloc(loads->group_count + 1, sizeof *c->groups);
    c->loss_unit = calloc(system->graph.channel_count + 1, sizeof *c->loss_unit);
    c->class_rate = calloc(NOC_CLASSES, sizeof *c->class_rate);
    if (!c->pairs || !c->groups || !c->loss_unit || !c->class_rate) goto fail;
    for (uint32_t g = 0; g < loads->group_count; g++) {
        c->groups[g] = describe_group(c, &loads->groups[g]);
        if (c->groups[g].injects)
            c->class_rate[loads->groups[g].class] += loads->groups[g].stream.packets;
    }
    for (uint32_t i = 0; i < loads->pair_count; i++) {
        const noc_pair_load *load = &loads->pairs[i];
        c->pairs[i] = (pair){
            .from = load->from,
            .to = load->to,
            .unit = load->stream,
            .flits = load->stream.flits / load->stream.packets,
            .biased = load->stream.squares / load->stream.flits,
        };
        group *to = &c->groups[load->to];
        const double share = load->stream.packets / to->unit.packets;
        to->spacing += share * share / c->groups[load->from].vcs;
    }
    if (sort_by_output(c) != NOC_OK) goto fail;
    return c;
fail:
    noc_contention_free(c);
    return NULL;
}

void noc_contention_free(noc_contention *c)
{
    if (!c) return;
    free(c->pairs);
    free(c->groups);
    free(c->loss_unit);
    free(c->class_rate);
    free(c);
}

/* ---- the most used station ------------------------------------------------------------------ */

static void note_station(noc_waits *waits, noc_station station, double utilization,
                         uint32_t channel)
{
    if (utilization <= waits->utilization) return;
    waits->utilization = utilization;
    waits->station = station;
    waits->critical = channel;
}

static double cap(double value, double highest)
{
    return value < highest ? value : highest;
}

/* Probability that all n servers are busy at utilisation r each (Erlang C). */
static double erlang_c(unsigned n, double r)
{
    const double offered = n * r;
    double blocked = 1.0;
    for (unsigned k = 1; k <= n; k++) blocked = offered * blocked / (k + offered * blocked);
    return blocked / (1.0 - r * (1.0 - blocked));
}

/* ---- waits of a pair ------------------------------------------------------------------------ */

/* Share of the output's flits that the allocator loses: a granted input takes another output. */
static double islip_loss(const noc_contention *c, const group *to)
{
    return c->terms.islip_loss * (1.0 - 1.0 / to->ports_vcs) / 2.0 * c->loss_unit[to->channel] *
           c->rate;
}

/* Flits of other inputs that go to the same output interleave with the packet's own, so it is delayed
 * in proportion to its own length: q (F - 1/2) / (1 - r). Returns r. */
static double wait_for_switch(const noc_contention *c, pair *p)
{
    const group *to = &c->groups[p->to];
    const double output = c->loads->channel_flits[to->channel] * c->rate;
    const double others = output * (1.0 - p->port_share);
    const double r = cap(others / (1.0 - cap(islip_loss(c, to), highest_output)), highest_output);
    /* the group's own packets are partly put in sequence by the wait for a VC */
    const double sequenced =
        c->terms.own_group / to->vcs * to->unit.flits * c->rate * (1.0 - p->group_share);
    const double competing = others > sequenced ? others - sequenced : 0.0;
    p->switch_wait = c->terms.switch_wait * competing * (p->flits - 0.5) / (1.0 - r);
    if (to->speculative) p->switch_wait *= 1.0 + c->terms.speculation_loss;
    return r;
}

/* Cycles that a packet owns an output VC: itself, its start, the stalls downstream; if VCs are atomic
 * also until its tail has left the buffer there and the credit is back. */
static double hold_of(const group *to)
{
    const double hold = to->flits * to->stretch + to->held + to->stall;
    if (!to->atomic) return hold;
    const double beyond = to->last_service - to->flits;
    return hold + to->loop + (beyond > 0.0 ? beyond : 0.0);
}

/* M/G/n: waiting while all VCs of the group are owned. */
static void wait_for_vc(const noc_contention *c, pair *p, noc_waits *waits)
{
    const group *to = &c->groups[p->to], *from = &c->groups[p->from];
    const double packets = to->unit.packets * c->rate;
    const double hold = hold_of(to);
    const double own = p->packet_share * packets;
    const double raw = (packets - own / from->vcs) * hold / to->vcs;
    const double r = cap(raw, highest_queue);
    note_station(waits, NOC_STATION_OUTPUT_VCS, packets * hold / to->vcs, to->channel);
    p->vc_wait = c->terms.vc_wait * (1.0 - p->packet_share) * hold * erlang_c(to->vcs, r) /
                 (to->vcs * (1.0 - r)) / 2.0;
}

/* Packets of the same input port in other VCs share the link behind the output: M/G/1 on what the
 * other inputs leave of it, less the wait that the stream already had on its link into the router. */
static void wait_on_own_link(const noc_contention *c, pair *p, double r, noc_waits *waits)
{
    const group *to = &c->groups[p->to], *from = &c->groups[p->from];
    const double flow = p->port_share * c->loads->channel_flits[to->channel] * c->rate;
    const double stretched = p->biased / (1.0 - r), raw = flow / (1.0 - r);
    const double u = cap(raw, highest_output);
    const double cs =
        c->terms.own_link_variance * (stretched - p->biased) * p->biased / (stretched * stretched);
    note_station(waits, NOC_STATION_SWITCH, raw, to->channel);
    const double now = stretched * u * (1.0 + cs) / (1.0 - u);
    const double before = p->biased * flow / (1.0 - cap(flow, highest_output));
    const double extra = 0.5 * c->terms.own_link_wait * (now - before);
    p->own_wait = extra > 0.0 ? extra * (1.0 - p->own_share / from->vcs) : 0.0;
}

/* ---- queues of a group ---------------------------------------------------------------------- */

/* Adds what one pair contributes to the service of its input VC: the packet, the turnaround, its waits
 * and the stalls downstream. */
static void serve_pair(const noc_contention *c, const pair *p)
{
    group *from = &c->groups[p->from];
    const double weight = p->unit.packets / from->unit.packets;
    const double wait = p->switch_wait + p->vc_wait + p->own_wait;
    const double stall = c->groups[p->to].stall;
    const double service = p->flits * c->groups[p->to].stretch + from->turnaround + wait + stall;
    const double lengths = p->unit.squares / p->unit.packets - p->flits * p->flits;
    from->service += weight * service;
    from->service2 += weight * (service * service + lengths +
                                c->terms.wait_variance * (wait * p->biased + stall * stall));
}

/* Wait in the FIFO of an input VC behind router-to-router channels: M/G/1, less what the same stream
 * waited for its VC one router earlier (a tandem of equal deterministic servers adds nothing). */
static double queue_in_transit(const noc_contention *c, const group *g, double packets, double r)
{
    const double hold = g->flits * g->stretch + g->held;
    const double hold2 = hold * hold + (g->unit.squares / g->unit.packets - g->flits * g->flits);
    const double rate = packets / g->vcs;
    const double here = (g->service2 - g->service) / (2.0 * (1.0 - r));
    const double earlier = (hold2 - hold) / (2.0 * (1.0 - cap(rate * hold, highest_queue)));
    const double wait = rate * (here - earlier);
    return wait > 0.0 ? c->terms.fifo_wait * (1.0 - c->terms.same_vc_spacing * g->spacing) * wait
                      : 0.0;
}

/* The source sends packets one after the other and picks VCs in turn: G/G/n after Allen and Cunneen,
 * with the variability of Bernoulli arrivals after a link of one flit a cycle, split over classes. */
static double queue_at_injection(const noc_contention *c, const group *g, double r)
{
    const double rho = cap(c->loads->channel_flits[g->channel] * c->rate, 1.0);
    double unit_packets = 0.0;
    for (uint32_t k = c->loads->first_group[g->channel]; k != NOC_NONE;
         k = c->loads->groups[k].next)
        unit_packets += c->groups[k].unit.packets;
    const double share = g->unit.packets / unit_packets;
    const double ca = 1.0 - share * (1.0 - (1.0 - rho) * (1.0 - rho + rho / g->flits));
    const double cs = g->service2 / (g->service * g->service) - 1.0;
    return g->service * erlang_c(g->vcs, r) / (g->vcs * (1.0 - r)) * (ca + cs) / 2.0;
}

/* Probability that the buffer is full when a packet needs it, times the service that it waits for. */
static double stall_of(const noc_contention *c, const group *g, double r)
{
    const double conditional = g->service / (2.0 * (1.0 - r));
    const double waits = cap(g->queue / conditional, r);
    const double room = ((g->buffer - g->loop / 2.0) / g->flits - 1.0) * g->service;
    const double full = waits * exp(-(room > 0.0 ? room : 0.0) / conditional);
    if (g->injects) return c->terms.source_stall * (1.0 - 1.0 / g->flits) * full * g->service;
    return c->terms.stall * g->stall_growth * full * g->service;
}

/* Returns the change of the group's stall. */
static double update_group(noc_contention *c, group *g, noc_waits *waits)
{
    if (g->ejects) return 0.0; /* terminals take every flit at once */
    const double packets = g->unit.packets * c->rate;
    const double raw = packets * g->service / g->vcs, r = cap(raw, highest_queue);
    note_station(waits, NOC_STATION_INPUT_VCS, raw, g->channel);
    g->queue = g->injects ? queue_at_injection(c, g, r) : queue_in_transit(c, g, packets, r);
    const double change = damping * (stall_of(c, g, r) - g->stall);
    g->stall += change;
    return fabs(change);
}

/* ---- the fixed point ------------------------------------------------------------------------ */

static double sweep(noc_contention *c, noc_waits *waits)
{
    waits->utilization = 0.0;
    for (uint32_t i = 0; i < c->loads->group_count; i++) {
        c->groups[i].last_service = c->groups[i].service;
        c->groups[i].service = c->groups[i].service2 = 0.0;
    }
    for (uint32_t i = 0; i < c->loads->pair_count; i++) {
        pair *p = &c->pairs[i];
        const double r = wait_for_switch(c, p);
        wait_for_vc(c, p, waits);
        wait_on_own_link(c, p, r, waits);
        serve_pair(c, p);
    }
    double change = 0.0;
    for (uint32_t i = 0; i < c->loads->group_count; i++) {
        group *g = &c->groups[i];
        note_station(waits, NOC_STATION_CHANNEL, c->loads->channel_flits[g->channel] * c->rate,
                     g->channel);
        const double moved = update_group(c, g, waits);
        if (moved > change) change = moved;
    }
    return change;
}

/* Mean wait of requests for the ejection port of the terminal that a reply's channel comes from: they
 * arrive at the memory node already spaced by it. */
static double ejection_wait(const noc_contention *c, uint32_t terminal)
{
    double wait = 0.0, packets = 0.0;
    for (uint32_t i = 0; i < c->loads->pair_count; i++) {
        const pair *p = &c->pairs[i];
        const noc_channel *out = &c->system->graph.channels[out_channel(c, p)];
        if (out->kind != NOC_EJECTION || out->to != terminal) continue;
        wait += p->unit.packets * (p->switch_wait + p->vc_wait + p->own_wait);
        packets += p->unit.packets;
    }
    return packets > 0.0 ? wait / packets : 0.0;
}

/* Wait before injection. Bernoulli sources: Geo/G/1; where k of them share a port, batches of up to k packets
 * arrive in a cycle, and the mean wait is (l E[F^2] - r/k) / (2 (1-r)): Geo/G/1 for one, M/G/1 for many. Memory
 * nodes: requests of many sources arrive,
 * several in a cycle, like Poisson: M/G/1, less what they waited for the ejection port. */
static double wait_at_source(const noc_contention *c, const group *g, noc_class class,
                             noc_waits *waits)
{
    const double packets = g->unit.packets * c->rate, stall = g->stall;
    const double flits = g->unit.flits * c->rate, squares = g->unit.squares * c->rate;
    const double raw = c->loads->channel_flits[g->channel] * c->rate + packets * stall;
    const double r = cap(raw, highest_queue);
    note_station(waits, NOC_STATION_SOURCE, raw, g->channel);
    const double service2 = squares + 2.0 * flits * stall + 2.0 * packets * stall * stall;
    const noc_channel *port = &c->system->graph.channels[g->channel];
    if (class == NOC_REQUEST)
        return (service2 - (flits + packets * stall) / port->sharers) / (2.0 * (1.0 - r));
    const uint32_t terminal = port->from;
    const double wait = service2 / (2.0 * (1.0 - r)) - ejection_wait(c, terminal);
    return wait > 0.0 ? wait : 0.0;
}

static void collect_waits(const noc_contention *c, noc_waits *waits)
{
    for (int k = 0; k < NOC_CLASSES; k++) waits->network[k] = waits->source[k] = 0.0;
    for (uint32_t i = 0; i < c->loads->pair_count; i++) {
        const pair *p = &c->pairs[i];
        waits->network[c->loads->groups[p->from].class] +=
            p->unit.packets * (p->switch_wait + p->vc_wait + p->own_wait);
    }
    for (uint32_t i = 0; i < c->loads->group_count; i++) {
        const group *g = &c->groups[i];
        const noc_class class = c->loads->groups[i].class;
        if (!g->ejects) waits->network[class] += g->unit.packets * g->queue;
        if (g->injects)
            waits->source[class] += g->unit.packets * wait_at_source(c, g, class, waits);
    }
    for (int k = 0; k < NOC_CLASSES; k++) {
        if (c->class_rate[k] == 0.0) continue;
        waits->network[k] /= c->class_rate[k];
        waits->source[k] /= c->class_rate[k];
    }
}

void noc_contention_solve(noc_contention *c, double rate, noc_waits *waits)
{
    *waits = (noc_waits){.state = NOC_CONTENTION_NOT_CONVERGED};
    c->rate = rate;
    for (uint32_t i = 0; i < c->loads->group_count; i++)
        c->groups[i].stall = c->groups[i].service = 0.0;
    for (int k = 0; k < SWEEPS_MAX; k++) {
        const double change = sweep(c, waits);
        if (waits->utilization >= 1.0) break; /* stalls only grow from sweep to sweep */
        if (k + 1 < SWEEPS_MIN || !(change < tolerance)) continue;
        waits->state = NOC_CONTENTION_STABLE;
        break;
    }
    collect_waits(c, waits);
    if (waits->utilization >= 1.0) waits->state = NOC_CONTENTION_UNSTABLE;
}
