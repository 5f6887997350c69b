#include "import/accelsim/issue.h"

#include <inttypes.h>
#include <string.h>

int noc_issue_slots(const noc_issue_chip *chip, uint32_t warps_of_block)
{
    if (chip->slots > 0) return chip->slots;
    const uint32_t warps = warps_of_block ? warps_of_block : 1;
    const int slots = warps < NOC_ISSUE_WARPS ? (int)(NOC_ISSUE_WARPS / warps) : 1;
    return slots < NOC_ISSUE_BLOCKS ? slots : NOC_ISSUE_BLOCKS;
}

bool noc_issue_has_one_pool(const noc_issue_chip *chip)
{
    return !chip->scheduler->has_cluster_pools;
}

/* ---- issuing -------------------------------------------------------------------------------- */

/* Last load of a warp; its requests have consecutive ids. */
typedef struct last_load {
    uint64_t id;
    uint32_t count; /* number of requests; 0: no load yet */
    uint32_t index; /* instructions of the warp before the load */
} last_load;

/* Last loads of the warps of a block. */
typedef struct block_loads {
    last_load list[NOC_KERNEL_WARPS_MAX];
    uint32_t warps;
} block_loads;

/* A slot of a core and its block. */
typedef struct slot {
    noc_kernel_block block;
    uint32_t round;     /* number of instructions that each warp has issued */
    uint32_t next_warp; /* next warp that issues in this round */
    uint32_t rounds;    /* instructions of the longest warp */
    size_t next_access; /* position of the next memory instruction */
    /* last loads of the present block, and of the block before in the slot; NULL: not needed */
    block_loads *loads, *previous_loads;
    bool has_block;
} slot;

typedef struct core {
    int next_slot;  /* slot that issues next */
    int busy_slots; /* slots with a block */
} core;

/* A memory node and its last request. */
typedef struct node {
    uint64_t block, row; /* block of addresses, and DRAM row, of the last request */
    bool has_request;
} node;

typedef struct issue_state {
    noc_arena arena; /* owns the arrays */
    const noc_issue_chip *chip;
    noc_cta_setup setup;
    noc_cta_dispatch *dispatch;
    noc_cta_start *starts;
    slot *slots; /* slots of core 0, then of core 1, and so on */
    core *cores;
    node *nodes;
    int *ended_slots, ended_count; /* slots whose block ends in this cycle */
    uint64_t cycle;
    int busy_slots; /* slots of the chip with a block */
    noc_block_source *source;
    void *context;
    const noc_issue_output *output;
    uint64_t next_id;
    noc_issue_counts *counts;
} issue_state;

/* Counts a request for a line at its memory node. Returns the node's number. */
static uint64_t count_request(issue_state *p, uint64_t line)
{
    const noc_issue_chip *c = p->chip;
    const uint64_t bytes = (uint64_t)c->line_bytes, address = line * bytes,
                   block = address / (uint64_t)c->interleave_bytes,
                   memory = (uint64_t)c->memory_nodes, memory_node = block % memory;
    const uint64_t local =
        block / memory * (uint64_t)c->interleave_bytes + address % (uint64_t)c->interleave_bytes;
    const uint64_t row = local / (uint64_t)c->row_bytes;
    node *n = &p->nodes[memory_node];
    if (!n->has_request || n->block != block) {
        p->counts->visits += n->has_request;
        p->counts->row_hits += n->has_request && n->row == row;
        *n = (node){block, row, true};
    }
    return memory_node;
}

/* Writes the ids of a load's requests after other ids. */
static void write_ids(FILE *out, const last_load *l, bool *has_ids)
{
    for (uint32_t i = 0; i < l->count; i++) {
        fprintf(out, "%s%" PRIu64, *has_ids ? "+" : "", l->id + i);
        *has_ids = true;
    }
}

/* Writes the loads for which a memory instruction of the slot's next warp waits, and the cycles of
 * delay after them. */
static void write_wait(const issue_state *p, const slot *s)
{
    FILE *out = p->output->out;
    const last_load *last = &s->loads->list[s->next_warp];
    bool has_ids = false;
    if (last->count)
        write_ids(out, last, &has_ids);
    else
        for (uint32_t w = 0; w < s->previous_loads->warps; w++)
            write_ids(out, &s->previous_loads->list[w], &has_ids);
    if (has_ids)
        fprintf(out, ",%" PRIu32, last->count ? s->round - last->index : s->round + 1);
    else
        fputc(',', out);
}

