/* sampler/ports/ports.h: ports of the terminals: their side of the networks, with queues, paths and
 * packets, but without virtual channels, windows or banks.
 *
 * Nodes submit packets, which wait in a queue for each terminal and class. The first packet of a
 * queue is placed: its path is drawn, and with it its network and its flits. Where traffic has
 * classes of its own (noc_traffic_class) a terminal is a source of each class, with queues of their
 * own; sources of the first class have the numbers of their terminals, sources of the other classes
 * follow. Engines pull packets, in one of three ways:
 *
 * - by doors: an injection channel of a network with doors has a door for each class of traffic,
 *   where one packet at a time stands; the queues of the terminals that share the channel take
 *   turns at the door. The engine sends that packet, when a codec there has encoded it, and reports
 *   when the door is free.
 * - by queues: the engine of a network without doors looks at the queues itself, at their first
 *   packet or at any that fits.
 * - at once: an engine is told of each packet in the cycle in which the packet comes, placed, and
 *   keeps it in lines of its own. The packet's place in its terminal's queue stays taken until the
 *   engine releases it.
 *
 * Engines deliver flits; packets whose tail has arrived are listed for the nodes. A terminal may
 * limit the packets that it admits: engines ask before they deliver a head, and keep a packet that
 * is not admitted.
 *
 * Ports call code above them through pointers only: the maker of a queue's next packet
 * (noc_port_supply), the choice among channels side by side (noc_port_network), the node that is
 * told when a reply has left (noc_port_listener). */
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

enum { NOC_PORT_LINE = 64 }; /* bytes of a line of the processor's cache */

/* Source: state of a terminal for a class of traffic that every packet touches. One cache line, as
 * packets come to all sources at random. */
typedef struct noc_port_terminal {
    _Alignas(NOC_PORT_LINE) noc_random random; /* stream of all draws at this source */
    noc_packet_line queues[NOC_CLASSES]; /* waiting packets of a class, in the order of arrival */
    bool due[NOC_CLASSES]; /* source has another packet, not made before the queue is empty */
    bool woken;            /* source is in the list of terminals to wake */
    noc_slice_state slices;
} noc_port_terminal;

/* Places at a terminal. */
typedef struct noc_port_places {
    uint32_t room;              /* packets the terminal still admits; NOC_NONE: any number */
    uint32_t kept[NOC_CLASSES]; /* places in the queues that stay taken by packets that have left */
} noc_port_places;

/* Door: place of the next packet of an injection channel, of a class of traffic. Terminals that
 * share the channel (a concentrator) take turns. */
typedef struct noc_door {
    uint32_t packet; /* packet at the door; NOC_NONE: free */
    /* terminals that share the door: graph->sharers[first_sharer] and on */
    uint32_t first_sharer, sharers;
    uint32_t turn; /* place among the sharers of the last one that was served */
} noc_door;

/* Data of a path that a packet gets when it is placed: a copy, so that placing reads one cache
 * line, instead of those of path, hop and channel. */
typedef struct noc_entrance {
    uint32_t hop;  /* first hop, on an injection channel */
    uint32_t door; /* door of the injection channel, if its network has doors */
    uint16_t network;
    uint16_t routers; /* number of routers on the path */
} noc_entrance;

/* Interface of an engine that accepts packets into a network. */
typedef struct noc_port_network {
    bool has_doors;
    /* Chooses a packet's channel among channels side by side, of which its path names one: a hop
     * for a hop. NULL: the channel of the path. */
    uint32_t (*choose)(void *engine, uint32_t hop);
    /* Gives the engine a packet, which may be sent from the next cycle on. NULL: the engine does
     * not take packets at once. */
    void (*came)(void *engine, uint32_t packet);
    /* Finds the lanes of a terminal, a bit each, that would send a packet in the next cycle if they
     * had one; the lane of the packets of a flow. Both are for nodes that feed their ports
     * (noc_port_feed). *closed_until is 0 before, as for noc_port_free_lanes. NULL: there is one
     * lane, free while the engine has no packet of the terminal. */
    unsigned (*free_lanes)(void *engine, uint16_t network, uint32_t terminal,
                           uint64_t *closed_until);
    unsigned (*lane)(const void *engine, uint16_t network, size_t flow);
    /* Announces packets of a flow that wait at their node, or withdraws packets (below 0) that were
     * announced and will not be submitted. NULL: announcements have no effect. */
    void (*expect)(void *engine, uint16_t network, size_t flow, int packets);
    void *engine;
} noc_port_network;

