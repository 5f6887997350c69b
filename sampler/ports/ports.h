/* sampler/ports/ports.h: ports of the terminals: packet queues, paths and packet records between
 * the nodes and the networks. Virtual channels and windows belong to the engines.
 *
 * Nodes submit packets. A packet waits in the queue of its terminal and class. The first packet of
 * a queue gets a path at random; the path decides the network and the number of flits. Where
 * traffic has classes (noc_traffic_class), a terminal is one source for each class, with separate
 * queues. Sources of the first class have the numbers of their terminals; sources of the other
 * classes follow. Engines get packets in one of three ways:
 *
 * - by doors: an injection channel has a door for each class of traffic, which holds one packet.
 *   Queues of terminals that share the channel take turns at the door. The engine sends the packet
 *   at the door (after the codec, if any) and reports when the door is free.
 * - by queues: the engine of a network without doors reads the queues directly.
 * - at once: the engine receives each packet in the cycle of its creation, with a path, and queues
 *   the packet internally. The packet keeps its place in the terminal's queue until the engine
 *   releases it.
 *
 * Engines deliver flits. Packets whose tail has arrived are listed for the nodes. A terminal may
 * limit the number of admitted packets: engines ask before they deliver a head and hold a packet
 * that is not admitted.
 *
 * Ports call higher modules through pointers only: the creator of a queue's next packet
 * (noc_port_supply), the choice among parallel channels (noc_port_network), and the callback for
 * replies that have left (noc_departure_callback). */
#ifndef NOC_SAMPLER_PORTS_PORTS_H
#define NOC_SAMPLER_PORTS_PORTS_H

#include "base/bitset.h"
#include "base/random.h"
#include "base/recent.h"
#include "base/sketch.h"
#include "network/graph/system.h"
#include "network/kinds/choices.h"
#include "sampler/ports/packets.h"
#include "sampler/ports/tally.h"

enum { NOC_PORT_LINE = 64 }; /* bytes of a cache line of the processor */

/* State of a source, a terminal for one class of traffic. It fits in one cache line, since
 * consecutive packets have random sources. */
typedef struct noc_port_terminal {
    _Alignas(NOC_PORT_LINE) noc_random random; /* random stream of the source */
    /* waiting packets of each class, in the order of arrival */
    noc_packet_queue queues[NOC_CLASSES];
    /* [class]: source has another packet, which is created when the queue is empty */
    bool has_next_packet[NOC_CLASSES];
    bool is_woken;          /* terminal is listed in woken_terminals */
    noc_slice_state slices; /* state of the choice among slices of a network */
} noc_port_terminal;

/* Places of a source: for packets that arrive at its terminal, and of packets to send. */
typedef struct noc_port_places {
    uint32_t free_places; /* arriving packets still admitted; NOC_NONE: unlimited */
    /* [class]: places of packets that have left the queue, but are not released */
    uint32_t held_places[NOC_CLASSES];
} noc_port_places;

/* Door: holds the next packet of an injection channel for a class of traffic. Terminals that
 * share the channel (a concentrator) take turns. */
typedef struct noc_door {
    uint32_t packet; /* packet at the door; NOC_NONE: free */
    /* terminals that share the door: first one and number, in graph->sharers */
    uint32_t first_sharer, sharers;
    uint32_t last_sharer; /* number of the last sharer served, from 0 */
} noc_door;

/* Entrance of a path: a copy of the data that a packet needs, so that only one cache line is
 * read. */
typedef struct noc_entrance {
    uint32_t hop;  /* first hop, on an injection channel */
    uint32_t door; /* door of the injection channel, if its network has doors */
    uint16_t network;
    uint16_t routers; /* number of routers on the path */
} noc_entrance;

/* Interface of an engine that accepts packets into a network. */
typedef struct noc_port_network {
    bool has_doors;
    /* Chooses among parallel channels; replaces the hop of the path. NULL: the hop of the path
     * is final. */
    uint32_t (*choose_hop)(void *engine, uint32_t hop);
    /* Passes a packet to the engine; the packet may be sent from the next cycle on. NULL: the
     * engine pulls packets. */
    void (*accept_packet)(void *engine, uint32_t packet);
    /* Finds the free lanes of a terminal, a bit each (noc_port_free_lanes); the caller sets
     * *closed_until to 0. NULL: there is one lane, free while the engine holds no packet of the
     * terminal. find_lane: finds the lane of a flow's packets; NULL: lane 0. */
    unsigned (*free_lanes)(void *engine, uint16_t network, uint32_t terminal,
                           uint64_t *closed_until);
    unsigned (*find_lane)(const void *engine, size_t flow);
    /* Announces packets of a flow that wait at their node; below 0: withdraws announced packets.
     * NULL: no effect. */
    void (*announce_packets)(void *engine, size_t flow, int packets);
    void *engine;
} noc_port_network;

