#include "network/kinds/grid_keys.h"

#include <string.h>

#include "network/kinds/unread_conditions.h"

static bool has_one_layer(const noc_unread_question *q)
{
    const noc_graph *g = &q->system->graph;
    for (uint16_t n = 0; n < g->network_count; n++)
        if (noc_unread_has_network(q, n) && g->networks[n].layers > 1) return false;
    return true;
}

static bool has_one_row(const noc_unread_question *q)
{
    const noc_graph *g = &q->system->graph;
    for (uint16_t n = 0; n < g->network_count; n++)
        if (noc_unread_has_network(q, n) && noc_grid_layer_rows(&g->networks[n]) > 1) return false;
    return true;
}

static bool is_not_valiant(const noc_unread_question *q)
{
    return noc_unread_network_spec(q)->routing->via_rule != NOC_VIA_ANY;
}

const noc_unread_condition noc_grid_one_row = {has_one_row, false, NULL, "the grid has one row"};
const noc_unread_condition noc_grid_one_layer = {has_one_layer, false, NULL,
                                                 "the grid has one layer (network.layers)"};

const noc_unread_condition noc_grid_not_valiant = {
    is_not_valiant, false, NULL, "packets go by no router of the whole network (network.routing)"};

bool noc_grid_has_shortcut(const noc_network_spec *spec)
{
    const noc_key *key = noc_key_find(spec->topology->keys, "valiant_shortcut");
    int value = 0;
    if (key) memcpy(&value, (const char *)spec + key->offset, sizeof value);
    return value != 0;
}

void noc_grid_find_router_tiles(const noc_network_spec *spec, int *columns, int *rows)
{
    *columns = spec->parameters[NOC_GRID_COLUMNS].integer;
    *rows = spec->parameters[NOC_GRID_ROWS].integer;
}

void noc_grid_find_layer_tiles(const noc_network_spec *spec, int first, int *columns, int *rows)
{
    noc_grid_find_router_tiles(spec, columns, rows);
    *rows *= spec->parameters[first + NOC_LAYER_COUNT].integer;
}

noc_size noc_grid_find_layer_size(const noc_network_spec *spec, int first)
{
    const double columns = spec->parameters[NOC_GRID_COLUMNS].integer,
                 rows = spec->parameters[NOC_GRID_ROWS].integer,
                 layers = spec->parameters[first + NOC_LAYER_COUNT].integer;
    return (noc_size){
        .router_count = columns * rows * layers,
        .link_count = (layers > 1.0 ? 6.0 : 4.0) * columns * rows * layers,
        .longest_path = columns + rows + layers,
    };
}

noc_grid_links noc_grid_find_layer_links(const noc_network_spec *spec, int first, double tile_mm)
{
    const noc_parameter *layer_parameters = &spec->parameters[first];
    const int column = layer_parameters[NOC_LAYER_COLUMN_CYCLES].integer,
              layer = layer_parameters[NOC_LAYER_CYCLES].integer;
    return (noc_grid_links){
        .row_cycles = spec->channel_cycles,
        .column_cycles = column ? column : spec->channel_cycles,
        .layer_cycles = layer ? layer : spec->channel_cycles,
        .row_mm = tile_mm,
        .column_mm = tile_mm,
        .layer_mm = layer_parameters[NOC_LAYER_MM].real,
    };
}

void noc_grid_find_block_tiles(const noc_network_spec *spec, int *columns, int *rows)
{
    const noc_tiles tiles = noc_grid_tiles(spec->parameters[NOC_GRID_CONCENTRATION].integer);
    *columns = spec->parameters[NOC_GRID_COLUMNS].integer * tiles.tile_columns;
    *rows = spec->parameters[NOC_GRID_ROWS].integer * tiles.tile_rows;
}
