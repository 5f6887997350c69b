/* import/booksim/router.h: imports BookSim's routers: pipeline, buffers, allocators and
 * speed-ups. */
#ifndef NOC_IMPORT_BOOKSIM_ROUTER_H
#define NOC_IMPORT_BOOKSIM_ROUTER_H

#include "import/booksim/translation.h"

/* Writes pipeline, buffers, allocators and speed-ups into the section of the network. */
noc_status noc_booksim_carry_router(noc_booksim_translation *t);

/* Returns BookSim's name of an allocator; NULL: BookSim has none like it. */
const char *noc_booksim_find_allocator(const char *name);

#endif
