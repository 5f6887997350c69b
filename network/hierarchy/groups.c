#include "network/hierarchy/groups.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NO_DIE = -1 };

const noc_levels *noc_hierarchy_levels(const noc_network_spec *spec, noc_terminal_kind kind)
{
    const int which = kind == NOC_COMPUTE ? NOC_HIERARCHY_LEVELS : NOC_HIERARCHY_MEMORY_LEVELS;
    return &spec->parameters[which].levels;
}

const noc_tier *noc_side_top(const noc_side *side)
{
    return &side->tiers[side->levels->count];
}

int noc_part_of_group(int groups, int parts, int group)
{
    return (int)(((long)(group + 1) * parts - 1) / groups);
}

/* Hierarchy under construction. */
typedef struct making {
    noc_hierarchy *hierarchy;
    const noc_design *design;
    int network;
    noc_diag *diag;
} making;

static const noc_network_spec *spec_of(const making *m)
{
    return &m->design->networks[m->network];
}

/* ---- words ---------------------------------------------------------------------------------- */

enum { PATH_CHARS = 60 };

static const char *levels_key(noc_terminal_kind kind)
{
    return kind == NOC_COMPUTE ? "network.levels" : "network.memory_levels";
}

/* Path of a level's key: "network.levels[1].die". */
static void level_path(noc_terminal_kind kind, int level, const char *key, char path[PATH_CHARS])
{
    snprintf(path, PATH_CHARS, "%s[%d].%s", levels_key(kind), level, key);
}

/* Words for the members of a level's groups: "compute nodes", "groups of level tpc". */
static void members_text(const noc_side *s, noc_terminal_kind kind, int level, char *text,
                         size_t size)
{
    if (level == 0)
        snprintf(text, size, kind == NOC_COMPUTE ? "compute nodes" : "memory nodes");
    else
        snprintf(text, size, "groups of level %.40s", s->levels->list[level - 1].name);
}

/* ---- groups --------------------------------------------------------------------------------- */

static bool tier_room(noc_tier *tier, int groups)
{
    const size_t count = (size_t)groups + 1;
    tier->groups = groups;
    tier->members = calloc(count, sizeof *tier->members);
    tier->nodes = calloc(count, sizeof *tier->nodes);
    tier->die = calloc(count, sizeof *tier->die);
    for (int g = 0; tier->die && g < groups; g++) tier->die[g] = NO_DIE;
    return tier->members && tier->nodes && tier->die;
}

/* Finds the first member of each group of a level. False if the sizes do not fit the members. */
static bool split(const noc_level *level, const noc_tier *below, noc_tier *tier)
{
    const int members = below->groups, nodes = below->nodes[members];
    const long sum = noc_level_sum(level);
    int at = 0;
    if (tier->groups > members || (sum != 0 && sum != members && sum != nodes)) return false;
    for (int g = 0; g < tier->groups; g++) {
        tier->members[g] = sum ? at : (int)((long)members * g / tier->groups);
        if (sum == 0) continue;
        const int size = level->groups.values[g];
        const int end = sum == members ? at + size : below->nodes[at] + size;
        if (sum == members)
            at = end;
        else
            while (at < members && below->nodes[at] < end) at++;
        if (sum != members && below->nodes[at] != end) return false;
    }
    tier->members[tier->groups] = members;
    for (int g = 0; g <= tier->groups; g++) tier->nodes[g] = below->nodes[tier->members[g]];
    return true;
}

static noc_status refuse_groups(const making *m, noc_terminal_kind kind, int level)
{
    const noc_side *s = &m->hierarchy->sides[kind];
    const noc_tier *below = &s->tiers[level];
    const noc_level *l = &s->levels->list[level];
    const long sum = noc_level_sum(l);
    const int members = below->groups, nodes = below->nodes[members];
    char path[PATH_CHARS], text[60];
    level_path(kind, level, "groups", path);
    members_text(s, kind, level, text, sizeof text);
    const char *const *keys = NOC_PATHS(path, levels_key(kind));
    if (sum == 0)
        return noc_design_conflict(m->design, m->diag, m->network, keys,
                                   "%s = %d: there are %d %s to be put into groups (at most %d)",
                                   path, noc_level_groups(l), members, text, members);
    if (sum != members && sum != nodes)
        return noc_design_conflict(
            m->design, m->diag, m->network, keys,
            "%s: sizes sum to %ld (expected %d, the %s, or %d, all nodes below them)", path, sum,
            members, text, nodes);
    return noc_design_conflict(m->design, m->diag, m->network, keys,
                               "%s: a group of these sizes would end within one of the %s", path,
                               text);
}

static noc_status make_side(const making *m, noc_terminal_kind kind, int nodes)
{
    noc_side *s = &m->hierarchy->sides[kind];
    s->levels = noc_hierarchy_levels(spec_of(m), kind);
    if (!tier_room(&s->tiers[0], nodes)) return noc_fail_memory(m->diag);
    for (int n = 0; n <= nodes; n++) s->tiers[0].nodes[n] = n;
    for (int i = 0; i < (int)s->levels->count; i++) {
        const noc_level *level = &s->levels->list[i];
        if (!tier_room(&s->tiers[i + 1], noc_level_groups(level))) return noc_fail_memory(m->diag);
        if (!split(level, &s->tiers[i], &s->tiers[i + 1])) return refuse_groups(m, kind, i);
    }
    return NOC_OK;
}

