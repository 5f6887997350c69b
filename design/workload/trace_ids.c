#include "design/workload/trace_ids.h"

#include <stdlib.h>
#include <string.h>

#include "base/growing_list.h"
#include "base/random.h"

/* ---- packets by id --------------------------------------------------------------------------- */

/* Returns the home slot of an id. Mixing spreads ids at any regular distance, since each bit of the
 * slot depends on all bits of the id. */
static size_t home_of(const noc_id_table *ids, uint64_t id)
{
    uint64_t mixed = id;
    return (size_t)noc_splitmix(&mixed) & (ids->capacity - 1);
}

/* Returns the slot of an id, or the free slot where it would go. */
static size_t slot_of(const noc_id_table *ids, uint64_t id)
{
    size_t slot = home_of(ids, id);
    while (ids->all[slot].packet && ids->all[slot].id != id)
        slot = (slot + 1) & (ids->capacity - 1);
    return slot;
}

uint32_t noc_id_table_find(const noc_id_table *ids, uint64_t id)
{
    if (ids->capacity == 0) return NOC_ID_NONE;
    const uint32_t packet = ids->all[slot_of(ids, id)].packet;
    return packet ? packet - 1 : NOC_ID_NONE;
}

/* Moves ids to a table of twice the size; both tables exist meanwhile. */
static bool grow(noc_id_table *ids, double *beyond)
{
    noc_id_table larger = {.count = ids->count};
    const size_t capacity = ids->capacity ? 2 * ids->capacity : 1024;
    larger.all = noc_list_with_room(NULL, capacity, &larger.capacity, sizeof *larger.all, beyond);
    if (!larger.all) return false;
    for (size_t i = 0; i < ids->capacity; i++)
        if (ids->all[i].packet) larger.all[slot_of(&larger, ids->all[i].id)] = ids->all[i];
    free(ids->all);
    *ids = larger;
    return true;
}

bool noc_id_table_add(noc_id_table *ids, uint64_t id, uint32_t packet, double *beyond)
{
    if (2 * ids->count >= ids->capacity && !grow(ids, beyond)) return false;
    ids->all[slot_of(ids, id)] = (struct noc_id_packet){id, packet + 1};
    ids->count++;
    return true;
}

/* Removes an id. Ids behind the free slot move up, so that no gap lies between an id's home slot
 * and its slot (Knuth, The Art of Computer Programming, 6.4, algorithm R). */
void noc_id_table_remove(noc_id_table *ids, uint64_t id)
{
    const size_t mask = ids->capacity - 1;
    size_t gap = slot_of(ids, id);
    for (size_t at = (gap + 1) & mask; ids->all[at].packet; at = (at + 1) & mask) {
        const size_t home = home_of(ids, ids->all[at].id);
        if (((at - home) & mask) < ((at - gap) & mask)) continue;
        ids->all[gap] = ids->all[at];
        gap = at;
    }
    ids->all[gap].packet = 0;
    ids->count--;
}

void noc_id_table_clear(noc_id_table *ids)
{
    free(ids->all);
    *ids = (noc_id_table){0};
}

/* ---- ids that there have been ---------------------------------------------------------------- */

enum { WORD_IDS = 64, RUNS_MOST = 1 << 16 };

/* Returns the number of runs that begin at or before a word. */
static size_t runs_up_to(const noc_id_set *set, uint64_t word)
{
    size_t low = 0, high = set->run_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (set->runs[middle].first <= word)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool noc_id_set_has(const noc_id_set *set, uint64_t id)
{
    const uint64_t word = id / WORD_IDS;
    const uint32_t place = noc_id_table_find(&set->words, word);
    if (place != NOC_ID_NONE) return set->bits[place] >> id % WORD_IDS & 1;
    const size_t run = runs_up_to(set, word);
    return run > 0 && word <= set->runs[run - 1].last;
}

/* Finds the index of a free word of `bits`, which is 0. */
static bool find_place(noc_id_set *set, uint32_t *place, double *beyond)
{
    if (set->free_count > 0) {
        *place = set->free[--set->free_count];
        return true;
    }
    uint64_t *bits =
        noc_list_with_room(set->bits, set->bit_count + 1, &set->bit_room, sizeof *bits, beyond);
    if (!bits) return false;
    set->bits = bits;
    uint32_t *places =
        noc_list_with_room(set->free, set->bit_count + 1, &set->free_room, sizeof *places, beyond);
    if (!places) return false;
    set->free = places;
    *place = (uint32_t)set->bit_count++;
    return true;
}

/* Adds a full word, which is in no run, to the runs. A word without neighbours gets its own run;
 * the number of runs is limited. False: no room. */
static bool add_to_runs(noc_id_set *set, uint64_t word)
{
    double beyond;
    const size_t next = runs_up_to(set, word);
    struct noc_id_run *before = next > 0 ? &set->runs[next - 1] : NULL;
    struct noc_id_run *behind = next < set->run_count ? &set->runs[next] : NULL;
    const bool joins = before && before->last + 1 == word;
    if (behind && behind->first == word + 1) {
        behind->first = joins ? before->first : word;
        if (!joins) return true;
        memmove(before, behind, (set->run_count - next) * sizeof *behind);
        set->run_count--;
        return true;
    }
    if (joins) {
        before->last = word;
        return true;
    }
    if (set->run_count == RUNS_MOST) return false;
    struct noc_id_run *runs =
        noc_list_with_room(set->runs, set->run_count + 1, &set->run_room, sizeof *runs, &beyond);
    if (!runs) return false;
    set->runs = runs;
    memmove(&runs[next + 1], &runs[next], (set->run_count - next) * sizeof *runs);
    runs[next] = (struct noc_id_run){word, word};
    set->run_count++;
    return true;
}

bool noc_id_set_add(noc_id_set *set, uint64_t id, double *beyond)
{
    const uint64_t word = id / WORD_IDS;
    uint32_t place = noc_id_table_find(&set->words, word);
    if (place == NOC_ID_NONE &&
        (!find_place(set, &place, beyond) || !noc_id_table_add(&set->words, word, place, beyond)))
        return false;
    set->bits[place] |= (uint64_t)1 << id % WORD_IDS;
    if (set->bits[place] != UINT64_MAX || !add_to_runs(set, word)) return true;
    noc_id_table_remove(&set->words, word);
    set->bits[place] = 0;
    set->free[set->free_count++] = place;
    return true;
}

void noc_id_set_clear(noc_id_set *set)
{
    noc_id_table_clear(&set->words);
    free(set->bits);
    free(set->free);
    free(set->runs);
    *set = (noc_id_set){0};
}
