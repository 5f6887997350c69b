#include "sampler/ports/ports.h"

#include <stdlib.h>

#include "design/memory/codec.h"
#include "network/graph/units.h"
#include "sampler/ports/codecs.h"
#include "sampler/ports/deliveries.h"

/* ---- making --------------------------------------------------------------------------------- */

static bool make_entrances(noc_ports *p, const noc_ports *like)
{
    const noc_routes *routes = &p->system->routes;
    p->borrows_entrances = like != NULL;
    p->entrances =
        like ? like->entrances : malloc((routes->path_count + 1u) * sizeof *p->entrances);
    if (like || !p->entrances) return p->entrances != NULL;
    for (uint32_t i = 0; i < routes->path_count; i++) {
        const noc_path *path = &routes->paths[i];
        p->entrances[i] = (noc_entrance){
            .hop = path->first,
            .door = noc_port_door_of(p, path->first),
            .network = p->system->graph.channels[routes->hops[path->first].channel].network,
            .routers = (uint16_t)path->routers,
        };
    }
    return true;
}

/* Finds the number of a source's random stream. Streams of further classes follow the streams of
 * the engines. */
static uint64_t stream_of(const noc_ports *p, uint32_t source)
{
    enum { ENGINES = 64 };
    return source < p->system->graph.terminal_count ? source : (uint64_t)source + ENGINES;
}

static bool make_terminals(noc_ports *p, uint64_t seed)
{
    const uint32_t count = p->source_count;
    p->terminals = aligned_alloc(NOC_PORT_LINE, (count + 1u) * sizeof *p->terminals);
    p->places = calloc(count + 1u, sizeof *p->places);
    p->owners = calloc(p->system->graph.terminal_count + 1u, sizeof *p->owners);
    if (p->class_count > 1) p->class_sketches = calloc(p->class_count, sizeof *p->class_sketches);
    if (!p->terminals || !p->places || !p->owners) return false;
    if (p->class_count > 1 && !p->class_sketches) return false;
    for (uint32_t t = 0; t < count; t++) {
        p->terminals[t] = (noc_port_terminal){.random = noc_random_stream(seed, stream_of(p, t))};
        p->places[t].room = NOC_NONE;
    }
    return true;
}

/* Makes a door for each injection channel and class of traffic. */
static bool make_doors(noc_ports *p)
{
    const noc_graph *g = &p->system->graph;
    p->doors = calloc((size_t)g->injector_count * p->class_count + 1u, sizeof *p->doors);
    p->waiting = calloc(p->door_words + 1u, sizeof *p->waiting);
    if (!p->doors || !p->waiting) return false;
    for (uint32_t door = 0; door < g->injector_count * p->class_count; door++) {
        const uint32_t i = door / p->class_count;
        p->doors[door] = (noc_door){
            .packet = NOC_NONE,
            .first_sharer = g->first_sharer[i],
            .sharers = g->channels[g->injectors[i]].sharers,
        };
    }
    return true;
}

static bool make_codecs(noc_ports *p)
{
    const noc_graph *g = &p->system->graph;
    const noc_codec_spec *codec = &p->system->design->codec;
    if (noc_codec_shortens(codec)) p->saved = codec->ratio;
    p->compressible = codec->compressible;
    if (codec->cycles == 0) return true;
    p->codecs = noc_codecs_new((uint32_t)codec->cycles, g->injector_count * p->class_count,
                               g->channel_count);
    return p->codecs;
}

