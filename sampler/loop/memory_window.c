#include "sampler/loop/memory_window.h"

#include <math.h>

#include "base/auto.h"
#include "base/bitset.h"
#include "base/min_max.h"
#include "network/graph/units.h"
#include "sampler/dram/dram.h"
#include "sampler/policies/ring.h"
#include "sampler/ports/destinations.h"

/* Request and its reply. */
typedef struct access {
    uint32_t core, warp, node, row;
    uint16_t bank;
    bool is_write, is_hit;
    uint64_t arrival_cycle; /* cycle in which the access reaches its next station */
    uint32_t next;
} access;

/* Queue of accesses. */
typedef struct access_queue {
    uint32_t first, last, count;
} access_queue;

typedef struct warp_state {
    /* requests of the memory instruction not made yet; awaited replies */
    uint32_t requests_left, replies_left;
    /* node and row of the current block; lines left in the block */
    uint32_t node, row, lines_left;
    uint16_t bank;
    bool is_write;
} warp_state;

typedef struct core_state {
    noc_ring memory_queue;   /* warps at a memory instruction */
    access_queue port_queue; /* requests that wait at the port */
    /* MSHRs in use; requests at nodes that have not accepted them yet */
    uint32_t outstanding, front_requests;
    double issue_cycle; /* cycle in which the pipeline is free */
} core_state;

typedef struct node_state {
    access_queue finished_lookups; /* requests with a finished lookup, in order */
    uint32_t free_places;          /* requests that the node can still accept */
    uint32_t next_core;            /* core after the last accepted one */
    uint32_t front_requests;       /* requests at the node that are not accepted yet */
} node_state;

typedef struct controller_state {
    noc_dram *dram;
    uint64_t next_event;  /* next memory clock with an event */
    uint32_t first_slice; /* slice whose misses are served first */
    uint32_t row;         /* DRAM row of the last block */
    uint16_t bank;
} controller_state;

typedef enum direction { TO_NODE, TO_CORE, DIRECTIONS } direction;

/* Cycle in which a warp reaches its next memory instruction. */
typedef struct wake {
    uint64_t cycle;
    uint32_t warp;
} wake;

typedef struct window_state {
    const noc_memory_window *settings;
    const noc_memory_spec *memory;
    noc_destinations destinations;
    noc_random random;
    uint32_t cores, warps, nodes, controllers, slices, words;
    /* upper bound of a core's front_requests; MSHRs of a core; lines of a block */
    uint32_t core_heads, mshrs, lines_per_block;
    bool is_bufferless; /* network without buffers: a core sends while its requests are accepted */
    uint64_t delays[DIRECTIONS]; /* network latency in each direction, cycles */
    /* cycles of an instruction; scale of the geometric number of instructions */
    double issue_cycles, gap_scale;
    access *accesses;
    uint32_t first_free;
    core_state *core_list;
    warp_state *warp_list;
    node_state *node_list;
    controller_state *controller_list;
    access_queue transit_queues[DIRECTIONS]; /* [direction]: accesses in the network */
    /* [node * cores + core]: requests at the node that are not accepted yet */
    access_queue *front_queues;
    uint64_t *front_sets; /* [node * words]: set of cores with such requests */
    wake *wakes;          /* heap of warps that issue instructions, by cycle */
    uint32_t wake_count;
    uint64_t now, served_requests; /* current cycle; requests served */
    uint64_t *active_controllers;  /* set of controllers whose nodes may have work */
    uint32_t controller_words;
    /* network clock, memory clock and memory phase, kHz; memory clocks so far */
    uint64_t clock_khz, memory_khz, phase, memory_clocks;
    uint64_t next_event; /* smallest `next_event` of the controllers, memory clock */
} window_state;

/* ---- queues --------------------------------------------------------------------------------- */

static void append_access(window_state *w, access_queue *l, uint32_t index)
{
    w->accesses[index].next = NOC_NONE;
    if (l->count++ == 0)
        l->first = index;
    else
        w->accesses[l->last].next = index;
    l->last = index;
}

static uint32_t pop_access(window_state *w, access_queue *l)
{
    const uint32_t index = l->first;
    l->first = w->accesses[index].next;
    l->count--;
    return index;
}

