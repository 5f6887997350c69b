#include "sampler/ports/ports.h"

#include "design/memory/codec.h"
#include "network/graph/units.h"
#include "sampler/ports/codecs.h"
#include "sampler/ports/deliveries.h"

/* ---- making --------------------------------------------------------------------------------- */

void *noc_ports_allocate_lines(noc_arena *arena, size_t count, size_t size)
{
    const uintptr_t start = (uintptr_t)noc_arena_array(arena, count * size + NOC_PORT_LINE - 1, 1);
    return (void *)((start + NOC_PORT_LINE - 1) / NOC_PORT_LINE * NOC_PORT_LINE);
}

static void fill_entrances(noc_ports *p)
{
    const noc_routes *routes = &p->system->routes;
    for (uint32_t i = 0; i < routes->path_count; i++) {
        const noc_path *path = &routes->paths[i];
        p->entrances[i] = (noc_entrance){
            .hop = path->first_hop,
            .door = noc_port_find_door(p, path->first_hop),
            .network = p->system->graph.channels[routes->hops[path->first_hop].channel].network,
            .routers = (uint16_t)path->router_count,
        };
    }
}

/* Finds the number of a source's random stream. Streams of further classes follow the streams of
 * the engines. */
static uint64_t find_stream(const noc_ports *p, uint32_t source)
{
    enum { ENGINES = 64 };
    return source < p->system->graph.terminal_count ? source : (uint64_t)source + ENGINES;
}

static void start_terminals(noc_ports *p, uint64_t seed)
{
    for (uint32_t t = 0; t < p->source_count; t++) {
        p->terminals[t] = (noc_port_terminal){.random = noc_random_stream(seed, find_stream(p, t))};
        p->places[t].free_places = NOC_NONE;
    }
}

/* Starts a door for each injection channel and class of traffic. */
static void start_doors(noc_ports *p)
{
    const noc_graph *g = &p->system->graph;
    for (uint32_t door = 0; door < g->injector_count * p->class_count; door++) {
        const uint32_t i = door / p->class_count;
        p->doors[door] = (noc_door){
            .packet = NOC_NONE,
            .first_sharer = g->first_sharer[i],
            .sharers = g->channels[g->injectors[i]].sharers,
        };
    }
}

static bool make_codecs(noc_ports *p)
{
    const noc_graph *g = &p->system->graph;
    const noc_codec_spec *codec = &p->system->design->codec;
    if (noc_codec_shortens(codec)) p->saved_share = codec->saved_share;
    p->compressible_share = codec->compressible_share;
    if (codec->cycles == 0) return true;
    p->codecs = noc_codecs_new(p->arena, (uint32_t)codec->cycles,
                               g->injector_count * p->class_count, g->channel_count);
    return p->codecs;
}

/* Makes the lists of terminals, sources, doors and networks. */
static bool make_lists(noc_ports *p, const noc_ports *lender)
{
    const noc_graph *g = &p->system->graph;
    noc_arena *a = p->arena;
    const size_t doors = (size_t)g->injector_count * p->class_count;
    p->active_sources = noc_arena_array(a, p->terminal_words, sizeof *p->active_sources);
    p->networks = noc_arena_array(a, g->network_count, sizeof *p->networks);
    p->woken_terminals = noc_arena_array(a, g->terminal_count, sizeof *p->woken_terminals);
    p->announced_sources = noc_arena_array(a, p->source_count, sizeof *p->announced_sources);
    p->doors = noc_arena_array(a, doors, sizeof *p->doors);
    p->ready_doors = noc_arena_array(a, p->door_words, sizeof *p->ready_doors);
    p->terminals = noc_ports_allocate_lines(a, p->source_count, sizeof *p->terminals);
    p->places = noc_arena_array(a, p->source_count, sizeof *p->places);
    p->terminal_tallies = noc_arena_array(a, g->terminal_count, sizeof *p->terminal_tallies);
    if (p->class_count > 1)
        p->class_sketches = noc_arena_array(a, p->class_count, sizeof *p->class_sketches);
    p->entrances =
        lender ? lender->entrances
               : noc_arena_unset_array(a, p->system->routes.path_count, sizeof *p->entrances);
    return !a->is_short;
}

