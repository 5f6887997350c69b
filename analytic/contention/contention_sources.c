/* Constants of sources: the channels among which packets choose, the spacing of replies by their
 * requests, the turns of packets at a crossbar that is slower than its link, and the losses of
 * saturated terminals with packets longer than their buffers. Symbols in contention_state.h. */
#include "analytic/contention/contention_sources.h"

#include <limits.h>
#include <math.h>
#include <stdbool.h>

#include "analytic/contention/contention_paces.h"
#include "analytic/contention/contention_state.h"
#include "base/min_max.h"
#include "network/graph/units.h"

/* Requests of a type and their replies: cycles for which a request keeps the ejection port; cycles
 * for which a reply keeps the source. */
typedef struct exchange {
    double request_cycles, reply_cycles;
} exchange;

static exchange find_exchange(const noc_system *s, const noc_class_queue *q, const noc_network *net,
                              uint16_t network, const noc_packet_type *request)
{
    double request_cycles = 0.0, networks = 0.0, spare;
    for (uint16_t n = 0; n < s->graph.network_count; n++) {
        if (!s->graph.networks[n].carries[NOC_REQUEST]) continue;
        networks++;
        /* requests arrive at once in other networks */
        if (noc_network_has_channels(&s->graph.networks[n]))
            request_cycles += request->flits[n] * noc_network_flit_cycles(&s->graph.networks[n]) *
                                  q->pace.slowdown +
                              q->source.codec;
    }
    const double flits = s->traffic.lengths[request->reply_type].flits[network];
    return (exchange){request_cycles / networks,
                      noc_find_sending_time(q, net, flits, &spare) + q->source.codec};
}

/* Returns half of the square of x; 0 below 0. */
static double halve_square(double x)
{
    return x > 0.0 ? 0.5 * x * x : 0.0;
}

/* Returns the wait of two replies for each other, over the rate of the second request, if their
 * requests come to the port at random. The second reply waits for the first as long as the first
 * lasts beyond the second request; for the whole first reply, if the second request came while the
 * first was coming. If requests have VCs of their own, they use the port in turn, a flit of `turn`
 * cycles each; 0: requests come one after the other. A longer second request then leaves the port
 * later by its length less the rest of the first; a shorter one leaves earlier, and the first reply
 * waits. */
static double find_pair_wait(exchange first, exchange second, double turn)
{
    const double reply_excess = first.reply_cycles - second.request_cycles;
    if (turn == 0.0)
        return max_of(0.0, first.request_cycles * reply_excess) + halve_square(reply_excess);
    const double shorter_request = min_of(first.request_cycles, second.request_cycles);
    const double overtaking_cycles = second.request_cycles + second.reply_cycles - 0.5 * turn;
    const double second_wait = halve_square(reply_excess + shorter_request);
    if (first.request_cycles <= second.request_cycles) return second_wait;
    return second_wait + halve_square(overtaking_cycles - second.request_cycles) -
           halve_square(overtaking_cycles - first.request_cycles);
}

/* Finds the spacing of replies, which come to their source as their requests left the ejection
 * port. Of two queues in tandem the second one has, in all, the wait of pairs there at light load,
 * where the first queue has not already separated them: 0 if all requests are equal and last as
 * long as their replies; but if reads and writes mix, long replies belong to short requests. A
 * codec serves requests one by one, on any VCs. */
static void find_spacing(const noc_contention *c, uint16_t network, uint32_t ejections,
                         noc_class_queue *q)
{
    const noc_system *s = c->system;
    const noc_network *net = &s->graph.networks[network];
    double turn = 0.0;
    /* routers with wide channels pass whole packets to a queue */
    for (uint16_t n = 0; n < s->graph.network_count; n++)
        if (__builtin_popcount(s->graph.networks[n].vcs[NOC_REQUEST]) > 1 &&
            q->source.codec == 0.0 && !s->graph.networks[n].vc.has_wide_ports)
            turn = noc_network_flit_cycles(&s->graph.networks[n]) * q->pace.slowdown;
    for (int i = 0; i < s->traffic.length_count; i++) {
        const noc_packet_type *first_type = &s->traffic.lengths[i];
        if (first_type->class != NOC_REQUEST || first_type->reply_type < 0) continue;
        const exchange first = find_exchange(s, q, net, network, first_type);
        q->source.request_cycles += first_type->share * first.request_cycles;
        q->source.saved_wait += first_type->share * first.reply_cycles * first.reply_cycles;
        for (int k = 0; k < s->traffic.length_count; k++) {
            const noc_packet_type *second_type = &s->traffic.lengths[k];
            if (second_type->class != NOC_REQUEST || second_type->reply_type < 0) continue;
            const exchange second = find_exchange(s, q, net, network, second_type);
            q->source.saved_wait -=
                2.0 * first_type->share * second_type->share * find_pair_wait(first, second, turn);
        }
    }
    q->source.request_cycles /= ejections;
    q->source.saved_wait /= ejections;
}

