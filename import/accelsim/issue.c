#include "import/accelsim/issue.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

int noc_issue_slots(const noc_issue_chip *chip, uint32_t warps_of_block)
{
    if (chip->slots > 0) return chip->slots;
    const uint32_t warps = warps_of_block ? warps_of_block : 1;
    const int slots = warps < NOC_ISSUE_WARPS ? (int)(NOC_ISSUE_WARPS / warps) : 1;
    return slots < NOC_ISSUE_BLOCKS ? slots : NOC_ISSUE_BLOCKS;
}

bool noc_issue_one_pool(const noc_issue_chip *chip)
{
    return !chip->scheduler->cluster_pools;
}

/* ---- a chip at work ------------------------------------------------------------------------- */

/* Last load of a warp; its requests have consecutive ids. */
typedef struct load {
    uint64_t id;
    uint32_t count; /* number of requests; 0: no load yet */
    uint32_t index; /* instructions of the warp before the load */
} load;

/* Last loads of the warps of a block. */
typedef struct loads {
    load of[NOC_KERNEL_WARPS_MAX];
    uint32_t warps;
} loads;

/* A slot of a core and its block. */
typedef struct slot {
    noc_kernel_block block;
    uint32_t round;  /* number of instructions that each warp has issued */
    uint32_t warp;   /* next warp that issues in this round */
    uint32_t rounds; /* instructions of the longest warp */
    size_t access;   /* position of the next memory instruction */
    /* last loads of the present block, and of the block before in the slot; NULL: not needed */
    loads *now, *before;
    bool busy;
} slot;

typedef struct core {
    int turn; /* slot that issues next */
    int busy; /* slots with a block */
} core;

/* A memory node and its last request. */
typedef struct node {
    uint64_t block, row; /* block of addresses, and DRAM row, of the last request */
    bool asked;
} node;

typedef struct issuing {
    const noc_issue_chip *chip;
    noc_cta_setup setup;
    noc_cta_dispatch *dispatch;
    noc_cta_start *starts;
    slot *slots; /* slots of core 0, then of core 1, and so on */
    core *cores;
    node *nodes;
    int *ended, ended_count; /* slots whose block ends in this cycle */
    uint64_t cycle;
    int busy; /* slots of the chip with a block */
    noc_issue_source *source;
    void *from;
    const noc_issue_output *output;
    uint64_t next_id;
    noc_issue_counts *counts;
} issuing;

/* Counts a request for a line at its memory node. Returns the node's number. */
static uint64_t ask(issuing *p, uint64_t line)
{
    const noc_issue_chip *c = p->chip;
    const uint64_t bytes = (uint64_t)c->line_bytes, address = line * bytes,
                   block = address / (uint64_t)c->interleave_bytes, memory = (uint64_t)c->memory,
                   at = block % memory;
    const uint64_t local =
        block / memory * (uint64_t)c->interleave_bytes + address % (uint64_t)c->interleave_bytes;
    const uint64_t row = local / (uint64_t)c->row_bytes;
    node *n = &p->nodes[at];
    if (!n->asked || n->block != block) {
        p->counts->visits += n->asked;
        p->counts->row_hits += n->asked && n->row == row;
        *n = (node){block, row, true};
    }
    return at;
}

/* Writes the ids of a load's requests after other ids. */
static void write_ids(FILE *out, const load *l, bool *any)
{
    for (uint32_t i = 0; i < l->count; i++) {
        fprintf(out, "%s%" PRIu64, *any ? "+" : "", l->id + i);
        *any = true;
    }
}

/* Writes the loads for which a memory instruction of the slot's next warp waits, and the cycles of
 * delay after them. */
static void write_wait(const issuing *p, const slot *s)
{
    FILE *out = p->output->out;
    const load *own = &s->now->of[s->warp];
    bool any = false;
    if (own->count)
        write_ids(out, own, &any);
    else
        for (uint32_t w = 0; w < s->before->warps; w++) write_ids(out, &s->before->of[w], &any);
    if (any)
        fprintf(out, ",%" PRIu32, own->count ? s->round - own->index : s->round + 1);
    else
        fputc(',', out);
}