bool noc_ports_make(noc_ports *p, noc_arena *arena, const noc_system *system, uint64_t seed,
                    bool has_answers, bool by_class, const noc_ports *lender)
{
    const noc_graph *g = &system->graph;
    const uint32_t classes = by_class ? system->traffic.class_count : 1;
    const uint32_t sources = g->terminal_count * classes;
    *p = (noc_ports){
        .system = system,
        .arena = arena,
        .class_count = classes,
        .source_count = sources,
        .door_words = (g->injector_count * classes + 63) / 64,
        .terminal_words = (sources + 63) / 64,
        .has_answers = has_answers,
        .first_arrival = NOC_NONE,
    };
    if (!make_lists(p, lender)) return false;
    start_doors(p);
    start_terminals(p, seed);
    if (!lender) fill_entrances(p);
    return make_codecs(p);
}

bool noc_ports_count_flows(noc_ports *p)
{
    p->flow_tallies =
        noc_arena_array(p->arena, p->system->traffic.flow_count, sizeof *p->flow_tallies);
    return p->flow_tallies;
}

/* ---- queues --------------------------------------------------------------------------------- */

static inline void enqueue(noc_ports *p, const noc_flow *flow, uint32_t packet)
{
    const uint32_t source = noc_port_find_source(p, flow);
    noc_set_add(p->active_sources, source);
    noc_packet_queue_append(&p->packets, &p->terminals[source].queues[flow->class], packet);
}

/* ---- paths ---------------------------------------------------------------------------------- */

/* Consecutive paths among which a packet chooses. */
typedef struct path_range {
    uint32_t first, count;
    double probability; /* sum over the paths */
} path_range;

static const noc_network *network_of(const noc_ports *p, uint32_t path)
{
    return &p->system->graph.networks[p->entrances[path].network];
}

/* Chooses a slice at random and narrows the paths to it; paths of a slice are adjacent. */
static path_range narrow_to_slice(const noc_ports *p, path_range paths, noc_port_terminal *source)
{
    const uint32_t end = paths.first + paths.count;
    const noc_network *first = network_of(p, paths.first), *last = network_of(p, end - 1);
    const noc_slice_choice_kind *rule = first->slice_choice;
    if (first == last || !rule->choose_slice || first->spec_index != last->spec_index) return paths;
    const uint8_t slice = rule->choose_slice(&source->slices, (uint8_t)(last->slice + 1));
    path_range result = {paths.first, 0, 0.0};
    while (network_of(p, result.first)->slice != slice) result.first++;
    for (uint32_t path = result.first; path < end && network_of(p, path)->slice == slice; path++) {
        result.count++;
        result.probability += p->system->routes.paths[path].probability;
    }
    return result;
}

static uint32_t draw_path(const noc_ports *p, noc_random *random, path_range paths_left)
{
    if (paths_left.count == 1) return paths_left.first;
    const noc_path *paths = p->system->routes.paths;
    const uint32_t last = paths_left.first + paths_left.count - 1;
    uint32_t path = paths_left.first;
    double weight = paths_left.probability * noc_random_uniform(random);
    while (path < last && weight >= paths[path].probability) weight -= paths[path++].probability;
    return path;
}

static uint32_t choose_path(const noc_ports *p, const noc_route *route, noc_port_terminal *source)
{
    if (route->path_count == 1) return route->first_path;
    const path_range paths = {route->first_path, route->path_count, 1.0};
    return draw_path(p, &source->random, narrow_to_slice(p, paths, source));
}

