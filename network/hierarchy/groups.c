#include "network/hierarchy/groups.h"

#include <stdio.h>
#include <string.h>

enum { NO_DIE = -1 };

const noc_levels *noc_hierarchy_levels(const noc_network_spec *spec, noc_terminal_kind kind)
{
    const int parameter = kind == NOC_COMPUTE ? NOC_HIERARCHY_LEVELS : NOC_HIERARCHY_MEMORY_LEVELS;
    return &spec->parameters[parameter].levels;
}

const noc_tier *noc_side_top(const noc_side *side)
{
    return &side->tiers[side->levels->count];
}

int noc_part_of_group(int group_count, int parts, int group)
{
    return (int)(((long)(group + 1) * parts - 1) / group_count);
}

/* Hierarchy under construction. */
typedef struct hierarchy_build {
    noc_hierarchy *hierarchy;
    const noc_design *design;
    int network;
    noc_diag *diag;
} hierarchy_build;

static const noc_network_spec *spec_of(const hierarchy_build *m)
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
static void write_level_path(noc_terminal_kind kind, int level, const char *key,
                             char path[PATH_CHARS])
{
    snprintf(path, PATH_CHARS, "%s[%d].%s", levels_key(kind), level, key);
}

/* Words for the members of a level's groups: "compute nodes", "groups of level tpc". */
static void write_member_words(const noc_side *s, noc_terminal_kind kind, int level, char *text,
                               size_t size)
{
    if (level == 0)
        snprintf(text, size, kind == NOC_COMPUTE ? "compute nodes" : "memory nodes");
    else
        snprintf(text, size, "groups of level %.40s", s->levels->list[level - 1].name);
}

/* ---- groups --------------------------------------------------------------------------------- */

static bool allocate_tier(noc_arena *arena, noc_tier *tier, int groups)
{
    const size_t count = (size_t)groups + 1;
    tier->group_count = groups;
    tier->first_member = noc_arena_array(arena, count, sizeof *tier->first_member);
    tier->first_node = noc_arena_array(arena, count, sizeof *tier->first_node);
    tier->die_of_group = noc_arena_array(arena, count, sizeof *tier->die_of_group);
    for (int g = 0; tier->die_of_group && g < groups; g++) tier->die_of_group[g] = NO_DIE;
    return !arena->is_short;
}

/* Finds the first member of each group of a level. False if the sizes do not fit the members. */
static bool split_members(const noc_level *level, const noc_tier *lower_tier, noc_tier *tier)
{
    const int members = lower_tier->group_count, nodes = lower_tier->first_node[members];
    const long sum = noc_level_size_sum(level);
    int member = 0;
    if (tier->group_count > members || (sum != 0 && sum != members && sum != nodes)) return false;
    for (int g = 0; g < tier->group_count; g++) {
        tier->first_member[g] = sum ? member : (int)((long)members * g / tier->group_count);
        if (sum == 0) continue;
        const int size = level->groups.values[g];
        const int end = sum == members ? member + size : lower_tier->first_node[member] + size;
        if (sum == members)
            member = end;
        else
            while (member < members && lower_tier->first_node[member] < end) member++;
        if (sum != members && lower_tier->first_node[member] != end) return false;
    }
    tier->first_member[tier->group_count] = members;
    for (int g = 0; g <= tier->group_count; g++)
        tier->first_node[g] = lower_tier->first_node[tier->first_member[g]];
    return true;
}

