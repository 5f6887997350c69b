/* explore/evaluate.h: evaluation of one design of a space. A design is invalid, is excluded by a
 * constraint, or gets an estimate. Constraints on settings are checked first, then on the cost,
 * then on the answers of the model. */
#ifndef NOC_EXPLORE_EVALUATE_H
#define NOC_EXPLORE_EVALUATE_H

#include "explore/space/setting_columns.h"
#include "explore/store/store_read.h"
#include "reader/config_memory.h"

/* State of a design after its evaluation: meets all constraints, excluded by a constraint, invalid,
 * or the model failed. */
typedef enum noc_design_state {
    NOC_STATE_OK,
    NOC_STATE_EXCLUDED,
    NOC_STATE_INVALID,
    NOC_STATE_FAILED
} noc_design_state;

/* Name of a design's state: "ok", "excluded", "invalid" or "failed". */
const char *noc_design_state_name(noc_design_state state);

enum { NOC_REASON_CHARS = 240 };

/* Result of the evaluation of one design. */
typedef struct noc_outcome {
    uint64_t position;
    noc_design_state state;
    char reason[NOC_REASON_CHARS]; /* reason of the state; "" for NOC_STATE_OK */
    char hash[NOC_HASH_CHARS + 1]; /* hash of the design; "" for an invalid design */
    char *overrides;               /* overrides as a JSON list; NULL without an estimate */
    char *settings;                /* text by noc_settings_write_json; NULL without an estimate */
    bool has_estimate;             /* the estimate is new or from the store */
    bool is_new;                   /* the estimate is new */
    noc_estimate estimate;
} noc_outcome;

/* State of a thread that evaluates designs of a space. */
typedef struct noc_evaluator {
    const noc_space *space;
    const char *engine, *task;
    /* store with results to reuse, opened for this thread alone; NULL: none */
    noc_store *result_store;
    /* settings whose values each outcome has: the settings of the space's axes; NULL: none */
    const noc_setting_columns *columns;
    const char **overrides;        /* room for the overrides of any design of the space */
    noc_config_memory texts;       /* texts of the last designs, for reuse */
    noc_value_cache stage_results; /* stage results of the last designs, for reuse */
    uint64_t reserved_bytes;       /* bytes reserved for `stage_results` and one design's system */
    /* Stops before the model: NOC_STATE_OK then means that a design is valid and meets the
     * constraints on settings and cost. */
    bool is_survey;
} noc_evaluator;

/* Evaluates the design at a position. An invalid design is an outcome, not a failure. NOC_EFAILED:
 * the store or memory failed. NOC_EINPUT: a constraint uses a setting without a single value. The
 * caller clears *outcome. */
noc_status noc_evaluator_run(noc_evaluator *evaluator, uint64_t position, noc_outcome *outcome,
                             noc_diag *diag);
void noc_outcome_clear(noc_outcome *outcome);

/* Checks that each figure of the space exists in at least one design. NOC_EINPUT, with the figure's
 * line, if no design has it. In a space of 2000 designs or more, nothing is refused. */
noc_status noc_space_check_figures(const noc_space *space, noc_diag *diag);

/* Frees the evaluator's texts, stage results and overrides. */
void noc_evaluator_clear(noc_evaluator *evaluator);

/* Writes the task of a space's estimates: "limits", "load 0.02" or "load 60%". */
void noc_space_format_task(const noc_space *space, char *text, size_t size);

#endif
