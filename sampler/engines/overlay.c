/* Engine of overlays: time-multiplexed circuits for replies of memory nodes (design/overlay.h):
 * MACRO, RAPID, Dapper. */
#include "base/min_max.h"
#include "network/circuits/overlay_windows.h"
#include "sampler/engines/engine.h"
#include "sampler/engines/overlay/circuit.h"

typedef struct overlays {
    noc_hub hub; /* must be the first member (hub.h) */
    noc_circuit *circuits;
    uint16_t count;
} overlays;

static uint64_t find_period(const noc_system *system, uint16_t network)
{
    return (uint64_t)noc_overlay_epoch_cycles(&noc_system_spec(system, network)->overlay);
}

static void *create(noc_ports *ports, noc_engine_start start)
{
    const noc_graph *g = &ports->system->graph;
    overlays *e = noc_hub_new(ports, sizeof *e, 0);
    if (!e) return NULL;
    e->circuits = noc_arena_array(ports->arena, g->network_count, sizeof *e->circuits);
    if (!e->circuits) return NULL;
    for (uint16_t n = 0; n < g->network_count; n++)
        if (g->networks[n].switching == NOC_SWITCHING_OVERLAY &&
            !noc_circuit_make(&e->circuits[e->count++], &e->hub, n, start.derating, start.seed))
            return NULL;
    return e;
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
    uint64_t next = noc_hub_next_event(e);
    for (uint16_t k = 0; k < e->count; k++)
        next = min_u64(noc_circuit_next_event(&e->circuits[k]), next);
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
    .arrive = arrive,
    .advance = noc_hub_advance,
    .next_event = next_event,
    .sees_packets = true,
    .channel_flits = noc_hub_channel_flits,
    .check = check,
};
