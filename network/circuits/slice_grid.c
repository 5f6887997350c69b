#include "network/circuits/slice_grid.h"

void noc_slice_grid(const noc_network_spec *spec, int *columns, int *rows)
{
    *columns = spec->conflict_free.columns;
    *rows = spec->conflict_free.rows;
}
