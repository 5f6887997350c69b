/* Checks designs without the model, then times a few with the model. */
#include "explore/survey.h"

#include <stdlib.h>
#include <string.h>

#include "base/processors.h"
#include "explore/crew.h"
#include "explore/store/reasons.h"
#include "hybrid/answers/figures/answer.h"

enum {
    CHECKED_MAX = 200000,
    TIMED_MAX = 200,
    TIMED_NEIGHBOURS = 5,
};
static const double timing_limit_s = 2.0;

typedef struct survey_state {
    noc_survey *result;
    const noc_sweep_options *options;
    noc_sweep_totals totals;   /* totals for the progress callback */
    double end_time_s;         /* end time, s; 0: none */
    uint64_t *valid_positions; /* positions of valid designs */
    size_t valid_count;
    bool is_late;
} survey_state;

/* ---- validity ------------------------------------------------------------------------------- */

static noc_status count_outcomes(void *context, const noc_outcome_node *list, noc_diag *diag)
{
    survey_state *s = context;
    for (; list; list = list->next) {
        const noc_outcome *o = &list->outcome;
        s->totals.finished_now++;
        s->result->state_counts[o->state]++;
        s->result->checked_designs++;
        if (o->state == NOC_STATE_OK) {
            s->valid_positions[s->valid_count++] = o->position;
        } else {
            const noc_status status = noc_reason_list_add(
                &s->result->reasons, noc_design_state_name(o->state), o->reason, 1, diag);
            if (status != NOC_OK) return status;
        }
    }
    return NOC_OK;
}

static bool tick_survey(void *context)
{
    survey_state *s = context;
    return !s->options->tick || s->options->tick(s->options->context, &s->totals);
}

/* ---- timing --------------------------------------------------------------------------------- */

static int compare_positions(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static double time_designs(const noc_space *space, const uint64_t *positions, size_t count,
                           uint64_t *timed, noc_diag *diag)
{
    char task[40];
    noc_space_format_task(space, task, sizeof task);
    NOC_AUTO(noc_evaluator_clear)
    noc_evaluator evaluator = {.space = space, .engine = "", .task = task};
    evaluator.overrides = calloc(space->max_overrides + 1, sizeof *evaluator.overrides);
    const double start = noc_seconds();
    for (size_t i = 0;
         evaluator.overrides && i < TIMED_MAX && noc_seconds() - start < timing_limit_s; i++) {
        noc_outcome o;
        /* The multiplier, which shares no factor with the number of positions, spreads timed
         * positions over small and large designs. Groups of neighbours are timed together, since
         * neighbours share results in a sweep. */
        const size_t first = (size_t)((i / TIMED_NEIGHBOURS * 2654435761u) % count);
        const size_t index = (first + i % TIMED_NEIGHBOURS) % count;
        if (noc_evaluator_run(&evaluator, positions[index], &o, diag) == NOC_OK) ++*timed;
        noc_outcome_clear(&o);
    }
    return *timed ? (noc_seconds() - start) / (double)*timed : 0.0;
}

noc_status noc_survey_sweep(const noc_space *space, const noc_sweep_options *options,
                            noc_survey *result, noc_diag *diag)
{
    *result =
        (noc_survey){.designs = (space->root.design_count + options->shard_count - options->shard) /
                                options->shard_count};
    const uint64_t check_stride = (result->designs + CHECKED_MAX - 1) / CHECKED_MAX;
    const noc_crew_batch work = {
        .space = space,
        .engine = "",
        .task = "",
        .is_survey = true,
        .first = options->shard - 1,
        .stride = options->shard_count * (check_stride ? check_stride : 1),
        .count = check_stride ? (result->designs + check_stride - 1) / check_stride : 0,
    };
    survey_state s = {.result = result, .options = options, .totals = {.designs = work.count}};
    NOC_AUTO_FREE uint64_t *valid_positions = malloc((work.count + 1) * sizeof *valid_positions);
    s.valid_positions = valid_positions;
    if (!valid_positions) return noc_fail_memory(diag);
    const noc_outcome_consumer consumer = {count_outcomes, tick_survey, &s};
    const double start = noc_seconds();
    noc_status status = noc_space_check_figures(space, diag);
    if (status == NOC_OK) status = noc_crew_run(&work, options->jobs, &consumer, diag);
    const double check_seconds = noc_seconds() - start;
    if (status == NOC_OK && s.valid_count > 0 && !options->skips_timing) {
        qsort(s.valid_positions, s.valid_count, sizeof *s.valid_positions, compare_positions);
        const double design_seconds =
            time_designs(space, s.valid_positions, s.valid_count, &result->timed_designs, diag);
        const double share = (double)result->designs / (double)result->checked_designs;
        const unsigned jobs = options->jobs ? options->jobs : noc_count_processors();
        result->predicted_seconds =
            share * (design_seconds * (double)s.valid_count / jobs + check_seconds);
    }
    noc_reason_list_sort(&result->reasons);
    return status;
}

void noc_survey_clear(noc_survey *survey)
{
    noc_reason_list_clear(&survey->reasons);
    *survey = (noc_survey){0};
}
