/* cli/frame/cases.h: designs of a command line, read and checked: each operand, changed by --set,
 * and its variants, one for each combination of the values of --vary. */
#ifndef NOC_CLI_FRAME_CASES_H
#define NOC_CLI_FRAME_CASES_H

#include "base/arena.h"
#include "base/diag.h"
#include "bindings/c/held_design.h"
#include "bindings/c/variants.h"
#include "cli/frame/option.h"
#include "design/design.h"
#include "network/graph/system.h"
#include "reports/words/comparison.h"

/* Designs of a command line. */
typedef struct noc_cases {
    noc_arena memory;
    /* Held designs by source. Each source has its base, the design without --vary, and then its
     * variants in the order of their values; a variant that equals the base is the base. */
    noc_held_designs held;
    noc_design **designs; /* list of `held` */
    size_t count;
    size_t base_index; /* index of the first source's base */
    noc_config_memory texts;
    noc_context *context;        /* calibration, seed and threads of answers */
    noc_estimate **kept_answers; /* answers whose parts are borrowed */
    size_t kept_answer_count;
    /* number of overrides by --set in every design; further overrides are by --vary */
    size_t set_override_count;
    noc_value_cache *stage_results; /* stage results, for designs that only the model answers */
} noc_cases;

extern const noc_option_group noc_set_options;  /* a noc_texts: --set */
extern const noc_option_group noc_vary_options; /* a noc_texts: --vary */

/* Reads the designs of `words` with options --set and --vary (NULL: the command has none). The base
 * of a design's variants is the design without --vary, or the variant equal to it. A word after the
 * first that names a topology is the starter of the topology with the nodes of the first design
 * (reports/designs/starter.h). Computes nothing, and reports all faults. The caller clears *cases
 * in any case. */
noc_status noc_cases_read(const char *const *words, size_t count, const noc_texts *sets,
                          const noc_texts *varies, noc_cases *cases, noc_diag *diag);

/* Puts a changed design in the place of design `i`, of which it differs in its overrides only. */
noc_status noc_cases_replace(noc_cases *cases, size_t i, const noc_design *design, noc_diag *diag);

/* Finds the index of the base if it is among the first `finished` designs; otherwise 0. */
size_t noc_cases_base_index(const noc_cases *cases, size_t finished);

/* Moves the base before all other designs, which keep their order. */
void noc_cases_put_base_first(noc_cases *cases);

/* Builds the system of design `i`. is_for_model: only the model uses the system, which then shares
 * stage results with other designs. A fault is reported at the --vary that causes it. The caller
 * frees *system (noc_system_free) before it clears the cases. */
noc_status noc_cases_compile(const noc_cases *cases, size_t i, bool is_for_model,
                             noc_system **system, noc_diag *diag);

/* Answers a question about design `i` (bindings/c/nocsight.h). A fault is reported at the --vary
 * that causes it. *estimate lasts as long as the cases. NOC_EINTERRUPTED: *estimate has the answer
 * so far if there is one (requested_half_width above 0). */
noc_status noc_cases_ask(noc_cases *cases, size_t i, const noc_query *query, noc_estimate *estimate,
                         noc_diag *diag);

/* Points of a curve on the command line: the model's answers, and which of them were added. */
typedef struct noc_curve_rows {
    size_t asked_count, added_count;
    noc_comparison *points; /* room for both */
    bool *is_added;         /* room for both; NULL: not requested */
} noc_curve_rows;

/* Answers evenly spaced loads of design `i` by the model, and adds points where the line bends. */
noc_status noc_cases_draw(const noc_cases *cases, size_t i, const noc_curve_rows *rows,
                          noc_diag *diag);

/* Builds every design once, to report faults before long work. */
noc_status noc_cases_check_build(const noc_cases *cases, noc_diag *diag);

void noc_cases_clear(noc_cases *cases);

#endif
