#include "sampler/loop/memory.h"

#include <stdlib.h>

#include "design/memory/replies.h"
#include "sampler/loop/outbox.h"

/* ---- making --------------------------------------------------------------------------------- */

static bool make_drams(noc_closed_loop *c, uint64_t seed)
{
    const noc_graph *g = &c->system->graph;
    const uint32_t slices = (uint32_t)c->memory->slices;
    c->dram_count = (c->memory_count + slices - 1) / slices;
    c->drams = calloc(c->dram_count, sizeof *c->drams);
    for (uint32_t d = 0; c->drams && d < c->dram_count; d++) {
        uint64_t dram_seed = seed ^ (g->terminal_count + 2 * c->memory_count + d);
        c->drams[d] = noc_dram_new(c->memory, (noc_dram_options){.source_count = c->core_count,
                                                                 .seed = noc_splitmix(&dram_seed)});
        if (!c->drams[d]) return false;
    }
    for (uint32_t m = 0; c->drams && m < c->memory_count; m++)
        c->memories[m].dram = c->drams[m / slices];
    return c->drams != NULL;
}

/* Makes the set of busy controllers, at first all of them. */
static bool make_busy(noc_closed_loop *c)
{
    c->busy_words = c->dram_count / 64 + 1;
    c->busy_controllers = calloc(c->busy_words, sizeof *c->busy_controllers);
    for (uint32_t d = 0; c->busy_controllers && d < c->dram_count; d++)
        noc_set_add(c->busy_controllers, d);
    c->is_always_busy = noc_resource_is_in(c->derating.kinds, NOC_RESOURCE_CACHE) ||
                        noc_resource_is_in(c->derating.kinds, NOC_RESOURCE_DRAM);
    return c->busy_controllers;
}

bool noc_memories_make(noc_closed_loop *c, uint64_t seed)
{
    const noc_graph *g = &c->system->graph;
    const uint32_t inputs = (uint32_t)c->memory->input_queue, banks = (uint32_t)c->memory->l2_banks;
    const uint32_t lookups = (uint32_t)(c->memory->l2_cycles + 1) * banks;
    c->memory_count = g->memory_count;
    c->memories = calloc(c->memory_count, sizeof *c->memories);
    c->input_entries = calloc((size_t)c->memory_count * inputs, sizeof *c->input_entries);
    c->all_lookups = calloc((size_t)c->memory_count * lookups, sizeof *c->all_lookups);
    c->all_free_cycles = calloc((size_t)c->memory_count * banks, sizeof *c->all_free_cycles);
    if (!c->memories || !c->input_entries || !c->all_lookups || !c->all_free_cycles) return false;
    for (uint32_t m = 0; m < c->memory_count; m++) {
        noc_memory *memory = &c->memories[m];
        const uint32_t replies = (uint32_t)noc_reply_capacity(c->system->design);
        *memory = (noc_memory){
            .terminal = g->memory_terminals[m],
            .hit_random = noc_random_stream(seed, g->terminal_count + m),
            .data_random = noc_random_stream(seed, g->terminal_count + c->memory_count + m),
            .input_queue = {&c->input_entries[(size_t)m * inputs], 0, 0,
                            noc_memory_queue_places(c, inputs, m)},
            .reply_places = noc_memory_queue_places(c, replies, m),
            .lookups = &c->all_lookups[(size_t)m * lookups],
            .lookup_capacity = lookups,
            .bank_free_cycles = &c->all_free_cycles[(size_t)m * banks],
        };
        c->node_number[memory->terminal] = m;
        noc_port_limit(c->ports, memory->terminal, memory->input_queue.capacity);
    }
    return make_drams(c, seed) && make_busy(c) && noc_outboxes_make(c);
}

void noc_memories_clear(noc_closed_loop *c)
{
    noc_outboxes_clear(c);
    for (uint32_t d = 0; c->drams && d < c->dram_count; d++) noc_dram_free(c->drams[d]);
    free(c->drams);
    free(c->busy_controllers);
    free(c->memories);
    free(c->input_entries);
    free(c->all_lookups);
    free(c->all_free_cycles);
}

/* ---- arriving requests ---------------------------------------------------------------------- */

/* Marks a controller as busy. */
static void wake_controller(noc_closed_loop *c, uint32_t controller)
{
    if (noc_set_has(c->busy_controllers, controller)) return;
    noc_set_add(c->busy_controllers, controller);
    noc_dram_advance_idle(c->drams[controller], c->memory_clocks);
}

