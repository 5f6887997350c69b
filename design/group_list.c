#include "design/group_list.h"

#include "base/config_setting.h"

static bool are_groups(const config_setting_t *value)
{
    bool all_groups = noc_config_is_list(value);
    for (int i = 0; all_groups && i < config_setting_length(value); i++)
        all_groups = config_setting_is_group(config_setting_get_elem(value, (unsigned)i));
    return all_groups;
}

noc_status noc_group_list_count(const noc_group_list *list, const config_setting_t *value,
                                const char *path, noc_place place, noc_status status, int *count,
                                noc_diag *diag)
{
    if (!are_groups(value))
        return noc_fail(diag, status, place, "%s: expected a list of groups: %s", path,
                        list->example);
    *count = config_setting_length(value);
    if (*count > list->max_groups)
        return noc_fail(diag, status, place, "%s: %d %s, of at most %d", path, *count,
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

noc_place noc_group_place(const config_setting_t *value, noc_place place)
{
    if (place.line > 0) place.line = (int)config_setting_source_line(value);
    return place;
}

noc_status noc_group_refuse_missing(const noc_key *key, const char *path, int number,
                                    noc_place place, noc_status status, noc_diag *diag)
{
    char expected[500];
    noc_value_expected(key, expected, sizeof expected);
    return noc_fail(diag, status, place, "%s[%d].%s is missing (expected %s)", path, number,
                    key->name, expected);
}
