#include "cli/frame/require.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/frame/exit.h"
#include "explore/settings/expression_read.h"
#include "explore/settings/settings.h"

static const noc_option require_options[] = {
    {"require", 0, "EXPR",
     "exit with status 4 unless EXPR holds for every answer: \"round_trip_ns.hi < 90\" (.lo and "
     ".hi are the ends of an interval), \"all(network.flit_bytes) >= 32\"; may be repeated",
     NOC_OPTION_TEXTS, .offset = 0},
    {0},
};

const noc_option_group noc_require_options = {NULL, require_options, NULL, sizeof(noc_texts)};

noc_status noc_requirements_read(const noc_texts *texts, noc_requirements *q, noc_diag *diag)
{
    return noc_conditions_read("--require", texts, q, diag);
}

noc_status noc_conditions_read(const char *option, const noc_texts *texts, noc_requirements *q,
                               noc_diag *diag)
{
    const noc_place place = {option, 0};
    *q = (noc_requirements){.list = calloc(texts->count + 1, sizeof *q->list)};
    if (!q->list) return noc_fail_memory(diag);
    noc_status status = NOC_OK;
    for (size_t i = 0; i < texts->count && status == NOC_OK; i++) {
        status = noc_expression_read(texts->list[i], &noc_setting_names, place, NOC_EUSAGE,
                                     &q->list[i], diag);
        if (status == NOC_OK) q->count++;
    }
    return status;
}

void noc_requirements_clear(noc_requirements *q)
{
    for (size_t i = 0; i < q->count; i++) noc_expression_free(q->list[i]);
    free(q->list);
    *q = (noc_requirements){0};
}

/* Values that a condition has used, in its order. */
typedef struct witness {
    noc_value_of value;
    void *context;
    char figures[160];
} witness;

static noc_term witnessed(void *context, int name, int network)
{
    witness *w = context;
    const noc_term term = w->value(w->context, name, network);
    const size_t used = strlen(w->figures);
    if (term.kind == NOC_TERM_NUMBER)
        snprintf(w->figures + used, sizeof w->figures - used, "%s%.6g", used ? ", " : "",
                 term.number);
    return term;
}

noc_status noc_requirements_meet(const noc_requirements *q, const noc_answerer *asked, bool *met,
                                 noc_diag *diag)
{
    for (size_t k = 0; k < q->count; k++) {
        witness w = {asked->value, asked->context, ""};
        const noc_truth holds = noc_expression_holds(q->list[k], witnessed, &w);
        const char *text = noc_expression_text(q->list[k]);
        if (holds == NOC_TRUE) continue;
        if (holds == NOC_FAULTY)
            return noc_fail(diag, NOC_EUSAGE, noc_expression_place(q->list[k]), "'%s': %s: %s",
                            text, asked->who, asked->fault);
        noc_fail(diag, NOC_EFAILED, noc_expression_place(q->list[k]), "%s: %s: %s%s%s%s",
                 asked->who, text, holds == NOC_FALSE ? "does not hold" : "is not known",
                 *w.figures ? " (" : "", w.figures, *w.figures ? ")" : "");
        *met = false;
    }
    return NOC_OK;
}

static void name_design(const noc_design *d, char who[300])
{
    snprintf(who, 300, "%s (%s)", d->name,
             d->override_count ? d->overrides[d->override_count - 1] : "as it is");
}

noc_status noc_requirements_fit(const noc_requirements *q, noc_design *const *designs, size_t count,
                                noc_diag *diag)
{
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < q->count; k++) {
            char who[300];
            noc_subject subject = {.design = designs[i]};
            if (noc_expression_holds(q->list[k], noc_subject_value, &subject) != NOC_FAULTY)
                continue;
            name_design(designs[i], who);
            return noc_fail(diag, NOC_EUSAGE, noc_expression_place(q->list[k]), "'%s': %s: %s",
                            noc_expression_text(q->list[k]), who, subject.fault);
        }
    return NOC_OK;
}

int noc_requirements_check(const noc_requirements *q, const noc_estimate *estimates, size_t count,
                           noc_diag *diag)
{
    bool met = true;
    noc_status status = NOC_OK;
    for (size_t i = 0; i < count && status == NOC_OK; i++) {
        const noc_design *d = estimates[i].design;
        noc_subject subject = {.design = d, .metrics = estimates[i].metrics};
        char who[300];
        name_design(d, who);
        status = noc_requirements_meet(
            q, &(noc_answerer){noc_subject_value, &subject, subject.fault, who}, &met, diag);
    }
    if (status != NOC_OK) return noc_exit_of(status);
    return met ? 0 : NOC_EXIT_LIMITS;
}