static void send_access(window_state *w, direction to, uint32_t index)
{
    w->accesses[index].arrival_cycle = w->now + w->delays[to];
    append_access(w, &w->transit_queues[to], index);
}

/* ---- warps ---------------------------------------------------------------------------------- */

static void push_wake(window_state *w, wake added)
{
    uint32_t i = w->wake_count++;
    for (; i > 0 && w->wakes[(i - 1) / 2].cycle > added.cycle; i = (i - 1) / 2)
        w->wakes[i] = w->wakes[(i - 1) / 2];
    w->wakes[i] = added;
}

static wake pop_wake(window_state *w)
{
    const wake first = w->wakes[0], last = w->wakes[--w->wake_count];
    uint32_t i = 0;
    for (uint32_t k; (k = 2 * i + 1) < w->wake_count; i = k) {
        k += k + 1 < w->wake_count && w->wakes[k + 1].cycle < w->wakes[k].cycle;
        if (w->wakes[k].cycle >= last.cycle) break;
        w->wakes[i] = w->wakes[k];
    }
    w->wakes[i] = last;
    return first;
}

/* Schedules the next memory instruction of a warp, behind the instructions of other warps. */
static void resume_warp(window_state *w, uint32_t index)
{
    core_state *c = &w->core_list[index / w->warps];
    const double instructions =
        w->gap_scale < 0.0 ? 1.0 + floor(log(noc_random_positive(&w->random)) * w->gap_scale) : 1.0;
    c->issue_cycle = fmax(c->issue_cycle, (double)w->now) + instructions * w->issue_cycles;
    push_wake(w, (wake){(uint64_t)ceil(c->issue_cycle), index});
}

static uint32_t draw_node(window_state *w, uint32_t c)
{
    const noc_system *s = w->settings->system;
    const size_t flow =
        noc_destinations_draw(&w->destinations, s->graph.compute_terminals[c], &w->random);
    return s->graph.terminals[s->traffic.flows[flow].destination].number;
}

static void begin_block(window_state *w, uint32_t c, warp_state *p)
{
    p->node = draw_node(w, c);
    controller_state *k = &w->controller_list[p->node / w->slices];
    if (noc_random_uniform(&w->random) >= w->settings->workload->row_locality) {
        k->row = (uint32_t)(noc_random_next(&w->random) & 0xffff);
        k->bank = (uint16_t)(noc_random_uniform(&w->random) * w->memory->banks);
    }
    p->row = k->row;
    p->bank = k->bank;
    p->lines_left = w->lines_per_block;
}

static void activate_node(window_state *w, uint32_t number)
{
    noc_set_add(w->active_controllers, number / w->slices);
}

/* Moves requests of a core to their nodes, while the core's port has free virtual channels. */
static void fill_fronts(window_state *w, uint32_t c)
{
    core_state *k = &w->core_list[c];
    for (; k->port_queue.count > 0 && k->front_requests < w->core_heads; k->front_requests++) {
        const uint32_t index = pop_access(w, &k->port_queue), n = w->accesses[index].node;
        append_access(w, &w->front_queues[(size_t)n * w->cores + c], index);
        noc_set_add(&w->front_sets[(size_t)n * w->words], c);
        w->node_list[n].front_requests++;
        activate_node(w, n);
    }
}

/* Makes the next request of a memory instruction; the request occupies an MSHR. */
static void make_request(window_state *w, uint32_t c, uint32_t number)
{
    warp_state *p = &w->warp_list[c * w->warps + number];
    const uint32_t index = w->first_free;
    if (p->lines_left == 0) begin_block(w, c, p);
    p->lines_left--;
    p->requests_left--;
    p->replies_left += !p->is_write;
    w->first_free = w->accesses[index].next;
    w->accesses[index] = (access){.core = c,
                                  .warp = c * w->warps + number,
                                  .node = p->node,
                                  .row = p->row,
                                  .bank = p->bank,
                                  .is_write = p->is_write};
    w->core_list[c].outstanding++;
    append_access(w, &w->core_list[c].port_queue, index);
}

