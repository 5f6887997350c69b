/* The terminals of the virtual-channel engine: sources that create and inject packets, sinks that take
 * them, and memory nodes that answer.
 *
 * A Bernoulli source has an unlimited queue, of which only the front exists: while it waits the source
 * just remembers its creation time, so a saturated network costs neither time nor memory here. */
#include <math.h>
#include <stdlib.h>

#include "sampler/closed_loop.h"
#include "sampler/engines/vc/forks.h"
#include "sampler/resting.h"
#include "sampler/vc_state.h"

/* ---- timers --------------------------------------------------------------------------------- */

static void set_timer(noc_engine *e, uint32_t terminal)
{
    noc_terminal_source *source = &e->sources[terminal];
    uint32_t *list = &e->timers[source->next_creation % NOC_TIMER_SLOTS];
    source->timer_next = *list;
    *list = terminal;
}

/* Cycles to the next success of a Bernoulli trial a cycle: geometric, at least 1. */
static uint64_t draw_gap(noc_engine *e, noc_terminal_source *source)
{
    if (e->packets_per_cycle >= 1.0) return 1;
    const double gap = log(noc_random_positive(&source->random)) * e->gap_scale;
    return gap < 1e15 ? 1 + (uint64_t)gap : (uint64_t)1e15;
}

/* ---- packets -------------------------------------------------------------------------------- */

static uint32_t new_packet(noc_engine *e)
{
    const uint32_t packet = e->free_packet;
    e->free_packet = e->packets[packet].next;
    e->free_packets--;
    return packet;
}

static void enqueue(noc_engine *e, noc_queue *queue, uint32_t packet)
{
    e->packets[packet].next = NOC_NONE;
    if (queue->count++ == 0)
        queue->first = packet;
    else
        e->packets[queue->last].next = packet;
    queue->last = packet;
}

/* Paths that are next to one another in the same network. */
typedef struct choice {
    const noc_path *paths;
    uint32_t count;
    double probability; /* of all of them */
} choice;

static const noc_network *network_of(const noc_engine *e, const noc_path *path)
{
    return &e->system->graph.networks[e->turns[path->first].network];
}

/* Those of a flow's paths that are left once its slice is decided. */
static choice narrow_to_slice(const noc_engine *e, const noc_route *route,
                              noc_terminal_source *source)
{
    choice all = {&e->system->routes.paths[route->first_path], route->paths, 1.0};
    const noc_path *end = all.paths + all.count;
    const noc_network *first = network_of(e, all.paths), *last = network_of(e, end - 1);
    const noc_slice_choice_kind *rule = first->slice_choice;
    if (first == last || !rule->choose || first->spec != last->spec) return all;
    const uint8_t slice = rule->choose(&source->slices, (uint8_t)(last->slice + 1));
    const noc_path *path = all.paths;
    while (network_of(e, path)->slice != slice) path++;
    choice left = {path, 0, 0.0};
    for (; path < end && network_of(e, path)->slice == slice; path++) {
        left.count++;
        left.probability += path->probability;
    }
    return left;
}

static const noc_path *draw_path(noc_random *random, choice c)
{
    if (c.count == 1) return c.paths;
    const noc_path *path = c.paths, *last = c.paths + c.count - 1;
    double left = c.probability * noc_random_uniform(random);
    while (path < last && left >= path->probability) left -= (path++)->probability;
    return path;
}

static uint16_t flits_of(const noc_engine *e, const noc_packet *packet, uint16_t network)
{
    const uint32_t width = e->system->graph.networks[network].flit_bytes;
    if (packet->bytes) return (uint16_t)((packet->bytes + width - 1) / width);
    return e->system->traffic.types[packet->type].flits[network];
}

/* Chooses the path of the packet that is next at its source, and with it its network and flits. */
static void place_packet(noc_engine *e, noc_packet *packet)
{
    const noc_flow *flow = &e->system->traffic.flows[packet->flow];
    noc_terminal_source *source = &e->sources[flow->source];
    const noc_path *path = draw_path(&source->random, narrow_to_slice(e, &flow->route, source));
    const uint32_t fork = e->turns[path->first].fork;
    packet->first_turn = fork == NOC_NONE ? path->first : noc_fork_choose(e, fork);
    packet->routers = (uint16_t)path->routers;
    const uint16_t network = e->turns[path->first].network;
    packet->flits = flits_of(e, packet, network);
    const noc_network *net = &e->system->graph.networks[network];
    if (net->slice_choice->count) net->slice_choice->count(&source->slices, net->slice);
    packet->placed = true;
}

