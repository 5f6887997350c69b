/* sampler/ports/ports.h: the terminals' side of the networks. They know queues, paths and packets;
 * no virtual channel, no window, no bank.
 *
 * Nodes submit packets, which wait in a queue for each terminal and class; the first of a queue is
 * placed: its path is drawn, and with it its network and its flits. Where traffic has classes of
 * its own (noc_traffic_class) a terminal is a source of each, with queues of their own; the sources
 * of the first class have the numbers of their terminals, those of the next ones follow. Engines
 * pull, in one of three ways:
 *
 * - by doors: an injection channel of a network with doors has a door for each class of traffic,
 *   where one packet at a time stands; the queues of the terminals that share the channel take
 *   turns at it. The engine sends that packet, when a codec there has encoded it, and says when the
 *   door is free.
 * - by queues: the engine of a network without doors looks at the queues itself, at their first
 *   packet or at any that fits.
 * - at once: an engine is told of each packet in the cycle in which it comes, placed, and keeps it
 *   in lines of its own. The packet's place in its terminal's queue stays taken until the engine
 *   releases it.
 *
 * Engines deliver flits; packets whose tail has come are listed, for the nodes to hear of. A
 * terminal may limit what it lets in: engines ask before they deliver a head, and keep what is not
 * admitted.
 *
 * Ports call nobody above them but through pointers that they are given: who makes the next packet
 * of a queue (noc_port_supply), which of several channels side by side a packet takes
 * (noc_port_network), who hears that a reply has left (noc_port_hearer). */
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

/* State that every packet touches at its source, a terminal's for a class of traffic: one line, as
 * packets come to all of them at random. */
typedef struct noc_port_terminal {
    _Alignas(NOC_PORT_LINE) noc_random random; /* stream of all draws at this source */
    noc_packet_line queues[NOC_CLASSES];       /* packets of a class that wait, as they came */
    bool due[NOC_CLASSES]; /* its source has another packet, not made before the queue is empty */
    bool woken;            /* listed among terminals to wake */
    noc_slice_state slices;
} noc_port_terminal;

/* Places at a terminal. */
typedef struct noc_port_places {
    uint32_t room;              /* packets that it still lets in; NOC_NONE: any number */
    uint32_t kept[NOC_CLASSES]; /* places in its queues that stay taken by packets that have left */
} noc_port_places;

/* Door: place of the next packet of an injection channel, of a class of traffic. Terminals that
 * share it (a concentrator) take turns. */
typedef struct noc_door {
    uint32_t packet;                /* NOC_NONE: free */
    uint32_t first_sharer, sharers; /* terminals: graph->sharers[first_sharer] and on */
    uint32_t turn;                  /* place among them of the one that was served last */
} noc_door;

/* Data that a packet takes from its path when it is placed: a copy, so that it reads one line of
 * memory, and not those of path, hop and channel. */
typedef struct noc_entrance {
    uint32_t hop;  /* the first, on an injection channel */
    uint32_t door; /* door of that channel, if its network has doors */
    uint16_t network;
    uint16_t routers; /* number of routers on the path */
} noc_entrance;

/* The way in which an engine takes packets into a network. */
typedef struct noc_port_network {
    bool has_doors;
    /* Chooses the channel that a packet takes among channels side by side of which its path names
     * one: a hop for a hop. NULL: as its path has it. */
    uint32_t (*choose)(void *engine, uint32_t hop);
    /* The engine has a packet from now on, which it may send from the next cycle on. NULL: it does
     * not take packets at once. */
    void (*came)(void *engine, uint32_t packet);
    /* Lanes of a terminal, as a set of bits, that would send a packet in the next cycle if they had
     * one; the lane that packets of a flow take. Both are for nodes that feed their ports
     * (noc_port_feed). *closed_until is 0 before, as for noc_port_free_lanes. NULL: there is one
     * lane, free while the engine has none of the terminal's packets. */
    unsigned (*free_lanes)(void *engine, uint16_t network, uint32_t terminal,
                           uint64_t *closed_until);
    unsigned (*lane)(const void *engine, uint16_t network, size_t flow);
    /* Packets of a flow come to wait at their node, or will not come after all (below 0); those
     * that come later were told of. NULL: nothing follows that. */
    void (*expect)(void *engine, uint16_t network, size_t flow, int packets);
    void *engine;
} noc_port_network;

/* Who makes the next packet of a queue that is empty and due; it pushes the packet there
 * (noc_port_push). */
typedef struct noc_port_supply {
    void (*make)(void *maker, uint32_t source);
    void *maker;
} noc_port_supply;

/* Who hears when the place of a reply is free. NULL: nobody. */
typedef struct noc_port_hearer {
    void (*left)(void *node, uint32_t packet);
    void *node;
} noc_port_hearer;

