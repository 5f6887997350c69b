/* design/allocators.h: table of the allocators of virtual-channel routers, one row of
 * allocators.def each. */
#ifndef NOC_DESIGN_ALLOCATORS_H
#define NOC_DESIGN_ALLOCATORS_H

#include "design/design.h"

/* Columns of allocators.def, which describes them: has_arbiters is `arbiters`, serves_priorities is
 * `ranks`, has_moving_start is `anywhere`. */
typedef struct noc_allocator_facts {
    const char *name, *summary, *source;
    bool has_arbiters, serves_priorities, has_moving_start;
} noc_allocator_facts;

/* Rows, indexed by noc_allocator. */
extern const noc_allocator_facts noc_allocators[NOC_ALLOCATORS];

#endif
