#include "sampler/loop/requests.h"

#include "base/min_max.h"
#include "design/memory/replies.h"
#include "sampler/loop/answers.h"

/* Request for a line. */
typedef struct request {
    uint64_t line, cycle;           /* memory line; cycle in which the request was made */
    uint32_t flow, receiver, bytes; /* noc_transaction, noc_line_transaction */
    uint32_t row;
    uint16_t bank;
    uint8_t kernel;
    bool is_write;
} request;

/* Position of a named block in its DRAM: entry of a hash table, in which a new block at an index
 * replaces the old one. */
typedef struct block_place {
    uint64_t block;
    noc_last_row at;
    bool is_used;
} block_place;

enum { BLOCK_PLACES = 1 << 16 };

/* Requests for known memory lines. */
typedef struct noc_known_lines {
    noc_line_transaction *transactions; /* [transaction]: line and state */
    /* [core]: MSHRs; the first waiter of a line is a transaction, later waiters are warps or
     * requests of a trace */
    noc_mshrs *mshrs;
    noc_ring *waiting_transactions; /* [core]: transactions that wait for the bus */
    uint64_t *asking_cores;         /* [cluster]: cores that request the bus, a bit each */
    uint64_t next_block;            /* last block number, if CTAs do not name blocks */
    block_place *block_places;
    uint32_t *tags; /* receivers of an answer: scratch */
} known_lines;

/* ---- making: known lines -------------------------------------------------------------------- */

/* Counts the requests that may wait for lines of a core. */
static uint32_t count_waiters(const noc_requests *r, uint32_t core)
{
    if (r->replay) return r->replay->request_counts[core];
    const noc_kernels *kernels = r->cores->kernels;
    int longest_burst = 1;
    for (int k = 0; k < NOC_KERNELS_MAX; k++) /* kernels, or phases */
        longest_burst = max_int(longest_burst, kernels->list[k].workload.burst);
    return kernels->core_warps * (uint32_t)longest_burst;
}

static bool make_line_mshrs(noc_requests *r, noc_arena *arena)
{
    known_lines *l = r->known;
    const uint32_t mshrs = (uint32_t)r->ports->system->design->nodes.mshrs;
    uint32_t maximum = 0;
    l->waiting_transactions =
        noc_arena_array(arena, r->cores->count, sizeof *l->waiting_transactions);
    l->mshrs = noc_arena_array(arena, r->cores->count, sizeof *l->mshrs);
    for (uint32_t k = 0; k < r->cores->count && !arena->is_short; k++) {
        l->waiting_transactions[k] = noc_ring_make(r->core_transactions, arena);
        noc_mshrs_make(&l->mshrs[k], mshrs, count_waiters(r, k), arena);
        maximum = max_unsigned(maximum, count_waiters(r, k));
    }
    l->tags = noc_arena_array(arena, maximum, sizeof *l->tags);
    return !arena->is_short;
}

static bool make_known_lines(noc_requests *r, noc_arena *arena)
{
    const size_t cores = r->cores->count, clusters = cores / r->cores->terminal_cores;
    known_lines *l = r->known = noc_arena_array(arena, 1, sizeof *l);
    if (!l) return false;
    l->transactions = noc_arena_array(arena, cores * r->core_transactions, sizeof *l->transactions);
    l->asking_cores = noc_arena_array(arena, clusters, sizeof *l->asking_cores);
    if (r->lines->are_shared)
        l->block_places = noc_arena_array(arena, BLOCK_PLACES, sizeof *l->block_places);
    return make_line_mshrs(r, arena);
}

/* ---- making --------------------------------------------------------------------------------- */

static uint32_t count_mshr_transactions(const noc_design *d)
{
    return noc_cores_of_terminal(d) > 1 && d->cluster.merge_entries > 0 &&
                   d->cluster.match_rule == NOC_MERGE_BY_ADDRESS
               ? 2
               : 1;
}