static uint32_t make_packet(noc_engine *e, size_t flow, int type, uint64_t created)
{
    const uint32_t index = new_packet(e);
    noc_packet *packet = &e->packets[index];
    *packet = (noc_packet){
        .created = created,
        .origin = created,
        .flow = (uint32_t)flow,
        .type = (uint8_t)type,
    };
    return index;
}

static int draw_type(const noc_engine *e, noc_random *random)
{
    if (e->request_types == 1) return 0;
    const double u = noc_random_uniform(random);
    int i = 0; /* requests come first */
    while (i + 1 < e->request_types && u >= e->type_limits[i]) i++;
    return i;
}

/* The next packet of a Bernoulli source, whose creation time has come. */
static void create_request(noc_engine *e, uint32_t terminal)
{
    noc_terminal_source *source = &e->sources[terminal];
    const int type = draw_type(e, &source->random);
    const size_t flow =
        source->first_flow + noc_alias_table_draw(&source->destinations, &source->random);
    enqueue(e, &source->queues[NOC_REQUEST], make_packet(e, flow, type, source->next_creation));
    e->tally.created[NOC_REQUEST]++;
    source->next_creation += draw_gap(e, source);
    source->due = false;
    if (source->next_creation > e->now)
        set_timer(e, terminal);
    else
        source->due = true;
}

/* The next packet of a source's part of a trace. */
static void create_planned(noc_engine *e, uint32_t terminal)
{
    noc_terminal_source *source = &e->sources[terminal];
    const noc_planned_packet *p = &e->playlist->packets[source->planned];
    const uint32_t packet = make_packet(e, p->flow, p->type, p->cycle);
    e->packets[packet].bytes = p->bytes;
    enqueue(e, &source->queues[source->creates], packet);
    e->tally.created[source->creates]++;
    source->planned = p->next;
    source->due = false;
    if (p->next == NOC_NONE) return;
    source->next_creation = e->playlist->packets[p->next].cycle;
    if (source->next_creation > e->now)
        set_timer(e, terminal);
    else
        source->due = true;
}

static void create_packet(noc_engine *e, uint32_t terminal)
{
    if (e->playlist)
        create_planned(e, terminal);
    else
        create_request(e, terminal);
}

static noc_sender *sender_of(noc_engine *e, const noc_packet *packet)
{
    return &e->senders[e->turns[packet->first_turn].output - e->output_count];
}

/* Takes the packet at the front of a queue from it. */
static void dequeue(noc_engine *e, noc_queue *queue)
{
    queue->first = e->packets[queue->first].next;
    queue->count--;
}

/* ---- ideal networks ------------------------------------------------------------------------- */

/* Whether an ideal network takes a packet in this cycle: it does while the cycle's limit has not been
 * passed, so the last packet may exceed it (te13 3.1); the next cycle has so much less. */
static bool takes_packet(noc_engine *e, const noc_packet *packet)
{
    const noc_flow *flow = &e->system->traffic.flows[packet->flow];
    const uint16_t network = e->turns[packet->first_turn].network;
    if (flow->class == NOC_REPLY && packet->created == e->now) return false;
    if (e->budget[network] <= 0) return false;
    if (e->closed && flow->class == NOC_REQUEST && !noc_memory_admits(e, flow->destination))
        return false;
    e->budget[network] -= packet->flits;
    return true;
}

/* The packet at the front of a queue arrives at once, or stays. */
static bool pass_packet(noc_engine *e, noc_queue *queue)
{
    const uint32_t index = queue->first;
    noc_packet *packet = &e->packets[index];
    const uint16_t flits = packet->flits;
    if (!takes_packet(e, packet)) return false;
    dequeue(e, queue);
    packet->injected = e->now;
    for (uint32_t t = packet->first_turn; t != NOC_NONE; t = e->turns[t].next) {
        const unsigned label = (unsigned)__builtin_ctz(e->turns[t].permitted);
        e->output_vcs[e->outputs[e->turns[t].output].first_vc + label].flits += flits;
    }
    e->tally.flits_injected += flits;
    noc_flit flit = {index << NOC_FLIT_BITS, 0};
    for (uint16_t f = 1; f < flits; f++) noc_endpoints_eject(e, flit);
    flit.packet |= NOC_FLIT_TAIL;
    noc_endpoints_eject(e, flit);
    return true;
}

