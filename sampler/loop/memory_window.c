#include "sampler/loop/memory_window.h"

#include <math.h>
#include <stdlib.h>

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
    bool write, hit;
    uint64_t due; /* cycle in which the access reaches its next station */
    uint32_t next;
} access;

/* Queue of accesses. */
typedef struct line {
    uint32_t first, last, count;
} line;

typedef struct warp {
    /* requests of the memory instruction not made yet; awaited replies */
    uint32_t to_send, awaited;
    /* node and row of the current block; lines left in the block */
    uint32_t node, row, left;
    uint16_t bank;
    bool writes;
} warp;

typedef struct core {
    noc_ring misses; /* warps at a memory instruction */
    line port;       /* requests that wait at the port */
    uint32_t outstanding, heads;
    double issues; /* cycle in which the pipeline is free */
} core;

typedef struct node {
    line looked_up; /* requests with a finished lookup, in order */
    uint32_t room;  /* requests that the node can still accept */
    uint32_t turn;  /* core after the last accepted one */
    uint32_t waits; /* requests at the node that are not accepted yet */
} node;

typedef struct controller {
    noc_dram *dram;
    uint64_t quiet_until; /* next memory clock with an event */
    uint32_t turn;        /* slice whose misses are served first */
    uint32_t row;         /* DRAM row of the last block */
    uint16_t bank;
} controller;

typedef enum direction { TO_NODE, TO_CORE, DIRECTIONS } direction;

/* Cycle in which a warp reaches its next memory instruction. */
typedef struct wake {
    uint64_t cycle;
    uint32_t warp;
} wake;

typedef struct window {
    const noc_memory_window *asked;
    const noc_memory_spec *memory;
    noc_destinations destinations;
    noc_random random;
    uint32_t cores, warps, nodes, controllers, slices, words;
    uint32_t heads, mshrs, block;
    bool accepts; /* network without buffers: a core sends while its requests are accepted */
    uint64_t delay[DIRECTIONS]; /* network latency in each direction, cycles */
    double issue, gap; /* cycles of an instruction; scale of the geometric number of instructions */
    access *all;
    uint32_t free;
    core *core;
    warp *warp;
    node *node;
    controller *controller;
    line under_way[DIRECTIONS];
    line *fronts;     /* [node * cores + core]: requests at the node that are not accepted yet */
    uint64_t *front;  /* [node * words]: set of cores with such requests */
    uint32_t *number; /* [terminal]: number among the memory nodes */
    uint32_t *ring;
    wake *wakes; /* heap of warps that issue instructions, by cycle */
    uint32_t wake_count;
    uint64_t now, served; /* current cycle; requests served */
    uint64_t *active;     /* set of controllers whose nodes may have work */
    uint32_t controller_words;
    /* network clock, memory clock and memory phase, kHz; memory clocks so far */
    uint64_t clock_khz, memory_khz, phase, clocks;
    uint64_t quiet_until; /* smallest `next_event` of the controllers, memory clock */
} window;

/* ---- lines ---------------------------------------------------------------------------------- */

static void join(window *w, line *l, uint32_t index)
{
    w->all[index].next = NOC_NONE;
    if (l->count++ == 0)
        l->first = index;
    else
        w->all[l->last].next = index;
    l->last = index;
}

static uint32_t leave(window *w, line *l)
{
    const uint32_t index = l->first;
    l->first = w->all[index].next;
    l->count--;
    return index;
}

static void send(window *w, direction to, uint32_t index)
{
    w->all[index].due = w->now + w->delay[to];
    join(w, &w->under_way[to], index);
}

/* ---- warps ---------------------------------------------------------------------------------- */

static void push_wake(window *w, wake new)
{
    uint32_t i = w->wake_count++;
    for (; i > 0 && w->wakes[(i - 1) / 2].cycle > new.cycle; i = (i - 1) / 2)
        w->wakes[i] = w->wakes[(i - 1) / 2];
    w->wakes[i] = new;
}

static wake pop_wake(window *w)
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
static void resume(window *w, uint32_t index)
{
    core *c = &w->core[index / w->warps];
    const double instructions =
        w->gap < 0.0 ? 1.0 + floor(log(noc_random_positive(&w->random)) * w->gap) : 1.0;
    c->issues = fmax(c->issues, (double)w->now) + instructions * w->issue;
    push_wake(w, (wake){(uint64_t)ceil(c->issues), index});
}