typedef struct noc_ports {
    const noc_system *system;
    uint64_t now; /* cycle that is run, or comes next */
    noc_packets packets;
    noc_target_groups groups;
    /* lines of memory of packets, by their tag; borrowed. NULL: each packet has a line of its
     * own */
    const uint32_t *lines;
    /* size of the answer to a request, by its tag; 0: as its type has it; borrowed. NULL: all 0 */
    const uint32_t *answer_bytes;
    uint32_t class_count;         /* classes of traffic that have sources of their own */
    uint32_t source_count;        /* terminals, for each of these classes */
    noc_port_terminal *terminals; /* terminals by source */
    noc_port_places *places;      /* places by source */
    noc_door *doors;              /* class_count for each of graph->injectors */
    uint64_t *waiting;            /* set of doors with a packet that may be sent */
    unsigned door_words;
    struct noc_codecs *codecs;  /* NULL: packets are sent and delivered as they come */
    double compressible, saved; /* share of the packets, and of their flits; 0: of none */
    bool has_doors;             /* some network has */
    bool taken[NOC_CLASSES];    /* some network takes packets of the class at once */
    uint64_t *active; /* set of sources: all with a packet in a queue, or one due, and others */
    unsigned terminal_words;
    noc_port_network *networks;
    noc_entrance *entrances; /* one a path of the routes */
    bool borrows_entrances;  /* entrances are other ports' */
    noc_port_supply supply;
    noc_port_hearer hearer;
    bool heard[NOC_CLASSES]; /* nodes hear of its arrivals; else nobody lists them */
    bool answered;           /* replies answer requests */
    /* packets that wait for the door of an injection channel, by place in graph->injections and
     * class, where packets name networks; answers go by those of their requests. NULL: packets
     * name none */
    noc_packet_line *named;
    uint32_t first_arrival, last_arrival; /* list of packets whose tail has come */
    uint32_t *woken, woken_count;         /* terminals with an answer that may go next */
    uint32_t *announced, announced_count; /* sources that announced a packet in this cycle */
    noc_tally tally;
    noc_sketch sketch; /* round trips where there are answers, else packet latencies, cycles */
    noc_recent recent; /* the same quantity */
    noc_owner_tally *owners;    /* tallies by terminal */
    noc_owner_tally *by_flow;   /* the same by flow; NULL: nobody asks (noc_ports_count_flows) */
    noc_sketch *class_sketches; /* latencies of the packets of each class; NULL where it is one */
} noc_ports;

/* Makes the ports of a run. Every terminal has a stream of its own, derived from the seed. False
 * when out of memory; noc_ports_clear frees what there is either way. `answered`: false where
 * replies are a trace's own packets. `by_class`: classes of traffic have sources of their own.
 * `like`: ports of the same system, which outlive the use of these and lend what never changes;
 * NULL: none. */
bool noc_ports_make(noc_ports *ports, const noc_system *system, uint64_t seed, bool answered,
                    bool by_class, const noc_ports *like);
void noc_ports_clear(noc_ports *ports);

/* Has packets counted by flow, too. False when out of memory. */
bool noc_ports_count_flows(noc_ports *ports);

/* The door of the first class of a hop on an injection channel, if its network has doors; those of
 * other classes follow. */
static inline uint32_t noc_port_door_of(const noc_ports *ports, uint32_t hop)
{
    const noc_system *s = ports->system;
    return s->graph.channels[s->routes.hops[hop].channel].injector * ports->class_count;
}

/* The source of a flow's packets. */
static inline uint32_t noc_port_source_of(const noc_ports *ports, const noc_flow *flow)
{
    return ports->class_count == 1
               ? flow->source
               : flow->source + flow->traffic_class * ports->system->graph.terminal_count;
}

/* A cycle is over. */
static inline void noc_ports_tick(noc_ports *ports)
{
    ports->now++;
    ports->tally.cycles++;
    ports->announced_count = 0;
}

/* ---- for nodes and sources ------------------------------------------------------------------ */

/* Makes a packet of a flow, created in cycle `created`, in no queue yet. There must be a free
 * one. */
uint32_t noc_port_make(noc_ports *ports, size_t flow, int type, uint64_t created);

/* Puts a packet last into the queue of its flow's source and class. */
void noc_port_push(noc_ports *ports, uint32_t packet);

/* Lets packets name networks, from now on by noc_port_push_by: answers go by the network of their
 * request, and packets of a node for one network do not wait behind those for another. False when
 * out of memory. */
bool noc_ports_name_networks(noc_ports *ports);

/* Pushes a packet that goes by a network of the design, from 1 on, if that carries its flow; 0: by
 * any. Its bytes are known. */
void noc_port_push_by(noc_ports *ports, uint32_t packet, unsigned network);

/* Submits a packet, which may enter its network in this cycle. `origin`: creation of the request
 * that it answers, or its own. */
void noc_port_submit(noc_ports *ports, size_t flow, int type, uint32_t tag, uint64_t origin);

/* Submits the answer to a request, which stands at a door only when the terminals are woken
 * (noc_ports_wake), after this cycle's injections. */
void noc_port_answer(noc_ports *ports, size_t flow, int type, const noc_packet *request);
void noc_ports_start_woken(noc_ports *ports); /* there are some */
static inline void noc_ports_wake(noc_ports *ports)
{
    if (ports->woken_count > 0) noc_ports_start_woken(ports);
}