static void start_packets(noc_engine *e, uint32_t terminal);

static void refill_budgets(noc_engine *e)
{
    const noc_graph *g = &e->system->graph;
    for (uint16_t n = 0; n < g->network_count; n++) {
        const int64_t limit = g->networks[n].flits_per_cycle;
        if (limit == 0 || e->budget[n] > 0) e->budget[n] = 0; /* what is not used is lost */
        if (noc_rests(&e->derating, noc_resource_of_network(g, n), e->now, n)) continue;
        e->budget[n] += limit ? limit : INT64_MAX / 2;
    }
}

/* All terminals get a chance, another one first in each cycle. */
static void serve_terminals(noc_engine *e)
{
    const uint32_t count = e->system->graph.terminal_count;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t t = e->first_served + k;
        if (t >= count) t -= count;
        start_packets(e, t);
    }
    e->first_served = e->first_served + 1 == count ? 0 : e->first_served + 1;
}

/* ---- injection ------------------------------------------------------------------------------ */

/* Gives the packet at the front of a queue to the sender of its path. Returns false if that is busy. */
static bool start_packet(noc_engine *e, noc_queue *queue)
{
    const uint32_t packet = queue->first;
    if (!e->packets[packet].placed) place_packet(e, &e->packets[packet]);
    if (e->ideal) return pass_packet(e, queue);
    noc_sender *sender = sender_of(e, &e->packets[packet]);
    if (sender->packet != NOC_NONE) return false;
    if (sender->sharers > 1) {
        const uint32_t source = e->system->traffic.flows[e->packets[packet].flow].source;
        const uint32_t *sharers = &e->system->graph.sharers[sender->first_sharer];
        for (sender->turn = 0; sharers[sender->turn] != source;) sender->turn++;
    }
    dequeue(e, queue);
    sender->packet = packet;
    sender->vc = NOC_NONE;
    sender->left = e->packets[packet].flits;
    noc_set_add(e->busy_senders, (unsigned)(sender - e->senders));
    return true;
}

/* Starts what waits at a terminal. Replies go first: memory nodes must not be blocked by requests. */
static void start_packets(noc_engine *e, uint32_t terminal)
{
    noc_terminal_source *source = &e->sources[terminal];
    noc_queue *replies = &source->queues[NOC_REPLY], *own = &source->queues[source->creates];
    while (replies->count && start_packet(e, replies)) continue;
    for (;;) {
        if (own->count == 0 && source->due) create_packet(e, terminal);
        if (own->count == 0 || !start_packet(e, own)) return;
    }
}

/* The channel is free: its terminals get a chance in turn, from the one after the last served. */
static void serve_next(noc_engine *e, noc_sender *sender)
{
    const uint32_t *sharers = &e->system->graph.sharers[sender->first_sharer];
    for (uint32_t k = 1; k <= sender->sharers && sender->packet == NOC_NONE; k++) {
        const uint32_t place = (sender->turn + k) % sender->sharers;
        start_packets(e, sharers[place]);
    }
}

/* The head takes a VC that is free and has room, round robin after the last one used. */
static bool choose_vc(noc_engine *e, noc_sender *sender)
{
    const noc_turn *turn = &e->turns[e->packets[sender->packet].first_turn];
    noc_output *out = &e->outputs[sender->output];
    uint32_t candidates = 0;
    for (uint32_t left = turn->permitted & out->free_vcs; left; left &= left - 1) {
        const unsigned v = (unsigned)__builtin_ctz(left);
        if (e->output_vcs[out->first_vc + v].credits) candidates |= 1u << v;
    }
    if (!candidates) return false;
    const unsigned v = noc_mask_first_from(candidates, (sender->last_vc + 1u) % NOC_VCS_MAX);
    sender->last_vc = (uint8_t)v;
    sender->vc = out->first_vc + v;
    out->free_vcs &= ~(1u << v);
    e->output_vcs[sender->vc].owner = NOC_SENDER;
    return true;
}

