#include "sampler/loop/requests.h"

#include <math.h>
#include <stdlib.h>

#include "sampler/loop/addresses.h"
#include "sampler/loop/blocks.h"
#include "sampler/loop/outbox.h"
#include "sampler/loop/warps.h"
#include "sampler/policies/cluster.h"
#include "sampler/policies/mshrs.h"

typedef struct lately {
    uint64_t line, cycle;
} lately;

struct noc_requests {
    noc_line_state *asked; /* [transaction]: line and state */
    /* [core]: MSHRs; the first waiter of a line is a transaction, later waiters are warps or
     * requests of a trace */
    noc_mshrs *mshrs;
    noc_ring *waiting;   /* [core]: transactions that wait for the bus */
    uint64_t *asking;    /* [cluster]: cores that request the bus, a bit each */
    uint64_t *blocks;    /* [core * warps + warp]: name of the block of the next request */
    bool named;          /* CTA streams name the blocks; false: blocks have consecutive numbers */
    uint64_t next_block; /* last block number, if streams do not name blocks */
    noc_address_rule rules[NOC_KERNELS_MAX];
    noc_address_stream *streams; /* [core * slots + slot]: line stream of the CTA */
    noc_block_place *places;
    uint32_t *all_waiting, *tags;
    /* [core * sets + set]: first-level caches; each set is fully associative */
    noc_line_cache *caches;
    uint32_t sets; /* sets of a core's cache; 0: no cache, requests are misses */
    /* [cluster * RECENT_PLACES * cores]: last requested line at each hash index; about one of
     * some hundred recent lines is lost */
    lately *asked_lately;
};

enum { PLACES = 2048 };

/* ---- making --------------------------------------------------------------------------------- */

/* Counts the new lines per cycle of a CTA that never waits. */
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
    for (int k = 0; k < NOC_KERNELS_MAX; k++) /* kernels, or phases */
        if (c->kernels[k].workload.burst > most) most = c->kernels[k].workload.burst;
    return (uint32_t)most;
}

/* Lines of an incomplete set are not used. */
static bool make_caches(noc_closed_loop *c)
{
    noc_requests *r = c->requests;
    const uint32_t lines = (uint32_t)c->nodes->l1_lines, ways = (uint32_t)c->nodes->l1_ways;
    if (lines == 0 || !r->named) return true;
    const uint32_t sets = lines > ways ? lines / ways : 1;
    r->caches = calloc((size_t)c->core_count * sets, sizeof *r->caches);
    if (!r->caches) return false;
    r->sets = sets;
    for (size_t i = 0; i < (size_t)c->core_count * sets; i++)
        if (!noc_line_cache_make(&r->caches[i], lines < ways ? lines : ways)) return false;
    return true;
}

/* Counts the requests that may wait for lines of a core. */
static uint32_t count_waiters(const noc_closed_loop *c, uint32_t core)
{
    return c->replay ? c->replay->requests[core] : c->warps_of_core * longest_burst(c);
}

static bool make_cores(noc_closed_loop *c)
{
    noc_requests *r = c->requests;
    const uint32_t each = c->transactions_of_core;
    uint32_t most = 0;
    for (uint32_t k = 0; k < c->core_count; k++)
        if (count_waiters(c, k) > most) most = count_waiters(c, k);
    r->tags = calloc(most + 1u, sizeof *r->tags);
    r->all_waiting = calloc((size_t)c->core_count * each, sizeof *r->all_waiting);
    r->waiting = calloc(c->core_count, sizeof *r->waiting);
    r->mshrs = calloc(c->core_count, sizeof *r->mshrs);
    if (!r->tags || !r->all_waiting || !r->waiting || !r->mshrs) return false;
    for (uint32_t k = 0; k < c->core_count; k++) {
        r->waiting[k] = (noc_ring){&r->all_waiting[(size_t)k * each], 0, 0, each};
        if (!noc_mshrs_make(&r->mshrs[k], (uint32_t)c->nodes->mshrs, count_waiters(c, k)))
            return false;
    }
    return true;
}

