#include "analytic/full/ends.h"

#include <math.h>
#include <stdlib.h>

#include "analytic/full/lanes.h"
#include "analytic/full/side_by_side.h"
#include "base/min_max.h"

/* ---- packets -------------------------------------------------------------------------------- */

/* Draws a path of a flow by its probability. Returns its first hop. */
static uint32_t draw_way(noc_full *f, const noc_flow *flow)
{
    const noc_path *paths = &f->system->routes.paths[flow->route.first_path];
    double u = flow->route.paths > 1 ? noc_fixed_uniform(&f->draws) : 0.0;
    uint32_t k = 0;
    while (k + 1 < flow->route.paths && u >= paths[k].probability) u -= paths[k++].probability;
    return noc_full_choose(f, paths[k].first);
}

/* Draws a packet length of a class by its share. `type`: only lengths of this type; -1: any
 * type. */
static uint8_t draw_length(noc_full *f, noc_class class, int only)
{
    const noc_traffic *t = &f->system->traffic;
    double sum = 0.0;
    int found = 0;
    for (int k = 0; k < t->length_count; k++)
        if (t->lengths[k].class == class && (only < 0 || k % t->type_count == only))
            sum += t->lengths[k].share;
    double u = sum * noc_fixed_uniform(&f->draws);
    for (int k = 0; k < t->length_count; k++) {
        if (t->lengths[k].class != class || (only >= 0 && k % t->type_count != only)) continue;
        if (!(t->lengths[k].share > 0.0)) continue;
        found = k;
        if (u < t->lengths[k].share) break;
        u -= t->lengths[k].share;
    }
    return (uint8_t)found;
}

/* Draws a request flow of a terminal by its rate. */
static uint32_t draw_flow(noc_full *f, const noc_full_terminal *t)
{
    const double *sums = &f->flow_sums[t->first_flow];
    const double u = noc_fixed_uniform(&f->draws) * sums[t->flows - 1];
    size_t low = 0, high = t->flows - 1;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        *(u < sums[middle] ? &high : &low) = u < sums[middle] ? middle : middle + 1;
    }
    return (uint32_t)(t->first_flow + low);
}

/* ---- arrivals ------------------------------------------------------------------------------- */

static void push_reply(noc_full *f, noc_full_terminal *t, noc_full_reply reply)
{
    if (t->reply_count == t->reply_room) {
        const uint32_t room = 2 * t->reply_room + 16;
        noc_full_reply *grown = malloc(room * sizeof *grown);
        if (!grown) {
            f->short_of_memory = true;
            return;
        }
        for (uint32_t i = 0; i < t->reply_count; i++)
            grown[i] = t->replies[(t->first_reply + i) % t->reply_room];
        free(t->replies);
        t->replies = grown;
        t->first_reply = 0;
        t->reply_room = room;
    }
    t->replies[(t->first_reply + t->reply_count++) % t->reply_room] = reply;
}

void noc_full_arrive(noc_full *f, const noc_stay *stay)
{
    const noc_traffic *t = &f->system->traffic;
    const noc_flow *flow = &t->flows[stay->flow];
    const int answer = t->types[stay->type % t->type_count].reply;
    noc_full_trips *trips = &f->trips[flow->class];
    f->delivered[(size_t)flow->source * NOC_CLASSES + flow->class]++;
    trips->count++;
    trips->cycles += (uint32_t)f->now - stay->created;
    trips->in_network += (uint32_t)f->now - stay->sent;
    if (flow->class == NOC_REQUEST && answer >= 0) {
        const uint32_t reply_flow =
            noc_traffic_find_flow(t, NOC_REPLY, flow->destination, flow->source);
        const uint32_t created =
            (uint32_t)f->now + (uint32_t)f->system->design->traffic.answer_cycles;
        const noc_full_reply reply = {reply_flow, created, (uint8_t)answer};
        push_reply(f, &f->terminals[flow->destination], reply);
        return;
    }
    f->answered++;
    noc_full_event_in(f, 1, (noc_full_event){noc_flow_owner(flow), NOC_FULL_SEEN});
}

/* ---- injection ports ------------------------------------------------------------------------ */

void noc_full_sent(noc_full *f, uint32_t door)
{
    f->doors[door].taken = false;
}

static void draw_reply(noc_full *f, noc_full_terminal *t)
{
    noc_full_next *next = &t->next[NOC_REPLY];
    if (next->is || t->reply_count == 0) return;
    if ((int32_t)(t->replies[t->first_reply].created - (uint32_t)f->now) >= 0)
        return; /* the reply is not yet created */
    const noc_full_reply reply = t->replies[t->first_reply];
    t->first_reply = (t->first_reply + 1) % t->reply_room;
    t->reply_count--;
    *next = (noc_full_next){draw_way(f, &f->system->traffic.flows[reply.flow]), reply.flow,
                            reply.created, draw_length(f, NOC_REPLY, reply.type), true};
}