/* Maker of the next packet of a queue that is empty and due; it pushes the packet there
 * (noc_port_push). */
typedef struct noc_port_supply {
    void (*make)(void *maker, uint32_t source);
    void *maker;
} noc_port_supply;

/* Node that is told when the place of a reply is free. NULL: no node. */
typedef struct noc_port_listener {
    void (*left)(void *node, uint32_t packet);
    void *node;
} noc_port_listener;

typedef struct noc_ports {
    const noc_system *system;
    uint64_t now; /* current cycle, or the next one between cycles */
    noc_packets packets;
    noc_target_groups groups;
    /* lines of memory of packets, by their tag; borrowed. NULL: each packet has a line of its
     * own */
    const uint32_t *lines;
    /* size of the answer to each request, by its tag; 0: size of its packet type; borrowed. NULL:
     * all 0 */
    const uint32_t *answer_bytes;
    uint32_t class_count;         /* classes of traffic that have sources of their own */
    uint32_t source_count;        /* terminals, for each of the classes */
    noc_port_terminal *terminals; /* terminals by source */
    noc_port_places *places;      /* places by source */
    noc_door *doors;              /* doors, class_count for each of graph->injectors */
    uint64_t *waiting;            /* set of doors with a packet that may be sent */
    unsigned door_words;
    struct noc_codecs *codecs; /* NULL: packets are sent and delivered as they come */
    /* share of packets that are compressible, and of their flits that is saved; 0: none */
    double compressible, saved;
    bool has_doors;          /* some networks have doors */
    bool taken[NOC_CLASSES]; /* some networks take packets of the class at once */
    uint64_t *active; /* set of sources: all with a packet in a queue or due, and possibly others */
    unsigned terminal_words;
    noc_port_network *networks;
    noc_entrance *entrances; /* entrance of each path of the routes */
    bool borrows_entrances;  /* entrances belong to the ports of another run */
    noc_port_supply supply;
    noc_port_listener hearer;
    /* nodes are told of the class's arrivals; false: arrivals are not listed */
    bool heard[NOC_CLASSES];
    bool answered; /* replies answer requests */
    /* packets that wait for the door of an injection channel, by place in graph->injections and
     * class, where packets name networks; answers use the network of their request. NULL: packets
     * name no network */
    noc_packet_line *named;
    uint32_t first_arrival, last_arrival; /* list of packets whose tail has arrived */
    uint32_t *woken, woken_count;         /* terminals with an answer that may go next */
    uint32_t *announced, announced_count; /* sources that announced a packet in this cycle */
    noc_tally tally;
    noc_sketch sketch; /* round trips where there are answers, else packet latencies, cycles */
    noc_recent recent; /* recent values of the sketch's quantity, cycles */
    noc_owner_tally *owners;  /* tallies by terminal */
    noc_owner_tally *by_flow; /* tallies by flow; NULL: not counted (noc_ports_count_flows) */
    /* latencies of the packets of each class; NULL: there is one class */
    noc_sketch *class_sketches;
} noc_ports;

/* Makes the ports of a run. Every terminal has a stream of its own, derived from the seed. False
 * when out of memory; the caller calls noc_ports_clear in either case. `answered`: false where
 * replies are a trace's own packets. `by_class`: classes of traffic have sources of their own.
 * `like`: ports of the same system, which outlive the use of these and lend all constant data;
 * NULL: none. */
