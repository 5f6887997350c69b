#include "sampler/loop/requests.h"

#include <math.h>
#include <stdlib.h>

#include "sampler/loop/addresses.h"
#include "sampler/loop/blocks.h"
#include "sampler/loop/outbox.h"
#include "sampler/loop/warps.h"
#include "sampler/policies/cluster.h"
#include "sampler/policies/mshrs.h"

typedef struct recent_line {
    uint64_t line, cycle;
} recent_line;

struct noc_line_requests {
    noc_line_transaction *transactions; /* [transaction]: line and state */
    /* [core]: MSHRs; the first waiter of a line is a transaction, later waiters are warps or
     * requests of a trace */
    noc_mshrs *mshrs;
    noc_ring *waiting_transactions; /* [core]: transactions that wait for the bus */
    uint64_t *asking_cores;         /* [cluster]: cores that request the bus, a bit each */
    uint64_t *block_names; /* [core * warps + warp]: name of the block of the next request */
    bool has_names;        /* CTA streams name the blocks; false: blocks have consecutive numbers */
    uint64_t next_block;   /* last block number, if streams do not name blocks */
    noc_address_rule rules[NOC_KERNELS_MAX];
    noc_address_stream *streams; /* [core * slots + slot]: line stream of the CTA */
    noc_block_place *block_places;
    uint32_t *ring_entries, *tags;
    /* [core * sets + set]: first-level caches; each set is fully associative */
    noc_line_cache *caches;
    uint32_t set_count; /* sets of a core's cache; 0: no cache, requests are misses */
    /* [cluster * RECENT_PLACES * cores]: last requested line at each hash index; about one of
     * some hundred recent lines is lost */
    recent_line *recent_lines;
};

enum { RECENT_PLACES = 2048 };

/* ---- making --------------------------------------------------------------------------------- */

/* Counts the new lines per cycle of a CTA that never waits. */
static double count_touches_max(const noc_closed_loop *c, const noc_workload *w)
{
    const double requests = c->cores_per_cycle / c->issue_cycles / w->instructions;
    const double blocks = ceil((double)w->burst / c->lines_per_block) / w->burst;
    const double reuse_share = w->sharing.reuse_lines > 0.0 ? w->sharing.shared_fraction : 0.0;
    return requests * blocks * (1.0 - reuse_share) / c->ctas->slot_count;
}

static void make_rules(noc_closed_loop *c, const noc_loop_load *load)
{
    noc_line_requests *r = c->requests;
    for (int k = 0; c->ctas && k < c->kernel_count; k++) {
        const noc_workload *w = &c->kernels[k].workload;
        const uint64_t number = c->ctas->kernels[k].number;
        const double given_touches = load->kernels ? load->kernels->touches_per_cycle[number] : 0.0;
        uint64_t seed = load->seed ^ (number << 32);
        r->has_names = r->has_names || noc_sharing_is_active(&w->sharing);
        r->rules[k] = noc_paced_rule_make(
            &w->sharing, given_touches > 0.0 ? given_touches : count_touches_max(c, w),
            noc_splitmix(&seed));
    }
}

static uint32_t find_longest_burst(const noc_closed_loop *c)
{
    int maximum = 1;
    for (int k = 0; k < NOC_KERNELS_MAX; k++) /* kernels, or phases */
        if (c->kernels[k].workload.burst > maximum) maximum = c->kernels[k].workload.burst;
    return (uint32_t)maximum;
}

/* Lines of an incomplete set are not used. */
static bool make_caches(noc_closed_loop *c)
{
    noc_line_requests *r = c->requests;
    const uint32_t lines = (uint32_t)c->nodes->l1_lines, ways = (uint32_t)c->nodes->l1_ways;
    if (lines == 0 || !r->has_names) return true;
    const uint32_t sets = lines > ways ? lines / ways : 1;
    r->caches = calloc((size_t)c->core_count * sets, sizeof *r->caches);
    if (!r->caches) return false;
    r->set_count = sets;
    for (size_t i = 0; i < (size_t)c->core_count * sets; i++)
        if (!noc_line_cache_make(&r->caches[i], lines < ways ? lines : ways)) return false;
    return true;
}

/* Counts the requests that may wait for lines of a core. */
static uint32_t count_waiters(const noc_closed_loop *c, uint32_t core)
{
    return c->replay ? c->replay->request_counts[core] : c->warps_of_core * find_longest_burst(c);
}

