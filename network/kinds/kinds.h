/* network/kinds/kinds.h: functions and data of each topology, routing, placement and traffic
 * pattern.
 *
 * Each kind is one file with one constant struct, and one line in its registry (topologies.def,
 * routings.def, placements.def, patterns.def). */
#ifndef NOC_NETWORK_KINDS_KINDS_H
#define NOC_NETWORK_KINDS_KINDS_H

#include <stdio.h>

#include "design/design.h"
#include "design/unread.h"
#include "network/files/graph_files.h"
#include "network/graph/graph.h"
#include "network/graph/options.h"
#include "network/graph/routes.h"
#include "network/graph/system.h"
#include "network/graph/traffic.h"
#include "network/kinds/starter_form.h"
#include "network/kinds/structure.h"

/* Size of a network before it is built; links are the channels between routers. Real numbers, so
 * that nothing overflows. */
typedef struct noc_size {
    double routers, links, longest_path;
    double ways;  /* most ways of a pair of routers; 0: as in the routing */
    double bytes; /* bytes of further tables */
} noc_size;

/* Arrangements of a topology's routers, as flags: a routing has the set of arrangements that it
 * serves. */
enum {
    /* Rows and columns without rings: a walk along a row, then along a column, or the other way
     * round, reaches every router (noc_grid_walk_x, noc_grid_walk_y), and no walk along one line
     * closes a circle. */
    NOC_LAYOUT_GRID = 1,
    /* Grid as above, with a router for every tile, and links to neighbours only. */
    NOC_LAYOUT_MESH = 2,
    /* Rings, whose topology finds the ways. */
    NOC_LAYOUT_TORUS = 4,
    /* Levels of routers (network/kinds/trees.h), whose topology finds the ways. */
    NOC_LAYOUT_TREE = 8,
    /* Groups of routers: a router's row is its group. */
    NOC_LAYOUT_DRAGONFLY = 16,
    /* Grid whose routers are linked to all routers of their row and column. */
    NOC_LAYOUT_BUTTERFLY = 32,
};

/* Routers that packets of a routing pass on their way, one drawn for each packet, each with equal
 * probability: in phase 0 a packet goes to the drawn router, in phase 1 from there to its
 * destination, each phase with virtual channels of its own. */
typedef enum noc_via {
    NOC_VIA_NONE,    /* no such router */
    NOC_VIA_BETWEEN, /* a router of the smallest rectangle that holds source and destination */
    NOC_VIA_ANY,     /* any router of the network */
} noc_via;

/* Most routers of a line. */
enum { NOC_LINE_MAX = 32 };

/* Groups of nodes in a topology, by which users name nodes ("gpc:0"). */
typedef struct noc_node_groups {
    /* Name of a level, counted from the nodes up, and number of its groups; NULL: past the last. */
    const char *(*level)(const noc_network_spec *spec, noc_terminal_kind kind, size_t i,
                         int *groups);

    /* Number of nodes in a group, and the first among all of their kind. 0: out of memory. */
    int (*nodes)(const noc_design *design, int network, noc_terminal_kind kind, size_t level,
                 int group, int *first);
} noc_node_groups;