static uint32_t draw_node(window *w, uint32_t c)
{
    const noc_system *s = w->asked->system;
    const size_t flow = noc_destinations_draw(&w->destinations, s->graph.computes[c], &w->random);
    return w->number[s->traffic.flows[flow].destination];
}

static void begin_block(window *w, uint32_t c, warp *p)
{
    p->node = draw_node(w, c);
    controller *k = &w->controller[p->node / w->slices];
    if (noc_random_uniform(&w->random) >= w->asked->workload->row_locality) {
        k->row = (uint32_t)(noc_random_next(&w->random) & 0xffff);
        k->bank = (uint16_t)(noc_random_uniform(&w->random) * w->memory->banks);
    }
    p->row = k->row;
    p->bank = k->bank;
    p->left = w->block;
}

static void activate(window *w, uint32_t number)
{
    noc_set_add(w->active, number / w->slices);
}

/* Moves requests of a core to their nodes, while the core's port has free virtual channels. */
static void move_up(window *w, uint32_t c)
{
    core *k = &w->core[c];
    for (; k->port.count > 0 && k->heads < w->heads; k->heads++) {
        const uint32_t index = leave(w, &k->port), n = w->all[index].node;
        join(w, &w->fronts[(size_t)n * w->cores + c], index);
        noc_set_add(&w->front[(size_t)n * w->words], c);
        w->node[n].waits++;
        activate(w, n);
    }
}

/* Makes the next request of a memory instruction; the request occupies an MSHR. */
static void make_request(window *w, uint32_t c, uint32_t number)
{
    warp *p = &w->warp[c * w->warps + number];
    const uint32_t index = w->free;
    if (p->left == 0) begin_block(w, c, p);
    p->left--;
    p->to_send--;
    p->awaited += !p->writes;
    w->free = w->all[index].next;
    w->all[index] = (access){.core = c,
                             .warp = c * w->warps + number,
                             .node = p->node,
                             .row = p->row,
                             .bank = p->bank,
                             .write = p->writes};
    w->core[c].outstanding++;
    join(w, &w->core[c].port, index);
}

static void issue(window *w, uint32_t c)
{
    core *k = &w->core[c];
    while (k->misses.count > 0 && k->outstanding < w->mshrs) {
        const uint32_t number = k->misses.entries[k->misses.first];
        const warp *p = &w->warp[c * w->warps + number];
        make_request(w, c, number);
        if (p->to_send > 0) continue;
        noc_ring_pop(&k->misses);
        if (p->awaited == 0) resume(w, c * w->warps + number);
    }
    move_up(w, c);
}

static void wake_warps(window *w)
{
    const noc_workload *load = w->asked->workload;
    while (w->wake_count > 0 && w->wakes[0].cycle <= w->now) {
        const uint32_t index = pop_wake(w).warp, c = index / w->warps;
        w->warp[index].writes = noc_random_uniform(&w->random) >= load->read_fraction;
        w->warp[index].to_send = (uint32_t)load->burst;
        w->warp[index].left = 0;
        noc_ring_push(&w->core[c].misses, index % w->warps);
        issue(w, c);
    }
}

/* ---- memory nodes --------------------------------------------------------------------------- */

static void take_replies(window *w)
{
    line *l = &w->under_way[TO_CORE];
    while (l->count > 0 && w->all[l->first].due <= w->now) {
        const uint32_t index = leave(w, l);
        const access a = w->all[index];
        warp *p = &w->warp[a.warp];
        w->all[index].next = w->free;
        w->free = index;
        w->core[a.core].outstanding--;
        w->served++;
        if (!a.write && --p->awaited == 0 && p->to_send == 0) resume(w, a.warp);
        issue(w, a.core);
    }
}

/* Finds the core whose request a node accepts next. */
static uint32_t next_core(const window *w, const node *n, const uint64_t *front)
{
    const uint32_t from = w->accepts ? (uint32_t)(w->now % w->cores) : n->turn;
    return noc_set_first_from(front, w->words, from);
}

