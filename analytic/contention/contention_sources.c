/* Constants of sources: the channels among which packets choose, the spacing of replies by their
 * requests, the turns of packets at a crossbar that is slower than its link, and the losses of
 * saturated terminals with packets longer than their buffers. Symbols in contention_state.h. */
#include "analytic/contention/contention_sources.h"

#include <limits.h>
#include <math.h>
#include <stdbool.h>

#include "analytic/contention/contention_paces.h"
#include "base/min_max.h"
#include "network/graph/units.h"

/* Requests of a type and their replies: cycles for which a request keeps the ejection port, and a
 * reply the source. */
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
        /* requests arrive at once in other networks */
        if (noc_network_has_channels(&s->graph.networks[n]))
            in += request->flits[n] * noc_network_flit_cycles(&s->graph.networks[n]) *
                      q->speed.slowed +
                  q->codec;
    }
    const double flits = s->traffic.lengths[request->reply].flits[network];
    return (exchange){in / networks, noc_sending_time(q, net, flits, &spare) + q->codec};
}

static double half_square(double x)
{
    return x > 0.0 ? 0.5 * x * x : 0.0;
}

/* Returns the wait of two replies for each other whose requests come to the port at random, over
 * the rate of the second request. The second reply waits for the first as long as the first lasts
 * beyond the second request; for the whole first reply, if the second request came while the first
 * was coming. If requests have VCs of their own, they use the port in turn, with turns of the given
 * cycles (else 0). A longer second request then leaves the port later by its length less the rest
 * of the first; a shorter one leaves earlier, and the first reply waits. */
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

/* Finds the spacing of replies, which come to their source as their requests left the ejection
 * port. Of two queues in tandem the second one has, in all, the wait of pairs there at light load,
 * where the first queue has not already separated them: 0 if all requests are equal and last as
 * long as their replies; but if reads and writes mix, long replies belong to short requests. A
 * codec serves requests one by one, on any VCs. */
static void describe_spacing(const noc_contention *c, uint16_t network, uint32_t ejections,
                             noc_class_queue *q)
{
    const noc_system *s = c->system;
    const noc_network *net = &s->graph.networks[network];
    double turn = 0.0;
    /* routers with wide channels pass whole packets to a queue */
    for (uint16_t n = 0; n < s->graph.network_count; n++)
        if (__builtin_popcount(s->graph.networks[n].vcs[NOC_REQUEST]) > 1 && q->codec == 0.0 &&
            !s->graph.networks[n].vc.wide)
            turn = noc_network_flit_cycles(&s->graph.networks[n]) * q->speed.slowed;
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

/* Returns the loss of two packets of a terminal that use their crossbar input in turn, if the first
 * needs `remaining` more cycles and the other `next` in all: the first loses the time of both at
 * the input less half a turn; the other saves the wait for the rest of the first. */
static double lost_by_pair(double left, double next, double turn)
{
    return left > 0.5 * turn ? 2.0 * min_of(left, next) - left - 0.5 * turn : 0.0;
}

/* Returns the integral of find_turn_loss over the first packet's remaining cycles, from 0 to
 * `remaining`. */
static double lost_by_pair_until(double left, double next, double turn)
{
    const double even = max_of(0.0, min_of(left, next) - 0.5 * turn),
                 over = max_of(0.0, left - next);
    return 0.5 * even * even + over * (next - 0.5 * turn - 0.5 * over);
}

/* Finds the loss by turns. A crossbar that needs more time per flit than its link receives packets
 * early, and packets in different VCs use it in turn. The second packet of a pair comes at random,
 * and the link keeps it until the first is sent. */
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
    /* the half turn overestimates the gain of single flits */
    q->source.turns = max_of(0.0, q->source.turns);
}

/* Makes a choice among `channels` channels; the fit is described in sweep/terminals.h. */
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
    q->source.slices =
        t->evens_all ? choice_of(slices, NOC_SPREAD_IN_TURN, 1.0)
                     : choice_of(slices, net->slice_choice->spread, net->slice_choice->blocking);
    q->source.ports = choice_of(ports, net->vc.port_choice->spread, 1.0);
}

/* ---- a terminal that always has packets to send --------------------------------------------- */

enum {
    COUNTED = 24,
    /* packets counted, after as many have filled the buffers */ BUFFER_MOST = 64
};

/* Parameters of a simulated run: a terminal, its injection channel and the router behind, all times
 * in cycles. */
typedef struct terminal_run {
    unsigned vcs, inputs; /* VCs of the channel; crossbar inputs over which the VCs are spread */
    unsigned buffer;      /* flits per VC */
    unsigned apart;       /* cycles between a tail and the next head on the link, less one */
    /* cycles of the credit loop; cycles between packets of an input VC */
    unsigned loop, turnaround;
    unsigned routed;    /* cycles between a head's arrival and its request for the switch */
    unsigned cycles;    /* cycles of the crossbar per flit */
    unsigned head_held; /* extra cycles of the crossbar for a head */
    /* figures of the channel behind the router, as for the injection channel */
    unsigned onward_buffer, onward_loop, onward_routed, onward_head_held;
    int types; /* types of packets */
    unsigned flits[NOC_PACKET_LENGTHS_MAX];
    double share[NOC_PACKET_LENGTHS_MAX]; /* [type]: share of the packets */
} terminal_run;

