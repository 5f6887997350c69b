#include "sampler/loop/lines.h"

#include <math.h>

#include "base/min_max.h"

enum { RECENT_PLACES = 2048 }; /* places for recent lines, for each core of a cluster */

/* ---- making --------------------------------------------------------------------------------- */

/* Counts the new lines per cycle of a CTA that never waits. */
static double count_touches_max(const noc_cores *c, const noc_workload *w)
{
    const noc_memory_spec *m = &c->ports->system->design->memory;
    const int block_lines = m->interleave_bytes / m->line_bytes;
    const double requests = c->cores_per_cycle / c->issue_cycles / w->instructions;
    const double blocks = ceil((double)w->burst / block_lines) / w->burst;
    const double reuse_share = w->sharing.reuse_lines > 0.0 ? w->sharing.shared_fraction : 0.0;
    return requests * blocks * (1.0 - reuse_share) / c->kernels->slot_count;
}

static void make_rule(noc_lines *l, const noc_loop_load *load, int kernel)
{
    const noc_workload *w = &l->cores->kernels->list[kernel].workload;
    const uint64_t number = l->cores->kernels->list[kernel].number;
    const double given_touches = load->kernels ? load->kernels->touches_per_cycle[number] : 0.0;
    const double touches = given_touches > 0.0 ? given_touches : count_touches_max(l->cores, w);
    uint64_t seed = load->seed ^ (number << 32);
    l->rules[kernel] = noc_paced_rule_make(&w->sharing, touches, noc_splitmix(&seed));
}

/* Lines of an incomplete set are not used. */
static void make_caches(noc_lines *l, noc_arena *arena)
{
    const noc_nodes_spec *nodes = &l->cores->ports->system->design->nodes;
    const uint32_t lines = (uint32_t)nodes->l1_lines, ways = (uint32_t)nodes->l1_ways;
    if (lines == 0) return;
    l->set_count = lines > ways ? lines / ways : 1;
    const size_t count = (size_t)l->cores->count * l->set_count;
    l->caches = noc_arena_array(arena, count, sizeof *l->caches);
    for (size_t i = 0; i < count && !arena->is_short; i++)
        noc_line_cache_make(&l->caches[i], min_unsigned(lines, ways), arena);
}

bool noc_lines_make(noc_lines *l, const noc_cores *cores, const noc_loop_load *load,
                    noc_arena *arena)
{
    const noc_kernels *kernels = cores->kernels;
    *l = (noc_lines){.cores = cores};
    for (int k = 0; k < kernels->count; k++)
        l->are_shared = l->are_shared || noc_sharing_is_active(&kernels->list[k].workload.sharing);
    if (!l->are_shared) return true;
    for (int k = 0; k < kernels->count; k++) make_rule(l, load, k);
    l->streams =
        noc_arena_array(arena, (size_t)cores->count * kernels->slot_count, sizeof *l->streams);
    l->recent_lines =
        noc_arena_array(arena, (size_t)cores->count * RECENT_PLACES, sizeof *l->recent_lines);
    make_caches(l, arena);
    return !arena->is_short;
}

/* ---- streams -------------------------------------------------------------------------------- */

void noc_lines_begin_cta(noc_lines *l, const noc_cta_start *start)
{
    if (!l->are_shared) return;
    const uint32_t core = (uint32_t)start->start_slot.core, slot = (uint32_t)start->start_slot.slot;
    l->streams[core * l->cores->kernels->slot_count + slot] =
        noc_paced_stream_make(&l->rules[start->kernel], start->cta, l->cores->ports->now);
}

uint64_t noc_lines_draw_block(noc_lines *l, uint32_t core, uint32_t w)
{
    const noc_kernels *kernels = l->cores->kernels;
    noc_ports *ports = l->cores->ports;
    const uint8_t kernel = l->cores->list[core].warps[w].kernel;
    noc_address_stream *stream = &l->streams[core * kernels->slot_count + kernels->slot_of_warp[w]];
    bool is_new;
    const uint64_t block = noc_paced_next_line(&l->rules[kernel], stream, ports->now, &is_new);
    ports->tally.cores.touches[kernels->list[kernel].number] += is_new;
    return block;
}

/* ---- first-level caches --------------------------------------------------------------------- */

/* Hashes a line by the high bits of the product with 2^64 over the golden ratio. */
static uint64_t hash_line(uint64_t line)
{
    return line * 0x9e3779b97f4a7c15u >> 32;
}

/* Finds the set of a line by the line's random name, so all sets are equally likely. */
static noc_line_cache *find_set(const noc_lines *l, uint32_t core, uint64_t line)
{
    return &l->caches[(size_t)core * l->set_count + hash_line(line) % l->set_count];
}

/* A write drops the line and continues to memory. */
bool noc_lines_look_up(noc_lines *l, uint32_t core, uint64_t line, bool writes)
{
    if (l->set_count == 0) return false;
    if (!writes) return noc_line_cache_use(find_set(l, core, line), line);
    noc_line_cache_drop(find_set(l, core, line), line);
    return false;
}

void noc_lines_count_miss(noc_lines *l, uint32_t core, uint64_t line)
{
    noc_ports *ports = l->cores->ports;
    const uint64_t cluster_places = (uint64_t)l->cores->terminal_cores * RECENT_PLACES;
    const size_t first = core / l->cores->terminal_cores * cluster_places;
    noc_recent_line *last = &l->recent_lines[first + hash_line(line) % cluster_places];
    ports->tally.cores.misses++;
    ports->tally.cores.redundant +=
        last->line == line && ports->now - last->cycle <= NOC_REDUNDANT_CYCLES;
    *last = (noc_recent_line){line, ports->now};
}

void noc_lines_insert(noc_lines *l, uint32_t core, uint64_t line)
{
    if (l->set_count > 0) noc_line_cache_insert(find_set(l, core, line), line);
}
