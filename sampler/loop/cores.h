/* sampler/loop/cores.h: station of the cores: warps share a pipeline in rotation, issue
 * instructions, and wait for memory.
 *
 * Enter: CTAs that start, and warps whose requests are answered (noc_warp_resume). Leave: warps at
 * memory instructions, which queue at their core; requests.c makes the requests of the first one,
 * one per core cycle, and removes the warp from the queue.
 *
 * Each core starts at a random point of a round of phases (design/workload/phases.h), and counts
 * the instructions of its warps. At the end of a phase ready warps redraw the distance to their
 * next memory instruction; the distance is geometric, so the redraw changes no distribution.
 * Waiting warps continue when their replies arrive. If a phase has fewer warps, the other warps
 * rest.
 *
 * A calendar has the core cycles in which each core must run. In most cycles a core only waits for
 * an MSHR, or issues instructions that are not the last of their warp. Such cycles are counted
 * together, before the next cycle with an effect outside the core. Code that changes what a core
 * waits for must wake the core first (noc_core_wake). If cores are derated, or an instruction takes
 * a fractional number of cycles, all cores with work run in every cycle. */
#ifndef NOC_SAMPLER_LOOP_CORES_H
#define NOC_SAMPLER_LOOP_CORES_H

#include "base/bitset.h"
#include "sampler/loop/kernels.h"

/* Warp: its way to the next memory instruction. */
typedef struct noc_warp {
    uint64_t instructions; /* instructions up to the next memory instruction */
    /* instructions left in the CTA after these; without CTAs more than a warp ever issues */
    uint64_t instructions_left;
    uint32_t requests; /* requests of the memory instruction */
    bool is_write;
    uint8_t kernel;
    bool is_last;    /* CTA part of the warp ends after `instructions`, without a request */
    bool is_resting; /* warp is idle, since the phase of the core has fewer warps */
} noc_warp;

/* Core: its warps and pipeline. */
typedef struct noc_core {
    uint32_t terminal;
    noc_warp *warps;
    noc_ring ready_warps;   /* warps that can issue, in round-robin order */
    noc_ring memory_queue;  /* warps at a memory instruction, in order */
    double issue_cycle;     /* core cycle from which the pipeline accepts an instruction */
    uint64_t counted_cycle; /* last core cycle whose work is counted */
    uint64_t wake_cycle;    /* next core cycle in which the core runs; UINT64_MAX: when woken */
    uint8_t phase;
    uint64_t phase_left;       /* instructions left in the phase */
    double round_instructions; /* instructions of the current round through all phases */
} noc_core;

/* Slots of the calendar: core cycles of a lap. */
enum { NOC_CORE_SLOTS = 64 };

typedef struct noc_cores {
    noc_ports *ports;
    noc_kernels *kernels;
    noc_derating derating;
    noc_core *list;
    uint32_t count, terminal_cores; /* cores; cores of a terminal */
    double cores_per_cycle;         /* core clocks in a network cycle */
    double clock_part;              /* part of the next core clock that has passed */
    uint64_t now;                   /* current core cycle: core clocks since the start */
    double issue_cycles;            /* core cycles of an instruction */
    uint64_t issue_clocks; /* issue_cycles as an integer; 0: fractional, or cores are derated */
    bool is_always_awake;  /* cores run in every cycle */
    /* [core cycle modulo NOC_CORE_SLOTS * words]: sets of cores that run in the cycle */
    uint64_t *calendar;
    uint32_t words;
    uint32_t phase_cores[NOC_PHASES_MAX]; /* [phase]: cores in the phase */
} noc_cores;

/* Makes the cores, which use the random streams of their terminals; without CTAs their warps start.
 * All cores run in the first cycle. Ports and kernels are borrowed. False when out of memory. */
bool noc_cores_make(noc_cores *cores, noc_ports *ports, noc_kernels *kernels, noc_derating derating,
                    noc_arena *arena);

/* Starts the warps of a CTA that the kernels have put in its slot. */
void noc_cores_start_cta(noc_cores *cores, const noc_cta_start *start);

/* Begins a network cycle. noc_cores_begin_cycle begins each of its core cycles; false: none is
 * left. */
static inline void noc_cores_begin(noc_cores *cores)
{
    cores->clock_part += cores->cores_per_cycle;
}

static inline bool noc_cores_begin_cycle(noc_cores *cores)
{
    if (cores->clock_part < 1.0) return false;
    cores->clock_part -= 1.0;
    cores->now++;
    cores->ports->tally.core_cycles++;
    for (size_t i = 0; i < cores->kernels->phases.count; i++)
        cores->ports->tally.phases.cycles[i] += cores->phase_cores[i];
    return true;
}

/* Set of cores that may run in this core cycle (noc_core_is_due); the caller empties the set. */
static inline uint64_t *noc_cores_due_set(const noc_cores *cores)
{
    return &cores->calendar[cores->now % NOC_CORE_SLOTS * cores->words];
}

/* True if a core of this cycle's set runs in this cycle. A core scheduled for a later lap of the
 * calendar is added again; a core woken for another cycle is not. */
static inline bool noc_core_is_due(const noc_cores *cores, uint32_t core)
{
    const uint64_t wake_cycle = cores->list[core].wake_cycle, now = cores->now;
    if (wake_cycle == now) return true;
    if (wake_cycle != UINT64_MAX && wake_cycle % NOC_CORE_SLOTS == now % NOC_CORE_SLOTS)
        noc_set_add(noc_cores_due_set(cores), core);
    return false;
}

/* Runs the pipeline of a core for a cycle. False: the core rests in this cycle. */
bool noc_core_run(noc_cores *cores, noc_core *core);

/* Schedules a core that has run for its next cycle with work; without such a cycle the core waits
 * for noc_core_wake. `retries`: its first memory instruction is tried in the next cycle. */
void noc_core_schedule(noc_cores *cores, noc_core *core, bool retries);

/* Removes the first warp of a core's memory queue, whose requests are made. */
static inline void noc_core_end_access(noc_core *core)
{
    noc_ring_pop(&core->memory_queue);
}

/* Counts a core's cycles up to the current core cycle, and schedules the core for the next
 * cycle. */
void noc_core_wake(noc_cores *cores, noc_core *core);

/* Resumes a warp without open replies: the warp is ready, unless its CTA has no more
 * instructions for it. */
void noc_warp_resume(noc_cores *cores, noc_core *core, uint32_t warp);

/* Index in the kernels' list of a warp's workload: its kernel, or the phase of its core. */
static inline uint8_t noc_warp_kernel(const noc_core *core, const noc_warp *warp)
{
    return (uint8_t)(warp->kernel + core->phase);
}

/* Random generator of a core: the stream of its terminal. */
static inline noc_random *noc_core_find_random(const noc_cores *cores, const noc_core *core)
{
    return &cores->ports->terminals[core->terminal].random;
}

/* Brings the counts of all cores up to the current cycle. */
void noc_cores_count(noc_cores *cores);

#endif
