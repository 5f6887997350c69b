/* The memory nodes of the closed loop: an input queue, a cache slice, a DRAM that several slices may
 * share, a reply queue.
 *
 * A request is looked up in the order of arrival; l2_cycles later a hit goes to the reply queue, and a
 * miss to the queue of the DRAM. Whatever has no place to go waits, and what is behind it with it: a
 * full reply queue stops the cache, then the input queue fills, then requests stay in the network. */
#include <stdlib.h>

#include "sampler/closed_loop.h"
#include "sampler/resting.h"

/* ---- making --------------------------------------------------------------------------------- */

static bool make_held_channels(noc_engine *e)
{
    noc_closed_loop *c = e->closed;
    const noc_graph *g = &e->system->graph;
    uint32_t count = 0;
    for (uint32_t m = 0; m < g->memory_count; m++) count += g->terminals[g->memories[m]].ejections;
    c->held_channels = calloc(count + 1u, sizeof *c->held_channels);
    c->let_in = calloc(e->vc_count - e->first_terminal_vc + 1u, sizeof *c->let_in);
    if (!c->held_channels || !c->let_in) return false;
    count = 0;
    for (uint32_t m = 0; m < g->memory_count; m++) {
        const noc_terminal *t = &g->terminals[g->memories[m]];
        c->memories[m].first_held = count;
        c->memories[m].held_channels = t->ejections;
        for (uint32_t i = 0; i < t->ejections; i++) {
            const uint32_t channel = g->ejections[t->first_ejection + i];
            c->held_channels[count++] = (noc_held_channel){
                .first_vc = e->outputs[e->output_of_channel[channel]].first_vc,
                .vcs = noc_network_labels(&g->networks[g->channels[channel].network]),
            };
        }
    }
    return true;
}

static bool make_drams(noc_closed_loop *c)
{
    const uint32_t slices = (uint32_t)c->memory->slices;
    c->dram_count = (c->memory_count + slices - 1) / slices;
    c->drams = calloc(c->dram_count, sizeof *c->drams);
    for (uint32_t d = 0; c->drams && d < c->dram_count; d++) {
        c->drams[d] = noc_dram_new(c->memory);
        if (!c->drams[d]) return false;
    }
    for (uint32_t m = 0; c->drams && m < c->memory_count; m++)
        c->memories[m].dram = c->drams[m / slices];
    return c->drams != NULL;
}

/* Of a queue of a memory node, which keeps one at least. */
static uint32_t places_of(const noc_engine *e, uint32_t places, uint32_t memory)
{
    const noc_derating *d = &e->derating;
    if (places < 2 || !noc_resource_is_in(d->kinds, NOC_RESOURCE_MEMORY_QUEUE)) return places;
    return places - noc_places_taken(places, e->closed->memory_count, memory, d->rest_cycles);
}

bool noc_memories_new(noc_engine *e, uint64_t seed)
{
    noc_closed_loop *c = e->closed;
    const noc_graph *g = &e->system->graph;
    const uint32_t inputs = (uint32_t)c->memory->input_queue, banks = (uint32_t)c->memory->l2_banks;
    const uint32_t lookups = (uint32_t)(c->memory->l2_cycles + 1) * banks;
    c->memory_count = g->memory_count;
    c->memories = calloc(c->memory_count, sizeof *c->memories);
    c->all_inputs = calloc((size_t)c->memory_count * inputs, sizeof *c->all_inputs);
    c->all_lookups = calloc((size_t)c->memory_count * lookups, sizeof *c->all_lookups);
    c->all_bank_free = calloc((size_t)c->memory_count * banks, sizeof *c->all_bank_free);
    if (!c->memories || !c->all_inputs || !c->all_lookups || !c->all_bank_free) return false;
    for (uint32_t m = 0; m < c->memory_count; m++) {
        noc_memory *memory = &c->memories[m];
        const uint32_t replies = (uint32_t)c->memory->reply_queue;
        *memory = (noc_memory){
            .terminal = g->memories[m],
            .random = noc_random_stream(seed, g->terminal_count + m),
            .input = {&c->all_inputs[(size_t)m * inputs], 0, 0, places_of(e, inputs, m)},
            .reply_places = places_of(e, replies, m),
            .lookups = &c->all_lookups[(size_t)m * lookups],
            .lookup_capacity = lookups,
            .bank_free = &c->all_bank_free[(size_t)m * banks],
        };
        c->number_of[memory->terminal] = m;
    }
    return make_held_channels(e) && make_drams(c);
}

/* ---- requests that come --------------------------------------------------------------------- */