bool noc_ports_make(noc_ports *p, const noc_system *system, uint64_t seed, bool answered,
                    bool by_class, const noc_ports *like)
{
    const noc_graph *g = &system->graph;
    const uint32_t classes = by_class ? system->traffic.class_count : 1;
    const uint32_t sources = g->terminal_count * classes;
    *p = (noc_ports){
        .system = system,
        .class_count = classes,
        .source_count = sources,
        .door_words = (g->injector_count * classes + 63) / 64,
        .terminal_words = (sources + 63) / 64,
        .answered = answered,
        .first_arrival = NOC_NONE,
    };
    p->active = calloc(p->terminal_words + 1u, sizeof *p->active);
    p->networks = calloc(g->network_count + 1u, sizeof *p->networks);
    p->woken = calloc(g->terminal_count + 1u, sizeof *p->woken);
    p->announced = calloc(sources + 1u, sizeof *p->announced);
    if (!p->active || !p->networks || !p->woken || !p->announced) return false;
    return make_doors(p) && make_terminals(p, seed) && make_entrances(p, like) && make_codecs(p);
}

bool noc_ports_count_flows(noc_ports *p)
{
    p->by_flow = calloc(p->system->traffic.flow_count + 1, sizeof *p->by_flow);
    return p->by_flow != NULL;
}

void noc_ports_clear(noc_ports *p)
{
    noc_packets_clear(&p->packets);
    noc_target_groups_clear(&p->groups);
    noc_codecs_free(p->codecs);
    free(p->terminals);
    free(p->places);
    free(p->owners);
    free(p->by_flow);
    free(p->class_sketches);
    free(p->doors);
    free(p->waiting);
    free(p->active);
    free(p->networks);
    if (!p->borrows_entrances) free(p->entrances);
    free(p->woken);
    free(p->announced);
    free(p->named);
}

/* ---- queues --------------------------------------------------------------------------------- */

static noc_packet_line *queue_of(noc_ports *p, uint32_t packet)
{
    const noc_flow *flow = &p->system->traffic.flows[p->packets.all[packet].flow];
    return &p->terminals[noc_port_source_of(p, flow)].queues[flow->class];
}

static inline void enqueue(noc_ports *p, const noc_flow *flow, uint32_t packet)
{
    const uint32_t source = noc_port_source_of(p, flow);
    noc_set_add(p->active, source);
    noc_line_append(&p->packets, &p->terminals[source].queues[flow->class], packet);
}

/* ---- paths ---------------------------------------------------------------------------------- */

/* Consecutive paths among which a packet chooses. */
typedef struct choice {
    uint32_t first, count;
    double probability; /* sum over the paths */
} choice;

static const noc_network *network_of(const noc_ports *p, uint32_t path)
{
    return &p->system->graph.networks[p->entrances[path].network];
}

/* Chooses a slice at random and narrows the paths to it; paths of a slice are adjacent. */
static choice narrow_to_slice(const noc_ports *p, choice all, noc_port_terminal *source)
{
    const uint32_t end = all.first + all.count;
    const noc_network *first = network_of(p, all.first), *last = network_of(p, end - 1);
    const noc_slice_choice_kind *rule = first->slice_choice;
    if (first == last || !rule->choose || first->spec != last->spec) return all;
    const uint8_t slice = rule->choose(&source->slices, (uint8_t)(last->slice + 1));
    choice left = {all.first, 0, 0.0};
    while (network_of(p, left.first)->slice != slice) left.first++;
    for (uint32_t path = left.first; path < end && network_of(p, path)->slice == slice; path++) {
        left.count++;
        left.probability += p->system->routes.paths[path].probability;
    }
    return left;
}

static uint32_t draw_path(const noc_ports *p, noc_random *random, choice c)
{
    if (c.count == 1) return c.first;
    const noc_path *paths = p->system->routes.paths;
    const uint32_t last = c.first + c.count - 1;
    uint32_t path = c.first;
    double left = c.probability * noc_random_uniform(random);
    while (path < last && left >= paths[path].probability) left -= paths[path++].probability;
    return path;
}

static uint32_t choose_path(const noc_ports *p, const noc_route *route, noc_port_terminal *source)
{
    if (route->paths == 1) return route->first_path;
    const choice all = {route->first_path, route->paths, 1.0};
    return draw_path(p, &source->random, narrow_to_slice(p, all, source));
}

