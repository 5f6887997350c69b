#include "network/graph/turns.h"

#include <stdlib.h>

#include "network/graph/graph.h"

/* ---- hash table ----------------------------------------------------------------------------- */

/* Slot of a turn, or the empty slot for the turn. The number of slots is a power of two; at
 * least half of the slots are empty. */
static uint32_t slot_of(const noc_turns *t, uint32_t in, uint32_t out)
{
    const uint64_t mixed = ((uint64_t)in << 32 | out) * 0x9e3779b97f4a7c15u;
    uint32_t slot = (uint32_t)(mixed >> 32) & (t->slot_count - 1);
    while (t->slots[slot] != NOC_NONE) {
        const noc_turn *there = &t->all[t->slots[slot]];
        if (there->in == in && there->out == out) break;
        slot = (slot + 1) & (t->slot_count - 1);
    }
    return slot;
}

static bool grow(noc_turns *t)
{
    const uint32_t capacity = t->capacity ? 2 * t->capacity : 1024;
    noc_turn *all = realloc(t->all, capacity * sizeof *all);
    if (!all) return false;
    t->all = all;
    uint32_t *slots = realloc(t->slots, 2 * (size_t)capacity * sizeof *slots);
    if (!slots) return false;
    t->slots = slots;
    t->capacity = capacity;
    t->slot_count = 2 * capacity;
    for (uint32_t i = 0; i < t->slot_count; i++) slots[i] = NOC_NONE;
    for (uint32_t i = 0; i < t->count; i++) slots[slot_of(t, all[i].in, all[i].out)] = i;
    return true;
}

uint32_t noc_turns_add(noc_turns *turns, uint32_t in, uint32_t out)
{
    if (turns->count == turns->capacity && !grow(turns)) return NOC_NONE;
    uint32_t *slot = &turns->slots[slot_of(turns, in, out)];
    if (*slot == NOC_NONE) {
        *slot = turns->count;
        turns->all[turns->count++] = (noc_turn){.in = in, .out = out};
    }
    return *slot;
}

/* ---- lists ---------------------------------------------------------------------------------- */

/* Turns list lengths, each stored one place higher, into start positions. */
static void sum_up(uint32_t *first, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) first[i + 1] += first[i];
}

/* Restores the start positions, which filling moved to the ends of their lists. */
static void move_on(uint32_t *first, uint32_t count)
{
    for (uint32_t i = count; i > 0; i--) first[i] = first[i - 1];
    first[0] = 0;
}

bool noc_turns_finish(noc_turns *turns, uint32_t links)
{
    const size_t lists = (size_t)links + 2, entries = (size_t)turns->count + 1;
    turns->first_after = calloc(lists, sizeof *turns->first_after);
    turns->first_before = calloc(lists, sizeof *turns->first_before);
    turns->after = malloc(entries * sizeof *turns->after);
    turns->before = malloc(entries * sizeof *turns->before);
    if (!turns->first_after || !turns->first_before || !turns->after || !turns->before)
        return false;
    for (uint32_t i = 0; i < turns->count; i++) {
        turns->first_after[turns->all[i].in + 1]++;
        turns->first_before[turns->all[i].out + 1]++;
    }
    sum_up(turns->first_after, links);
    sum_up(turns->first_before, links);
    for (uint32_t i = 0; i < turns->count; i++) {
        turns->after[turns->first_after[turns->all[i].in]++] = i;
        turns->before[turns->first_before[turns->all[i].out]++] = i;
    }
    move_on(turns->first_after, links);
    move_on(turns->first_before, links);
    return true;
}

void noc_turns_clear(noc_turns *turns)
{
    free(turns->all);
    free(turns->slots);
    free(turns->first_after);
    free(turns->first_before);
    free(turns->after);
    free(turns->before);
    *turns = (noc_turns){0};
}
