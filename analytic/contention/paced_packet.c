#include "analytic/contention/paced_packet.h"

#include <math.h>
#include <stdlib.h>

#include "base/min_max.h"
#include "network/graph/pace.h"

/* ---- channels and wires --------------------------------------------------------------------- */

/* A channel for flits, or a wire for credits, and its last cycle in use. */
typedef struct lane {
    noc_pace pace;
    /* last cycle in use; units of pace in that cycle (NOC_PACE_FLIT each flit); flits or credits
     * sent in that cycle */
    uint64_t cycle, credit, taken;
} lane;

static lane lane_of(double rate)
{
    const noc_pace pace = noc_pace_of(rate);
    return (lane){.pace = pace, .cycle = pace.at};
}

/* Sends a flit or a credit in the first free slot from cycle `ready` on. Returns the cycle. */
static uint64_t take(lane *l, uint64_t ready)
{
    if (l->taken > 0 && ready <= l->cycle) {
        ready = l->cycle;
        if (l->taken < l->credit / NOC_PACE_FLIT) {
            l->taken++;
            return ready;
        }
        ready++;
    }
    if (l->taken > 0) noc_pace_spend(&l->pace, l->cycle, l->credit, l->taken);
    while (noc_pace_credit(&l->pace, ready) < NOC_PACE_FLIT) ready++;
    l->cycle = ready;
    l->credit = noc_pace_credit(&l->pace, ready);
    l->taken = 1;
    return ready;
}

/* ---- a path --------------------------------------------------------------------------------- */

/* A stage of the path: a channel, its sender (a terminal or a router) and the buffer behind it. */
typedef struct stage {
    bool by_router, ejects;
    bool queues; /* true if flits queue for the channel, and credits of the buffer for their wire */
    bool waits;  /* true if the switch waits for a free slot of the channel */
    unsigned latency;      /* cycles of a flit on the channel, and of a credit on its wire */
    unsigned buffer;       /* flits of the buffer */
    unsigned credit_delay; /* cycles of a credit beyond `latency` */
    lane flits, credits;
    /* [flit]: cycle in which the credit of its buffer slot is back at the sender */
    uint64_t *returned;
    uint64_t moved; /* step in which the last flit left the sender's switch */
} stage;

typedef struct route {
    uint64_t speedup;
    unsigned pipeline, head_hold, body_hold, traverse;
    stage *stages;
    unsigned count;
    uint64_t created;
} route;

static stage stage_of(const noc_network *net, const noc_channel *channel, uint64_t *returned)
{
    const bool by_router = channel->kind != NOC_INJECTION;
    const bool queues = net->vc.internal_speedup > 1.0;
    const double rate = channel->flits_per_cycle;
    /* routers without output queues pass at most one flit per cycle */
    const double passed = by_router && !queues && rate > 1.0 ? 1.0 : rate;
    return (stage){
        .by_router = by_router,
        .ejects = channel->kind == NOC_EJECTION,
        .queues = queues,
        .waits = by_router && !queues,
        .latency = channel->latency,
        .buffer = channel->buffer_flits,
        .credit_delay = by_router ? net->vc.credit_cycles : 0,
        .flits = lane_of(passed),
        .credits = lane_of(ceil(rate)),
        .returned = returned,
    };
}

/* Returns the credit of a flit's buffer slot, which became free in `cycle`. */
static void give_back(stage *s, unsigned flit, uint64_t cycle)
{
    if (!s->ejects && s->queues) cycle = take(&s->credits, cycle);
    s->returned[flit] = cycle + s->latency + 1 + s->credit_delay;
}

/* Returns the step in which a flit leaves the input buffer of a stage's router. */
static uint64_t move(const route *r, stage *s, unsigned flit, uint64_t came)
{
    uint64_t step = noc_steps_before(r->speedup, came) + (flit == 0 ? r->pipeline : 0);
    if (flit > 0) step = max_u64(step, s->moved + 1);
    if (flit >= s->buffer)
        step = max_u64(step, noc_steps_before(r->speedup, s->returned[flit - s->buffer]));
    if (s->waits) step = take(&s->flits, step); /* one step per cycle */
    return s->moved = step + (flit == 0 ? r->head_hold : r->body_hold);
}

