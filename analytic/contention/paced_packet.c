#include "analytic/contention/paced_packet.h"

#include <math.h>

#include "base/arena.h"
#include "base/auto.h"
#include "base/min_max.h"
#include "network/graph/pace.h"

/* ---- channels and wires --------------------------------------------------------------------- */

/* A channel for flits, or a wire for credits, and its last cycle in use. */
typedef struct paced_channel {
    noc_pace pace;
    /* last cycle in use; units of pace in that cycle (NOC_PACE_FLIT each flit); flits or credits
     * sent in that cycle */
    uint64_t cycle, pace_units, sent;
} paced_channel;

static paced_channel make_paced_channel(double rate)
{
    const noc_pace pace = noc_pace_of(rate);
    return (paced_channel){.pace = pace, .cycle = pace.last_cycle};
}

/* Sends a flit or a credit in the first free slot from cycle `ready` on. Returns the cycle. */
static uint64_t take_slot(paced_channel *l, uint64_t ready)
{
    if (l->sent > 0 && ready <= l->cycle) {
        ready = l->cycle;
        if (l->sent < l->pace_units / NOC_PACE_FLIT) {
            l->sent++;
            return ready;
        }
        ready++;
    }
    if (l->sent > 0) noc_pace_spend(&l->pace, l->cycle, l->pace_units, l->sent);
    while (noc_pace_credit(&l->pace, ready) < NOC_PACE_FLIT) ready++;
    l->cycle = ready;
    l->pace_units = noc_pace_credit(&l->pace, ready);
    l->sent = 1;
    return ready;
}

/* ---- a path --------------------------------------------------------------------------------- */

/* A stage of the path: a channel, its sender (a terminal or a router) and the buffer behind it. */
typedef struct path_stage {
    bool is_router_output, is_ejection;
    /* true if flits queue for the channel, and credits of the buffer queue for their wire */
    bool has_output_queue;
    bool waits_for_channel; /* true if the switch waits for a free slot of the channel */
    unsigned latency;       /* cycles of a flit on the channel, and of a credit on its wire */
    unsigned buffer;        /* flits of the buffer */
    unsigned credit_delay;  /* cycles of a credit beyond `latency` */
    paced_channel flit_channel, credit_wire;
    /* [flit]: cycle in which the credit of its buffer slot is back at the sender */
    uint64_t *credit_cycles;
    uint64_t last_step; /* step in which the last flit left the sender's switch */
} path_stage;

typedef struct path {
    uint64_t speedup; /* steps per cycle of the routers, units of pace */
    /* steps of a head before the switch; extra steps of a head's grant; of other flits' grants;
     * steps of the crossbar */
    unsigned pipeline, head_hold, body_hold, traverse;
    path_stage *stages;      /* stages of the path */
    unsigned count;          /* number of stages */
    uint64_t *credit_cycles; /* [stage and flit]: cycle of the credit */
    uint64_t created_cycle;
} path;

static path_stage make_stage(const noc_network *net, const noc_channel *channel,
                             uint64_t *credit_cycles)
{
    const bool is_router_output = channel->kind != NOC_INJECTION;
    const bool has_output_queue = net->vc.internal_speedup > 1.0;
    const double rate = channel->flits_per_cycle;
    /* routers without output queues pass at most one flit per cycle */
    const double flit_rate = is_router_output && !has_output_queue && rate > 1.0 ? 1.0 : rate;
    return (path_stage){
        .is_router_output = is_router_output,
        .is_ejection = channel->kind == NOC_EJECTION,
        .has_output_queue = has_output_queue,
        .waits_for_channel = is_router_output && !has_output_queue,
        .latency = channel->latency,
        .buffer = channel->buffer_flits,
        .credit_delay = is_router_output ? net->vc.credit_cycles : 0,
        .flit_channel = make_paced_channel(flit_rate),
        .credit_wire = make_paced_channel(ceil(rate)),
        .credit_cycles = credit_cycles,
    };
}

/* Returns the credit of a flit's buffer slot, which became free in `cycle`. */
static void return_credit(path_stage *s, unsigned flit, uint64_t cycle)
{
    if (!s->is_ejection && s->has_output_queue) cycle = take_slot(&s->credit_wire, cycle);
    s->credit_cycles[flit] = cycle + s->latency + 1 + s->credit_delay;
}