/* A VC from the terminal into its router. Each flit uses the buffer slot of the flit a buffer's
 * length before. */
typedef struct run_vc {
    unsigned sent, left;           /* flits sent; flits left */
    unsigned arrived[BUFFER_MOST]; /* [slot]: cycle of arrival */
    unsigned freed[BUFFER_MOST];   /* [slot]: first cycle in which it is free; UINT_MAX: in use */
    /* [slot of the front packet's VC behind the router]: first cycle in which it is free */
    unsigned onward[BUFFER_MOST];
    unsigned packet, flit; /* packet at the front, and its next flit */
    /* earliest cycle of the front flit; cycle in which the next router sent the last flit on */
    unsigned ready, passed;
} run_vc;

typedef struct sending {
    const terminal_run *run;
    unsigned lengths[2 * COUNTED + 1],
        started[2 * COUNTED + 1]; /* [packet]: flits; cycle of its start */
    run_vc vcs[NOC_VCS_MAX];
    /* [crossbar input]: number of the next VC to serve; first cycle in which it is free */
    unsigned turn[NOC_VCS_MAX], free_from[NOC_VCS_MAX];
    unsigned packet, flit, cycle; /* packet and flit being sent; cycle */
    unsigned begins;              /* first cycle in which the next packet may start */
} sending;

/* Sends a flit of the terminal, which uses its VCs in turn. */
static void send_flit(sending *s)
{
    const terminal_run *r = s->run;
    run_vc *vc = &s->vcs[s->packet % r->vcs];
    const unsigned place = vc->sent % r->buffer;
    if (vc->freed[place] > s->cycle || s->begins > s->cycle) return;
    if (s->flit == 0) s->started[s->packet] = s->cycle;
    vc->arrived[place] = s->cycle;
    vc->freed[place] = UINT_MAX;
    vc->sent++;
    if (++s->flit < s->lengths[s->packet]) return;
    s->flit = 0;
    s->packet++;
    s->begins = s->cycle + 1 + r->apart;
}

static bool is_ready(const sending *s, const run_vc *vc)
{
    const terminal_run *r = s->run;
    if (vc->left == vc->sent) return false;
    const bool is_head = vc->flit == 0;
    unsigned ready = max_unsigned(vc->ready + (is_head ? r->turnaround : 0),
                                  vc->arrived[vc->left % r->buffer] + (is_head ? r->routed : 0));
    if (vc->flit >= r->onward_buffer)
        ready = max_unsigned(ready, vc->onward[vc->flit % r->onward_buffer]);
    return ready <= s->cycle;
}

static void pass_flit(sending *s, run_vc *vc)
{
    const terminal_run *r = s->run;
    const bool is_head = vc->flit == 0;
    const unsigned left = s->cycle + (is_head ? r->head_held : 0);
    const unsigned passed = is_head ? left + r->onward_routed + r->onward_head_held
                                    : max_unsigned(left, vc->passed + r->cycles);
    vc->passed = passed;
    vc->onward[vc->flit % r->onward_buffer] = passed + r->onward_loop;
    vc->freed[vc->left % r->buffer] = left + r->loop;
    vc->ready = left + r->cycles;
    vc->left++;
    if (++vc->flit < s->lengths[vc->packet]) return;
    vc->flit = 0;
    vc->packet += r->vcs;
}

/* Serves a crossbar input, whose VCs use it in turn. */
static void serve_input(sending *s, unsigned input)
{
    const terminal_run *r = s->run;
    const unsigned vcs = (r->vcs - input + r->inputs - 1) / r->inputs;
    if (s->free_from[input] > s->cycle) return;
    for (unsigned k = 0; k < vcs; k++) {
        const unsigned place = (s->turn[input] + k) % vcs;
        run_vc *vc = &s->vcs[input + place * r->inputs];
        if (!is_ready(s, vc)) continue;
        s->free_from[input] = s->cycle + r->cycles + (vc->flit == 0 ? r->head_held : 0);
        s->turn[input] = place + 1;
        pass_flit(s, vc);
        return;
    }
}

/* Simulates the sending of `packets` packets from empty buffers. */
static void run_out(sending *s, unsigned packets)
{
    const terminal_run *r = s->run;
    const unsigned inputs = min_unsigned(r->vcs, r->inputs);
    for (unsigned v = 0; v < r->vcs; v++) {
        s->vcs[v].sent = s->vcs[v].left = s->vcs[v].flit = s->vcs[v].ready = 0;
        s->vcs[v].packet = v;
        for (unsigned i = 0; i < r->buffer; i++) s->vcs[v].freed[i] = 0;
    }
    for (unsigned i = 0; i < inputs; i++) s->turn[i] = s->free_from[i] = 0;
    s->packet = s->flit = s->begins = 0;
    for (s->cycle = 0; s->packet < packets; s->cycle++) {
        send_flit(s);
        for (unsigned i = 0; i < inputs; i++) serve_input(s, i);
    }
}