/* Returns the cycle in which a flit that came to the sender of a stage enters the channel, and
 * returns the credit of the previous stage. */
static uint64_t leave(const route *r, unsigned number, unsigned flit, uint64_t came)
{
    stage *s = &r->stages[number];
    if (!s->by_router) {
        if (flit >= s->buffer) came = max_u64(came, s->returned[flit - s->buffer]);
        return take(&s->flits, came);
    }
    const uint64_t step = move(r, s, flit, came);
    give_back(&r->stages[number - 1], flit, noc_cycle_of_step(r->speedup, step));
    const uint64_t ready = noc_cycle_of_step(r->speedup, step + r->traverse);
    return s->queues ? take(&s->flits, ready) : ready;
}

static double follow(const route *r, unsigned flits)
{
    uint64_t at = r->created;
    for (unsigned f = 0; f < flits; f++) {
        at = r->created;
        for (unsigned h = 0; h < r->count; h++) at = leave(r, h, f, at) + r->stages[h].latency + 1;
        give_back(&r->stages[r->count - 1], f, at);
    }
    return (double)(at - r->created);
}

/* A path with its stages; `returned`: [stage and flit]: cycle of the credit. */
typedef struct walk {
    route route;
    uint64_t *returned;
} walk;

static void walk_clear(walk *w)
{
    free(w->route.stages);
    free(w->returned);
}

/* Allocates the path that starts with hop `first`. False when out of memory; the caller clears the
 * path in either case. */
static bool walk_make(walk *w, const noc_system *system, uint32_t first, unsigned flits)
{
    const noc_network *net =
        noc_graph_network_of(&system->graph, system->routes.hops[first].channel);
    unsigned count = 0;
    for (uint32_t h = first; h != NOC_NONE; h = noc_routes_onward(&system->routes, h)) count++;
    w->route = (route){
        .speedup = noc_pace_of(net->vc.internal_speedup).rate,
        .pipeline = (unsigned)net->vc.router_stages - net->vc.traverse_cycles - 1u,
        .head_hold = net->vc.allocation_hold != NOC_HOLD_NONE,
        .body_hold = net->vc.allocation_hold == NOC_HOLD_FLIT,
        .traverse = net->vc.traverse_cycles,
        .stages = calloc(count, sizeof *w->route.stages),
        .count = count,
    };
    w->returned = calloc((size_t)count * flits, sizeof *w->returned);
    return w->route.stages && w->returned;
}

/* Returns the latency of a packet created in cycle `created` in an idle network. Entries of
 * `returned` are written before they are read. */
static double latency_from(walk *w, const noc_system *system, uint32_t first, unsigned flits,
                           uint64_t created)
{
    const noc_graph *g = &system->graph;
    const noc_network *net = noc_graph_network_of(g, system->routes.hops[first].channel);
    unsigned n = 0;
    for (uint32_t h = first; h != NOC_NONE; h = noc_routes_onward(&system->routes, h), n++)
        w->route.stages[n] = stage_of(net, &g->channels[system->routes.hops[h].channel],
                                      &w->returned[(size_t)n * flits]);
    w->route.created = created;
    return follow(&w->route, flits);
}

double noc_paced_packet(const noc_system *system, uint32_t first, unsigned flits, uint64_t created,
                        unsigned cycles)
{
    walk w;
    const bool made = walk_make(&w, system, first, flits);
    double sum = made ? 0.0 : NAN;
    for (unsigned c = 0; made && c < cycles; c++)
        sum += latency_from(&w, system, first, flits, created + c);
    walk_clear(&w);
    return sum / cycles;
}

unsigned noc_paced_period(const noc_system *system, uint32_t first)
{
    enum { CYCLES_MOST = 64 };
    const uint32_t channel = system->routes.hops[first].channel;
    const double speedup = noc_graph_network_of(&system->graph, channel)->vc.internal_speedup;
    uint64_t a = NOC_PACE_FLIT, b = noc_pace_of(speedup).rate % NOC_PACE_FLIT;
    while (b > 0) {
        const uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return (unsigned)min_u64(NOC_PACE_FLIT / a, CYCLES_MOST);
}
