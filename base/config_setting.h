/* base/config_setting.h: what a libconfig setting is, as it is written: libconfig's own
 * conversions lose values silently. NULL is a setting that is missing. */
#ifndef NOC_BASE_CONFIG_SETTING_H
#define NOC_BASE_CONFIG_SETTING_H

#include <libconfig.h>
#include <stdbool.h>
#include <stdio.h>

#include "base/diag.h"

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

/* Faults of a configuration file, told with their lines, for readers that go on to the next
 * fault. */
typedef struct noc_config_faults {
    const char *file; /* borrowed */
    noc_diag *diag;
    noc_status status; /* status of the first fault; NOC_OK: there is none */
    size_t count;
} noc_config_faults;

/* A fault of the input, at the line of a setting (NULL: of the file). */
void noc_config_complain(noc_config_faults *faults, const config_setting_t *at, const char *format,
                         ...) __attribute__((format(printf, 3, 4)));

/* Out of memory. */
void noc_config_run_short(noc_config_faults *faults);

/* A fault that was told already. */
void noc_config_count_fault(noc_config_faults *faults, noc_status status);

/* Complains of members that are not among the NULL-ended names. */
void noc_config_check_members(noc_config_faults *faults, const config_setting_t *group,
                              const char *const *names);

#endif