/* Writes a request, from a core if requests have addresses, else from a port. */
static void write_request(issue_state *p, int core_number, const slot *s, bool write, uint64_t line,
                          uint64_t memory_node)
{
    const noc_issue_chip *c = p->chip;
    const int ports = c->ports ? c->ports : c->cores;
    const int source = p->output->has_addresses ? core_number : core_number / (c->cores / ports);
    FILE *out = p->output->out;
    fprintf(out, "%" PRIu64 ",%d,%" PRIu64 ",%s,%d", p->cycle, source,
            (uint64_t)ports + memory_node, write ? "write" : "read",
            c->header_bytes + (write ? c->line_bytes : 0));
    if (p->output->has_addresses) fprintf(out, ",0x%" PRIx64, line * (uint64_t)c->line_bytes);
    if (p->output->has_waits) {
        fprintf(out, ",%" PRIu64 ",", p->next_id++);
        write_wait(p, s);
    }
    fputc('\n', out);
}

/* Issues an instruction of the slot's next warp, which may request lines. */
static void issue_instruction(issue_state *p, int core_number, slot *s)
{
    const noc_kernel_block *b = &s->block;
    if (s->next_access == b->access_count) return;
    const noc_kernel_access *a = &b->accesses[s->next_access];
    if (a->index != s->round || a->warp != s->next_warp) return;
    const uint64_t first_id = p->next_id;
    s->next_access++;
    for (uint32_t l = 0; l < a->count; l++) {
        const uint64_t line = b->lines[a->first + l], memory_node = count_request(p, line);
        if (p->output->out) write_request(p, core_number, s, a->is_write, line, memory_node);
    }
    if (s->loads && !a->is_write)
        s->loads->list[s->next_warp] = (last_load){first_id, a->count, s->round};
}

/* Moves to the next warp with an instruction left in this round, or to the next slot; lists blocks
 * that have ended. */
static void advance_warp(issue_state *p, core *c, int first_slot, slot *s)
{
    do s->next_warp++;
    while (s->next_warp < s->block.warps && s->block.lengths[s->next_warp] <= s->round);
    if (s->next_warp < s->block.warps) return;
    s->round++;
    s->next_warp = 0;
    while (s->next_warp < s->block.warps && s->block.lengths[s->next_warp] <= s->round)
        s->next_warp++;
    if (s->round >= s->rounds) p->ended_slots[p->ended_count++] = first_slot + c->next_slot;
    c->next_slot = (c->next_slot + 1) % p->setup.shape.slots;
}

/* Issues an instruction of one warp of a core. */
static void step_core(issue_state *p, int core_number)
{
    core *c = &p->cores[core_number];
    const int slots = p->setup.shape.slots, first = core_number * slots;
    for (int attempts = 0; attempts < slots; attempts++) {
        slot *s = &p->slots[first + c->next_slot];
        if (s->has_block && s->round < s->rounds) {
            issue_instruction(p, core_number, s);
            advance_warp(p, c, first, s);
            return;
        }
        c->next_slot = (c->next_slot + 1) % slots;
    }
}

/* ---- blocks begin and end ------------------------------------------------------------------- */

/* Fills a slot with the next block of its pool that has instructions. */
static noc_status start_block(issue_state *p, noc_cta_slot place)
{
    const int cluster = place.core / p->setup.shape.cores;
    slot *s = &p->slots[place.core * p->setup.shape.slots + place.slot];
    const int pool = noc_issue_has_one_pool(p->chip) ? 0 : cluster;
    bool more;
    do {
        const noc_status status = p->source(p->context, pool, &s->block, &more);
        if (status != NOC_OK) return status;
        s->rounds = 0;
        for (uint32_t w = 0; more && w < s->block.warps; w++)
            if (s->block.lengths[w] > s->rounds) s->rounds = s->block.lengths[w];
    } while (more && s->rounds == 0);
    s->has_block = more;
    if (!more) return NOC_OK; /* no block is left */
    s->round = s->next_warp = 0;
    s->next_access = 0;
    while (s->block.lengths[s->next_warp] == 0) s->next_warp++;
    if (s->loads) {
        block_loads *const oldest = s->previous_loads;
        s->previous_loads = s->loads;
        s->loads = oldest;
        memset(oldest->list, 0, s->block.warps * sizeof oldest->list[0]);
        oldest->warps = s->block.warps;
    }
    p->cores[place.core].busy_slots++;
    p->busy_slots++;
    return NOC_OK;
}

