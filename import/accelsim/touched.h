/* import/accelsim/touched.h: counts the lines of memory that blocks of a kernel share, in bounded
 * memory.
 *
 * Each line is counted until the table is full. Then every second line of the table is dropped and
 * no longer counted, by a hash of the line's number; this repeats each time that the table is full.
 * Each counted line stands for sampling_ratio lines. */
#ifndef NOC_IMPORT_ACCELSIM_TOUCHED_H
#define NOC_IMPORT_ACCELSIM_TOUCHED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"

enum {
    /* 1 + the largest counted distance between the numbers of two blocks */
    NOC_TOUCHED_DISTANCES = 64,
    NOC_TOUCHED_LINES_MAX = 1 << 20, /* largest number of lines of a table */
};

typedef struct noc_touched_table noc_touched_table;

/* Counts in which each counted line is weighted by the number of lines for which it stands. */
typedef struct noc_touched_counts {
    double requests, lines; /* requests, and distinct lines */
    double footprint;       /* distinct lines of each block, summed over blocks */
    /* requests for lines that their block has touched before; sum over these requests of the
     * distinct lines that the block touched in between */
    double reuses, reuse_distance;
    /* [distance]: lines of blocks with another block at this distance */
    double paired_lines[NOC_TOUCHED_DISTANCES];
    /* [distance]: lines among these that the other block touches as well */
    double shared_lines[NOC_TOUCHED_DISTANCES];
    /* [distance]: sum of the instructions between both blocks' first requests */
    double separation[NOC_TOUCHED_DISTANCES];
    /* [distance]: number of lines in the sum `separation` */
    double separation_count[NOC_TOUCHED_DISTANCES];
    int sampling_ratio; /* ratio of all lines to counted lines; 1: all lines were counted */
} noc_touched_counts;

/* Makes an empty table of at most `max_lines` lines; NULL when out of memory. noc_touched_free
 * accepts NULL. */
noc_touched_table *noc_touched_new(size_t max_lines);
void noc_touched_free(noc_touched_table *touched);

/* Begin a block; count a request of the block for a line, after `index` instructions of its warp
 * (false when out of memory); end the block. Blocks may come in any order. Two blocks are compared
 * if fewer than NOC_TOUCHED_DISTANCES others end in between. */
void noc_touched_begin(noc_touched_table *touched, uint64_t block);
bool noc_touched_count_line(noc_touched_table *touched, uint64_t line, uint32_t index);
void noc_touched_end(noc_touched_table *touched);

const noc_touched_counts *noc_touched_counts_of(const noc_touched_table *touched);

#endif