/* Narrows the paths of a route to one network of the design; its slices are adjacent. */
static choice narrow_to_spec(const noc_ports *p, const noc_route *route, unsigned spec)
{
    choice left = {route->first_path, 0, 0.0};
    for (uint32_t i = 0; i < route->paths; i++) {
        const uint32_t path = route->first_path + i;
        if (network_of(p, path)->spec != spec) continue;
        if (left.count++ == 0) left.first = path;
        left.probability += p->system->routes.paths[path].probability;
    }
    return left;
}

/* Chooses a path in a network of the design, from 1; in any network if `network` is 0 or does
 * not carry the flow. */
static uint32_t choose_path_by(const noc_ports *p, const noc_route *route,
                               noc_port_terminal *source, unsigned network)
{
    const choice left = network > 0 ? narrow_to_spec(p, route, network - 1) : (choice){0};
    if (left.count == 0) return choose_path(p, route, source);
    return draw_path(p, &source->random, narrow_to_slice(p, left, source));
}

/* Finds the network of a hop, as a number of the design, from 1. */
static unsigned network_from(const noc_ports *p, uint32_t hop)
{
    return noc_graph_network_of(&p->system->graph, p->system->routes.hops[hop].channel)->spec + 1u;
}

static uint16_t flits_of(const noc_ports *p, const noc_packet *packet, uint16_t network)
{
    const uint32_t width = p->system->graph.networks[network].flit_bytes;
    if (packet->bytes) return (uint16_t)noc_flits_of_bytes(packet->bytes, width);
    return p->system->traffic.types[packet->type].flits[network];
}

/* Finds the flits of a packet after its codec; `random`: stream of its source. */
static uint16_t flits_left(const noc_ports *p, uint16_t flits, noc_random *random)
{
    const uint16_t left = (uint16_t)noc_codec_flits(flits, p->saved);
    if (left == flits) return flits;
    return noc_random_uniform(random) < p->compressible ? left : flits;
}

/* Assigns a path to a packet, and with the path a network and a number of flits. */
static void place_on(noc_ports *p, noc_packet *packet, uint32_t path)
{
    const noc_flow *flow = &p->system->traffic.flows[packet->flow];
    noc_port_terminal *source = &p->terminals[noc_port_source_of(p, flow)];
    const noc_entrance entrance = p->entrances[path];
    const noc_port_network *taker = &p->networks[entrance.network];
    packet->first_hop = taker->choose ? taker->choose(taker->engine, entrance.hop) : entrance.hop;
    packet->door = taker->choose ? noc_port_door_of(p, packet->first_hop) : entrance.door;
    if (p->class_count > 1) packet->door += flow->traffic_class;
    if (!taker->has_doors) packet->door = NOC_NONE;
    packet->routers = entrance.routers;
    packet->flits = flits_of(p, packet, entrance.network);
    if (p->saved > 0.0) packet->flits = flits_left(p, packet->flits, &source->random);
    const noc_network *net = &p->system->graph.networks[entrance.network];
    if (net->slice_choice->count) net->slice_choice->count(&source->slices, net->slice);
    packet->placed = true;
}

/* Chooses the path of the next packet of a source. */
static void place(noc_ports *p, noc_packet *packet)
{
    const noc_flow *flow = &p->system->traffic.flows[packet->flow];
    noc_port_terminal *source = &p->terminals[noc_port_source_of(p, flow)];
    place_on(p, packet, choose_path(p, &flow->route, source));
}

/* ---- doors ---------------------------------------------------------------------------------- */

/* Notes the source of a packet as the door's last sharer. */
static void take_turn(const noc_ports *p, noc_door *door, const noc_packet *packet)
{
    const uint32_t source = p->system->traffic.flows[packet->flow].source;
    const uint32_t *sharers = &p->system->graph.sharers[door->first_sharer];
    for (door->turn = 0; sharers[door->turn] != source;) door->turn++;
}

