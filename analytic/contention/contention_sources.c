/* What the waits at sources need of a system that does not depend on the load: where packets go,
 * how requests space their replies, and how packets take turns at a crossbar that is slower than
 * its link. Symbols in contention_state.h. */
#include "analytic/contention/contention_sources.h"

#include <math.h>

#include "analytic/contention/sending_time.h"
#include "base/min_max.h"
#include "network/graph/units.h"

/* How requests of a type come in and are answered: cycles that they keep an ejection port, and
 * their replies the source. */
typedef struct exchange {
    double in, out;
} exchange;

static exchange exchange_of(const noc_system *s, const noc_class_queue *q, const noc_network *net,
                            uint16_t network, const noc_packet_type *request)
{
    double in = 0.0, networks = 0.0, spare;
    for (uint16_t n = 0; n < s->graph.network_count; n++) {
        if (!s->graph.networks[n].carries[NOC_REQUEST]) continue;
        networks++;
        if (noc_network_has_channels(&s->graph.networks[n])) /* else all come in at once */
            in += request->flits[n] * noc_network_flit_cycles(&s->graph.networks[n]) + q->codec;
    }
    const double flits = s->traffic.lengths[request->reply].flits[network];
    return (exchange){in / networks, noc_sending_time(q, net, flits, &spare) + q->codec};
}

static double half_square(double x)
{
    return x > 0.0 ? 0.5 * x * x : 0.0;
}

/* What two replies wait for each other whose requests come to the port at random, over the rate of
 * the second: it waits for the first as long as that takes longer than its own request, all of that
 * if it came while the first request was coming. If these have VCs of their own they take turns at
 * the port, of `turn` cycles (else 0). The second, if it is the longer one, then leaves it later by
 * its length less what was left of the first; and else comes out before it, and the first reply
 * waits. */
static double wait_of_pair(exchange first, exchange second, double turn)
{
    const double longer = first.out - second.in;
    if (turn == 0.0) return max_of(0.0, first.in * longer) + half_square(longer);
    const double left = min_of(first.in, second.in);
    const double overtakes = second.in + second.out - 0.5 * turn;
    const double behind = half_square(longer + left);
    if (first.in <= second.in) return behind;
    return behind + half_square(overtakes - second.in) - half_square(overtakes - first.in);
}

/* Replies come to their source as their requests left the ejection port. Of two queues in tandem
 * the second waits, in all, for what pairs wait there at light load, where that has not been waited
 * for in the first: nothing if all requests are alike, and take as long as their replies; but where
 * reads and writes mix the long replies are those of short requests. A codec takes requests one by
 * one, whatever their VCs. */
static void describe_spacing(const noc_contention *c, uint16_t network, uint32_t ejections,
                             noc_class_queue *q)
{
    const noc_system *s = c->system;
    const noc_network *net = &s->graph.networks[network];
    double turn = 0.0;
    for (uint16_t n = 0; n < s->graph.network_count; n++)
        if (__builtin_popcount(s->graph.networks[n].vcs[NOC_REQUEST]) > 1 && q->codec == 0.0)
            turn = noc_network_flit_cycles(&s->graph.networks[n]);
    for (int i = 0; i < s->traffic.length_count; i++) {
        const noc_packet_type *one = &s->traffic.lengths[i];
        if (one->class != NOC_REQUEST || one->reply < 0) continue;
        const exchange first = exchange_of(s, q, net, network, one);
        q->source.taken_in += one->share * first.in;
        q->source.spaced += one->share * first.out * first.out;
        for (int k = 0; k < s->traffic.length_count; k++) {
            const noc_packet_type *two = &s->traffic.lengths[k];
            if (two->class != NOC_REQUEST || two->reply < 0) continue;
            const exchange second = exchange_of(s, q, net, network, two);
            q->source.spaced -= 2.0 * one->share * two->share * wait_of_pair(first, second, turn);
        }
    }
    q->source.taken_in /= ejections;
    q->source.spaced /= ejections;
}

/* What two packets of a terminal lose together as they take turns at their crossbar input, when the
 * first has `left` cycles to go and the other `next` in all: the first as long as both are there,
 * less half a turn, but the other does not wait for what the first has beyond that. */
static double lost_by_pair(double left, double next, double turn)
{
    return left > 0.5 * turn ? 2.0 * min_of(left, next) - left - 0.5 * turn : 0.0;
}

/* Its integral over what is left, from 0. */
static double lost_by_pair_until(double left, double next, double turn)
{
    const double even = max_of(0.0, min_of(left, next) - 0.5 * turn),
                 over = max_of(0.0, left - next);
    return 0.5 * even * even + over * (next - 0.5 * turn - 0.5 * over);
}

/* Crossbars that take longer for a flit than the link before them get packets from it that they
 * have no time for yet, and those in different VCs take turns there. Of a pair, whose second comes
 * at random, the link keeps it until it has sent the first. */
static void describe_turns(const noc_contention *c, noc_class class, const noc_network *net,
                           uint16_t network, noc_class_queue *q)
{
    const noc_traffic *traffic = &c->system->traffic;
    const double turn = noc_network_flit_cycles(net);
    if (turn == 1.0) return;
    for (int i = 0; i < traffic->length_count; i++) {
        const noc_packet_type *first = &traffic->lengths[i];
        if (first->class != class) continue;
        const double sent = first->flits[network], left = sent * (turn - 1.0);
        for (int k = 0; k < traffic->length_count; k++) {
            const noc_packet_type *next = &traffic->lengths[k];
            const double takes = turn * next->flits[network];
            if (next->class == class)
                q->source.turns += first->share * next->share *
                                   (sent * lost_by_pair(left, takes, turn) +
                                    lost_by_pair_until(left, takes, turn));
        }
    }
    /* single flits lose less than the half turn that they are thought to gain */
    q->source.turns = max_of(0.0, q->source.turns);
}

/* Simulated: sweep/injection.h. */
static noc_injection_choice choice_of(double channels, noc_spreading spread, double share)
{
    return (noc_injection_choice){channels, share, spread, 0.95 * pow(channels, -0.54)};
}

void noc_contention_describe_source(const noc_contention *c, noc_class class, noc_class_queue *q)
{
    const noc_graph *g = &c->system->graph;
    const noc_channel *channel = &g->channels[q->channel];
    const noc_network *net = &g->networks[channel->network];
    const noc_terminal *t = &g->terminals[channel->from];
    double packets = 0.0, ports = 0.0, slices = 0.0;
    uint32_t last = NOC_NONE;
    for (uint32_t i = 0; i < t->injections; i++) {
        const uint32_t injection = g->injections[t->first_injection + i];
        const uint16_t network = g->channels[injection].network;
        for (uint32_t k = c->loads->first_group[injection]; k != NOC_NONE;
             k = c->loads->groups[k].next) {
            if (c->loads->groups[k].class != class) continue;
            packets += c->loads->groups[k].stream.packets;
            ports += network == channel->network;
            slices += network != last;
            last = network;
        }
    }
    q->source.fanout = packets / q->unit.packets;
    if (class == NOC_REPLY)
        describe_spacing(c, channel->network, t->ejections, q);
    else
        q->source.own_turn = 1.0 / channel->sharers;
    describe_turns(c, class, net, channel->network, q);
    q->source.slices = choice_of(slices, net->slice_choice->spread, net->slice_choice->blocking);
    q->source.ports = choice_of(ports, net->vc.port_choice->spread, 1.0);
}