bool noc_ports_make(noc_ports *ports, const noc_system *system, uint64_t seed, bool answered,
                    bool by_class, const noc_ports *like);
void noc_ports_clear(noc_ports *ports);

/* Lets packets be counted by flow, too. False when out of memory. */
bool noc_ports_count_flows(noc_ports *ports);

/* Door of the first class for a hop on an injection channel, if its network has doors; doors of the
 * other classes follow. */
static inline uint32_t noc_port_door_of(const noc_ports *ports, uint32_t hop)
{
    const noc_system *s = ports->system;
    return s->graph.channels[s->routes.hops[hop].channel].injector * ports->class_count;
}

/* Source of a flow's packets. */
static inline uint32_t noc_port_source_of(const noc_ports *ports, const noc_flow *flow)
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

/* Makes a packet of a flow, created in cycle `created`, outside all queues. The pool must have a
 * free packet. */
uint32_t noc_port_make(noc_ports *ports, size_t flow, int type, uint64_t created);

/* Appends a packet to the queue of its flow's source and class. */
void noc_port_push(noc_ports *ports, uint32_t packet);

/* Lets packets name networks, from now on by noc_port_push_by: answers use the network of their
 * request, and packets of a node for one network do not wait behind packets for another. False when
 * out of memory. */
bool noc_ports_name_networks(noc_ports *ports);

/* Pushes a packet, whose bytes are known, for network `network` of the design, from 1 on, if that
 * network carries its flow; 0: for any network. */
void noc_port_push_by(noc_ports *ports, uint32_t packet, unsigned network);

/* Submits a packet, which may enter its network in this cycle. `origin`: cycle in which the request
 * was created that the packet answers, or its own. */
void noc_port_submit(noc_ports *ports, size_t flow, int type, uint32_t tag, uint64_t origin);

/* Submits the answer to a request, which stands at a door only when the terminals are woken
 * (noc_ports_wake), after this cycle's injections. */
void noc_port_answer(noc_ports *ports, size_t flow, int type, const noc_packet *request);
void noc_ports_start_woken(noc_ports *ports); /* requires woken terminals */
static inline void noc_ports_wake(noc_ports *ports)
{
    if (ports->woken_count > 0) noc_ports_start_woken(ports);
}

/* Moves packets that wait at a source to its doors, as far as they are free. */
void noc_port_start(noc_ports *ports, uint32_t source);

/* Releases packets that codecs have encoded, before any packet is sent in a cycle. */
void noc_ports_encode(noc_ports *ports);

/* Announces a packet of a source: its queue is due. */
void noc_port_announce(noc_ports *ports, uint32_t source, noc_class class);

/* True if all packets of a terminal are completely in their networks. */
bool noc_port_is_clear(const noc_ports *ports, uint32_t terminal);

/* True if a queue of `places` has room for one more packet. */
bool noc_port_has_room(const noc_ports *ports, uint32_t terminal, noc_class class, uint32_t places);

/* Places of a source's queue that are taken. */
uint32_t noc_port_backlog(const noc_ports *ports, uint32_t source, noc_class class);

/* Limits a terminal to `places` admitted packets from now on, and one more for each
 * noc_port_make_room. */
void noc_port_limit(noc_ports *ports, uint32_t terminal, uint32_t places);
void noc_port_make_room(noc_ports *ports, uint32_t terminal);

/* ---- for engines: doors --------------------------------------------------------------------- */

/* Opens the doors of a network's injection channels for its packets. */
void noc_ports_open_doors(noc_ports *ports, uint16_t network);

/* Frees the door of a packet that has gone, and brings the next packet there. */
void noc_port_leave(noc_ports *ports, uint32_t door);

/* ---- for engines: queues -------------------------------------------------------------------- */

/* First packet of a queue, placed, made by its source if need be; packets for free doors have gone
 * there. NOC_NONE: no packet waits. */