uint32_t noc_count_core_transactions(const noc_design *d)
{
    return (uint32_t)d->nodes.mshrs * count_mshr_transactions(d);
}

/* Starts the free lists: one or two transactions for each MSHR that derating leaves. */
static void start_transactions(noc_requests *r, noc_derating derating)
{
    const noc_design *d = r->ports->system->design;
    const uint32_t mshrs = (uint32_t)d->nodes.mshrs, cores = r->cores->count;
    const bool is_derated = noc_resource_is_in(derating.kinds, NOC_RESOURCE_CORES);
    for (uint32_t k = 0; k < cores; k++) {
        const uint32_t missing_mshrs =
            is_derated ? noc_places_removed(mshrs, cores, k, derating.rest_cycles) : 0;
        const uint32_t places = (mshrs - missing_mshrs) * count_mshr_transactions(d);
        const uint32_t first = k * r->core_transactions, end = first + places;
        r->by_core[k] = (noc_core_requests){
            .mshrs = mshrs - missing_mshrs,
            .free_transaction = places > 0 ? first : NOC_NONE,
        };
        for (uint32_t i = first; i < end; i++)
            r->transactions[i] = (noc_transaction){
                .core = k, .next_in_packet = NOC_NONE, .next = i + 1 < end ? i + 1 : NOC_NONE};
    }
}

bool noc_requests_make(noc_requests *r, noc_cores *cores, noc_lines *lines, noc_replay *replay,
                       noc_derating derating, noc_arena *arena)
{
    const noc_system *s = cores->ports->system;
    const noc_memory_spec *m = &s->design->memory;
    const size_t warps = (size_t)cores->count * cores->kernels->core_warps;
    *r = (noc_requests){
        .ports = cores->ports,
        .cores = cores,
        .lines = lines,
        .replay = replay,
        .memory = m,
        .core_transactions = noc_count_core_transactions(s->design),
        .lines_per_block = (uint16_t)(m->interleave_bytes / m->line_bytes),
    };
    const size_t transactions = (size_t)cores->count * r->core_transactions;
    if (!replay && !noc_destinations_make(&r->destinations, arena, s)) return false;
    r->reply_flows = noc_find_reply_flows(s, arena);
    r->transactions = noc_arena_array(arena, transactions, sizeof *r->transactions);
    r->memory_lines = noc_arena_array(arena, transactions, sizeof *r->memory_lines);
    r->by_core = noc_arena_array(arena, cores->count, sizeof *r->by_core);
    r->by_warp = noc_arena_array(arena, warps, sizeof *r->by_warp);
    r->last_rows = noc_arena_array(arena, s->graph.memory_count, sizeof *r->last_rows);
    if (!replay && noc_has_burst_priority(m))
        r->burst_runs = noc_arena_array(arena, s->graph.terminal_count, sizeof *r->burst_runs);
    if (arena->is_short || !r->reply_flows) return false;
    r->ports->memory_lines = r->memory_lines;
    start_transactions(r, derating);
    const bool are_known = cores->terminal_cores > 1 || replay || lines->are_shared;
    return !are_known || make_known_lines(r, arena);
}

/* ---- blocks --------------------------------------------------------------------------------- */

static uint32_t find_memory_node(const noc_requests *r, uint32_t flow)
{
    const noc_system *s = r->ports->system;
    return s->graph.terminals[s->traffic.flows[flow].destination].number;
}

/* Draws row and bank; with probability row_locality those of the controller's last block. */
static noc_last_row draw_row(noc_requests *r, const noc_core *core, uint32_t w, uint32_t flow)
{
    enum { ROWS = 1 << 16 }; /* rows of a bank: many, so that two random rows rarely agree */
    noc_random *random = noc_core_find_random(r->cores, core);
    const noc_kernel *kernel = &r->cores->kernels->list[noc_warp_kernel(core, &core->warps[w])];
    noc_last_row *last = &r->last_rows[find_memory_node(r, flow) / (uint32_t)r->memory->slices];
    if (noc_random_uniform(random) >= kernel->workload.row_locality) {
        last->row = (uint32_t)(noc_random_uniform(random) * ROWS);
        last->bank = (uint16_t)(noc_random_uniform(random) * r->memory->banks);
    }
    return *last;
}

