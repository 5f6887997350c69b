#include "network/grid_keys.h"

void noc_grid_of_routers(const noc_network_spec *spec, int *columns, int *rows)
{
    *columns = spec->parameters[NOC_GRID_COLUMNS].integer;
    *rows = spec->parameters[NOC_GRID_ROWS].integer;
}

void noc_grid_of_blocks(const noc_network_spec *spec, int *columns, int *rows)
{
    const noc_tiles tiles = noc_grid_tiles(spec->parameters[NOC_GRID_CONCENTRATION].integer);
    *columns = spec->parameters[NOC_GRID_COLUMNS].integer * tiles.across;
    *rows = spec->parameters[NOC_GRID_ROWS].integer * tiles.down;
}