/* Writes a request, from a core if requests have addresses, else from a port. */
static void write_request(issuing *p, int of_core, const slot *s, bool write, uint64_t line,
                          uint64_t at)
{
    const noc_issue_chip *c = p->chip;
    const int ports = c->ports ? c->ports : c->cores;
    const int source = p->output->addresses ? of_core : of_core / (c->cores / ports);
    FILE *out = p->output->out;
    fprintf(out, "%" PRIu64 ",%d,%" PRIu64 ",%s,%d", p->cycle, source, (uint64_t)ports + at,
            write ? "write" : "read", c->header_bytes + (write ? c->line_bytes : 0));
    if (p->output->addresses) fprintf(out, ",0x%" PRIx64, line * (uint64_t)c->line_bytes);
    if (p->output->waits) {
        fprintf(out, ",%" PRIu64 ",", p->next_id++);
        write_wait(p, s);
    }
    fputc('\n', out);
}

/* Issues an instruction of the slot's next warp, which may request lines. */
static void issue(issuing *p, int of_core, slot *s)
{
    const noc_kernel_block *b = &s->block;
    if (s->access == b->access_count) return;
    const noc_kernel_access *a = &b->accesses[s->access];
    if (a->index != s->round || a->warp != s->warp) return;
    const uint64_t first_id = p->next_id;
    s->access++;
    for (uint32_t l = 0; l < a->count; l++) {
        const uint64_t line = b->lines[a->first + l], at = ask(p, line);
        if (p->output->out) write_request(p, of_core, s, a->write, line, at);
    }
    if (s->now && !a->write) s->now->of[s->warp] = (load){first_id, a->count, s->round};
}

/* Moves to the next warp with an instruction left in this round, or to the next slot; lists blocks
 * that have ended. */
static void advance(issuing *p, core *c, int first, slot *s)
{
    do s->warp++;
    while (s->warp < s->block.warps && s->block.lengths[s->warp] <= s->round);
    if (s->warp < s->block.warps) return;
    s->round++;
    s->warp = 0;
    while (s->warp < s->block.warps && s->block.lengths[s->warp] <= s->round) s->warp++;
    if (s->round >= s->rounds) p->ended[p->ended_count++] = first + c->turn;
    c->turn = (c->turn + 1) % p->setup.shape.slots;
}

/* Issues an instruction of one warp of a core. */
static void step(issuing *p, int of_core)
{
    core *c = &p->cores[of_core];
    const int slots = p->setup.shape.slots, first = of_core * slots;
    for (int tried = 0; tried < slots; tried++) {
        slot *s = &p->slots[first + c->turn];
        if (s->busy && s->round < s->rounds) {
            issue(p, of_core, s);
            advance(p, c, first, s);
            return;
        }
        c->turn = (c->turn + 1) % slots;
    }
}

/* ---- blocks begin and end ------------------------------------------------------------------- */

/* Fills a slot with the next block of its pool that has instructions. */
static noc_status start(issuing *p, noc_cta_slot at)
{
    const int cluster = at.core / p->setup.shape.cores;
    slot *s = &p->slots[at.core * p->setup.shape.slots + at.slot];
    const int pool = noc_issue_one_pool(p->chip) ? 0 : cluster;
    bool more;
    do {
        const noc_status status = p->source(p->from, pool, &s->block, &more);
        if (status != NOC_OK) return status;
        s->rounds = 0;
        for (uint32_t w = 0; more && w < s->block.warps; w++)
            if (s->block.lengths[w] > s->rounds) s->rounds = s->block.lengths[w];
    } while (more && s->rounds == 0);
    s->busy = more;
    if (!more) return NOC_OK; /* no block is left */
    s->round = s->warp = 0;
    s->access = 0;
    while (s->block.lengths[s->warp] == 0) s->warp++;
    if (s->now) {
        loads *const over = s->before;
        s->before = s->now;
        s->now = over;
        memset(over->of, 0, s->block.warps * sizeof over->of[0]);
        over->warps = s->block.warps;
    }
    p->cores[at.core].busy++;
    p->busy++;
    return NOC_OK;
}

