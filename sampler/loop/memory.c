#include "sampler/loop/memory.h"

#include "design/memory/replies.h"
#include "sampler/ports/resting.h"

/* ---- making --------------------------------------------------------------------------------- */

static bool make_drams(noc_memories *c, const noc_loop_load *load, noc_arena *arena)
{
    const noc_system *s = c->ports->system;
    const uint32_t slices = (uint32_t)c->spec->slices;
    c->controller_count = (c->count + slices - 1) / slices;
    c->words = c->controller_count / 64 + 1;
    c->drams = noc_arena_array(arena, c->controller_count, sizeof *c->drams);
    c->busy_controllers = noc_arena_array(arena, c->words, sizeof *c->busy_controllers);
    for (uint32_t d = 0; d < c->controller_count && !arena->is_short; d++) {
        uint64_t seed = load->seed ^ (s->graph.terminal_count + 2 * c->count + d);
        const noc_dram_options options = {.source_count = (uint32_t)s->design->nodes.compute,
                                          .seed = noc_splitmix(&seed)};
        c->drams[d] = noc_dram_new(c->spec, options, arena);
        noc_set_add(c->busy_controllers, d);
    }
    return !arena->is_short;
}

bool noc_memories_make(noc_memories *c, const noc_requests *requests, noc_outboxes *outboxes,
                       const noc_loop_load *load, noc_arena *arena)
{
    const noc_system *s = requests->ports->system;
    const noc_memory_spec *spec = requests->memory;
    const uint32_t banks = (uint32_t)spec->l2_banks;
    const uint32_t lookups = (uint32_t)(spec->l2_cycles + 1) * banks;
    *c = (noc_memories){
        .ports = requests->ports,
        .spec = spec,
        .kernels = requests->cores->kernels,
        .transactions = requests->transactions,
        .outboxes = outboxes,
        .derating = load->derating,
        .list = noc_arena_array(arena, s->graph.memory_count, sizeof *c->list),
        .count = s->graph.memory_count,
        .is_always_busy = noc_resource_is_in(load->derating.kinds, NOC_RESOURCE_CACHE) ||
                          noc_resource_is_in(load->derating.kinds, NOC_RESOURCE_DRAM),
        .clock_khz = (uint64_t)(s->design->chip.clock_mhz * 1000.0 + 0.5),
        .memory_khz = (uint64_t)(spec->clock_mhz * 1000.0 + 0.5),
    };
    for (uint32_t m = 0; m < c->count && c->list; m++) {
        const uint32_t inputs =
            noc_memory_queue_places(s, load->derating, (uint32_t)spec->input_queue, m);
        c->list[m] = (noc_memory){
            .hit_random = noc_random_stream(load->seed, s->graph.terminal_count + m),
            .input_queue = noc_ring_make(inputs, arena),
            .lookups = noc_arena_array(arena, lookups, sizeof(noc_lookup)),
            .lookup_capacity = lookups,
            .bank_free_cycles = noc_arena_array(arena, banks, sizeof(uint64_t)),
        };
        noc_port_limit(c->ports, s->graph.memory_terminals[m], inputs);
    }
    return make_drams(c, load, arena);
}

/* ---- arriving requests ---------------------------------------------------------------------- */

void noc_memory_receive(noc_memories *c, uint32_t transaction)
{
    const uint32_t number = c->transactions[transaction].memory_node;
    const uint32_t controller = number / (uint32_t)c->spec->slices;
    noc_ring_push(&c->list[number].input_queue, transaction);
    if (noc_set_has(c->busy_controllers, controller)) return;
    noc_set_add(c->busy_controllers, controller);
    noc_dram_advance_idle(c->drams[controller], c->clocks);
}

/* Removes the oldest request from the input queue, which then admits one more. */
static uint32_t take_request(noc_memories *c, uint32_t number)
{
    noc_port_make_room(c->ports, c->ports->system->graph.memory_terminals[number]);
    return noc_ring_pop(&c->list[number].input_queue);
}

/* ---- replies -------------------------------------------------------------------------------- */

/* Passes DRAM data to the requesting nodes, in order. */
static void drain_dram(noc_memories *c, noc_dram *dram)
{
    for (uint32_t k = 0; k < (uint32_t)c->spec->slices; k++) {
        const uint32_t ready = noc_dram_first_ready_tag(dram);
        if (ready == NOC_NONE) return;
        if (!noc_outbox_has_room(c->outboxes, ready)) {
            c->list[c->transactions[ready].memory_node].is_stalled = true;
            return;
        }
        noc_dram_take_data(dram);
        noc_outbox_send(c->outboxes, ready);
    }
}

static void enter_dram(noc_memories *c, noc_dram *dram, uint32_t transaction)
{
    const noc_transaction *t = &c->transactions[transaction];
    const uint32_t slices = (uint32_t)c->spec->slices, place = t->memory_node % slices;
    noc_outbox_draw_approximable(c->outboxes, transaction);
    noc_dram_push(dram, (noc_dram_access){.tag = transaction,
                                          .row = t->row,
                                          .bank = t->bank,
                                          .is_write = t->is_write,
                                          .is_approximable = t->is_approximable,
                                          .source = t->core});
    c->list[t->memory_node - place].first_slice = (uint16_t)((place + 1) % slices);
}