/* Narrows the paths of a route to the network of the design with index `spec`; paths of its slices
 * are adjacent. */
static path_range narrow_to_spec(const noc_ports *p, const noc_route *route, unsigned spec)
{
    path_range result = {route->first_path, 0, 0.0};
    for (uint32_t i = 0; i < route->path_count; i++) {
        const uint32_t path = route->first_path + i;
        if (network_of(p, path)->spec_index != spec) continue;
        if (result.count++ == 0) result.first = path;
        result.probability += p->system->routes.paths[path].probability;
    }
    return result;
}

/* Chooses a path in a network of the design, from 1; in any network if `network` is 0 or does
 * not carry the flow. */
static uint32_t choose_path_in(const noc_ports *p, const noc_route *route,
                               noc_port_terminal *source, unsigned network)
{
    const path_range paths = network > 0 ? narrow_to_spec(p, route, network - 1) : (path_range){0};
    if (paths.count == 0) return choose_path(p, route, source);
    return draw_path(p, &source->random, narrow_to_slice(p, paths, source));
}

/* Finds the network of a hop, as a number of the design, from 1. */
static unsigned find_design_network(const noc_ports *p, uint32_t hop)
{
    return noc_graph_channel_network(&p->system->graph, p->system->routes.hops[hop].channel)
               ->spec_index +
           1u;
}

static uint16_t count_flits(const noc_ports *p, const noc_packet *packet, uint16_t network)
{
    const uint32_t width = p->system->graph.networks[network].flit_bytes;
    if (packet->bytes) return (uint16_t)noc_flits_of_bytes(packet->bytes, width);
    return p->system->traffic.types[packet->type].flits[network];
}

/* Finds the flits of a packet after its codec; `random`: stream of its source. */
static uint16_t compress_flits(const noc_ports *p, uint16_t flits, noc_random *random)
{
    const uint16_t compressed = (uint16_t)noc_codec_flits(flits, p->saved_share);
    if (compressed == flits) return flits;
    return noc_random_uniform(random) < p->compressible_share ? compressed : flits;
}

/* Assigns a path to a packet, and with the path a network and a number of flits. */
static void place_on_path(noc_ports *p, noc_packet *packet, uint32_t path)
{
    const noc_flow *flow = &p->system->traffic.flows[packet->flow];
    noc_port_terminal *source = &p->terminals[noc_port_find_source(p, flow)];
    const noc_entrance entrance = p->entrances[path];
    const noc_port_network *interface = &p->networks[entrance.network];
    packet->first_hop = interface->choose_hop
                            ? interface->choose_hop(interface->engine, entrance.hop)
                            : entrance.hop;
    packet->door = interface->choose_hop ? noc_port_find_door(p, packet->first_hop) : entrance.door;
    if (p->class_count > 1) packet->door += flow->traffic_class;
    if (!interface->has_doors) packet->door = NOC_NONE;
    packet->routers = entrance.routers;
    packet->flits = count_flits(p, packet, entrance.network);
    if (p->saved_share > 0.0) packet->flits = compress_flits(p, packet->flits, &source->random);
    const noc_network *net = &p->system->graph.networks[entrance.network];
    if (net->slice_choice->count_packet)
        net->slice_choice->count_packet(&source->slices, net->slice);
    packet->is_placed = true;
}

/* Chooses the path of the next packet of a source. */
static void place_packet(noc_ports *p, noc_packet *packet)
{
    const noc_flow *flow = &p->system->traffic.flows[packet->flow];
    noc_port_terminal *source = &p->terminals[noc_port_find_source(p, flow)];
    place_on_path(p, packet, choose_path(p, &flow->route, source));
}

/* ---- doors ---------------------------------------------------------------------------------- */

