/* network/files/wiring_links.h: latency, length and rate of wired links, with the design's
 * values where cells are empty, and the ways over links. */
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

/* Length of a link, mm: the given one; else between the positions of its routers, along row and
 * column; else a tile for each cycle. */
double noc_wire_mm(const noc_design *design, const noc_network_spec *spec, const noc_wire *link);

/* Rate of each channel of a link, flits of the network's width a cycle. */
double noc_wire_rate(const noc_network_spec *spec, const noc_wire *link);

/* Node of a terminal: compute nodes are numbered first, then memory nodes. */
const noc_wired_node *noc_wired_node_of(const noc_wiring *wiring, const noc_graph *graph,
                                        uint32_t terminal);

/* Router of a terminal. */
uint32_t noc_wired_router(const noc_wiring *wiring, const noc_graph *graph, uint32_t terminal);

/* Adds the ways from a router to another for packets of a class: by the rows of network.routes
 * with their shares, else by the routing table, in the layers of the plan. A packet draws a lane
 * number and keeps it; on each link it takes the lane of that number modulo the link's lanes. */
void noc_wired_paths(const noc_wiring *wiring, const noc_graph *graph, const noc_network *network,
                     uint32_t from, uint32_t to, noc_class class, noc_paths *paths);

/* Rules by which packets choose among rows of network.routes (network.choice). */
enum { NOC_CHOICE_BY_SHARE, NOC_CHOICE_BY_FLITS };

/* Adds the links of the rows at a router, among which a packet chooses when it arrives there.
 * The packet's state is its lane number. */
void noc_wired_options(const noc_wiring *wiring, const noc_routed_packet *packet,
                       noc_options *options);

#endif
