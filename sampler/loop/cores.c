#include "sampler/loop/cores.h"

#include <math.h>
#include <stdlib.h>

#include "sampler/loop/blocks.h"
#include "sampler/loop/outbox.h"
#include "sampler/loop/requests.h"
#include "sampler/loop/warps.h"

/* Counts the transactions per MSHR: two where a core may receive a line from another core's
 * reply, and request again before its own reply; else one. */
static uint32_t count_mshr_transactions(const noc_closed_loop *c)
{
    const noc_cluster_spec *cluster = &c->system->design->cluster;
    return c->cores_of_terminal > 1 && cluster->merge_entries > 0 &&
                   cluster->match_rule == NOC_MERGE_BY_ADDRESS
               ? 2
               : 1;
}

/* Makes the transactions. The free list of a core has one or two entries for each MSHR that
 * derating leaves. */
static bool make_transactions(noc_closed_loop *c)
{
    const uint32_t mshrs = (uint32_t)c->nodes->mshrs,
                   core_transactions = mshrs * count_mshr_transactions(c);
    c->transactions_of_core = core_transactions;
    c->transactions = calloc((size_t)c->core_count * core_transactions, sizeof *c->transactions);
    c->memory_lines = calloc((size_t)c->core_count * core_transactions, sizeof *c->memory_lines);
    const bool is_derated = noc_resource_is_in(c->derating.kinds, NOC_RESOURCE_CORES);
    if (!c->transactions || !c->memory_lines) return false;
    c->ports->memory_lines = c->memory_lines;
    for (uint32_t k = 0; k < c->core_count; k++) {
        const uint32_t missing_mshrs =
            is_derated ? noc_places_removed(mshrs, c->core_count, k, c->derating.rest_cycles) : 0;
        c->cores[k].mshrs = mshrs - missing_mshrs;
        const uint32_t places = c->cores[k].mshrs * count_mshr_transactions(c);
        c->cores[k].free_transaction = places > 0 ? k * core_transactions : NOC_NONE;
        for (uint32_t i = 0; i < places; i++)
            c->transactions[k * core_transactions + i] = (noc_transaction){
                .core = k,
                .next = i + 1 < places ? k * core_transactions + i + 1 : NOC_NONE,
            };
    }
    return true;
}

/* Starts all warps at once, in a loop without CTAs. */
static void start_warps(noc_closed_loop *c)
{
    for (uint32_t k = 0; k < c->core_count; k++)
        for (uint32_t w = 0; w < c->warps_of_core; w++) noc_warp_resume(c, &c->cores[k], w);
}

bool noc_cores_make(noc_closed_loop *c)
{
    const noc_graph *g = &c->system->graph;
    const uint32_t warps = c->warps_of_core;
    c->issue_cycles = fmax(1.0, (double)c->nodes->warp_threads / c->nodes->simd_width);
    c->cores = calloc(c->core_count, sizeof *c->cores);
    c->all_warps = calloc((size_t)c->core_count * warps, sizeof *c->all_warps);
    c->ready_entries = calloc((size_t)c->core_count * warps, sizeof *c->ready_entries);
    c->memory_entries = calloc((size_t)c->core_count * warps, sizeof *c->memory_entries);
    if (!c->cores || !c->all_warps || !c->ready_entries || !c->memory_entries) return false;
    if (!make_transactions(c)) return false;
    for (uint32_t k = 0; k < c->core_count; k++) {
        noc_core *core = &c->cores[k];
        core->terminal = g->compute_terminals[k / c->cores_of_terminal];
        core->warps = &c->all_warps[(size_t)k * warps];
        core->ready_warps = (noc_ring){&c->ready_entries[(size_t)k * warps], 0, 0, warps};
        core->memory_queue = (noc_ring){&c->memory_entries[(size_t)k * warps], 0, 0, warps};
    }
    if (!noc_core_clock_make(c)) return false;
    noc_phases_begin(c);
    if (!c->ctas && !c->replay) start_warps(c);
    return true;
}

void noc_cores_clear(noc_closed_loop *c)
{
    noc_core_clock_clear(c);
    free(c->cores);
    free(c->transactions);
    free(c->memory_lines);
    free(c->ready_entries);
    free(c->memory_entries);
    free(c->all_warps);
}

/* ---- requests ------------------------------------------------------------------------------- */

/* Finds the line of a warp's next request: row, and position in the block. Blocks of a row have
 * no names, so lines of two blocks may be equal. */
static uint32_t find_line(const noc_closed_loop *c, const noc_warp *warp)
{
    return (warp->row * (uint32_t)c->memory->banks + warp->bank) * c->lines_per_block +
           warp->lines_left;
}

