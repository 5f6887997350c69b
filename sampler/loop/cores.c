#include "sampler/loop/cores.h"

#include <math.h>

#include "base/min_max.h"
#include "sampler/ports/resting.h"

/* ---- counting ------------------------------------------------------------------------------- */

static void schedule_wake(noc_cores *c, noc_core *core, uint64_t cycle)
{
    core->wake_cycle = cycle;
    if (cycle == UINT64_MAX) return;
    noc_set_add(&c->calendar[cycle % NOC_CORE_SLOTS * c->words], (uint32_t)(core - c->list));
}

/* Finds the first cycle, after the counted ones, in which the pipeline accepts an instruction. */
static uint64_t find_first_issue(const noc_core *core)
{
    const uint64_t next_cycle = core->counted_cycle + 1, free_cycle = (uint64_t)core->issue_cycle;
    return max_u64(next_cycle, free_cycle);
}

/* Counts `instructions` issues of ready warps in rotation, none of them a warp's last. */
static void count_issues(noc_cores *c, noc_core *core, uint64_t instructions)
{
    const uint64_t warp_share = instructions / core->ready_warps.count;
    const uint32_t remainder = (uint32_t)(instructions % core->ready_warps.count);
    for (uint32_t place = 0; place < core->ready_warps.count; place++) {
        noc_warp *warp = &core->warps[*noc_ring_entry(&core->ready_warps, place)];
        const uint64_t warp_instructions = warp_share + (place < remainder);
        warp->instructions -= warp_instructions;
        c->ports->tally.cores.instructions[warp->kernel] += warp_instructions;
    }
    for (uint32_t k = 0; k < remainder; k++)
        noc_ring_push(&core->ready_warps, noc_ring_pop(&core->ready_warps));
    if (c->kernels->phases.count == 0) return;
    c->ports->tally.phases.instructions[core->phase] += instructions;
    core->phase_left -= instructions;
}

/* Counts a core's work up to a cycle that is not counted yet; ready warps only issue instructions
 * in that time. */
static void count_cycles(noc_cores *c, noc_core *core, uint64_t until)
{
    if (core->memory_queue.count > 0) c->ports->tally.cores_blocked += until - core->counted_cycle;
    const uint64_t first = find_first_issue(core);
    if (core->ready_warps.count > 0 && until >= first) {
        const uint64_t instructions = (until - first) / c->issue_clocks + 1;
        count_issues(c, core, instructions);
        core->issue_cycle = (double)(first + instructions * c->issue_clocks);
    }
    core->counted_cycle = until;
}

static void count_work(noc_cores *c, noc_core *core, uint64_t until)
{
    if (until > core->counted_cycle) count_cycles(c, core, until);
}

void noc_cores_count(noc_cores *c)
{
    noc_tally *tally = &c->ports->tally;
    for (uint32_t k = 0; k < c->count; k++) count_work(c, &c->list[k], c->now);
    tally->instructions = 0;
    for (int k = 0; k < NOC_KERNELS_MAX; k++) tally->instructions += tally->cores.instructions[k];
}

void noc_core_wake(noc_cores *c, noc_core *core)
{
    count_work(c, core, c->now);
    schedule_wake(c, core, c->now + 1);
}

/* Counts the instructions up to the next departure of a warp from the ready queue, or up to the
 * next phase of the core. */
static uint64_t count_instructions_left(const noc_cores *c, const noc_core *core)
{
    uint64_t left = c->kernels->phases.count > 0 ? core->phase_left : UINT64_MAX;
    for (uint32_t place = 0; place < core->ready_warps.count; place++) {
        const noc_warp *warp = &core->warps[*noc_ring_entry(&core->ready_warps, place)];
        const uint64_t warp_instructions =
            (warp->instructions - 1) * core->ready_warps.count + place + 1;
        left = min_u64(left, warp_instructions);
    }
    return left;
}

static uint64_t find_next_cycle(const noc_cores *c, const noc_core *core, bool retries)
{
    if (c->is_always_awake || retries) return c->now + 1;
    if (core->ready_warps.count == 0) return UINT64_MAX;
    if (c->issue_clocks == 0) return c->now + 1;
    return find_first_issue(core) + (count_instructions_left(c, core) - 1) * c->issue_clocks;
}

void noc_core_schedule(noc_cores *c, noc_core *core, bool retries)
{
    const uint64_t next = find_next_cycle(c, core, retries);
    schedule_wake(c, core, next);
}

/* ---- warps ---------------------------------------------------------------------------------- */

/* Draws the number of instructions up to and including the next memory instruction: geometric,
 * with the workload's mean. */
static uint64_t draw_instructions(const noc_kernel *kernel, noc_random *random)
{
    const double mean = kernel->workload.instructions * kernel->workload.burst;
    if (mean <= 1.0) return 1;
    return 1 + (uint64_t)(log(noc_random_positive(random)) * kernel->gap_scale);
}