/* Moves finished lookups: a hit to the replies, a miss to the DRAM. */
static void finish_lookups(noc_memories *c, noc_memory *m, noc_dram *dram)
{
    for (int k = 0; k < c->spec->l2_banks && m->lookup_count; k++) {
        const noc_lookup *l = &m->lookups[m->lookup_first];
        if (l->done_cycle > c->ports->now) return;
        if (l->is_hit ? !noc_outbox_has_room(c->outboxes, l->transaction)
                      : !noc_dram_has_room(dram)) {
            m->is_stalled |= l->is_hit;
            c->ports->tally.dram_full += !l->is_hit;
            return;
        }
        if (!l->is_hit) {
            enter_dram(c, dram, l->transaction);
        } else {
            if (noc_replies_are_coalesced(c->spec))
                noc_outbox_draw_approximable(c->outboxes, l->transaction);
            noc_outbox_send(c->outboxes, l->transaction);
        }
        m->lookup_first = (m->lookup_first + 1) % m->lookup_capacity;
        m->lookup_count--;
    }
}

/* Delays busy banks by a cycle. */
static void delay_banks(const noc_memories *c, noc_memory *m)
{
    for (int b = 0; b < c->spec->l2_banks; b++)
        m->bank_free_cycles[b] += m->bank_free_cycles[b] > c->ports->now;
}

static void start_lookups(noc_memories *c, noc_memory *m)
{
    const uint32_t number = (uint32_t)(m - c->list);
    if (noc_is_resting(&c->derating, NOC_RESOURCE_CACHE, c->ports->now, number)) {
        delay_banks(c, m);
        return;
    }
    if (!noc_outbox_accepts(c->outboxes, number, m->is_stalled)) return;
    for (int k = 0; k < c->spec->l2_banks; k++) {
        if (m->input_queue.count == 0 || m->lookup_count == m->lookup_capacity) return;
        const uint32_t bank =
            m->input_queue.entries[m->input_queue.first] % (uint32_t)c->spec->l2_banks;
        if (m->bank_free_cycles[bank] > c->ports->now) return;
        m->bank_free_cycles[bank] = c->ports->now + (uint64_t)c->spec->l2_bank_cycles;
        const uint32_t place = (m->lookup_first + m->lookup_count++) % m->lookup_capacity;
        const uint32_t transaction = take_request(c, number);
        const noc_kernel *kernel = &c->kernels->list[c->transactions[transaction].kernel];
        m->lookups[place] = (noc_lookup){
            .done_cycle = c->ports->now + (uint64_t)c->spec->l2_cycles,
            .transaction = transaction,
            .is_hit = noc_random_uniform(&m->hit_random) < kernel->workload.l2_hit_rate,
        };
    }
}

/* ---- a cycle -------------------------------------------------------------------------------- */

void noc_memories_count(noc_memories *c)
{
    noc_dram_tally sum = {0};
    for (uint32_t d = 0; d < c->controller_count; d++) {
        if (!noc_set_has(c->busy_controllers, d)) noc_dram_advance_idle(c->drams[d], c->clocks);
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

static void step_node(noc_memories *c, noc_memory *m, noc_dram *dram)
{
    finish_lookups(c, m, dram);
    start_lookups(c, m);
    c->ports->tally.memory_stalled += m->is_stalled;
    c->ports->tally.inputs_full += noc_ring_is_full(&m->input_queue);
    m->is_stalled = false;
}

static void tick_drams(noc_memories *c)
{
    c->clocks++;
    NOC_SET_EACH(d, c->busy_controllers, c->words)
    if (!noc_is_resting(&c->derating, NOC_RESOURCE_DRAM, c->clocks, (uint32_t)d))
        noc_dram_tick(c->drams[d]);
}

/* Runs the slices of a controller. Slices take turns at the DRAM queue, from the slice after the
 * last one that got a place. */
static void step_slices(noc_memories *c, uint32_t controller)
{
    const uint32_t slices = (uint32_t)c->spec->slices;
    noc_memory *first = &c->list[controller * slices];
    noc_dram *dram = c->drams[controller];
    const uint32_t turn = first->first_slice;
    bool has_work = c->is_always_busy;
    for (uint32_t i = 0; i < slices; i++) {
        noc_memory *m = &first[(turn + i) % slices];
        step_node(c, m, dram);
        has_work = has_work || m->input_queue.count > 0 || m->lookup_count > 0;
    }
    if (!has_work && noc_dram_is_idle(dram)) noc_set_remove(c->busy_controllers, controller);
}

void noc_memories_step(noc_memories *c)
{
    for (c->phase += c->memory_khz; c->phase >= c->clock_khz; c->phase -= c->clock_khz)
        tick_drams(c);
    NOC_SET_EACH(d, c->busy_controllers, c->words)
    drain_dram(c, c->drams[d]);
    NOC_SET_EACH(d, c->busy_controllers, c->words)
    step_slices(c, (uint32_t)d);
    noc_outboxes_feed(c->outboxes);
}
