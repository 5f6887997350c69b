/* network/files/wiring_links.h: properties of links, with the defaults of empty cells in a design,
 * and the paths over links. */
#ifndef NOC_NETWORK_FILES_WIRING_LINKS_H
#define NOC_NETWORK_FILES_WIRING_LINKS_H

#include "design/design.h"
#include "design/wiring.h"
#include "network/graph/graph.h"
#include "network/graph/options.h"
#include "network/graph/routes.h"

/* True if a link goes from a die to another. */
bool noc_wire_is_between_dies(const noc_wiring *wiring, const noc_wire *link);

/* Latency of a link, cycles. */
int noc_wire_cycles(const noc_network_spec *spec, const noc_wire *link);

/* Length of a link, mm: the given one, else from position to position along rows and columns, else
 * a tile a cycle. */
double noc_wire_mm(const noc_design *design, const noc_network_spec *spec, const noc_wire *link);

/* Rate of each channel of a link, flits of the network's width a cycle. */
double noc_wire_rate(const noc_network_spec *spec, const noc_wire *link);

/* Node of a terminal: compute nodes are numbered first, then memory nodes. */
const noc_wired_node *noc_wired_node_of(const noc_wiring *wiring, const noc_graph *graph,
                                        uint32_t terminal);

/* Router of a terminal. */
uint32_t noc_wired_router(const noc_wiring *wiring, const noc_graph *graph, uint32_t terminal);

/* Adds the paths from a router to another, of packets of a class: by the rows of the design's
 * routes with their shares, else by the network's guide, in the layers of its plan. A packet draws
 * a lane, and keeps to its number, modulo the lanes of a link, on all links. */
void noc_wired_paths(const noc_wiring *wiring, const noc_graph *graph, const noc_network *network,
                     uint32_t from, uint32_t to, noc_class class, noc_paths *paths);

/* Rules by which packets choose among rows of the design's routes (network.choice). */
enum { NOC_CHOICE_BY_SHARE, NOC_CHOICE_BY_FLITS };

/* Adds the links of the rows at a router, of which a packet chooses one as it gets there; its state
 * is its lane. */
void noc_wired_options(const noc_wiring *wiring, const noc_traveller *packet, noc_options *options);

#endif
