#include "analytic/full/terminals.h"

#include <math.h>

#include "analytic/full/parallel_channels.h"
#include "analytic/full/virtual_channels.h"
#include "base/min_max.h"

/* ---- packets -------------------------------------------------------------------------------- */

/* Draws a path of a flow by its probability. Returns its first hop. */
static uint32_t draw_path(noc_full *f, const noc_flow *flow)
{
    const noc_path *paths = &f->system->routes.paths[flow->route.first_path];
    double u = flow->route.path_count > 1 ? noc_fixed_uniform(&f->stream) : 0.0;
    uint32_t k = 0;
    while (k + 1 < flow->route.path_count && u >= paths[k].probability) u -= paths[k++].probability;
    return noc_full_choose_parallel(f, paths[k].first_hop);
}

/* Draws a packet length of a class by its share. `type`: only lengths of this type; -1: any
 * type. */
static uint8_t draw_length(noc_full *f, noc_class class, int type)
{
    const noc_traffic *t = &f->system->traffic;
    double sum = 0.0;
    int length = 0;
    for (int k = 0; k < t->length_count; k++)
        if (t->lengths[k].class == class && (type < 0 || k % t->type_count == type))
            sum += t->lengths[k].share;
    double u = sum * noc_fixed_uniform(&f->stream);
    for (int k = 0; k < t->length_count; k++) {
        if (t->lengths[k].class != class || (type >= 0 && k % t->type_count != type)) continue;
        if (!(t->lengths[k].share > 0.0)) continue;
        length = k;
        if (u < t->lengths[k].share) break;
        u -= t->lengths[k].share;
    }
    return (uint8_t)length;
}

/* Draws a request flow of a terminal by its rate. */
static uint32_t draw_flow(noc_full *f, const noc_full_node *t)
{
    const double *sums = &f->flow_sums[t->first_flow];
    const double u = noc_fixed_uniform(&f->stream) * sums[t->flow_count - 1];
    size_t lower = 0, upper = t->flow_count - 1;
    while (lower < upper) {
        const size_t middle = (lower + upper) / 2;
        *(u < sums[middle] ? &upper : &lower) = u < sums[middle] ? middle : middle + 1;
    }
    return (uint32_t)(t->first_flow + lower);
}

/* ---- arrivals ------------------------------------------------------------------------------- */

/* Appends a reply to the waiting replies of a terminal. */
static void push_reply(noc_full *f, noc_full_node *t, noc_pending_reply reply)
{
    if (t->reply_count == t->reply_capacity) {
        const uint32_t capacity = 2 * t->reply_capacity + 16;
        noc_pending_reply *new_replies = noc_arena_array(f->arena, capacity, sizeof *new_replies);
        if (!new_replies) return;
        for (uint32_t i = 0; i < t->reply_count; i++)
            new_replies[i] = t->replies[(t->first_reply + i) % t->reply_capacity];
        noc_arena_release(f->arena, t->replies);
        t->replies = new_replies;
        t->first_reply = 0;
        t->reply_capacity = capacity;
    }
    t->replies[(t->first_reply + t->reply_count++) % t->reply_capacity] = reply;
}

void noc_full_deliver_packet(noc_full *f, const noc_vc_packet *packet)
{
    const noc_traffic *t = &f->system->traffic;
    const noc_flow *flow = &t->flows[packet->flow];
    const int reply_type = t->types[packet->type % t->type_count].reply_type;
    noc_full_latency_sums *sums = &f->latency_sums[flow->class];
    f->delivered[(size_t)flow->source * NOC_CLASSES + flow->class]++;
    sums->packets++;
    sums->cycles += (uint32_t)f->cycle - packet->creation_cycle;
    sums->network_cycles += (uint32_t)f->cycle - packet->send_cycle;
    if (flow->class == NOC_REQUEST && reply_type >= 0) {
        const uint32_t reply_flow =
            noc_traffic_find_flow(t, NOC_REPLY, flow->destination, flow->source);
        const uint32_t created =
            (uint32_t)f->cycle + (uint32_t)f->system->design->traffic.answer_cycles;
        const noc_pending_reply reply = {reply_flow, created, (uint8_t)reply_type};
        push_reply(f, &f->terminals[flow->destination], reply);
        return;
    }
    f->answered_transactions++;
    noc_full_schedule_event(f, 1, (noc_full_event){noc_flow_owner(flow), NOC_FULL_ANSWER_NOTICE});
}

/* ---- injection ports ------------------------------------------------------------------------ */

void noc_full_finish_sending(noc_full *f, uint32_t port)
{
    f->injection_ports[port].has_packet = false;
}

/* Draws path and length of the terminal's next reply, once the reply is created. */
static void draw_reply(noc_full *f, noc_full_node *t)
{
    noc_drawn_packet *drawn = &t->drawn_packets[NOC_REPLY];
    if (drawn->is_drawn || t->reply_count == 0) return;
    if ((int32_t)(t->replies[t->first_reply].creation_cycle - (uint32_t)f->cycle) >= 0)
        return; /* the reply is not yet created */
    const noc_pending_reply reply = t->replies[t->first_reply];
    t->first_reply = (t->first_reply + 1) % t->reply_capacity;
    t->reply_count--;
    *drawn = (noc_drawn_packet){draw_path(f, &f->system->traffic.flows[reply.flow]), reply.flow,
                                reply.creation_cycle, draw_length(f, NOC_REPLY, reply.type), true};
}