/* Notes the source of a packet as the door's last sharer. */
static void set_last_sharer(const noc_ports *p, noc_door *door, const noc_packet *packet)
{
    const uint32_t source = p->system->traffic.flows[packet->flow].source;
    const uint32_t *sharers = &p->system->graph.sharers[door->first_sharer];
    for (door->last_sharer = 0; sharers[door->last_sharer] != source;) door->last_sharer++;
}

/* Moves a packet to its door. False: the door is occupied, or does not exist. */
static inline bool occupy_door(noc_ports *p, uint32_t index)
{
    const noc_packet *packet = &p->packets.entries[index];
    if (packet->door == NOC_NONE) return false;
    noc_door *door = &p->doors[packet->door];
    if (door->packet != NOC_NONE) return false;
    if (door->sharers > 1) set_last_sharer(p, door, packet);
    door->packet = index;
    if (p->codecs)
        noc_codecs_encode(p->codecs, p->now, packet->door);
    else
        noc_set_add(p->ready_doors, packet->door);
    return true;
}

/* Moves the first packet of a queue to its door, if the door is free. */
static bool move_to_door(noc_ports *p, noc_packet_queue *queue)
{
    noc_packet *packet = &p->packets.entries[queue->first];
    if (!packet->is_placed) place_packet(p, packet);
    if (!occupy_door(p, queue->first)) return false;
    noc_packet_queue_pop(&p->packets, queue);
    return true;
}

void noc_ports_release_encoded(noc_ports *p)
{
    uint32_t door;
    while (noc_codecs_take_encoded(p->codecs, p->now, &door)) noc_set_add(p->ready_doors, door);
}

static inline bool has_packet(const noc_port_terminal *terminal, noc_class class)
{
    return terminal->queues[class].count > 0 || terminal->has_next_packet[class];
}

/* Moves the first packet for each injection channel of a terminal to the door, if the door is
 * free. */
static void fill_named_doors(noc_ports *p, uint32_t terminal, noc_class class)
{
    const noc_terminal *t = &p->system->graph.terminals[terminal];
    for (uint32_t i = t->first_injection; i < t->first_injection + t->injections; i++) {
        noc_packet_queue *line = &p->network_queues[i * NOC_CLASSES + class];
        if (line->count > 0 && occupy_door(p, line->first)) noc_packet_queue_pop(&p->packets, line);
    }
}

/* Moves packets to free doors. The source creates the next packet when the queue is empty. */
static void fill_class_doors(noc_ports *p, uint32_t source, noc_class class)
{
    noc_port_terminal *t = &p->terminals[source];
    noc_packet_queue *queue = &t->queues[class];
    if (p->network_queues) fill_named_doors(p, source, class);
    if (!has_packet(t, class)) return;
    do {
        while (queue->count == 0 && t->has_next_packet[class] && p->packets.free_count > 0)
            p->supply.make_packet(p->supply.maker, source);
    } while (queue->count > 0 && move_to_door(p, queue));
}

/* Replies come first, since requests must not block memory nodes. In a trace the next packet of
 * a peer may be a reply behind a request, so replies get a second try. */
NOC_INLINE void fill_terminal_doors(noc_ports *p, uint32_t source)
{
    fill_class_doors(p, source, NOC_REPLY);
    fill_class_doors(p, source, NOC_REQUEST);
    if (p->terminals[source].has_next_packet[NOC_REPLY]) fill_class_doors(p, source, NOC_REPLY);
}

void noc_port_fill_doors(noc_ports *p, uint32_t source)
{
    if (p->has_doors) fill_terminal_doors(p, source);
}

void noc_ports_open_doors(noc_ports *p, uint16_t network)
{
    p->networks[network].has_doors = true;
    p->has_doors = true;
}

/* Reports the departure of a reply. */
static inline void report_departure(const noc_ports *p, uint32_t index)
{
    const noc_packet *packet = &p->packets.entries[index];
    if (p->departure_callback.on_departure &&
        p->system->traffic.types[packet->type].class == NOC_REPLY)
        p->departure_callback.on_departure(p->departure_callback.node, index);
}