/* Returns the loss of two packets of a terminal that use their crossbar input in turn, if the first
 * needs `remaining` more cycles and the other `next` in all: the first loses the time of both at
 * the input less half a turn; the other saves the wait for the rest of the first. */
static double find_turn_loss(double remaining, double next, double turn)
{
    return remaining > 0.5 * turn ? 2.0 * min_of(remaining, next) - remaining - 0.5 * turn : 0.0;
}

/* Returns the integral of find_turn_loss over the first packet's remaining cycles, from 0 to
 * `remaining`. */
static double integrate_turn_loss(double remaining, double next, double turn)
{
    const double common_cycles = max_of(0.0, min_of(remaining, next) - 0.5 * turn),
                 excess_cycles = max_of(0.0, remaining - next);
    return 0.5 * common_cycles * common_cycles +
           excess_cycles * (next - 0.5 * turn - 0.5 * excess_cycles);
}

/* Finds the loss by turns. A crossbar that needs more time per flit than its link receives packets
 * early, and packets in different VCs use it in turn. The second packet of a pair comes at random,
 * and the link keeps it until the first is sent. */
static void find_turn_losses(const noc_contention *c, noc_class class, const noc_network *net,
                             uint16_t network, noc_class_queue *q)
{
    const noc_traffic *traffic = &c->system->traffic;
    const double turn = noc_network_flit_cycles(net);
    if (turn == 1.0) return;
    for (int i = 0; i < traffic->length_count; i++) {
        const noc_packet_type *first = &traffic->lengths[i];
        if (first->class != class) continue;
        const double link_cycles = first->flits[network], remaining = link_cycles * (turn - 1.0);
        for (int k = 0; k < traffic->length_count; k++) {
            const noc_packet_type *next = &traffic->lengths[k];
            const double crossbar_cycles = turn * next->flits[network];
            if (next->class == class)
                q->source.turn_loss +=
                    first->share * next->share *
                    (link_cycles * find_turn_loss(remaining, crossbar_cycles, turn) +
                     integrate_turn_loss(remaining, crossbar_cycles, turn));
        }
    }
    /* the half turn overestimates the gain of single flits */
    q->source.turn_loss = max_of(0.0, q->source.turn_loss);
}

/* Makes a choice among `channels` channels; the fit is described in sweep/terminals.h. */
static noc_injection_choice make_choice(double channels, noc_spread_rule spread, double share)
{
    return (noc_injection_choice){channels, share, 0.95 * pow(channels, -0.54), spread};
}

void noc_contention_describe_source(const noc_contention *c, noc_class_queue *q)
{
    const noc_class class = q->class;
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
    q->source.fanout = packets / q->unit_stream.packets;
    if (class == NOC_REPLY)
        find_spacing(c, channel->network, t->ejections, q);
    else
        q->source.node_share = 1.0 / channel->sharers;
    find_turn_losses(c, class, net, channel->network, q);
    q->source.slices = t->balances_slices ? make_choice(slices, NOC_SPREAD_IN_TURN, 1.0)
                                          : make_choice(slices, net->slice_choice->spread_rule,
                                                        net->slice_choice->blocking_factor);
    q->source.ports = make_choice(ports, net->vc.port_choice->spread_rule, 1.0);
}

/* ---- a terminal that always has packets to send --------------------------------------------- */