static bool make_cores(noc_closed_loop *c)
{
    noc_line_requests *r = c->requests;
    const uint32_t core_transactions = c->transactions_of_core;
    uint32_t maximum = 0;
    for (uint32_t k = 0; k < c->core_count; k++)
        if (count_waiters(c, k) > maximum) maximum = count_waiters(c, k);
    r->tags = calloc(maximum + 1u, sizeof *r->tags);
    r->ring_entries = calloc((size_t)c->core_count * core_transactions, sizeof *r->ring_entries);
    r->waiting_transactions = calloc(c->core_count, sizeof *r->waiting_transactions);
    r->mshrs = calloc(c->core_count, sizeof *r->mshrs);
    if (!r->tags || !r->ring_entries || !r->waiting_transactions || !r->mshrs) return false;
    for (uint32_t k = 0; k < c->core_count; k++) {
        r->waiting_transactions[k] =
            (noc_ring){&r->ring_entries[(size_t)k * core_transactions], 0, 0, core_transactions};
        if (!noc_mshrs_make(&r->mshrs[k], (uint32_t)c->nodes->mshrs, count_waiters(c, k)))
            return false;
    }
    return true;
}

static bool needs_line_requests(const noc_closed_loop *c)
{
    bool is_used = c->cores_of_terminal > 1 || c->replay;
    for (int k = 0; k < c->kernel_count; k++)
        is_used = is_used || noc_sharing_is_active(&c->kernels[k].workload.sharing);
    return is_used;
}

bool noc_requests_make(noc_closed_loop *c, const noc_loop_load *load)
{
    if (!needs_line_requests(c)) return true;
    noc_line_requests *r = c->requests = calloc(1, sizeof *r);
    if (!r) return false;
    const size_t slots = c->ctas ? c->ctas->slot_count : 1;
    make_rules(c, load);
    r->transactions =
        calloc((size_t)c->core_count * c->transactions_of_core, sizeof *r->transactions);
    r->asking_cores = calloc(c->core_count / c->cores_of_terminal, sizeof *r->asking_cores);
    r->block_names = calloc((size_t)c->core_count * c->warps_of_core, sizeof *r->block_names);
    r->streams = calloc(c->core_count * slots, sizeof *r->streams);
    r->block_places = calloc(r->has_names ? NOC_BLOCK_PLACES : 1, sizeof *r->block_places);
    r->recent_lines =
        calloc(r->has_names ? (size_t)c->core_count * RECENT_PLACES : 1, sizeof *r->recent_lines);
    return r->recent_lines && r->transactions && r->asking_cores && r->block_names && r->streams &&
           r->block_places && make_caches(c) && make_cores(c);
}

void noc_requests_clear(noc_closed_loop *c)
{
    noc_line_requests *r = c->requests;
    if (!r) return;
    for (uint32_t k = 0; r->mshrs && k < c->core_count; k++) noc_mshrs_clear(&r->mshrs[k]);
    for (size_t i = 0; i < (size_t)c->core_count * r->set_count; i++)
        noc_line_cache_clear(&r->caches[i]);
    free(r->caches);
    free(r->recent_lines);
    free(r->transactions);
    free(r->mshrs);
    free(r->waiting_transactions);
    free(r->asking_cores);
    free(r->block_names);
    free(r->streams);
    free(r->block_places);
    free(r->ring_entries);
    free(r->tags);
    free(r);
}

void noc_requests_begin_cta(noc_closed_loop *c, const noc_cta_start *start)
{
    noc_line_requests *r = c->requests;
    noc_address_stream *stream =
        &r->streams[(uint32_t)start->start_slot.core * c->ctas->slot_count +
                    (uint32_t)start->start_slot.slot];
    *stream = noc_paced_stream_make(&r->rules[start->kernel], start->cta, c->ports->now);
}

/* ---- lines ---------------------------------------------------------------------------------- */

static uint64_t draw_block_name(noc_closed_loop *c, uint32_t core, uint32_t w)
{
    noc_line_requests *r = c->requests;
    const uint8_t kernel = c->cores[core].warps[w].kernel;
    noc_address_stream *stream = &r->streams[core * c->ctas->slot_count + c->ctas->slot_of_warp[w]];
    bool is_new;
    const uint64_t block = noc_paced_next_line(&r->rules[kernel], stream, c->ports->now, &is_new);
    c->ports->tally.cores.touches[c->ctas->kernels[kernel].number] += is_new;
    return block;
}

/* Draws the next block of a warp; the name of a block is its first line. */
static void draw_block(noc_closed_loop *c, noc_core *core, uint32_t w)
{
    noc_line_requests *r = c->requests;
    const uint32_t number = (uint32_t)(core - c->cores);
    uint64_t *block = &r->block_names[(size_t)number * c->warps_of_core + w];
    if (r->has_names) {
        *block = draw_block_name(c, number, w);
        noc_block_find(c, r->block_places, core, &core->warps[w], *block);
    } else {
        *block = r->next_block += c->lines_per_block;
        noc_block_draw(c, core, &core->warps[w]);
    }
}