/* Makes a warp ready for its next instructions, at most those left in its CTA; ends a warp without
 * any left. */
static void schedule_warp(noc_cores *c, noc_core *core, uint32_t w)
{
    noc_warp *warp = &core->warps[w];
    const noc_kernel *kernel = &c->kernels->list[noc_warp_kernel(core, warp)];
    warp->instructions = draw_instructions(kernel, noc_core_find_random(c, core));
    if (warp->instructions_left == 0) {
        noc_kernels_end_warp(c->kernels, (uint32_t)(core - c->list), w);
        return;
    }
    warp->is_last = warp->instructions > warp->instructions_left;
    if (warp->is_last) warp->instructions = warp->instructions_left;
    warp->instructions_left -= warp->instructions;
    noc_ring_push(&core->ready_warps, w);
}

/* True if a warp has no work in the phase of its core. */
static bool has_no_work(const noc_cores *c, const noc_core *core, uint32_t w)
{
    return c->kernels->phases.count > 0 &&
           w >= (uint32_t)c->kernels->list[core->phase].workload.warps;
}

void noc_warp_resume(noc_cores *c, noc_core *core, uint32_t w)
{
    noc_core_wake(c, core);
    if (has_no_work(c, core, w))
        core->warps[w].is_resting = true;
    else
        schedule_warp(c, core, w);
}

void noc_cores_start_cta(noc_cores *c, const noc_cta_start *start)
{
    const uint32_t core = (uint32_t)start->start_slot.core, slot = (uint32_t)start->start_slot.slot;
    const noc_cta_place place = c->kernels->places[core * c->kernels->slot_count + slot];
    const uint32_t first = c->kernels->first_warp[slot];
    for (uint32_t w = first; w < first + place.warps; w++) {
        c->list[core].warps[w].kernel = place.kernel;
        c->list[core].warps[w].instructions_left = place.length;
        noc_warp_resume(c, &c->list[core], w);
    }
}

/* ---- phases --------------------------------------------------------------------------------- */

/* Counts the instructions from the start of a round to the end of a phase. */
static double find_phase_end(const noc_cores *c, const noc_core *core, size_t phase)
{
    double share = 0.0;
    for (size_t i = 0; i <= phase; i++) share += c->kernels->phases.list[i].share;
    return floor(core->round_instructions * share + 0.5);
}

static void begin_round(const noc_cores *c, noc_core *core)
{
    const double length = 0.5 + noc_random_uniform(noc_core_find_random(c, core));
    core->round_instructions = fmax(1.0, floor(length * c->kernels->phases.period + 0.5));
}

/* Enters the next phase; a short phase may have no instructions in a round. */
static void enter_next_phase(noc_cores *c, noc_core *core)
{
    double start = find_phase_end(c, core, core->phase);
    c->phase_cores[core->phase]--;
    do {
        core->phase = (uint8_t)((core->phase + 1u) % c->kernels->phases.count);
        if (core->phase == 0) begin_round(c, core);
        if (core->phase == 0) start = 0.0;
        core->phase_left = (uint64_t)(find_phase_end(c, core, core->phase) - start);
    } while (core->phase_left == 0);
    c->phase_cores[core->phase]++;
}

/* Starts a core at a random point of its first round. */
static void begin_at_random(noc_cores *c, noc_core *core)
{
    begin_round(c, core);
    const double position =
        floor(noc_random_uniform(noc_core_find_random(c, core)) * core->round_instructions);
    while (find_phase_end(c, core, core->phase) <= position) core->phase++;
    core->phase_left = (uint64_t)(find_phase_end(c, core, core->phase) - position);
    c->phase_cores[core->phase]++;
}

/* Redraws the distances of ready warps; superfluous warps rest. */
static void redraw_ready_warps(noc_cores *c, noc_core *core)
{
    for (uint32_t left = core->ready_warps.count; left > 0; left--) {
        const uint32_t w = noc_ring_pop(&core->ready_warps);
        core->warps[w].is_resting = has_no_work(c, core, w);
        if (core->warps[w].is_resting) continue;
        core->warps[w].instructions_left += core->warps[w].instructions;
        schedule_warp(c, core, w);
    }
}

static void wake_resting_warps(noc_cores *c, noc_core *core)
{
    for (uint32_t w = 0; w < c->kernels->core_warps; w++) {
        if (!core->warps[w].is_resting || has_no_work(c, core, w)) continue;
        core->warps[w].is_resting = false;
        noc_warp_resume(c, core, w);
    }
}

/* Counts an issued instruction of a core. */
static void count_phase_issue(noc_cores *c, noc_core *core)
{
    if (c->kernels->phases.count == 0) return;
    c->ports->tally.phases.instructions[core->phase]++;
    if (--core->phase_left > 0) return;
    enter_next_phase(c, core);
    redraw_ready_warps(c, core);
    wake_resting_warps(c, core);
}