static void issue_requests(window_state *w, uint32_t c)
{
    core_state *k = &w->core_list[c];
    while (k->memory_queue.count > 0 && k->outstanding < w->mshrs) {
        const uint32_t number = k->memory_queue.entries[k->memory_queue.first];
        const warp_state *p = &w->warp_list[c * w->warps + number];
        make_request(w, c, number);
        if (p->requests_left > 0) continue;
        noc_ring_pop(&k->memory_queue);
        if (p->replies_left == 0) resume_warp(w, c * w->warps + number);
    }
    fill_fronts(w, c);
}

static void wake_warps(window_state *w)
{
    const noc_workload *load = w->settings->workload;
    while (w->wake_count > 0 && w->wakes[0].cycle <= w->now) {
        const uint32_t index = pop_wake(w).warp, c = index / w->warps;
        w->warp_list[index].is_write = noc_random_uniform(&w->random) >= load->read_fraction;
        w->warp_list[index].requests_left = (uint32_t)load->burst;
        w->warp_list[index].lines_left = 0;
        noc_ring_push(&w->core_list[c].memory_queue, index % w->warps);
        issue_requests(w, c);
    }
}

/* ---- memory nodes --------------------------------------------------------------------------- */

static void take_replies(window_state *w)
{
    access_queue *l = &w->transit_queues[TO_CORE];
    while (l->count > 0 && w->accesses[l->first].arrival_cycle <= w->now) {
        const uint32_t index = pop_access(w, l);
        const access a = w->accesses[index];
        warp_state *p = &w->warp_list[a.warp];
        w->accesses[index].next = w->first_free;
        w->first_free = index;
        w->core_list[a.core].outstanding--;
        w->served_requests++;
        if (!a.is_write && --p->replies_left == 0 && p->requests_left == 0) resume_warp(w, a.warp);
        issue_requests(w, a.core);
    }
}

/* Finds the core whose request a node accepts next. */
static uint32_t find_next_core(const window_state *w, const node_state *n, const uint64_t *front)
{
    const uint32_t from = w->is_bufferless ? (uint32_t)(w->now % w->cores) : n->next_core;
    return noc_set_first_from(front, w->words, from);
}

static void accept_requests(window_state *w, uint32_t number)
{
    node_state *n = &w->node_list[number];
    uint64_t *front = &w->front_sets[(size_t)number * w->words];
    for (; n->free_places > 0 && n->front_requests > 0; n->free_places--, n->front_requests--) {
        const uint32_t c = find_next_core(w, n, front);
        access_queue *l = &w->front_queues[(size_t)number * w->cores + c];
        const uint32_t index = pop_access(w, l);
        if (l->count == 0) noc_set_remove(front, c);
        n->next_core = c + 1 < w->cores ? c + 1 : 0;
        send_access(w, TO_NODE, index);
        w->core_list[c].front_requests--;
        fill_fronts(w, c);
    }
}

static void finish_transits(window_state *w)
{
    access_queue *l = &w->transit_queues[TO_NODE];
    while (l->count > 0 && w->accesses[l->first].arrival_cycle <= w->now) {
        const uint32_t index = pop_access(w, l);
        access *a = &w->accesses[index];
        a->is_hit = noc_random_uniform(&w->random) < w->settings->workload->l2_hit_rate;
        append_access(w, &w->node_list[a->node].finished_lookups, index);
        activate_node(w, a->node);
    }
}

/* Advances a DRAM, which had no events since its last tick, to the current clock. */
static void advance_dram(window_state *w, controller_state *k)
{
    noc_dram_skip_ticks(k->dram, w->memory_clocks);
    k->next_event = w->memory_clocks + 1;
    w->next_event = w->memory_clocks + 1;
}

static bool enter_dram(window_state *w, controller_state *k, uint32_t index)
{
    const access *a = &w->accesses[index];
    if (!noc_dram_has_room(k->dram)) return false;
    advance_dram(w, k);
    noc_dram_push(k->dram, (noc_dram_access){.tag = index,
                                             .row = a->row,
                                             .bank = a->bank,
                                             .is_write = a->is_write,
                                             .source = a->core});
    k->first_slice = (a->node + 1) % w->slices;
    return true;
}

