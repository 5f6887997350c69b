#include "bindings/c/held_design.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "reader/design_read.h"
#include "reader/design_walk.h"

struct noc_held_source {
    noc_source source;
    atomic_uint owners;
};

typedef struct noc_held_design {
    noc_design design; /* first: a design's address is that of its held design */
    noc_held_source *source;
    atomic_uint owners;
} noc_held_design;

noc_status noc_held_source_new(noc_source *source, noc_held_source **held, noc_diag *diag)
{
    *held = calloc(1, sizeof **held);
    if (!*held) {
        noc_source_clear(source);
        return noc_fail_memory(diag);
    }
    (*held)->source = *source;
    *source = (noc_source){0};
    atomic_init(&(*held)->owners, 1);
    return NOC_OK;
}

void noc_held_source_drop(noc_held_source *held)
{
    if (!held || atomic_fetch_sub(&held->owners, 1) > 1) return;
    noc_source_clear(&held->source);
    free(held);
}

const noc_source *noc_held_source_of(const noc_held_source *held)
{
    return &held->source;
}

noc_status noc_held_design_read(noc_held_source *source, const char *const *overrides,
                                size_t override_count, noc_config_memory *texts,
                                noc_design **design, noc_diag *diag)
{
    noc_held_design *held = calloc(1, sizeof *held);
    if (!held) return noc_fail_memory(diag);
    const noc_status status =
        noc_design_read_at(&source->source, overrides, override_count, texts, &held->design, diag);
    if (status != NOC_OK) {
        free(held);
        return status;
    }
    held->source = source;
    atomic_fetch_add(&source->owners, 1);
    atomic_init(&held->owners, 1);
    *design = &held->design;
    return NOC_OK;
}

noc_held_source *noc_held_design_source(const noc_design *design)
{
    return ((const noc_held_design *)design)->source;
}

noc_design *noc_held_design_share(const noc_design *design)
{
    noc_held_design *held = (noc_held_design *)design;
    atomic_fetch_add(&held->owners, 1);
    return &held->design;
}

void noc_design_release(noc_design *design)
{
    noc_held_design *held = (noc_held_design *)design;
    if (!held || atomic_fetch_sub(&held->owners, 1) > 1) return;
    noc_design_clear(&held->design);
    noc_held_source_drop(held->source);
    free(held);
}
