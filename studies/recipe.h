/* studies/recipe.h: reading of recipes of studies, which are settings of libconfig
 * (data/reproduce.cfg, compiled in), and of their designs. */
#ifndef NOC_STUDIES_RECIPE_H
#define NOC_STUDIES_RECIPE_H

#include <libconfig.h>
#include <stdbool.h>

#include "base/embedded.h"
#include "design/design.h"
#include "explore/space/space.h"

extern const noc_embedded_config noc_recipe_tables[];

/* Returns the text of a key; "": none. */
const char *noc_recipe_find_text(const config_setting_t *recipe, const char *key);

/* Returns the number of a key; NAN: none. */
double noc_recipe_find_number(const config_setting_t *recipe, const char *key);

/* Returns the flag of a key; false: none. */
bool noc_recipe_find_flag(const config_setting_t *recipe, const char *key);

/* Return the number of members of a list, for example the rows of a recipe or the readings of a
 * row; return member `i`. */
size_t noc_recipe_count_members(const config_setting_t *recipe, const char *key);
const config_setting_t *noc_recipe_find_member(const config_setting_t *recipe, const char *key,
                                               size_t i);

/* Reads a design by its name, with settings "key=value key=value" over it. The caller frees
 * *design. */
noc_status noc_recipe_read_design(noc_path_resolver resolve_path, const char *name,
                                  const char *settings, noc_design **design, noc_diag *diag);

#endif