enum {
    COUNTED_PACKETS = 24, /* packets counted, after as many have filled the buffers */
    BUFFER_MAX = 64       /* longest buffer that is simulated, flits */
};

/* Parameters of a simulated run of packets: a terminal, its injection channel and the router
 * behind; times in cycles. */
typedef struct run_parameters {
    unsigned vcs, inputs; /* VCs of the channel; crossbar inputs over which the VCs are spread */
    unsigned buffer;      /* flits per VC */
    unsigned head_gap;    /* idle cycles between a tail and the next head on the link */
    /* cycles of the credit loop; cycles between packets of an input VC */
    unsigned loop, turnaround;
    unsigned routing_cycles; /* cycles between a head's arrival and its request for the switch */
    unsigned flit_cycles;    /* cycles of the crossbar per flit */
    unsigned head_hold;      /* extra cycles of the crossbar for a head */
    /* figures of the channel behind the router, as for the injection channel */
    unsigned onward_buffer, onward_loop, onward_routing, onward_head_hold;
    int type_count; /* types of packets */
    unsigned flits[NOC_PACKET_LENGTHS_MAX];
    double share[NOC_PACKET_LENGTHS_MAX]; /* [type]: share of the packets */
} run_parameters;

/* A VC from the terminal into its router. Each flit uses the buffer slot of the flit a buffer's
 * length before. */
typedef struct run_vc {
    unsigned sent, forwarded;            /* flits that came in; flits that have left */
    unsigned arrival_cycles[BUFFER_MAX]; /* [slot]: cycle of arrival */
    unsigned
        free_cycles[BUFFER_MAX]; /* [slot]: first cycle in which it is free; UINT_MAX: in use */
    /* [slot of the front packet's VC behind the router]: first cycle in which it is free */
    unsigned onward_cycles[BUFFER_MAX];
    unsigned front_packet, front_flit; /* packet at the front, and its next flit */
    /* earliest cycle of the front flit; cycle in which the next router sent the last flit on */
    unsigned ready_cycle, last_passed;
} run_vc;

typedef struct run_state {
    const run_parameters *run;
    unsigned lengths[2 * COUNTED_PACKETS + 1],
        start_cycles[2 * COUNTED_PACKETS + 1]; /* [packet]: flits; cycle of its start */
    run_vc vcs[NOC_VCS_MAX];
    /* [crossbar input]: number of the next VC to serve; first cycle in which it is free */
    unsigned next_vcs[NOC_VCS_MAX], free_cycles[NOC_VCS_MAX];
    unsigned packet, flit, cycle; /* packet and flit being sent; cycle */
    unsigned next_start;          /* first cycle in which the next packet may start */
} run_state;

/* Sends a flit of the terminal, which uses its VCs in turn. */
static void send_flit(run_state *s)
{
    const run_parameters *r = s->run;
    run_vc *vc = &s->vcs[s->packet % r->vcs];
    const unsigned place = vc->sent % r->buffer;
    if (vc->free_cycles[place] > s->cycle || s->next_start > s->cycle) return;
    if (s->flit == 0) s->start_cycles[s->packet] = s->cycle;
    vc->arrival_cycles[place] = s->cycle;
    vc->free_cycles[place] = UINT_MAX;
    vc->sent++;
    if (++s->flit < s->lengths[s->packet]) return;
    s->flit = 0;
    s->packet++;
    s->next_start = s->cycle + 1 + r->head_gap;
}

static bool is_flit_ready(const run_state *s, const run_vc *vc)
{
    const run_parameters *r = s->run;
    if (vc->forwarded == vc->sent) return false;
    const bool is_head = vc->front_flit == 0;
    unsigned ready_cycle = max_unsigned(vc->ready_cycle + (is_head ? r->turnaround : 0),
                                        vc->arrival_cycles[vc->forwarded % r->buffer] +
                                            (is_head ? r->routing_cycles : 0));
    if (vc->front_flit >= r->onward_buffer)
        ready_cycle =
            max_unsigned(ready_cycle, vc->onward_cycles[vc->front_flit % r->onward_buffer]);
    return ready_cycle <= s->cycle;
}