/* ---- a core cycle --------------------------------------------------------------------------- */

/* Ends the CTA part of a warp without instructions left, or queues its memory instruction. */
static void finish_instructions(noc_cores *c, noc_core *core, uint32_t w)
{
    noc_warp *warp = &core->warps[w];
    if (warp->is_last) {
        noc_kernels_end_warp(c->kernels, (uint32_t)(core - c->list), w);
        return;
    }
    const noc_workload *workload = &c->kernels->list[noc_warp_kernel(core, warp)].workload;
    warp->is_write = noc_random_uniform(noc_core_find_random(c, core)) >= workload->read_fraction;
    warp->requests = (uint32_t)workload->burst;
    noc_ring_push(&core->memory_queue, w);
}

/* Issues an instruction of the next ready warp. */
static void issue_instruction(noc_cores *c, noc_core *core)
{
    const double now = (double)c->now;
    if (core->ready_warps.count == 0 || core->issue_cycle > now) return;
    /* the pipeline accepts an instruction every issue_cycles, which may be fractional */
    core->issue_cycle = (now - core->issue_cycle < 1.0 ? core->issue_cycle : now) + c->issue_cycles;
    const uint32_t w = noc_ring_pop(&core->ready_warps);
    noc_warp *warp = &core->warps[w];
    c->ports->tally.cores.instructions[warp->kernel]++;
    if (--warp->instructions > 0)
        noc_ring_push(&core->ready_warps, w);
    else
        finish_instructions(c, core, w);
    count_phase_issue(c, core);
}

bool noc_core_run(noc_cores *c, noc_core *core)
{
    count_work(c, core, c->now - 1);
    core->counted_cycle = c->now;
    if (noc_is_resting(&c->derating, NOC_RESOURCE_CORES, c->now, (uint32_t)(core - c->list))) {
        /* the instruction in the pipeline takes a cycle longer */
        if (core->issue_cycle > (double)c->now) core->issue_cycle += 1.0;
        return false;
    }
    issue_instruction(c, core);
    return true;
}

/* ---- making --------------------------------------------------------------------------------- */

static void start_core(noc_cores *c, noc_core *core)
{
    for (uint32_t w = 0; w < c->kernels->core_warps && !c->kernels->dispatch; w++) {
        core->warps[w].instructions_left = UINT64_MAX;
        noc_warp_resume(c, core, w);
    }
}

bool noc_cores_make(noc_cores *c, noc_ports *ports, noc_kernels *kernels, noc_derating derating,
                    noc_arena *arena)
{
    const noc_design *d = ports->system->design;
    const size_t warps = kernels->core_warps;
    const double core_mhz = d->nodes.core_mhz > 0.0 ? d->nodes.core_mhz : d->chip.clock_mhz;
    const double issue_cycles = fmax(1.0, (double)d->nodes.warp_threads / d->nodes.simd_width);
    const bool is_derated = noc_resource_is_in(derating.kinds, NOC_RESOURCE_CORES);
    const bool is_integer = issue_cycles == floor(issue_cycles);
    *c = (noc_cores){
        .ports = ports,
        .kernels = kernels,
        .derating = derating,
        .count = (uint32_t)d->nodes.compute,
        .terminal_cores = (uint32_t)noc_cores_of_terminal(d),
        .cores_per_cycle = core_mhz / d->chip.clock_mhz,
        .issue_cycles = issue_cycles,
        .issue_clocks = is_integer && !is_derated ? (uint64_t)issue_cycles : 0,
        .is_always_awake = is_derated,
        .words = (uint32_t)d->nodes.compute / 64 + 1,
    };
    c->list = noc_arena_array(arena, c->count, sizeof *c->list);
    c->calendar = noc_arena_array(arena, (size_t)NOC_CORE_SLOTS * c->words, sizeof *c->calendar);
    noc_warp *all_warps = noc_arena_array(arena, c->count * warps, sizeof *all_warps);
    uint32_t *entries = noc_arena_array(arena, 2 * c->count * warps, sizeof *entries);
    if (arena->is_short) return false;
    for (uint32_t k = 0; k < c->count; k++) {
        noc_core *core = &c->list[k];
        core->terminal = ports->system->graph.compute_terminals[k / c->terminal_cores];
        core->warps = &all_warps[k * warps];
        core->ready_warps = (noc_ring){&entries[2 * k * warps], 0, 0, kernels->core_warps};
        core->memory_queue = (noc_ring){&entries[(2 * k + 1) * warps], 0, 0, kernels->core_warps};
    }
    for (uint32_t k = 0; k < c->count; k++) schedule_wake(c, &c->list[k], 1);
    for (uint32_t k = 0; k < c->count && kernels->phases.count > 0; k++)
        begin_at_random(c, &c->list[k]);
    for (uint32_t k = 0; k < c->count; k++) start_core(c, &c->list[k]);
    return true;
}
