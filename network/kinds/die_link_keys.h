/* network/kinds/die_link_keys.h: key rows of links between dies, for the key tables of topologies
 * that set dies. */
#ifndef NOC_NETWORK_KINDS_DIE_LINK_KEYS_H
#define NOC_NETWORK_KINDS_DIE_LINK_KEYS_H

#include "network/graph/die_links.h"
#include "network/kinds/unread_conditions.h"

#define NOC_DIE_LINK(member) offsetof(noc_network_spec, die_links.member)

/* clang-format off */
#define NOC_DIE_LINK_KEYS                                                                         \
    {"die_links.cycles", NOC_INTEGER, NOC_DIE_LINK(cycles), 0, 1000, 0, NOC_YOUNGER, NULL,        \
     "cycles", "latency of a link from a die to another; 0: as it would have on a die",           \
     "UCIe: 2 ns for the adapters and PHYs of both dies",                                         \
     NOC_UNREAD(&noc_unread_one_die), NOC_BY_GRAPH | NOC_BY_COST},                                \
    {"die_links.flits_per_cycle", NOC_REAL, NOC_DIE_LINK(flits_per_cycle), 0, 64, 0, NOC_YOUNGER, \
     NULL, "flits/cycle",                                                                         \
     "most that goes from one router to another on another die, from 0.1 on; 0: as on a die", "", \
     NOC_UNREAD(&noc_unread_one_die), NOC_BY_GRAPH | NOC_BY_COST},                                \
    {"die_links.pj_per_bit", NOC_REAL, NOC_DIE_LINK(pj_per_bit), 0, 1000, 0, NOC_YOUNGER, NULL,   \
     "pJ/bit",                                                                                    \
     "energy of a bit that goes from a die to another, beside that of wires on the dies; 0: as "   \
     "die_links.package has it",                                                                   \
     "UCIe: 0.5 (standard package), 0.25 (advanced)",                                             \
     NOC_UNREAD(&noc_unread_one_die), NOC_BY_COST},                                               \
    {"die_links.mm_of_edge", NOC_REAL, NOC_DIE_LINK(mm_of_edge), 0, 100, 0, NOC_YOUNGER, NULL,    \
     "mm", "edge of either die that a link, both ways, needs; 0: the figure of die_links.package",                                      \
     "UCIe: 1317 GB/s a mm (advanced package), 224 (standard)",                                   \
     NOC_UNREAD(&noc_unread_one_die), NOC_BY_COST},                                               \
    {"die_links.package", NOC_CHOICE, NOC_DIE_LINK(package), 0, 0, 0, NOC_YOUNGER,                \
     noc_die_package_name, "",                                                                    \
     "package whose energy a bit and edge hold for links between dies that state none, as UCIe: "       \
     "standard (2D) or advanced (2.5D)",                                                          \
     "Das Sharma, Hot Interconnects 2025: 0.5 to 0.6 pJ, 224 GB/s a mm; 0.25 to 0.3, 1300",        \
     NOC_UNREAD(&noc_unread_one_die, &noc_unread_die_costs_set), NOC_BY_COST}
/* clang-format on */

#endif