/* Moves packets that wait at a source to its doors, as far as they are free. */
void noc_port_start(noc_ports *ports, uint32_t source);

/* Lets go the packets that codecs have encoded, before any is sent in a cycle. */
void noc_ports_encode(noc_ports *ports);

/* A source has a packet: its queue is due. */
void noc_port_announce(noc_ports *ports, uint32_t source, noc_class class);

/* True if all packets of a terminal are completely in their networks. */
bool noc_port_is_clear(const noc_ports *ports, uint32_t terminal);

/* Room for one more packet in a queue of `places`. */
bool noc_port_has_room(const noc_ports *ports, uint32_t terminal, noc_class class, uint32_t places);

/* Places of a queue of a source that are taken. */
uint32_t noc_port_backlog(const noc_ports *ports, uint32_t source, noc_class class);

/* From now on a terminal lets in so many packets, and one more for each noc_port_make_room. */
void noc_port_limit(noc_ports *ports, uint32_t terminal, uint32_t places);
void noc_port_make_room(noc_ports *ports, uint32_t terminal);

/* ---- for engines: doors --------------------------------------------------------------------- */

/* Packets of a network come to the doors of its injection channels. */
void noc_ports_open_doors(noc_ports *ports, uint16_t network);

/* The packet at a door has gone: the next one comes. */
void noc_port_leave(noc_ports *ports, uint32_t door);

/* ---- for engines: queues -------------------------------------------------------------------- */

/* The first packet of a queue, placed, made by its source if need be; those for doors that are free
 * have gone there. NOC_NONE: none waits. */
uint32_t noc_port_look(noc_ports *ports, uint32_t terminal, noc_class class);
static inline uint32_t noc_port_front(noc_ports *ports, uint32_t terminal, noc_class class)
{
    const noc_port_terminal *t = &ports->terminals[terminal];
    return t->queues[class].count || t->due[class] ? noc_port_look(ports, terminal, class)
                                                   : NOC_NONE;
}

/* True if anything may wait in the queues; the set is exact if engines strike off those that they
 * found empty. */
static inline bool noc_ports_are_active(const noc_ports *ports)
{
    return !noc_set_empty(ports->active, ports->terminal_words);
}

/* Strikes a terminal off, if nothing waits there. */
void noc_port_settle(noc_ports *ports, uint32_t terminal);

/* Takes a packet, the first of its queue, out of it. The packet is placed. */
void noc_port_take(noc_ports *ports, uint32_t packet);

/* Frees the place of a packet that its engine took at once (noc_ports_take). The packet's record is
 * kept beyond its delivery until then. */
void noc_port_release(noc_ports *ports, uint32_t packet);

/* ---- for engines: at once ------------------------------------------------------------------- */

/* Packets of a network go to an engine as they come (noc_port_network.came); it releases each when
 * its place is to be free. */
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

/* The head of a packet is at a terminal's door: true if it is let in; there is a place less
 * then. */
static inline bool noc_port_admit(noc_ports *ports, uint32_t terminal)
{
    uint32_t *room = &ports->places[terminal].room;
    if (*room == NOC_NONE) return true;
    if (*room == 0) return false;
    (*room)--;
    return true;
}

/* ---- packets that wait at their node -------------------------------------------------------- */

/* Packets may wait at their node instead of in the port's queue, so that the node decides which
 * goes next, once the port can take one. A node tells the port of each packet that it will submit
 * when the packet comes to wait (noc_port_expect), as windows of overlays follow what waits. The
 * node submits a packet when the packet's lane is free, and hears when its place is free again: the
 * tail has left, or was acknowledged. */

/* Packets of a flow come to wait at their node (`packets` above 0), or will not be submitted after
 * all, as others take what they have along. */
void noc_port_expect(noc_ports *ports, size_t flow, int packets);

/* Channels side by side, and windows of overlays that are for some receivers only, are lanes. Those
 * of a terminal, as a set of bits, that a packet would take in the next cycle with none before it;
 * there is none while packets wait in the port's queue. Of an ideal network: once a cycle. Where
 * several terminals share a channel they take turns with what is in their queues. Of no lanes
 * *closed_until is a cycle before which there is none whatever happens; 0: not known. */
unsigned noc_port_free_lanes(noc_ports *ports, uint32_t terminal, noc_class class,
                             uint64_t *closed_until);

/* The lane of the packets of a flow. */
unsigned noc_port_lane(const noc_ports *ports, size_t flow);

/* True if all networks that carry replies take one packet to several cores. */
bool noc_ports_multicast(const noc_system *system);

/* Submits a packet that was made (noc_port_make), which may enter its network in this cycle. */
void noc_port_feed(noc_ports *ports, uint32_t packet);

/* A packet was delivered that had what others were to bring along: counts one of these, made in
 * cycle `created`, as the answer to a request made in cycle `origin`. */
void noc_port_count_along(noc_ports *ports, const noc_packet *packet, uint64_t created,
                          uint64_t origin);

#endif
