#include "sampler/nodes/cores.h"

#include <math.h>
#include <stdlib.h>

#include "sampler/nodes/outbox.h"

static noc_random *random_of(noc_closed_loop *c, const noc_core *core)
{
    return &c->ports->terminals[core->terminal].random;
}

/* Instructions up to and including the next memory instruction: geometric with the workload's
 * mean. */
static uint64_t draw_instructions(const noc_closed_loop *c, noc_random *random)
{
    const double mean = c->workload.instructions * c->workload.burst;
    if (mean <= 1.0) return 1;
    return 1 + (uint64_t)(log(noc_random_positive(random)) * c->gap_scale);
}

/* A core's MSHRs are a list of these; without those that are taken from it. */
static bool make_transactions(noc_closed_loop *c)
{
    const uint32_t each = (uint32_t)c->nodes->mshrs;
    c->transactions = calloc((size_t)c->core_count * each, sizeof *c->transactions);
    c->lines = calloc((size_t)c->core_count * each, sizeof *c->lines);
    const bool fewer = noc_resource_is_in(c->derating.kinds, NOC_RESOURCE_CORES);
    if (!c->transactions || !c->lines) return false;
    c->ports->lines = c->lines;
    for (uint32_t k = 0; k < c->core_count; k++) {
        const uint32_t taken =
            fewer ? noc_places_taken(each, c->core_count, k, c->derating.rest_cycles) : 0;
        const uint32_t places = each - taken;
        c->cores[k].free_transaction = places > 0 ? k * each : NOC_NONE;
        for (uint32_t i = 0; i < places; i++)
            c->transactions[k * each + i] = (noc_transaction){
                .core = k,
                .next = i + 1 < places ? k * each + i + 1 : NOC_NONE,
            };
    }
    return true;
}

bool noc_cores_make(noc_closed_loop *c)
{
    const noc_graph *g = &c->system->graph;
    const uint32_t warps = (uint32_t)c->workload.warps;
    const double mean = c->workload.instructions * c->workload.burst;
    c->gap_scale = 1.0 / log1p(-1.0 / mean);
    c->issue_cycles = fmax(1.0, (double)c->nodes->warp_threads / c->nodes->simd_width);
    c->core_count = g->compute_count;
    c->cores = calloc(c->core_count, sizeof *c->cores);
    c->all_warps = calloc((size_t)c->core_count * warps, sizeof *c->all_warps);
    c->all_ready = calloc((size_t)c->core_count * warps, sizeof *c->all_ready);
    c->all_misses = calloc((size_t)c->core_count * warps, sizeof *c->all_misses);
    if (!c->cores || !c->all_warps || !c->all_ready || !c->all_misses) return false;
    if (!make_transactions(c)) return false;
    for (uint32_t k = 0; k < c->core_count; k++) {
        noc_core *core = &c->cores[k];
        core->terminal = g->computes[k];
        c->number_of[core->terminal] = k;
        core->warps = &c->all_warps[(size_t)k * warps];
        core->ready = (noc_ring){&c->all_ready[(size_t)k * warps], 0, 0, warps};
        core->misses = (noc_ring){&c->all_misses[(size_t)k * warps], 0, 0, warps};
        for (uint32_t w = 0; w < warps; w++) {
            core->warps[w].instructions = draw_instructions(c, random_of(c, core));
            noc_ring_push(&core->ready, w);
        }
    }
    return true;
}

void noc_cores_clear(noc_closed_loop *c)
{
    free(c->cores);
    free(c->transactions);
    free(c->lines);
    free(c->all_ready);
    free(c->all_misses);
    free(c->all_warps);
}

/* ---- requests ------------------------------------------------------------------------------- */

/* A block of addresses: in which memory node, and where in its DRAM. */
static void draw_block(noc_closed_loop *c, noc_core *core, noc_warp *warp)
{
    noc_random *random = random_of(c, core);
    warp->flow = noc_destinations_draw(&c->destinations, core->terminal, random);
    const uint32_t home = c->system->traffic.flows[warp->flow].destination;
    /* Nodes of one controller share its rows: the first of them remembers the last one. */
    const uint32_t number = c->number_of[home];
    noc_memory *memory = &c->memories[number - number % (uint32_t)c->memory->slices];
    if (noc_random_uniform(random) >= c->workload.row_locality) {
        memory->last_row = (uint32_t)(noc_random_uniform(random) * c->rows);
        memory->last_bank = (uint16_t)(noc_random_uniform(random) * c->memory->banks);
    }
    warp->row = memory->last_row;
    warp->bank = memory->last_bank;
    warp->left = c->lines_per_block;
}

