/* network/graph/supply.h: range of a chip's supply (chip.supply_v). Laws of cost by supply are in
 * power_area/, which network/ does not include: each program sets the law here, once. */
#ifndef NOC_NETWORK_GRAPH_SUPPLY_H
#define NOC_NETWORK_GRAPH_SUPPLY_H

#include <stdbool.h>

#include "design/design.h"

typedef struct noc_supply_range {
    double least_v, nominal_v, most_v;
} noc_supply_range;

/* Finds the supply range of a chip's technology; false where the technology has no table. */
typedef bool (*noc_supply_law)(const noc_chip_spec *chip, noc_supply_range *range);

/* Sets the law that supplies are checked by. Called before any design is read; not for threads. */
void noc_supply_law_set(noc_supply_law law);

/* Refuses a supply outside of the range in which the laws hold. */
noc_status noc_supply_check(const noc_design *design, noc_diag *diag);

#endif
