/* network/files/wiring_layers.h: the layers of virtual channels of a network that users have wired
 * themselves, and what is said of them. */
#ifndef NOC_NETWORK_FILES_WIRING_LAYERS_H
#define NOC_NETWORK_FILES_WIRING_LAYERS_H

#include "network/graph/system.h"

/* Makes the plans of a network with a guide: one for each class whose ways would close circles.
 * NOC_EFAILED when out of memory. */
noc_status noc_wiring_layer(noc_system *system, uint16_t network, noc_diag *diag);

/* The most layers that a class of a design's networks has; 1 where there are none. */
uint32_t noc_most_layers(const noc_graph *graph);

/* Says how many layers there are, and of which virtual channels: "routes of requests take 2 layers
 * of virtual channels (0 1); routes of replies take 1 layer of virtual channels". "" where one
 * layer is enough everywhere. */
void noc_layers_explain(const noc_system *system, char *text, size_t size);

/* Refuses a design whose packets can wait for each other in `circle`. Returns NOC_EINPUT. */
noc_status noc_wiring_refuse_circle(const noc_system *system, uint16_t network, const char *circle,
                                    noc_diag *diag);

#endif