static void finish_lookups(window_state *w, controller_state *k, node_state *n)
{
    for (int b = 0; b < w->memory->l2_banks && n->finished_lookups.count > 0; b++) {
        const uint32_t index = n->finished_lookups.first;
        const access *a = &w->accesses[index];
        if (!a->is_hit && !enter_dram(w, k, index)) return;
        pop_access(w, &n->finished_lookups);
        if (a->is_hit) send_access(w, TO_CORE, index);
        n->free_places++;
    }
}

/* True if a node has work in the next cycle, apart from its DRAM. */
static bool has_work(const window_state *w, const controller_state *k, const node_state *n)
{
    if (n->free_places > 0 && n->front_requests > 0) return true;
    if (n->finished_lookups.count == 0) return false;
    return w->accesses[n->finished_lookups.first].is_hit || noc_dram_has_room(k->dram);
}

static void step_controller(window_state *w, uint32_t d)
{
    controller_state *k = &w->controller_list[d];
    const uint32_t turn = k->first_slice, first = d * w->slices;
    const uint32_t slices = min_unsigned(w->slices, w->nodes - first);
    noc_set_remove(w->active_controllers, d);
    for (uint32_t i = 0; i < slices; i++) {
        node_state *n = &w->node_list[first + (turn + i) % slices];
        finish_lookups(w, k, n);
        accept_requests(w, first + (turn + i) % slices);
        if (has_work(w, k, n)) noc_set_add(w->active_controllers, d);
    }
}

static void step_nodes(window_state *w)
{
    NOC_SET_EACH(d, w->active_controllers, w->controller_words)
    step_controller(w, (uint32_t)d);
}

static void take_data(window_state *w, controller_state *k)
{
    for (uint32_t index; (index = noc_dram_first_ready_tag(k->dram)) != NOC_NONE;) {
        noc_dram_take_data(k->dram);
        send_access(w, TO_CORE, index);
    }
    k->next_event = noc_dram_next_event(k->dram);
}

static void tick_drams(window_state *w)
{
    if (++w->memory_clocks < w->next_event) return;
    w->next_event = UINT64_MAX;
    for (uint32_t d = 0; d < w->controllers; d++) {
        controller_state *k = &w->controller_list[d];
        if (k->next_event <= w->memory_clocks) {
            noc_dram_skip_ticks(k->dram, w->memory_clocks - 1);
            const uint64_t accesses = noc_dram_find_tally(k->dram)->accesses;
            noc_dram_tick(k->dram);
            take_data(w, k);
            if (noc_dram_find_tally(k->dram)->accesses > accesses)
                noc_set_add(w->active_controllers, d);
        }
        w->next_event = min_u64(w->next_event, k->next_event);
    }
}

static void step_drams(window_state *w)
{
    for (w->phase += w->memory_khz; w->phase >= w->clock_khz; w->phase -= w->clock_khz)
        tick_drams(w);
}

/* ---- making --------------------------------------------------------------------------------- */

/* Counts the virtual channels of a port for requests; 0: no network with buffers carries
 * requests. */
static uint32_t count_heads(const noc_system *s)
{
    uint32_t maximum = 0;
    for (uint16_t n = 0; n < s->graph.network_count; n++) {
        const noc_network *net = &s->graph.networks[n];
        if (net->carries[NOC_REQUEST] && noc_network_has_buffers(net))
            maximum = max_unsigned(maximum, (unsigned)__builtin_popcount(net->vcs[NOC_REQUEST]));
    }
    return maximum;
}

static uint32_t count_controllers(const noc_system *s)
{
    const uint32_t slices = (uint32_t)s->design->memory.slices;
    return (s->graph.memory_count + slices - 1) / slices;
}