static void begin_block(const noc_requests *r, noc_warp_requests *state, noc_last_row at)
{
    state->row = at.row;
    state->bank = at.bank;
    state->lines_left = r->lines_per_block;
}

/* Draws a random block for the next requests of a warp: memory node, row and bank. */
static void draw_block(noc_requests *r, const noc_core *core, uint32_t w, noc_warp_requests *state)
{
    noc_random *random = noc_core_find_random(r->cores, core);
    state->flow = (uint32_t)noc_destinations_draw(&r->destinations, core->terminal, random);
    begin_block(r, state, draw_row(r, core, w, state->flow));
}

/* Finds the named block for the next requests of a warp. The block's memory node follows from its
 * name, by traffic shares; its row and bank are constant while the table of blocks holds it. */
static void find_block(noc_requests *r, const noc_core *core, uint32_t w, noc_warp_requests *state)
{
    noc_random generator = noc_random_stream(state->block, 0);
    block_place *place = &r->known->block_places[noc_random_next(&generator) % BLOCK_PLACES];
    state->flow = (uint32_t)noc_destinations_draw(&r->destinations, core->terminal, &generator);
    if (!place->is_used || place->block != state->block)
        *place = (block_place){state->block, draw_row(r, core, w, state->flow), true};
    begin_block(r, state, place->at);
}

/* Draws the next block of a warp, with a name. */
static void draw_named_block(noc_requests *r, uint32_t core, uint32_t w, noc_warp_requests *state)
{
    if (r->lines->are_shared) {
        state->block = noc_lines_draw_block(r->lines, core, w);
        find_block(r, &r->cores->list[core], w, state);
    } else {
        state->block = r->known->next_block += r->lines_per_block;
        draw_block(r, &r->cores->list[core], w, state);
    }
}

/* ---- transactions --------------------------------------------------------------------------- */

/* Notes a new request of a terminal. Returns whether the request belongs to a burst. */
static bool note_burst(noc_requests *r, uint32_t terminal)
{
    return r->burst_runs && noc_burst_extend(&r->burst_runs[terminal], r->ports->now,
                                             (uint64_t)r->memory->burst_cycles);
}

/* Removes a free transaction of a core, which must exist, for a request. */
static uint32_t take_transaction(noc_requests *r, uint32_t core, const request *q)
{
    noc_core_requests *state = &r->by_core[core];
    const uint32_t index = state->free_transaction;
    noc_transaction *t = &r->transactions[index];
    state->free_transaction = t->next;
    state->outstanding++;
    r->outstanding++;
    t->receiver = q->receiver;
    t->is_write = q->is_write;
    t->kernel = q->kernel;
    t->row = q->row;
    t->bank = q->bank;
    t->memory_node = find_memory_node(r, q->flow);
    t->request_cycle = q->cycle;
    t->reply_flow = r->reply_flows[q->flow];
    r->memory_lines[index] = (uint32_t)q->line;
    return index;
}

/* Frees a transaction for its core's next request. */
static void free_transaction(noc_requests *r, uint32_t transaction)
{
    noc_transaction *t = &r->transactions[transaction];
    noc_core_wake(r->cores, &r->cores->list[t->core]);
    t->next = r->by_core[t->core].free_transaction;
    r->by_core[t->core].free_transaction = transaction;
}

static void free_mshr(noc_requests *r, uint32_t core)
{
    r->by_core[core].outstanding--;
    r->outstanding--;
}

static noc_warp_requests *find_warp(const noc_requests *r, uint32_t core, uint32_t w)
{
    return &r->by_warp[(size_t)core * r->cores->kernels->core_warps + w];
}

