#include "sampler/loop/replay.h"

/* ---- making --------------------------------------------------------------------------------- */

/* Finds the core of a request: sources of a schedule are cores, or their terminals. */
static uint32_t find_core(const noc_replay *r, uint32_t request)
{
    const noc_system *s = r->ports->system;
    const uint32_t flow = r->schedule->packets[request].flow;
    return r->schedule->has_core_sources ? r->schedule->trace->packets[request].source
                                         : s->graph.terminals[s->traffic.flows[flow].source].number;
}

static void count_requests(noc_replay *r)
{
    for (uint32_t i = 0; i < r->schedule->count; i++) {
        r->answer_cycles[i] = UINT64_MAX;
        r->request_counts[find_core(r, i)]++;
    }
}

bool noc_replay_make(noc_replay *r, noc_ports *ports, const noc_trace_schedule *schedule,
                     size_t transactions, noc_arena *arena)
{
    const size_t cores = (size_t)ports->system->design->nodes.compute, requests = schedule->count;
    *r = (noc_replay){.ports = ports, .schedule = schedule, .requests_left = requests};
    r->first_requests = noc_arena_array(arena, cores, sizeof *r->first_requests);
    r->last_requests = noc_arena_array(arena, cores, sizeof *r->last_requests);
    r->request_counts = noc_arena_array(arena, cores, sizeof *r->request_counts);
    r->next_requests = noc_arena_array(arena, requests, sizeof *r->next_requests);
    r->release_cycles = noc_arena_array(arena, requests, sizeof *r->release_cycles);
    r->answer_cycles = noc_arena_array(arena, requests, sizeof *r->answer_cycles);
    ports->answer_bytes = r->answer_bytes =
        noc_arena_array(arena, transactions, sizeof *r->answer_bytes);
    if (arena->is_short || !noc_linked_lines_make(&r->lines, arena, schedule)) return false;
    for (size_t k = 0; k < cores; k++) r->first_requests[k] = NOC_NONE;
    count_requests(r);
    return true;
}

/* ---- a cycle -------------------------------------------------------------------------------- */

/* Queues a request at its core. */
static void queue_request(noc_replay *r, noc_release release)
{
    const uint32_t request = release.slot, k = find_core(r, request);
    r->release_cycles[request] = release.cycle;
    r->next_requests[request] = NOC_NONE;
    if (r->first_requests[k] == NOC_NONE)
        r->first_requests[k] = request;
    else
        r->next_requests[r->last_requests[k]] = request;
    r->last_requests[k] = request;
}

void noc_replay_begin(noc_replay *r)
{
    noc_release release;
    while (noc_linked_lines_take(&r->lines, r->ports->now, &release)) queue_request(r, release);
}

/* A write ends for dependent requests when it arrives. The answer has the size stated in the
 * trace. */
void noc_replay_serve(noc_replay *r, const noc_packet *packet, uint32_t request)
{
    const noc_traffic *traffic = &r->ports->system->traffic;
    const uint32_t answer_bytes = r->schedule->trace->packets[request].reply_bytes;
    const int reply = traffic->types[packet->type].reply_type;
    const int bytes = answer_bytes ? (int)answer_bytes : traffic->types[reply].bytes;
    if (packet->type == NOC_WRITE_REQUEST) noc_linked_lines_end(&r->lines, request, r->ports->now);
    r->answer_bytes[packet->tag] = answer_bytes;
    r->ports->tally.cores.bytes += (uint64_t)bytes;
    r->ports->tally.cores.data += (uint64_t)noc_traffic_data_bytes(traffic, reply, bytes);
}

void noc_replay_count_answer(noc_replay *r, uint32_t request)
{
    const uint64_t now = r->ports->now;
    r->answer_cycles[request] = now;
    if (r->schedule->packets[request].type != NOC_WRITE_REQUEST)
        noc_linked_lines_end(&r->lines, request, now);
    r->end.makespan = now;
    r->end.is_over = --r->requests_left == 0;
}
