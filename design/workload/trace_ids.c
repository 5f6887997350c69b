#include "design/workload/trace_ids.h"

#include <string.h>

#include "base/growing_list.h"
#include "base/random.h"

/* ---- packets by id --------------------------------------------------------------------------- */

/* Returns the home slot of an id. Mixing spreads ids at any regular distance, since each bit of the
 * slot depends on all bits of the id. */
static size_t find_home(const noc_id_table *ids, uint64_t id)
{
    uint64_t mixed = id;
    return (size_t)noc_splitmix(&mixed) & (ids->capacity - 1);
}

/* Returns the slot of an id, or the free slot where it would go. */
static size_t find_slot(const noc_id_table *ids, uint64_t id)
{
    size_t slot = find_home(ids, id);
    while (ids->entries[slot].packet && ids->entries[slot].id != id)
        slot = (slot + 1) & (ids->capacity - 1);
    return slot;
}

uint32_t noc_id_table_find(const noc_id_table *ids, uint64_t id)
{
    if (ids->capacity == 0) return NOC_ID_NONE;
    const uint32_t packet = ids->entries[find_slot(ids, id)].packet;
    return packet ? packet - 1 : NOC_ID_NONE;
}

/* Moves ids to a table of twice the size; both tables exist meanwhile. */
static bool grow_table(noc_id_table *ids, double *refused_bytes)
{
    noc_id_table larger = {.count = ids->count};
    const size_t capacity = ids->capacity ? 2 * ids->capacity : 1024;
    if (!noc_list_make_limited_room(&ids->arena, &larger.entries, capacity, &larger.capacity,
                                    sizeof *larger.entries, refused_bytes))
        return false;
    for (size_t i = 0; i < ids->capacity; i++)
        if (ids->entries[i].packet)
            larger.entries[find_slot(&larger, ids->entries[i].id)] = ids->entries[i];
    noc_arena_release(&ids->arena, ids->entries);
    larger.arena = ids->arena;
    *ids = larger;
    return true;
}

bool noc_id_table_add(noc_id_table *ids, uint64_t id, uint32_t packet, double *refused_bytes)
{
    if (2 * ids->count >= ids->capacity && !grow_table(ids, refused_bytes)) return false;
    ids->entries[find_slot(ids, id)] = (struct noc_id_packet){id, packet + 1};
    ids->count++;
    return true;
}

/* Removes an id. Ids behind the free slot move up, so that no gap lies between an id's home slot
 * and its slot (Knuth, The Art of Computer Programming, 6.4, algorithm R). */
void noc_id_table_remove(noc_id_table *ids, uint64_t id)
{
    const size_t mask = ids->capacity - 1;
    size_t gap = find_slot(ids, id);
    for (size_t at = (gap + 1) & mask; ids->entries[at].packet; at = (at + 1) & mask) {
        const size_t home = find_home(ids, ids->entries[at].id);
        if (((at - home) & mask) < ((at - gap) & mask)) continue;
        ids->entries[gap] = ids->entries[at];
        gap = at;
    }
    ids->entries[gap].packet = 0;
    ids->count--;
}

void noc_id_table_clear(noc_id_table *ids)
{
    noc_arena_clear(&ids->arena);
    *ids = (noc_id_table){0};
}

/* ---- set of ids ------------------------------------------------------------------------------ */

enum { WORD_IDS = 64, RUNS_MOST = 1 << 16 };

/* Returns the number of runs that begin at or before a word. */
static size_t count_runs_before(const noc_id_set *set, uint64_t word)
{
    size_t lo = 0, hi = set->run_count;
    while (lo < hi) {
        const size_t middle = lo + (hi - lo) / 2;
        if (set->runs[middle].first <= word)
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo;
}

bool noc_id_set_has(const noc_id_set *set, uint64_t id)
{
    const uint64_t word = id / WORD_IDS;
    const uint32_t place = noc_id_table_find(&set->word_table, word);
    if (place != NOC_ID_NONE) return set->bits[place] >> id % WORD_IDS & 1;
    const size_t run = count_runs_before(set, word);
    return run > 0 && word <= set->runs[run - 1].last;
}

/* Finds the index of a free word of `bits`, which is 0. */
static bool find_place(noc_id_set *set, uint32_t *place, double *refused_bytes)
{
    if (set->free_count > 0) {
        *place = set->free_places[--set->free_count];
        return true;
    }
    if (!noc_list_make_limited_room(&set->word_table.arena, &set->bits, set->bit_count + 1,
                                    &set->bit_capacity, sizeof *set->bits, refused_bytes) ||
        !noc_list_make_limited_room(&set->word_table.arena, &set->free_places, set->bit_count + 1,
                                    &set->free_capacity, sizeof *set->free_places, refused_bytes))
        return false;
    *place = (uint32_t)set->bit_count++;
    return true;
}

/* Adds a full word, which is in no run, to the runs. A word without neighbours gets its own run;
 * the number of runs is limited. False: no room. */
static bool add_to_runs(noc_id_set *set, uint64_t word)
{
    double refused_bytes;
    const size_t run_index = count_runs_before(set, word);
    struct noc_id_run *previous_run = run_index > 0 ? &set->runs[run_index - 1] : NULL;
    struct noc_id_run *following_run = run_index < set->run_count ? &set->runs[run_index] : NULL;
    const bool extends_previous = previous_run && previous_run->last + 1 == word;
    if (following_run && following_run->first == word + 1) {
        following_run->first = extends_previous ? previous_run->first : word;
        if (!extends_previous) return true;
        memmove(previous_run, following_run, (set->run_count - run_index) * sizeof *following_run);
        set->run_count--;
        return true;
    }
    if (extends_previous) {
        previous_run->last = word;
        return true;
    }
    if (set->run_count == RUNS_MOST) return false;
    if (!noc_list_make_limited_room(&set->word_table.arena, &set->runs, set->run_count + 1,
                                    &set->run_capacity, sizeof *set->runs, &refused_bytes))
        return false;
    struct noc_id_run *runs = set->runs;
    memmove(&runs[run_index + 1], &runs[run_index], (set->run_count - run_index) * sizeof *runs);
    runs[run_index] = (struct noc_id_run){word, word};
    set->run_count++;
    return true;
}

bool noc_id_set_add(noc_id_set *set, uint64_t id, double *refused_bytes)
{
    const uint64_t word = id / WORD_IDS;
    uint32_t place = noc_id_table_find(&set->word_table, word);
    if (place == NOC_ID_NONE && (!find_place(set, &place, refused_bytes) ||
                                 !noc_id_table_add(&set->word_table, word, place, refused_bytes)))
        return false;
    set->bits[place] |= (uint64_t)1 << id % WORD_IDS;
    if (set->bits[place] != UINT64_MAX || !add_to_runs(set, word)) return true;
    noc_id_table_remove(&set->word_table, word);
    set->bits[place] = 0;
    set->free_places[set->free_count++] = place;
    return true;
}
