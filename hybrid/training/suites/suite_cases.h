/* hybrid/training/suites/suite_cases.h: adds designs to a suite that is being read. */
#ifndef NOC_HYBRID_TRAINING_SUITES_SUITE_CASES_H
#define NOC_HYBRID_TRAINING_SUITES_SUITE_CASES_H

#include "base/config_faults.h"
#include "hybrid/training/suites/suite.h"

typedef struct noc_suite_reader {
    noc_suite *suite;
    noc_resolve resolve;
    noc_config_faults faults;
    bool named;     /* by another suite: those that it names are not read */
    bool published; /* only published placements are drawn (published_placements.h) */
} noc_suite_reader;

/* Adds a case: the design, or why there is none. */
void noc_suite_add(noc_suite_reader *reader, const char *family, const char *name,
                   const noc_source *source, const char *const *overrides, size_t override_count);
void noc_suite_add_fault(noc_suite_reader *reader, const char *family, const char *name,
                         const char *fault);

/* Adds the design of a file beside the suite, or found as the caller resolves names. */
void noc_suite_add_named(noc_suite_reader *reader, const char *family, const char *word,
                         const char *override);

/* Reads the design that a family varies, found likewise. The caller clears *source. */
void noc_suite_read_base(noc_suite_reader *reader, const config_setting_t *at, const char *word,
                         noc_source *source);

#endif
