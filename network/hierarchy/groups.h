/* network/hierarchy/groups.h: groups, crossbar halves and dies of a hierarchy of switches
 * (network/kinds/topologies/hierarchy.c). On each side of the crossbar, nodes form groups, groups
 * form groups of the next level, and so on. The crossbar may have several parts ("halves"), which
 * divide the groups of both sides.
 *
 * Levels set dies, and so does the crossbar. A group of a level without dies is on the die of
 * its members, if a lower level sets that die; else on the die of the upper group, or of the
 * crossbar half. A half without a die is on the die of its groups. */
#ifndef NOC_NETWORK_HIERARCHY_GROUPS_H
#define NOC_NETWORK_HIERARCHY_GROUPS_H

#include "design/levels.h"
#include "network/graph/graph.h"

/* Parameters of the topology. */
enum {
    NOC_HIERARCHY_LEVELS,
    NOC_HIERARCHY_MEMORY_LEVELS,
    NOC_HIERARCHY_HALVES,
    NOC_HIERARCHY_BRIDGE_FLITS,
    NOC_HIERARCHY_BRIDGE_CYCLES,
    NOC_HIERARCHY_BRIDGE_MM,
    NOC_HIERARCHY_BRIDGE_BUFFER,
    NOC_HIERARCHY_PAIR_FLITS,
    NOC_HIERARCHY_REACH,
    NOC_HIERARCHY_CROSSBAR_DIE,
};

enum { NOC_HALVES_MAX = 8 };

/* Groups of a level; the lowest tier has the nodes, each a group. */
typedef struct noc_tier {
    int group_count;
    /* first member of each group, counted in groups of the tier below; group_count + 1 entries */
    int *first_member;
    int *first_node;   /* first node of each group; group_count + 1 entries */
    int *die_of_group; /* die of each group; -1: unknown */
} noc_tier;

typedef struct noc_side {
    const noc_levels *levels;
    noc_tier tiers[NOC_LEVELS_MAX + 1]; /* nodes, then groups of each level */
} noc_side;

typedef struct noc_hierarchy {
    noc_side sides[2]; /* sides by noc_terminal_kind */
    int half_count;
    int die_of_half[NOC_HALVES_MAX];
    int die_count;   /* number of dies; 0: no dies set */
    noc_arena arena; /* owns the lists of the tiers */
} noc_hierarchy;

/* Puts the nodes into groups, and groups and halves onto dies. NOC_EINPUT or NOC_EUSAGE, with a
 * message, where groups or dies do not fit. The caller clears the arena in either case. */
noc_status noc_hierarchy_make(noc_hierarchy *hierarchy, const noc_design *design, int network,
                              noc_diag *diag);

/* True if levels, or the crossbar, set dies. */
bool noc_hierarchy_has_dies(const noc_network_spec *spec);

/* Last tier of a side, whose groups have ports to the crossbar. */
const noc_tier *noc_side_top(const noc_side *side);

/* Levels of a side. */
const noc_levels *noc_hierarchy_levels(const noc_network_spec *spec, noc_terminal_kind kind);

/* Part that holds a group, if `group_count` are divided into `parts` as evenly as possible: of 7
 * groups, 0 to 2 are in the first of two halves. */
int noc_part_of_group(int group_count, int parts, int group);

#endif
