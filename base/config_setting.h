/* base/config_setting.h: what a libconfig setting is, as it is written: libconfig's own
 * conversions lose values silently. NULL is a setting that is missing. */
#ifndef NOC_BASE_CONFIG_SETTING_H
#define NOC_BASE_CONFIG_SETTING_H

#include <libconfig.h>
#include <stdbool.h>
#include <stdio.h>

/* NULL unless it is a text; borrowed from the configuration. */
const char *noc_config_text(const config_setting_t *setting);

bool noc_config_is_number(const config_setting_t *setting);
/* NAN unless it is a number. */
double noc_config_number(const config_setting_t *setting);

/* The member of a group with this name, NULL if there is none; "a.b" is member b of its member a.
 * libconfig's search looks at each
 * character of the names for the end of a path. */
const config_setting_t *noc_config_member(const config_setting_t *group, const char *name);

/* A list ( ) or an array [ ]. */
bool noc_config_is_list(const config_setting_t *setting);

/* Prints a number so that libconfig reads the same one of the same type. */
void noc_config_print_number(FILE *out, const config_setting_t *number);

/* Whether a member of a group is called one of the NULL-ended names; else the one nearest to it,
 * NULL if none is near. */
bool noc_config_is_known(const config_setting_t *member, const char *const *names,
                         const char **nearest);

#endif
