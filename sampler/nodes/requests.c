#include "sampler/nodes/requests.h"

#include <math.h>
#include <stdlib.h>

#include "sampler/nodes/addresses.h"
#include "sampler/nodes/blocks.h"
#include "sampler/nodes/mshrs.h"
#include "sampler/nodes/outbox.h"
#include "sampler/nodes/transactions.h"
#include "sampler/nodes/warps.h"

struct noc_requests {
    noc_asked *asked;    /* by transaction */
    noc_mshrs *mshrs;    /* by core */
    noc_ring *waiting;   /* likewise: transactions that wait for the bus */
    uint64_t *asking;    /* by cluster */
    uint64_t *blocks;    /* [core * warps + warp]: of the next request, by name */
    bool named;          /* by the streams of CTAs; else one after the other */
    uint64_t next_block; /* of those */
    noc_address_rule rules[NOC_KERNELS_MAX];
    noc_address_stream *streams; /* [core * slots + slot] */
    noc_block_place *places;
    uint32_t *all_waiting, *tags;
};

/* Who waits in an MSHR: its first entry is the transaction, others are warps. */
static const uint32_t warp_tag = (uint32_t)1 << 31;

/* ---- making --------------------------------------------------------------------------------- */

/* Lines that a CTA touches a cycle for the first time, if it never waits. */
static double most_touches(const noc_closed_loop *c, const noc_workload *w)
{
    const double requests = c->cores_per_cycle / c->issue_cycles / w->instructions;
    const double blocks = ceil((double)w->burst / c->lines_per_block) / w->burst;
    const double again = w->sharing.reuse > 0.0 ? w->sharing.same : 0.0;
    return requests * blocks * (1.0 - again) / c->ctas->slots;
}

static void make_rules(noc_closed_loop *c, const noc_loop_load *load)
{
    noc_requests *r = c->requests;
    for (int k = 0; c->ctas && k < c->kernel_count; k++) {
        const noc_workload *w = &c->kernels[k].workload;
        const uint64_t number = c->ctas->kernels[k].number;
        const double told = load->kernels ? load->kernels->touches[number] : 0.0;
        uint64_t seed = load->seed ^ (number << 32);
        r->named = r->named || noc_sharing_is_any(&w->sharing);
        r->rules[k] = noc_address_rule_at_pace(&w->sharing, told > 0.0 ? told : most_touches(c, w),
                                               noc_splitmix(&seed));
    }
}

static uint32_t longest_burst(const noc_closed_loop *c)
{
    int most = 1;
    for (int k = 0; k < NOC_KERNELS_MAX; k++) /* and phases */
        if (c->kernels[k].workload.burst > most) most = c->kernels[k].workload.burst;
    return (uint32_t)most;
}

static bool make_cores(noc_closed_loop *c)
{
    noc_requests *r = c->requests;
    const uint32_t requests = c->warps_of_core * longest_burst(c), each = c->transactions_of_core;
    r->tags = calloc(requests + 1u, sizeof *r->tags);
    r->all_waiting = calloc((size_t)c->core_count * each, sizeof *r->all_waiting);
    r->waiting = calloc(c->core_count, sizeof *r->waiting);
    r->mshrs = calloc(c->core_count, sizeof *r->mshrs);
    if (!r->tags || !r->all_waiting || !r->waiting || !r->mshrs) return false;
    for (uint32_t k = 0; k < c->core_count; k++) {
        r->waiting[k] = (noc_ring){&r->all_waiting[(size_t)k * each], 0, 0, each};
        if (!noc_mshrs_make(&r->mshrs[k], (uint32_t)c->nodes->mshrs, requests)) return false;
    }
    return true;
}

static bool needed(const noc_closed_loop *c)
{
    bool need = c->cores_of_terminal > 1;
    for (int k = 0; k < c->kernel_count; k++)
        need = need || noc_sharing_is_any(&c->kernels[k].workload.sharing);
    return need;
}

