/* Checks designs without the model, then times a few with the model. */
#include "explore/survey.h"

#include <stdlib.h>
#include <string.h>

#include "base/processors.h"
#include "explore/crew.h"
#include "explore/store/reasons.h"
#include "hybrid/answers/figures/answer.h"

enum {
    LOOK_MOST = 200000,
    TIMED_MOST = 200,
    TIMED_TOGETHER = 5,
};
static const double timed_s = 2.0;

typedef struct surveying {
    noc_survey *result;
    const noc_sweep_options *options;
    noc_sweep_totals totals; /* totals for the progress callback */
    double until;            /* end time, s; 0: none */
    uint64_t *valid;         /* positions of valid designs */
    size_t valid_count;
    bool late;
} surveying;

/* ---- validity ------------------------------------------------------------------------------- */

static noc_status take_survey(void *context, const noc_outcome_node *list, noc_diag *diag)
{
    surveying *s = context;
    for (; list; list = list->next) {
        const noc_outcome *o = &list->outcome;
        s->totals.done++;
        s->result->states[o->state]++;
        s->result->looked_at++;
        if (o->state == NOC_STATE_OK) {
            s->valid[s->valid_count++] = o->position;
        } else {
            const noc_status status = noc_reason_list_add(
                &s->result->reasons, noc_state_name(o->state), o->reason, 1, diag);
            if (status != NOC_OK) return status;
        }
    }
    return NOC_OK;
}

static bool tick_survey(void *context)
{
    surveying *s = context;
    return !s->options->tick || s->options->tick(s->options->context, &s->totals);
}

/* ---- timing --------------------------------------------------------------------------------- */

static int by_position(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static double now_timed(const noc_space *space, const uint64_t *positions, size_t count,
                        uint64_t *timed, noc_diag *diag)
{
    char task[40];
    noc_space_task(space, task, sizeof task);
    noc_evaluator v = {.space = space, .engine = "", .task = task};
    v.overrides = calloc(space->overrides_most + 1, sizeof *v.overrides);
    const double start = noc_seconds();
    for (size_t i = 0; v.overrides && i < TIMED_MOST && noc_seconds() - start < timed_s; i++) {
        noc_outcome o;
        /* Timed positions are spread over small and large designs: the multiplier shares no factor
         * with their number. Groups of neighbours are timed together, since neighbours share
         * results in a sweep. */
        const size_t first = (size_t)((i / TIMED_TOGETHER * 2654435761u) % count);
        const size_t at = (first + i % TIMED_TOGETHER) % count;
        if (noc_evaluate(&v, positions[at], &o, diag) == NOC_OK) ++*timed;
        noc_outcome_clear(&o);
    }
    noc_evaluator_clear(&v);
    return *timed ? (noc_seconds() - start) / (double)*timed : 0.0;
}

noc_status noc_sweep_survey(const noc_space *space, const noc_sweep_options *options,
                            noc_survey *result, noc_diag *diag)
{
    *result =
        (noc_survey){.designs = (space->root.size + options->of - options->shard) / options->of};
    const uint64_t skip = (result->designs + LOOK_MOST - 1) / LOOK_MOST;
    const noc_crew_work work = {
        .space = space,
        .engine = "",
        .task = "",
        .survey = true,
        .first = options->shard - 1,
        .stride = options->of * (skip ? skip : 1),
        .count = skip ? (result->designs + skip - 1) / skip : 0,
    };
    surveying s = {.result = result, .options = options, .totals = {.designs = work.count}};
    s.valid = malloc((work.count + 1) * sizeof *s.valid);
    if (!s.valid) return noc_fail_memory(diag);
    const noc_outcome_receiver t = {take_survey, tick_survey, &s};
    const double start = noc_seconds();
    noc_status status = noc_space_check_figures(space, diag);
    if (status == NOC_OK) status = noc_crew_run(&work, options->jobs, &t, diag);
    const double looked = noc_seconds() - start;
    if (status == NOC_OK && s.valid_count > 0 && !options->untimed) {
        qsort(s.valid, s.valid_count, sizeof *s.valid, by_position);
        const double each = now_timed(space, s.valid, s.valid_count, &result->timed, diag);
        const double share = (double)result->designs / (double)result->looked_at;
        const unsigned jobs = options->jobs ? options->jobs : noc_processors();
        result->seconds = share * (each * (double)s.valid_count / jobs + looked);
    }
    noc_reason_list_sort(&result->reasons);
    free(s.valid);
    return status;
}

void noc_survey_clear(noc_survey *survey)
{
    noc_reason_list_clear(&survey->reasons);
}
