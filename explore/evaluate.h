/* explore/evaluate.h: evaluation of one design of a space: invalid, excluded by a constraint, or an
 * estimate. Cheap checks come first: settings, then cost, then the model. */
#ifndef NOC_EXPLORE_EVALUATE_H
#define NOC_EXPLORE_EVALUATE_H

#include "explore/space/setting_columns.h"
#include "explore/store/store_read.h"
#include "reader/config_memory.h"

typedef enum noc_state {
    NOC_STATE_OK,
    NOC_STATE_EXCLUDED,
    NOC_STATE_INVALID,
    NOC_STATE_FAILED
} noc_state;

/* Name of a state: "ok", "excluded", "invalid", "failed". */
const char *noc_state_name(noc_state state);

enum { NOC_REASON_CHARS = 240 };

typedef struct noc_outcome {
    uint64_t position;
    noc_state state;
    char reason[NOC_REASON_CHARS]; /* reason of the state; "" if ok */
    char hash[NOC_HASH_CHARS + 1]; /* hash of the design; "" if invalid */
    char *overrides;               /* overrides as a JSON list; NULL unless there is an estimate */
    char *settings;                /* noc_settings_text; NULL unless there is an estimate */
    bool answered;                 /* an estimate exists, here or in the store */
    bool computed;                 /* the estimate is new */
    noc_estimate estimate;
} noc_outcome;

/* State of a thread that evaluates designs of a space. */
typedef struct noc_evaluator {
    const noc_space *space;
    const char *engine, *task;
    noc_store *known; /* results to reuse, a connection for this thread alone; NULL: none */
    /* settings that the space varies; NULL: values not wanted */
    const noc_setting_columns *columns;
    const char **overrides;  /* overrides of a design, with room for the space's overrides_most */
    noc_config_memory texts; /* texts of the last designs, for reuse */
    noc_kept kept;           /* results of stages, from the last designs */
    uint64_t reserved;       /* bytes reserved for `kept` and for a design's system */
    bool survey; /* stops before the model: `state` is ok where only the model could decide */
} noc_evaluator;

/* Evaluates the design at a position. A design alone never makes the call fail: NOC_EFAILED is for
 * the store and memory, NOC_EINPUT for a constraint on a setting without a single value. The caller
 * clears *outcome. */
noc_status noc_evaluate(noc_evaluator *evaluator, uint64_t position, noc_outcome *outcome,
                        noc_diag *diag);
void noc_outcome_clear(noc_outcome *outcome);

/* Checks that some design of the space has each figure of the space; NOC_EINPUT with the figure's
 * line if none has. Spaces of 2000 designs or more are not refused: only some of their designs are
 * looked at, which may miss the figure. */
noc_status noc_space_check_figures(const noc_space *space, noc_diag *diag);

/* Frees the evaluator's kept texts and results, and `overrides`. */
void noc_evaluator_clear(noc_evaluator *evaluator);

/* The task of a space's estimates: "limits", or "load 0.02", "load 60%". */
void noc_space_task(const noc_space *space, char *text, size_t size);

#endif
