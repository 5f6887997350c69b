/* A space file: read; some of its designs picked and read, their constraints asked. */
#include <stdlib.h>

#include "explore/space/space_read.h"
#include "fuzz.h"
#include "reader/design_read.h"
#include "reader/design_walk.h"

enum { PICKED = 5 };

static void hold(const noc_space *space, const noc_design *design)
{
    noc_constraint_subject subject = {.design = design, .allows_fewer_networks = true};
    for (size_t i = 0; i < space->constraint_count; i++)
        noc_expression_test(space->constraints[i], noc_constraint_value, &subject);
}

static void read_picked(const noc_space *space, uint64_t index, const char **overrides)
{
    noc_diag diag = {0};
    noc_design *design = NULL;
    const size_t count = noc_space_list_overrides(space, index, overrides);
    if (count > space->max_overrides) abort();
    const noc_status status = noc_design_read(&space->base, overrides, count, &design, &diag);
    fuzz_check(status, &diag);
    if (status == NOC_OK) hold(space, design);
    if (status == NOC_OK) noc_design_free(design);
    noc_diag_clear(&diag);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    noc_diag diag = {0};
    noc_space space;
    const noc_status status = noc_space_read(fuzz_file(data, size), fuzz_resolve, &space, &diag);
    fuzz_check(status, &diag);
    if (status == NOC_OK) {
        const char **overrides = calloc(space.max_overrides + 1, sizeof *overrides);
        const uint64_t last = space.root.design_count - 1;
        for (uint64_t i = 0; overrides && i < PICKED && i <= last; i++)
            read_picked(&space, last * i / (PICKED - 1), overrides);
        free(overrides);
        free(noc_space_canonical_text(&space));
    }
    noc_space_clear(&space);
    noc_diag_clear(&diag);
    return 0;
}
