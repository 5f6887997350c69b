/* import/accelsim/touched.h: which blocks of a kernel touch which lines, in bounded memory.
 *
 * All lines are looked at while they are few. A table that is full keeps every second line, by a
 * hash of its number, and so on: each line that is left stands for as many as it has to. */
#ifndef NOC_IMPORT_ACCELSIM_TOUCHED_H
#define NOC_IMPORT_ACCELSIM_TOUCHED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"

enum {
    NOC_TOUCHED_FAR = 64,       /* blocks further on, that are looked at, and 1 */
    NOC_TOUCHED_MOST = 1 << 20, /* lines of a table */
};

typedef struct noc_touched noc_touched;

/* Counts, each line with the number of lines that it stands for. */
typedef struct noc_touched_counts {
    double requests, lines;              /* lines: different ones */
    double footprint;                    /* different lines of each block, summed over blocks */
    double reuses, reuse_distance;       /* requests for a line that its block has touched before;
                                         * lines that the block touched first since then, summed */
    double all[NOC_TOUCHED_FAR];         /* lines of blocks that have another one at a distance */
    double both[NOC_TOUCHED_FAR];        /* lines of these that the other one touches, too */
    double apart[NOC_TOUCHED_FAR];       /* instructions between both blocks' first requests, */
    double apart_count[NOC_TOUCHED_FAR]; /* summed over so many lines */
    int every;                           /* one of so many lines was looked at; 1: all were */
} noc_touched_counts;

/* NULL when out of memory. noc_touched_free accepts NULL. `most`: lines of the table at most. */
noc_touched *noc_touched_new(size_t most);
void noc_touched_free(noc_touched *touched);

/* A block begins, asks for lines (after `index` instructions of a warp), and is over. Blocks may
 * come in any order; pairs of blocks are counted while at most NOC_TOUCHED_FAR others came between
 * them. False when out of memory. */
void noc_touched_begin(noc_touched *touched, uint64_t block);
bool noc_touched_line(noc_touched *touched, uint64_t line, uint32_t index);
void noc_touched_end(noc_touched *touched);

const noc_touched_counts *noc_touched_counts_of(const noc_touched *touched);

#endif