/* Draws flow, path and length of the terminal's next request, if the terminal has one to send. */
static void draw_request(noc_full *f, noc_full_node *t)
{
    noc_drawn_packet *drawn = &t->drawn_packets[NOC_REQUEST];
    if (drawn->is_drawn || t->flow_count == 0 || t->requests_left < 1.0 ||
        t->outstanding >= f->max_outstanding)
        return;
    if (t->created_requests + t->rate * (double)f->cycle < 1.0) return;
    const uint32_t flow = draw_flow(f, t);
    t->created_requests -= 1.0;
    t->requests_left -= 1.0;
    t->outstanding++;
    *drawn = (noc_drawn_packet){draw_path(f, &f->system->traffic.flows[flow]), flow,
                                (uint32_t)f->cycle, draw_length(f, NOC_REQUEST, -1), true};
}

/* Moves the next packet of a terminal for the port's channel to the port; replies have priority.
 * False: no packet. */
static bool choose_packet(noc_full *f, noc_injection_port *port, noc_full_node *t)
{
    const noc_hop *hops = f->system->routes.hops;
    draw_reply(f, t);
    draw_request(f, t);
    for (int k = NOC_CLASSES; k-- > 0;) {
        noc_drawn_packet *drawn = &t->drawn_packets[k];
        if (!drawn->is_drawn || hops[drawn->hop].channel != port->channel) continue;
        const uint16_t network = f->system->graph.channels[port->channel].network;
        port->hop = drawn->hop;
        port->flow = drawn->flow;
        port->creation_cycle = drawn->creation_cycle;
        port->type = drawn->type;
        port->flits = port->flits_left = f->system->traffic.lengths[drawn->type].flits[network];
        port->vc_packet = NOC_NONE;
        port->has_packet = true;
        drawn->is_drawn = false;
        return true;
    }
    return false;
}

/* Fills an injection port, if there is a packet. Terminals that share the channel alternate. */
static void fill_port(noc_full *f, uint32_t port_number)
{
    const noc_graph *g = &f->system->graph;
    noc_injection_port *port = &f->injection_ports[port_number];
    const uint32_t first = g->first_sharer[port_number], count = g->channels[port->channel].sharers;
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t terminal = (port->next_terminal + 1 + k) % count;
        if (!choose_packet(f, port, &f->terminals[g->sharers[first + terminal]])) continue;
        port->next_terminal = terminal;
        return;
    }
}

/* Allocates a free virtual channel with credits to the port's packet, round robin. False: none. */
static bool allocate_vc(noc_full *f, noc_injection_port *port)
{
    noc_full_channel *g = &f->channels[port->channel];
    uint32_t free_vcs = 0;
    for (uint32_t v = 0; v < g->vc_count; v++)
        if (f->vcs[g->first_vc + v].credits >= (g->has_atomic_vcs ? g->buffer_flits : 1))
            free_vcs |= 1u << v;
    free_vcs &= g->free_vcs & f->system->routes.hops[port->hop].vcs;
    if (!free_vcs) return false;
    const unsigned v = noc_mask_first_from(free_vcs, (port->last_vc + 1u) % 32u);
    const uint32_t vc = g->first_vc + v;
    port->last_vc = (uint8_t)v;
    port->vc_packet = noc_full_add_packet(f, vc,
                                          (noc_vc_packet){.hop = port->hop,
                                                          .flow = port->flow,
                                                          .creation_cycle = port->creation_cycle,
                                                          .send_cycle = (uint32_t)f->cycle,
                                                          .flits = port->flits,
                                                          .type = port->type});
    f->vcs[vc].owner = NOC_FULL_DOOR;
    g->free_vcs &= ~(1u << v);
    return true;
}

/* Sends a flit. False if the flit has to wait. */
static bool send_flit(noc_full *f, noc_injection_port *port)
{
    noc_full_channel *g = &f->channels[port->channel];
    if (port->vc_packet == NOC_NONE && !allocate_vc(f, port)) return false;
    const uint32_t vc = f->vc_packets[port->vc_packet].vc;
    const double now = (double)f->cycle,
                 pause = port->flits_left == port->flits ? g->packet_pause : 0.0;
    if (f->vcs[vc].credits == 0) return false;
    g->channel_free_cycle = max_of(g->channel_free_cycle, now) + g->channel_flit_cycles + pause;
    f->vcs[vc].credits--;
    f->sent_flits++;
    noc_full_schedule_event(f, g->flight_cycles,
                            (noc_full_event){port->vc_packet, NOC_FULL_FLIT_ARRIVAL});
    if (--port->flits_left > 0) return true;
    if (g->channel_flit_cycles < 1.0) { /* the next packet may follow in the same cycle */
        noc_full_release_vc(f, vc);
        port->has_packet = false;
    } else {
        noc_full_schedule_event(f, 1, (noc_full_event){vc, NOC_FULL_PACKET_SENT});
    }
    return true;
}

void noc_full_send_flits(noc_full *f)
{
    for (uint32_t i = 0; i < f->system->graph.injector_count; i++) {
        noc_injection_port *port = &f->injection_ports[i];
        const noc_full_channel *g = &f->channels[port->channel];
        do {
            if (!port->has_packet) fill_port(f, i);
        } while (port->has_packet && port->flits_left > 0 &&
                 g->channel_free_cycle < (double)f->cycle + 1.0 && send_flit(f, port));
    }
}
