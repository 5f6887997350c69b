/* Engine of overlays: time-multiplexed circuits for replies of memory nodes (design/overlay.h):
 * MACRO, RAPID, Dapper. */
#include <stdlib.h>

#include "base/min_max.h"
#include "network/circuits/overlay_windows.h"
#include "sampler/engines/engine.h"
#include "sampler/engines/overlay/circuit.h"

typedef struct overlays {
    noc_hub hub; /* must be the first member (hub.h) */
    noc_circuit *circuits;
    uint16_t *circuit_index; /* [network]: index into `circuits` */
    uint16_t count;
} overlays;

static void destroy(void *engine)
{
    overlays *e = engine;
    if (!e) return;
    for (uint16_t k = 0; k < e->count; k++) noc_circuit_clear(&e->circuits[k]);
    noc_hub_clear(&e->hub);
    free(e->circuits);
    free(e->circuit_index);
    free(e);
}

static void accept_packet(void *engine, uint32_t packet)
{
    overlays *e = engine;
    const uint16_t network = noc_hub_find_network(&e->hub, &e->hub.ports->packets.entries[packet]);
    noc_circuit_enqueue(&e->circuits[e->circuit_index[network]], packet);
}

static unsigned free_lanes(void *engine, uint16_t network, uint32_t terminal,
                           uint64_t *closed_until)
{
    overlays *e = engine;
    return noc_circuit_free_lanes(&e->circuits[e->circuit_index[network]], terminal, closed_until);
}

static unsigned find_lane(const void *engine, uint16_t network, size_t flow)
{
    const overlays *e = engine;
    return noc_circuit_find_lane(&e->circuits[e->circuit_index[network]], flow);
}

static void announce_packets(void *engine, uint16_t network, size_t flow, int packets)
{
    overlays *e = engine;
    noc_circuit_announce(&e->circuits[e->circuit_index[network]], flow, packets);
}

static uint64_t find_period(const noc_system *system, uint16_t network)
{
    return (uint64_t)noc_overlay_epoch_cycles(&noc_system_spec(system, network)->overlay);
}

static bool make_circuits(overlays *e, noc_derating derating, uint64_t seed)
{
    const noc_graph *g = &e->hub.system->graph;
    for (uint16_t n = 0; n < g->network_count; n++) {
        if (g->networks[n].switching != NOC_SWITCHING_OVERLAY) continue;
        e->circuit_index[n] = e->count;
        if (!noc_circuit_make(&e->circuits[e->count++], &e->hub, n, derating, seed)) return false;
        noc_ports_take_at_once(e->hub.ports, n, accept_packet, e);
        e->hub.ports->networks[n].free_lanes = free_lanes;
        e->hub.ports->networks[n].find_lane = find_lane;
        e->hub.ports->networks[n].announce_packets = announce_packets;
    }
    return true;
}

static void *create(const noc_system *system, noc_ports *ports, noc_engine_start start)
{
    overlays *e = calloc(1, sizeof *e);
    if (!e) return NULL;
    e->circuits = calloc(system->graph.network_count + 1u, sizeof *e->circuits);
    e->circuit_index = calloc(system->graph.network_count + 1u, sizeof *e->circuit_index);
    if (noc_hub_make(&e->hub, system, ports) && e->circuits && e->circuit_index &&
        make_circuits(e, start.derating, start.seed))
        return e;
    destroy(e);
    return NULL;
}

static void arrive(void *engine)
{
    overlays *e = engine;
    for (uint16_t k = 0; k < e->count; k++)
        if (noc_circuit_next_event(&e->circuits[k]) <= e->hub.ports->now)
            noc_circuit_step(&e->circuits[k]);
}

static uint64_t next_event(const void *engine)
{
    const overlays *e = engine;
    uint64_t next = noc_hub_is_clear(&e->hub) ? noc_never : e->hub.ports->now;
    for (uint16_t k = 0; k < e->count; k++) {
        const uint64_t circuit_next = noc_circuit_next_event(&e->circuits[k]);
        next = min_u64(circuit_next, next);
    }
    return next;
}

static noc_status check(const void *engine, uint64_t *held, noc_diag *diag)
{
    const overlays *e = engine;
    noc_status status = noc_hub_check(&e->hub, held, diag);
    for (uint16_t k = 0; k < e->count && status == NOC_OK; k++)
        status = noc_circuit_check(&e->circuits[k], diag);
    return status;
}

const noc_engine_kind noc_engine_overlay = {
    .switching = NOC_SWITCHING_OVERLAY,
    .name = "overlay",
    .find_period = find_period,
    .length_factor = 128,
    .create = create,
    .destroy = destroy,
    .arrive = arrive,
    .advance = noc_hub_advance,
    .next_event = next_event,
    .sees_packets = true,
    .channel_flits = noc_hub_channel_flits,
    .check = check,
};