bool noc_requests_make(noc_closed_loop *c, const noc_loop_load *load)
{
    if (!needed(c)) return true;
    noc_requests *r = c->requests = calloc(1, sizeof *r);
    if (!r) return false;
    const size_t slots = c->ctas ? c->ctas->slots : 1;
    make_rules(c, load);
    r->asked = calloc((size_t)c->core_count * c->transactions_of_core, sizeof *r->asked);
    r->asking = calloc(c->core_count / c->cores_of_terminal, sizeof *r->asking);
    r->blocks = calloc((size_t)c->core_count * c->warps_of_core, sizeof *r->blocks);
    r->streams = calloc(c->core_count * slots, sizeof *r->streams);
    r->places = calloc(r->named ? NOC_BLOCK_PLACES : 1, sizeof *r->places);
    return r->asked && r->asking && r->blocks && r->streams && r->places && make_cores(c);
}

void noc_requests_clear(noc_closed_loop *c)
{
    noc_requests *r = c->requests;
    if (!r) return;
    for (uint32_t k = 0; r->mshrs && k < c->core_count; k++) noc_mshrs_clear(&r->mshrs[k]);
    free(r->asked);
    free(r->mshrs);
    free(r->waiting);
    free(r->asking);
    free(r->blocks);
    free(r->streams);
    free(r->places);
    free(r->all_waiting);
    free(r->tags);
    free(r);
}

void noc_requests_begin_cta(noc_closed_loop *c, const noc_cta_start *start)
{
    noc_requests *r = c->requests;
    noc_address_stream *stream =
        &r->streams[(uint32_t)start->at.core * c->ctas->slots + (uint32_t)start->at.slot];
    *stream = noc_address_stream_from(&r->rules[start->kernel], start->cta, c->ports->now);
}

/* ---- lines ---------------------------------------------------------------------------------- */

static uint64_t next_named(noc_closed_loop *c, uint32_t core, uint32_t w)
{
    noc_requests *r = c->requests;
    const uint8_t kernel = c->cores[core].warps[w].kernel;
    noc_address_stream *stream = &r->streams[core * c->ctas->slots + c->ctas->slot_of_warp[w]];
    bool fresh;
    const uint64_t block = noc_address_next_at(&r->rules[kernel], stream, c->ports->now, &fresh);
    c->ports->tally.ends.touches[c->ctas->kernels[kernel].number] += fresh;
    return block;
}

/* A block's name is that of its first line. */
static void take_block(noc_closed_loop *c, noc_core *core, uint32_t w)
{
    noc_requests *r = c->requests;
    const uint32_t number = (uint32_t)(core - c->cores);
    uint64_t *block = &r->blocks[(size_t)number * c->warps_of_core + w];
    if (r->named) {
        *block = next_named(c, number, w);
        noc_block_find(c, r->places, core, &core->warps[w], *block);
    } else {
        *block = r->next_block += c->lines_per_block;
        noc_block_draw(c, core, &core->warps[w]);
    }
}

/* ---- requests ------------------------------------------------------------------------------- */

static uint32_t take_transaction(noc_closed_loop *c, noc_core *core, uint32_t w, uint64_t line)
{
    const uint32_t index = noc_transaction_take(c, core, w);
    c->lines[index] = (uint32_t)line;
    c->requests->asked[index] = (noc_asked){.line = line, .flow = (uint32_t)core->warps[w].flow};
    return index;
}

void noc_requests_send(noc_closed_loop *c, uint32_t transaction)
{
    noc_transaction *t = &c->transactions[transaction];
    noc_asked *asked = &c->requests->asked[transaction];
    asked->sent = true;
    t->burst = noc_outbox_label(c, c->cores[t->core].terminal);
    noc_port_submit(c->ports, asked->flow, t->write ? NOC_WRITE_REQUEST : NOC_READ_REQUEST,
                    transaction, t->origin);
}

