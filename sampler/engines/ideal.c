/* Engine of ideal networks: a packet arrives in the cycle of its acceptance. A network with a
 * limit accepts packets while the flits of the cycle are below the limit, so the last packet may
 * exceed the limit (te13 3.1); the excess reduces the limit of the next cycles. */
#include "sampler/engines/engine.h"
#include "sampler/engines/hub/hub.h"
#include "sampler/ports/deliveries.h"
#include "sampler/ports/resting.h"

typedef struct ideal {
    noc_hub hub; /* must be the first member (hub.h) */
    noc_derating derating;
    int64_t *budget;       /* [network]: flits that the network still accepts in this cycle */
    uint32_t first_served; /* terminal that is served first in the next cycle */
} ideal;

static bool is_ideal(const ideal *e, uint16_t network)
{
    return e->hub.system->graph.networks[network].switching == NOC_SWITCHING_IDEAL;
}

static void *create(noc_ports *ports, noc_engine_start start)
{
    ideal *e = noc_hub_new(ports, sizeof *e, 0);
    if (!e) return NULL;
    e->derating = start.derating;
    e->budget =
        noc_arena_array(ports->arena, ports->system->graph.network_count, sizeof *e->budget);
    return e->budget ? e : NULL;
}

static void refill_budgets(ideal *e)
{
    const noc_graph *g = &e->hub.system->graph;
    for (uint16_t n = 0; n < g->network_count; n++) {
        if (!is_ideal(e, n)) continue;
        const int64_t limit = g->networks[n].ideal.flits_per_cycle;
        if (limit == 0 || e->budget[n] > 0) e->budget[n] = 0; /* unused budget is lost */
        if (e->derating.kinds &&
            noc_is_resting(&e->derating, noc_resource_of_network(g, n), e->hub.ports->now, n))
            continue;
        e->budget[n] += limit ? limit : INT64_MAX / 2;
    }
}

/* Accepts a packet if the network's budget and the destination permit; the flits reduce the
 * budget. Replies wait for the cycle after their creation. */
static bool try_accept(ideal *e, uint32_t index)
{
    const noc_packet *packet = &e->hub.ports->packets.entries[index];
    const noc_flow *flow = &e->hub.system->traffic.flows[packet->flow];
    const uint16_t network = noc_hub_find_network(&e->hub, packet);
    if (!is_ideal(e, network)) return false;
    if (flow->class == NOC_REPLY && packet->creation_cycle == e->hub.ports->now) return false;
    if (e->budget[network] <= 0 || !noc_port_admit(e->hub.ports, flow->destination)) return false;
    e->budget[network] -= packet->flits;
    return true;
}

static void pass_packet(ideal *e, uint32_t index)
{
    noc_packet *packet = &e->hub.ports->packets.entries[index];
    noc_port_take(e->hub.ports, index);
    packet->injection_cycle = e->hub.ports->now;
    noc_hub_count_flits(&e->hub, packet, packet->first_hop, NOC_NONE);
    e->hub.ports->tally.flits_injected += packet->flits;
    noc_port_deliver(e->hub.ports, index, packet->flits, true);
}

/* Delivers waiting packets of a terminal, replies first, while the network accepts packets. */
static void serve_terminal(ideal *e, uint32_t terminal)
{
    for (int class = NOC_CLASSES - 1; class >= 0; class --) {
        uint32_t packet = noc_port_front(e->hub.ports, terminal, (noc_class) class);
        while (packet != NOC_NONE && try_accept(e, packet)) {
            pass_packet(e, packet);
            packet = noc_port_front(e->hub.ports, terminal, (noc_class) class);
        }
    }
    noc_port_deactivate(e->hub.ports, terminal);
}

static void serve_range(ideal *e, uint32_t from, uint32_t end)
{
    NOC_SET_EACH(t, e->hub.ports->active_sources, e->hub.ports->terminal_words)
    if (t >= from && t < end) serve_terminal(e, (uint32_t)t);
}

/* Serves terminals with a packet announced in this cycle, then all terminals; the first terminal
 * rotates from cycle to cycle. */
static void inject(void *engine)
{
    ideal *e = engine;
    const uint32_t count = e->hub.system->graph.terminal_count, first = e->first_served;
    refill_budgets(e);
    e->first_served = first + 1 == count ? 0 : first + 1;
    if (!noc_ports_are_active(e->hub.ports)) return;
    for (uint32_t k = 0; k < e->hub.ports->announced_count; k++)
        serve_terminal(e, e->hub.ports->announced_sources[k]);
    serve_range(e, first, count);
    serve_range(e, 0, first);
}

/* The present cycle cannot be skipped while a network is over its limit, since later cycles
 * reduce the excess. */
static uint64_t next_event(const void *engine)
{
    const ideal *e = engine;
    if (noc_ports_are_active(e->hub.ports)) return e->hub.ports->now;
    for (uint16_t n = 0; n < e->hub.system->graph.network_count; n++)
        if (e->budget[n] < 0) return e->hub.ports->now;
    return UINT64_MAX;
}

static void skip(void *engine, uint64_t cycles)
{
    ideal *e = engine;
    const uint32_t count = e->hub.system->graph.terminal_count;
    const uint32_t first = e->first_served + (uint32_t)(cycles < count ? cycles : cycles % count);
    e->first_served = first < count ? first : first - count;
}

/* Checks that as many flits left the networks as entered; ideal networks hold no flits. */
static noc_status check(const void *engine, uint64_t *held, noc_diag *diag)
{
    const ideal *e = engine;
    const noc_graph *g = &e->hub.system->graph;
    (void)held;
    for (int class = 0; class < NOC_CLASSES; class ++) {
        uint32_t entered_flits = 0, left_flits = 0;
        for (uint32_t c = 0; c < g->channel_count; c++) {
            const uint32_t flits = e->hub.flits[c * NOC_CLASSES + (uint32_t) class];
            if (g->channels[c].kind == NOC_INJECTION) entered_flits += flits;
            if (g->channels[c].kind == NOC_EJECTION) left_flits += flits;
        }
        if (entered_flits != left_flits)
            return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE,
                            "internal error: %u flits entered ideal networks, %u left them",
                            entered_flits, left_flits);
    }
    return NOC_OK;
}

const noc_engine_kind noc_engine_ideal = {
    .switching = NOC_SWITCHING_IDEAL,
    .name = "ideal",
    .create = create,
    .inject = inject,
    .sees_packets = true,
    .next_event = next_event,
    .skip = skip,
    .channel_flits = noc_hub_channel_flits,
    .check = check,
};
