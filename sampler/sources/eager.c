#include "sampler/sources/eager.h"

#include <math.h>
#include <stdlib.h>

/* State of a terminal. */
typedef struct eager_source {
    uint64_t left;    /* packets of the batch not created yet */
    uint32_t away;    /* packets in flight, as the terminal knows */
    uint32_t heard;   /* packets among these that arrived in the last cycle with arrivals */
    uint32_t a_cycle; /* packets that the port accepts per cycle; at least 1 */
} eager_source;

struct noc_eager {
    noc_sources *sources;
    noc_ports *ports;
    eager_source *of; /* [terminal]: state */
    uint64_t *ready;  /* set of terminals that may create another packet */
    unsigned words;
    uint32_t most;              /* upper bound of a terminal's packets in flight */
    uint32_t *back, back_count; /* terminals with packets that arrived in cycle `arrival_cycle` */
    uint64_t back_at;           /* last cycle with arrivals */
    uint64_t left;              /* packets of all batches that have not arrived */
    bool ends;
    noc_loop_end end;
};

/* ---- making --------------------------------------------------------------------------------- */

/* Finds the packets that a terminal's first port accepts per cycle, for the shortest packets. */
static uint32_t packets_a_cycle(const noc_system *system, uint32_t terminal)
{
    const noc_graph *g = &system->graph;
    const noc_terminal *t = &g->terminals[terminal];
    const noc_channel *port = &g->channels[g->injections[t->first_injection]];
    double least = INFINITY;
    for (int k = 0; k < system->traffic.length_count; k++)
        least = fmin(least, fmax(1.0, system->traffic.lengths[k].flits[port->network]));
    return (uint32_t)fmax(1.0, ceil(port->flits_per_cycle / least));
}

static void make_source(noc_eager *e, uint32_t terminal, const noc_traffic_spec *spec)
{
    if (!noc_destinations_has(&e->sources->destinations, terminal)) return;
    e->of[terminal].left = spec->batch ? (uint64_t)spec->batch : UINT64_MAX;
    e->left += (uint64_t)spec->batch;
    e->of[terminal].a_cycle = packets_a_cycle(e->ports->system, terminal);
    noc_set_add(e->ready, terminal);
}

noc_eager *noc_eager_new(noc_sources *sources)
{
    const noc_system *system = sources->ports->system;
    const noc_traffic_spec *spec = &system->design->traffic;
    const uint32_t terminals = system->graph.terminal_count;
    noc_eager *e = calloc(1, sizeof *e);
    if (!e) return NULL;
    *e = (noc_eager){.sources = sources, .ports = sources->ports, .ends = spec->batch > 0};
    e->most = spec->outstanding ? (uint32_t)spec->outstanding : UINT32_MAX;
    e->words = terminals / 64 + 1;
    e->of = calloc(terminals + 1u, sizeof *e->of);
    e->back = calloc(terminals + 1u, sizeof *e->back);
    e->ready = calloc(e->words, sizeof *e->ready);
    if (!e->of || !e->back || !e->ready) {
        noc_eager_free(e);
        return NULL;
    }
    for (uint32_t t = 0; t < terminals; t++) make_source(e, t, spec);
    return e;
}

void noc_eager_free(noc_eager *e)
{
    if (!e) return;
    free(e->of);
    free(e->back);
    free(e->ready);
    free(e);
}

/* ---- a cycle -------------------------------------------------------------------------------- */

/* Subtracts packets that arrived in an earlier cycle from the packets in flight. */
static void see(noc_eager *e)
{
    if (e->back_at >= e->ports->now) return;
    for (uint32_t k = 0; k < e->back_count; k++) {
        eager_source *source = &e->of[e->back[k]];
        source->away -= source->heard;
        source->heard = 0;
        if (source->left > 0) noc_set_add(e->ready, e->back[k]);
    }
    e->back_count = 0;
}

static void create(noc_eager *e, uint32_t terminal)
{
    eager_source *source = &e->of[terminal];
    source->left--;
    if (++source->away >= e->most || source->left == 0) noc_set_remove(e->ready, terminal);
    noc_sources_create(e->sources, terminal, e->ports->now);
    noc_port_start(e->ports, terminal);
}

/* True if a terminal's previous packet has entered the network completely, or, for a port with
 * several packets per cycle, if fewer than these wait. */
static bool may_create(const noc_eager *e, uint32_t terminal)
{
    const uint32_t most = e->of[terminal].a_cycle;
    return most == 1 ? noc_port_is_clear(e->ports, terminal)
                     : noc_port_backlog(e->ports, terminal, NOC_REQUEST) +
                               noc_port_backlog(e->ports, terminal, NOC_REPLY) <
                           most;
}

void noc_eager_step(noc_eager *e)
{
    see(e);
    NOC_SET_EACH(t, e->ready, e->words)
    while (noc_set_has(e->ready, (unsigned)t) && may_create(e, (uint32_t)t)) {
        create(e, (uint32_t)t);
        if (e->of[t].a_cycle == 1) break;
    }
}

/* ---- arrivals ------------------------------------------------------------------------------- */

/* Stores the end of the batch, with the arrival of the last packet. */
static void keep_end(noc_eager *e)
{
    e->end.tally = e->ports->tally;
    e->end.makespan = e->end.tally.cycles = e->ports->now + 1;
    e->end.over = true;
}

void noc_eager_receive(noc_eager *e, const noc_packet *packet)
{
    const noc_packet_type *type = &e->ports->system->traffic.types[packet->type];
    const noc_flow *flow = &e->ports->system->traffic.flows[packet->flow];
    const uint32_t terminal = noc_flow_owner(flow);
    if (type->reply >= 0) return; /* an answer is on the way */
    see(e);
    e->back_at = e->ports->now;
    if (e->of[terminal].heard++ == 0) e->back[e->back_count++] = terminal;
    if (e->ends && --e->left == 0) keep_end(e);
}

uint64_t noc_eager_quiet_until(const noc_eager *e)
{
    const bool waits = e->back_count > 0 || !noc_set_empty(e->ready, e->words);
    return waits ? e->ports->now : UINT64_MAX;
}

const noc_loop_end *noc_eager_end(const noc_eager *e)
{
    return e->ends ? &e->end : NULL;
}