/* Moves a packet to its door. False: the door is occupied, or does not exist. */
static inline bool take_door(noc_ports *p, uint32_t index)
{
    const noc_packet *packet = &p->packets.all[index];
    if (packet->door == NOC_NONE) return false;
    noc_door *door = &p->doors[packet->door];
    if (door->packet != NOC_NONE) return false;
    if (door->sharers > 1) take_turn(p, door, packet);
    door->packet = index;
    if (p->codecs)
        noc_codecs_encode(p->codecs, p->now, packet->door);
    else
        noc_set_add(p->waiting, packet->door);
    return true;
}

/* Moves the first packet of a queue to its door, if the door is free. */
static bool go_to_door(noc_ports *p, noc_packet_line *queue)
{
    noc_packet *packet = &p->packets.all[queue->first];
    if (!packet->placed) place(p, packet);
    if (!take_door(p, queue->first)) return false;
    noc_line_pop(&p->packets, queue);
    return true;
}

void noc_ports_encode(noc_ports *p)
{
    uint32_t door;
    while (noc_codecs_next_encoded(p->codecs, p->now, &door)) noc_set_add(p->waiting, door);
}

static inline bool waits(const noc_port_terminal *terminal, noc_class class)
{
    return terminal->queues[class].count > 0 || terminal->due[class];
}

/* Moves the first packet for each injection channel of a terminal to the door, if the door is
 * free. */
static void bring_named(noc_ports *p, uint32_t terminal, noc_class class)
{
    const noc_terminal *t = &p->system->graph.terminals[terminal];
    for (uint32_t i = t->first_injection; i < t->first_injection + t->injections; i++) {
        noc_packet_line *line = &p->named[i * NOC_CLASSES + class];
        if (line->count > 0 && take_door(p, line->first)) noc_line_pop(&p->packets, line);
    }
}

/* Moves packets to free doors. The source creates the next packet when the queue is empty. */
static void bring_to_doors(noc_ports *p, uint32_t source, noc_class class)
{
    noc_port_terminal *t = &p->terminals[source];
    noc_packet_line *queue = &t->queues[class];
    if (p->named) bring_named(p, source, class);
    if (!waits(t, class)) return;
    do {
        while (queue->count == 0 && t->due[class] && p->packets.free > 0)
            p->supply.make(p->supply.maker, source);
    } while (queue->count > 0 && go_to_door(p, queue));
}

/* Replies come first, since requests must not block memory nodes. In a trace the next packet of
 * a peer may be a reply behind a request, so replies get a second try. */
NOC_INLINE void start(noc_ports *p, uint32_t source)
{
    bring_to_doors(p, source, NOC_REPLY);
    bring_to_doors(p, source, NOC_REQUEST);
    if (p->terminals[source].due[NOC_REPLY]) bring_to_doors(p, source, NOC_REPLY);
}

void noc_port_start(noc_ports *p, uint32_t source)
{
    if (p->has_doors) start(p, source);
}

void noc_ports_open_doors(noc_ports *p, uint16_t network)
{
    p->networks[network].has_doors = true;
    p->has_doors = true;
}

/* Reports the departure of a reply. */
static inline void tell(const noc_ports *p, uint32_t index)
{
    const noc_packet *packet = &p->packets.all[index];
    if (p->hearer.left && p->system->traffic.types[packet->type].class == NOC_REPLY)
        p->hearer.left(p->hearer.node, index);
}

/* Finds the first source of the class of traffic of a door. */
static uint32_t first_source(const noc_ports *p, uint32_t door)
{
    return p->class_count == 1 ? 0 : door % p->class_count * p->system->graph.terminal_count;
}

