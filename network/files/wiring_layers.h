/* network/files/wiring_layers.h: layers of virtual channels (network/graph/vc_layers.h) of a
 * network of topology "file", and messages about them. */
#ifndef NOC_NETWORK_FILES_WIRING_LAYERS_H
#define NOC_NETWORK_FILES_WIRING_LAYERS_H

#include "network/graph/system.h"

/* Makes the VC plans of a network with a routing table: one for each class whose routes close
 * circles. NOC_EFAILED when out of memory. */
noc_status noc_wiring_make_plans(noc_system *system, uint16_t network, noc_diag *diag);

/* Largest number of layers of a class in a graph's networks; 1 without layers. */
uint32_t noc_graph_max_layers(const noc_graph *graph);

/* Describes the layers and their virtual channels: "routes of requests take 2 layers of virtual
 * channels (0 1); routes of replies take 1 layer of virtual channels". "" where one layer is
 * enough everywhere. */
void noc_layers_describe(const noc_system *system, char *text, size_t size);

/* Refuses a design whose packets can wait for each other in `circle` (words). Returns
 * NOC_EINPUT. */
noc_status noc_wiring_refuse_circle(const noc_system *system, uint16_t network, const char *circle,
                                    noc_diag *diag);

#endif