/* Chooses the types of packets as evenly as their shares allow: next comes the type most behind its
 * share. */
static void choose_lengths(sending *s)
{
    double due[NOC_PACKET_LENGTHS_MAX] = {0};
    for (unsigned p = 0; p <= 2 * COUNTED; p++) {
        int next = 0;
        for (int i = 0; i < s->run->types; i++) {
            due[i] += s->run->share[i];
            if (due[i] > due[next]) next = i;
        }
        due[next]--;
        s->lengths[p] = s->run->flits[next];
    }
}

/* Returns the mean extra cycles to send a packet right behind another in an idle network. While the
 * rest of one packet waits for credits in its VC, the next one comes into another VC of the same
 * crossbar input. They meet there, and a flit that leaves late returns its credit to the terminal
 * late. Simulated over a few packets. 0 if buffers are longer than BUFFER_MAX. */
static double cycles_lost_in_runs(const terminal_run *run)
{
    sending s = {.run = run};
    double alone[NOC_PACKET_LENGTHS_MAX];
    if (run->buffer > BUFFER_MOST || run->onward_buffer > BUFFER_MOST) return 0.0;
    for (int i = 0; i < run->types; i++) {
        s.lengths[0] = run->flits[i];
        run_out(&s, 1);
        alone[i] = max_unsigned(s.cycle, run->flits[i] * run->cycles + run->head_held);
    }
    choose_lengths(&s);
    run_out(&s, 2 * COUNTED + 1);
    double lost = s.started[2 * COUNTED] - s.started[COUNTED];
    for (int p = COUNTED; p < 2 * COUNTED; p++)
        for (int i = 0; i < run->types; i++)
            if (s.lengths[p] == run->flits[i]) {
                lost -= alone[i] + run->apart;
                break;
            }
    return lost > 0.0 ? lost / COUNTED : 0.0;
}

enum { LOOK_BACK = 16 };

/* Returns the queue to which most packets of an injection channel go. */
static const noc_class_queue *main_way(const noc_contention *c, uint32_t queue)
{
    const noc_transition *most = &c->transitions[c->first_transition[queue]];
    for (uint32_t k = c->first_transition[queue] + 1; k < c->first_transition[queue + 1]; k++)
        if (c->transitions[k].weight > most->weight) most = &c->transitions[k];
    return &c->queues[most->to];
}

static double lost_in_runs(const noc_contention *c, const noc_class_queue *q,
                           const noc_class_queue *onward)
{
    const noc_traffic *traffic = &c->system->traffic;
    const uint16_t network = noc_network_of_queue(c, q);
    const noc_network *net = &c->system->graph.networks[network];
    const unsigned held = net->vc.allocation_hold == NOC_HOLD_PACKET;
    terminal_run run = {
        .vcs = q->vcs,
        .inputs = net->vc.input_speedup,
        .buffer = q->places,
        .apart = (unsigned)q->codec,
        .loop = (unsigned)noc_loop_of_body(q),
        .turnaround = (unsigned)q->turnaround,
        .routed = (unsigned)q->routed,
        .cycles = noc_network_flit_cycles(net),
        .head_held = held,
        .onward_buffer = onward->places,
        .onward_loop = (unsigned)noc_loop_of_body(onward),
        .onward_routed = onward->ejects ? 0 : (unsigned)onward->routed,
        .onward_head_held = onward->ejects ? 0 : held,
    };
    for (int i = 0; i < traffic->length_count; i++) {
        if (traffic->lengths[i].class != q->class) continue;
        run.flits[run.types] = traffic->lengths[i].flits[network];
        run.share[run.types++] = traffic->lengths[i].share;
    }
    return cycles_lost_in_runs(&run);
}

typedef struct injection_kind {
    const noc_class_queue *queue, *onward;
} injection_kind;

static bool are_alike(const noc_contention *c, const injection_kind *a, const injection_kind *b)
{
    return a->queue->class == b->queue->class && a->queue->vcs == b->queue->vcs &&
           a->queue->loop == b->queue->loop && a->onward->loop == b->onward->loop &&
           a->onward->ejects == b->onward->ejects &&
           noc_network_of_queue(c, a->queue) == noc_network_of_queue(c, b->queue);
}

/* Networks have few kinds of injection channels, so the last results are kept. */
void noc_contention_find_lost_in_runs(noc_contention *c)
{
    injection_kind kinds[LOOK_BACK];
    unsigned count = 0;
    for (uint32_t i = 0; i < c->queue_count; i++) {
        noc_class_queue *q = &c->queues[i];
        if (!q->injects || q->vcs == 1 || !(q->longer > 0.0)) continue;
        const injection_kind kind = {q, main_way(c, i)};
        const unsigned kept = count < LOOK_BACK ? count : LOOK_BACK;
        unsigned k = 0;
        while (k < kept && !are_alike(c, &kinds[k], &kind)) k++;
        q->source.lost_in_runs =
            k < kept ? kinds[k].queue->source.lost_in_runs : lost_in_runs(c, q, kind.onward);
        if (k == kept) kinds[count++ % LOOK_BACK] = kind;
    }
}
