/* explore/space/space_reader.h: what the files that read spaces share. */
#ifndef NOC_EXPLORE_SPACE_SPACE_READER_H
#define NOC_EXPLORE_SPACE_SPACE_READER_H

#include "base/config_faults.h"
#include "explore/space/space.h"

typedef struct noc_space_reader {
    noc_space *space;
    noc_config_faults faults;
} noc_space_reader;

/* Room for one more element, zeroed: lists double, so their capacities are powers of two. NULL when
 * out of memory, which is told. */
void *noc_space_grow(noc_config_faults *faults, void *list, size_t count, size_t size);

#endif
