/* design/levels.h: levels of a hierarchy of switches, from the nodes up:
 *
 *     levels = ( { name = "tpc"; groups = 40; flits_per_cycle = 4.7; cycles = 2; mm = 0.5; },
 *                { name = "gpc"; groups = (7, 7, 7, 7, 6, 6); flits_per_cycle = 9.3; } );
 *
 * A level puts what is below it into groups, each of which has one port up. */
#ifndef NOC_DESIGN_LEVELS_H
#define NOC_DESIGN_LEVELS_H

#include "design/key.h"

enum { NOC_LEVELS_MAX = 8 };

typedef struct noc_level {
    char *name;             /* owned */
    noc_integers groups;    /* number of groups, as equal as can be; or the size of each */
    double flits_per_cycle; /* rate of a group's port up */
    int buffer_flits;       /* buffer of each virtual channel behind it; 0: as the network has it */
    int cycles;             /* latency of its channel */
    double mm;              /* length of its channel */
    noc_integers die;       /* dies that the groups are dealt to, or that of each; empty: as what is
                               below or above them */
} noc_level;

typedef struct noc_levels {
    size_t count;
    noc_level *list; /* owned */
} noc_levels;

/* The type of a key whose value are levels. What is stored is a noc_levels. */
extern const noc_value_type noc_levels_type;
#define NOC_LEVELS (&noc_levels_type)

/* Groups of a level; and the sum of their sizes, 0 where these are not given. */
int noc_level_groups(const noc_level *level);
long noc_level_sum(const noc_level *level);

#endif
