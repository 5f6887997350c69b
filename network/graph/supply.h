/* network/graph/supply.h: check of a chip's supply (chip.supply_v) against the range that the
 * costs of its technology cover. power_area/ knows the range and network/ does not include
 * power_area/, so each program sets the function that finds the range, once. */
#ifndef NOC_NETWORK_GRAPH_SUPPLY_H
#define NOC_NETWORK_GRAPH_SUPPLY_H

#include <stdbool.h>

#include "design/design.h"

typedef struct noc_supply_range {
    double least_v, nominal_v, most_v;
} noc_supply_range;

/* Finds the supply range of a chip's technology, V; false where the technology has no table. */
typedef bool (*noc_supply_range_finder)(const noc_chip_spec *chip, noc_supply_range *range);

/* Sets the function that finds supply ranges. Called before any design is read; not thread-safe. */
void noc_supply_set_finder(noc_supply_range_finder finder);

/* Refuses a supply outside of the range. Accepts the nominal supply (0), and any supply where
 * the range is unknown. */
noc_status noc_supply_check(const noc_design *design, noc_diag *diag);

#endif
