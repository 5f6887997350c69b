#include "sampler/loop/closed_loop.h"

#include <stdlib.h>

#include "sampler/loop/answers.h"
#include "sampler/loop/clusters.h"
#include "sampler/loop/core_clock.h"
#include "sampler/loop/cores.h"
#include "sampler/loop/kernels.h"
#include "sampler/loop/memory.h"
#include "sampler/loop/outbox.h"
#include "sampler/loop/replay.h"
#include "sampler/loop/requests.h"

static void describe(noc_closed_loop *c, const noc_design *d)
{
    const double core_mhz = d->nodes.core_mhz > 0.0 ? d->nodes.core_mhz : d->chip.clock_mhz;
    c->memory = &d->memory;
    c->nodes = &d->nodes;
    c->cores_per_cycle = core_mhz / d->chip.clock_mhz;
    c->clock_khz = (uint64_t)(d->chip.clock_mhz * 1000.0 + 0.5);
    c->memory_khz = (uint64_t)(d->memory.clock_mhz * 1000.0 + 0.5);
    c->lines_per_block = (uint16_t)(d->memory.interleave_bytes / d->memory.line_bytes);
    c->rows = 1u << 16; /* large, so that two random rows rarely agree */
    c->cores_of_terminal = (uint32_t)noc_cores_of_terminal(d);
    c->core_count = (uint32_t)d->nodes.compute;
}

static bool make_nodes(noc_closed_loop *c, const noc_loop_load *load)
{
    const bool begun = load->schedule ? noc_replay_make(c, load->schedule)
                                      : noc_destinations_make(&c->destinations, c->system) &&
                                            noc_kernels_make(c, load);
    return begun && noc_cores_make(c) && noc_requests_make(c, load) && noc_clusters_make(c) &&
           (c->replay ? noc_replay_make_answers(c) : noc_memories_make(c, load->seed));
}

noc_closed_loop *noc_closed_loop_new(noc_ports *ports, noc_loop_load load)
{
    const noc_system *s = ports->system;
    noc_closed_loop *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    c->ports = ports;
    c->system = s;
    c->written = NOC_NONE;
    c->derating = load.derating;
    describe(c, s->design);
    c->reply_flow = noc_answers_flows(s);
    c->number_of = calloc(s->graph.terminal_count + 1u, sizeof *c->number_of);
    if (c->reply_flow && c->number_of && make_nodes(c, &load)) return c;
    noc_closed_loop_free(c);
    return NULL;
}

void noc_closed_loop_free(noc_closed_loop *c)
{
    if (!c) return;
    noc_clusters_clear(c);
    noc_requests_clear(c);
    noc_replay_clear(c);
    noc_cores_clear(c);
    noc_kernels_clear(c);
    noc_memories_clear(c);
    noc_destinations_clear(&c->destinations);
    free(c->reply_flow);
    free(c->number_of);
    free(c);
}

/* Delivers a reply to its core, or to the cluster of the core. */
static void answer(noc_closed_loop *c, uint32_t transaction, uint32_t flits)
{
    if (c->clusters)
        noc_clusters_receive(c, transaction, flits);
    else if (c->requests)
        noc_requests_receive(c, transaction);
    else
        noc_core_receive(c, transaction);
}

void noc_closed_loop_receive(noc_closed_loop *c, const noc_packet *packet)
{
    const noc_flow *flow = &c->system->traffic.flows[packet->flow];
    if (flow->class == NOC_REQUEST) {
        if (c->replay)
            noc_replay_serve(c, packet);
        else
            noc_memory_receive(c, flow->destination, packet->tag);
        return;
    }
    for (uint32_t next, i = packet->tag; i != NOC_NONE; i = next) {
        next = c->outboxes ? noc_outbox_next(c, packet, i) : NOC_NONE;
        answer(c, i, packet->flits);
    }
}

/* Reports finished writes without an answer packet to their cores. */
static void finish_writes(noc_closed_loop *c)
{
    while (c->written != NOC_NONE) {
        const uint32_t transaction = c->written;
        c->written = c->transactions[transaction].next;
        c->ports->tally.unanswered++;
        if (c->requests)
            noc_requests_receive(c, transaction);
        else
            noc_core_receive(c, transaction);
    }
}

/* Stores the counts at the end of the kernels; only writes are still in flight. */
static void finish(noc_closed_loop *c)
{
    const noc_ctas *ctas = c->ctas;
    noc_closed_loop_count(c);
    c->end.over = true;
    c->end.makespan = c->ports->now;
    c->end.tally = c->ports->tally;
    for (int k = 0; k < ctas->kernel_count; k++)
        c->end.makespans[ctas->kernels[k].number] = ctas->kernels[k].end;
}

void noc_closed_loop_run_cores(noc_closed_loop *c)
{
    if (c->clusters) noc_clusters_begin(c);
    if (c->ctas && noc_kernels_step(c) && !c->end.over) finish(c);
    if (c->replay)
        noc_replay_step(c);
    else
        noc_cores_step(c);
    if (c->clusters) noc_clusters_end(c);
}

void noc_closed_loop_run_memories(noc_closed_loop *c)
{
    if (c->replay) return;
    noc_memories_step(c);
    finish_writes(c);
}

void noc_closed_loop_count(noc_closed_loop *c)
{
    if (c->clusters) noc_clusters_count(c);
    if (c->replay) return;
    noc_cores_count(c);
    noc_kernels_count(c);
    noc_memories_count(c);
}

uint64_t noc_closed_loop_quiet_until(const noc_closed_loop *c)
{
    return c->replay ? noc_replay_quiet_until(c) : c->ports->now;
}

uint64_t noc_closed_loop_packets(const noc_closed_loop *c)
{
    return noc_loop_packets(c);
}

const noc_loop_end *noc_closed_loop_end(const noc_closed_loop *c)
{
    return &c->end;
}
