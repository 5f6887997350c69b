#include "sampler/loop/closed_loop.h"

#include "sampler/loop/answers.h"
#include "sampler/loop/replay.h"

static bool make_replay(noc_closed_loop *c, const noc_trace_schedule *schedule, noc_arena *arena)
{
    const noc_design *d = c->ports->system->design;
    const size_t transactions = (size_t)d->nodes.compute * noc_count_core_transactions(d);
    c->replay = noc_arena_array(arena, 1, sizeof *c->replay);
    return c->replay && noc_replay_make(c->replay, c->ports, schedule, transactions, arena);
}

static bool make_stations(noc_closed_loop *c, const noc_loop_load *load, noc_arena *arena)
{
    return (load->schedule ? make_replay(c, load->schedule, arena)
                           : noc_kernels_make(&c->kernels, c->ports, load, arena)) &&
           noc_cores_make(&c->cores, c->ports, &c->kernels, load->derating, arena) &&
           noc_lines_make(&c->lines, &c->cores, load, arena) &&
           noc_requests_make(&c->requests, &c->cores, &c->lines, c->replay, load->derating,
                             arena) &&
           noc_clusters_make(&c->clusters, &c->requests, arena) &&
           (c->replay ||
            (noc_outboxes_make(&c->outboxes, &c->requests, load, arena) &&
             noc_memories_make(&c->memories, &c->requests, &c->outboxes, load, arena)));
}

noc_closed_loop *noc_closed_loop_new(noc_ports *ports, noc_loop_load load, noc_arena *arena)
{
    noc_closed_loop *c = noc_arena_array(arena, 1, sizeof *c);
    if (!c) return NULL;
    c->ports = ports;
    return make_stations(c, &load, arena) ? c : NULL;
}

/* ---- a cycle -------------------------------------------------------------------------------- */

static void receive_request(noc_closed_loop *c, const noc_packet *packet)
{
    if (!c->replay) {
        noc_memory_receive(&c->memories, packet->tag);
        return;
    }
    noc_replay_serve(c->replay, packet, c->requests.transactions[packet->tag].receiver);
    noc_answer_request(c->ports, c->requests.reply_flows, packet);
}

void noc_closed_loop_receive(noc_closed_loop *c, const noc_packet *packet)
{
    if (c->ports->system->traffic.flows[packet->flow].class == NOC_REQUEST) {
        receive_request(c, packet);
        return;
    }
    for (uint32_t next, i = packet->tag; i != NOC_NONE; i = next) {
        next = c->outboxes.are_used ? noc_outbox_next_reply(&c->outboxes, packet, i) : NOC_NONE;
        if (c->clusters.count > 0)
            noc_clusters_receive(&c->clusters, i, packet->flits);
        else
            noc_requests_receive(&c->requests, i);
    }
}

/* Starts new CTAs. At the end of the kernels stores the counts; only writes are still in flight. */
static void step_kernels(noc_closed_loop *c)
{
    const size_t count = noc_kernels_step(&c->kernels);
    for (size_t i = 0; i < count; i++) {
        noc_lines_begin_cta(&c->lines, &c->kernels.new_ctas[i]);
        noc_cores_start_cta(&c->cores, &c->kernels.new_ctas[i]);
    }
    if (c->end.is_over || !noc_kernels_are_over(&c->kernels)) return;
    noc_closed_loop_count(c);
    c->end = (noc_loop_end){.is_over = true, .makespan = c->ports->now, .tally = c->ports->tally};
    for (int k = 0; k < c->kernels.count; k++)
        c->end.makespans[c->kernels.list[k].number] = c->kernels.list[k].end_cycle;
}

void noc_closed_loop_run_cores(noc_closed_loop *c)
{
    if (c->clusters.count > 0) noc_clusters_begin(&c->clusters);
    if (c->kernels.dispatch) step_kernels(c);
    noc_requests_step(&c->requests);
    if (c->clusters.count > 0) noc_clusters_end(&c->clusters);
}

/* Finished writes without an answer packet are reported to their cores. */
void noc_closed_loop_run_memories(noc_closed_loop *c)
{
    if (c->replay) return;
    noc_memories_step(&c->memories);
    for (uint32_t write; (write = noc_outboxes_take_write(&c->outboxes)) != NOC_NONE;) {
        c->ports->tally.unanswered++;
        noc_requests_receive(&c->requests, write);
    }
}

void noc_closed_loop_count(noc_closed_loop *c)
{
    noc_clusters_count(&c->clusters);
    if (c->replay) return;
    noc_cores_count(&c->cores);
    noc_memories_count(&c->memories);
}

uint64_t noc_closed_loop_next_event(const noc_closed_loop *c)
{
    const bool has_work =
        !c->replay || c->requests.outstanding > 0 || !noc_clusters_are_idle(&c->clusters);
    return has_work ? c->ports->now : noc_linked_lines_first(&c->replay->lines).cycle;
}

const noc_loop_end *noc_closed_loop_end(const noc_closed_loop *c)
{
    return c->replay ? &c->replay->end : &c->end;
}
