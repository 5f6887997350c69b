#include "import/accelsim/touched.h"

#include <stdlib.h>
#include <string.h>

#include "base/random.h"

enum { DISTANCES = NOC_TOUCHED_DISTANCES, FIRST_CAPACITY = 1024 };

typedef struct entry {
    uint64_t line;
    uint64_t blocks;     /* bit i: block last - i has touched the line; 0: the entry is free */
    uint64_t last_block; /* largest number of a block that has touched the line */
    /* distinct lines that this block had touched before the line */
    double rank;
    uint32_t index; /* instructions of the warp before this touch */
} entry;

/* A block that has ended. */
typedef struct ended_block {
    uint64_t block;
    double footprint;
} ended_block;

struct noc_touched_table {
    entry *entries;
    /* capacity: a power of two; lines_max: largest number of lines */
    size_t capacity, count, lines_max;
    uint64_t block;
    double footprint; /* distinct lines of the block so far */
    ended_block ended_blocks[DISTANCES];
    size_t ended_count; /* blocks that have ended */
    noc_touched_counts counts;
};

noc_touched_table *noc_touched_new(size_t max_lines)
{
    noc_touched_table *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    *t = (noc_touched_table){.lines_max = max_lines, .counts = {.sampling_ratio = 1}};
    return t;
}

void noc_touched_free(noc_touched_table *touched)
{
    if (touched) free(touched->entries);
    free(touched);
}

const noc_touched_counts *noc_touched_counts_of(const noc_touched_table *touched)
{
    return &touched->counts;
}

/* ---- the table ------------------------------------------------------------------------------ */

static uint64_t hash_line(uint64_t line)
{
    return noc_splitmix(&line);
}

/* True if a line is counted, by the zeros at the end of its hash. */
static bool is_sampled(const noc_touched_table *t, uint64_t hash)
{
    return (hash & ((uint64_t)t->counts.sampling_ratio - 1)) == 0;
}

/* Returns the entry of a line, or the free entry in its place. */
static entry *find_entry(entry *entries, size_t capacity, uint64_t line)
{
    size_t position = (size_t)(hash_line(line) >> 32) & (capacity - 1);
    while (entries[position].blocks && entries[position].line != line)
        position = (position + 1) & (capacity - 1);
    return &entries[position];
}

/* Moves the entries of lines that are still counted to a table of another capacity. */
static bool resize_table(noc_touched_table *t, size_t capacity)
{
    entry *entries = calloc(capacity, sizeof *entries);
    if (!entries) return false;
    t->count = 0;
    for (size_t i = 0; i < t->capacity; i++) {
        const entry *e = &t->entries[i];
        if (!e->blocks || !is_sampled(t, hash_line(e->line))) continue;
        *find_entry(entries, capacity, e->line) = *e;
        t->count++;
    }
    free(t->entries);
    t->entries = entries;
    t->capacity = capacity;
    return true;
}

/* Makes room for one more line. */
static bool ensure_room(noc_touched_table *t)
{
    if (t->count >= t->lines_max) {
        t->counts.sampling_ratio *= 2;
        return resize_table(t, t->capacity);
    }
    if (4 * t->count < 3 * t->capacity) return true;
    return resize_table(t, t->capacity ? 2 * t->capacity : FIRST_CAPACITY);
}

/* ---- counting ------------------------------------------------------------------------------- */

void noc_touched_begin(noc_touched_table *touched, uint64_t block)
{
    touched->block = block;
    touched->footprint = 0.0;
}

/* Counts the pairs of the present block with the blocks that have touched the line. */
static void count_pairs(noc_touched_table *t, const entry *e, int distance, double weight)
{
    for (int i = 0; i < DISTANCES; i++)
        if (i != distance && e->blocks >> i & 1)
            t->counts.shared_lines[abs(distance - i)] += weight;
}

/* Counts the first touch of a line by the present block, when other blocks have touched it. */
static void count_shared_touch(noc_touched_table *t, entry *e, uint32_t index, double weight)
{
    if (t->block < e->last_block) { /* an earlier block has a larger number */
        const uint64_t distance = e->last_block - t->block;
        if (distance >= DISTANCES) return;
        count_pairs(t, e, (int)distance, weight);
        e->blocks |= (uint64_t)1 << distance;
        return;
    }
    const uint64_t distance_up = t->block - e->last_block;
    e->blocks = distance_up < DISTANCES ? e->blocks << distance_up : 0;
    if (distance_up < DISTANCES) {
        const double separation = (double)index - (double)e->index;
        t->counts.separation[distance_up] += weight * (separation < 0.0 ? -separation : separation);
        t->counts.separation_count[distance_up] += weight;
        count_pairs(t, e, 0, weight);
    }
    e->blocks |= 1;
    e->last_block = t->block;
    e->index = index;
    e->rank = t->footprint;
}

/* True if the present block has touched the line. */
static bool has_touched(const noc_touched_table *t, const entry *e)
{
    return t->block <= e->last_block && e->last_block - t->block < DISTANCES &&
           (e->blocks >> (e->last_block - t->block) & 1);
}

bool noc_touched_count_line(noc_touched_table *t, uint64_t line, uint32_t index)
{
    noc_touched_counts *c = &t->counts;
    const uint64_t hash = hash_line(line);
    if (!is_sampled(t, hash)) return true;
    if (!ensure_room(t)) return false;
    if (!is_sampled(t, hash)) return true;
    const double weight = c->sampling_ratio;
    entry *e = find_entry(t->entries, t->capacity, line);
    c->requests += weight;
    if (e->blocks && has_touched(t, e)) {
        c->reuses += weight;
        if (t->block == e->last_block)
            c->reuse_distance += weight * (t->footprint - weight - e->rank);
        return true;
    }
    if (e->blocks) {
        count_shared_touch(t, e, index, weight);
    } else {
        *e = (entry){line, 1, t->block, t->footprint, index};
        t->count++;
        c->lines += weight;
    }
    c->footprint += weight;
    t->footprint += weight;
    return true;
}

void noc_touched_end(noc_touched_table *t)
{
    const size_t count = t->ended_count < DISTANCES ? t->ended_count : DISTANCES;
    for (size_t i = 0; i < count; i++) {
        const ended_block *p = &t->ended_blocks[i];
        const bool is_earlier = p->block < t->block;
        const uint64_t distance = is_earlier ? t->block - p->block : p->block - t->block;
        if (distance > 0 && distance < DISTANCES)
            t->counts.paired_lines[distance] += is_earlier ? p->footprint : t->footprint;
    }
    t->ended_blocks[t->ended_count++ % DISTANCES] = (ended_block){t->block, t->footprint};
}