static noc_status refuse_groups(const hierarchy_build *m, noc_terminal_kind kind, int level)
{
    const noc_side *s = &m->hierarchy->sides[kind];
    const noc_tier *lower_tier = &s->tiers[level];
    const noc_level *l = &s->levels->list[level];
    const long sum = noc_level_size_sum(l);
    const int members = lower_tier->group_count, nodes = lower_tier->first_node[members];
    char path[PATH_CHARS], text[60];
    write_level_path(kind, level, "groups", path);
    write_member_words(s, kind, level, text, sizeof text);
    const char *const *keys = NOC_PATHS(path, levels_key(kind));
    if (sum == 0)
        return noc_design_conflict(m->design, m->diag, m->network, keys,
                                   "%s = %d: there are %d %s to be put into groups (at most %d)",
                                   path, noc_level_group_count(l), members, text, members);
    if (sum != members && sum != nodes)
        return noc_design_conflict(
            m->design, m->diag, m->network, keys,
            "%s: sizes sum to %ld (expected %d, the %s, or %d, all nodes below them)", path, sum,
            members, text, nodes);
    return noc_design_conflict(m->design, m->diag, m->network, keys,
                               "%s: a group of these sizes would end within one of the %s", path,
                               text);
}

static noc_status make_side(const hierarchy_build *m, noc_terminal_kind kind, int nodes)
{
    noc_side *s = &m->hierarchy->sides[kind];
    s->levels = noc_hierarchy_levels(spec_of(m), kind);
    noc_arena *arena = &m->hierarchy->arena;
    if (!allocate_tier(arena, &s->tiers[0], nodes)) return noc_fail_memory(m->diag);
    for (int n = 0; n <= nodes; n++) s->tiers[0].first_node[n] = n;
    for (int i = 0; i < (int)s->levels->count; i++) {
        const noc_level *level = &s->levels->list[i];
        if (!allocate_tier(arena, &s->tiers[i + 1], noc_level_group_count(level)))
            return noc_fail_memory(m->diag);
        if (!split_members(level, &s->tiers[i], &s->tiers[i + 1])) return refuse_groups(m, kind, i);
    }
    return NOC_OK;
}

static noc_status check_halves(const hierarchy_build *m)
{
    const int halves = m->hierarchy->half_count;
    const int cores = noc_side_top(&m->hierarchy->sides[NOC_COMPUTE])->group_count;
    const int memories = noc_side_top(&m->hierarchy->sides[NOC_MEMORY])->group_count;
    if (halves <= cores && halves <= memories) return NOC_OK;
    return noc_design_conflict(
        m->design, m->diag, m->network, NOC_PATHS("network.halves", "network.memory_levels"),
        "network.halves = %d: the crossbar has %d groups of compute nodes and %d of memory nodes "
        "(at most as many halves as there are of either)",
        halves, cores, memories);
}

/* ---- dies set in the design ----------------------------------------------------------------- */

static noc_status refuse_dies(const hierarchy_build *m, const char *path, const noc_integers *dies,
                              int groups, const char *group_words)
{
    const char *const *keys = NOC_PATHS(path, "network.levels", "network.memory_levels");
    if (dies->count > 1)
        return noc_design_conflict(m->design, m->diag, m->network, keys,
                                   "%s: a list of %zu dies (expected %d, one for each of the %s, "
                                   "or how many dies they are dealt to)",
                                   path, dies->count, groups, group_words);
    return noc_design_conflict(m->design, m->diag, m->network, keys,
                               "%s = %d: the %d %s are dealt to dies (1 to %d; or a list, the die "
                               "of each)",
                               path, dies->values[0], groups, group_words, groups);
}

/* Assigns groups to the dies of a list, or divides them evenly among a number of dies.
 * group_words: name of the groups in messages. */
static noc_status assign_dies(const hierarchy_build *m, const char *path, const noc_integers *dies,
                              int groups, const char *group_words, int *die)
{
    const bool divides_evenly = dies->count == 1;
    if (dies->count == 0) return NOC_OK;
    if (divides_evenly ? dies->values[0] < 1 || dies->values[0] > groups
                       : (int)dies->count != groups)
        return refuse_dies(m, path, dies, groups, group_words);
    for (int g = 0; g < groups; g++)
        die[g] = divides_evenly ? noc_part_of_group(groups, dies->values[0], g) : dies->values[g];
    return NOC_OK;
}

