/* import/accelsim/touched.h: counts the lines of memory that blocks of a kernel share, in bounded
 * memory.
 *
 * Method: all lines are counted while they are few. A full table keeps every second line, by a hash
 * of its number, and so on; each line that is left stands for `every` lines. */
#ifndef NOC_IMPORT_ACCELSIM_TOUCHED_H
#define NOC_IMPORT_ACCELSIM_TOUCHED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"

enum {
    NOC_TOUCHED_FAR = 64,       /* 1 + the largest distance between blocks that is counted */
    NOC_TOUCHED_MOST = 1 << 20, /* most lines of a table */
};

typedef struct noc_touched noc_touched;

/* Counts, each line weighted by the number of lines for which it stands. */
typedef struct noc_touched_counts {
    double requests, lines; /* requests; different lines */
    double footprint;       /* different lines of each block, summed over blocks */
    /* requests for a line that its block has touched before; lines that the block touched first
     * since then, summed */
    double reuses, reuse_distance;
    double all[NOC_TOUCHED_FAR]; /* [distance]: lines of blocks that have a block at the distance */
    /* [distance]: lines among these that the other block touches, too */
    double both[NOC_TOUCHED_FAR];
    /* [distance]: instructions between both blocks' first requests, summed */
    double apart[NOC_TOUCHED_FAR];
    double apart_count[NOC_TOUCHED_FAR]; /* [distance]: lines in the sum `apart` */
    int every; /* ratio of all lines to counted ones; 1: all were counted */
} noc_touched_counts;

/* Makes an empty table; NULL when out of memory. noc_touched_free accepts NULL. `most`: lines of
 * the table at most. */
noc_touched *noc_touched_new(size_t most);
void noc_touched_free(noc_touched *touched);

/* Counts a block: its begin, its requests for lines (after `index` instructions of a warp), its
 * end. Blocks may come in any order; pairs of blocks are counted while at most NOC_TOUCHED_FAR
 * others came between them. False when out of memory. */
void noc_touched_begin(noc_touched *touched, uint64_t block);
bool noc_touched_line(noc_touched *touched, uint64_t line, uint32_t index);
void noc_touched_end(noc_touched *touched);

const noc_touched_counts *noc_touched_counts_of(const noc_touched *touched);

#endif