/* Makes the next request of a warp. False: no MSHR is free. */
static bool make_request(noc_closed_loop *c, noc_core *core, uint32_t w)
{
    if (core->free_transaction == NOC_NONE) return false;
    noc_warp *warp = &core->warps[w];
    if (warp->lines_left == 0) noc_block_draw(c, core, warp);
    warp->lines_left--;
    warp->requests_left--;
    const uint32_t index = noc_transaction_take(c, core, w);
    c->memory_lines[index] = find_line(c, warp);
    c->transactions[index].is_burst = noc_outbox_note_request(c, core->terminal);
    if (!warp->is_write) warp->replies_left++;
    noc_port_submit(c->ports, warp->flow, warp->is_write ? NOC_WRITE_REQUEST : NOC_READ_REQUEST,
                    index, c->ports->now);
    return true;
}

/* Makes a request of the first memory instruction in the queue. */
static void access_memory(noc_closed_loop *c, noc_core *core)
{
    if (core->memory_queue.count == 0) return;
    const uint32_t w = core->memory_queue.entries[core->memory_queue.first];
    if (!(c->requests ? noc_requests_ask_next(c, core, w) : make_request(c, core, w))) {
        c->ports->tally.cores_blocked++;
        return;
    }
    const noc_warp *warp = &core->warps[w];
    if (warp->requests_left > 0) return;
    noc_ring_pop(&core->memory_queue);
    if (warp->replies_left == 0) noc_warp_resume(c, core, w);
}

void noc_core_receive(noc_closed_loop *c, uint32_t transaction)
{
    const noc_transaction *t = &c->transactions[transaction];
    noc_core *core = &c->cores[t->core];
    noc_transaction_free(c, transaction);
    core->outstanding--;
    c->outstanding--;
    if (!t->is_write) noc_warp_count_reply(c, core, t->warp);
}

/* ---- instructions --------------------------------------------------------------------------- */

/* Ends the CTA part of a warp without instructions left, or queues its memory instruction. */
static void finish_instructions(noc_closed_loop *c, noc_core *core, uint32_t w)
{
    noc_warp *warp = &core->warps[w];
    if (warp->is_last) {
        noc_warp_end(c, core, w);
        return;
    }
    const noc_workload *workload = &c->kernels[noc_warp_kernel(core, warp)].workload;
    warp->is_write = noc_random_uniform(noc_core_find_random(c, core)) >= workload->read_fraction;
    warp->requests_left = (uint32_t)workload->burst;
    warp->lines_left = 0;
    noc_ring_push(&core->memory_queue, w);
}

/* Issues an instruction of the next ready warp. */
static void issue_instruction(noc_closed_loop *c, noc_core *core)
{
    if (core->ready_warps.count == 0 || core->issue_cycle > c->core_time) return;
    /* the pipeline accepts an instruction every issue_cycles, which may be fractional */
    const double delay = c->core_time - core->issue_cycle;
    core->issue_cycle = (delay < 1.0 ? core->issue_cycle : c->core_time) + c->issue_cycles;
    const uint32_t w = noc_ring_pop(&core->ready_warps);
    noc_warp *warp = &core->warps[w];
    c->ports->tally.cores.instructions[warp->kernel]++;
    if (--warp->instructions > 0)
        noc_ring_push(&core->ready_warps, w);
    else
        finish_instructions(c, core, w);
    noc_phases_count_issue(c, core);
}

/* Stalls a core for a core cycle: the instruction in its pipeline takes a cycle longer. */
static void stall_pipeline(const noc_closed_loop *c, noc_core *core)
{
    if (core->issue_cycle > c->core_time) core->issue_cycle += 1.0;
}

static void run_core(noc_closed_loop *c, noc_core *core)
{
    noc_core_begin_cycle(c, core);
    if (noc_is_resting(&c->derating, NOC_RESOURCE_CORES, c->core_cycle,
                       (uint32_t)(core - c->cores))) {
        stall_pipeline(c, core);
    } else {
        issue_instruction(c, core);
        access_memory(c, core);
    }
    noc_core_schedule(c, core);
}

void noc_cores_step(noc_closed_loop *c)
{
    for (c->core_phase += c->cores_per_cycle; c->core_phase >= 1.0; c->core_phase -= 1.0) {
        c->core_time += 1.0;
        c->core_cycle++;
        c->ports->tally.core_cycles++;
        noc_phases_tick(c);
        NOC_SET_DRAIN(k, noc_core_calendar_set(c), c->core_words)
        if (noc_core_is_due(c, (uint32_t)k)) run_core(c, &c->cores[k]);
    }
    c->ports->tally.outstanding += c->outstanding;
}