/* Describes the next request of a warp, for a line. */
static request describe_request(const noc_requests *r, uint32_t core, uint32_t w, uint64_t line)
{
    const noc_core *c = &r->cores->list[core];
    const noc_warp_requests *state = find_warp(r, core, w);
    return (request){
        .line = line,
        .cycle = r->ports->now,
        .flow = state->flow,
        .receiver = w,
        .row = state->row,
        .bank = state->bank,
        .kernel = noc_warp_kernel(c, &c->warps[w]),
        .is_write = c->warps[w].is_write,
    };
}

/* Makes the next request of a warp, as a separate packet. Blocks of a row have no names, so lines
 * of two blocks may be equal. False: no MSHR is free. */
static bool send_next(noc_requests *r, uint32_t core, uint32_t w)
{
    if (r->by_core[core].free_transaction == NOC_NONE) return false;
    const noc_core *c = &r->cores->list[core];
    noc_warp_requests *state = find_warp(r, core, w);
    if (state->lines_left == 0) draw_block(r, c, w, state);
    state->lines_left--;
    state->left--;
    const uint32_t block = state->row * (uint32_t)r->memory->banks + state->bank;
    const request q = describe_request(r, core, w, block * r->lines_per_block + state->lines_left);
    const uint32_t index = take_transaction(r, core, &q);
    r->transactions[index].is_burst = note_burst(r, c->terminal);
    if (!q.is_write) state->replies_left++;
    noc_port_submit(r->ports, q.flow, q.is_write ? NOC_WRITE_REQUEST : NOC_READ_REQUEST, index,
                    q.cycle);
    return true;
}

/* ---- transactions with known lines ---------------------------------------------------------- */

/* Submits a request like noc_port_submit, with the requested bytes. */
static void submit_request(noc_requests *r, uint32_t transaction)
{
    const noc_transaction *t = &r->transactions[transaction];
    const noc_line_transaction *state = &r->known->transactions[transaction];
    const int type = t->is_write ? NOC_WRITE_REQUEST : NOC_READ_REQUEST;
    const uint32_t index = noc_port_make(r->ports, state->flow, type, r->ports->now);
    noc_packet *packet = &r->ports->packets.entries[index];
    packet->request_cycle = t->request_cycle;
    packet->tag = transaction;
    packet->bytes = state->bytes;
    r->ports->tally.cores.bytes += state->bytes;
    r->ports->tally.cores.data +=
        (uint64_t)noc_traffic_data_bytes(&r->ports->system->traffic, type, state->bytes);
    noc_port_push(r->ports, index);
    noc_port_fill_doors(r->ports, r->cores->list[t->core].terminal);
}

void noc_requests_keep(noc_requests *r, uint32_t transaction)
{
    r->known->transactions[transaction].is_sent = true;
}

void noc_requests_send(noc_requests *r, uint32_t transaction)
{
    noc_transaction *t = &r->transactions[transaction];
    noc_requests_keep(r, transaction);
    t->is_burst = note_burst(r, r->cores->list[t->core].terminal);
    submit_request(r, transaction);
}

static void route_transaction(noc_requests *r, uint32_t core, uint32_t transaction)
{
    const uint32_t terminal_cores = r->cores->terminal_cores;
    if (terminal_cores == 1) {
        noc_requests_send(r, transaction);
        return;
    }
    r->known->transactions[transaction].is_waiting = true;
    noc_ring_push(&r->known->waiting_transactions[core], transaction);
    r->known->asking_cores[core / terminal_cores] |= (uint64_t)1 << core % terminal_cores;
}

/* ---- asking --------------------------------------------------------------------------------- */

static bool is_awaited(const noc_requests *r, uint32_t core, uint64_t line)
{
    return noc_line_table_find(&r->known->mshrs[core].lines, line);
}

/* True if a core can make a request for a line: an MSHR is free, or awaits the line. */
static bool can_ask(const noc_requests *r, uint32_t core, uint64_t line, bool is_write)
{
    const noc_core_requests *state = &r->by_core[core];
    return (state->outstanding < state->mshrs && state->free_transaction != NOC_NONE) ||
           (!is_write && is_awaited(r, core, line));
}