static noc_status fill(issuing *p)
{
    const size_t count = noc_cta_dispatch_fill(p->dispatch, p->starts);
    noc_status status = NOC_OK;
    for (size_t i = 0; i < count && status == NOC_OK; i++) status = start(p, p->starts[i].at);
    return status;
}

static void end_blocks(issuing *p)
{
    const int slots = p->setup.shape.slots;
    for (int i = 0; i < p->ended_count; i++) {
        const int at = p->ended[i];
        p->slots[at].busy = false;
        p->cores[at / slots].busy--;
        p->busy--;
        noc_cta_dispatch_end(p->dispatch, (noc_cta_slot){at / slots, at % slots});
    }
    p->ended_count = 0;
}

static noc_status issue_all(issuing *p)
{
    noc_status status = fill(p);
    while (status == NOC_OK && p->busy > 0) {
        for (int c = 0; c < p->chip->cores; c++)
            if (p->cores[c].busy > 0) step(p, c);
        p->cycle++;
        if (p->ended_count == 0) continue;
        end_blocks(p);
        status = fill(p);
    }
    return status;
}

/* ---- a kernel ------------------------------------------------------------------------------- */

static bool make_room(issuing *p)
{
    const size_t cores = (size_t)p->chip->cores, slots = cores * (size_t)p->setup.shape.slots;
    p->dispatch = noc_cta_dispatch_new(&p->setup);
    p->starts = calloc(slots, sizeof *p->starts);
    p->slots = calloc(slots, sizeof *p->slots);
    p->ended = calloc(slots, sizeof *p->ended);
    p->cores = calloc(cores, sizeof *p->cores);
    p->nodes = calloc((size_t)p->chip->memory, sizeof *p->nodes);
    bool all = p->dispatch && p->starts && p->slots && p->ended && p->cores && p->nodes;
    for (size_t i = 0; all && p->output->waits && i < slots; i++) {
        p->slots[i].now = calloc(1, sizeof *p->slots[i].now);
        p->slots[i].before = calloc(1, sizeof *p->slots[i].before);
        all = p->slots[i].now && p->slots[i].before;
    }
    return all;
}

static void clear(issuing *p)
{
    const size_t slots = (size_t)p->chip->cores * (size_t)p->setup.shape.slots;
    for (size_t i = 0; p->slots && i < slots; i++) {
        noc_kernel_block_clear(&p->slots[i].block);
        free(p->slots[i].now);
        free(p->slots[i].before);
    }
    noc_cta_dispatch_free(p->dispatch);
    free(p->starts);
    free(p->slots);
    free(p->ended);
    free(p->cores);
    free(p->nodes);
}

void noc_issue_header(const noc_issue_output *output)
{
    fputs("cycle,source,destination,class,bytes", output->out);
    if (output->addresses) fputs(",address", output->out);
    fputs(output->waits ? ",id,after,delay\n" : "\n", output->out);
}

noc_status noc_issue_kernel(const noc_issue_chip *chip, uint32_t block_warps,
                            noc_issue_source *source, void *from, const noc_issue_output *output,
                            uint64_t *cycle, noc_issue_counts *counts, noc_diag *diag)
{
    static const uint64_t endless = 0;
    const int clusters = chip->clusters ? chip->clusters : chip->cores;
    noc_refusal refusal = {.keys = {NULL}};
    issuing p = {
        .chip = chip,
        .setup = {.scheduler = chip->scheduler,
                  .shape = {clusters, chip->cores / clusters, noc_issue_slots(chip, block_warps)},
                  .kernels = 1,
                  .counts = &endless},
        .cycle = *cycle,
        .source = source,
        .from = from,
        .output = output,
        .counts = counts,
    };
    if (!noc_cta_check(&p.setup, chip->clusters > 0, &refusal))
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE, "%s", refusal.text);
    const noc_status status = make_room(&p) ? issue_all(&p) : noc_fail_memory(diag);
    counts->cycles += p.cycle - *cycle;
    *cycle = p.cycle;
    clear(&p);
    return status;
}
