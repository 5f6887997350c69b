/* explore/importance/factors.h: settings of a set of designs as the factors of a variance.
 *
 * Settings of a space depend on each other: an axis of groups changes several at once, a choice has
 * settings that other choices lack, constraints take combinations out. A factor is a setting that
 * neither one nor two factors before it determine. Hence a setting without a choice of its own
 * (columns, where topology and number of nodes say them) takes no variance from the others. */
#ifndef NOC_EXPLORE_IMPORTANCE_FACTORS_H
#define NOC_EXPLORE_IMPORTANCE_FACTORS_H

#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"

/* Settings of all designs of a set. */
typedef struct noc_setting_values {
    /* [setting][design]: number of the design's value, from 0; -1: the design does not have the
     * setting */
    const int *const *values;
    size_t setting_count, design_count;
} noc_setting_values;

/* Standing of a setting among the settings before it. */
typedef enum noc_setting_role {
    NOC_SETTING_FIXED, /* equal in all designs */
    NOC_SETTING_FACTOR,
    NOC_SETTING_TOGETHER, /* changes exactly when the setting of a factor before it does */
    /* Equal in designs with equal levels of one or two factors before it; these levels have two
     * designs or more on average, so that it is no coincidence of few designs. */
    NOC_SETTING_FOLLOWS,
} noc_setting_role;

typedef struct noc_setting_place {
    noc_setting_role role;
    size_t factor; /* index of the factor; NOC_SETTING_FACTOR and NOC_SETTING_TOGETHER only */
} noc_setting_place;

/* Limit of factors that are told apart: their subsets are counted. */
enum { NOC_FACTORS_MAX = 20 };

typedef struct noc_factor {
    size_t setting;     /* index of the setting */
    int *levels;        /* [design]: level, from 0 in the order of the designs */
    size_t level_count; /* number of levels: values, and the absence of the setting */
    int absent_level;   /* level of designs without the setting; -1: all designs have it */
    /* Factors that decide whether a design has the setting (a topology, for the settings of one
     * topology), a bit each. 0 beyond NOC_FACTORS_MAX factors. */
    uint32_t parents;
} noc_factor;

typedef struct noc_factors {
    noc_factor *list; /* factors in the order of their settings */
    size_t count, design_count;
    size_t level_count;        /* levels of all factors together */
    noc_setting_place *places; /* [setting] */
    bool is_full;              /* each combination of levels is there once */
} noc_factors;

/* Finds the factors of the designs with the given indices. Memory is of the arena. NOC_EFAILED: out
 * of memory. */
noc_status noc_factors_find(const noc_setting_values *settings, const size_t *designs,
                            size_t design_count, noc_arena *arena, noc_factors *factors,
                            noc_diag *diag);

/* Designs in groups of equal keys. */
typedef struct noc_groups {
    uint64_t *keys;   /* [design]: to be filled before noc_groups_count */
    uint32_t *groups; /* [design]: group, from 0 in the order of the designs */
    uint32_t *slots;
    size_t design_count, slot_count;
} noc_groups;

/* Makes groups, of keys 0, in the arena. False when out of memory. */
bool noc_groups_make(size_t design_count, noc_arena *arena, noc_groups *groups);

/* Adds a factor's levels to the keys; `sign` -1 takes them out again. Designs with equal levels of
 * all factors that were added have equal keys, other designs have different ones, but for a chance
 * of 2^-64 for each two of them (Zobrist 1970). */
void noc_groups_add(noc_groups *groups, const noc_factor *factor, int sign);

/* Finds the groups, and returns their number. */
size_t noc_groups_count(noc_groups *groups);

#endif
