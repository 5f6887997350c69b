#include "cli/frame/require.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/frame/exit.h"
#include "explore/settings/expression_read.h"
#include "explore/settings/settings.h"

const noc_option_group noc_require_options = NOC_ONE_OPTION(
    "require", 0, "EXPR",
    "exit with status 4 unless EXPR holds for every answer: \"round_trip_ns.hi < 90\" (.lo and .hi "
    "are the ends of an interval), \"all(network.flit_bytes) >= 32\"; may be repeated",
    NOC_OPTION_TEXTS, .offset = 0);

noc_status noc_requirements_read(const char *option, const noc_texts *texts, noc_arena *arena,
                                 noc_requirements *requirements, noc_diag *diag)
{
    requirements->list = noc_arena_array(arena, texts->count, sizeof(noc_expression *));
    requirements->count = texts->count;
    noc_status status = requirements->list ? NOC_OK : noc_fail_memory(diag);
    for (size_t i = 0; i < texts->count && status == NOC_OK; i++)
        status = noc_expression_read(texts->list[i], &noc_setting_names, (noc_place){option, 0},
                                     NOC_EUSAGE, arena, &requirements->list[i], diag);
    return status;
}

/* Values that a condition has used, in its order. */
typedef struct value_recorder {
    noc_value_lookup find_value;
    void *context;
    char values[160];
} value_recorder;

static noc_term record_value(void *context, int name, int network)
{
    value_recorder *w = context;
    const noc_term term = w->find_value(w->context, name, network);
    const size_t length = strlen(w->values);
    if (term.kind == NOC_TERM_NUMBER)
        snprintf(w->values + length, sizeof w->values - length, "%s%.6g", length ? ", " : "",
                 term.number);
    return term;
}

noc_status noc_requirements_check_one(const noc_requirements *requirements,
                                      const noc_condition_answer *answer, bool *is_met,
                                      noc_diag *diag)
{
    for (size_t k = 0; k < requirements->count; k++) {
        value_recorder w = {answer->find_value, answer->context, ""};
        const noc_truth truth = noc_expression_test(requirements->list[k], record_value, &w);
        const char *text = noc_expression_text(requirements->list[k]);
        if (truth == NOC_TRUE) continue;
        if (truth == NOC_FAULTY)
            return noc_fail(diag, NOC_EUSAGE, noc_expression_place(requirements->list[k]),
                            "'%s': %s: %s", text, answer->name, answer->fault);
        noc_fail(diag, NOC_EFAILED, noc_expression_place(requirements->list[k]), "%s: %s: %s%s%s%s",
                 answer->name, text, truth == NOC_FALSE ? "does not hold" : "is not known",
                 *w.values ? " (" : "", w.values, *w.values ? ")" : "");
        *is_met = false;
    }
    return NOC_OK;
}

static void name_design(const noc_design *d, char name[300])
{
    snprintf(name, 300, "%s (%s)", d->name,
             d->override_count ? d->overrides[d->override_count - 1] : "as it is");
}

noc_status noc_requirements_precheck(const noc_requirements *requirements,
                                     noc_design *const *designs, size_t count, noc_diag *diag)
{
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < requirements->count; k++) {
            char name[300];
            noc_constraint_subject subject = {.design = designs[i]};
            if (noc_expression_test(requirements->list[k], noc_constraint_value, &subject) !=
                NOC_FAULTY)
                continue;
            name_design(designs[i], name);
            return noc_fail(diag, NOC_EUSAGE, noc_expression_place(requirements->list[k]),
                            "'%s': %s: %s", noc_expression_text(requirements->list[k]), name,
                            subject.fault);
        }
    return NOC_OK;
}

int noc_requirements_check(const noc_requirements *requirements, const noc_estimate *estimates,
                           size_t count, noc_diag *diag)
{
    bool is_met = true;
    noc_status status = NOC_OK;
    for (size_t i = 0; i < count && status == NOC_OK; i++) {
        const noc_design *d = estimates[i].design;
        noc_constraint_subject subject = {.design = d, .metrics = estimates[i].metrics};
        char name[300];
        name_design(d, name);
        status = noc_requirements_check_one(
            requirements,
            &(noc_condition_answer){noc_constraint_value, &subject, subject.fault, name}, &is_met,
            diag);
    }
    if (status != NOC_OK) return noc_exit_from_status(status);
    return is_met ? 0 : NOC_EXIT_LIMITS;
}
