/* base/config_setting.h: values of libconfig settings without silent conversions, which libconfig's
 * functions make; faults of settings. NULL stands for a missing setting. */
#ifndef NOC_BASE_CONFIG_SETTING_H
#define NOC_BASE_CONFIG_SETTING_H

#include <libconfig.h>
#include <stdbool.h>
#include <stdio.h>

#include "base/diag.h"

/* Text of a setting, borrowed from the configuration; NULL: no text. */
const char *noc_config_text(const config_setting_t *setting);

/* True for an integer or a real. */
bool noc_config_is_number(const config_setting_t *setting);
/* Number of a setting; NAN: no number. */
double noc_config_number(const config_setting_t *setting);

/* Finds a member of a group by its name; NULL: none. "a.b" is member b of member a. Faster than
 * libconfig's search. */
const config_setting_t *noc_config_member(const config_setting_t *group, const char *name);

/* True for a list ( ) or an array [ ]. */
bool noc_config_is_list(const config_setting_t *setting);

/* Prints a number so that libconfig reads an equal number of equal type. */
void noc_config_print_number(FILE *out, const config_setting_t *number);

/* Faults of a configuration file, which are reported with their lines while the reading goes on. */
typedef struct noc_config_faults {
    const char *file; /* borrowed */
    noc_diag *diag;
    noc_status status; /* status of the first fault; NOC_OK: none */
    size_t count;
} noc_config_faults;

/* Reports a fault of the input at a setting's line. `setting` NULL: a fault of the whole file. */
void noc_config_report_fault(noc_config_faults *faults, const config_setting_t *setting,
                             const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Reports that memory ran out. */
void noc_config_report_memory(noc_config_faults *faults);

/* Counts a fault that has been reported. */
void noc_config_count_fault(noc_config_faults *faults, noc_status status);

/* Reports the members of a group that are not among the names, which NULL ends. */
void noc_config_check_members(noc_config_faults *faults, const config_setting_t *group,
                              const char *const *names);

#endif
