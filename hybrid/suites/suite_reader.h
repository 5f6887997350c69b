/* hybrid/suites/suite_reader.h: what the files that read suites share. */
#ifndef NOC_HYBRID_SUITES_SUITE_READER_H
#define NOC_HYBRID_SUITES_SUITE_READER_H

#include <libconfig.h>
#include <stdio.h>

#include "hybrid/suites/suite.h"
#include "network/config_setting.h"

typedef struct noc_suite_reader {
    noc_suite *suite;
    noc_suite_resolve resolve;
    bool named; /* by another suite: those that it names are not read */
    noc_diag *diag;
    noc_status status; /* of the first fault */
} noc_suite_reader;

void noc_suite_complain(noc_suite_reader *r, const config_setting_t *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Complains of members that are not among the NULL-ended names. */
void noc_suite_known(noc_suite_reader *r, const config_setting_t *group, const char *const *names);

/* A value as libconfig reads it: 8, 2.5, "islip", ((0, 0), (1, 0)), { network = { ... }; }. */
void noc_suite_print(FILE *out, const config_setting_t *value);
void noc_suite_print_members(FILE *out, const config_setting_t *group); /* "name = value; " */

/* Adds a case: the design, or why there is none. Takes `faults` over into the case. */
void noc_suite_add(noc_suite_reader *r, const char *family, const char *name,
                   const noc_source *source, const char *const *overrides, size_t override_count);
void noc_suite_add_fault(noc_suite_reader *r, const char *family, const char *name,
                         const char *fault);

/* Reads the design that a family varies, found as designs by name are. The caller clears *source. */
void noc_suite_read_base(noc_suite_reader *r, const config_setting_t *at, const char *word,
                         noc_source *source);

/* Draws the designs of a family (suite_draw.c). */
void noc_suite_draw(noc_suite_reader *r, const config_setting_t *group, const char *family);

#endif