static void pass_flit(run_state *s, run_vc *vc)
{
    const run_parameters *r = s->run;
    const bool is_head = vc->front_flit == 0;
    const unsigned leave_cycle = s->cycle + (is_head ? r->head_hold : 0);
    const unsigned passed_cycle = is_head
                                      ? leave_cycle + r->onward_routing + r->onward_head_hold
                                      : max_unsigned(leave_cycle, vc->last_passed + r->flit_cycles);
    vc->last_passed = passed_cycle;
    vc->onward_cycles[vc->front_flit % r->onward_buffer] = passed_cycle + r->onward_loop;
    vc->free_cycles[vc->forwarded % r->buffer] = leave_cycle + r->loop;
    vc->ready_cycle = leave_cycle + r->flit_cycles;
    vc->forwarded++;
    if (++vc->front_flit < s->lengths[vc->front_packet]) return;
    vc->front_flit = 0;
    vc->front_packet += r->vcs;
}

/* Serves a crossbar input, whose VCs use it in turn. */
static void serve_input(run_state *s, unsigned input)
{
    const run_parameters *r = s->run;
    const unsigned vcs = (r->vcs - input + r->inputs - 1) / r->inputs;
    if (s->free_cycles[input] > s->cycle) return;
    for (unsigned k = 0; k < vcs; k++) {
        const unsigned place = (s->next_vcs[input] + k) % vcs;
        run_vc *vc = &s->vcs[input + place * r->inputs];
        if (!is_flit_ready(s, vc)) continue;
        s->free_cycles[input] =
            s->cycle + r->flit_cycles + (vc->front_flit == 0 ? r->head_hold : 0);
        s->next_vcs[input] = place + 1;
        pass_flit(s, vc);
        return;
    }
}

/* Simulates the sending of `packets` packets from empty buffers. */
static void simulate_packets(run_state *s, unsigned packets)
{
    const run_parameters *r = s->run;
    const unsigned inputs = min_unsigned(r->vcs, r->inputs);
    for (unsigned v = 0; v < r->vcs; v++) {
        s->vcs[v].sent = s->vcs[v].forwarded = s->vcs[v].front_flit = s->vcs[v].ready_cycle = 0;
        s->vcs[v].front_packet = v;
        for (unsigned i = 0; i < r->buffer; i++) s->vcs[v].free_cycles[i] = 0;
    }
    for (unsigned i = 0; i < inputs; i++) s->next_vcs[i] = s->free_cycles[i] = 0;
    s->packet = s->flit = s->next_start = 0;
    for (s->cycle = 0; s->packet < packets; s->cycle++) {
        send_flit(s);
        for (unsigned i = 0; i < inputs; i++) serve_input(s, i);
    }
}

/* Chooses the types of packets as evenly as their shares allow: next comes the type most behind its
 * share. */
static void choose_lengths(run_state *s)
{
    double backlogs[NOC_PACKET_LENGTHS_MAX] = {0};
    for (unsigned p = 0; p <= 2 * COUNTED_PACKETS; p++) {
        int next = 0;
        for (int i = 0; i < s->run->type_count; i++) {
            backlogs[i] += s->run->share[i];
            if (backlogs[i] > backlogs[next]) next = i;
        }
        backlogs[next]--;
        s->lengths[p] = s->run->flits[next];
    }
}

/* Simulates a few packets. Returns the mean extra cycles to send a packet right behind another in
 * an idle network; 0 if buffers are longer than BUFFER_MAX. While the rest of one packet waits for
 * credits in its VC, the next packet comes into another VC of the same crossbar input. The packets
 * meet there, and a flit that leaves late returns its credit to the terminal late. */
static double simulate_run_loss(const run_parameters *run)
{
    run_state s = {.run = run};
    double single_cycles[NOC_PACKET_LENGTHS_MAX];
    if (run->buffer > BUFFER_MAX || run->onward_buffer > BUFFER_MAX) return 0.0;
    for (int i = 0; i < run->type_count; i++) {
        s.lengths[0] = run->flits[i];
        simulate_packets(&s, 1);
        single_cycles[i] = max_unsigned(s.cycle, run->flits[i] * run->flit_cycles + run->head_hold);
    }
    choose_lengths(&s);
    simulate_packets(&s, 2 * COUNTED_PACKETS + 1);
    double lost_cycles = s.start_cycles[2 * COUNTED_PACKETS] - s.start_cycles[COUNTED_PACKETS];
    for (int p = COUNTED_PACKETS; p < 2 * COUNTED_PACKETS; p++)
        for (int i = 0; i < run->type_count; i++)
            if (s.lengths[p] == run->flits[i]) {
                lost_cycles -= single_cycles[i] + run->head_gap;
                break;
            }
    return lost_cycles > 0.0 ? lost_cycles / COUNTED_PACKETS : 0.0;
}