void noc_memory_receive(noc_closed_loop *c, uint32_t terminal, uint32_t transaction)
{
    const uint32_t number = c->node_number[terminal];
    noc_ring_push(&c->memories[number].input_queue, transaction);
    wake_controller(c, number / (uint32_t)c->memory->slices);
}

/* Removes the oldest request from the input queue, which then admits one more. */
static uint32_t take_request(noc_closed_loop *c, noc_memory *m)
{
    noc_port_make_room(c->ports, m->terminal);
    return noc_ring_pop(&m->input_queue);
}

/* ---- replies -------------------------------------------------------------------------------- */

static bool has_reply_room(const noc_closed_loop *c, const noc_memory *m, uint32_t transaction)
{
    if (!noc_has_reply(c->memory, c->transactions[transaction].is_write)) return true;
    if (c->outboxes) return noc_outbox_has_room(c, transaction);
    return noc_port_has_room(c->ports, m->terminal, NOC_REPLY, m->reply_places);
}

/* Answers a request. A write without an answer is listed for closed_loop.c. */
static void send_reply(noc_closed_loop *c, uint32_t transaction)
{
    noc_transaction *t = &c->transactions[transaction];
    if (!noc_has_reply(c->memory, t->is_write)) {
        t->next = c->finished_writes;
        c->finished_writes = transaction;
    } else if (c->outboxes)
        noc_outbox_join(c, transaction);
    else
        noc_port_submit(c->ports, t->reply_flow, t->is_write ? NOC_WRITE_REPLY : NOC_READ_REPLY,
                        transaction, t->request_cycle);
}

/* Passes DRAM data to the requesting nodes, in order. */
static void drain_dram(noc_closed_loop *c, noc_dram *dram)
{
    for (uint32_t k = 0; k < (uint32_t)c->memory->slices; k++) {
        const uint32_t ready = noc_dram_first_ready_tag(dram);
        if (ready == NOC_NONE) return;
        noc_memory *m = &c->memories[c->transactions[ready].memory_node];
        if (!has_reply_room(c, m, ready)) {
            m->is_stalled = true;
            return;
        }
        noc_dram_take_data(dram);
        send_reply(c, ready);
    }
}

/* Draws whether the data of a read are approximable. */
static void draw_approximable(const noc_closed_loop *c, noc_memory *m, noc_transaction *t)
{
    const double share = c->memory->approximable_share;
    t->is_approximable = !t->is_write && share > 0.0 && noc_random_uniform(&m->data_random) < share;
}

static void finish_hit(noc_closed_loop *c, noc_memory *m, uint32_t transaction)
{
    if (noc_replies_are_coalesced(c->memory))
        draw_approximable(c, m, &c->transactions[transaction]);
    send_reply(c, transaction);
}

static void enter_dram(noc_closed_loop *c, noc_memory *m, uint32_t transaction)
{
    noc_transaction *t = &c->transactions[transaction];
    draw_approximable(c, m, t);
    const uint32_t place = (uint32_t)(m - c->memories) % (uint32_t)c->memory->slices;
    noc_dram_push(m->dram, (noc_dram_access){.tag = transaction,
                                             .row = t->row,
                                             .bank = t->bank,
                                             .is_write = t->is_write,
                                             .is_approximable = t->is_approximable,
                                             .source = t->core});
    (m - place)->first_slice = (uint16_t)((place + 1u) % (uint32_t)c->memory->slices);
}

/* Moves finished lookups: a hit to the reply queue, a miss to the DRAM. */
static void finish_lookups(noc_closed_loop *c, noc_memory *m)
{
    for (int k = 0; k < c->memory->l2_banks && m->lookup_count; k++) {
        const noc_lookup *l = &m->lookups[m->lookup_first];
        if (l->done_cycle > c->ports->now) return;
        if (l->is_hit ? !has_reply_room(c, m, l->transaction) : !noc_dram_has_room(m->dram)) {
            m->is_stalled |= l->is_hit;
            c->ports->tally.dram_full += !l->is_hit;
            return;
        }
        if (l->is_hit)
            finish_hit(c, m, l->transaction);
        else
            enter_dram(c, m, l->transaction);
        m->lookup_first = (m->lookup_first + 1) % m->lookup_capacity;
        m->lookup_count--;
    }
}

