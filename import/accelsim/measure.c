#include "import/accelsim/measure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/min_max.h"
#include "design/cores/sharing_fit.h"

/* ---- a kernel ------------------------------------------------------------------------------- */

typedef struct measurement {
    const char *path;
    const noc_issue_chip *chip;
    noc_kernel_reader **readers; /* readers, one for each pool of blocks; owned */
    int pools;
    uint64_t grid_blocks;
    noc_touched_table *touched;
    noc_kernel_counts *counts;
    const noc_kernel_run_options *options;
    double done_share, kernel_share; /* shares of the run: finished kernels, and this kernel */
    uint64_t dealt_blocks;           /* number of blocks that clusters have got */
    noc_diag *diag;
} measurement;

/* Reports progress, given the finished share of the kernel. NOC_EINTERRUPTED if the caller
 * stops. */
static noc_status report_progress(const measurement *m, double share)
{
    const noc_kernel_run_options *w = m->options;
    if (!w->progress || w->progress(w->context, m->done_share + m->kernel_share * share))
        return NOC_OK;
    return noc_fail(m->diag, NOC_EINTERRUPTED, NOC_NOWHERE, "interrupted: nothing is written");
}

static void add_tally(noc_kernel_tally *sum, const noc_kernel_tally *other)
{
    sum->instructions += other->instructions;
    sum->threads += other->threads;
    sum->idle_instructions += other->idle_instructions;
    for (int u = 0; u < NOC_OPCODE_USES; u++) sum->uses[u] += other->uses[u];
    sum->loads += other->loads;
    sum->stores += other->stores;
    sum->reads += other->reads;
    sum->writes += other->writes;
    sum->consecutive_lines += other->consecutive_lines;
}

static noc_status count_block(measurement *m, const noc_kernel_block *block)
{
    noc_kernel_counts *c = m->counts;
    bool has_room = true;
    c->blocks++;
    for (uint32_t w = 0; w < block->warps; w++) c->warps += block->lengths[w] > 0;
    if (block->warps > c->block_warps) c->block_warps = block->warps;
    add_tally(&c->tally, &block->tally);
    noc_touched_begin(m->touched, block->number);
    for (size_t a = 0; a < block->access_count; a++) {
        const noc_kernel_access *access = &block->accesses[a];
        for (uint32_t l = 0; l < access->count; l++)
            has_room &=
                noc_touched_count_line(m->touched, block->lines[access->first + l], access->index);
    }
    noc_touched_end(m->touched);
    return has_room ? NOC_OK : noc_fail_memory(m->diag);
}

/* Gets the next block of the only pool, in the order of the trace, and counts it. */
static noc_status get_next_block(void *context, int pool, noc_kernel_block *block, bool *more)
{
    measurement *m = context;
    noc_status status = noc_kernel_next(m->readers[pool], block, more);
    if (status == NOC_OK && *more) status = count_block(m, block);
    return status == NOC_OK ? report_progress(m, noc_kernel_share(m->readers[pool])) : status;
}

/* Gets the next block in a cluster's part of the grid. The first clusters have one block more. */
static noc_status get_cluster_block(void *context, int pool, noc_kernel_block *block, bool *more)
{
    measurement *m = context;
    const uint64_t blocks = m->grid_blocks, pools = (uint64_t)m->pools, cluster = (uint64_t)pool;
    const uint64_t first = cluster * (blocks / pools) +
                           (cluster < blocks % pools ? cluster : blocks % pools),
                   end = first + blocks / pools + (cluster < blocks % pools);
    noc_status status;
    do status = noc_kernel_next(m->readers[pool], block, more);
    while (status == NOC_OK && *more && (block->number < first || block->number >= end));
    m->dealt_blocks += status == NOC_OK && *more;
    return status == NOC_OK
               ? report_progress(m, (double)m->dealt_blocks / (double)(m->counts->blocks + 1))
               : status;
}

/* Counts all blocks in the order of the trace. */
static noc_status count_blocks(measurement *m)
{
    noc_kernel_block block = {0};
    bool more = true;
    noc_status status = NOC_OK;
    while (status == NOC_OK && more) status = get_next_block(m, 0, &block, &more);
    noc_arena_clear(&block.arena);
    return status;
}

static noc_status open_readers(measurement *m)
{
    noc_status status = NOC_OK;
    for (int i = 0; i < m->pools && status == NOC_OK; i++)
        if (!m->readers[i])
            status = noc_kernel_open(m->path, m->chip->line_bytes, &m->readers[i], m->diag);
    return status;
}