/* Finds the first source of the class of traffic of a door. */
static uint32_t find_first_source(const noc_ports *p, uint32_t door)
{
    return p->class_count == 1 ? 0 : door % p->class_count * p->system->graph.terminal_count;
}

/* Sharers take turns, from the sharer after the last one served. */
void noc_port_free_door(noc_ports *p, uint32_t number)
{
    noc_door *door = &p->doors[number];
    const uint32_t first = find_first_source(p, number);
    const uint32_t *sharers = &p->system->graph.sharers[door->first_sharer];
    report_departure(p, door->packet);
    door->packet = NOC_NONE;
    noc_set_remove(p->ready_doors, number);
    for (uint32_t k = 1; k <= door->sharers && door->packet == NOC_NONE; k++) {
        const uint32_t place = door->last_sharer + k;
        fill_terminal_doors(p,
                            first + sharers[place < door->sharers ? place : place - door->sharers]);
    }
}

/* ---- creation of packets -------------------------------------------------------------------- */

uint32_t noc_port_make(noc_ports *p, size_t flow, int type, uint64_t created)
{
    const uint32_t packet = noc_packets_take(&p->packets);
    p->packets.entries[packet] = (noc_packet){
        .creation_cycle = created,
        .request_cycle = created,
        .flow = (uint32_t)flow,
        .type = (uint8_t)type,
    };
    return packet;
}

/* Finds the count of held places in the queue of a packet. */
static uint32_t *find_held_places(noc_ports *p, uint32_t packet)
{
    const noc_flow *flow = &p->system->traffic.flows[p->packets.entries[packet].flow];
    return &p->places[flow->source].held_places[flow->class];
}

/* Passes a packet to the engine of its network, if the engine accepts packets at once. */
static bool give_to_engine(noc_ports *p, uint32_t index)
{
    noc_packet *packet = &p->packets.entries[index];
    if (!packet->is_placed) place_packet(p, packet);
    const uint32_t channel = p->system->routes.hops[packet->first_hop].channel;
    const noc_port_network *interface = &p->networks[p->system->graph.channels[channel].network];
    if (!interface->accept_packet) return false;
    packet->keeps_place = true;
    (*find_held_places(p, index))++;
    interface->accept_packet(interface->engine, index);
    return true;
}

void noc_port_push(noc_ports *p, uint32_t packet)
{
    const noc_flow *flow = &p->system->traffic.flows[p->packets.entries[packet].flow];
    p->tally.created[flow->class]++;
    if (p->accepts_at_once[flow->class] && give_to_engine(p, packet)) return;
    enqueue(p, flow, packet);
}

bool noc_ports_add_queues(noc_ports *p)
{
    const noc_graph *g = &p->system->graph;
    size_t injections = 0;
    for (uint32_t t = 0; t < g->terminal_count; t++) injections += g->terminals[t].injections;
    p->network_queues =
        noc_arena_array(p->arena, injections * NOC_CLASSES, sizeof *p->network_queues);
    return p->network_queues;
}

void noc_port_push_to(noc_ports *p, uint32_t index, unsigned network)
{
    noc_packet *packet = &p->packets.entries[index];
    const noc_graph *g = &p->system->graph;
    const noc_flow *flow = &p->system->traffic.flows[packet->flow];
    const uint32_t source = noc_port_find_source(p, flow);
    uint32_t i = g->terminals[source].first_injection;
    place_on_path(p, packet, choose_path_in(p, &flow->route, &p->terminals[source], network));
    if (packet->door == NOC_NONE) {
        noc_port_push(p, index);
        return;
    }
    while (g->channels[g->injections[i]].injector != packet->door) i++;
    noc_packet_queue_append(&p->packets, &p->network_queues[i * NOC_CLASSES + flow->class], index);
    p->tally.created[flow->class]++;
}

