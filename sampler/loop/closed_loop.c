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

static void copy_design(noc_closed_loop *c, const noc_design *d)
{
    const double core_mhz = d->nodes.core_mhz > 0.0 ? d->nodes.core_mhz : d->chip.clock_mhz;
    c->memory = &d->memory;
    c->nodes = &d->nodes;
    c->cores_per_cycle = core_mhz / d->chip.clock_mhz;
    c->clock_khz = (uint64_t)(d->chip.clock_mhz * 1000.0 + 0.5);
    c->memory_khz = (uint64_t)(d->memory.clock_mhz * 1000.0 + 0.5);
    c->lines_per_block = (uint16_t)(d->memory.interleave_bytes / d->memory.line_bytes);
    c->row_count = 1u << 16; /* large, so that two random rows rarely agree */
    c->cores_of_terminal = (uint32_t)noc_cores_of_terminal(d);
    c->core_count = (uint32_t)d->nodes.compute;
}

static bool make_nodes(noc_closed_loop *c, const noc_loop_load *load)
{
    const bool success =
        load->schedule ? noc_replay_make(c, load->schedule)
                       : noc_destinations_make(&c->destinations, c->ports->arena, c->system) &&
                             noc_kernels_make(c, load);
    return success && noc_cores_make(c) && noc_requests_make(c, load) && noc_clusters_make(c) &&
           (c->replay ? noc_replay_make_answers(c) : noc_memories_make(c, load->seed));
}

noc_closed_loop *noc_closed_loop_new(noc_ports *ports, noc_loop_load load)
{
    const noc_system *s = ports->system;
    noc_closed_loop *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    c->ports = ports;
    c->system = s;
    c->finished_writes = NOC_NONE;
    c->derating = load.derating;
    copy_design(c, s->design);
    c->reply_flows = noc_find_reply_flows(s);
    c->node_number = calloc(s->graph.terminal_count + 1u, sizeof *c->node_number);
    if (c->reply_flows && c->node_number && make_nodes(c, &load)) return c;
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
    free(c->reply_flows);
    free(c->node_number);
    free(c);
}

/* Delivers a reply to its core, or to the cluster of the core. */
static void deliver_reply(noc_closed_loop *c, uint32_t transaction, uint32_t flits)
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
        next = c->outboxes ? noc_outbox_next_reply(c, packet, i) : NOC_NONE;
        deliver_reply(c, i, packet->flits);
    }
}

/* Reports finished writes without an answer packet to their cores. */
static void finish_writes(noc_closed_loop *c)
{
    while (c->finished_writes != NOC_NONE) {
        const uint32_t transaction = c->finished_writes;
        c->finished_writes = c->transactions[transaction].next;
        c->ports->tally.unanswered++;
        if (c->requests)
            noc_requests_receive(c, transaction);
        else
            noc_core_receive(c, transaction);
    }
}

/* Stores the counts at the end of the kernels; only writes are still in flight. */
static void store_end(noc_closed_loop *c)
{
    const noc_ctas *ctas = c->ctas;
    noc_closed_loop_count(c);
    c->loop_end.is_over = true;
    c->loop_end.makespan = c->ports->now;
    c->loop_end.tally = c->ports->tally;
    for (int k = 0; k < ctas->kernel_count; k++)
        c->loop_end.makespans[ctas->kernels[k].number] = ctas->kernels[k].end_cycle;
}

void noc_closed_loop_run_cores(noc_closed_loop *c)
{
    if (c->clusters) noc_clusters_begin(c);
    if (c->ctas && noc_kernels_step(c) && !c->loop_end.is_over) store_end(c);
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

uint64_t noc_closed_loop_next_event(const noc_closed_loop *c)
{
    return c->replay ? noc_replay_next_event(c) : c->ports->now;
}

uint64_t noc_closed_loop_packet_max(const noc_closed_loop *c)
{
    return noc_loop_max_packets(c);
}

const noc_loop_end *noc_closed_loop_end(const noc_closed_loop *c)
{
    return &c->loop_end;
}