/* Creator of the next packet of an empty queue; make_packet pushes the packet to the queue
 * (noc_port_push). */
typedef struct noc_port_supply {
    void (*make_packet)(void *maker, uint32_t source);
    void *maker;
} noc_port_supply;

/* Callback after a reply has left its place at the port. on_departure NULL: none. */
typedef struct noc_departure_callback {
    void (*on_departure)(void *node, uint32_t packet);
    void *node;
} noc_departure_callback;

/* Ports of a run. */
typedef struct noc_ports {
    const noc_system *system;
    uint64_t now; /* current cycle, or the next one between cycles */
    noc_packets packets;
    noc_target_groups groups;
    /* memory line of each packet, by tag; borrowed. NULL: all packets have different lines */
    const uint32_t *memory_lines;
    /* bytes of the answer to each request, by tag; 0: size of its packet type; borrowed. NULL:
     * all 0 */
    const uint32_t *answer_bytes;
    uint32_t class_count;         /* classes of traffic with separate sources */
    uint32_t source_count;        /* sources: terminals * classes */
    noc_port_terminal *terminals; /* [source]: state */
    noc_port_places *places;      /* [source]: places */
    noc_door *doors; /* [position in graph->injectors * class_count + class of traffic]: door */
    uint64_t *ready_doors; /* set of doors with a packet to send; door_words words */
    unsigned door_words;
    struct noc_codecs *codecs; /* NULL: the ports have no codecs */
    /* share of packets that are compressible; share of their flits that compression removes */
    double compressible_share, saved_share;
    bool has_doors; /* some networks have doors */
    /* [class]: some networks accept packets of the class at once */
    bool accepts_at_once[NOC_CLASSES];
    /* set of sources that may have a packet, with all that have one; terminal_words words */
    uint64_t *active_sources;
    unsigned terminal_words;
    noc_port_network *networks; /* [network]: interface of its engine */
    /* [path of the routes]: entrance; may belong to the ports of another run */
    noc_entrance *entrances;
    noc_port_supply supply;
    noc_departure_callback departure_callback;
    /* [class]: arrivals are listed for the nodes */
    bool lists_arrivals[NOC_CLASSES];
    bool has_answers; /* replies answer requests */
    /* [position in graph->injections * NOC_CLASSES + class]: waiting packets, where packets name
     * their network; an answer uses the network of its request. NULL: packets name no network */
    noc_packet_queue *network_queues;
    uint32_t first_arrival, last_arrival;   /* list of packets whose tail has arrived */
    uint32_t *woken_terminals, woken_count; /* terminals with a new answer */
    /* sources that announced a packet in this cycle */
    uint32_t *announced_sources, announced_count;
    noc_tally tally;
    noc_sketch sketch; /* latencies of all packets; with replies the round trips; cycles */
    noc_recent_latencies recent;       /* recent values of the sketch's quantity, cycles */
    noc_owner_tally *terminal_tallies; /* [terminal]: tally */
    noc_owner_tally *flow_tallies; /* [flow]: tally; NULL: not counted (noc_ports_count_flows) */
    /* [class of traffic]: latencies, cycles; NULL: there is one class */
    noc_sketch *class_sketches;
    noc_arena *arena; /* memory of the run */
} noc_ports;

/* Makes the ports of a run; `arena` owns their memory, and that of the engines, sources and nodes
 * of the run. Each terminal has its own random stream, derived from the seed. `has_answers`:
 * replies answer requests; false: replies are packets of a trace. `by_class`: each class of traffic
 * has separate sources. `lender`: ports of the same system that lend all constant data and outlive
 * the borrower; NULL: none. False when out of memory. */
