/* base/config_faults.h: what is wrong with a configuration file, told with its lines, for
 * readers that go on to the next fault. */
#ifndef NOC_BASE_CONFIG_FAULTS_H
#define NOC_BASE_CONFIG_FAULTS_H

#include <libconfig.h>

#include "base/diag.h"

typedef struct noc_config_faults {
    const char *file; /* borrowed */
    noc_diag *diag;
    noc_status status; /* of the first fault */
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
