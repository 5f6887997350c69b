#include "design/levels.h"

#include <stdio.h>

#include "design/dies.h"
#include "design/group_list.h"

#define LEVEL(member) offsetof(noc_level, member)

static const noc_key keys[] = {
    {"name", NOC_TEXT, LEVEL(name), 0, 0, 0, NOC_REQUIRED, NULL, "", "of the level, in answers", "",
     NULL, NOC_BY_GRAPH},
    {"groups", NOC_INTEGERS, LEVEL(groups), 1, 65536, 0, NOC_REQUIRED, NULL, "",
     "how many groups there are, as equal as can be; or the size of each", "", NULL, NOC_BY_GRAPH},
    {"flits_per_cycle", NOC_REAL, LEVEL(flits_per_cycle), 0.1, 64, 1, NOC_OPTIONAL, NULL,
     "flits/cycle", "most flits that the port of a group accepts", "", NULL, NOC_BY_GRAPH},
    {"cycles", NOC_INTEGER, LEVEL(cycles), 1, 1024, 1, NOC_OPTIONAL, NULL, "cycles",
     "latency of its channel", "", NULL, NOC_BY_GRAPH},
    {"buffer_flits", NOC_INTEGER, LEVEL(buffer_flits), 0, 8192, 0, NOC_OPTIONAL, NULL, "flits",
     "of each virtual channel behind it; 0: as the network has it", "", NULL, NOC_BY_GRAPH},
    {"mm", NOC_REAL, LEVEL(mm), 0.01, 100, 1, NOC_OPTIONAL, NULL, "mm", "length of its channel", "",
     NULL, NOC_BY_GRAPH},
    {"die", NOC_INTEGERS, LEVEL(die), 0, NOC_DIES_MAX - 1, 0, NOC_YOUNGER, NULL, "",
     "how many dies the groups are dealt to, as evenly as can be; or the die of each, from 0 on",
     "", NULL, NOC_BY_GRAPH},
};

static const noc_key_table table = NOC_KEYS(keys);
static const noc_group_list levels_list = {
    "levels",
    "({ name = \"tpc\"; groups = 40; flits_per_cycle = 4.5; cycles = 2; mm = 0.5; }, "
    "{ name = \"gpc\"; groups = 6; })",
    NOC_LEVELS_MAX};

/* ---- reading and writing -------------------------------------------------------------------- */

static const noc_key *find_level_key(const void *stored, int number, const char *name,
                                     const char **base)
{
    const noc_levels *levels = stored;
    if ((size_t)number >= levels->count) return NULL;
    *base = (const char *)&levels->list[number];
    return noc_key_find(table, name);
}

static noc_status refuse_key(const noc_storing *s, const char *name)
{
    noc_nearest_search nearest = {.wanted = name};
    for (size_t k = 0; k < table.count; k++) noc_nearest_consider(&nearest, keys[k].name);
    const char *nearest_name = noc_nearest_name(&nearest);
    return noc_fail(s->diag, s->status, s->place,
                    "%s: a level has no '%s'%s%s%s (it has name, groups, flits_per_cycle, cycles, "
                    "mm, buffer_flits, die)",
                    s->path, name, nearest_name ? "; did you mean '" : "",
                    nearest_name ? nearest_name : "", nearest_name ? "'?" : "");
}

static noc_status store_level_key(const noc_storing *s, void *stored, int number, const char *name,
                                  const config_setting_t *value)
{
    const noc_levels *levels = stored;
    const noc_key *key = noc_key_find(table, name);
    if ((size_t)number >= levels->count)
        return noc_fail(s->diag, s->status, s->place, "%s: there are %zu levels, counted from 0",
                        s->path, levels->count);
    if (!key) return refuse_key(s, name);
    return noc_value_store(s, key, (char *)&levels->list[number], value);
}

static noc_status store_group(const noc_storing *s, noc_levels *levels, int number,
                              const config_setting_t *group)
{
    noc_level *level = &levels->list[number];
    for (size_t k = 0; k < table.count; k++) noc_value_default(&keys[k], (char *)level);
    for (int i = 0; i < config_setting_length(group); i++) {
        const config_setting_t *value = config_setting_get_elem(group, (unsigned)i);
        const char *name = config_setting_name(value);
        char path[NOC_MEMBER_PATH_CHARS];
        const noc_storing member = noc_group_member(s, number, name, value, path);
        const noc_status result = store_level_key(&member, levels, number, name, value);
        if (result != NOC_OK) return result;
    }
    for (size_t k = 0; k < table.count; k++)
        if (keys[k].standing == NOC_REQUIRED && !config_setting_get_member(group, keys[k].name))
            return noc_group_refuse_missing(s, &keys[k], number, group);
    return NOC_OK;
}

static noc_status store_levels(const noc_storing *s, void *stored, const config_setting_t *value)
{
    int count;
    noc_status result = noc_group_list_count(s, &levels_list, value, &count);
    if (result != NOC_OK) return result;
    noc_levels levels = {(size_t)count,
                         noc_arena_array(s->arena, (size_t)count, sizeof *levels.list)};
    if (!levels.list) return noc_fail_memory(s->diag);
    for (int i = 0; i < count && result == NOC_OK; i++)
        result = store_group(s, &levels, i, config_setting_get_elem(value, (unsigned)i));
    if (result == NOC_OK) *(noc_levels *)stored = levels;
    return result;
}

static void print_levels(FILE *out, const noc_key *key, const void *stored)
{
    (void)key;
    const noc_levels *levels = stored;
    fputc('(', out);
    for (size_t i = 0; i < levels->count; i++) {
        fputs(i ? ", { " : "{ ", out);
        const char *level = (const char *)&levels->list[i];
        for (size_t k = 0; k < table.count; k++)
            if (keys[k].standing != NOC_YOUNGER || !noc_value_is_default(&keys[k], level))
                noc_group_print_key(out, &keys[k], level);
        fputc('}', out);
    }
    fputc(')', out);
}

static void expect_levels(const noc_key *key, char *text, size_t size)
{
    (void)key;
    noc_group_list_expect(&levels_list, text, size);
}

static bool has_no_level(const void *stored)
{
    return ((const noc_levels *)stored)->count == 0;
}

const noc_value_type noc_levels_type = {
    .store_parts = store_levels,
    .member = find_level_key,
    .members = &table,
    .store_member = store_level_key,
    .print = print_levels,
    .expect = expect_levels,
    .is_empty = has_no_level,
    .is_read_as_text = true,
};

/* ---- groups --------------------------------------------------------------------------------- */

int noc_level_group_count(const noc_level *level)
{
    return level->groups.count == 1 ? level->groups.values[0] : (int)level->groups.count;
}

long noc_level_size_sum(const noc_level *level)
{
    long sum = 0;
    for (size_t g = 0; g < level->groups.count && level->groups.count > 1; g++)
        sum += level->groups.values[g];
    return sum;
}
