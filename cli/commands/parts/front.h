/* cli/commands/parts/front.h: the front that --store, --space, --objectives and --model-error ask
 * for. */
#ifndef NOC_CLI_COMMANDS_PARTS_FRONT_H
#define NOC_CLI_COMMANDS_PARTS_FRONT_H

#include "cli/frame/option.h"
#include "cli/frame/request.h"
#include "explore/front/candidates.h"
#include "reports/front/front_order.h"

/* Values of the options. */
typedef struct noc_front_choice {
    const char *space;      /* name or id in the store; NULL: the latest */
    const char *objectives; /* objectives: "max:a,min:b"; NULL: the space's */
    double model_error;     /* half-width of the model's intervals, a share; NAN: not given */
    noc_texts where;        /* conditions that designs must meet */
    noc_allowance allowed;
} noc_front_choice;

extern const noc_option_group noc_space_options; /* a noc_front_choice */

/* Confidence of the intervals that are learned from measured designs, unless --confidence says
 * another. */
#define NOC_FRONT_CONFIDENCE 0.95

typedef struct noc_front_wanted {
    const char *store;
    noc_front_choice choice;
    bool measure; /* the command writes to the store */
    double confidence;
    bool whole; /* all designs are asked for: a front without any is an answer, too */
} noc_front_wanted;

typedef struct noc_stored_front {
    noc_store *store;
    const char *path; /* file of the store */
    noc_space_list spaces;
    const noc_space_record *space;
    noc_entries entries;
    noc_candidates candidates;
    char *caveats;       /* noc_store_caveats */
    char *base;          /* the word for the base design's file */
    char *options;       /* options that ask for the same front */
    noc_front_view view; /* front as reports read it */
    double model_error;
} noc_stored_front;

/* Fills the odds, which take a while, and the view that reports read; `measured` NULL: no design
 * was measured. */
noc_status noc_front_weigh(const noc_front_wanted *wanted, const noc_measure_totals *measured,
                           noc_stored_front *front, noc_diag *diag);

/* Computes a metric for designs that lack it, and saves it where the store can be written: for all
 * candidates of the front, or only for `members`, those that may be listed as on the front.
 * NOC_EFAILED with the time that it takes where the designs are many. */
noc_status noc_front_complete(const noc_request *request, noc_stored_front *front, bool members,
                              noc_metric_id metric, noc_diag *diag);

/* Opens the store (to write to it if something is to be measured), reads the space's results and
 * finds their front. The front is weighed, unless something is to be measured before. The caller
 * clears it in either case. */
noc_status noc_front_of_store(const noc_request *request, const noc_front_wanted *wanted,
                              noc_stored_front *front, noc_diag *diag);
void noc_front_of_clear(noc_stored_front *front);

#endif
