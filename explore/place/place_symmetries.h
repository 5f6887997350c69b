/* explore/place/place_symmetries.h: rotations, reflections and shifts of a grid that change no
 * placement's worth. */
#ifndef NOC_EXPLORE_PLACE_PLACE_SYMMETRIES_H
#define NOC_EXPLORE_PLACE_PLACE_SYMMETRIES_H

#include "explore/place/place_problem.h"

/* What a problem was made of: the number of each channel among the links, and the router of each
 * tile and network (tile * networks + network). */
typedef struct noc_place_parts {
    const noc_system *system;
    const uint32_t *links, *router_of;
} noc_place_parts;

/* Finds the maps of a problem whose loads are known. Where several tiles are at one router only the
 * identity is looked for. NOC_EFAILED when out of memory. */
noc_status noc_place_find_symmetries(const noc_place_parts *parts, noc_place_problem *problem,
                                     noc_diag *diag);

#endif
