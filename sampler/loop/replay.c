#include "sampler/loop/replay.h"

#include <stdlib.h>

#include "sampler/loop/answers.h"
#include "sampler/loop/clusters.h"
#include "sampler/loop/requests.h"

/* ---- making --------------------------------------------------------------------------------- */

/* Finds the core of a request: sources of a schedule are cores, or their terminals. */
static uint32_t core_of(const noc_closed_loop *c, uint32_t request)
{
    const noc_trace_schedule *list = c->replay->schedule;
    const uint32_t flow = list->packets[request].flow;
    return list->of_cores ? list->trace->packets[request].source
                          : c->number_of[c->system->traffic.flows[flow].source];
}

static void count_requests(noc_closed_loop *c)
{
    noc_replay *r = c->replay;
    const noc_graph *g = &c->system->graph;
    for (uint32_t k = 0; k < g->compute_count; k++) c->number_of[g->computes[k]] = k;
    for (uint32_t k = 0; k < c->core_count; k++) r->first[k] = r->last[k] = NOC_NONE;
    for (uint32_t i = 0; i < r->schedule->count; i++) {
        r->answered[i] = UINT64_MAX;
        r->requests[core_of(c, i)]++;
    }
}

bool noc_replay_make(noc_closed_loop *c, const noc_trace_schedule *list)
{
    noc_replay *r = c->replay = calloc(1, sizeof *r);
    if (!r) return false;
    r->schedule = list;
    r->left = list->count;
    r->first = calloc(c->core_count + 1u, sizeof *r->first);
    r->last = calloc(c->core_count + 1u, sizeof *r->last);
    r->requests = calloc(c->core_count + 1u, sizeof *r->requests);
    r->next = malloc((list->count + 1u) * sizeof *r->next);
    r->ready = malloc((list->count + 1u) * sizeof *r->ready);
    r->answered = malloc((list->count + 1u) * sizeof *r->answered);
    if (!r->first || !r->last || !r->requests || !r->next || !r->ready || !r->answered ||
        !noc_trace_waits_make(&r->waits, list))
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
    noc_trace_waits_clear(&c->replay->waits);
    free(c->replay->first);
    free(c->replay->last);
    free(c->replay->requests);
    free(c->replay->next);
    free(c->replay->ready);
    free(c->replay->answered);
    free(c->replay->answer_bytes);
    free(c->replay);
}

/* ---- a cycle -------------------------------------------------------------------------------- */

/* Queues a request at its core. */
static void line_up(noc_closed_loop *c, noc_release release)
{
    noc_replay *r = c->replay;
    const uint32_t request = release.slot, k = core_of(c, request);
    r->ready[request] = release.cycle;
    r->next[request] = NOC_NONE;
    if (r->first[k] == NOC_NONE)
        r->first[k] = request;
    else
        r->next[r->last[k]] = request;
    r->last[k] = request;
}

/* Makes the first request in a core's queue. False: the queue is empty, or the request has to
 * wait. */
static bool make_request(noc_closed_loop *c, uint32_t k)
{
    noc_replay *r = c->replay;
    const uint32_t number = r->first[k];
    if (number == NOC_NONE) return false;
    const noc_planned_packet *p = &r->schedule->packets[number];
    c->cores[k].warps[0].flow = p->flow;
    c->cores[k].warps[0].writes = p->type == NOC_WRITE_REQUEST;
    const noc_line_request request = {
        .line = p->line, .origin = r->ready[number], .who = number, .bytes = p->bytes};
    if (!noc_requests_ask(c, &c->cores[k], &request)) return false;
    r->first[k] = r->next[number];
    return true;
}

void noc_replay_step(noc_closed_loop *c)
{
    noc_release due;
    while (noc_trace_waits_take(&c->replay->waits, c->ports->now, &due)) line_up(c, due);
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
    const uint32_t own = r->schedule->trace->packets[line].reply_bytes;
    const int reply = traffic->types[request->type].reply;
    const int bytes = own ? (int)own : traffic->types[reply].bytes;
    if (request->type == NOC_WRITE_REQUEST) noc_trace_waits_end(&r->waits, line, c->ports->now);
    r->answer_bytes[request->tag] = own;
    c->ports->tally.ends.bytes += (uint64_t)bytes;
    c->ports->tally.ends.data += (uint64_t)noc_traffic_data(traffic, reply, bytes);
    noc_answers_receive(c->ports, c->reply_flow, request);
}

uint64_t noc_replay_quiet_until(const noc_closed_loop *c)
{
    if (c->clusters && !noc_clusters_are_idle(c)) return c->ports->now;
    for (uint32_t k = 0; k < c->core_count; k++)
        if (c->cores[k].outstanding > 0) return c->ports->now;
    return noc_trace_waits_first(&c->replay->waits).cycle;
}
