/* cli/commands/parts/front.h: front of the designs of a store, opened by the options of a command
 * (--space, --objectives, --where, --model-error). */
#ifndef NOC_CLI_COMMANDS_PARTS_FRONT_H
#define NOC_CLI_COMMANDS_PARTS_FRONT_H

#include "cli/frame/option.h"
#include "cli/frame/request.h"
#include "explore/front/candidates.h"
#include "reports/front/front_order.h"

/* Values of the options. */
typedef struct noc_front_choice {
    const char *space;         /* name or identifier in the store; NULL: the latest */
    const char *objectives;    /* objectives: "max:a,min:b"; NULL: the space's */
    double model_error;        /* half-width of the model's intervals, a share; NAN: not given */
    noc_texts condition_texts; /* conditions of --where, which designs must meet */
    /* designs admitted although cost or clock is too good to be true */
    noc_race_rules race_rules;
} noc_front_choice;

extern const noc_option_group noc_space_options; /* a noc_front_choice */

/* Default confidence of intervals learned from measured designs (--confidence). */
#define NOC_FRONT_CONFIDENCE 0.95

typedef struct noc_front_request {
    const char *store;
    noc_front_choice choice;
    bool is_measuring; /* the command measures designs: the store is opened for writing */
    /* confidence of learned intervals, 0 to 1 */
    double confidence;
    bool accepts_empty; /* a front without designs is an answer, no error */
    bool skips_odds;    /* the command does not show the probabilities to be on the front */
} noc_front_request;

typedef struct noc_stored_front {
    noc_arena memory; /* memory of the spaces, the conditions of --where, and the caller's arrays */
    noc_store *store;
    const char *path; /* path of the store */
    noc_space_list spaces;
    const noc_space_record *space;
    noc_entries entries;
    noc_candidates candidates;
    char *caveats;       /* caveats by noc_store_write_caveats */
    char *base;          /* display path of the base design's file */
    char *options;       /* options that request the same front */
    noc_front_view view; /* front as reports read it */
    double model_error;
} noc_stored_front;

/* Computes front->view, and, unless the request skips them, the odds, which takes long. `measured`:
 * totals of the measurement; NULL: no design was measured. */
noc_status noc_front_weigh(const noc_front_request *request, const noc_measure_totals *measured,
                           noc_stored_front *front, noc_diag *diag);

/* Computes a metric for designs without it, and saves it if the store can be written: for all
 * entries of the front, or, if members_only, for designs that are or may be on it. NOC_EFAILED,
 * with the predicted duration, for more than a thousand designs. */
noc_status noc_front_complete(const noc_request *request, noc_stored_front *front,
                              bool members_only, noc_metric_id metric, noc_diag *diag);

/* Opens the store (for writing if designs are to be measured), reads the space's results and finds
 * their front, with odds unless is_measuring. The caller closes *front in any case. */
noc_status noc_stored_front_open(const noc_request *request, const noc_front_request *front_request,
                                 noc_stored_front *front, noc_diag *diag);
void noc_stored_front_close(noc_stored_front *front);

#endif