/* Delays busy banks by a cycle. */
static void delay_banks(const noc_closed_loop *c, noc_memory *m)
{
    for (int b = 0; b < c->memory->l2_banks; b++)
        m->bank_free_cycles[b] += m->bank_free_cycles[b] > c->ports->now;
}

static void start_lookups(noc_closed_loop *c, noc_memory *m)
{
    const uint32_t number = (uint32_t)(m - c->memories);
    if (noc_is_resting(&c->derating, NOC_RESOURCE_CACHE, c->ports->now, number)) {
        delay_banks(c, m);
        return;
    }
    if (c->outboxes && !noc_outbox_accepts(c, number, m->is_stalled)) return;
    for (int k = 0; k < c->memory->l2_banks; k++) {
        if (m->input_queue.count == 0 || m->lookup_count == m->lookup_capacity) return;
        const uint32_t bank =
            m->input_queue.entries[m->input_queue.first] % (uint32_t)c->memory->l2_banks;
        if (m->bank_free_cycles[bank] > c->ports->now) return;
        m->bank_free_cycles[bank] = c->ports->now + (uint64_t)c->memory->l2_bank_cycles;
        const uint32_t place = (m->lookup_first + m->lookup_count++) % m->lookup_capacity;
        const uint32_t transaction = take_request(c, m);
        const noc_kernel *kernel = &c->kernels[c->transactions[transaction].kernel];
        m->lookups[place] = (noc_lookup){
            .done_cycle = c->ports->now + (uint64_t)c->memory->l2_cycles,
            .transaction = transaction,
            .is_hit = noc_random_uniform(&m->hit_random) < kernel->workload.l2_hit_rate,
        };
    }
}

void noc_memories_count(noc_closed_loop *c)
{
    noc_dram_tally sum = {0};
    for (uint32_t d = 0; d < c->dram_count; d++) {
        if (!noc_set_has(c->busy_controllers, d))
            noc_dram_advance_idle(c->drams[d], c->memory_clocks);
        const noc_dram_tally *tally = noc_dram_find_tally(c->drams[d]);
        sum.clocks += tally->clocks;
        sum.accesses += tally->accesses;
        sum.row_hits += tally->row_hits;
        sum.bus_clocks += tally->bus_clocks;
        sum.queued_clocks += tally->queued_clocks;
        sum.bank_clocks += tally->bank_clocks;
    }
    c->ports->tally.dram = sum;
}

static void step_node(noc_closed_loop *c, noc_memory *m)
{
    finish_lookups(c, m);
    start_lookups(c, m);
    c->ports->tally.memory_stalled += m->is_stalled;
    c->ports->tally.inputs_full += noc_ring_is_full(&m->input_queue);
    m->is_stalled = false;
}

static void tick_drams(noc_closed_loop *c)
{
    c->memory_clocks++;
    NOC_SET_EACH(d, c->busy_controllers, c->busy_words)
    if (!noc_is_resting(&c->derating, NOC_RESOURCE_DRAM, c->memory_clocks, (uint32_t)d))
        noc_dram_tick(c->drams[d]);
}

/* Runs the slices of a controller. Slices take turns at the DRAM queue, from the slice after the
 * last one that got a place. */
static void step_slices(noc_closed_loop *c, uint32_t controller)
{
    const uint32_t slices = (uint32_t)c->memory->slices;
    noc_memory *first = &c->memories[controller * slices];
    const uint32_t turn = first->first_slice;
    bool has_work = c->is_always_busy;
    for (uint32_t i = 0; i < slices; i++) {
        noc_memory *m = &first[(turn + i) % slices];
        step_node(c, m);
        has_work = has_work || m->input_queue.count > 0 || m->lookup_count > 0;
    }
    if (!has_work && noc_dram_is_idle(first->dram)) noc_set_remove(c->busy_controllers, controller);
}

void noc_memories_step(noc_closed_loop *c)
{
    for (c->phase += c->memory_khz; c->phase >= c->clock_khz; c->phase -= c->clock_khz)
        tick_drams(c);
    NOC_SET_EACH(d, c->busy_controllers, c->busy_words)
    drain_dram(c, c->drams[d]);
    NOC_SET_EACH(d, c->busy_controllers, c->busy_words)
    step_slices(c, (uint32_t)d);
    if (c->outboxes) noc_outboxes_feed(c);
}
