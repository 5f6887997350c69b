#include "sampler/loop/replay.h"

#include <stdlib.h>

#include "sampler/loop/answers.h"
#include "sampler/loop/clusters.h"
#include "sampler/loop/requests.h"

/* ---- making --------------------------------------------------------------------------------- */

/* Sources of a schedule are cores, or their terminals. */
static uint32_t first_request(const noc_closed_loop *c, const noc_trace_schedule *list,
                              uint32_t core)
{
    return list->first[list->of_cores ? core : c->system->graph.computes[core]];
}

static void count_requests(noc_closed_loop *c, const noc_trace_schedule *list)
{
    noc_replay *r = c->replay;
    for (uint32_t k = 0; k < c->core_count; k++) {
        r->next[k] = first_request(c, list, k);
        for (uint32_t i = r->next[k]; i != NOC_NONE; i = list->packets[i].next) r->requests[k]++;
    }
}

bool noc_replay_make(noc_closed_loop *c, const noc_trace_schedule *list)
{
    noc_replay *r = c->replay = calloc(1, sizeof *r);
    if (!r) return false;
    r->schedule = list;
    r->left = list->count;
    r->next = calloc(c->core_count + 1u, sizeof *r->next);
    r->requests = calloc(c->core_count + 1u, sizeof *r->requests);
    r->answered = malloc((list->count + 1u) * sizeof *r->answered);
    if (!r->next || !r->requests || !r->answered) return false;
    for (uint32_t i = 0; i < list->count; i++) r->answered[i] = UINT64_MAX;
    count_requests(c, list);
    c->warps_of_core = 1; /* stands for the request that is being made */
    return true;
}

void noc_replay_clear(noc_closed_loop *c)
{
    if (!c->replay) return;
    free(c->replay->next);
    free(c->replay->requests);
    free(c->replay->answered);
    free(c->replay);
}

/* ---- a cycle -------------------------------------------------------------------------------- */

/* The first of a core's requests, if it is due. False: it is not, or has to wait. */
static bool make_request(noc_closed_loop *c, uint32_t k)
{
    noc_replay *r = c->replay;
    const uint32_t number = r->next[k];
    if (number == NOC_NONE) return false;
    const noc_planned_packet *p = &r->schedule->packets[number];
    if (p->cycle > c->ports->now) return false;
    c->cores[k].warps[0].flow = p->flow;
    c->cores[k].warps[0].writes = p->type == NOC_WRITE_REQUEST;
    const noc_line_request request = {
        .line = p->line, .origin = p->cycle, .who = number, .bytes = p->bytes};
    if (!noc_requests_ask(c, &c->cores[k], &request)) return false;
    r->next[k] = p->next;
    return true;
}

void noc_replay_step(noc_closed_loop *c)
{
    for (uint32_t k = 0; k < c->core_count; k++)
        while (make_request(c, k))
            ;
}

void noc_replay_serve(noc_closed_loop *c, const noc_packet *request)
{
    const noc_traffic *traffic = &c->system->traffic;
    const int reply = traffic->types[request->type].reply, bytes = traffic->types[reply].bytes;
    c->ports->tally.ends.bytes += (uint64_t)bytes;
    c->ports->tally.ends.data += (uint64_t)noc_traffic_data(traffic, reply, bytes);
    noc_answers_receive(c->ports, c->reply_flow, request);
}

uint64_t noc_replay_quiet_until(const noc_closed_loop *c)
{
    uint64_t next = UINT64_MAX;
    if (c->clusters && !noc_clusters_are_idle(c)) return c->ports->now;
    for (uint32_t k = 0; k < c->core_count; k++) {
        const uint32_t request = c->replay->next[k];
        if (c->cores[k].outstanding > 0) return c->ports->now;
        if (request == NOC_NONE) continue;
        const uint64_t cycle = c->replay->schedule->packets[request].cycle;
        if (cycle < next) next = cycle;
    }
    return next;
}
