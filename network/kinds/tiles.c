#include "network/kinds/tiles.h"

#include "network/kinds/kinds.h"

int noc_design_gridded_network(const noc_design *d)
{
    for (int n = 0; n < d->network_count; n++)
        if (d->networks[n].topology->grid) return n;
    return -1;
}

bool noc_design_tiles(const noc_design *d, int *columns, int *rows)
{
    const int n = noc_design_gridded_network(d);
    *columns = noc_compute_terminals(d) + d->nodes.memory;
    *rows = 1;
    if (n < 0) return false;
    d->networks[n].topology->grid(&d->networks[n], columns, rows);
    return true;
}
