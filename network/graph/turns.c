#include "network/graph/turns.h"

#include "base/growing_list.h"
#include "network/graph/graph.h"

/* ---- hash table ----------------------------------------------------------------------------- */

/* Slot of a turn, or the empty slot for the turn. The number of slots is a power of two; at
 * least half of the slots are empty. */
static uint32_t slot_of(const noc_turn_set *t, uint32_t in, uint32_t out)
{
    const uint64_t hash = ((uint64_t)in << 32 | out) * 0x9e3779b97f4a7c15u;
    uint32_t slot = (uint32_t)(hash >> 32) & (t->slot_count - 1);
    while (t->slots[slot] != NOC_NONE) {
        const noc_turn *stored = &t->list[t->slots[slot]];
        if (stored->in_link == in && stored->out_link == out) break;
        slot = (slot + 1) & (t->slot_count - 1);
    }
    return slot;
}

static bool grow_table(noc_turn_set *t)
{
    const uint32_t capacity = t->capacity ? 2 * t->capacity : 1024;
    if (!noc_list_resize(t->arena, &t->list, capacity, sizeof *t->list) ||
        !noc_list_resize(t->arena, &t->slots, 2 * (size_t)capacity, sizeof *t->slots))
        return false;
    t->capacity = capacity;
    t->slot_count = 2 * capacity;
    for (uint32_t i = 0; i < t->slot_count; i++) t->slots[i] = NOC_NONE;
    for (uint32_t i = 0; i < t->count; i++)
        t->slots[slot_of(t, t->list[i].in_link, t->list[i].out_link)] = i;
    return true;
}

uint32_t noc_turns_add(noc_turn_set *turns, uint32_t in_link, uint32_t out_link)
{
    if (turns->count == turns->capacity && !grow_table(turns)) return NOC_NONE;
    uint32_t *slot = &turns->slots[slot_of(turns, in_link, out_link)];
    if (*slot == NOC_NONE) {
        *slot = turns->count;
        turns->list[turns->count++] = (noc_turn){.in_link = in_link, .out_link = out_link};
    }
    return *slot;
}

/* ---- lists ---------------------------------------------------------------------------------- */

/* Turns list lengths, each stored one place higher, into start positions. */
static void sum_list_lengths(uint32_t *first, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) first[i + 1] += first[i];
}

/* Restores the start positions, which filling moved to the ends of their lists. */
static void restore_list_starts(uint32_t *first, uint32_t count)
{
    for (uint32_t i = count; i > 0; i--) first[i] = first[i - 1];
    first[0] = 0;
}

bool noc_turns_finish(noc_turn_set *turns, uint32_t link_count)
{
    const size_t lists = (size_t)link_count + 1;
    turns->first_out_turn = noc_arena_array(turns->arena, lists, sizeof *turns->first_out_turn);
    turns->first_in_turn = noc_arena_array(turns->arena, lists, sizeof *turns->first_in_turn);
    turns->out_turns = noc_arena_unset_array(turns->arena, turns->count, sizeof *turns->out_turns);
    turns->in_turns = noc_arena_unset_array(turns->arena, turns->count, sizeof *turns->in_turns);
    if (turns->arena->is_short) return false;
    for (uint32_t i = 0; i < turns->count; i++) {
        turns->first_out_turn[turns->list[i].in_link + 1]++;
        turns->first_in_turn[turns->list[i].out_link + 1]++;
    }
    sum_list_lengths(turns->first_out_turn, link_count);
    sum_list_lengths(turns->first_in_turn, link_count);
    for (uint32_t i = 0; i < turns->count; i++) {
        turns->out_turns[turns->first_out_turn[turns->list[i].in_link]++] = i;
        turns->in_turns[turns->first_in_turn[turns->list[i].out_link]++] = i;
    }
    restore_list_starts(turns->first_out_turn, link_count);
    restore_list_starts(turns->first_in_turn, link_count);
    return true;
}
