#include "sampler/sources/eager.h"

#include <math.h>

/* State of a terminal. */
typedef struct eager_source {
    uint64_t packets_left;      /* packets of the batch not created yet */
    uint32_t packets_under_way; /* packets in flight, as the terminal knows */
    uint32_t new_arrivals; /* packets among these that arrived in the last cycle with arrivals */
    uint32_t packets_per_cycle; /* packets that the port accepts per cycle; at least 1 */
} eager_source;

struct noc_eager {
    noc_sources *sources;
    noc_ports *ports;
    eager_source *states;      /* [terminal]: state */
    uint64_t *ready_terminals; /* set of terminals that may create another packet */
    unsigned words;
    uint32_t packet_limit; /* upper bound of a terminal's packets in flight */
    /* terminals with packets that arrived in cycle `arrival_cycle` */
    uint32_t *arrived_terminals, arrived_count;
    uint64_t arrival_cycle; /* last cycle with arrivals */
    uint64_t packets_left;  /* packets of all batches that have not arrived */
    bool has_end;
    noc_loop_end batch_end;
};

/* ---- making --------------------------------------------------------------------------------- */

/* Finds the packets that a terminal's first port accepts per cycle, for the shortest packets. */
static uint32_t find_packet_rate(const noc_system *system, uint32_t terminal)
{
    const noc_graph *g = &system->graph;
    const noc_terminal *t = &g->terminals[terminal];
    const noc_channel *port = &g->channels[g->injections[t->first_injection]];
    double minimum = INFINITY;
    for (int k = 0; k < system->traffic.length_count; k++)
        minimum = fmin(minimum, fmax(1.0, system->traffic.lengths[k].flits[port->network]));
    return (uint32_t)fmax(1.0, ceil(port->flits_per_cycle / minimum));
}

static void make_source(noc_eager *e, uint32_t terminal, const noc_traffic_spec *spec)
{
    if (!noc_destinations_has_flow(&e->sources->destinations, terminal)) return;
    e->states[terminal].packets_left =
        spec->batch_packets ? (uint64_t)spec->batch_packets : UINT64_MAX;
    e->packets_left += (uint64_t)spec->batch_packets;
    e->states[terminal].packets_per_cycle = find_packet_rate(e->ports->system, terminal);
    noc_set_add(e->ready_terminals, terminal);
}

noc_eager *noc_eager_new(noc_sources *sources)
{
    const noc_system *system = sources->ports->system;
    const noc_traffic_spec *spec = &system->design->traffic;
    const uint32_t terminals = system->graph.terminal_count;
    noc_arena *arena = sources->ports->arena;
    noc_eager *e = noc_arena_array(arena, 1, sizeof *e);
    if (!e) return NULL;
    *e = (noc_eager){
        .sources = sources, .ports = sources->ports, .has_end = spec->batch_packets > 0};
    e->packet_limit = spec->outstanding_packets ? (uint32_t)spec->outstanding_packets : UINT32_MAX;
    e->words = terminals / 64 + 1;
    e->states = noc_arena_array(arena, terminals, sizeof *e->states);
    e->arrived_terminals = noc_arena_array(arena, terminals, sizeof *e->arrived_terminals);
    e->ready_terminals = noc_arena_array(arena, e->words, sizeof *e->ready_terminals);
    if (arena->is_short) return NULL;
    for (uint32_t t = 0; t < terminals; t++) make_source(e, t, spec);
    return e;
}

/* ---- a cycle -------------------------------------------------------------------------------- */

/* Subtracts packets that arrived in an earlier cycle from the packets in flight. */
static void count_arrivals(noc_eager *e)
{
    if (e->arrival_cycle >= e->ports->now) return;
    for (uint32_t k = 0; k < e->arrived_count; k++) {
        eager_source *source = &e->states[e->arrived_terminals[k]];
        source->packets_under_way -= source->new_arrivals;
        source->new_arrivals = 0;
        if (source->packets_left > 0) noc_set_add(e->ready_terminals, e->arrived_terminals[k]);
    }
    e->arrived_count = 0;
}

static void create_packet(noc_eager *e, uint32_t terminal)
{
    eager_source *source = &e->states[terminal];
    source->packets_left--;
    if (++source->packets_under_way >= e->packet_limit || source->packets_left == 0)
        noc_set_remove(e->ready_terminals, terminal);
    noc_sources_create_packet(e->sources, terminal, e->ports->now);
    noc_port_fill_doors(e->ports, terminal);
}

/* True if a terminal's previous packet has entered the network completely, or, for a port with
 * several packets per cycle, if fewer than these wait. */
static bool can_create(const noc_eager *e, uint32_t terminal)
{
    const uint32_t packets_per_cycle = e->states[terminal].packets_per_cycle;
    return packets_per_cycle == 1 ? noc_port_is_clear(e->ports, terminal)
                                  : noc_port_backlog(e->ports, terminal, NOC_REQUEST) +
                                            noc_port_backlog(e->ports, terminal, NOC_REPLY) <
                                        packets_per_cycle;
}

void noc_eager_step(noc_eager *e)
{
    count_arrivals(e);
    NOC_SET_EACH(t, e->ready_terminals, e->words)
    while (noc_set_has(e->ready_terminals, (unsigned)t) && can_create(e, (uint32_t)t)) {
        create_packet(e, (uint32_t)t);
        if (e->states[t].packets_per_cycle == 1) break;
    }
}

/* ---- arrivals ------------------------------------------------------------------------------- */

/* Stores the end of the batch, with the arrival of the last packet. */
static void store_end(noc_eager *e)
{
    e->batch_end.tally = e->ports->tally;
    e->batch_end.makespan = e->batch_end.tally.cycles = e->ports->now + 1;
    e->batch_end.is_over = true;
}

void noc_eager_receive(noc_eager *e, const noc_packet *packet)
{
    const noc_packet_type *type = &e->ports->system->traffic.types[packet->type];
    const noc_flow *flow = &e->ports->system->traffic.flows[packet->flow];
    const uint32_t terminal = noc_flow_owner(flow);
    if (type->reply_type >= 0) return; /* an answer is on the way */
    count_arrivals(e);
    e->arrival_cycle = e->ports->now;
    if (e->states[terminal].new_arrivals++ == 0)
        e->arrived_terminals[e->arrived_count++] = terminal;
    if (e->has_end && --e->packets_left == 0) store_end(e);
}

uint64_t noc_eager_next_event(const noc_eager *e)
{
    const bool has_work = e->arrived_count > 0 || !noc_set_is_empty(e->ready_terminals, e->words);
    return has_work ? e->ports->now : UINT64_MAX;
}

const noc_loop_end *noc_eager_end(const noc_eager *e)
{
    return e->has_end ? &e->batch_end : NULL;
}
