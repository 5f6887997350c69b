/* sampler/sources/line_homes.h: whether each line of memory that a trace asks for has one memory
 * node. */
#ifndef NOC_SAMPLER_SOURCES_LINE_HOMES_H
#define NOC_SAMPLER_SOURCES_LINE_HOMES_H

#include <stdint.h>

typedef struct noc_line_home {
    uint64_t line;
    uint32_t packet; /* that asks for it */
    uint32_t home;   /* where it goes */
} noc_line_home;

/* The first packet that asks another home than one before it did for the same line, which then
 * stands in front of it; NULL: there is none. Puts the list into another order. */
const noc_line_home *noc_line_homes_stray(noc_line_home *all, uint32_t count);

#endif