static void let_in(window *w, uint32_t number)
{
    node *n = &w->node[number];
    uint64_t *front = &w->front[(size_t)number * w->words];
    for (; n->room > 0 && n->waits > 0; n->room--, n->waits--) {
        const uint32_t c = next_core(w, n, front);
        line *l = &w->fronts[(size_t)number * w->cores + c];
        const uint32_t index = leave(w, l);
        if (l->count == 0) noc_set_remove(front, c);
        n->turn = c + 1 < w->cores ? c + 1 : 0;
        send(w, TO_NODE, index);
        w->core[c].heads--;
        move_up(w, c);
    }
}

static void look_up(window *w)
{
    line *l = &w->under_way[TO_NODE];
    while (l->count > 0 && w->all[l->first].due <= w->now) {
        const uint32_t index = leave(w, l);
        access *a = &w->all[index];
        a->hit = noc_random_uniform(&w->random) < w->asked->workload->l2_hit_rate;
        join(w, &w->node[a->node].looked_up, index);
        activate(w, a->node);
    }
}

/* Advances a DRAM, which had no events since its last tick, to the current clock. */
static void catch_up(window *w, controller *k)
{
    noc_dram_skip_to(k->dram, w->clocks);
    k->quiet_until = w->clocks + 1;
    w->quiet_until = w->clocks + 1;
}

static bool enter_dram(window *w, controller *k, uint32_t index)
{
    const access *a = &w->all[index];
    if (!noc_dram_has_room(k->dram)) return false;
    catch_up(w, k);
    noc_dram_push(
        k->dram,
        (noc_dram_access){
            .tag = index, .row = a->row, .bank = a->bank, .write = a->write, .source = a->core});
    k->turn = (a->node + 1) % w->slices;
    return true;
}

static void finish_lookups(window *w, controller *k, node *n)
{
    for (int b = 0; b < w->memory->l2_banks && n->looked_up.count > 0; b++) {
        const uint32_t index = n->looked_up.first;
        const access *a = &w->all[index];
        if (!a->hit && !enter_dram(w, k, index)) return;
        leave(w, &n->looked_up);
        if (a->hit) send(w, TO_CORE, index);
        n->room++;
    }
}

/* True if a node has work in the next cycle, apart from its DRAM. */
static bool goes_on(const window *w, const controller *k, const node *n)
{
    if (n->room > 0 && n->waits > 0) return true;
    if (n->looked_up.count == 0) return false;
    return w->all[n->looked_up.first].hit || noc_dram_has_room(k->dram);
}

static void step_controller(window *w, uint32_t d)
{
    controller *k = &w->controller[d];
    const uint32_t turn = k->turn, first = d * w->slices;
    const uint32_t slices = min_unsigned(w->slices, w->nodes - first);
    noc_set_remove(w->active, d);
    for (uint32_t i = 0; i < slices; i++) {
        node *n = &w->node[first + (turn + i) % slices];
        finish_lookups(w, k, n);
        let_in(w, first + (turn + i) % slices);
        if (goes_on(w, k, n)) noc_set_add(w->active, d);
    }
}

static void step_nodes(window *w)
{
    NOC_SET_EACH(d, w->active, w->controller_words)
    step_controller(w, (uint32_t)d);
}

static void take_data(window *w, controller *k)
{
    for (uint32_t index; (index = noc_dram_ready(k->dram)) != NOC_NONE;) {
        noc_dram_take(k->dram);
        send(w, TO_CORE, index);
    }
    k->quiet_until = noc_dram_quiet_until(k->dram);
}

static void tick_drams(window *w)
{
    if (++w->clocks < w->quiet_until) return;
    w->quiet_until = UINT64_MAX;
    for (uint32_t d = 0; d < w->controllers; d++) {
        controller *k = &w->controller[d];
        if (k->quiet_until <= w->clocks) {
            noc_dram_skip_to(k->dram, w->clocks - 1);
            const uint64_t accesses = noc_dram_counts(k->dram)->accesses;
            noc_dram_tick(k->dram);
            take_data(w, k);
            if (noc_dram_counts(k->dram)->accesses > accesses) noc_set_add(w->active, d);
        }
        w->quiet_until = min_u64(w->quiet_until, k->quiet_until);
    }
}

static void step_drams(window *w)
{
    for (w->phase += w->memory_khz; w->phase >= w->clock_khz; w->phase -= w->clock_khz)
        tick_drams(w);
}

