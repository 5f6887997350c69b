/* bindings/c/held_estimate.h: answers of the library, with what they borrow: design, rates of
 * channels, texts.
 *
 * A `const noc_estimate *` of the public header is the first member of a noc_held_estimate.
 * Functions of nocsight that take estimates accept it, too. */
#ifndef NOC_BINDINGS_C_HELD_ESTIMATE_H
#define NOC_BINDINGS_C_HELD_ESTIMATE_H

#include "base/arena.h"
#include "bindings/c/context.h"
#include "hybrid/answers/figures/answer.h"
#include "reports/words/bottleneck.h"

typedef struct noc_held_estimate {
    noc_estimate estimate; /* first: an estimate's address is that of its held estimate */
    noc_design *design;    /* held */
    noc_arena memory;      /* owns the rates of channels */
    noc_channel_rates channels;
    char limit_words[NOC_CAUSE_CHARS + 20];
    const char *calibration; /* name of the calibration; NULL: none */
} noc_held_estimate;

/* Answers a question about a system of a held design. `load`: flits per cycle of an injecting node;
 * NAN: none. On failure *held is NULL, but for a stopped NOC_APPROACH_WITHIN with an answer so
 * far. */
noc_status noc_held_estimate_make(noc_context *context, const noc_system *system,
                                  const noc_query *query, double load, const noc_call *call,
                                  noc_held_estimate **held, noc_diag *diag);

#endif
