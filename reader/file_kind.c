#include "reader/file_kind.h"

#include <stdbool.h>
#include <stddef.h>

#include "base/config_file.h"

static bool has_one_of(const config_setting_t *root, const char *const *names)
{
    for (; *names; names++)
        if (config_setting_get_member(root, *names)) return true;
    return false;
}

noc_file_kind noc_file_kind_of(const config_setting_t *root)
{
    static const char *const space_names[] = {"axes", "base", NULL};
    static const char *const design_names[] = {"network", "networks", NULL};
    const bool is_space = has_one_of(root, space_names), is_design = has_one_of(root, design_names);
    if (is_space == is_design) return NOC_FILE_UNKNOWN;
    return is_space ? NOC_FILE_SPACE : NOC_FILE_DESIGN;
}

noc_file_kind noc_file_kind_of_text(const char *text)
{
    config_t config;
    noc_diag faults = {0};
    noc_file_kind kind = NOC_FILE_UNKNOWN;
    if (noc_config_parse(text, (noc_place){"", 0}, NOC_EINPUT, &config, &faults) == NOC_OK) {
        kind = noc_file_kind_of(config_root_setting(&config));
        config_destroy(&config);
    }
    noc_diag_clear(&faults);
    return kind;
}
