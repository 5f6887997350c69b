/* network/kinds/switches.h: functions and key rows shared by topologies of central switches:
 * crossbar, butterfly, Clos, CD-Xbar. They have no grid of tiles. Links have two classes: short
 * links to switches near their nodes, and long links across half of the die. */
#ifndef NOC_NETWORK_KINDS_SWITCHES_H
#define NOC_NETWORK_KINDS_SWITCHES_H

#include "design/unread.h"
#include "network/graph/graph.h"

/* Condition noc_switch_long_links: all links of the network are long. Condition
 * noc_switch_short_links: all are short. */
extern const noc_unread_condition noc_switch_long_links, noc_switch_short_links;

/* Key rows of the two classes of links, in the four parameters from number `first` on. */
#define NOC_LINK_PARAMETERS 4
/* clang-format off */
#define NOC_LINK_KEYS(first)                                                                      \
    {"short_mm", NOC_REAL, NOC_PARAMETER(first), 0.01, 100, 3.3, 0, NULL, "mm",                   \
     "length of a short link: from nodes to a switch beside them", "cdx19 4: 3.3",                \
     NOC_UNREAD(&noc_switch_long_links), NOC_BY_CONTENTION | NOC_BY_COST | NOC_BY_WIRES},                                                         \
    {"long_mm", NOC_REAL, NOC_PARAMETER((first) + 1), 0.01, 100, 12.3, 0, NULL, "mm",             \
     "length of a long link: half of the die's edge", "cdx19 4: 12.3",                            \
     NOC_UNREAD(&noc_switch_short_links), NOC_BY_CONTENTION | NOC_BY_COST | NOC_BY_WIRES},                                                        \
    {"short_cycles", NOC_INTEGER, NOC_PARAMETER((first) + 2), 0, 64, 0, 0, NULL, "cycles",        \
     "latency of a short link; 0: a cycle, channel_cycles between switches", "",                  \
     NOC_UNREAD(&noc_switch_long_links), NOC_BY_LOADS | NOC_BY_COST},                                                         \
    {"long_cycles", NOC_INTEGER, NOC_PARAMETER((first) + 3), 0, 64, 0, 0, NULL, "cycles",         \
     "latency of a long link; 0: a cycle, channel_cycles between switches", "",                   \
     NOC_UNREAD(&noc_switch_short_links), NOC_BY_LOADS | NOC_BY_COST}
/* clang-format on */

typedef enum noc_link_class { NOC_SHORT, NOC_LONG } noc_link_class;

/* Network of switches under construction. */
typedef struct noc_switches {
    noc_graph *graph;
    uint16_t network;
    const noc_network_spec *spec;
    int first_link_parameter; /* number of the parameter short_mm */
} noc_switches;

/* Adds a switch, drawn at (stage, row), and returns its number. */
uint32_t noc_switch_add(const noc_switches *s, int stage, int row, int inputs, int outputs);

/* Adds a link between two switches. */
void noc_switch_join(const noc_switches *s, uint32_t from, uint32_t to, noc_link_class link_class);

/* Attaches a terminal as noc_graph_attach does, by links of a class. If a router is NOC_NONE, the
 * terminal gets no such port. */
void noc_switch_attach(const noc_switches *s, uint32_t terminal, uint32_t injection_router,
                       uint32_t ejection_router, noc_link_class link_class);

/* Adds a port of a switch in each direction that the nodes use, shared by compute nodes first ..
 * first+count-1 through a concentrator of `cycles` cycles. */
void noc_switch_concentrate(const noc_switches *s, int first, int count, uint32_t router,
                            noc_link_class link_class, int cycles);

/* Returns the number of ports that memory nodes among the terminals first .. end-1 have beyond
 * their first ports: injection or ejection ports; 0 if the network has none in this direction. */
int noc_switch_extra_ports(const noc_switches *s, uint32_t first, uint32_t end, bool is_injection);

/* Returns the start of group g, where `count` elements are divided into `groups` groups of nearly
 * equal sizes. */
static inline int noc_group_start(int count, int groups, int g)
{
    return (int)((long)count * g / groups);
}

/* Writes the numbers of groups of each size: "4 of 22 and 4 of 23". */
void noc_describe_groups(int count, int groups, char *text, size_t size);

#endif
