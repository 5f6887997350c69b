#include "import/accelsim/touched.h"

#include <stdlib.h>
#include <string.h>

#include "base/random.h"

enum { FAR = NOC_TOUCHED_FAR, FIRST_ROOM = 1024 };

typedef struct entry {
    uint64_t line;
    uint64_t blocks; /* bit i: block last - i has touched the line; 0: the entry is free */
    uint64_t last;   /* largest number of a block that has touched the line */
    /* distinct lines that this block had touched before the line */
    double place;
    uint32_t index; /* instructions of the warp before this touch */
} entry;

/* A block that has ended. */
typedef struct past {
    uint64_t block;
    double footprint;
} past;

struct noc_touched {
    entry *entries;
    size_t room, count, most; /* room: a power of two */
    uint64_t block;
    double footprint; /* distinct lines of the block so far */
    past recent[FAR];
    size_t recent_count; /* blocks that have ended */
    noc_touched_counts counts;
};

noc_touched *noc_touched_new(size_t most)
{
    noc_touched *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    *t = (noc_touched){.most = most, .counts = {.every = 1}};
    return t;
}

void noc_touched_free(noc_touched *touched)
{
    if (touched) free(touched->entries);
    free(touched);
}

const noc_touched_counts *noc_touched_counts_of(const noc_touched *touched)
{
    return &touched->counts;
}

/* ---- the table ------------------------------------------------------------------------------ */

static uint64_t hash_of(uint64_t line)
{
    return noc_splitmix(&line);
}

/* True if a line is counted, by the zeros at the end of its hash. */
static bool is_kept(const noc_touched *t, uint64_t hash)
{
    return (hash & ((uint64_t)t->counts.every - 1)) == 0;
}

/* Returns the entry of a line, or the free entry in its place. */
static entry *find(entry *entries, size_t room, uint64_t line)
{
    size_t at = (size_t)(hash_of(line) >> 32) & (room - 1);
    while (entries[at].blocks && entries[at].line != line) at = (at + 1) & (room - 1);
    return &entries[at];
}

/* Moves the entries of lines that are still counted to a table of another capacity. */
static bool move_to(noc_touched *t, size_t room)
{
    entry *entries = calloc(room, sizeof *entries);
    if (!entries) return false;
    t->count = 0;
    for (size_t i = 0; i < t->room; i++) {
        const entry *e = &t->entries[i];
        if (!e->blocks || !is_kept(t, hash_of(e->line))) continue;
        *find(entries, room, e->line) = *e;
        t->count++;
    }
    free(t->entries);
    t->entries = entries;
    t->room = room;
    return true;
}

/* Makes room for one more line. */
static bool make_room(noc_touched *t)
{
    if (t->count >= t->most) {
        t->counts.every *= 2;
        return move_to(t, t->room);
    }
    if (4 * t->count < 3 * t->room) return true;
    return move_to(t, t->room ? 2 * t->room : FIRST_ROOM);
}

/* ---- counting ------------------------------------------------------------------------------- */

void noc_touched_begin(noc_touched *touched, uint64_t block)
{
    touched->block = block;
    touched->footprint = 0.0;
}

/* Counts the pairs of the present block with the blocks that have touched the line. */
static void count_pairs(noc_touched *t, const entry *e, int at, double weight)
{
    for (int i = 0; i < FAR; i++)
        if (i != at && e->blocks >> i & 1) t->counts.both[abs(at - i)] += weight;
}

/* Counts the first touch of a line by the present block, when other blocks have touched it. */
static void join(noc_touched *t, entry *e, uint32_t index, double weight)
{
    if (t->block < e->last) { /* an earlier block has a larger number */
        const uint64_t at = e->last - t->block;
        if (at >= FAR) return;
        count_pairs(t, e, (int)at, weight);
        e->blocks |= (uint64_t)1 << at;
        return;
    }
    const uint64_t step = t->block - e->last;
    e->blocks = step < FAR ? e->blocks << step : 0;
    if (step < FAR) {
        const double apart = (double)index - (double)e->index;
        t->counts.apart[step] += weight * (apart < 0.0 ? -apart : apart);
        t->counts.apart_count[step] += weight;
        count_pairs(t, e, 0, weight);
    }
    e->blocks |= 1;
    e->last = t->block;
    e->index = index;
    e->place = t->footprint;
}

/* True if the present block has touched the line. */
static bool has_touched(const noc_touched *t, const entry *e)
{
    return t->block <= e->last && e->last - t->block < FAR &&
           (e->blocks >> (e->last - t->block) & 1);
}

bool noc_touched_line(noc_touched *t, uint64_t line, uint32_t index)
{
    noc_touched_counts *c = &t->counts;
    const uint64_t hash = hash_of(line);
    if (!is_kept(t, hash)) return true;
    if (!make_room(t)) return false;
    if (!is_kept(t, hash)) return true;
    const double weight = c->every;
    entry *e = find(t->entries, t->room, line);
    c->requests += weight;
    if (e->blocks && has_touched(t, e)) {
        c->reuses += weight;
        if (t->block == e->last) c->reuse_distance += weight * (t->footprint - weight - e->place);
        return true;
    }
    if (e->blocks) {
        join(t, e, index, weight);
    } else {
        *e = (entry){line, 1, t->block, t->footprint, index};
        t->count++;
        c->lines += weight;
    }
    c->footprint += weight;
    t->footprint += weight;
    return true;
}

void noc_touched_end(noc_touched *t)
{
    const size_t seen = t->recent_count < FAR ? t->recent_count : FAR;
    for (size_t i = 0; i < seen; i++) {
        const past *p = &t->recent[i];
        const bool before = p->block < t->block;
        const uint64_t far = before ? t->block - p->block : p->block - t->block;
        if (far > 0 && far < FAR) t->counts.all[far] += before ? p->footprint : t->footprint;
    }
    t->recent[t->recent_count++ % FAR] = (past){t->block, t->footprint};
}
