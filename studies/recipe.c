#include "studies/recipe.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reader/design_read.h"

const char *noc_recipe_find_text(const config_setting_t *recipe, const char *key)
{
    const char *text = "";
    config_setting_lookup_string(recipe, key, &text);
    return text;
}

double noc_recipe_find_number(const config_setting_t *recipe, const char *key)
{
    double value = NAN;
    int integer;
    if (config_setting_lookup_float(recipe, key, &value)) return value;
    return config_setting_lookup_int(recipe, key, &integer) ? (double)integer : NAN;
}

bool noc_recipe_find_flag(const config_setting_t *recipe, const char *key)
{
    int flag = 0;
    config_setting_lookup_bool(recipe, key, &flag);
    return flag;
}

size_t noc_recipe_count_members(const config_setting_t *recipe, const char *key)
{
    const config_setting_t *list = config_setting_get_member(recipe, key);
    return list ? (size_t)config_setting_length(list) : 0;
}

const config_setting_t *noc_recipe_find_member(const config_setting_t *recipe, const char *key,
                                               size_t i)
{
    return config_setting_get_elem(config_setting_get_member(recipe, key), (unsigned)i);
}

/* ---- designs -------------------------------------------------------------------------------- */

enum { OVERRIDES_MAX = 16, WORDS_MAX = 1000 };

/* Splits "key=value key=value" in `words` into overrides. */
static noc_status split_overrides(char *words, const char *overrides[OVERRIDES_MAX], size_t *count,
                                  const char *name, noc_diag *diag)
{
    for (char *word; (word = strsep(&words, " "));) {
        if (!*word) continue;
        if (*count == OVERRIDES_MAX)
            return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE, "a recipe sets more than %d keys of %s",
                            OVERRIDES_MAX, name);
        overrides[(*count)++] = word;
    }
    return NOC_OK;
}

noc_status noc_recipe_read_design(noc_path_resolver resolve_path, const char *name,
                                  const char *settings, noc_design **design, noc_diag *diag)
{
    char words[WORDS_MAX], *path = NULL;
    const char *overrides[OVERRIDES_MAX];
    size_t count = 0;
    NOC_AUTO(noc_source_clear) noc_source source = {0};
    if (snprintf(words, sizeof words, "%s", settings) >= WORDS_MAX)
        return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE, "a recipe's settings of %s are too long",
                        name);
    noc_status status = split_overrides(words, overrides, &count, name, diag);
    if (status == NOC_OK) status = resolve_path(name, &path, diag);
    if (status == NOC_OK) status = noc_source_read(path, &source, diag);
    if (status == NOC_OK) status = noc_design_read(&source, overrides, count, design, diag);
    free(path);
    return status;
}