/* Returns false if the flit has to wait. */
static bool send_flit(noc_engine *e, noc_sender *sender)
{
    noc_packet *packet = &e->packets[sender->packet];
    noc_output *out = &e->outputs[sender->output];
    noc_flit flit = {sender->packet << NOC_FLIT_BITS, packet->first_turn};
    if (sender->vc == NOC_NONE) {
        if (!choose_vc(e, sender)) return false;
        packet->injected = e->now;
        flit.packet |= NOC_FLIT_HEAD;
    } else if (e->output_vcs[sender->vc].credits == 0) {
        return false;
    }
    if (--sender->left == 0) flit.packet |= NOC_FLIT_TAIL;
    noc_send_flit(e, out, sender->vc, flit);
    e->tally.flits_injected++;
    if (sender->left > 0) return true;
    if (!out->atomic) out->free_vcs |= 1u << (sender->vc - out->first_vc);
    e->output_vcs[sender->vc].owner = NOC_NONE;
    sender->packet = NOC_NONE;
    noc_set_remove(e->busy_senders, (unsigned)(sender - e->senders));
    serve_next(e, sender);
    return true;
}

/* Sources whose time has come; those of a later lap stay in the list. */
static void fire_timers(noc_engine *e)
{
    uint32_t *link = &e->timers[e->now % NOC_TIMER_SLOTS];
    uint32_t waiting = *link;
    *link = NOC_NONE;
    while (waiting != NOC_NONE) {
        const uint32_t terminal = waiting;
        noc_terminal_source *source = &e->sources[terminal];
        waiting = source->timer_next;
        if (source->next_creation != e->now) {
            set_timer(e, terminal);
            continue;
        }
        source->due = true;
        start_packets(e, terminal);
    }
}

void noc_endpoints_inject(noc_engine *e)
{
    if (e->ideal) refill_budgets(e);
    fire_timers(e);
    if (e->closed) noc_cores_step(e);
    const uint64_t *awake = e->resting ? noc_resting_wake_senders(e) : e->busy_senders;
    NOC_SET_EACH(i, awake, e->sender_words)
    if (!send_flit(e, &e->senders[i]) && e->senders[i].memory) e->tally.memory_blocked++;
    for (uint32_t k = 0; k < e->woken_count; k++) start_packets(e, e->woken[k]);
    e->woken_count = 0;
    if (e->ideal) serve_terminals(e);
    if (e->closed) noc_memories_step(e);
}

void noc_endpoints_submit(noc_engine *e, size_t flow, int type, uint32_t transaction,
                          uint64_t origin)
{
    const noc_flow *f = &e->system->traffic.flows[flow];
    const uint32_t packet = make_packet(e, flow, type, e->now);
    e->packets[packet].origin = origin;
    e->closed->transaction_of[packet] = transaction;
    enqueue(e, &e->sources[f->source].queues[f->class], packet);
    e->tally.created[f->class]++;
    if (!e->ideal) start_packets(e, f->source); /* ideal networks serve all in turn */
}

bool noc_endpoints_has_room(const noc_engine *e, uint32_t terminal, uint32_t most)
{
    return e->sources[terminal].queues[NOC_REPLY].count < most;
}

/* ---- ejection ------------------------------------------------------------------------------- */

/* The answer to a request exists from the cycle in which the request's tail arrives, and may enter the
 * network in the next one. */
static void reply_to(noc_engine *e, const noc_packet *request, int type)
{
    const size_t flow = e->reply_flow[request->flow];
    const uint64_t origin = request->origin;
    const uint32_t terminal = e->system->traffic.flows[flow].source;
    const uint32_t reply = make_packet(e, flow, type, e->now);
    e->packets[reply].origin = origin;
    enqueue(e, &e->sources[terminal].queues[NOC_REPLY], reply);
    e->tally.created[NOC_REPLY]++;
    if (!e->ideal) e->woken[e->woken_count++] = terminal;
}

static void receive(noc_engine *e, uint32_t packet)
{
    const noc_flow *flow = &e->system->traffic.flows[e->packets[packet].flow];
    const uint32_t transaction = e->closed->transaction_of[packet];
    if (flow->class == NOC_REPLY)
        noc_core_receive(e, transaction);
    else
        noc_memory_receive(e, flow->destination, transaction);
}

static void count_latency(noc_engine *e, uint64_t cycles)
{
    noc_sketch_add(&e->sketch, cycles);
    noc_recent_add(&e->recent, cycles);
}