/* ---- making --------------------------------------------------------------------------------- */

/* Counts the virtual channels of a port for requests; 0: no network with buffers carries
 * requests. */
static uint32_t heads_of(const noc_system *s)
{
    uint32_t most = 0;
    for (uint16_t n = 0; n < s->graph.network_count; n++) {
        const noc_network *net = &s->graph.networks[n];
        if (net->carries[NOC_REQUEST] && noc_network_has_buffers(net))
            most = max_unsigned(most, (unsigned)__builtin_popcount(net->vcs[NOC_REQUEST]));
    }
    return most;
}

static uint32_t controllers_of(const noc_system *s)
{
    const uint32_t slices = (uint32_t)s->design->memory.slices;
    return (s->graph.memory_count + slices - 1) / slices;
}

static window window_of(const noc_memory_window *asked)
{
    const noc_system *s = asked->system;
    const noc_design *d = s->design;
    const noc_workload *load = asked->workload;
    const noc_memory_spec *m = &d->memory;
    const double core_mhz = d->nodes.core_mhz > 0.0 ? d->nodes.core_mhz : d->chip.clock_mhz;
    const double threads = fmax(1.0, (double)d->nodes.warp_threads / d->nodes.simd_width);
    const double mean = load->instructions * load->burst;
    const uint32_t heads = heads_of(s);
    window w = {
        .asked = asked,
        .memory = m,
        .random = noc_random_stream(asked->seed, 0),
        .cores = s->graph.compute_count,
        .warps = (uint32_t)load->warps,
        .nodes = s->graph.memory_count,
        .slices = (uint32_t)m->slices,
        .heads = heads > 0 ? heads : 1,
        .accepts = heads == 0,
        .mshrs = (uint32_t)d->nodes.mshrs,
        .block = (uint32_t)(m->interleave_bytes / m->line_bytes),
        .delay = {(uint64_t)fmax(1.0, round(asked->request + m->l2_cycles)),
                  (uint64_t)fmax(1.0, round(asked->reply))},
        .issue = threads * d->chip.clock_mhz / core_mhz,
        .gap = mean > 1.0 ? 1.0 / log1p(-1.0 / mean) : 0.0,
        .clock_khz = (uint64_t)llround(d->chip.clock_mhz * 1000.0),
        .memory_khz = (uint64_t)llround(m->clock_mhz * 1000.0),
    };
    w.controllers = controllers_of(s);
    w.words = w.cores / 64 + 1;
    w.controller_words = w.controllers / 64 + 1;
    return w;
}

static bool make_drams(window *w)
{
    for (uint32_t d = 0; d < w->controllers; d++) {
        w->controller[d].dram = noc_dram_new(
            w->memory, (noc_dram_options){.sources = w->cores, .seed = w->asked->seed + d});
        if (!w->controller[d].dram) return false;
        w->controller[d].quiet_until = UINT64_MAX;
    }
    return true;
}

static bool make(window *w)
{
    const noc_graph *g = &w->asked->system->graph;
    const size_t all = (size_t)w->cores * w->mshrs, warps = (size_t)w->cores * w->warps;
    const double places =
        w->memory->input_queue + (w->memory->l2_cycles + 1.0) * w->memory->l2_banks;
    w->all = calloc(all, sizeof *w->all);
    w->core = calloc(w->cores, sizeof *w->core);
    w->warp = calloc(warps, sizeof *w->warp);
    w->wakes = calloc(warps, sizeof *w->wakes);
    w->ring = calloc(warps, sizeof *w->ring);
    w->node = calloc(w->nodes, sizeof *w->node);
    w->controller = calloc(w->controllers, sizeof *w->controller);
    w->fronts = calloc((size_t)w->nodes * w->cores, sizeof *w->fronts);
    w->front = calloc((size_t)w->nodes * w->words, sizeof *w->front);
    w->active = calloc(w->controller_words, sizeof *w->active);
    w->number = calloc(g->terminal_count, sizeof *w->number);
    if (!w->all || !w->core || !w->warp || !w->wakes || !w->ring || !w->node || !w->controller ||
        !w->fronts || !w->front || !w->active || !w->number ||
        !noc_destinations_make(&w->destinations, w->asked->system))
        return false;
    for (uint32_t i = 0; i < all; i++) w->all[i].next = i + 1 < all ? i + 1 : NOC_NONE;
    for (uint32_t n = 0; n < w->nodes; n++) w->number[g->memories[n]] = n;
    for (uint32_t n = 0; n < w->nodes; n++) w->node[n].room = (uint32_t)places;
    for (uint32_t c = 0; c < w->cores; c++)
        w->core[c].misses = (noc_ring){&w->ring[(size_t)c * w->warps], 0, 0, w->warps};
    for (uint32_t i = 0; i < warps; i++) resume(w, i);
    return make_drams(w);
}