typedef struct noc_topology_kind {
    const char *name;        /* the word in a design file */
    const char *summary;     /* one line */
    const char *source;      /* paper whose wiring the topology follows */
    noc_switching switching; /* switching of its networks */
    noc_key_table keys;      /* keys of the topology; offsets by NOC_PARAMETER(i) */

    /* Size of the grid of tiles on which nodes are placed; NULL without tiles, as for a crossbar:
     * then the terminals are the compute nodes and after them the memory nodes, and `check` makes
     * sure that they fit. */
    void (*grid)(const noc_network_spec *spec, int *columns, int *rows);

    noc_size (*size)(const noc_network_spec *spec);

    const noc_node_groups *groups; /* groups of nodes; NULL: none */

    /* Reads the files that its keys name, before any check, and prints their contents, a line
     * "PREFIX... = ..." each, for the design's canonical form, which leaves the file names out.
     * NULL where keys name no files. `starter_files` are those of the design to start from, named
     * KEY.csv, ended by a NULL. */
    noc_status (*read)(noc_design *design, int network, noc_wiring_memory *files, noc_diag *diag);
    void (*print)(FILE *out, const noc_design *design, int network, const char *prefix);
    const noc_embedded_file *starter_files;

    /* tables among these files with columns that are not always read (design/unread.h), ended by
     * one without columns; NULL: none */
    const noc_unread_table *tables;

    /* true if a memory node may stand on the tile of a compute node */
    bool shares_tiles;

    /* True if ways in dimension order pass some routers or links unlike others: where some do not
     * turn, or links lead past others. NULL: false. */
    bool (*has_exceptions)(const noc_network_spec *spec);

    /* Number of groups of compute nodes that share a switch of their own, which CTA schedulers use
     * as clusters. NULL: none. */
    int (*local_switches)(const noc_network_spec *spec);

    /* Adds routers and channels of one physical network to the graph, and attaches the terminals:
     * memory nodes with `memory_ports` injection and ejection channels, compute nodes with one,
     * each only if it has packets to send or to get there (noc_graph_injects, noc_graph_ejects).
     * The graph's terminals exist already. NOC_EFAILED when out of memory. */
    noc_status (*build)(noc_graph *graph, const noc_design *design, uint16_t network);

    /* Checks what the key ranges cannot. May be NULL. */
    noc_status (*check)(const noc_design *design, int network, noc_diag *diag);

    /* Checks the places of the nodes, once they are known. May be NULL. */
    noc_status (*check_places)(const noc_design *design, int network, noc_diag *diag);

    /* Finds what `paths` needs of all pairs together, once flows are known. May be NULL. */
    noc_status (*prepare)(noc_system *system, uint16_t network, noc_diag *diag);

    /* Refuses a design whose packets can wait for each other in a circle, which is named. NULL: the
     * message names the routing. Returns NOC_EINPUT. */
    noc_status (*refuse_circle)(const noc_system *system, uint16_t network, const char *circle,
                                noc_diag *diag);

    /* True if a design whose packets can wait for each other in a circle is let pass, with a
     * warning that names the circle. NULL: false. */
    bool (*may_lock)(const noc_network_spec *spec);

    /* Finds the paths of a flow's packets from router to router, where no rule of a grid does; else
     * NULL. Paths are as in noc_routing_kind. */
    void (*paths)(const noc_network_spec *spec, const noc_graph *graph, uint32_t from, uint32_t to,
                  const noc_flow *flow, noc_paths *paths);

    /* Finds the routers that packets pass from a compute node's router to a memory node's, both
     * included, and the other way round. Returns their number, at most NOC_LINE_MAX. NULL: packets
     * of a flow may pass others. Where links are parallel, a packet draws a number, below the least
     * common multiple of all numbers of links on its way, and takes the link of that number, modulo
     * the links there. */
    uint32_t (*line)(const noc_network_spec *spec, const noc_graph *graph, uint32_t core,
                     uint32_t memory, uint32_t *routers);

    /* Finds the links among which packets choose (noc_network.vc.route_choice), where no rule of a
     * grid does, as in noc_routing_kind; else NULL. */
    noc_options_finder *options;
    noc_starts_finder *starts;

    /* True if a network's keys, or its tables, set dies. NULL: false. */
    bool (*has_dies)(const noc_network_spec *spec);

    /* layout of its routers, if routings serve it (NOC_LAYOUT_); 0: paths of its own */
    unsigned layout;

    /* Components of a network that the graph does not show, and components that a flit passes
     * (structure.h). NULL where the graph has its routers and channels, and where the network has
     * none. */
    noc_structure (*structure)(const noc_design *design, int network);
    noc_passage (*passage)(const noc_design *design, int network, const noc_terminal *from,
                           const noc_terminal *to);

    /* starters of the topology, the first one of its name (NOC_STARTERS); NULL: none, which
     * test_starters does not accept */
    const noc_starter_form *starters;

    /* Says in a line, without its end, facts beyond numbers: the switches that nodes share. May be
     * NULL. */
    void (*explain)(const noc_design *design, int network, char *text, size_t size);
} noc_topology_kind;

#define NOC_PARAMETER(i) (offsetof(noc_network_spec, parameters) + (i) * sizeof(noc_parameter))