static bool needed(const noc_closed_loop *c)
{
    bool need = c->cores_of_terminal > 1 || c->replay;
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
    r->asked_lately =
        calloc(r->named ? (size_t)c->core_count * PLACES : 1, sizeof *r->asked_lately);
    return r->asked_lately && r->asked && r->asking && r->blocks && r->streams && r->places &&
           make_caches(c) && make_cores(c);
}

void noc_requests_clear(noc_closed_loop *c)
{
    noc_requests *r = c->requests;
    if (!r) return;
    for (uint32_t k = 0; r->mshrs && k < c->core_count; k++) noc_mshrs_clear(&r->mshrs[k]);
    for (size_t i = 0; i < (size_t)c->core_count * r->sets; i++)
        noc_line_cache_clear(&r->caches[i]);
    free(r->caches);
    free(r->asked_lately);
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

/* Draws the next block of a warp; the name of a block is its first line. */
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

static uint32_t take_transaction(noc_closed_loop *c, noc_core *core, const noc_line_request *q)
{
    const uint32_t index = noc_transaction_take(c, core, q->warp);
    c->transactions[index].warp = q->who;
    c->transactions[index].origin = q->origin;
    c->lines[index] = (uint32_t)q->line;
    c->requests->asked[index] = (noc_line_state){
        .line = q->line, .flow = (uint32_t)core->warps[q->warp].flow, .bytes = q->bytes};
    return index;
}

/* Submits a request like noc_port_submit, with the requested bytes. */
static void submit(noc_closed_loop *c, uint32_t transaction)
{
    const noc_transaction *t = &c->transactions[transaction];
    const noc_line_state *asked = &c->requests->asked[transaction];
    const int type = t->write ? NOC_WRITE_REQUEST : NOC_READ_REQUEST;
    const uint32_t index = noc_port_make(c->ports, asked->flow, type, c->ports->now);
    noc_packet *packet = &c->ports->packets.all[index];
    packet->origin = t->origin;
    packet->tag = transaction;
    packet->bytes = asked->bytes;
    c->ports->tally.ends.bytes += asked->bytes;
    c->ports->tally.ends.data +=
        (uint64_t)noc_traffic_data(&c->system->traffic, type, asked->bytes);
    noc_port_push(c->ports, index);
    noc_port_start(c->ports, c->cores[t->core].terminal);
}

void noc_requests_send(noc_closed_loop *c, uint32_t transaction)
{
    noc_transaction *t = &c->transactions[transaction];
    c->requests->asked[transaction].sent = true;
    t->burst = noc_outbox_label(c, c->cores[t->core].terminal);
    submit(c, transaction);
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

/* ---- first-level caches --------------------------------------------------------------------- */

/* Finds the set of a line by the line's random name, so all sets are equally likely. */
static noc_line_cache *set_of(const noc_requests *r, uint32_t core, uint64_t line)
{
    const uint64_t spread = line * 0x9e3779b97f4a7c15u >> 32;
    return &r->caches[(size_t)core * r->sets + spread % r->sets];
}

/* A write drops the line and continues to memory. */
static bool finds_in_cache(noc_closed_loop *c, uint32_t core, uint64_t line, bool writes)
{
    const noc_requests *r = c->requests;
    if (r->sets == 0) return false;
    if (!writes) return noc_line_cache_use(set_of(r, core, line), line);
    noc_line_cache_drop(set_of(r, core, line), line);
    return false;
}

static void count_miss(noc_closed_loop *c, uint32_t core, uint64_t line)
{
    const uint32_t together = c->cores_of_terminal;
    const uint64_t place = (line * 0x9e3779b97f4a7c15u >> 32) % ((uint64_t)together * PLACES);
    const size_t first = (size_t)(core / together) * together * PLACES;
    lately *last = &c->requests->asked_lately[first + place];
    const uint64_t now = c->ports->now;
    c->ports->tally.ends.misses++;
    c->ports->tally.ends.redundant +=
        last->line == line && now - last->cycle <= NOC_REDUNDANT_CYCLES;
    *last = (lately){line, now};
}

/* ---- asking --------------------------------------------------------------------------------- */

bool noc_requests_ask(noc_closed_loop *c, noc_core *core, const noc_line_request *q)
{
    noc_requests *r = c->requests;
    const uint32_t number = (uint32_t)(core - c->cores);
    const bool writes = core->warps[q->warp].writes;
    if (!writes && is_awaited(r, number, q->line)) {
        noc_mshrs_ask(&r->mshrs[number], q->line, q->who);
        c->ports->tally.ends.merged++;
        return true;
    }
    if (core->outstanding == core->registers || core->free_transaction == NOC_NONE) return false;
    const uint32_t transaction = take_transaction(c, core, q);
    if (!writes) noc_mshrs_ask(&r->mshrs[number], q->line, transaction);
    hand_over(c, number, transaction);
    return true;
}

bool noc_request_access(noc_closed_loop *c, noc_core *core, uint32_t w)
{
    noc_requests *r = c->requests;
    noc_warp *warp = &core->warps[w];
    const uint32_t number = (uint32_t)(core - c->cores);
    if (warp->left == 0) take_block(c, core, w);
    const uint64_t line =
        r->blocks[(size_t)number * c->warps_of_core + w] + (c->lines_per_block - warp->left);
    const noc_line_request request = {.line = line, .origin = c->ports->now, .warp = w, .who = w};
    const bool found = finds_in_cache(c, number, line, warp->writes);
    if (!found && !noc_requests_ask(c, core, &request)) return false;
    if (!found && !warp->writes && c->requests->named) count_miss(c, number, line);
    warp->left--;
    warp->to_send--;
    warp->awaited += !warp->writes && !found;
    return true;
}

/* ---- answers -------------------------------------------------------------------------------- */

/* Ends a transaction for its core; the record stays while a packet or the bus uses it. */
static void settle(noc_closed_loop *c, uint32_t transaction)
{
    noc_line_state *asked = &c->requests->asked[transaction];
    asked->answered = true;
    c->cores[c->transactions[transaction].core].outstanding--;
    c->outstanding--;
    if (!asked->sent && !asked->waits) noc_transaction_give_back(c, transaction);
}

/* Reports an answer to its warp, or to its request of a trace. */
static void tell(noc_closed_loop *c, noc_core *core, uint32_t who)
{
    if (c->replay)
        noc_replay_answer(c, who);
    else
        noc_warp_answered(c, core, who);
}

uint32_t noc_requests_answer(noc_closed_loop *c, uint32_t number, uint64_t line)
{
    noc_requests *r = c->requests;
    noc_core *core = &c->cores[number];
    const uint32_t count = noc_mshrs_answer(&r->mshrs[number], line, r->tags);
    if (count == 0) return 0;
    const uint32_t first = c->transactions[r->tags[0]].warp;
    if (r->sets > 0) noc_line_cache_insert(set_of(r, number, line), line);
    settle(c, r->tags[0]);
    tell(c, core, first);
    for (uint32_t i = 1; i < count; i++) tell(c, core, r->tags[i]);
    return count;
}

/* Ends a write, which no warp awaits. */
static void end_write(noc_closed_loop *c, uint32_t transaction)
{
    settle(c, transaction);
    if (c->replay) noc_replay_answer(c, c->transactions[transaction].warp);
}

void noc_requests_receive(noc_closed_loop *c, uint32_t transaction)
{
    const noc_transaction *t = &c->transactions[transaction];
    noc_line_state *asked = &c->requests->asked[transaction];
    const bool over = asked->answered;
    asked->sent = false;
    if (t->write)
        end_write(c, transaction);
    else if (noc_requests_answer(c, t->core, asked->line) == 0)
        c->ports->tally.ends.dropped++;
    if (over) noc_transaction_give_back(c, transaction);
}

/* ---- for clusters --------------------------------------------------------------------------- */

noc_line_state *noc_requests_asked(noc_closed_loop *c, uint32_t transaction)
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