static void hand_over(noc_closed_loop *c, uint32_t core, uint32_t transaction)
{
    noc_requests *r = c->requests;
    if (c->cores_of_terminal == 1) {
        noc_requests_send(c, transaction);
        return;
    }
    r->asked[transaction].waits = true;
    noc_ring_push(&r->waiting[core], transaction);
    r->asking[core / c->cores_of_terminal] |= (uint64_t)1 << core % c->cores_of_terminal;
}

static bool is_awaited(const noc_requests *r, uint32_t core, uint64_t line)
{
    return noc_line_table_find(&r->mshrs[core].lines, line) != NULL;
}

bool noc_request_access(noc_closed_loop *c, noc_core *core, uint32_t w)
{
    noc_requests *r = c->requests;
    noc_warp *warp = &core->warps[w];
    const uint32_t number = (uint32_t)(core - c->cores);
    if (warp->left == 0) take_block(c, core, w);
    const uint64_t line =
        r->blocks[(size_t)number * c->warps_of_core + w] + (c->lines_per_block - warp->left);
    const bool merged = !warp->writes && is_awaited(r, number, line);
    if (!merged && (core->outstanding == core->registers || core->free_transaction == NOC_NONE))
        return false;
    warp->left--;
    warp->to_send--;
    warp->awaited += !warp->writes;
    c->ports->tally.ends.merged += merged;
    if (merged) {
        noc_mshrs_ask(&r->mshrs[number], line, warp_tag | w);
        return true;
    }
    const uint32_t transaction = take_transaction(c, core, w, line);
    if (!warp->writes) noc_mshrs_ask(&r->mshrs[number], line, transaction);
    hand_over(c, number, transaction);
    return true;
}

/* ---- answers -------------------------------------------------------------------------------- */

/* A transaction is over for its core; its record stays while a packet or the bus has it. */
static void settle(noc_closed_loop *c, uint32_t transaction)
{
    noc_asked *asked = &c->requests->asked[transaction];
    asked->answered = true;
    c->cores[c->transactions[transaction].core].outstanding--;
    if (!asked->sent && !asked->waits) noc_transaction_give_back(c, transaction);
}

uint32_t noc_requests_answer(noc_closed_loop *c, uint32_t number, uint64_t line)
{
    noc_requests *r = c->requests;
    noc_core *core = &c->cores[number];
    const uint32_t count = noc_mshrs_answer(&r->mshrs[number], line, r->tags);
    if (count == 0) return 0;
    settle(c, r->tags[0]);
    noc_warp_answered(c, core, c->transactions[r->tags[0]].warp);
    for (uint32_t i = 1; i < count; i++) noc_warp_answered(c, core, r->tags[i] & ~warp_tag);
    return count;
}

void noc_requests_receive(noc_closed_loop *c, uint32_t transaction)
{
    const noc_transaction *t = &c->transactions[transaction];
    noc_asked *asked = &c->requests->asked[transaction];
    const bool over = asked->answered;
    asked->sent = false;
    if (t->write)
        settle(c, transaction);
    else if (noc_requests_answer(c, t->core, asked->line) == 0)
        c->ports->tally.ends.dropped++;
    if (over) noc_transaction_give_back(c, transaction);
}

/* ---- for clusters --------------------------------------------------------------------------- */

noc_asked *noc_requests_asked(noc_closed_loop *c, uint32_t transaction)
{
    return &c->requests->asked[transaction];
}

uint64_t noc_requests_asking(const noc_closed_loop *c, uint32_t cluster)
{
    return c->requests->asking[cluster];
}

uint32_t noc_requests_take(noc_closed_loop *c, uint32_t core)
{
    noc_requests *r = c->requests;
    noc_ring *waiting = &r->waiting[core];
    uint32_t taken = NOC_NONE;
    while (waiting->count > 0 && taken == NOC_NONE) {
        const uint32_t first = noc_ring_pop(waiting);
        r->asked[first].waits = false;
        if (r->asked[first].answered)
            noc_transaction_give_back(c, first);
        else
            taken = first;
    }
    if (waiting->count == 0)
        r->asking[core / c->cores_of_terminal] &= ~((uint64_t)1 << core % c->cores_of_terminal);
    return taken;
}