static uint32_t count_block_warps(const noc_kernel_header *h)
{
    const double threads = (double)h->block[0] * h->block[1] * h->block[2];
    return (uint32_t)fmin(ceil(threads / NOC_WARP_THREADS), NOC_KERNEL_WARPS_MAX);
}

static noc_status issue_kernel(measurement *m, uint64_t *cycle)
{
    const noc_kernel_header header = *noc_kernel_header_of(m->readers[0]);
    const uint32_t warps = count_block_warps(&header);
    noc_kernel_counts *c = m->counts;
    const bool has_one_pool = noc_issue_has_one_pool(m->chip);
    memcpy(c->name, header.name, sizeof c->name);
    c->kernels = 1;
    c->grid_blocks = m->grid_blocks = (uint64_t)header.grid[0] * header.grid[1] * header.grid[2];
    noc_status status = NOC_OK;
    if (!has_one_pool) {
        m->kernel_share /= 2.0;
        status = count_blocks(m);
        m->done_share += m->kernel_share;
        noc_kernel_close(m->readers[0]);
        m->readers[0] = NULL;
        if (status == NOC_OK) status = open_readers(m);
    }
    if (status == NOC_OK)
        status = noc_issue_kernel(m->chip, warps, has_one_pool ? get_next_block : get_cluster_block,
                                  m, &m->options->output, cycle, &c->issue, m->diag);
    const uint64_t cores = (uint64_t)m->chip->cores,
                   slots = (uint64_t)noc_issue_slots(m->chip, warps),
                   core_blocks = (m->grid_blocks + cores - 1) / cores;
    c->resident =
        (int)((core_blocks < slots ? core_blocks : slots) * (c->block_warps ? c->block_warps : 1));
    return status;
}

static void copy_unknown(measurement *m)
{
    const char *names;
    m->counts->unknown = noc_kernel_unknown(m->readers[0], &names);
    noc_opcode_names_add(m->counts->unknown_names, names);
}

/* Measures a kernel trace from *cycle on, and moves *cycle to its end. */
static noc_status measure_kernel(measurement *m, uint64_t *cycle)
{
    const noc_issue_chip *chip = m->chip;
    noc_status status = noc_kernel_open(m->path, chip->line_bytes, &m->readers[0], m->diag);
    if (status == NOC_OK) status = issue_kernel(m, cycle);
    if (status == NOC_OK && m->counts->blocks == 0)
        status = noc_fail(m->diag, NOC_EINPUT, (noc_place){m->path, 0},
                          "there is no thread block in it");
    if (status != NOC_OK) return status;
    copy_unknown(m);
    m->counts->touched = *noc_touched_counts_of(m->touched);
    return NOC_OK;
}

/* Measures kernel `number` of a run. */
static noc_status measure(noc_kernel_run *run, size_t number, const noc_kernel_run_options *options,
                          uint64_t *cycle, noc_diag *diag)
{
    const noc_issue_chip *chip = &run->chip;
    const double part = 1.0 / (double)run->list.count;
    measurement m = {.path = run->list.paths[number],
                     .chip = chip,
                     .counts = &run->kernels[number],
                     .options = options,
                     .done_share = (double)number * part,
                     .kernel_share = part,
                     .diag = diag};
    if (!noc_issue_has_one_pool(chip) && strcmp(m.path, "-") == 0)
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                        "the scheduler \"%s\" reads a trace once for each cluster, which standard "
                        "input cannot be",
                        chip->scheduler->name);
    m.pools = noc_issue_has_one_pool(chip) ? 1 : chip->clusters > 0 ? chip->clusters : 1;
    m.readers = calloc((size_t)m.pools, sizeof *m.readers);
    m.touched = noc_touched_new(NOC_TOUCHED_LINES_MAX);
    const noc_status status =
        m.readers && m.touched ? measure_kernel(&m, cycle) : noc_fail_memory(diag);
    for (int i = 0; m.readers && i < m.pools; i++) noc_kernel_close(m.readers[i]);
    free(m.readers);
    noc_touched_free(m.touched);
    return status;
}

/* ---- several kernels ------------------------------------------------------------------------ */

static void add_touched(noc_touched_counts *sum, const noc_touched_counts *other)
{
    sum->requests += other->requests;
    sum->lines += other->lines;
    sum->footprint += other->footprint;
    sum->reuses += other->reuses;
    sum->reuse_distance += other->reuse_distance;
    if (other->sampling_ratio > sum->sampling_ratio) sum->sampling_ratio = other->sampling_ratio;
    for (int d = 0; d < NOC_TOUCHED_DISTANCES; d++) {
        sum->paired_lines[d] += other->paired_lines[d];
        sum->shared_lines[d] += other->shared_lines[d];
        sum->separation[d] += other->separation[d];
        sum->separation_count[d] += other->separation_count[d];
    }
}