/* ---- requests ------------------------------------------------------------------------------- */

static uint32_t take_transaction(noc_closed_loop *c, noc_core *core,
                                 const noc_line_request *request)
{
    const uint32_t index = noc_transaction_take(c, core, request->warp);
    c->transactions[index].warp = request->receiver;
    c->transactions[index].request_cycle = request->request_cycle;
    c->memory_lines[index] = (uint32_t)request->line;
    c->requests->transactions[index] =
        (noc_line_transaction){.line = request->line,
                               .flow = (uint32_t)core->warps[request->warp].flow,
                               .bytes = request->bytes};
    return index;
}

/* Submits a request like noc_port_submit, with the requested bytes. */
static void submit_request(noc_closed_loop *c, uint32_t transaction)
{
    const noc_transaction *t = &c->transactions[transaction];
    const noc_line_transaction *state = &c->requests->transactions[transaction];
    const int type = t->is_write ? NOC_WRITE_REQUEST : NOC_READ_REQUEST;
    const uint32_t index = noc_port_make(c->ports, state->flow, type, c->ports->now);
    noc_packet *packet = &c->ports->packets.entries[index];
    packet->request_cycle = t->request_cycle;
    packet->tag = transaction;
    packet->bytes = state->bytes;
    c->ports->tally.cores.bytes += state->bytes;
    c->ports->tally.cores.data +=
        (uint64_t)noc_traffic_data_bytes(&c->system->traffic, type, state->bytes);
    noc_port_push(c->ports, index);
    noc_port_fill_doors(c->ports, c->cores[t->core].terminal);
}

void noc_requests_send(noc_closed_loop *c, uint32_t transaction)
{
    noc_transaction *t = &c->transactions[transaction];
    c->requests->transactions[transaction].is_sent = true;
    t->is_burst = noc_outbox_note_request(c, c->cores[t->core].terminal);
    submit_request(c, transaction);
}

static void route_transaction(noc_closed_loop *c, uint32_t core, uint32_t transaction)
{
    noc_line_requests *r = c->requests;
    if (c->cores_of_terminal == 1) {
        noc_requests_send(c, transaction);
        return;
    }
    r->transactions[transaction].is_waiting = true;
    noc_ring_push(&r->waiting_transactions[core], transaction);
    r->asking_cores[core / c->cores_of_terminal] |= (uint64_t)1 << core % c->cores_of_terminal;
}

static bool is_awaited(const noc_line_requests *r, uint32_t core, uint64_t line)
{
    return noc_line_table_find(&r->mshrs[core].lines, line) != NULL;
}

/* ---- first-level caches --------------------------------------------------------------------- */

/* Finds the set of a line by the line's random name, so all sets are equally likely. */
static noc_line_cache *find_set(const noc_line_requests *r, uint32_t core, uint64_t line)
{
    const uint64_t hash = line * 0x9e3779b97f4a7c15u >> 32;
    return &r->caches[(size_t)core * r->set_count + hash % r->set_count];
}

/* A write drops the line and continues to memory. */
static bool look_up_cache(noc_closed_loop *c, uint32_t core, uint64_t line, bool writes)
{
    const noc_line_requests *r = c->requests;
    if (r->set_count == 0) return false;
    if (!writes) return noc_line_cache_use(find_set(r, core, line), line);
    noc_line_cache_drop(find_set(r, core, line), line);
    return false;
}

static void count_miss(noc_closed_loop *c, uint32_t core, uint64_t line)
{
    const uint32_t cluster_cores = c->cores_of_terminal;
    const uint64_t place =
        (line * 0x9e3779b97f4a7c15u >> 32) % ((uint64_t)cluster_cores * RECENT_PLACES);
    const size_t first = (size_t)(core / cluster_cores) * cluster_cores * RECENT_PLACES;
    recent_line *last = &c->requests->recent_lines[first + place];
    const uint64_t now = c->ports->now;
    c->ports->tally.cores.misses++;
    c->ports->tally.cores.redundant +=
        last->line == line && now - last->cycle <= NOC_REDUNDANT_CYCLES;
    *last = (recent_line){line, now};
}

/* ---- asking --------------------------------------------------------------------------------- */