/* Sharers take turns, from the sharer after the last one served. */
void noc_port_leave(noc_ports *p, uint32_t number)
{
    noc_door *door = &p->doors[number];
    const uint32_t first = first_source(p, number);
    const uint32_t *sharers = &p->system->graph.sharers[door->first_sharer];
    tell(p, door->packet);
    door->packet = NOC_NONE;
    noc_set_remove(p->waiting, number);
    for (uint32_t k = 1; k <= door->sharers && door->packet == NOC_NONE; k++) {
        const uint32_t place = door->turn + k;
        start(p, first + sharers[place < door->sharers ? place : place - door->sharers]);
    }
}

/* ---- packets that are made ------------------------------------------------------------------ */

uint32_t noc_port_make(noc_ports *p, size_t flow, int type, uint64_t created)
{
    const uint32_t packet = noc_packets_take(&p->packets);
    p->packets.all[packet] = (noc_packet){
        .created = created,
        .origin = created,
        .flow = (uint32_t)flow,
        .type = (uint8_t)type,
    };
    return packet;
}

/* Finds the count of held places in the queue of a packet. */
static uint32_t *kept_of(noc_ports *p, uint32_t packet)
{
    const noc_flow *flow = &p->system->traffic.flows[p->packets.all[packet].flow];
    return &p->places[flow->source].kept[flow->class];
}

/* Passes a packet to the engine of its network, if the engine accepts packets at once. */
static bool hand_over(noc_ports *p, uint32_t index)
{
    noc_packet *packet = &p->packets.all[index];
    if (!packet->placed) place(p, packet);
    const uint32_t channel = p->system->routes.hops[packet->first_hop].channel;
    const noc_port_network *taker = &p->networks[p->system->graph.channels[channel].network];
    if (!taker->came) return false;
    packet->kept = true;
    (*kept_of(p, index))++;
    taker->came(taker->engine, index);
    return true;
}

void noc_port_push(noc_ports *p, uint32_t packet)
{
    const noc_flow *flow = &p->system->traffic.flows[p->packets.all[packet].flow];
    p->tally.created[flow->class]++;
    if (p->taken[flow->class] && hand_over(p, packet)) return;
    enqueue(p, flow, packet);
}

bool noc_ports_name_networks(noc_ports *p)
{
    const noc_graph *g = &p->system->graph;
    size_t injections = 0;
    for (uint32_t t = 0; t < g->terminal_count; t++) injections += g->terminals[t].injections;
    p->named = calloc(injections * NOC_CLASSES + 1u, sizeof *p->named);
    return p->named;
}

void noc_port_push_by(noc_ports *p, uint32_t index, unsigned network)
{
    noc_packet *packet = &p->packets.all[index];
    const noc_graph *g = &p->system->graph;
    const noc_flow *flow = &p->system->traffic.flows[packet->flow];
    const uint32_t source = noc_port_source_of(p, flow);
    uint32_t i = g->terminals[source].first_injection;
    place_on(p, packet, choose_path_by(p, &flow->route, &p->terminals[source], network));
    if (packet->door == NOC_NONE) {
        noc_port_push(p, index);
        return;
    }
    while (g->channels[g->injections[i]].injector != packet->door) i++;
    noc_line_append(&p->packets, &p->named[i * NOC_CLASSES + flow->class], index);
    p->tally.created[flow->class]++;
}

void noc_port_submit(noc_ports *p, size_t flow, int type, uint32_t tag, uint64_t origin)
{
    const uint32_t packet = noc_port_make(p, flow, type, p->now);
    p->packets.all[packet].origin = origin;
    p->packets.all[packet].tag = tag;
    noc_port_push(p, packet);
    noc_port_start(p, noc_port_source_of(p, &p->system->traffic.flows[flow]));
}