bool noc_ports_make(noc_ports *ports, noc_arena *arena, const noc_system *system, uint64_t seed,
                    bool has_answers, bool by_class, const noc_ports *lender);

/* Allocates `count` elements of `size` bytes for a run, zeroed, from the start of a cache line on.
 * NULL when out of memory. */
void *noc_ports_allocate_lines(noc_arena *arena, size_t count, size_t size);

/* Starts the counts of packets by flow. False when out of memory. */
bool noc_ports_count_flows(noc_ports *ports);

/* Finds the door of the first class of traffic for a hop on an injection channel of a network
 * with doors. Doors of the other classes follow. */
static inline uint32_t noc_port_find_door(const noc_ports *ports, uint32_t hop)
{
    const noc_system *s = ports->system;
    return s->graph.channels[s->routes.hops[hop].channel].injector * ports->class_count;
}

/* Finds the source of a flow. */
static inline uint32_t noc_port_find_source(const noc_ports *ports, const noc_flow *flow)
{
    return ports->class_count == 1
               ? flow->source
               : flow->source + flow->traffic_class * ports->system->graph.terminal_count;
}

/* Ends a cycle. */
static inline void noc_ports_tick(noc_ports *ports)
{
    ports->now++;
    ports->tally.cycles++;
    ports->announced_count = 0;
}

/* ---- for nodes and sources ------------------------------------------------------------------ */

/* Creates a packet of a flow, with the creation cycle `created`, outside all queues. The pool
 * must have a free record. Returns the number of the packet. */
uint32_t noc_port_make(noc_ports *ports, size_t flow, int type, uint64_t created);

/* Appends a packet to the queue of its source and class. */
void noc_port_push(noc_ports *ports, uint32_t packet);

/* Adds a queue for each injection channel and class (noc_port_push_to), so that packets for one
 * network do not wait behind packets for another. Answers use the network of their request. False
 * when out of memory. */
bool noc_ports_add_queues(noc_ports *ports);

/* Pushes a packet, whose size is set, for network `network` of the design, from 1, if the
 * network carries the flow; 0: for any network. */
void noc_port_push_to(noc_ports *ports, uint32_t packet, unsigned network);

/* Creates and pushes a packet of a flow, which may enter its network in this cycle. `origin`:
 * request_cycle of the packet. */
void noc_port_submit(noc_ports *ports, size_t flow, int type, uint32_t tag, uint64_t origin);

/* Creates and pushes the answer to a request. The answer reaches a door after the injections of
 * this cycle (noc_ports_wake). */
void noc_port_answer(noc_ports *ports, size_t flow, int type, const noc_packet *request);

/* Moves the answers created since the last call to free doors. noc_ports_start_woken requires an
 * answer. */
void noc_ports_start_woken(noc_ports *ports);
static inline void noc_ports_wake(noc_ports *ports)
{
    if (ports->woken_count > 0) noc_ports_start_woken(ports);
}

/* Moves waiting packets of a source to its free doors. */
void noc_port_fill_doors(noc_ports *ports, uint32_t source);

/* Marks doors as ready whose packet leaves the encoder in this cycle, before any packet of the
 * cycle is sent. */
void noc_ports_release_encoded(noc_ports *ports);

/* Announces that a source has a packet, which noc_port_supply creates when it can move. */
void noc_port_announce(noc_ports *ports, uint32_t source, noc_class class);

/* True if all packets of a terminal have entered their networks completely. */
bool noc_port_is_clear(const noc_ports *ports, uint32_t terminal);

/* True if a terminal's queue of `places` places has room for one more packet. */
bool noc_port_has_room(const noc_ports *ports, uint32_t terminal, noc_class class, uint32_t places);

/* Occupied places of a queue. */
uint32_t noc_port_backlog(const noc_ports *ports, uint32_t source, noc_class class);

/* Limits a terminal to `places` admitted packets. noc_port_make_room frees one place. */
void noc_port_limit(noc_ports *ports, uint32_t terminal, uint32_t places);
void noc_port_make_room(noc_ports *ports, uint32_t terminal);

/* ---- for engines: doors --------------------------------------------------------------------- */

/* Opens the doors of the injection channels of a network. */
void noc_ports_open_doors(noc_ports *ports, uint16_t network);

/* Frees the door of a packet that has left; the next packet moves there. */
void noc_port_free_door(noc_ports *ports, uint32_t door);

