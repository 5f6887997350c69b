#include "explore/importance/factors.h"

#include <string.h>

#include "base/auto.h"
#include "base/random.h"

/* ---- groups --------------------------------------------------------------------------------- */

bool noc_groups_make(size_t design_count, noc_arena *arena, noc_groups *groups)
{
    *groups = (noc_groups){.design_count = design_count, .slot_count = 16};
    while (groups->slot_count < 2 * design_count) groups->slot_count *= 2;
    groups->keys = noc_arena_array(arena, design_count, sizeof *groups->keys);
    groups->groups = noc_arena_array(arena, design_count, sizeof *groups->groups);
    groups->slots = noc_arena_array(arena, groups->slot_count, sizeof *groups->slots);
    return groups->keys && groups->groups && groups->slots;
}

void noc_groups_add(noc_groups *groups, const noc_factor *factor, int sign)
{
    for (size_t i = 0; i < groups->design_count; i++) {
        uint64_t state = (uint64_t)(factor->setting + 1) << 32 | (uint32_t)factor->levels[i];
        const uint64_t part = noc_splitmix(&state);
        groups->keys[i] += sign < 0 ? -part : part;
    }
}

size_t noc_groups_count(noc_groups *groups)
{
    const uint64_t *keys = groups->keys;
    uint32_t *slots = groups->slots, count = 0; /* a slot has a design's index + 1 */
    memset(slots, 0, groups->slot_count * sizeof *slots);
    for (size_t i = 0; i < groups->design_count; i++) {
        size_t slot = keys[i] & (groups->slot_count - 1);
        while (slots[slot] && keys[slots[slot] - 1] != keys[i])
            slot = (slot + 1) & (groups->slot_count - 1);
        if (!slots[slot]) {
            slots[slot] = (uint32_t)i + 1;
            groups->groups[i] = count++;
        } else {
            groups->groups[i] = groups->groups[slots[slot] - 1];
        }
    }
    return count;
}

/* ---- levels --------------------------------------------------------------------------------- */

/* Numbers a setting's values in the order in which the designs have them, so that two settings
 * that change together have equal levels. False when out of memory. */
static bool number_levels(const int *values, const size_t *designs, size_t design_count,
                          noc_arena *arena, noc_factor *factor)
{
    int highest = -1;
    for (size_t i = 0; i < design_count; i++)
        if (values[designs[i]] > highest) highest = values[designs[i]];
    int *numbers = noc_arena_array(arena, (size_t)(highest + 2), sizeof *numbers);
    factor->levels = noc_arena_array(arena, design_count, sizeof *factor->levels);
    if (!numbers || !factor->levels) return false;
    for (size_t i = 0; i < design_count; i++) {
        int *number = &numbers[values[designs[i]] + 1];
        if (*number == 0) *number = (int)++factor->level_count;
        factor->levels[i] = *number - 1;
    }
    factor->absent_level = numbers[0] - 1;
    noc_arena_release(arena, numbers);
    return true;
}

/* ---- parents -------------------------------------------------------------------------------- */

static bool has_setting(const noc_factor *factor, size_t design)
{
    return factor->levels[design] != factor->absent_level;
}

/* True if each level of `parent` either has the child's setting in all its designs or in none, and
 * more designs have the parent's setting than the child's. `presence`: [level], scratch. */
static bool is_parent(const noc_factor *parent, const noc_factor *child, size_t design_count,
                      char *presence)
{
    size_t parent_count = 0, child_count = 0;
    memset(presence, 0, parent->level_count);
    for (size_t i = 0; i < design_count; i++) {
        const char is_present = has_setting(child, i) ? 1 : 2;
        char *known = &presence[parent->levels[i]];
        if (*known && *known != is_present) return false;
        *known = is_present;
        if (is_present == 1 && !has_setting(parent, i)) return false;
        parent_count += has_setting(parent, i);
        child_count += is_present == 1;
    }
    return parent_count > child_count;
}

static noc_status find_parents(noc_factors *factors, noc_arena *arena, noc_diag *diag)
{
    char *presence = noc_arena_array(arena, factors->level_count, sizeof *presence);
    if (!presence) return noc_fail_memory(diag);
    for (size_t f = 0; f < factors->count && factors->count <= NOC_FACTORS_MAX; f++)
        for (size_t p = 0; p < factors->count && factors->list[f].absent_level >= 0; p++)
            if (p != f &&
                is_parent(&factors->list[p], &factors->list[f], factors->design_count, presence))
                factors->list[f].parents |= 1u << p;
    noc_arena_release(arena, presence);
    return NOC_OK;
}

