/* network/hierarchy/groups.h: parts of a hierarchy of switches
 * (network/kinds/topologies/hierarchy.c): on each side of its crossbar groups of nodes, groups of
 * these, and so on; parts of the crossbar ("halves"), which share the groups of both sides; and the
 * die of each of them.
 *
 * Dies are set by levels, and by the crossbar. A group of a level without dies is on the die of all
 * of its members, where a level below sets their die; else on the die of the group, or of the half
 * of the crossbar, above it. A half of the crossbar without a die is on the die of all of its
 * groups. */
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

/* Groups of a level; or the nodes, each a group of its own. */
typedef struct noc_tier {
    int groups;
    int *members; /* first member of each group, in groups of the tier below; groups + 1 */
    int *nodes;   /* first node of each group; groups + 1 */
    int *die;     /* die of each group; -1: unknown */
} noc_tier;

typedef struct noc_side {
    const noc_levels *levels;
    noc_tier tiers[NOC_LEVELS_MAX + 1]; /* the nodes, then the groups of each level */
} noc_side;

typedef struct noc_hierarchy {
    noc_side sides[2]; /* sides by noc_terminal_kind */
    int halves;
    int half_die[NOC_HALVES_MAX];
    int dies; /* number of dies; 0: no dies set */
} noc_hierarchy;

/* Puts the nodes into groups, and all onto dies. NOC_EINPUT or NOC_EUSAGE, with a message, where
 * groups or dies do not add up. noc_hierarchy_end in either case. */
noc_status noc_hierarchy_make(noc_hierarchy *hierarchy, const noc_design *design, int network,
                              noc_diag *diag);
void noc_hierarchy_end(noc_hierarchy *hierarchy);

/* True if levels, or the crossbar, set dies. */
bool noc_hierarchy_has_dies(const noc_network_spec *spec);

/* Last tier of a side, whose groups have ports to the crossbar. */
const noc_tier *noc_side_top(const noc_side *side);

/* Levels of a side. */
const noc_levels *noc_hierarchy_levels(const noc_network_spec *spec, noc_terminal_kind kind);

/* Part that holds a group, where `groups` are divided into `parts` as evenly as possible: of 7
 * groups and two halves 0 to 2 are in the first. */
int noc_part_of_group(int groups, int parts, int group);

#endif