void noc_endpoints_eject(noc_engine *e, noc_flit flit)
{
    const uint32_t index = flit.packet >> NOC_FLIT_BITS;
    const noc_packet *packet = &e->packets[index];
    const noc_packet_type *type = &e->system->traffic.types[packet->type];
    noc_tally *tally = &e->tally;
    tally->flits_ejected[type->class]++;
    if (!(flit.packet & NOC_FLIT_TAIL)) return;
    tally->delivered[type->class]++;
    tally->last_delivery = e->now;
    tally->latency[type->class] += e->now - packet->created;
    tally->network_latency[type->class] += e->now - packet->injected;
    tally->routers[type->class] += packet->routers;
    if (type->class == NOC_REPLY && !(e->playlist && !e->playlist->answers)) {
        tally->round_trips++;
        tally->round_trip += e->now - packet->origin;
        count_latency(e, e->now - packet->origin);
    } else if (type->reply < 0 || (e->playlist && !e->playlist->answers)) {
        count_latency(e, e->now - packet->created);
    }
    if (e->closed)
        receive(e, index);
    else if (type->reply >= 0 && (!e->playlist || e->playlist->answers))
        reply_to(e, packet, type->reply);
    e->packets[index].next = e->free_packet;
    e->free_packet = index;
    e->free_packets++;
}

double noc_engine_backlog(const noc_engine *e, noc_class class)
{
    double waiting = 0.0;
    for (uint32_t t = 0; t < e->system->graph.terminal_count; t++) {
        const noc_terminal_source *source = &e->sources[t];
        waiting += source->queues[class].count;
        if (class == NOC_REQUEST && source->due)
            waiting += 1.0 + (double)(e->now - source->next_creation) * e->packets_per_cycle;
    }
    return waiting;
}

noc_status noc_engine_place(noc_engine *e, size_t flow, int type)
{
    if (noc_engine_reserve(e, 1) != NOC_OK) return NOC_EFAILED;
    const noc_flow *f = &e->system->traffic.flows[flow];
    enqueue(e, &e->sources[f->source].queues[f->class], make_packet(e, flow, type, e->now));
    e->tally.created[f->class]++;
    start_packets(e, f->source);
    return NOC_OK;
}

/* ---- making --------------------------------------------------------------------------------- */

static void limit_types(noc_engine *e)
{
    const noc_traffic *traffic = &e->system->traffic;
    double sum[NOC_CLASSES] = {0.0, 0.0};
    for (int i = 0; i < traffic->type_count; i++)
        e->type_limits[i] = sum[traffic->types[i].class] += traffic->types[i].share;
    for (int i = 0; i < traffic->type_count; i++)
        e->request_types += traffic->types[i].class == NOC_REQUEST;
}

/* Flows are sorted by source, so a source's destinations are a run of flows. */
static bool make_destinations(noc_engine *e)
{
    const noc_traffic *traffic = &e->system->traffic;
    double *rates = malloc((traffic->flow_count + 1) * sizeof *rates);
    if (!rates) return false;
    bool made = true;
    for (size_t f = 0, end; f < traffic->flow_count && made; f = end) {
        const noc_flow *first = &traffic->flows[f];
        for (end = f; end < traffic->flow_count && traffic->flows[end].source == first->source &&
                      traffic->flows[end].class == first->class;
             end++)
            rates[end - f] = traffic->flows[end].rate;
        if (first->class != NOC_REQUEST) continue;
        noc_terminal_source *source = &e->sources[first->source];
        source->bernoulli = e->packets_per_cycle > 0.0;
        source->first_flow = f;
        made = noc_alias_table_make(&source->destinations, rates, end - f);
    }
    free(rates);
    return made;
}

/* The flow that answers each request flow: same pair, other direction. */
static bool pair_replies(noc_engine *e)
{
    const noc_traffic *traffic = &e->system->traffic;
    const uint32_t terminals = e->system->graph.terminal_count;
    size_t *first = malloc(terminals * sizeof *first); /* reply flow of a memory node */
    e->reply_flow = calloc(traffic->flow_count + 1, sizeof *e->reply_flow);
    if (!first || !e->reply_flow) {
        free(first);
        return false;
    }
    for (size_t f = traffic->flow_count; f-- > 0;)
        if (traffic->flows[f].class == NOC_REPLY) first[traffic->flows[f].source] = f;
    /* Both lists are ascending in the compute node, so each memory's replies are met in order. */
    for (size_t f = 0; f < traffic->flow_count; f++)
        if (traffic->flows[f].class == NOC_REQUEST && traffic->types[0].reply >= 0)
            e->reply_flow[f] = first[traffic->flows[f].destination]++;
    free(first);
    return true;
}

