/* bindings/c/vary_axes.h: values that settings of a design take in turn, as the option --vary has
 * them. */
#ifndef NOC_BINDINGS_C_VARY_AXES_H
#define NOC_BINDINGS_C_VARY_AXES_H

#include "base/arena.h"
#include "base/diag.h"

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

#endif