bool noc_requests_ask(noc_closed_loop *c, noc_core *core, const noc_line_request *request)
{
    noc_line_requests *r = c->requests;
    const uint32_t number = (uint32_t)(core - c->cores);
    const bool writes = core->warps[request->warp].is_write;
    if (!writes && is_awaited(r, number, request->line)) {
        noc_mshrs_ask(&r->mshrs[number], request->line, request->receiver);
        c->ports->tally.cores.merged++;
        return true;
    }
    if (core->outstanding == core->mshrs || core->free_transaction == NOC_NONE) return false;
    const uint32_t transaction = take_transaction(c, core, request);
    if (!writes) noc_mshrs_ask(&r->mshrs[number], request->line, transaction);
    route_transaction(c, number, transaction);
    return true;
}

bool noc_requests_ask_next(noc_closed_loop *c, noc_core *core, uint32_t w)
{
    noc_line_requests *r = c->requests;
    noc_warp *warp = &core->warps[w];
    const uint32_t number = (uint32_t)(core - c->cores);
    if (warp->lines_left == 0) draw_block(c, core, w);
    const uint64_t line = r->block_names[(size_t)number * c->warps_of_core + w] +
                          (c->lines_per_block - warp->lines_left);
    const noc_line_request request = {
        .line = line, .request_cycle = c->ports->now, .warp = w, .receiver = w};
    const bool is_hit = look_up_cache(c, number, line, warp->is_write);
    if (!is_hit && !noc_requests_ask(c, core, &request)) return false;
    if (!is_hit && !warp->is_write && c->requests->has_names) count_miss(c, number, line);
    warp->lines_left--;
    warp->requests_left--;
    warp->replies_left += !warp->is_write && !is_hit;
    return true;
}

/* ---- answers -------------------------------------------------------------------------------- */

/* Ends a transaction for its core; the record stays while a packet or the bus uses it. */
static void end_transaction(noc_closed_loop *c, uint32_t transaction)
{
    noc_line_transaction *state = &c->requests->transactions[transaction];
    state->is_answered = true;
    c->cores[c->transactions[transaction].core].outstanding--;
    c->outstanding--;
    if (!state->is_sent && !state->is_waiting) noc_transaction_free(c, transaction);
}

/* Reports an answer to its warp, or to its request of a trace. */
static void notify_receiver(noc_closed_loop *c, noc_core *core, uint32_t receiver)
{
    if (c->replay)
        noc_replay_count_answer(c, receiver);
    else
        noc_warp_count_reply(c, core, receiver);
}

uint32_t noc_requests_answer(noc_closed_loop *c, uint32_t number, uint64_t line)
{
    noc_line_requests *r = c->requests;
    noc_core *core = &c->cores[number];
    const uint32_t count = noc_mshrs_answer(&r->mshrs[number], line, r->tags);
    if (count == 0) return 0;
    const uint32_t first = c->transactions[r->tags[0]].warp;
    if (r->set_count > 0) noc_line_cache_insert(find_set(r, number, line), line);
    end_transaction(c, r->tags[0]);
    notify_receiver(c, core, first);
    for (uint32_t i = 1; i < count; i++) notify_receiver(c, core, r->tags[i]);
    return count;
}

/* Ends a write, which no warp awaits. */
static void end_write(noc_closed_loop *c, uint32_t transaction)
{
    end_transaction(c, transaction);
    if (c->replay) noc_replay_count_answer(c, c->transactions[transaction].warp);
}

void noc_requests_receive(noc_closed_loop *c, uint32_t transaction)
{
    const noc_transaction *t = &c->transactions[transaction];
    noc_line_transaction *state = &c->requests->transactions[transaction];
    const bool was_answered = state->is_answered;
    state->is_sent = false;
    if (t->is_write)
        end_write(c, transaction);
    else if (noc_requests_answer(c, t->core, state->line) == 0)
        c->ports->tally.cores.dropped++;
    if (was_answered) noc_transaction_free(c, transaction);
}

/* ---- for clusters --------------------------------------------------------------------------- */

noc_line_transaction *noc_requests_find(noc_closed_loop *c, uint32_t transaction)
{
    return &c->requests->transactions[transaction];
}

uint64_t noc_requests_asking_cores(const noc_closed_loop *c, uint32_t cluster)
{
    return c->requests->asking_cores[cluster];
}

uint32_t noc_requests_take_waiting(noc_closed_loop *c, uint32_t core)
{
    noc_line_requests *r = c->requests;
    noc_ring *queue = &r->waiting_transactions[core];
    uint32_t transaction = NOC_NONE;
    while (queue->count > 0 && transaction == NOC_NONE) {
        const uint32_t first = noc_ring_pop(queue);
        r->transactions[first].is_waiting = false;
        if (r->transactions[first].is_answered)
            noc_transaction_free(c, first);
        else
            transaction = first;
    }
    if (queue->count == 0)
        r->asking_cores[core / c->cores_of_terminal] &=
            ~((uint64_t)1 << core % c->cores_of_terminal);
    return transaction;
}
