/* hybrid/training/suites/suite_cases.h: addition of designs to a suite under construction, and
 * printing of their settings. */
#ifndef NOC_HYBRID_TRAINING_SUITES_SUITE_CASES_H
#define NOC_HYBRID_TRAINING_SUITES_SUITE_CASES_H

#include <libconfig.h>
#include <stdio.h>

#include "base/config_setting.h"
#include "hybrid/training/suites/suite.h"

/* A suite under construction. */
typedef struct noc_suite_reader {
    noc_suite *suite;
    noc_resolve resolve;
    noc_config_faults faults;
    bool named;     /* the suite is named by another one: suites that it names are not read */
    bool published; /* only published placements are drawn (suite_draw.c) */
} noc_suite_reader;

/* Adds a case: the design, or the reason of its absence. */
void noc_suite_add(noc_suite_reader *reader, const char *family, const char *name,
                   const noc_source *source, const char *const *overrides, size_t override_count);
/* Excludes the last added case from learning. */
void noc_suite_hold_back(noc_suite_reader *reader);
void noc_suite_add_fault(noc_suite_reader *reader, const char *family, const char *name,
                         const char *fault);

/* Adds the design of a file beside the suite, or of a name resolved by the caller. */
void noc_suite_add_named(noc_suite_reader *reader, const char *family, const char *word,
                         const char *override);

/* Reads the design that a family varies: a file beside the suite, or a name resolved by the caller.
 * The caller clears *source. */
void noc_suite_read_base(noc_suite_reader *reader, const config_setting_t *at, const char *word,
                         noc_source *source);

/* Prints a value as libconfig reads it: 8, 2.5, "islip", ((0, 0), (1, 0)), { network = { ... };
 * }. */
void noc_suite_print(FILE *out, const config_setting_t *value);

/* Prints the members of a group: "name = value; " for each. */
void noc_suite_print_members(FILE *out, const config_setting_t *group);

#endif
