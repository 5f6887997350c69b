/* cli/frame/cases.h: designs of a command line, read and checked, with a variant for each
 * combination of the values of its options --vary. */
#ifndef NOC_CLI_FRAME_CASES_H
#define NOC_CLI_FRAME_CASES_H

#include "base/diag.h"
#include "cli/frame/option.h"
#include "design/design.h"
#include "network/graph/system.h"

/* One option --vary: "key=value" for each of its values. */
typedef struct noc_vary_axis {
    char **overrides;
    size_t count;
} noc_vary_axis;

typedef struct noc_vary {
    noc_vary_axis *axes;
    size_t axis_count;
    size_t variant_count; /* product of the counts; 0 without options */
} noc_vary;

enum { NOC_VARIANTS_MAX = 10000 };

/* Splits options "key=v1,v2,..."; commas inside brackets or quotes belong to a value. NOC_EUSAGE.
 * The caller clears *vary in any case. */
noc_status noc_vary_read(const char *const *options, size_t count, noc_vary *vary, noc_diag *diag);

/* Lists the overrides of one variant, one for each axis; the last axis changes fastest. */
void noc_vary_list_overrides(const noc_vary *vary, size_t variant, const char **overrides);

void noc_vary_clear(noc_vary *vary);

typedef struct noc_cases {
    noc_source *sources;
    size_t source_count;
    /* Variants of each source in the order of their values. Before them is the base, the design
     * without --vary, unless it equals a variant. */
    noc_design **designs;
    size_t base_index; /* index of the first source's base */
    size_t count, capacity;
    size_t
        set_override_count; /* number of overrides by --set in every design; further ones are by --vary */
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

/* Finds the index of the base if it is among the first `finished` designs; otherwise 0. */
size_t noc_cases_base_index(const noc_cases *cases, size_t finished);

/* Moves the base before all other designs, which keep their order. */
void noc_cases_put_base_first(noc_cases *cases);

/* Builds the system of design `i`: with is_for_model for the model alone, from stage results of
 * other designs. Names the --vary at fault if it cannot be built. The caller frees *system
 * (noc_system_free), before the cases are cleared. */
noc_status noc_cases_compile(const noc_cases *cases, size_t i, bool is_for_model,
                             noc_system **system, noc_diag *diag);

/* Builds every design once, to report faults before long work. */
noc_status noc_cases_check_build(const noc_cases *cases, noc_diag *diag);

void noc_cases_clear(noc_cases *cases);

#endif