void noc_port_answer(noc_ports *p, size_t flow, int type, const noc_packet *request)
{
    const uint64_t origin = request->origin;
    /* copied, since the answer may reuse the record of the request */
    const uint32_t tag = request->tag;
    const uint32_t first_hop = request->first_hop;
    const uint32_t packet = noc_port_make(p, flow, type, p->now);
    p->packets.all[packet].origin = origin;
    p->packets.all[packet].tag = tag;
    if (p->answer_bytes) p->packets.all[packet].bytes = p->answer_bytes[tag];
    if (p->named)
        noc_port_push_by(p, packet, network_from(p, first_hop));
    else
        noc_port_push(p, packet);
    noc_port_terminal *terminal = &p->terminals[p->system->traffic.flows[flow].source];
    if (!p->has_doors || terminal->woken) return;
    terminal->woken = true;
    p->woken[p->woken_count++] = p->system->traffic.flows[flow].source;
}

void noc_ports_start_woken(noc_ports *p)
{
    for (uint32_t k = 0; k < p->woken_count; k++) {
        p->terminals[p->woken[k]].woken = false;
        start(p, p->woken[k]);
    }
    p->woken_count = 0;
}

/* The announced packet precedes an answer that arrived in this cycle: the answer enters its
 * network in the next cycle. */
void noc_port_announce(noc_ports *p, uint32_t source, noc_class class)
{
    p->terminals[source].due[class] = true;
    p->announced[p->announced_count++] = source;
    noc_set_add(p->active, source);
    if (p->has_doors || p->taken[class]) bring_to_doors(p, source, class);
}

/* True if a packet of the terminal is at a door, even partly sent. */
static bool is_at_door(const noc_ports *p, uint32_t terminal)
{
    const noc_graph *g = &p->system->graph;
    const noc_terminal *t = &g->terminals[terminal];
    for (uint32_t i = 0; i < t->injections * p->class_count; i++) {
        const uint32_t at = g->injections[t->first_injection + i / p->class_count];
        const uint32_t door = g->channels[at].injector * p->class_count + i % p->class_count;
        const uint32_t packet = p->doors[door].packet;
        if (packet == NOC_NONE) continue;
        if (p->system->traffic.flows[p->packets.all[packet].flow].source == terminal) return true;
    }
    return false;
}

bool noc_port_is_clear(const noc_ports *p, uint32_t terminal)
{
    for (int class = 0; class < NOC_CLASSES; class ++)
        if (noc_port_backlog(p, terminal, (noc_class) class) > 0) return false;
    return !p->has_doors || !is_at_door(p, terminal);
}

bool noc_port_has_room(const noc_ports *p, uint32_t terminal, noc_class class, uint32_t places)
{
    return p->terminals[terminal].queues[class].count + p->places[terminal].kept[class] < places;
}

uint32_t noc_port_backlog(const noc_ports *p, uint32_t terminal, noc_class class)
{
    return p->terminals[terminal].queues[class].count + p->places[terminal].kept[class];
}

void noc_port_limit(noc_ports *p, uint32_t terminal, uint32_t places)
{
    p->places[terminal].room = places;
}

void noc_port_make_room(noc_ports *p, uint32_t terminal)
{
    p->places[terminal].room++;
}

/* ---- queues, for engines -------------------------------------------------------------------- */

void noc_port_settle(noc_ports *p, uint32_t terminal)
{
    const noc_port_terminal *t = &p->terminals[terminal];
    if (!waits(t, NOC_REQUEST) && !waits(t, NOC_REPLY)) noc_set_remove(p->active, terminal);
}

uint32_t noc_port_look(noc_ports *p, uint32_t terminal, noc_class class)
{
    bring_to_doors(p, terminal, class);
    const noc_packet_line *queue = &p->terminals[terminal].queues[class];
    return queue->count > 0 ? queue->first : NOC_NONE;
}

void noc_port_take(noc_ports *p, uint32_t packet)
{
    if (!p->packets.all[packet].placed) place(p, &p->packets.all[packet]);
    noc_line_pop(&p->packets, queue_of(p, packet));
    tell(p, packet);
}