static noc_status check_halves(const making *m)
{
    const int halves = m->hierarchy->halves;
    const int cores = noc_side_top(&m->hierarchy->sides[NOC_COMPUTE])->groups;
    const int memories = noc_side_top(&m->hierarchy->sides[NOC_MEMORY])->groups;
    if (halves <= cores && halves <= memories) return NOC_OK;
    return noc_design_conflict(
        m->design, m->diag, m->network, NOC_PATHS("network.halves", "network.memory_levels"),
        "network.halves = %d: the crossbar has %d groups of compute nodes and %d of memory nodes "
        "(at most as many halves as there are of either)",
        halves, cores, memories);
}

/* ---- dies set in the design ----------------------------------------------------------------- */

static noc_status refuse_dies(const making *m, const char *path, const noc_integers *dies,
                              int groups, const char *what)
{
    const char *const *keys = NOC_PATHS(path, "network.levels", "network.memory_levels");
    if (dies->count > 1)
        return noc_design_conflict(m->design, m->diag, m->network, keys,
                                   "%s: a list of %zu dies (expected %d, one for each of the %s, "
                                   "or how many dies they are dealt to)",
                                   path, dies->count, groups, what);
    return noc_design_conflict(m->design, m->diag, m->network, keys,
                               "%s = %d: the %d %s are dealt to dies (1 to %d; or a list, the die "
                               "of each)",
                               path, dies->values[0], groups, what, groups);
}

/* Assigns groups to the dies of a list, or divides them evenly among a number of dies.
 * group_words: name of the groups in messages. */
static noc_status tell_dies(const making *m, const char *path, const noc_integers *dies, int groups,
                            const char *what, int *die)
{
    const bool deals = dies->count == 1;
    if (dies->count == 0) return NOC_OK;
    if (deals ? dies->values[0] < 1 || dies->values[0] > groups : (int)dies->count != groups)
        return refuse_dies(m, path, dies, groups, what);
    for (int g = 0; g < groups; g++)
        die[g] = deals ? noc_part_of_group(groups, dies->values[0], g) : dies->values[g];
    return NOC_OK;
}

static noc_status tell_dies_of_level(const making *m, noc_terminal_kind kind, int level)
{
    const noc_side *s = &m->hierarchy->sides[kind];
    const noc_level *l = &s->levels->list[level];
    char path[PATH_CHARS], what[60];
    level_path(kind, level, "die", path);
    snprintf(what, sizeof what, "groups of level %.40s", l->name);
    return tell_dies(m, path, &l->die, noc_level_groups(l), what, s->tiers[level + 1].die);
}

/* ---- dies that follow from others ----------------------------------------------------------- */

/* Notes the die of a member; common_die is the die of all members so far. False if members are
 * on two dies, common_die and other_die. */
static bool is_common(int die, int *common, int *other)
{
    if (die == NO_DIE) return true;
    if (*common == NO_DIE) *common = die;
    *other = die;
    return *common == die;
}

static noc_status refuse_apart(const making *m, noc_terminal_kind kind, int level, int group,
                               int one, int other)
{
    char path[PATH_CHARS];
    level_path(kind, level, "die", path);
    return noc_design_conflict(
        m->design, m->diag, m->network, NOC_PATHS(levels_key(kind)),
        "%s is missing: group %d of level %s has members on dies %d and %d (a list, the die of "
        "each group)",
        path, group, m->hierarchy->sides[kind].levels->list[level].name, one, other);
}

/* Puts groups of a level without dies onto the common die of their members, where known. */
static noc_status gather_dies(const making *m, noc_terminal_kind kind, int level)
{
    const noc_side *s = &m->hierarchy->sides[kind];
    const noc_tier *below = &s->tiers[level], *tier = &s->tiers[level + 1];
    for (int g = 0; g < tier->groups && s->levels->list[level].die.count == 0; g++) {
        int other = NO_DIE;
        for (int i = tier->members[g]; i < tier->members[g + 1]; i++)
            if (!is_common(below->die[i], &tier->die[g], &other))
                return refuse_apart(m, kind, level, g, tier->die[g], other);
    }
    return NOC_OK;
}

static noc_status refuse_half(const making *m, int half, int other)
{
    return noc_design_conflict(
        m->design, m->diag, m->network, NOC_PATHS("network.halves", "network.levels"),
        "network.crossbar_die is missing: %s %d of the crossbar has groups on dies %d and %d "
        "(the die of each half, or as many network.halves as give each a die)",
        m->hierarchy->halves > 1 ? "half" : "part", half, m->hierarchy->half_die[half], other);
}

/* Puts halves of the crossbar onto the dies that the design sets, or onto the die of their
 * groups. */