enum { COMPARED_KINDS = 16 };

/* Returns the queue to which most packets of an injection channel go. */
static const noc_class_queue *find_main_output(const noc_contention *c, uint32_t queue)
{
    const noc_transition *largest = &c->transitions[c->first_transition[queue]];
    for (uint32_t k = c->first_transition[queue] + 1; k < c->first_transition[queue + 1]; k++)
        if (c->transitions[k].share.weight > largest->share.weight) largest = &c->transitions[k];
    return &c->queues[largest->to];
}

static double find_run_loss(const noc_contention *c, const noc_class_queue *q,
                            const noc_class_queue *onward)
{
    const noc_traffic *traffic = &c->system->traffic;
    const uint16_t network = noc_find_queue_network(c, q);
    const noc_network *net = &c->system->graph.networks[network];
    const unsigned hold_cycles = net->vc.allocation_hold == NOC_HOLD_PACKET;
    run_parameters run = {
        .vcs = q->vcs,
        .inputs = net->vc.input_speedup,
        .buffer = q->buffer_slots,
        .head_gap = (unsigned)q->source.codec,
        .loop = (unsigned)noc_find_body_loop(q),
        .turnaround = (unsigned)q->input.turnaround,
        .routing_cycles = (unsigned)q->input.routing_cycles,
        .flit_cycles = noc_network_flit_cycles(net),
        .head_hold = hold_cycles,
        .onward_buffer = onward->buffer_slots,
        .onward_loop = (unsigned)noc_find_body_loop(onward),
        .onward_routing = onward->is_ejection ? 0 : (unsigned)onward->input.routing_cycles,
        .onward_head_hold = onward->is_ejection ? 0 : hold_cycles,
    };
    for (int i = 0; i < traffic->length_count; i++) {
        if (traffic->lengths[i].class != q->class) continue;
        run.flits[run.type_count] = traffic->lengths[i].flits[network];
        run.share[run.type_count++] = traffic->lengths[i].share;
    }
    return simulate_run_loss(&run);
}

/* A queue behind an injection channel, and the queue to which most of its packets go. */
typedef struct injection_kind {
    const noc_class_queue *queue, *onward;
} injection_kind;

static bool are_equal_kinds(const noc_contention *c, const injection_kind *a,
                            const injection_kind *b)
{
    return a->queue->class == b->queue->class && a->queue->vcs == b->queue->vcs &&
           a->queue->credits.loop == b->queue->credits.loop &&
           a->onward->credits.loop == b->onward->credits.loop &&
           a->onward->is_ejection == b->onward->is_ejection &&
           noc_find_queue_network(c, a->queue) == noc_find_queue_network(c, b->queue);
}

/* Compares each queue with the last COMPARED_KINDS kinds of injection channels, since networks have
 * few kinds. */
void noc_contention_find_run_losses(noc_contention *c)
{
    injection_kind kinds[COMPARED_KINDS];
    unsigned count = 0;
    for (uint32_t i = 0; i < c->queue_count; i++) {
        noc_class_queue *q = &c->queues[i];
        if (!q->is_injection || q->vcs == 1 || !(q->sending.long_share > 0.0)) continue;
        const injection_kind kind = {q, find_main_output(c, i)};
        const unsigned kind_count = count < COMPARED_KINDS ? count : COMPARED_KINDS;
        unsigned k = 0;
        while (k < kind_count && !are_equal_kinds(c, &kinds[k], &kind)) k++;
        q->source.run_loss =
            k < kind_count ? kinds[k].queue->source.run_loss : find_run_loss(c, q, kind.onward);
        if (k == kind_count) kinds[count++ % COMPARED_KINDS] = kind;
    }
}