static void clear(window *w)
{
    for (uint32_t d = 0; w->controller && d < w->controllers; d++)
        noc_dram_free(w->controller[d].dram);
    noc_destinations_clear(&w->destinations);
    free(w->all);
    free(w->core);
    free(w->warp);
    free(w->wakes);
    free(w->ring);
    free(w->node);
    free(w->controller);
    free(w->fronts);
    free(w->front);
    free(w->active);
    free(w->number);
}

/* ---- keys ----------------------------------------------------------------------------------- */

/* Hashes the request flows, with their sources and destinations, to a number. */
static double number_of_flows(const noc_system *s)
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

void noc_memory_window_key_of(const noc_memory_window *asked, noc_memory_window_key *key)
{
    const noc_system *s = asked->system;
    const noc_nodes_spec *n = &s->design->nodes;
    const noc_memory_spec *m = &s->design->memory;
    const noc_workload *w = asked->workload;
    *key = (noc_memory_window_key){
        .scheduler = m->scheduler,
        .numbers = {s->graph.compute_count,
                    s->graph.memory_count,
                    number_of_flows(s),
                    heads_of(s),
                    round(asked->request),
                    round(asked->reply),
                    (double)asked->requests,
                    (double)asked->seed,
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
static uint64_t most_outstanding(const noc_memory_window *asked)
{
    const noc_system *s = asked->system;
    const uint64_t of_warps = (uint64_t)asked->workload->warps * (uint64_t)asked->workload->burst;
    return s->graph.compute_count * min_u64((uint64_t)s->design->nodes.mshrs, of_warps);
}

uint64_t noc_memory_window_needs(const noc_memory_window *asked)
{
    return most_outstanding(asked) * controllers_of(asked->system);
}

/* ---- running -------------------------------------------------------------------------------- */

static void run_until(window *w, uint64_t served)
{
    while (w->served < served) {
        w->now++;
        step_drams(w);
        take_replies(w);
        wake_warps(w);
        look_up(w);
        step_nodes(w);
    }
}

static noc_dram_tally tally_of(window *w)
{
    noc_dram_tally sum = {0};
    for (uint32_t d = 0; d < w->controllers; d++) {
        catch_up(w, &w->controller[d]);
        const noc_dram_tally *one = noc_dram_counts(w->controller[d].dram);
        sum.accesses += one->accesses;
        sum.row_hits += one->row_hits;
        sum.queued_clocks += one->queued_clocks;
        sum.bank_clocks += one->bank_clocks;
    }
    return sum;
}

static double ratio(uint64_t part, uint64_t all)
{
    return all > 0 ? (double)part / (double)all : NAN;
}

static void measure(window *w, noc_memory_pace *pace)
{
    enum { MORE = 500 }; /* requests served after the ones that fill an empty system */
    const uint64_t warm = most_outstanding(w->asked) + MORE;
    run_until(w, warm);
    const uint64_t from = w->now;
    const noc_dram_tally before = tally_of(w);
    run_until(w, warm + w->asked->requests);
    const noc_dram_tally after = tally_of(w);
    pace->rate = (double)(w->served - warm) / (double)(w->now - from) / w->cores;
    pace->row_hits = ratio(after.row_hits - before.row_hits, after.accesses - before.accesses);
    pace->banks =
        ratio(after.bank_clocks - before.bank_clocks, after.queued_clocks - before.queued_clocks);
}

bool noc_memory_window_run(const noc_memory_window *asked, noc_memory_pace *pace)
{
    window w = window_of(asked);
    const bool made = make(&w);
    if (made) measure(&w, pace);
    clear(&w);
    return made;
}