static window_state describe_window(const noc_memory_window *settings)
{
    const noc_system *s = settings->system;
    const noc_design *d = s->design;
    const noc_workload *load = settings->workload;
    const noc_memory_spec *m = &d->memory;
    const double core_mhz = d->nodes.core_mhz > 0.0 ? d->nodes.core_mhz : d->chip.clock_mhz;
    const double threads = fmax(1.0, (double)d->nodes.warp_threads / d->nodes.simd_width);
    const double mean = load->instructions * load->burst;
    const uint32_t heads = count_heads(s);
    window_state w = {
        .settings = settings,
        .memory = m,
        .random = noc_random_stream(settings->seed, 0),
        .cores = s->graph.compute_count,
        .warps = (uint32_t)load->warps,
        .nodes = s->graph.memory_count,
        .slices = (uint32_t)m->slices,
        .core_heads = heads > 0 ? heads : 1,
        .is_bufferless = heads == 0,
        .mshrs = (uint32_t)d->nodes.mshrs,
        .lines_per_block = (uint32_t)(m->interleave_bytes / m->line_bytes),
        .delays = {(uint64_t)fmax(1.0, round(settings->request_latency + m->l2_cycles)),
                   (uint64_t)fmax(1.0, round(settings->reply_latency))},
        .issue_cycles = threads * d->chip.clock_mhz / core_mhz,
        .gap_scale = mean > 1.0 ? 1.0 / log1p(-1.0 / mean) : 0.0,
        .clock_khz = (uint64_t)llround(d->chip.clock_mhz * 1000.0),
        .memory_khz = (uint64_t)llround(m->clock_mhz * 1000.0),
    };
    w.controllers = count_controllers(s);
    w.words = w.cores / 64 + 1;
    w.controller_words = w.controllers / 64 + 1;
    return w;
}

static bool make_drams(window_state *w, noc_arena *arena)
{
    w->controller_list = noc_arena_array(arena, w->controllers, sizeof *w->controller_list);
    for (uint32_t d = 0; d < w->controllers && !arena->is_short; d++) {
        const noc_dram_options options = {.source_count = w->cores, .seed = w->settings->seed + d};
        w->controller_list[d].dram = noc_dram_new(w->memory, options, arena);
        w->controller_list[d].next_event = UINT64_MAX;
    }
    return !arena->is_short;
}

static bool make_window(window_state *w, noc_arena *arena)
{
    const size_t access_count = (size_t)w->cores * w->mshrs, warps = (size_t)w->cores * w->warps;
    const double node_places =
        w->memory->input_queue + (w->memory->l2_cycles + 1.0) * w->memory->l2_banks;
    w->accesses = noc_arena_array(arena, access_count, sizeof *w->accesses);
    w->core_list = noc_arena_array(arena, w->cores, sizeof *w->core_list);
    w->warp_list = noc_arena_array(arena, warps, sizeof *w->warp_list);
    w->wakes = noc_arena_array(arena, warps, sizeof *w->wakes);
    w->node_list = noc_arena_array(arena, w->nodes, sizeof *w->node_list);
    w->front_queues = noc_arena_array(arena, (size_t)w->nodes * w->cores, sizeof *w->front_queues);
    w->front_sets = noc_arena_array(arena, (size_t)w->nodes * w->words, sizeof *w->front_sets);
    w->active_controllers =
        noc_arena_array(arena, w->controller_words, sizeof *w->active_controllers);
    if (!make_drams(w, arena) ||
        !noc_destinations_make(&w->destinations, arena, w->settings->system))
        return false;
    for (uint32_t i = 0; i < access_count; i++)
        w->accesses[i].next = i + 1 < access_count ? i + 1 : NOC_NONE;
    for (uint32_t n = 0; n < w->nodes; n++) w->node_list[n].free_places = (uint32_t)node_places;
    for (uint32_t c = 0; c < w->cores; c++)
        w->core_list[c].memory_queue = noc_ring_make(w->warps, arena);
    if (arena->is_short) return false;
    for (uint32_t i = 0; i < warps; i++) resume_warp(w, i);
    return true;
}

/* ---- keys ----------------------------------------------------------------------------------- */

/* Hashes the request flows, with their sources and destinations, to a number. */
static double hash_flows(const noc_system *s)
{
    double sum = 0.0;
    for (size_t f = 0; f < s->traffic.flow_count; f++) {
        const noc_flow *flow = &s->traffic.flows[f];
        if (flow->class != NOC_REQUEST) continue;
        uint64_t mix = (uint64_t)flow->source << 32 | flow->destination;
        sum += flow->rate * (double)(noc_splitmix(&mix) >> 40);
    }
    return sum;
}