/* ---- for engines: queues -------------------------------------------------------------------- */

/* Finds the first packet of a queue, created if necessary, with a path; packets for free doors
 * move there first. NOC_NONE: the queue is empty. */
uint32_t noc_port_prepare_front(noc_ports *ports, uint32_t terminal, noc_class class);
static inline uint32_t noc_port_front(noc_ports *ports, uint32_t terminal, noc_class class)
{
    const noc_port_terminal *t = &ports->terminals[terminal];
    return t->queues[class].count || t->has_next_packet[class]
               ? noc_port_prepare_front(ports, terminal, class)
               : NOC_NONE;
}

/* True if some source may have a packet; exact if engines deactivate empty terminals
 * (noc_port_deactivate). */
static inline bool noc_ports_are_active(const noc_ports *ports)
{
    return !noc_set_is_empty(ports->active_sources, ports->terminal_words);
}

/* Removes a terminal from the active set, if its queues are empty. */
void noc_port_deactivate(noc_ports *ports, uint32_t terminal);

/* Removes a packet, the first of its queue, and assigns a path if it has none. */
void noc_port_take(noc_ports *ports, uint32_t packet);

/* Frees the place of a packet that its engine took at once. Until then the record stays valid,
 * even after the delivery. */
void noc_port_release(noc_ports *ports, uint32_t packet);

/* ---- for engines: at once ------------------------------------------------------------------- */

/* Passes packets of a network to an engine at once (noc_port_network.accept_packet). The engine
 * must release each packet. */
void noc_ports_take_at_once(noc_ports *ports, uint16_t network, noc_port_network interface);

/* ---- for engines: destinations --------------------------------------------------------------- */

/* Finds the terminal to which a packet goes. */
static inline uint32_t noc_port_destination(const noc_ports *ports, uint32_t packet)
{
    return ports->system->traffic.flows[ports->packets.entries[packet].flow].destination;
}

/* True if a terminal limits its admitted packets. */
static inline bool noc_port_is_limited(const noc_ports *ports, uint32_t terminal)
{
    return ports->places[terminal].free_places != NOC_NONE;
}

/* Asks for a place at a terminal for the head of a packet. True: the packet is admitted and has
 * the place. */
static inline bool noc_port_admit(noc_ports *ports, uint32_t terminal)
{
    uint32_t *free_places = &ports->places[terminal].free_places;
    if (*free_places == NOC_NONE) return true;
    if (*free_places == 0) return false;
    (*free_places)--;
    return true;
}

/* ---- packets that wait at their node -------------------------------------------------------- */

/* Nodes may hold packets, so that the node decides which packet is next when the port can accept
 * one. The node announces each packet when the packet starts to wait
 * (noc_port_announce_waiting), since windows of overlays depend on the number of waiting
 * packets. The node submits the packet when its lane is free. The departure callback reports
 * when the place is free: the tail has left, or was acknowledged. */

/* Announces packets of a flow that wait at their node; below 0: withdraws announced packets whose
 * data travels in other packets. */
void noc_port_announce_waiting(noc_ports *ports, size_t flow, int packets);

/* Finds the lanes, a bit each, that a packet of a terminal would enter in the next cycle without
 * queueing; none while the queue holds packets. Lanes are parallel channels, or windows of an
 * overlay for some receivers. An ideal network has one lane. A shared channel is always free,
 * since its queues take turns. If no lane is free, sets *closed_until to a cycle before which no
 * lane opens; 0: not known. */
unsigned noc_port_free_lanes(noc_ports *ports, uint32_t terminal, noc_class class,
                             uint64_t *closed_until);

/* Finds the lane of the packets of a flow. */
unsigned noc_port_find_lane(const noc_ports *ports, size_t flow);

/* True if every network that carries replies supports multicast. */
bool noc_ports_have_multicast(const noc_system *system);

/* Submits a packet created by noc_port_make; the packet may enter its network in this cycle. */
void noc_port_submit_packet(noc_ports *ports, uint32_t packet);

/* Counts a reply that arrived in the packet of another reply. `created`: creation cycle of the
 * reply; `origin`: creation cycle of its request. */
void noc_port_count_merged(noc_ports *ports, const noc_packet *packet, uint64_t created,
                           uint64_t origin);

#endif
