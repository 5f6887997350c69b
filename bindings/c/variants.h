/* bindings/c/variants.h: a design and its variants, read from one text; the variants have values
 * that settings take in turn, as the option --vary has them. */
#ifndef NOC_BINDINGS_C_VARIANTS_H
#define NOC_BINDINGS_C_VARIANTS_H

#include "base/arena.h"
#include "bindings/c/held_design.h"

/* ---- values of settings --------------------------------------------------------------------- */

/* One option --vary: "key=value" for each of its values. */
typedef struct noc_vary_axis {
    char **overrides;
    size_t count;
} noc_vary_axis;

/* All options --vary. */
typedef struct noc_vary {
    noc_vary_axis *axes;
    size_t axis_count;
    size_t variant_count; /* product of the counts of the axes; 0 without axes */
} noc_vary;

enum { NOC_VARIANTS_MAX = 10000 };

/* Splits options "key=v1,v2,..."; commas inside brackets or quotes belong to a value. NOC_EUSAGE.
 * The arena owns the axes. */
noc_status noc_vary_read(const char *const *options, size_t count, noc_arena *arena, noc_vary *vary,
                         noc_diag *diag);

/* Lists the overrides of one variant, one for each axis; the last axis changes fastest. */
void noc_vary_list_overrides(const noc_vary *vary, size_t variant, const char **overrides);

/* ---- designs -------------------------------------------------------------------------------- */

/* List of held designs, zero-initialised by the caller. */
typedef struct noc_held_designs {
    noc_design **list;
    size_t count, capacity;
} noc_held_designs;

void noc_held_designs_clear(noc_held_designs *designs);

/* A text, the settings of all designs that are read from it ("key=value"), and the values that
 * further settings take. */
typedef struct noc_expansion {
    noc_held_source *source;
    const char *const *settings;
    size_t setting_count;
    const noc_vary *vary;
} noc_expansion;

/* Adds the base, which is the design without values of axes, and a variant for each combination of
 * values, the last axis changing fastest. A variant that equals the base is the base, so no base is
 * added. *base_index: position of the base in the list. Faults of values are reported at their
 * option --vary. */
noc_status noc_expansion_read(const noc_expansion *expansion, noc_config_memory *texts,
                              noc_held_designs *designs, size_t *base_index, noc_diag *diag);

/* Names --vary in messages from `first` on about the overrides: the reader of designs knows only
 * --set. */
void noc_vary_name_option(noc_diag *diag, size_t first, const char *const *overrides, size_t count);

#endif
