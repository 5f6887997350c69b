/* network/placements/fixed.h: placements that a paper gives as a picture, for one grid only. */
#ifndef NOC_NETWORK_PLACEMENTS_FIXED_H
#define NOC_NETWORK_PLACEMENTS_FIXED_H

#include <stddef.h>

#include "network/key.h"

/* te13 Figure 30 is drawn for 8 memory controllers on 6x6 tiles. */
static inline const char *noc_place_te13(const noc_point tiles[8], int columns, int rows, int count,
                                         noc_point *at)
{
    if (columns != 6 || rows != 6 || count != 8) return "8 memory nodes on 6x6 tiles";
    for (int i = 0; i < 8; i++) at[i] = tiles[i];
    return NULL;
}

#endif
