#include "reports/words/design_json.h"

#include <libconfig.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/config_file.h"
#include "network/kinds/kinds.h"
#include "reports/words/design_text.h"
#include "reports/writers/json.h"
#include "reports/writers/memory_text.h"

/* ---- the resolved design -------------------------------------------------------------------- */

static json_t *convert_setting(const config_setting_t *setting);

static json_t *convert_members(const config_setting_t *setting, bool is_group)
{
    json_t *container = is_group ? json_object() : json_array();
    for (int i = 0; i < config_setting_length(setting); i++) {
        const config_setting_t *member = config_setting_get_elem(setting, (unsigned)i);
        if (is_group)
            json_object_set_new(container, config_setting_name(member), convert_setting(member));
        else
            json_array_append_new(container, convert_setting(member));
    }
    return container;
}

/* Converts a setting of a design file into a JSON value; a number keeps its kind. */
static json_t *convert_setting(const config_setting_t *setting)
{
    switch (config_setting_type(setting)) {
    case CONFIG_TYPE_INT:
    case CONFIG_TYPE_INT64:
        return json_integer(config_setting_get_int64(setting));
    case CONFIG_TYPE_FLOAT:
        return noc_json_real(config_setting_get_float(setting));
    case CONFIG_TYPE_BOOL:
        return json_boolean(config_setting_get_bool(setting));
    case CONFIG_TYPE_STRING:
        return noc_json_text(config_setting_get_string(setting));
    default:
        return convert_members(setting, config_setting_is_group(setting) == CONFIG_TRUE);
    }
}

static char *print_to_text(const noc_design *design)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    noc_design_print(design, out);
    return noc_memory_text_close(out, &text);
}

/* Parses the design's printed text as a design file. */
json_t *noc_json_config(const noc_design *design)
{
    char *text = print_to_text(design);
    config_t file;
    noc_diag ignored = {0};
    json_t *config = NULL;
    const noc_place place = {design->file, 0};
    if (text && noc_config_parse(text, place, NOC_EFAILED, &file, &ignored) == NOC_OK) {
        config = convert_setting(config_root_setting(&file));
        config_destroy(&file);
    }
    noc_diag_clear(&ignored);
    free(text);
    noc_json_set_text(json_object_get(config, "nodes"), "placement", design->nodes.placement->name);
    return config;
}

/* ---- the design ----------------------------------------------------------------------------- */

json_t *noc_json_design(const noc_design *design)
{
    json_t *object = json_object(), *overrides = json_array();
    for (size_t i = 0; i < design->override_count; i++)
        json_array_append_new(overrides, noc_json_text(design->overrides[i]));
    noc_json_set_text(object, "name", design->name);
    noc_json_set_text(object, "file", design->typed_name);
    noc_json_set_text(object, "hash", design->hash);
    json_object_set_new(object, "overrides", overrides);
    json_object_set_new(object, "config", noc_json_config(design));
    return object;
}