void noc_port_submit(noc_ports *p, size_t flow, int type, uint32_t tag, uint64_t origin)
{
    const uint32_t packet = noc_port_make(p, flow, type, p->now);
    p->packets.entries[packet].request_cycle = origin;
    p->packets.entries[packet].tag = tag;
    noc_port_submit_packet(p, packet);
}

void noc_port_answer(noc_ports *p, size_t flow, int type, const noc_packet *request)
{
    const uint64_t origin = request->request_cycle;
    /* copied, since the answer may reuse the record of the request */
    const uint32_t tag = request->tag;
    const uint32_t first_hop = request->first_hop;
    const uint32_t packet = noc_port_make(p, flow, type, p->now);
    p->packets.entries[packet].request_cycle = origin;
    p->packets.entries[packet].tag = tag;
    if (p->answer_bytes) p->packets.entries[packet].bytes = p->answer_bytes[tag];
    if (p->network_queues)
        noc_port_push_to(p, packet, find_design_network(p, first_hop));
    else
        noc_port_push(p, packet);
    noc_port_terminal *terminal = &p->terminals[p->system->traffic.flows[flow].source];
    if (!p->has_doors || terminal->is_woken) return;
    terminal->is_woken = true;
    p->woken_terminals[p->woken_count++] = p->system->traffic.flows[flow].source;
}

void noc_ports_start_woken(noc_ports *p)
{
    for (uint32_t k = 0; k < p->woken_count; k++) {
        p->terminals[p->woken_terminals[k]].is_woken = false;
        fill_terminal_doors(p, p->woken_terminals[k]);
    }
    p->woken_count = 0;
}

/* The announced packet precedes an answer that arrived in this cycle: the answer enters its
 * network in the next cycle. */
void noc_port_announce(noc_ports *p, uint32_t source, noc_class class)
{
    p->terminals[source].has_next_packet[class] = true;
    p->announced_sources[p->announced_count++] = source;
    noc_set_add(p->active_sources, source);
    if (p->has_doors || p->accepts_at_once[class]) fill_class_doors(p, source, class);
}