static noc_status assign_level_dies(const hierarchy_build *m, noc_terminal_kind kind, int level)
{
    const noc_side *s = &m->hierarchy->sides[kind];
    const noc_level *l = &s->levels->list[level];
    char path[PATH_CHARS], group_words[60];
    write_level_path(kind, level, "die", path);
    snprintf(group_words, sizeof group_words, "groups of level %.40s", l->name);
    return assign_dies(m, path, &l->die, noc_level_group_count(l), group_words,
                       s->tiers[level + 1].die_of_group);
}

/* ---- dies that follow from others ----------------------------------------------------------- */

/* Notes the die of a member; common_die is the die of all members so far. False if members are
 * on two dies, common_die and other_die. */
static bool note_common_die(int die, int *common_die, int *other_die)
{
    if (die == NO_DIE) return true;
    if (*common_die == NO_DIE) *common_die = die;
    *other_die = die;
    return *common_die == die;
}

static noc_status refuse_die_conflict(const hierarchy_build *m, noc_terminal_kind kind, int level,
                                      int group, int first_die, int other_die)
{
    char path[PATH_CHARS];
    write_level_path(kind, level, "die", path);
    return noc_design_conflict(
        m->design, m->diag, m->network, NOC_PATHS(levels_key(kind)),
        "%s is missing: group %d of level %s has members on dies %d and %d (a list, the die of "
        "each group)",
        path, group, m->hierarchy->sides[kind].levels->list[level].name, first_die, other_die);
}

/* Puts groups of a level without dies onto the common die of their members, where known. */
static noc_status set_common_dies(const hierarchy_build *m, noc_terminal_kind kind, int level)
{
    const noc_side *s = &m->hierarchy->sides[kind];
    const noc_tier *lower_tier = &s->tiers[level], *tier = &s->tiers[level + 1];
    for (int g = 0; g < tier->group_count && s->levels->list[level].die.count == 0; g++) {
        int other_die = NO_DIE;
        for (int i = tier->first_member[g]; i < tier->first_member[g + 1]; i++)
            if (!note_common_die(lower_tier->die_of_group[i], &tier->die_of_group[g], &other_die))
                return refuse_die_conflict(m, kind, level, g, tier->die_of_group[g], other_die);
    }
    return NOC_OK;
}

static noc_status refuse_half_conflict(const hierarchy_build *m, int half, int other_die)
{
    return noc_design_conflict(
        m->design, m->diag, m->network, NOC_PATHS("network.halves", "network.levels"),
        "network.crossbar_die is missing: %s %d of the crossbar has groups on dies %d and %d "
        "(the die of each half, or as many network.halves as give each a die)",
        m->hierarchy->half_count > 1 ? "half" : "part", half, m->hierarchy->die_of_half[half],
        other_die);
}

/* Puts halves of the crossbar onto the dies that the design sets, or onto the die of their
 * groups. */
static noc_status set_half_dies(const hierarchy_build *m)
{
    noc_hierarchy *h = m->hierarchy;
    const noc_integers *listed_dies = &spec_of(m)->parameters[NOC_HIERARCHY_CROSSBAR_DIE].integers;
    for (int i = 0; i < h->half_count; i++) h->die_of_half[i] = NO_DIE;
    const noc_status status = assign_dies(m, "network.crossbar_die", listed_dies, h->half_count,
                                          "halves of the crossbar", h->die_of_half);
    if (status != NOC_OK || listed_dies->count > 0) return status;
    for (int kind = 0; kind < 2; kind++) {
        const noc_tier *top = noc_side_top(&h->sides[kind]);
        for (int g = 0; g < top->group_count; g++) {
            const int half = noc_part_of_group(top->group_count, h->half_count, g);
            int other_die = NO_DIE;
            if (!note_common_die(top->die_of_group[g], &h->die_of_half[half], &other_die))
                return refuse_half_conflict(m, half, other_die);
        }
    }
    return NOC_OK;
}