/* Adds the counts of a kernel that runs after others. */
static void add_counts(noc_kernel_counts *sum, const noc_kernel_counts *other)
{
    sum->kernels += other->kernels;
    sum->blocks += other->blocks;
    sum->warps += other->warps;
    sum->grid_blocks += other->grid_blocks;
    if (other->block_warps > sum->block_warps) sum->block_warps = other->block_warps;
    if (other->resident > sum->resident) sum->resident = other->resident;
    add_tally(&sum->tally, &other->tally);
    add_touched(&sum->touched, &other->touched);
    sum->issue.cycles += other->issue.cycles;
    sum->issue.visits += other->issue.visits;
    sum->issue.row_hits += other->issue.row_hits;
    noc_opcode_names_add(sum->unknown_names, other->unknown_names);
    sum->unknown += other->unknown;
}

/* ---- the workload --------------------------------------------------------------------------- */

/* Returns the smallest distance between blocks that share lines: 1, or the width of a grid if only
 * blocks in one column of it do; 0: none do. */
static int find_stride(const noc_touched_counts *t)
{
    for (int d = 1; d < NOC_TOUCHED_DISTANCES; d++)
        if (t->shared_lines[d] > 0.0) return d;
    return 0;
}

enum { DISTANCES_MAX = 8 }; /* largest number of distances in the fit, as for traces of packets */

static void conclude_sharing(const noc_kernel_counts *c, noc_sharing *sharing)
{
    const noc_touched_counts *t = &c->touched;
    double all[DISTANCES_MAX + 1] = {0.0}, both[DISTANCES_MAX + 1] = {0.0};
    const int stride = find_stride(t);
    if (stride == 0) return;
    const int distances = min_int((NOC_TOUCHED_DISTANCES - 1) / stride, DISTANCES_MAX);
    for (int d = 1; d <= distances; d++) {
        all[d] = t->paired_lines[d * stride];
        both[d] = t->shared_lines[d * stride];
    }
    const noc_sharing_counts counts = {
        .max_distance = distances,
        .possible_lines = all,
        .shared_lines = both,
        .mean_gap = t->separation_count[stride] > 0.0
                        ? t->separation[stride] / t->separation_count[stride] * c->resident
                        : 0.0,
        .reuse_share = t->requests > 0.0 ? t->reuses / t->requests : 0.0,
        .reuse_distance = t->reuses > 0.0 ? t->reuse_distance / t->reuses : 0.0,
    };
    sharing->stride = stride;
    noc_sharing_fit_counts(&counts, sharing);
    if (stride > 1) sharing->decay_distance *= stride;
}

noc_status noc_kernel_workload(const noc_kernel_counts *counts, const noc_issue_chip *chip,
                               const char *path, noc_workload *w, noc_diag *diag)
{
    const noc_key_table keys = noc_workload_keys();
    const noc_kernel_tally *t = &counts->tally;
    const uint64_t requests = t->reads + t->writes, accesses = t->loads + t->stores;
    *w = (noc_workload){.burst = 1};
    for (size_t i = 0; i < keys.count; i++) noc_value_default(&keys.keys[i], (char *)w);
    if (requests == 0)
        return noc_fail(diag, NOC_EINPUT, (noc_place){path, 0},
                        "no instruction of it asks for global memory, so there is no workload");
    w->warps = (int)clamp(counts->resident, 1.0, 1024.0);
    w->active_threads = clamp((double)t->threads / (double)t->instructions, 1.0, 1024.0);
    w->read_fraction = (double)t->reads / (double)requests;
    w->burst = (int)lround(clamp((double)requests / (double)accesses, 1.0, 64.0));
    w->instructions = clamp((double)t->instructions / (double)requests, 1.0 / w->burst, 1e6);
    const noc_touched_counts *touched = &counts->touched;
    const double asked = chip->has_first_level ? touched->footprint : touched->requests;
    w->l2_hit_rate = clamp(1.0 - touched->lines / asked, 0.0, 1.0);
    if (counts->issue.visits > 0)
        w->row_locality = (double)counts->issue.row_hits / (double)counts->issue.visits;
    conclude_sharing(counts, &w->sharing);
    return NOC_OK;
}

/* ---- a run ---------------------------------------------------------------------------------- */