void noc_port_release(noc_ports *p, uint32_t packet)
{
    (*kept_of(p, packet))--;
    p->packets.all[packet].kept = false;
    tell(p, packet);
    if (p->packets.all[packet].delivered) noc_packets_give_back(&p->packets, packet);
}

void noc_ports_take(noc_ports *p, uint16_t network, void (*came)(void *, uint32_t), void *engine)
{
    p->networks[network].came = came;
    p->networks[network].engine = engine;
    for (int class = 0; class < NOC_CLASSES; class ++)
        p->taken[class] = p->taken[class] || p->system->graph.networks[network].carries[class];
}

/* ---- packets that wait at their node -------------------------------------------------------- */

static uint32_t source_of(const noc_ports *p, size_t flow)
{
    return p->system->traffic.flows[flow].source;
}

/* Nodes with several networks make no announcement, since the network of a waiting packet is not
 * known yet. */
void noc_port_expect(noc_ports *p, size_t flow, int packets)
{
    const noc_terminal *t = &p->system->graph.terminals[source_of(p, flow)];
    const uint32_t channel = p->system->graph.injections[t->first_injection];
    const uint16_t network = p->system->graph.channels[channel].network;
    const noc_port_network *taker = &p->networks[network];
    if (t->injections == 1 && taker->expect) taker->expect(taker->engine, network, flow, packets);
}

/* Finds the free lanes of a terminal on a channel; an engine that chooses among parallel
 * channels has one lane. */
static unsigned lanes_of(noc_ports *p, uint32_t channel, uint32_t terminal, uint64_t *closed_until)
{
    const noc_channel *c = &p->system->graph.channels[channel];
    const noc_port_network *taker = &p->networks[c->network];
    if (taker->free_lanes)
        return taker->free_lanes(taker->engine, c->network, terminal, closed_until);
    if (taker->came) return p->places[terminal].kept[NOC_REPLY] == 0;
    if (!taker->has_doors) return 1;
    const noc_door *door = &p->doors[c->injector * p->class_count];
    return door->packet == NOC_NONE || door->sharers > 1;
}

unsigned noc_port_free_lanes(noc_ports *p, uint32_t terminal, noc_class class,
                             uint64_t *closed_until)
{
    *closed_until = 0;
    const noc_terminal *t = &p->system->graph.terminals[terminal];
    unsigned lanes = 0;
    if (p->terminals[terminal].queues[class].count > 0) return 0;
    for (uint32_t i = 0; i < t->injections; i++)
        lanes |= lanes_of(p, p->system->graph.injections[t->first_injection + i], terminal,
                          closed_until);
    if (t->injections > 1) *closed_until = 0;
    return lanes;
}

unsigned noc_port_lane(const noc_ports *p, size_t flow)
{
    const noc_terminal *t = &p->system->graph.terminals[source_of(p, flow)];
    const uint32_t channel = p->system->graph.injections[t->first_injection];
    const uint16_t network = p->system->graph.channels[channel].network;
    const noc_port_network *taker = &p->networks[network];
    return t->injections == 1 && taker->lane ? taker->lane(taker->engine, network, flow) : 0;
}

bool noc_ports_multicast(const noc_system *s)
{
    for (uint16_t n = 0; n < s->graph.network_count; n++)
        if (s->graph.networks[n].carries[NOC_REPLY] && !noc_system_spec(s, n)->multicast)
            return false;
    return true;
}

void noc_port_feed(noc_ports *p, uint32_t packet)
{
    const noc_flow *flow = &p->system->traffic.flows[p->packets.all[packet].flow];
    noc_port_push(p, packet);
    noc_port_start(p, noc_port_source_of(p, flow));
}

void noc_port_count_along(noc_ports *p, const noc_packet *packet, uint64_t created, uint64_t origin)
{
    noc_packet along = *packet;
    along.created = created;
    along.origin = origin;
    p->tally.created[NOC_REPLY]++;
    noc_port_count(p, &along);
}