/* Sources that play a trace wait for their first packet. */
static void make_players(noc_engine *e)
{
    for (uint32_t t = 0; t < e->system->graph.terminal_count; t++) {
        noc_terminal_source *source = &e->sources[t];
        source->planned = e->playlist->first[t];
        if (source->planned == NOC_NONE) continue;
        const noc_planned_packet *p = &e->playlist->packets[source->planned];
        source->creates = e->system->traffic.flows[p->flow].class;
        source->next_creation = p->cycle;
        set_timer(e, t);
    }
}

static bool make_sources(noc_engine *e, noc_load load)
{
    const noc_graph *g = &e->system->graph;
    for (uint32_t t = 0; t < g->terminal_count; t++)
        e->sources[t].random = noc_random_stream(load.seed, t);
    if (!make_destinations(e)) return false;
    if (e->playlist) make_players(e);
    for (uint32_t t = 0; t < g->terminal_count; t++) {
        noc_terminal_source *source = &e->sources[t];
        if (!source->bernoulli) continue;
        source->next_creation = draw_gap(e, source) - 1;
        set_timer(e, t);
    }
    return true;
}

static bool make_senders(noc_engine *e)
{
    const noc_graph *g = &e->system->graph;
    const uint32_t injections = g->injector_count;
    e->sender_words = (injections + 63) / 64;
    e->senders = calloc(injections, sizeof *e->senders);
    e->busy_senders = calloc(e->sender_words, sizeof *e->busy_senders);
    if (!e->senders || !e->busy_senders) return false;
    for (uint32_t i = 0; i < injections; i++) {
        const noc_channel *channel = &g->channels[g->injectors[i]];
        e->senders[i] = (noc_sender){
            .packet = NOC_NONE,
            .output = e->output_count + i,
            .first_sharer = g->first_sharer[i],
            .sharers = channel->sharers,
            .memory = g->terminals[channel->from].kind == NOC_MEMORY,
            .last_vc = NOC_VCS_MAX - 1,
        };
    }
    return true;
}

noc_status noc_endpoints_new(noc_engine *e, noc_load load)
{
    const noc_graph *g = &e->system->graph;
    uint32_t ejections = 0;
    for (uint32_t t = 0; t < g->terminal_count; t++) ejections += g->terminals[t].ejections;
    e->packets_per_cycle = load.packets_per_cycle;
    e->playlist = load.playlist;
    e->gap_scale = 1.0 / log1p(-load.packets_per_cycle);
    e->sources = calloc(g->terminal_count, sizeof *e->sources);
    e->timers = malloc(NOC_TIMER_SLOTS * sizeof *e->timers);
    e->woken = calloc(ejections, sizeof *e->woken);
    e->type_limits = calloc(NOC_PACKET_TYPES_MAX, sizeof *e->type_limits);
    if (!e->sources || !e->timers || !e->woken || !e->type_limits) return NOC_EFAILED;
    for (unsigned i = 0; i < NOC_TIMER_SLOTS; i++) e->timers[i] = NOC_NONE;
    limit_types(e);
    e->ideal = g->networks[0].switching == NOC_SWITCHING_IDEAL; /* then all are */
    e->budget = calloc(g->network_count, sizeof *e->budget);
    if (!e->budget || !make_senders(e) || !pair_replies(e) || !make_sources(e, load))
        return NOC_EFAILED;
    return load.workload && !noc_closed_loop_new(e, load.workload, load.seed) ? NOC_EFAILED
                                                                              : NOC_OK;
}

void noc_endpoints_free(noc_engine *e)
{
    for (uint32_t t = 0; e->sources && t < e->system->graph.terminal_count; t++)
        noc_alias_table_clear(&e->sources[t].destinations);
    noc_closed_loop_free(e->closed);
    free(e->budget);
    free(e->sources);
    free(e->senders);
    free(e->busy_senders);
    free(e->timers);
    free(e->woken);
    free(e->reply_flow);
    free(e->type_limits);
}