/* True if a packet of the terminal is at a door, even partly sent. */
static bool is_at_door(const noc_ports *p, uint32_t terminal)
{
    const noc_graph *g = &p->system->graph;
    const noc_terminal *t = &g->terminals[terminal];
    for (uint32_t i = 0; i < t->injections * p->class_count; i++) {
        const uint32_t channel = g->injections[t->first_injection + i / p->class_count];
        const uint32_t door = g->channels[channel].injector * p->class_count + i % p->class_count;
        const uint32_t packet = p->doors[door].packet;
        if (packet == NOC_NONE) continue;
        if (p->system->traffic.flows[p->packets.entries[packet].flow].source == terminal)
            return true;
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
    return noc_port_backlog(p, terminal, class) < places;
}

uint32_t noc_port_backlog(const noc_ports *p, uint32_t terminal, noc_class class)
{
    return p->terminals[terminal].queues[class].count + p->places[terminal].held_places[class];
}

void noc_port_limit(noc_ports *p, uint32_t terminal, uint32_t places)
{
    p->places[terminal].free_places = places;
}

void noc_port_make_room(noc_ports *p, uint32_t terminal)
{
    p->places[terminal].free_places++;
}

/* ---- queues, for engines -------------------------------------------------------------------- */

void noc_port_deactivate(noc_ports *p, uint32_t terminal)
{
    const noc_port_terminal *t = &p->terminals[terminal];
    if (!has_packet(t, NOC_REQUEST) && !has_packet(t, NOC_REPLY))
        noc_set_remove(p->active_sources, terminal);
}

uint32_t noc_port_prepare_front(noc_ports *p, uint32_t terminal, noc_class class)
{
    fill_class_doors(p, terminal, class);
    const noc_packet_queue *queue = &p->terminals[terminal].queues[class];
    return queue->count > 0 ? queue->first : NOC_NONE;
}

void noc_port_take(noc_ports *p, uint32_t packet)
{
    const noc_flow *flow = &p->system->traffic.flows[p->packets.entries[packet].flow];
    if (!p->packets.entries[packet].is_placed) place_packet(p, &p->packets.entries[packet]);
    noc_packet_queue_pop(&p->packets,
                         &p->terminals[noc_port_find_source(p, flow)].queues[flow->class]);
    report_departure(p, packet);
}

void noc_port_release(noc_ports *p, uint32_t packet)
{
    (*find_held_places(p, packet))--;
    p->packets.entries[packet].keeps_place = false;
    report_departure(p, packet);
    if (p->packets.entries[packet].is_delivered) noc_packets_give_back(&p->packets, packet);
}

void noc_ports_take_at_once(noc_ports *p, uint16_t network, noc_port_network interface)
{
    p->networks[network] = interface;
    for (int class = 0; class < NOC_CLASSES; class ++)
        p->accepts_at_once[class] =
            p->accepts_at_once[class] || p->system->graph.networks[network].carries[class];
}

/* ---- packets that wait at their node -------------------------------------------------------- */

/* Finds the interface of the network of a flow's source; NULL: it has several injection channels,
 * so the network of a waiting packet is not known yet. */
static const noc_port_network *find_only_interface(const noc_ports *p, size_t flow)
{
    const noc_graph *g = &p->system->graph;
    const noc_terminal *t = &g->terminals[p->system->traffic.flows[flow].source];
    const uint32_t channel = g->injections[t->first_injection];
    return t->injections == 1 ? &p->networks[g->channels[channel].network] : NULL;
}

void noc_port_announce_waiting(noc_ports *p, size_t flow, int packets)
{
    const noc_port_network *interface = find_only_interface(p, flow);
    if (interface && interface->announce_packets)
        interface->announce_packets(interface->engine, flow, packets);
}

/* Finds the free lanes of a terminal on a channel; an engine that chooses among parallel
 * channels has one lane. */
static unsigned find_free_lanes(noc_ports *p, uint32_t channel, uint32_t terminal,
                                uint64_t *closed_until)
{
    const noc_channel *c = &p->system->graph.channels[channel];
    const noc_port_network *interface = &p->networks[c->network];
    if (interface->free_lanes)
        return interface->free_lanes(interface->engine, c->network, terminal, closed_until);
    if (interface->accept_packet) return p->places[terminal].held_places[NOC_REPLY] == 0;
    if (!interface->has_doors) return 1;
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
        lanes |= find_free_lanes(p, p->system->graph.injections[t->first_injection + i], terminal,
                                 closed_until);
    if (t->injections > 1) *closed_until = 0;
    return lanes;
}

unsigned noc_port_find_lane(const noc_ports *p, size_t flow)
{
    const noc_port_network *interface = find_only_interface(p, flow);
    return interface && interface->find_lane ? interface->find_lane(interface->engine, flow) : 0;
}

bool noc_ports_have_multicast(const noc_system *s)
{
    for (uint16_t n = 0; n < s->graph.network_count; n++)
        if (s->graph.networks[n].carries[NOC_REPLY] && !noc_system_spec(s, n)->multicast)
            return false;
    return true;
}

void noc_port_submit_packet(noc_ports *p, uint32_t packet)
{
    const noc_flow *flow = &p->system->traffic.flows[p->packets.entries[packet].flow];
    noc_port_push(p, packet);
    noc_port_fill_doors(p, noc_port_find_source(p, flow));
}

void noc_port_count_merged(noc_ports *p, const noc_packet *packet, uint64_t created,
                           uint64_t origin)
{
    noc_packet merged = *packet;
    merged.creation_cycle = created;
    merged.request_cycle = origin;
    p->tally.created[NOC_REPLY]++;
    noc_port_count_packet(p, &merged);
}
