#include "network/circuits/overlay_reach.h"

int noc_overlay_partner(int window, int count)
{
    return (window + count / 2) % count;
}

int noc_overlay_window_of_partner(int memory, int count)
{
    return (memory + count - count / 2) % count;
}

static bool lies_between(int a, int b, int value)
{
    return value >= (a < b ? a : b) && value <= (a < b ? b : a);
}

/* The owner's flits leave its row in any column, outwards, and run outwards along all columns. The
 * partner's column is free of them towards the owner's row, and so are all rows but the owner's,
 * which is free towards the owner. */
bool noc_overlay_reaches(noc_point owner, noc_point partner, noc_point core)
{
    if (!lies_between(owner.row, partner.row, core.row)) return false;
    return core.row != owner.row || lies_between(owner.column, partner.column, core.column);
}