/* Returns the step in which a flit leaves the input buffer of a stage's router. */
static uint64_t switch_flit(const path *r, path_stage *s, unsigned flit, uint64_t arrival)
{
    uint64_t step = noc_steps_before(r->speedup, arrival) + (flit == 0 ? r->pipeline : 0);
    if (flit > 0) step = max_u64(step, s->last_step + 1);
    if (flit >= s->buffer)
        step = max_u64(step, noc_steps_before(r->speedup, s->credit_cycles[flit - s->buffer]));
    if (s->waits_for_channel) step = take_slot(&s->flit_channel, step); /* one step per cycle */
    return s->last_step = step + (flit == 0 ? r->head_hold : r->body_hold);
}

/* Returns the cycle in which a flit that came to the sender of a stage enters the channel, and
 * returns the credit of the previous stage. */
static uint64_t send_flit(const path *r, unsigned stage_number, unsigned flit, uint64_t arrival)
{
    path_stage *s = &r->stages[stage_number];
    if (!s->is_router_output) {
        if (flit >= s->buffer) arrival = max_u64(arrival, s->credit_cycles[flit - s->buffer]);
        return take_slot(&s->flit_channel, arrival);
    }
    const uint64_t step = switch_flit(r, s, flit, arrival);
    return_credit(&r->stages[stage_number - 1], flit, noc_cycle_of_step(r->speedup, step));
    const uint64_t ready = noc_cycle_of_step(r->speedup, step + r->traverse);
    return s->has_output_queue ? take_slot(&s->flit_channel, ready) : ready;
}

/* Sends the flits of a packet one after the other through all stages. Returns the cycles from the
 * packet's creation to the ejection of its last flit. */
static double simulate_packet(const path *r, unsigned flits)
{
    uint64_t cycle = r->created_cycle;
    for (unsigned f = 0; f < flits; f++) {
        cycle = r->created_cycle;
        for (unsigned h = 0; h < r->count; h++)
            cycle = send_flit(r, h, f, cycle) + r->stages[h].latency + 1;
        return_credit(&r->stages[r->count - 1], f, cycle);
    }
    return (double)(cycle - r->created_cycle);
}

/* Makes the path that starts with hop `first`, for packets of `flits` flits. False when out of
 * memory. */
static bool make_path(path *r, const noc_system *system, const noc_network *net, uint32_t first,
                      unsigned flits, noc_arena *arena)
{
    *r = (path){
        .speedup = noc_pace_of(net->vc.internal_speedup).rate,
        .pipeline = (unsigned)net->vc.router_stages - net->vc.traverse_cycles - 1u,
        .head_hold = net->vc.allocation_hold != NOC_HOLD_NONE,
        .body_hold = net->vc.allocation_hold == NOC_HOLD_FLIT,
        .traverse = net->vc.traverse_cycles,
    };
    for (uint32_t h = first; h != NOC_NONE; h = noc_routes_idle_next(&system->routes, h))
        r->count++;
    r->stages = noc_arena_array(arena, r->count, sizeof *r->stages);
    r->credit_cycles = noc_arena_array(arena, (size_t)r->count * flits, sizeof *r->credit_cycles);
    return !arena->is_short;
}

/* Entries of `credit_cycles` are written before they are read. */
double noc_paced_packet_latency(const noc_system *system, uint32_t first, unsigned flits,
                                uint64_t created, unsigned cycles)
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    const noc_graph *g = &system->graph;
    const noc_network *net = noc_graph_channel_network(g, system->routes.hops[first].channel);
    path r;
    double sum = 0.0;
    if (!make_path(&r, system, net, first, flits, &scratch)) return NAN;
    for (unsigned c = 0; c < cycles; c++) {
        path_stage *stage = r.stages;
        uint64_t *credit_cycles = r.credit_cycles;
        for (uint32_t h = first; h != NOC_NONE; h = noc_routes_idle_next(&system->routes, h)) {
            *stage++ = make_stage(net, &g->channels[system->routes.hops[h].channel], credit_cycles);
            credit_cycles += flits;
        }
        r.created_cycle = created + c;
        sum += simulate_packet(&r, flits);
    }
    return sum / cycles;
}

unsigned noc_paced_packet_period(const noc_system *system, uint32_t first)
{
    enum { CYCLES_MAX = 64 };
    const uint32_t channel = system->routes.hops[first].channel;
    const double speedup = noc_graph_channel_network(&system->graph, channel)->vc.internal_speedup;
    uint64_t a = NOC_PACE_FLIT, b = noc_pace_of(speedup).rate % NOC_PACE_FLIT;
    while (b > 0) {
        const uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return (unsigned)min_u64(NOC_PACE_FLIT / a, CYCLES_MAX);
}