/* Makes a request of a core for a line. Requires can_ask. */
static void ask_line(noc_requests *r, uint32_t core, const request *q)
{
    noc_mshrs *mshrs = &r->known->mshrs[core];
    if (!q->is_write && is_awaited(r, core, q->line)) {
        noc_mshrs_ask(mshrs, q->line, q->receiver);
        r->ports->tally.cores.merged++;
        return;
    }
    const uint32_t transaction = take_transaction(r, core, q);
    r->known->transactions[transaction] =
        (noc_line_transaction){.line = q->line, .flow = q->flow, .bytes = q->bytes};
    if (!q->is_write) noc_mshrs_ask(mshrs, q->line, transaction);
    route_transaction(r, core, transaction);
}

/* Makes the next request of a warp, for a known line. False: no MSHR is free. */
static bool ask_next(noc_requests *r, uint32_t core, uint32_t w)
{
    noc_warp_requests *state = find_warp(r, core, w);
    if (state->lines_left == 0) draw_named_block(r, core, w, state);
    const uint64_t line = state->block + (r->lines_per_block - state->lines_left);
    const bool is_write = r->cores->list[core].warps[w].is_write;
    const bool is_hit = noc_lines_look_up(r->lines, core, line, is_write);
    if (!is_hit) {
        if (!can_ask(r, core, line, is_write)) return false;
        const request q = describe_request(r, core, w, line);
        ask_line(r, core, &q);
        if (!is_write && r->lines->are_shared) noc_lines_count_miss(r->lines, core, line);
    }
    state->lines_left--;
    state->left--;
    state->replies_left += !is_write && !is_hit;
    return true;
}

/* Makes a request of the first memory instruction in the queue of a core. */
static void access_memory(noc_requests *r, uint32_t core)
{
    noc_core *c = &r->cores->list[core];
    if (c->memory_queue.count == 0) return;
    const uint32_t w = c->memory_queue.entries[c->memory_queue.first];
    noc_warp_requests *state = find_warp(r, core, w);
    if (state->left == 0) {
        state->left = c->warps[w].requests;
        state->lines_left = 0;
    }
    if (!(r->known ? ask_next(r, core, w) : send_next(r, core, w))) {
        r->ports->tally.cores_blocked++;
        return;
    }
    if (state->left > 0) return;
    noc_core_end_access(c);
    if (state->replies_left == 0) noc_warp_resume(r->cores, c, w);
}

static void run_core(noc_requests *r, uint32_t core)
{
    noc_core *c = &r->cores->list[core];
    if (noc_core_run(r->cores, c)) access_memory(r, core);
    const bool may_ask = r->known || r->by_core[core].free_transaction != NOC_NONE;
    noc_core_schedule(r->cores, c, c->memory_queue.count > 0 && may_ask);
}

/* Makes the first request in a core's queue of the trace. False: the queue is empty, or the request
 * has to wait. */
static bool ask_replayed(noc_requests *r, uint32_t core)
{
    const uint32_t number = r->replay->first_requests[core];
    if (number == NOC_NONE) return false;
    const noc_planned_packet *p = &r->replay->schedule->packets[number];
    const request q = {
        .line = p->line,
        .cycle = r->replay->release_cycles[number],
        .flow = p->flow,
        .receiver = number,
        .bytes = p->bytes,
        .is_write = p->type == NOC_WRITE_REQUEST,
    };
    if (!can_ask(r, core, q.line, q.is_write)) return false;
    ask_line(r, core, &q);
    noc_replay_pop(r->replay, core);
    return true;
}

static void step_replay(noc_requests *r)
{
    noc_replay_begin(r->replay);
    for (uint32_t k = 0; k < r->cores->count; k++)
        while (ask_replayed(r, k))
            ;
}

