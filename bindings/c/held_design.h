/* bindings/c/held_design.h: designs of the library: a design that several owners hold, with the
 * text that it was read from, so that changed designs can be read from it.
 *
 * A `const noc_design *` of the public header is the first member of a noc_held_design. Functions
 * of nocsight that take designs accept it, too; designs of other functions are no held designs. */
#ifndef NOC_BINDINGS_C_HELD_DESIGN_H
#define NOC_BINDINGS_C_HELD_DESIGN_H

#include "bindings/c/nocsight.h"
#include "design/design.h"
#include "reader/config_memory.h"

/* Text of a design file that several designs hold. */
typedef struct noc_held_source noc_held_source;

/* Moves *source, which is empty afterwards in any case. The caller drops *held. */
noc_status noc_held_source_new(noc_source *source, noc_held_source **held, noc_diag *diag);
void noc_held_source_drop(noc_held_source *held);
const noc_source *noc_held_source_of(const noc_held_source *held);

/* Reads a design from a source with overrides "key=value" (noc_design_read_next). The caller
 * releases *design (noc_design_release). */
noc_status noc_held_design_read(noc_held_source *source, const char *const *overrides,
                                size_t override_count, noc_config_memory *texts,
                                noc_design **design, noc_diag *diag);

/* Returns the source of a held design, borrowed. */
noc_held_source *noc_held_design_source(const noc_design *design);

/* Adds an owner of a held design. */
noc_design *noc_held_design_share(const noc_design *design);

#endif
