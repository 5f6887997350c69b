/* cli/frame/cases.h: the designs that a command line names, read and checked, with a variant for
 * each combination of the values of its options --vary. */
#ifndef NOC_CLI_FRAME_CASES_H
#define NOC_CLI_FRAME_CASES_H

#include "base/diag.h"
#include "cli/frame/option.h"
#include "design/design.h"
#include "network/graph/system.h"

/* One option --vary: "key=value" for each of its values. */
typedef struct noc_axis {
    char **overrides;
    size_t count;
} noc_axis;

typedef struct noc_vary {
    noc_axis *axes;
    size_t axis_count;
    size_t variants; /* the product of the counts; 0 without any option */
} noc_vary;

enum { NOC_VARIANTS_MAX = 10000 };

/* Takes options "key=v1,v2,..." apart; commas in brackets or quotes belong to a value. NOC_EUSAGE.
 * The caller clears *vary in either case. */
noc_status noc_vary_read(const char *const *options, size_t count, noc_vary *vary, noc_diag *diag);

/* The overrides of one variant, an axis each; the last axis changes fastest. */
void noc_vary_pick(const noc_vary *vary, size_t variant, const char **overrides);

void noc_vary_clear(noc_vary *vary);

typedef struct noc_cases {
    noc_source *sources;
    size_t source_count;
    noc_design **designs; /* variants of each source in the order of their values; before them the
                           * base, the design without --vary, unless a variant is the same */
    size_t base;          /* position of the first source's base */
    size_t count, capacity;
    size_t set_count; /* number of overrides from --set in every design; the rest from --vary */
    noc_kept *kept;   /* parts of systems kept for designs that only the model answers */
} noc_cases;

extern const noc_option_group noc_set_options;  /* a noc_texts: --set */
extern const noc_option_group noc_vary_options; /* a noc_texts: --vary */

/* Reads the designs of `words` with --set and --vary options (NULL: the command has none). The base
 * of a design's variants is the design without --vary; when a variant is the same design, that
 * variant is the base, where it stands. A word but the first that names a topology is the starter
 * of that with the ends of the first design (reports/designs/starter.h). Nothing is computed yet,
 * and all errors are told. The caller clears *cases in either case. */
noc_status noc_cases_read(const char *const *words, size_t count, const noc_texts *sets,
                          const noc_texts *varies, noc_cases *cases, noc_diag *diag);

/* The position of the base if it is among the first `finished` designs; else 0. */
size_t noc_cases_base(const noc_cases *cases, size_t finished);

/* Moves the base before the other designs, which stay in their order. */
void noc_cases_put_base_first(noc_cases *cases);

/* Builds the system of design `i`, for the model alone with parts kept of other designs, or for all
 * readers, and names the --vary that is to blame if it cannot be built. The caller frees *system
 * (noc_system_free), which is not used once the cases are cleared. */
noc_status noc_cases_compile(const noc_cases *cases, size_t i, bool model_alone,
                             noc_system **system, noc_diag *diag);

/* Builds every design once, to learn before long work that one cannot be built. */
noc_status noc_cases_try(const noc_cases *cases, noc_diag *diag);

void noc_cases_clear(noc_cases *cases);

#endif