void noc_requests_step(noc_requests *r)
{
    if (r->replay) {
        step_replay(r);
        return;
    }
    noc_cores_begin(r->cores);
    while (noc_cores_begin_cycle(r->cores)) {
        NOC_SET_DRAIN(k, noc_cores_due_set(r->cores), r->cores->words)
        if (noc_core_is_due(r->cores, (uint32_t)k)) run_core(r, (uint32_t)k);
    }
    r->ports->tally.outstanding += r->outstanding;
}

/* ---- answers -------------------------------------------------------------------------------- */

/* Ends a transaction for its core; the record stays while a packet or the bus uses it. */
static void end_transaction(noc_requests *r, uint32_t transaction)
{
    noc_line_transaction *state = &r->known->transactions[transaction];
    state->is_answered = true;
    free_mshr(r, r->transactions[transaction].core);
    if (!state->is_sent && !state->is_waiting) free_transaction(r, transaction);
}

/* Reports an answer to its warp, or to its request of a trace. */
static void notify_receiver(noc_requests *r, uint32_t core, uint32_t receiver)
{
    if (r->replay) {
        noc_replay_count_answer(r->replay, receiver);
        return;
    }
    noc_warp_requests *state = find_warp(r, core, receiver);
    if (--state->replies_left == 0 && state->left == 0)
        noc_warp_resume(r->cores, &r->cores->list[core], receiver);
}

uint32_t noc_requests_answer(noc_requests *r, uint32_t core, uint64_t line)
{
    known_lines *l = r->known;
    const uint32_t count = noc_mshrs_answer(&l->mshrs[core], line, l->tags);
    if (count == 0) return 0;
    const uint32_t first = r->transactions[l->tags[0]].receiver;
    noc_lines_insert(r->lines, core, line);
    end_transaction(r, l->tags[0]);
    notify_receiver(r, core, first);
    for (uint32_t i = 1; i < count; i++) notify_receiver(r, core, l->tags[i]);
    return count;
}

/* Receives the reply to a request with a known line. No warp awaits the answer to a write. */
static void receive_line(noc_requests *r, uint32_t transaction)
{
    const noc_transaction *t = &r->transactions[transaction];
    noc_line_transaction *state = &r->known->transactions[transaction];
    const bool was_answered = state->is_answered;
    state->is_sent = false;
    if (t->is_write) {
        end_transaction(r, transaction);
        if (r->replay) noc_replay_count_answer(r->replay, t->receiver);
    } else if (noc_requests_answer(r, t->core, state->line) == 0) {
        r->ports->tally.cores.dropped++;
    }
    if (was_answered) free_transaction(r, transaction);
}

void noc_requests_receive(noc_requests *r, uint32_t transaction)
{
    const noc_transaction *t = &r->transactions[transaction];
    if (r->known) {
        receive_line(r, transaction);
        return;
    }
    free_transaction(r, transaction);
    free_mshr(r, t->core);
    if (!t->is_write) notify_receiver(r, t->core, t->receiver);
}

/* ---- for clusters --------------------------------------------------------------------------- */

uint64_t noc_requests_find_line(const noc_requests *r, uint32_t transaction)
{
    return r->known->transactions[transaction].line;
}

uint64_t noc_requests_asking_cores(const noc_requests *r, uint32_t cluster)
{
    return r->known->asking_cores[cluster];
}

uint32_t noc_requests_take_waiting(noc_requests *r, uint32_t core)
{
    known_lines *l = r->known;
    noc_ring *queue = &l->waiting_transactions[core];
    const uint32_t terminal_cores = r->cores->terminal_cores;
    uint32_t transaction = NOC_NONE;
    while (queue->count > 0 && transaction == NOC_NONE) {
        const uint32_t first = noc_ring_pop(queue);
        l->transactions[first].is_waiting = false;
        if (l->transactions[first].is_answered)
            free_transaction(r, first);
        else
            transaction = first;
    }
    if (queue->count == 0)
        l->asking_cores[core / terminal_cores] &= ~((uint64_t)1 << core % terminal_cores);
    return transaction;
}