void noc_memory_window_make_key(const noc_memory_window *settings, noc_memory_window_key *key)
{
    const noc_system *s = settings->system;
    const noc_nodes_spec *n = &s->design->nodes;
    const noc_memory_spec *m = &s->design->memory;
    const noc_workload *w = settings->workload;
    *key = (noc_memory_window_key){
        .scheduler = m->scheduler,
        .numbers = {s->graph.compute_count,
                    s->graph.memory_count,
                    hash_flows(s),
                    count_heads(s),
                    round(settings->request_latency),
                    round(settings->reply_latency),
                    (double)settings->request_count,
                    (double)settings->seed,
                    s->design->chip.clock_mhz,
                    n->mshrs,
                    n->core_mhz,
                    n->simd_width,
                    n->warp_threads,
                    m->clock_mhz,
                    m->bus_bytes,
                    m->banks,
                    m->slices,
                    m->tcl,
                    m->trp,
                    m->trc,
                    m->tras,
                    m->trcd,
                    m->trrd,
                    m->tccd,
                    m->twr,
                    m->dram_queue,
                    m->input_queue,
                    m->line_bytes,
                    m->interleave_bytes,
                    m->l2_cycles,
                    m->l2_banks,
                    w->instructions,
                    w->warps,
                    w->read_fraction,
                    w->burst,
                    w->l2_hit_rate,
                    w->row_locality},
    };
}

/* Finds an upper bound of the outstanding requests of all cores. */
static uint64_t count_requests_max(const noc_memory_window *settings)
{
    const noc_system *s = settings->system;
    const uint64_t warp_requests =
        (uint64_t)settings->workload->warps * (uint64_t)settings->workload->burst;
    return s->graph.compute_count * min_u64((uint64_t)s->design->nodes.mshrs, warp_requests);
}

uint64_t noc_min_window_requests(const noc_memory_window *settings)
{
    return count_requests_max(settings) * count_controllers(settings->system);
}

/* ---- running -------------------------------------------------------------------------------- */

static void run_until(window_state *w, uint64_t requests)
{
    while (w->served_requests < requests) {
        w->now++;
        step_drams(w);
        take_replies(w);
        wake_warps(w);
        finish_transits(w);
        step_nodes(w);
    }
}

static noc_dram_tally sum_tallies(window_state *w)
{
    noc_dram_tally sum = {0};
    for (uint32_t d = 0; d < w->controllers; d++) {
        advance_dram(w, &w->controller_list[d]);
        const noc_dram_tally *tally = noc_dram_find_tally(w->controller_list[d].dram);
        sum.accesses += tally->accesses;
        sum.row_hits += tally->row_hits;
        sum.queued_clocks += tally->queued_clocks;
        sum.bank_clocks += tally->bank_clocks;
    }
    return sum;
}

static double ratio(uint64_t sum, uint64_t count)
{
    return count > 0 ? (double)sum / (double)count : NAN;
}

static void measure_window(window_state *w, noc_memory_rates *rates)
{
    enum { EXTRA_REQUESTS = 500 }; /* requests served after the ones that fill an empty system */
    const uint64_t warmup_requests = count_requests_max(w->settings) + EXTRA_REQUESTS;
    run_until(w, warmup_requests);
    const uint64_t start_cycle = w->now;
    const noc_dram_tally before = sum_tallies(w);
    run_until(w, warmup_requests + w->settings->request_count);
    const noc_dram_tally after = sum_tallies(w);
    rates->rate =
        (double)(w->served_requests - warmup_requests) / (double)(w->now - start_cycle) / w->cores;
    rates->row_hits = ratio(after.row_hits - before.row_hits, after.accesses - before.accesses);
    rates->busy_banks =
        ratio(after.bank_clocks - before.bank_clocks, after.queued_clocks - before.queued_clocks);
}

bool noc_memory_window_run(const noc_memory_window *settings, noc_memory_rates *rates)
{
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    window_state w = describe_window(settings);
    const bool success = make_window(&w, &arena);
    if (success) measure_window(&w, rates);
    return success;
}