static noc_status place_halves(const making *m)
{
    noc_hierarchy *h = m->hierarchy;
    const noc_integers *told = &spec_of(m)->parameters[NOC_HIERARCHY_CROSSBAR_DIE].integers;
    for (int i = 0; i < h->halves; i++) h->half_die[i] = NO_DIE;
    const noc_status status = tell_dies(m, "network.crossbar_die", told, h->halves,
                                        "halves of the crossbar", h->half_die);
    if (status != NOC_OK || told->count > 0) return status;
    for (int kind = 0; kind < 2; kind++) {
        const noc_tier *top = noc_side_top(&h->sides[kind]);
        for (int g = 0; g < top->groups; g++) {
            const int half = noc_part_of_group(top->groups, h->halves, g);
            int other = NO_DIE;
            if (!is_common(top->die[g], &h->half_die[half], &other))
                return refuse_half(m, half, other);
        }
    }
    return NOC_OK;
}

/* Puts groups and nodes without a die onto the die of their upper group. */
static void hand_down(noc_hierarchy *h, noc_side *s)
{
    const noc_tier *top = noc_side_top(s);
    for (int g = 0; g < top->groups; g++)
        if (top->die[g] == NO_DIE)
            top->die[g] = h->half_die[noc_part_of_group(top->groups, h->halves, g)];
    for (int i = (int)s->levels->count; i > 0; i--)
        for (int g = 0; g < s->tiers[i].groups; g++)
            for (int below = s->tiers[i].members[g]; below < s->tiers[i].members[g + 1]; below++)
                if (s->tiers[i - 1].die[below] == NO_DIE)
                    s->tiers[i - 1].die[below] = s->tiers[i].die[g];
}

static void mark(const int *die, int count, bool *used, int *dies)
{
    for (int i = 0; i < count; i++) {
        if (die[i] == NO_DIE) continue;
        used[die[i]] = true;
        if (die[i] >= *dies) *dies = die[i] + 1;
    }
}

/* Counts the dies, which are numbered from 0 on without gaps. */
static noc_status count_dies(const making *m)
{
    noc_hierarchy *h = m->hierarchy;
    bool used[NOC_DIES_MAX] = {false};
    mark(h->half_die, h->halves, used, &h->dies);
    for (int kind = 0; kind < 2; kind++)
        for (size_t t = 0; t <= h->sides[kind].levels->count; t++)
            mark(h->sides[kind].tiers[t].die, h->sides[kind].tiers[t].groups, used, &h->dies);
    for (int d = 0; d < h->dies; d++)
        if (!used[d])
            return noc_design_conflict(
                m->design, m->diag, m->network,
                NOC_PATHS("network.levels", "network.memory_levels", "network.crossbar_die"),
                "nothing is on die %d, though there is a die %d (dies are numbered from 0, without "
                "gaps)",
                d, h->dies - 1);
    return NOC_OK;
}

static noc_status place(const making *m)
{
    noc_status status = NOC_OK;
    for (int kind = 0; kind < 2; kind++) {
        const int levels = (int)m->hierarchy->sides[kind].levels->count;
        for (int i = 0; i < levels && status == NOC_OK; i++) {
            status = tell_dies_of_level(m, (noc_terminal_kind)kind, i);
            if (status == NOC_OK) status = gather_dies(m, (noc_terminal_kind)kind, i);
        }
    }
    if (status == NOC_OK) status = place_halves(m);
    if (status != NOC_OK) return status;
    for (int kind = 0; kind < 2; kind++) hand_down(m->hierarchy, &m->hierarchy->sides[kind]);
    return count_dies(m);
}

/* ---- hierarchies ---------------------------------------------------------------------------- */

noc_status noc_hierarchy_make(noc_hierarchy *h, const noc_design *design, int network,
                              noc_diag *diag)
{
    const making m = {h, design, network, diag};
    memset(h, 0, sizeof *h);
    h->halves = spec_of(&m)->parameters[NOC_HIERARCHY_HALVES].integer;
    noc_status status = make_side(&m, NOC_COMPUTE, noc_compute_terminals(design));
    if (status == NOC_OK) status = make_side(&m, NOC_MEMORY, design->nodes.memory);
    if (status == NOC_OK) status = check_halves(&m);
    return status == NOC_OK ? place(&m) : status;
}

bool noc_hierarchy_has_dies(const noc_network_spec *spec)
{
    bool has = spec->parameters[NOC_HIERARCHY_CROSSBAR_DIE].integers.count > 0;
    for (int kind = 0; kind < 2; kind++) {
        const noc_levels *levels = noc_hierarchy_levels(spec, (noc_terminal_kind)kind);
        for (size_t i = 0; i < levels->count; i++) has |= levels->list[i].die.count > 0;
    }
    return has;
}

void noc_hierarchy_end(noc_hierarchy *h)
{
    for (int kind = 0; kind < 2; kind++) {
        for (int t = 0; t <= NOC_LEVELS_MAX; t++) {
            noc_tier *tier = &h->sides[kind].tiers[t];
            free(tier->members);
            free(tier->nodes);
            free(tier->die);
        }
    }
}