/* ---- factors -------------------------------------------------------------------------------- */

/* Finds a factor that changes exactly when `factor` does; `count` without one. */
static size_t find_together(const noc_factors *factors, const noc_factor *factor)
{
    size_t f = 0;
    while (f < factors->count && memcmp(factors->list[f].levels, factor->levels,
                                        factors->design_count * sizeof *factor->levels) != 0)
        f++;
    return f;
}

/* True if designs with equal levels of two factors, or of one (`second` NULL), have equal levels of
 * `factor`, and are two designs on average. `cells`: scratch, [level of first and second]. */
static bool is_determined(const noc_factor *factor, const noc_factor *first,
                          const noc_factor *second, size_t design_count, int *cells)
{
    const size_t width = second ? second->level_count : 1;
    size_t cell_count = 0;
    if (first->level_count * width > design_count) return false;
    memset(cells, 0, first->level_count * width * sizeof *cells);
    for (size_t i = 0; i < design_count; i++) {
        int *cell =
            &cells[(size_t)first->levels[i] * width + (second ? (size_t)second->levels[i] : 0)];
        const int level = factor->levels[i] + 1;
        if (*cell && *cell != level) return false;
        cell_count += *cell == 0;
        *cell = level;
    }
    return 2 * cell_count <= design_count;
}

static bool follows_factors(const noc_factors *factors, const noc_factor *factor, int *cells)
{
    const size_t design_count = factors->design_count;
    for (size_t f = 0; f < factors->count; f++)
        if (is_determined(factor, &factors->list[f], NULL, design_count, cells)) return true;
    for (size_t f = 0; f < factors->count; f++)
        for (size_t g = 0; g < f; g++)
            if (is_determined(factor, &factors->list[f], &factors->list[g], design_count, cells))
                return true;
    return false;
}

/* Finds the place of a setting after the factors so far. `cells`: scratch, [design]. */
static noc_setting_place find_place(const noc_factors *factors, const noc_factor *factor,
                                    int *cells)
{
    if (factor->level_count < 2) return (noc_setting_place){NOC_SETTING_FIXED, 0};
    const size_t together = find_together(factors, factor);
    if (together < factors->count) return (noc_setting_place){NOC_SETTING_TOGETHER, together};
    if (follows_factors(factors, factor, cells)) return (noc_setting_place){NOC_SETTING_FOLLOWS, 0};
    return (noc_setting_place){NOC_SETTING_FACTOR, factors->count};
}

/* Finds whether each combination of levels is there once. */
static bool has_all_combinations(const noc_factors *factors, noc_groups *groups)
{
    size_t combinations = 1;
    for (size_t f = 0; f < factors->count && combinations <= factors->design_count; f++)
        combinations *= factors->list[f].level_count;
    if (combinations != factors->design_count) return false;
    for (size_t f = 0; f < factors->count; f++) noc_groups_add(groups, &factors->list[f], 1);
    return noc_groups_count(groups) == combinations;
}

noc_status noc_factors_find(const noc_setting_values *settings, const size_t *designs,
                            size_t design_count, noc_arena *arena, noc_factors *factors,
                            noc_diag *diag)
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    noc_groups groups;
    *factors = (noc_factors){.design_count = design_count};
    int *cells = noc_arena_array(&scratch, design_count, sizeof *cells);
    factors->list = noc_arena_array(arena, settings->setting_count, sizeof *factors->list);
    factors->places = noc_arena_array(arena, settings->setting_count, sizeof *factors->places);
    if (!cells || !factors->list || !factors->places ||
        !noc_groups_make(design_count, &scratch, &groups))
        return noc_fail_memory(diag);
    for (size_t s = 0; s < settings->setting_count; s++) {
        noc_factor factor = {.setting = s};
        if (!number_levels(settings->values[s], designs, design_count, arena, &factor))
            return noc_fail_memory(diag);
        factors->places[s] = find_place(factors, &factor, cells);
        if (factors->places[s].role != NOC_SETTING_FACTOR) {
            noc_arena_release(arena, factor.levels);
            continue;
        }
        factors->list[factors->count++] = factor;
        factors->level_count += factor.level_count;
    }
    factors->is_full = has_all_combinations(factors, &groups);
    return find_parents(factors, arena, diag);
}
