/* cli/frame/require.h: conditions on designs and answers by --require and --where: reading, and
 * checks of answers. */
#ifndef NOC_CLI_FRAME_REQUIRE_H
#define NOC_CLI_FRAME_REQUIRE_H

#include "cli/frame/option.h"
#include "explore/settings/expression.h"
#include "hybrid/answers/estimate.h"

extern const noc_option_group noc_require_options; /* a noc_texts: --require */

typedef struct noc_requirements {
    noc_expression **list;
    size_t count;
} noc_requirements;

/* Reads the conditions of an option, such as "--require", on settings and metrics, in the language
 * of constraints (explore/settings/expression.h). NOC_EUSAGE. The arena owns the conditions. */
noc_status noc_requirements_read(const char *option, const noc_texts *texts, noc_arena *arena,
                                 noc_requirements *requirements, noc_diag *diag);

/* Checks conditions before designs are answered. NOC_EUSAGE if a condition uses a setting without a
 * single value in a design, or a network that a design does not have. */
noc_status noc_requirements_precheck(const noc_requirements *requirements,
                                     noc_design *const *designs, size_t count, noc_diag *diag);

/* Answer to check. `name`: name of the design, for messages. */
typedef struct noc_condition_answer {
    noc_value_lookup find_value;
    void *context;
    const char *fault; /* reason of the last NOC_TERM_FAULT of `find_value` */
    const char *name;
} noc_condition_answer;

/* Checks one answer. *is_met becomes false if a condition is not met, with a message for each such
 * condition. NOC_EUSAGE as in noc_requirements_precheck. */
noc_status noc_requirements_check_one(const noc_requirements *requirements,
                                      const noc_condition_answer *answer, bool *is_met,
                                      noc_diag *diag);

/* Checks all answers. Returns 0, or NOC_EXIT_LIMITS with a message for each condition that an
 * answer does not meet, or for which it is unknown. */
int noc_requirements_check(const noc_requirements *requirements, const noc_estimate *estimates,
                           size_t count, noc_diag *diag);

#endif
