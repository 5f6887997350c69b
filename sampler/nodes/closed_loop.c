#include "sampler/nodes/closed_loop.h"

#include <stdlib.h>

#include "sampler/nodes/answers.h"
#include "sampler/nodes/cores.h"
#include "sampler/nodes/memory.h"
#include "sampler/nodes/outbox.h"

static void describe(noc_closed_loop *c, const noc_design *d)
{
    const double core_mhz = d->nodes.core_mhz > 0.0 ? d->nodes.core_mhz : d->chip.clock_mhz;
    c->memory = &d->memory;
    c->nodes = &d->nodes;
    c->cores_per_cycle = core_mhz / d->chip.clock_mhz;
    c->clock_khz = (uint64_t)(d->chip.clock_mhz * 1000.0 + 0.5);
    c->memory_khz = (uint64_t)(d->memory.clock_mhz * 1000.0 + 0.5);
    c->lines_per_block = (uint16_t)(d->memory.interleave_bytes / d->memory.line_bytes);
    c->rows = 1u << 16; /* so many that two at random hardly ever agree */
}

noc_closed_loop *noc_closed_loop_new(noc_ports *ports, const noc_workload *workload,
                                     noc_derating derating, uint64_t seed)
{
    const noc_system *s = ports->system;
    noc_closed_loop *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    c->ports = ports;
    c->system = s;
    c->derating = derating;
    c->workload = *workload;
    describe(c, s->design);
    c->reply_flow = noc_answers_flows(s);
    c->number_of = calloc(s->graph.terminal_count + 1u, sizeof *c->number_of);
    if (c->reply_flow && c->number_of && noc_destinations_make(&c->destinations, s) &&
        noc_cores_make(c) && noc_memories_make(c, seed))
        return c;
    noc_closed_loop_free(c);
    return NULL;
}

void noc_closed_loop_free(noc_closed_loop *c)
{
    if (!c) return;
    noc_cores_clear(c);
    noc_memories_clear(c);
    noc_destinations_clear(&c->destinations);
    free(c->reply_flow);
    free(c->number_of);
    free(c);
}

void noc_closed_loop_receive(noc_closed_loop *c, const noc_packet *packet)
{
    const noc_flow *flow = &c->system->traffic.flows[packet->flow];
    if (flow->class == NOC_REPLY && c->outboxes)
        noc_outbox_deliver(c, packet);
    else if (flow->class == NOC_REPLY)
        noc_core_receive(c, packet->tag);
    else
        noc_memory_receive(c, flow->destination, packet->tag);
}

void noc_closed_loop_run_cores(noc_closed_loop *c)
{
    noc_cores_step(c);
}

void noc_closed_loop_run_memories(noc_closed_loop *c)
{
    noc_memories_step(c);
}

void noc_closed_loop_count(noc_closed_loop *c)
{
    noc_memories_count(c);
}