noc_status noc_kernel_run_measure(noc_kernel_run *run, const noc_kernel_run_options *options,
                                  noc_diag *diag)
{
    uint64_t cycle = 0;
    noc_status status = NOC_OK;
    run->kernels = noc_arena_array(&run->list.arena, run->list.count, sizeof *run->kernels);
    if (!run->kernels) return noc_fail_memory(diag);
    if (options->output.out) noc_issue_write_header(&options->output);
    run->totals.touched.sampling_ratio = 1;
    for (size_t i = 0; i < run->list.count && status == NOC_OK; i++) {
        status = measure(run, i, options, &cycle, diag);
        if (status == NOC_OK) add_counts(&run->totals, &run->kernels[i]);
    }
    return status == NOC_OK
               ? noc_kernel_workload(&run->totals, &run->chip, run->name, &run->workload, diag)
               : status;
}

/* ---- notes ----------------------------------------------------------------------------------- */

static void note_counts(const noc_kernel_counts *c, noc_import *import)
{
    const noc_import_fate carried = NOC_IMPORT_CARRIED;
    noc_import_note_count(import, carried, "kernels", c->kernels, "", "");
    noc_import_note_count(import, carried, "thread blocks", c->blocks, "", "");
    noc_import_note_count(import, carried, "instructions", c->tally.instructions,
                          "workload.instructions", "");
    noc_import_note_count(import, carried, "reads", c->tally.reads, "workload.read_fraction", "");
    noc_import_note_count(import, carried, "writes", c->tally.writes, "workload.read_fraction", "");
}

/* Notes what is left out, such as instructions for other memories, which occupy a core and send
 * nothing. */
static void note_omissions(const noc_kernel_run *run, noc_import *import)
{
    static const struct {
        noc_opcode_use use;
        const char *name;
    } memories[] = {
        {NOC_OPCODE_SHARED, "instructions for shared memory"},
        {NOC_OPCODE_LOCAL, "instructions for local memory"},
        {NOC_OPCODE_CONSTANT, "instructions for constant memory"},
        {NOC_OPCODE_TEXTURE, "instructions for textures"},
    };
    const noc_kernel_counts *c = &run->totals;
    for (size_t i = 0; i < sizeof memories / sizeof memories[0]; i++)
        if (c->tally.uses[memories[i].use])
            noc_import_note_count(import, NOC_IMPORT_LEFT_OUT, memories[i].name,
                                  c->tally.uses[memories[i].use], "",
                                  "they are counted as instructions, and send no requests");
    if (c->unknown)
        noc_import_note_fate(
            import, NOC_IMPORT_LEFT_OUT, "opcodes that are not known", c->unknown_names, 0, "",
            "%llu instructions, counted as without memory", (unsigned long long)c->unknown);
    if (c->grid_blocks > c->blocks)
        noc_import_note_count(import, NOC_IMPORT_LEFT_OUT, "thread blocks not traced",
                              c->grid_blocks - c->blocks, "", "the trace has no more of the grid");
    if (run->list.copies)
        noc_import_note_count(import, NOC_IMPORT_LEFT_OUT, "bytes that the host copies",
                              run->list.copied_bytes, "", "only kernels are read");
    noc_import_note_fate(import, NOC_IMPORT_LEFT_OUT, "registers, shared memory of a block", "", 0,
                         "", "they limit no thread blocks: --slots does");
}

static void note_chip(const noc_issue_chip *chip, noc_import *import)
{
    char text[40];
    const noc_import_fate assumed = NOC_IMPORT_ASSUMED;
    snprintf(text, sizeof text, "%d", chip->cores);
    noc_import_note_fate(import, assumed, "cores", text, 0, "", "--sms, or cores of --into DESIGN");
    snprintf(text, sizeof text, "%d", chip->memory_nodes);
    noc_import_note_fate(
        import, assumed, "memory nodes", text, 0, "",
        "--memory-nodes, or memory nodes of --into DESIGN; blocks of %d bytes in turn",
        chip->interleave_bytes);
    noc_import_note_fate(import, assumed, "CTA scheduler", chip->scheduler->name, 0, "",
                         "--scheduler, or that of --into DESIGN");
    snprintf(text, sizeof text, "%d", chip->line_bytes);
    noc_import_note_fate(import, assumed, "bytes of a request", text, 0, "", "--line-bytes");
}

void noc_kernel_run_notes(const noc_kernel_run *run, noc_import *import)
{
    note_counts(&run->totals, import);
    note_omissions(run, import);
    note_chip(&run->chip, import);
}