void noc_memory_receive(noc_engine *e, uint32_t terminal, uint32_t transaction)
{
    noc_closed_loop *c = e->closed;
    noc_memory *m = &c->memories[c->number_of[terminal]];
    m->arriving--;
    noc_ring_push(&m->input, transaction);
}

bool noc_memory_admits(noc_engine *e, uint32_t terminal)
{
    noc_memory *m = &e->closed->memories[e->closed->number_of[terminal]];
    if (m->input.count + m->arriving >= m->input.capacity) return false;
    m->arriving++;
    return true;
}

/* Takes a flit in if its packet has a place in the input queue, or had one when its head came. */
static bool let_in(noc_engine *e, const noc_memory *m, uint32_t vc, noc_flit flit)
{
    bool *open = &e->closed->let_in[vc - e->first_terminal_vc];
    if (flit.packet & NOC_FLIT_HEAD) *open = noc_memory_admits(e, m->terminal);
    return *open;
}

bool noc_memory_holds(noc_engine *e, uint32_t vc, noc_flit flit)
{
    noc_closed_loop *c = e->closed;
    const noc_packet *packet = &e->packets[flit.packet >> NOC_FLIT_BITS];
    const noc_flow *flow = &e->system->traffic.flows[packet->flow];
    if (flow->class == NOC_REPLY) return false;
    noc_memory *m = &c->memories[c->number_of[flow->destination]];
    noc_input_vc *in = &e->input_vcs[vc];
    /* A head does not overtake those that wait at other ports. */
    const bool behind = in->count > 0 || (m->held > 0 && flit.packet & NOC_FLIT_HEAD);
    if (!behind && let_in(e, m, vc, flit)) return false;
    unsigned at = (unsigned)in->head + in->count++;
    if (at >= in->depth) at -= in->depth;
    e->flit_store[in->fifo + at] = flit;
    m->held++;
    return true;
}

/* One flit a cycle may leave the buffers of a channel for the node. Returns whether it took a place in the input queue. */
static bool release_flit(noc_engine *e, noc_memory *m, noc_held_channel *channel)
{
    for (uint32_t k = 1; k <= channel->vcs; k++) {
        const uint32_t turn = (channel->turn + k) % channel->vcs;
        const uint32_t vc = channel->first_vc + turn;
        noc_input_vc *in = &e->input_vcs[vc];
        if (in->count == 0) continue;
        const noc_flit flit = e->flit_store[in->fifo + in->head];
        if (!let_in(e, m, vc, flit)) continue;
        in->head = (uint16_t)(in->head + 1 == in->depth ? 0 : in->head + 1);
        in->count--;
        m->held--;
        channel->turn = turn;
        noc_send_credit(e, &e->outputs[in->feeding], vc);
        noc_endpoints_eject(e, flit);
        return flit.packet & NOC_FLIT_HEAD;
    }
    return false;
}

/* Ports take turns at what room there is, from the one after the last that got a place: turns that went on with every cycle would
 * give all room to one port where it comes in step with them (each second cycle, for two ports). */
static void release_flits(noc_engine *e, noc_memory *m)
{
    uint32_t last = m->turn;
    for (uint32_t k = 1; k <= m->held_channels; k++) {
        const uint32_t i = (m->turn + k) % m->held_channels;
        if (release_flit(e, m, &e->closed->held_channels[m->first_held + i])) last = i;
    }
    m->turn = last;
}

/* ---- replies -------------------------------------------------------------------------------- */

static bool has_room(const noc_engine *e, const noc_memory *m)
{
    return noc_endpoints_has_room(e, m->terminal, m->reply_places);
}

static void reply(noc_engine *e, uint32_t transaction)
{
    const noc_transaction *t = &e->closed->transactions[transaction];
    noc_endpoints_submit(e, t->reply_flow, t->write ? NOC_WRITE_REPLY : NOC_READ_REPLY, transaction,
                         t->origin);
}

/* Data of the DRAM goes to the nodes that asked for it, in order. */
static void drain_dram(noc_engine *e, noc_dram *dram)
{
    noc_closed_loop *c = e->closed;
    for (uint32_t k = 0; k < (uint32_t)c->memory->slices; k++) {
        const uint32_t ready = noc_dram_ready(dram);
        if (ready == NOC_NONE) return;
        noc_memory *m = &c->memories[c->transactions[ready].home];
        if (!has_room(e, m)) {
            m->stalled = true;
            return;
        }
        noc_dram_take(dram);
        reply(e, ready);
    }
}