typedef struct noc_routing_kind {
    const char *name, *summary, *source;
    unsigned serves; /* layouts (NOC_LAYOUT_) of the topologies served */
    /* disjoint sets of virtual channels that a class needs, for freedom from deadlock */
    int vc_sets;
    noc_via via;
    bool y_first[NOC_CLASSES]; /* packets of a class go along their column first */
    bool in_layers;            /* packets go from layer to layer of a grid, too */
    /* the only way is noc_grid_yx for classes with y_first, noc_grid_xy for others */
    bool in_order;

    /* Adds to `paths` every way that a packet of class `class` may take from router `from` to
     * router `to` of one network, with its probability; the probabilities sum to 1, or there is no
     * path if the routing has none. Injection and ejection channels are added by the caller. NULL
     * where the topologies served find the ways. Where packets choose among links, these ways are
     * those of an idle network, for placements only. */
    void (*paths)(const noc_network_spec *spec, const noc_graph *graph, uint16_t network,
                  uint32_t from, uint32_t to, noc_class class, noc_paths *paths);

    /* rule by which packets choose among links on their way, unless the topology has one of its
     * own, and the finder of these links; topologies may find them in its place, as ways */
    noc_route_choice choice;
    noc_options_finder *options;
    noc_starts_finder *starts; /* NULL: all packets start in state 0 */

    /* Checks whether the packets of a network have ways of this routing, at the places of the
     * nodes. May be NULL. */
    noc_status (*check_places)(const noc_design *design, int network, noc_diag *diag);
} noc_routing_kind;

typedef struct noc_placement_kind {
    const char *name, *summary, *source;

    /* Fills `at` with the tiles of `count` memory nodes, at least one and at most one a tile, on a
     * columns x rows grid, in the order of memory numbers; any count that fits the grid. Empty
     * tiles are unknown here: the caller makes sure that none is named. False when out of memory.
     * NULL for "explicit", whose tiles the design names. */
    bool (*place)(int columns, int rows, int count, noc_point *at);
} noc_placement_kind;

typedef struct noc_pattern_kind {
    const char *name, *summary, *source;
    noc_key_table keys; /* keys of the traffic group for this pattern only */
    bool has_memory;    /* requests go to memory nodes, which reply; false: all nodes are peers */
    bool one_target;    /* each source has a single destination */

    /* Checks what the key ranges cannot. May be NULL. */
    noc_status (*check)(const noc_design *design, int columns, int rows, noc_diag *diag);

    /* Fills the row of one source: packets per cycle to each destination, `share[destination]`,
     * when every injecting node creates one packet per cycle; zeroed before. Where a design has
     * replies these packets are requests, which the replies mirror. */
    void (*shares)(const noc_design *design, const noc_graph *graph, uint32_t source,
                   double *share);
} noc_pattern_kind;

const noc_topology_kind *noc_topology_at(size_t i); /* NULL past the end, here and below */
const noc_routing_kind *noc_routing_at(size_t i);
const noc_placement_kind *noc_placement_at(size_t i);
const noc_pattern_kind *noc_pattern_at(size_t i);

/* Pattern of peers with no further properties, as for rates from a table. */
const noc_pattern_kind *noc_pattern_of_peers(void);

/* Kind of a name; NULL: none. */
const noc_topology_kind *noc_topology_called(const char *name);
const noc_placement_kind *noc_placement_called(const char *name);

/* Most ways that a routing gives a pair of routers of a network. */
double noc_routing_ways(const noc_routing_kind *routing, const noc_size *network);

/* Routing where none is named: the first that serves the topology; NULL: none does. */
const noc_routing_kind *noc_routing_default(const noc_topology_kind *topology);

/* True if a routing has paths on a topology. */
bool noc_routing_serves(const noc_routing_kind *routing, const noc_topology_kind *topology);

/* Writes the names of the topologies that a routing serves, or of the routings that serve a
 * topology: "xy, yx"; "none" for an empty list. */
void noc_routing_topologies(const noc_routing_kind *routing, char *text, size_t size);
void noc_topology_routings(const noc_topology_kind *topology, char *text, size_t size);

const char *noc_topology_name(size_t i);
const char *noc_routing_name(size_t i);
const char *noc_placement_name(size_t i);
const char *noc_pattern_name(size_t i);

/* Types of keys that name a kind, and store a pointer to it. */
extern const noc_value_type noc_topology_type, noc_routing_type, noc_placement_type,
    noc_pattern_type;

/* True if some network of a design sets dies. */
bool noc_design_has_dies(const noc_design *design);

/* First network whose nodes stand on tiles; -1: none. */
int noc_design_gridded_network(const noc_design *design);

/* Finds the columns and rows of the tiles; true if the design has a grid. Without one (in no
 * topology of the design) nodes stand in a row, the compute nodes first. */
bool noc_design_tiles(const noc_design *design, int *columns, int *rows);

#endif
