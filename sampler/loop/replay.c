#include "sampler/loop/replay.h"

#include <stdlib.h>

#include "sampler/loop/answers.h"
#include "sampler/loop/clusters.h"
#include "sampler/loop/requests.h"

/* ---- making --------------------------------------------------------------------------------- */

/* Finds the core of a request: sources of a schedule are cores, or their terminals. */
static uint32_t find_core(const noc_closed_loop *c, uint32_t request)
{
    const noc_trace_schedule *schedule = c->replay->schedule;
    const uint32_t flow = schedule->packets[request].flow;
    return schedule->has_core_sources ? schedule->trace->packets[request].source
                                      : c->node_number[c->system->traffic.flows[flow].source];
}

static void count_requests(noc_closed_loop *c)
{
    noc_replay *r = c->replay;
    const noc_graph *g = &c->system->graph;
    for (uint32_t k = 0; k < g->compute_count; k++) c->node_number[g->compute_terminals[k]] = k;
    for (uint32_t k = 0; k < c->core_count; k++)
        r->first_requests[k] = r->last_requests[k] = NOC_NONE;
    for (uint32_t i = 0; i < r->schedule->count; i++) {
        r->answer_cycles[i] = UINT64_MAX;
        r->request_counts[find_core(c, i)]++;
    }
}

bool noc_replay_make(noc_closed_loop *c, const noc_trace_schedule *schedule)
{
    noc_replay *r = c->replay = calloc(1, sizeof *r);
    if (!r) return false;
    r->schedule = schedule;
    r->requests_left = schedule->count;
    r->first_requests = calloc(c->core_count + 1u, sizeof *r->first_requests);
    r->last_requests = calloc(c->core_count + 1u, sizeof *r->last_requests);
    r->request_counts = calloc(c->core_count + 1u, sizeof *r->request_counts);
    r->next_requests = malloc((schedule->count + 1u) * sizeof *r->next_requests);
    r->release_cycles = malloc((schedule->count + 1u) * sizeof *r->release_cycles);
    r->answer_cycles = malloc((schedule->count + 1u) * sizeof *r->answer_cycles);
    if (!r->first_requests || !r->last_requests || !r->request_counts || !r->next_requests ||
        !r->release_cycles || !r->answer_cycles ||
        !noc_linked_lines_make(&r->lines, c->ports->arena, schedule))
        return false;
    count_requests(c);
    c->warps_of_core = 1; /* the only warp holds the current request */
    return true;
}

bool noc_replay_make_answers(noc_closed_loop *c)
{
    const size_t transactions = (size_t)c->core_count * c->transactions_of_core;
    c->replay->answer_bytes = calloc(transactions + 1u, sizeof *c->replay->answer_bytes);
    c->ports->answer_bytes = c->replay->answer_bytes;
    return c->replay->answer_bytes;
}

void noc_replay_clear(noc_closed_loop *c)
{
    if (!c->replay) return;
    free(c->replay->first_requests);
    free(c->replay->last_requests);
    free(c->replay->request_counts);
    free(c->replay->next_requests);
    free(c->replay->release_cycles);
    free(c->replay->answer_cycles);
    free(c->replay->answer_bytes);
    free(c->replay);
}

/* ---- a cycle -------------------------------------------------------------------------------- */

/* Queues a request at its core. */
static void queue_request(noc_closed_loop *c, noc_release release)
{
    noc_replay *r = c->replay;
    const uint32_t request = release.slot, k = find_core(c, request);
    r->release_cycles[request] = release.cycle;
    r->next_requests[request] = NOC_NONE;
    if (r->first_requests[k] == NOC_NONE)
        r->first_requests[k] = request;
    else
        r->next_requests[r->last_requests[k]] = request;
    r->last_requests[k] = request;
}

/* Makes the first request in a core's queue. False: the queue is empty, or the request has to
 * wait. */
static bool make_request(noc_closed_loop *c, uint32_t k)
{
    noc_replay *r = c->replay;
    const uint32_t number = r->first_requests[k];
    if (number == NOC_NONE) return false;
    const noc_planned_packet *p = &r->schedule->packets[number];
    c->cores[k].warps[0].flow = p->flow;
    c->cores[k].warps[0].is_write = p->type == NOC_WRITE_REQUEST;
    const noc_line_request request = {.line = p->line,
                                      .request_cycle = r->release_cycles[number],
                                      .receiver = number,
                                      .bytes = p->bytes};
    if (!noc_requests_ask(c, &c->cores[k], &request)) return false;
    r->first_requests[k] = r->next_requests[number];
    return true;
}

void noc_replay_step(noc_closed_loop *c)
{
    noc_release release;
    while (noc_linked_lines_take(&c->replay->lines, c->ports->now, &release))
        queue_request(c, release);
    for (uint32_t k = 0; k < c->core_count; k++)
        while (make_request(c, k))
            ;
}

/* A write ends for dependent requests when it arrives. The answer has the size stated in the
 * trace. */
void noc_replay_serve(noc_closed_loop *c, const noc_packet *request)
{
    const noc_traffic *traffic = &c->system->traffic;
    noc_replay *r = c->replay;
    const uint32_t line = c->transactions[request->tag].warp;
    const uint32_t answer_bytes = r->schedule->trace->packets[line].reply_bytes;
    const int reply = traffic->types[request->type].reply_type;
    const int bytes = answer_bytes ? (int)answer_bytes : traffic->types[reply].bytes;
    if (request->type == NOC_WRITE_REQUEST) noc_linked_lines_end(&r->lines, line, c->ports->now);
    r->answer_bytes[request->tag] = answer_bytes;
    c->ports->tally.cores.bytes += (uint64_t)bytes;
    c->ports->tally.cores.data += (uint64_t)noc_traffic_data_bytes(traffic, reply, bytes);
    noc_answer_request(c->ports, c->reply_flows, request);
}

uint64_t noc_replay_next_event(const noc_closed_loop *c)
{
    if (c->clusters && !noc_clusters_are_idle(c)) return c->ports->now;
    for (uint32_t k = 0; k < c->core_count; k++)
        if (c->cores[k].outstanding > 0) return c->ports->now;
    return noc_linked_lines_first(&c->replay->lines).cycle;
}