static void enter_dram(noc_closed_loop *c, noc_memory *m, uint32_t transaction)
{
    const noc_transaction *t = &c->transactions[transaction];
    const uint32_t place = (uint32_t)(m - c->memories) % (uint32_t)c->memory->slices;
    noc_dram_push(m->dram, (noc_dram_access){transaction, t->row, t->bank, t->write});
    (m - place)->turn_of_slices = (uint16_t)((place + 1u) % (uint32_t)c->memory->slices);
}

/* What has been looked up goes on: a hit to the reply queue, a miss to the DRAM. */
static void finish_lookups(noc_engine *e, noc_memory *m)
{
    for (int k = 0; k < e->closed->memory->l2_banks && m->lookup_count; k++) {
        const noc_lookup *l = &m->lookups[m->lookup_first];
        if (l->done > e->now) return;
        if (l->hit ? !has_room(e, m) : !noc_dram_has_room(m->dram)) {
            m->stalled |= l->hit;
            e->tally.dram_full += !l->hit;
            return;
        }
        if (l->hit)
            reply(e, l->transaction);
        else
            enter_dram(e->closed, m, l->transaction);
        m->lookup_first = (m->lookup_first + 1) % m->lookup_capacity;
        m->lookup_count--;
    }
}

/* Banks that are busy are so for a cycle longer. */
static void rest_banks(const noc_engine *e, noc_memory *m)
{
    for (int b = 0; b < e->closed->memory->l2_banks; b++)
        m->bank_free[b] += m->bank_free[b] > e->now;
}

static void start_lookups(noc_engine *e, noc_memory *m)
{
    const noc_closed_loop *c = e->closed;
    const uint32_t number = (uint32_t)(m - c->memories);
    if (noc_rests(&e->derating, NOC_RESOURCE_CACHE, e->now, number)) {
        rest_banks(e, m);
        return;
    }
    for (int k = 0; k < c->memory->l2_banks; k++) {
        if (m->input.count == 0 || m->lookup_count == m->lookup_capacity) return;
        const uint32_t bank = m->input.entries[m->input.first] % (uint32_t)c->memory->l2_banks;
        if (m->bank_free[bank] > e->now) return;
        m->bank_free[bank] = e->now + (uint64_t)c->memory->l2_bank_cycles;
        const uint32_t at = (m->lookup_first + m->lookup_count++) % m->lookup_capacity;
        m->lookups[at] = (noc_lookup){
            .done = e->now + (uint64_t)c->memory->l2_cycles,
            .transaction = noc_ring_pop(&m->input),
            .hit = noc_random_uniform(&m->random) < c->workload.l2_hit_rate,
        };
    }
}

void noc_memories_count(noc_engine *e)
{
    const noc_closed_loop *c = e->closed;
    noc_dram_tally sum = {0};
    for (uint32_t d = 0; d < c->dram_count; d++) {
        const noc_dram_tally *one = noc_dram_counts(c->drams[d]);
        sum.clocks += one->clocks;
        sum.accesses += one->accesses;
        sum.row_hits += one->row_hits;
        sum.bus_clocks += one->bus_clocks;
        sum.queued_clocks += one->queued_clocks;
        sum.bank_clocks += one->bank_clocks;
    }
    e->tally.dram = sum;
}

static void step(noc_engine *e, noc_memory *m)
{
    finish_lookups(e, m);
    start_lookups(e, m);
    e->tally.memory_stalled += m->stalled;
    e->tally.inputs_full += noc_ring_is_full(&m->input);
    m->stalled = false;
    if (m->held > 0) release_flits(e, m);
}

static void tick_drams(noc_engine *e)
{
    noc_closed_loop *c = e->closed;
    c->memory_clocks++;
    for (uint32_t d = 0; d < c->dram_count; d++)
        if (!noc_rests(&e->derating, NOC_RESOURCE_DRAM, c->memory_clocks, d))
            noc_dram_tick(c->drams[d]);
}

/* Slices of a controller take turns at the DRAM's queue: a place goes to the one after the last that got one. */
void noc_memories_step(noc_engine *e)
{
    noc_closed_loop *c = e->closed;
    const uint32_t slices = (uint32_t)c->memory->slices;
    for (c->phase += c->memory_khz; c->phase >= c->clock_khz; c->phase -= c->clock_khz)
        tick_drams(e);
    for (uint32_t d = 0; d < c->dram_count; d++) drain_dram(e, c->drams[d]);
    for (uint32_t k = 0; k < c->memory_count; k += slices) {
        const uint32_t turn = c->memories[k].turn_of_slices;
        for (uint32_t i = 0; i < slices; i++) step(e, &c->memories[k + (turn + i) % slices]);
    }
}