static void draw_request(noc_full *f, noc_full_terminal *t)
{
    noc_full_next *next = &t->next[NOC_REQUEST];
    if (next->is || t->flows == 0 || t->left < 1.0 || t->away >= f->most_away) return;
    if (t->created + t->rate * (double)f->now < 1.0) return;
    const uint32_t flow = draw_flow(f, t);
    t->created -= 1.0;
    t->left -= 1.0;
    t->away++;
    *next = (noc_full_next){draw_way(f, &f->system->traffic.flows[flow]), flow, (uint32_t)f->now,
                            draw_length(f, NOC_REQUEST, -1), true};
}

/* Chooses the next packet of an injection port. Replies have priority. False: no packet. */
static bool take_next(noc_full *f, noc_full_door *door, noc_full_terminal *t)
{
    const noc_hop *hops = f->system->routes.hops;
    draw_reply(f, t);
    draw_request(f, t);
    for (int k = NOC_CLASSES; k-- > 0;) {
        noc_full_next *next = &t->next[k];
        if (!next->is || hops[next->hop].channel != door->channel) continue;
        const uint16_t network = f->system->graph.channels[door->channel].network;
        door->hop = next->hop;
        door->flow = next->flow;
        door->created = next->created;
        door->type = next->type;
        door->flits = door->left = f->system->traffic.lengths[next->type].flits[network];
        door->stay = NOC_NONE;
        door->taken = true;
        next->is = false;
        return true;
    }
    return false;
}

/* Fills an injection port with the next packet. Terminals that share the channel alternate. */
static void fill(noc_full *f, uint32_t door)
{
    const noc_graph *g = &f->system->graph;
    noc_full_door *d = &f->doors[door];
    const uint32_t first = g->first_sharer[door], count = g->channels[d->channel].sharers;
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t turn = (d->turn + 1 + k) % count;
        if (!take_next(f, d, &f->terminals[g->sharers[first + turn]])) continue;
        d->turn = turn;
        return;
    }
}

/* Allocates a free virtual channel with space, round robin. False: none. */
static bool find_lane(noc_full *f, noc_full_door *d)
{
    noc_gateway *g = &f->gateways[d->channel];
    uint32_t open = 0;
    for (uint32_t v = 0; v < g->lanes; v++)
        if (f->lanes[g->first_lane + v].room >= (g->atomic ? g->buffer : 1)) open |= 1u << v;
    open &= g->open & f->system->routes.hops[d->hop].vcs;
    if (!open) return false;
    const unsigned v = noc_mask_first_from(open, (d->last_vc + 1u) % 32u);
    const uint32_t lane = g->first_lane + v;
    d->last_vc = (uint8_t)v;
    d->stay = noc_full_enter(f, lane,
                             (noc_stay){.hop = d->hop,
                                        .flow = d->flow,
                                        .created = d->created,
                                        .sent = (uint32_t)f->now,
                                        .flits = d->flits,
                                        .type = d->type});
    f->lanes[lane].owner = NOC_FULL_DOOR;
    g->open &= ~(1u << v);
    return true;
}

/* Sends a flit. False if the flit has to wait. */
static bool send_flit(noc_full *f, noc_full_door *d)
{
    noc_gateway *g = &f->gateways[d->channel];
    if (d->stay == NOC_NONE && !find_lane(f, d)) return false;
    const uint32_t lane = f->stays[d->stay].lane;
    const double now = (double)f->now, pause = d->left == d->flits ? g->pause : 0.0;
    if (f->lanes[lane].room == 0) return false;
    g->channel_free = max_of(g->channel_free, now) + g->channel_pace + pause;
    f->lanes[lane].room--;
    f->steps++;
    noc_full_event_in(f, g->flight, (noc_full_event){d->stay, NOC_FULL_ARRIVAL});
    if (--d->left > 0) return true;
    if (g->channel_pace < 1.0) { /* the next packet may follow in the same cycle */
        noc_full_let_go(f, lane);
        d->taken = false;
    } else {
        noc_full_event_in(f, 1, (noc_full_event){lane, NOC_FULL_SENT});
    }
    return true;
}

void noc_full_send(noc_full *f)
{
    for (uint32_t i = 0; i < f->system->graph.injector_count; i++) {
        noc_full_door *d = &f->doors[i];
        const noc_gateway *g = &f->gateways[d->channel];
        do {
            if (!d->taken) fill(f, i);
        } while (d->taken && d->left > 0 && g->channel_free < (double)f->now + 1.0 &&
                 send_flit(f, d));
    }
}
