/* cli/frame/vary.h: --vary options and their combinations. */
#ifndef NOC_CLI_FRAME_VARY_H
#define NOC_CLI_FRAME_VARY_H

#include "base/diag.h"

/* One option: "key=value" for each of its values. */
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

#endif