/* Of the request that a warp makes now: its row, and its place in a block. Which block of the row
 * it is nobody draws, so lines of two blocks may count as one. */
static uint32_t line_of(const noc_closed_loop *c, const noc_warp *warp)
{
    return (warp->row * (uint32_t)c->memory->banks + warp->bank) * c->lines_per_block + warp->left;
}

static void make_request(noc_closed_loop *c, uint32_t number, uint32_t w)
{
    noc_core *core = &c->cores[number];
    noc_warp *warp = &core->warps[w];
    if (warp->left == 0) draw_block(c, core, warp);
    warp->left--;
    warp->to_send--;
    const uint32_t index = core->free_transaction;
    noc_transaction *t = &c->transactions[index];
    core->free_transaction = t->next;
    core->outstanding++;
    t->warp = w;
    t->write = warp->writes;
    t->row = warp->row;
    t->bank = warp->bank;
    c->lines[index] = line_of(c, warp);
    t->home = c->number_of[c->system->traffic.flows[warp->flow].destination];
    t->origin = c->ports->now;
    t->burst = noc_outbox_label(c, core->terminal);
    t->reply_flow = c->reply_flow[warp->flow];
    if (!warp->writes) warp->awaited++;
    noc_port_submit(c->ports, warp->flow, warp->writes ? NOC_WRITE_REQUEST : NOC_READ_REQUEST,
                    index, c->ports->now);
}

static void resume(noc_closed_loop *c, noc_core *core, uint32_t w)
{
    core->warps[w].instructions = draw_instructions(c, random_of(c, core));
    noc_ring_push(&core->ready, w);
}

/* The memory instruction that is first in line makes a request. */
static void access_memory(noc_closed_loop *c, uint32_t number)
{
    noc_core *core = &c->cores[number];
    if (core->misses.count == 0) return;
    if (core->free_transaction == NOC_NONE) {
        c->ports->tally.cores_blocked++;
        return;
    }
    const uint32_t w = core->misses.entries[core->misses.first];
    noc_warp *warp = &core->warps[w];
    make_request(c, number, w);
    if (warp->to_send > 0) return;
    noc_ring_pop(&core->misses);
    if (warp->awaited == 0) resume(c, core, w);
}

void noc_core_receive(noc_closed_loop *c, uint32_t transaction)
{
    noc_transaction *t = &c->transactions[transaction];
    noc_core *core = &c->cores[t->core];
    t->next = core->free_transaction;
    core->free_transaction = transaction;
    core->outstanding--;
    if (t->write) return;
    noc_warp *warp = &core->warps[t->warp];
    if (--warp->awaited == 0 && warp->to_send == 0) resume(c, core, t->warp);
}

/* ---- instructions --------------------------------------------------------------------------- */

/* The next ready warp issues an instruction. */
static void issue(noc_closed_loop *c, noc_core *core)
{
    if (core->ready.count == 0 || core->issue_at > c->core_time) return;
    /* The pipeline takes one every issue_cycles, which need be no whole number. */
    const double late = c->core_time - core->issue_at;
    core->issue_at = (late < 1.0 ? core->issue_at : c->core_time) + c->issue_cycles;
    const uint32_t w = noc_ring_pop(&core->ready);
    noc_warp *warp = &core->warps[w];
    c->ports->tally.instructions++;
    if (--warp->instructions > 0) {
        noc_ring_push(&core->ready, w);
        return;
    }
    noc_random *random = random_of(c, core);
    warp->writes = noc_random_uniform(random) >= c->workload.read_fraction;
    warp->to_send = (uint32_t)c->workload.burst;
    warp->left = 0;
    noc_ring_push(&core->misses, w);
}

/* For a core cycle. The instruction in its pipeline takes one longer. */
static void stand_still(const noc_closed_loop *c, noc_core *core)
{
    if (core->issue_at > c->core_time) core->issue_at += 1.0;
}

void noc_cores_step(noc_closed_loop *c)
{
    for (c->core_phase += c->cores_per_cycle; c->core_phase >= 1.0; c->core_phase -= 1.0) {
        c->core_time += 1.0;
        c->ports->tally.core_cycles++;
        for (uint32_t k = 0; k < c->core_count; k++) {
            if (noc_rests(&c->derating, NOC_RESOURCE_CORES, (uint64_t)c->core_time, k)) {
                stand_still(c, &c->cores[k]);
                continue;
            }
            issue(c, &c->cores[k]);
            access_memory(c, k);
        }
    }
    for (uint32_t k = 0; k < c->core_count; k++)
        c->ports->tally.outstanding += c->cores[k].outstanding;
}