uint32_t noc_port_look(noc_ports *ports, uint32_t terminal, noc_class class);
static inline uint32_t noc_port_front(noc_ports *ports, uint32_t terminal, noc_class class)
{
    const noc_port_terminal *t = &ports->terminals[terminal];
    return t->queues[class].count || t->due[class] ? noc_port_look(ports, terminal, class)
                                                   : NOC_NONE;
}

/* True if a packet may wait in the queues; exact if engines settle the terminals that they found
 * empty (noc_port_settle). */
static inline bool noc_ports_are_active(const noc_ports *ports)
{
    return !noc_set_empty(ports->active, ports->terminal_words);
}

/* Removes a terminal from the active set, if no packet waits there. */
void noc_port_settle(noc_ports *ports, uint32_t terminal);

/* Removes a placed packet, the first of its queue, from the queue. */
void noc_port_take(noc_ports *ports, uint32_t packet);

/* Frees the place of a packet that its engine took at once (noc_ports_take). The packet's record is
 * kept beyond its delivery until then. */
void noc_port_release(noc_ports *ports, uint32_t packet);

/* ---- for engines: at once ------------------------------------------------------------------- */

/* Gives packets of a network to an engine as they come (noc_port_network.came); the engine releases
 * each of them to free its place. */
void noc_ports_take(noc_ports *ports, uint16_t network, void (*came)(void *, uint32_t),
                    void *engine);

/* ---- for engines: the other end ------------------------------------------------------------- */

static inline uint32_t noc_port_destination(const noc_ports *ports, uint32_t packet)
{
    return ports->system->traffic.flows[ports->packets.all[packet].flow].destination;
}

static inline bool noc_port_is_limited(const noc_ports *ports, uint32_t terminal)
{
    return ports->places[terminal].room != NOC_NONE;
}

/* True if the head of a packet is admitted to a terminal; then the terminal has one place less. */
static inline bool noc_port_admit(noc_ports *ports, uint32_t terminal)
{
    uint32_t *room = &ports->places[terminal].room;
    if (*room == NOC_NONE) return true;
    if (*room == 0) return false;
    (*room)--;
    return true;
}

/* ---- packets that wait at their node -------------------------------------------------------- */

/* Nodes may keep packets instead of the port's queue, so that the node decides which packet goes
 * next, once the port can accept one. A node announces each packet that it will submit when the
 * packet starts to wait (noc_port_expect), since windows of overlays depend on waiting packets. The
 * node submits a packet when the packet's lane is free, and is told when its place is free again:
 * the tail has left, or was acknowledged. */

/* Announces packets of a flow that wait at their node, or withdraws packets (`packets` below 0)
 * whose data other packets carry along. */
void noc_port_expect(noc_ports *ports, size_t flow, int packets);

/* Finds the lanes of a terminal, a bit each, that a packet would enter in the next cycle without
 * queueing; none while packets wait in the port's queue. Lanes are channels side by side, and
 * windows of overlays for some receivers only. An ideal network has a lane once a cycle. Where
 * several terminals share a channel, their queues take turns, and the lane is always free. If no
 * lane is free, *closed_until is a cycle before which none will be; 0: not known. */
unsigned noc_port_free_lanes(noc_ports *ports, uint32_t terminal, noc_class class,
                             uint64_t *closed_until);

/* Lane of the packets of a flow. */
unsigned noc_port_lane(const noc_ports *ports, size_t flow);

/* True if all networks that carry replies accept one packet to several cores. */
bool noc_ports_multicast(const noc_system *system);

/* Submits a packet that was made (noc_port_make), which may enter its network in this cycle. */
void noc_port_feed(noc_ports *ports, uint32_t packet);

/* Counts a reply that was delivered inside another reply's packet, made in cycle `created`, as the
 * answer to a request made in cycle `origin`. */
void noc_port_count_along(noc_ports *ports, const noc_packet *packet, uint64_t created,
                          uint64_t origin);

#endif