/* Puts groups and nodes without a die onto the die of their upper group. */
static void inherit_dies(noc_hierarchy *h, noc_side *s)
{
    const noc_tier *top = noc_side_top(s);
    for (int g = 0; g < top->group_count; g++)
        if (top->die_of_group[g] == NO_DIE)
            top->die_of_group[g] =
                h->die_of_half[noc_part_of_group(top->group_count, h->half_count, g)];
    for (int i = (int)s->levels->count; i > 0; i--)
        for (int g = 0; g < s->tiers[i].group_count; g++)
            for (int member = s->tiers[i].first_member[g]; member < s->tiers[i].first_member[g + 1];
                 member++)
                if (s->tiers[i - 1].die_of_group[member] == NO_DIE)
                    s->tiers[i - 1].die_of_group[member] = s->tiers[i].die_of_group[g];
}

static void mark_used_dies(const int *die, int count, bool *used, int *dies)
{
    for (int i = 0; i < count; i++) {
        if (die[i] == NO_DIE) continue;
        used[die[i]] = true;
        if (die[i] >= *dies) *dies = die[i] + 1;
    }
}

/* Counts the dies, which are numbered from 0 on without gaps. */
static noc_status count_dies(const hierarchy_build *m)
{
    noc_hierarchy *h = m->hierarchy;
    bool used[NOC_DIES_MAX] = {false};
    mark_used_dies(h->die_of_half, h->half_count, used, &h->die_count);
    for (int kind = 0; kind < 2; kind++)
        for (size_t t = 0; t <= h->sides[kind].levels->count; t++)
            mark_used_dies(h->sides[kind].tiers[t].die_of_group,
                           h->sides[kind].tiers[t].group_count, used, &h->die_count);
    for (int d = 0; d < h->die_count; d++)
        if (!used[d])
            return noc_design_conflict(
                m->design, m->diag, m->network,
                NOC_PATHS("network.levels", "network.memory_levels", "network.crossbar_die"),
                "nothing is on die %d, though there is a die %d (dies are numbered from 0, without "
                "gaps)",
                d, h->die_count - 1);
    return NOC_OK;
}

static noc_status place_on_dies(const hierarchy_build *m)
{
    noc_status status = NOC_OK;
    for (int kind = 0; kind < 2; kind++) {
        const int levels = (int)m->hierarchy->sides[kind].levels->count;
        for (int i = 0; i < levels && status == NOC_OK; i++) {
            status = assign_level_dies(m, (noc_terminal_kind)kind, i);
            if (status == NOC_OK) status = set_common_dies(m, (noc_terminal_kind)kind, i);
        }
    }
    if (status == NOC_OK) status = set_half_dies(m);
    if (status != NOC_OK) return status;
    for (int kind = 0; kind < 2; kind++) inherit_dies(m->hierarchy, &m->hierarchy->sides[kind]);
    return count_dies(m);
}

/* ---- hierarchies ---------------------------------------------------------------------------- */

noc_status noc_hierarchy_make(noc_hierarchy *h, const noc_design *design, int network,
                              noc_diag *diag)
{
    const hierarchy_build m = {h, design, network, diag};
    memset(h, 0, sizeof *h);
    h->half_count = spec_of(&m)->parameters[NOC_HIERARCHY_HALVES].integer;
    noc_status status = make_side(&m, NOC_COMPUTE, noc_compute_terminals(design));
    if (status == NOC_OK) status = make_side(&m, NOC_MEMORY, design->nodes.memory);
    if (status == NOC_OK) status = check_halves(&m);
    return status == NOC_OK ? place_on_dies(&m) : status;
}

bool noc_hierarchy_has_dies(const noc_network_spec *spec)
{
    bool has_dies = spec->parameters[NOC_HIERARCHY_CROSSBAR_DIE].integers.count > 0;
    for (int kind = 0; kind < 2; kind++) {
        const noc_levels *levels = noc_hierarchy_levels(spec, (noc_terminal_kind)kind);
        for (size_t i = 0; i < levels->count; i++) has_dies |= levels->list[i].die.count > 0;
    }
    return has_dies;
}
