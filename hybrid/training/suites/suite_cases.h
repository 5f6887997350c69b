/* hybrid/training/suites/suite_cases.h: adds designs to a suite that is being read, and prints
 * settings. */
#ifndef NOC_HYBRID_TRAINING_SUITES_SUITE_CASES_H
#define NOC_HYBRID_TRAINING_SUITES_SUITE_CASES_H

#include <libconfig.h>
#include <stdio.h>

#include "base/config_setting.h"
#include "hybrid/training/suites/suite.h"

/* State of reading a suite. */
typedef struct noc_suite_reader {
    noc_suite *suite;
    noc_path_resolver resolve;
    noc_config_faults faults;
    /* the suite is named by another one: suites that it names itself are not read */
    bool is_named;
    bool only_published; /* only published placements are drawn (suite_draw.c) */
} noc_suite_reader;

/* Adds a case with its design, or with the fault that makes it bad. */
void noc_suite_add_design(noc_suite_reader *reader, const char *family, const char *name,
                          const noc_source *source, const char *const *overrides,
                          size_t override_count);
/* Excludes the last added case from learning. */
void noc_suite_hold_back(noc_suite_reader *reader);

/* Adds the design of a file in the suite's folder, or of a name resolved by the caller. */
void noc_suite_add_named(noc_suite_reader *reader, const char *family, const char *word,
                         const char *override);

/* Reads the design that a family varies: a file in the suite's folder, or a name resolved by the
 * caller. The caller clears *source. */
void noc_suite_read_base(noc_suite_reader *reader, const config_setting_t *at, const char *word,
                         noc_source *source);

/* Prints a value as libconfig reads it: 8, 2.5, "islip", ((0, 0), (1, 0)), { network = { ... };
 * }. */
void noc_suite_print_value(FILE *out, const config_setting_t *value);

/* Prints the members of a group: "name = value; " for each. */
void noc_suite_print_members(FILE *out, const config_setting_t *group);

#endif