static noc_status fill_slots(issue_state *p)
{
    const size_t count = noc_cta_dispatch_fill(p->dispatch, p->starts);
    noc_status status = NOC_OK;
    for (size_t i = 0; i < count && status == NOC_OK; i++)
        status = start_block(p, p->starts[i].start_slot);
    return status;
}

static void end_blocks(issue_state *p)
{
    const int slots = p->setup.shape.slots;
    for (int i = 0; i < p->ended_count; i++) {
        const int at = p->ended_slots[i];
        p->slots[at].has_block = false;
        p->cores[at / slots].busy_slots--;
        p->busy_slots--;
        noc_cta_dispatch_end(p->dispatch, (noc_cta_slot){at / slots, at % slots});
    }
    p->ended_count = 0;
}

static noc_status issue_all(issue_state *p)
{
    noc_status status = fill_slots(p);
    while (status == NOC_OK && p->busy_slots > 0) {
        for (int c = 0; c < p->chip->cores; c++)
            if (p->cores[c].busy_slots > 0) step_core(p, c);
        p->cycle++;
        if (p->ended_count == 0) continue;
        end_blocks(p);
        status = fill_slots(p);
    }
    return status;
}

/* ---- a kernel ------------------------------------------------------------------------------- */

static bool alloc_state(issue_state *p)
{
    const size_t cores = (size_t)p->chip->cores, slots = cores * (size_t)p->setup.shape.slots;
    p->dispatch = noc_cta_dispatch_new(&p->setup, &p->arena);
    p->starts = noc_arena_array(&p->arena, slots, sizeof *p->starts);
    p->slots = noc_arena_array(&p->arena, slots, sizeof *p->slots);
    p->ended_slots = noc_arena_array(&p->arena, slots, sizeof *p->ended_slots);
    p->cores = noc_arena_array(&p->arena, cores, sizeof *p->cores);
    p->nodes = noc_arena_array(&p->arena, (size_t)p->chip->memory_nodes, sizeof *p->nodes);
    for (size_t i = 0; p->slots && p->output->has_waits && i < slots; i++) {
        slot *s = &p->slots[i];
        s->loads = noc_arena_array(&p->arena, 1, sizeof *s->loads);
        s->previous_loads = noc_arena_array(&p->arena, 1, sizeof *s->previous_loads);
    }
    return !p->arena.is_short;
}

static void clear_state(issue_state *p)
{
    const size_t slots = (size_t)p->chip->cores * (size_t)p->setup.shape.slots;
    for (size_t i = 0; p->slots && i < slots; i++) noc_arena_clear(&p->slots[i].block.arena);
    noc_arena_clear(&p->arena);
}

void noc_issue_write_header(const noc_issue_output *output)
{
    fputs("cycle,source,destination,class,bytes", output->out);
    if (output->has_addresses) fputs(",address", output->out);
    fputs(output->has_waits ? ",id,after,delay\n" : "\n", output->out);
}

noc_status noc_issue_kernel(const noc_issue_chip *chip, uint32_t block_warps,
                            noc_block_source *source, void *context, const noc_issue_output *output,
                            uint64_t *cycle, noc_issue_counts *counts, noc_diag *diag)
{
    static const uint64_t endless = 0;
    const int clusters = chip->clusters ? chip->clusters : chip->cores;
    noc_refusal refusal = {.keys = {NULL}};
    issue_state p = {
        .chip = chip,
        .setup = {.scheduler = chip->scheduler,
                  .shape = {clusters, chip->cores / clusters, noc_issue_slots(chip, block_warps)},
                  .kernels = 1,
                  .counts = &endless},
        .cycle = *cycle,
        .source = source,
        .context = context,
        .output = output,
        .counts = counts,
    };
    if (!noc_cta_check_setup(&p.setup, chip->clusters > 0, &refusal))
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE, "%s", refusal.text);
    const noc_status status = alloc_state(&p) ? issue_all(&p) : noc_fail_memory(diag);
    counts->cycles += p.cycle - *cycle;
    *cycle = p.cycle;
    clear_state(&p);
    return status;
}
