#include "design/group_list.h"

#include "base/config_setting.h"

static bool are_groups(const config_setting_t *value)
{
    bool all_groups = noc_config_is_list(value);
    for (int i = 0; all_groups && i < config_setting_length(value); i++)
        all_groups = config_setting_is_group(config_setting_get_elem(value, (unsigned)i));
    return all_groups;
}

noc_status noc_group_list_count(const noc_storing *s, const noc_group_list *list,
                                const config_setting_t *value, int *count)
{
    if (!are_groups(value))
        return noc_fail(s->diag, s->status, s->place, "%s: expected a list of groups: %s", s->path,
                        list->example);
    *count = config_setting_length(value);
    if (*count > list->max_groups)
        return noc_fail(s->diag, s->status, s->place, "%s: %d %s, of at most %d", s->path, *count,
                        list->plural_noun, list->max_groups);
    return NOC_OK;
}

void noc_group_list_expect(const noc_group_list *list, char *text, size_t size)
{
    snprintf(text, size, "at most %d groups: %s", list->max_groups, list->example);
}

void noc_group_print_key(FILE *out, const noc_key *key, const char *base)
{
    fprintf(out, "%s = ", key->name);
    noc_value_print(out, key, base);
    fputs("; ", out);
}

/* Returns the place of a value in a list: its own line in a file, the list's in an override. */
static noc_place place_of(const noc_storing *list, const config_setting_t *value)
{
    noc_place place = list->place;
    if (place.line > 0) place.line = (int)config_setting_source_line(value);
    return place;
}

noc_storing noc_group_member(const noc_storing *list, int number, const char *name,
                             const config_setting_t *value, char path[NOC_MEMBER_PATH_CHARS])
{
    noc_storing member = *list;
    snprintf(path, NOC_MEMBER_PATH_CHARS, "%s[%d].%s", list->path, number, name);
    member.path = path;
    member.place = place_of(list, value);
    return member;
}

noc_status noc_group_refuse_missing(const noc_storing *list, const noc_key *key, int number,
                                    const config_setting_t *group)
{
    char expected[500];
    noc_value_expected(key, expected, sizeof expected);
    return noc_fail(list->diag, list->status, place_of(list, group),
                    "%s[%d].%s is missing (expected %s)", list->path, number, key->name, expected);
}
