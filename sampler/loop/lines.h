/* sampler/loop/lines.h: station of the lines that CTAs share: names of the blocks that warps
 * request, drawn from the streams of their CTAs (addresses.h), and first-level caches of the cores.
 *
 * Enter: CTAs that start, requests, and lines that reach a core. Leave: names of blocks, and
 * whether a request hits. The name of a block is its first line. */
#ifndef NOC_SAMPLER_LOOP_LINES_H
#define NOC_SAMPLER_LOOP_LINES_H

#include "sampler/loop/addresses.h"
#include "sampler/loop/cores.h"
#include "sampler/policies/cluster.h"

typedef struct noc_recent_line {
    uint64_t line, cycle;
} noc_recent_line;

typedef struct noc_lines {
    const noc_cores *cores;
    bool are_shared; /* CTAs of a kernel share lines; false: the other members are 0 */
    noc_address_rule rules[NOC_KERNELS_MAX];
    noc_address_stream *streams; /* [core * slots + slot]: line stream of the CTA */
    /* [core * sets + set]: first-level caches; each set is fully associative */
    noc_line_cache *caches;
    uint32_t set_count; /* sets of a core's cache; 0: no cache, requests are misses */
    /* [cluster * places]: last requested line at each hash index; about one of some hundred recent
     * lines is lost */
    noc_recent_line *recent_lines;
} noc_lines;

/* Makes the lines. Cores are borrowed. False when out of memory. */
bool noc_lines_make(noc_lines *lines, const noc_cores *cores, const noc_loop_load *load,
                    noc_arena *arena);

/* Starts the stream of a CTA that starts in a slot. No effect if no lines are shared. */
void noc_lines_begin_cta(noc_lines *lines, const noc_cta_start *start);

/* Draws the name of a warp's next block, where lines are shared. */
uint64_t noc_lines_draw_block(noc_lines *lines, uint32_t core, uint32_t warp);

/* Looks up a request in the cache of its core. True: a read that hits. */
bool noc_lines_look_up(noc_lines *lines, uint32_t core, uint64_t line, bool writes);

/* Counts a read that missed. */
void noc_lines_count_miss(noc_lines *lines, uint32_t core, uint64_t line);

/* Stores a line in the cache of a core that has requested it. */
void noc_lines_insert(noc_lines *lines, uint32_t core, uint64_t line);

#endif
