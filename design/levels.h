/* design/levels.h: levels of a hierarchy of switches, from the nodes up:
 *
 *     levels = ( { name = "tpc"; groups = 40; flits_per_cycle = 4.7; cycles = 2; mm = 0.5; },
 *                { name = "gpc"; groups = (7, 7, 7, 7, 6, 6); flits_per_cycle = 9.3; } );
 *
 * A level divides its inputs, nodes or groups of the level below, into groups. Each group has one
 * port up. */
#ifndef NOC_DESIGN_LEVELS_H
#define NOC_DESIGN_LEVELS_H

#include "design/key.h"

enum { NOC_LEVELS_MAX = 8 };

typedef struct noc_level {
    char *name;
    noc_integers groups;    /* number of groups of nearly equal sizes, or the size of each group */
    double flits_per_cycle; /* rate of a group's port up, flits per cycle */
    /* buffer of each virtual channel behind the port, flits; 0: network.buffer_flits */
    int buffer_flits;
    int cycles; /* latency of the port's channel, cycles */
    double mm;  /* length of the port's channel, mm */
    /* number of dies to which the groups are dealt, or the die of each group; empty: dies of the
     * level below or above */
    noc_integers die;
} noc_level;

typedef struct noc_levels {
    size_t count;
    noc_level *list;
} noc_levels;

/* Type of a key whose value is a list of levels, stored as a noc_levels. */
extern const noc_value_type noc_levels_type;
#define NOC_LEVELS (&noc_levels_type)

/* Return the number of groups of a level, and the sum of their given sizes; 0 without sizes. */
int noc_level_group_count(const noc_level *level);
long noc_level_size_sum(const noc_level *level);

#endif
