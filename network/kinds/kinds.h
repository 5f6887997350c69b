/* network/kinds/kinds.h: functions and data of the kinds of topologies, routings, placements and
 * traffic patterns, and their registries.
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

/* Size of a network, estimated before the network is built, in real numbers, which cannot overflow.
 * Links are channels between routers; the longest path is in links. */
typedef struct noc_size {
    double router_count, link_count, longest_path;
    /* largest number of paths between two routers; 0: determined by the routing */
    double path_count;
    double table_bytes; /* bytes of further tables of the topology */
} noc_size;

/* Layouts of a topology's routers, as flags. A routing has the set of layouts that it serves. */
enum {
    /* Rows and columns without rings. A walk along a row, then along a column, or in the other
     * order, reaches every router (noc_grid_walk_x, noc_grid_walk_y). No walk along one line closes
     * a circle. */
    NOC_LAYOUT_GRID = 1,
    /* Grid with one router per tile, and links to neighbours only. */
    NOC_LAYOUT_MESH = 2,
    /* Rings; the topology finds the paths. */
    NOC_LAYOUT_TORUS = 4,
    /* Levels of routers (network/kinds/trees.h); the topology finds the paths. */
    NOC_LAYOUT_TREE = 8,
    /* Groups of routers: a router's row is its group. */
    NOC_LAYOUT_DRAGONFLY = 16,
    /* Grid whose routers are linked to all routers of their row and column. */
    NOC_LAYOUT_BUTTERFLY = 32,
};

/* Intermediate routers of a routing, one drawn for each packet with equal probability. In phase 0 a
 * packet goes to the drawn router, in phase 1 from there to its destination; each phase has its own
 * virtual channels. */
typedef enum noc_via_rule {
    NOC_VIA_NONE,    /* no intermediate router */
    NOC_VIA_BETWEEN, /* a router of the smallest rectangle that holds source and destination */
    NOC_VIA_ANY,     /* any router of the network */
} noc_via_rule;

/* Largest number of routers of a line. */
enum { NOC_LINE_MAX = 32 };

/* Groups of nodes in a topology, for users to name nodes ("gpc:0"). */
typedef struct noc_node_groups {
    /* Returns the name of level `i`, counted from the nodes up, and sets the number of its groups;
     * NULL past the last level. */
    const char *(*find_level)(const noc_network_spec *spec, noc_terminal_kind kind, size_t i,
                              int *groups);

    /* Returns the number of nodes in a group, and sets the first among all of their kind. 0: out of
     * memory. */
    int (*count_nodes)(const noc_design *design, int network, noc_terminal_kind kind, size_t level,
                       int group, int *first);
} noc_node_groups;

typedef struct noc_topology_kind {
    const char *name;        /* name in design files */
    const char *summary;     /* description, one line */
    const char *source;      /* paper whose wiring the topology follows */
    noc_switching switching; /* switching of its networks */
    noc_key_table keys;      /* keys of the topology; offsets by NOC_PARAMETER(i) */

    /* Finds the size of the grid of tiles on which nodes are placed. NULL without tiles, as for a
     * crossbar: the terminals are then the compute nodes followed by the memory nodes, and `check`
     * makes sure that they fit. */
    void (*find_tiles)(const noc_network_spec *spec, int *columns, int *rows);

    /* Returns upper bounds on the sizes of the network, before it is built. */
    noc_size (*estimate_size)(const noc_network_spec *spec);

    const noc_node_groups *groups; /* groups of nodes; NULL: none */

    /* Reads the files that the topology's keys name, before any check; prints their contents, a
     * line "PREFIX... = ..." each, for the design's canonical form, which leaves out file names.
     * NULL if no key names a file. `starter_files` are the files of the topology's starter, named
     * KEY.csv, ended by a NULL. */
    noc_status (*read_files)(noc_design *design, int network, noc_wiring_memory *files,
                             noc_diag *diag);
    void (*print_files)(FILE *out, const noc_design *design, int network, const char *prefix);
    const noc_embedded_file *starter_files;

    /* tables of these files with columns that are not always read (design/unread.h), ended by a
     * table without columns; NULL: none */
    const noc_unread_table *unread_tables;

    /* true if a memory node may stand on the tile of a compute node */
    bool has_shared_tiles;

    /* True if routers or links on paths in dimension order differ: some routers do not turn
     * packets, or some links skip routers. NULL: false. */
    bool (*has_exceptions)(const noc_network_spec *spec);

    /* Returns the number of groups of compute nodes that share a local switch, which CTA schedulers
     * use as clusters. NULL: none. */
    int (*count_local_switches)(const noc_network_spec *spec);

    /* Adds routers and channels of one physical network to the graph, and attaches the terminals,
     * which exist already: memory nodes with `memory_ports` injection and ejection channels,
     * compute nodes with one, each only if the terminal sends or receives packets of the network
     * (noc_terminal_injects, noc_terminal_ejects). When out of memory, the graph's arena is
     * short. */
    void (*build)(noc_graph *graph, const noc_design *design, uint16_t network);

    /* Checks what the key ranges cannot. May be NULL. */
    noc_status (*check)(const noc_design *design, int network, noc_diag *diag);

    /* Checks the positions of the nodes, after they are known. May be NULL. */
    noc_status (*check_places)(const noc_design *design, int network, noc_diag *diag);

    /* Prepares what paths of all pairs of routers have in common, after the flows are known. May be
     * NULL. */
    noc_status (*prepare)(noc_system *system, uint16_t network, noc_diag *diag);

    /* Refuses a design whose packets can wait for each other in a circle; the message names the
     * circle. NULL: the message names the routing. Returns NOC_EINPUT. */
    noc_status (*refuse_circle)(const noc_system *system, uint16_t network, const char *circle,
                                noc_diag *diag);

    /* True if a design whose packets can wait for each other in a circle is accepted, with a
     * warning that names the circle. NULL: false. */
    bool (*can_deadlock)(const noc_network_spec *spec);

    /* Finds the paths of a flow's packets from router to router, as in noc_routing_kind. NULL where
     * rules of a grid find the paths. */
    void (*find_paths)(const noc_network_spec *spec, const noc_graph *graph, uint32_t from,
                       uint32_t to, const noc_flow *flow, noc_paths *paths);

    /* Finds the routers from a compute node's router to a memory node's, both included, in either
     * direction. Returns their number, at most NOC_LINE_MAX. NULL: packets of a flow may pass
     * different routers. Where links are parallel, a packet draws a number below the least common
     * multiple of the numbers of links on its path, and uses the link of that number, modulo the
     * links there. */
    uint32_t (*find_line)(const noc_network_spec *spec, const noc_graph *graph, uint32_t core,
                          uint32_t memory, uint32_t *routers);

    /* Find the links among which packets choose (noc_network.vc.route_choice), as in
     * noc_routing_kind. NULL where rules of a grid find them. */
    noc_options_finder *find_options;
    noc_starts_finder *find_starts;

    /* True if keys or tables of a network set dies. NULL: false. */
    bool (*has_dies)(const noc_network_spec *spec);

    /* layouts of the routers, if routings serve them (NOC_LAYOUT_); 0: the topology has its own
     * paths */
    unsigned layout;

    /* Find the components of a network that the graph does not show, and the components that a flit
     * passes (structure.h). NULL where the graph shows the routers and channels, and where the
     * network has none. */
    noc_structure (*find_structure)(const noc_design *design, int network);
    noc_passage (*find_passage)(const noc_design *design, int network, const noc_terminal *from,
                                const noc_terminal *to);

    /* starters of the topology, the first one with the topology's name (NOC_STARTERS); NULL: none,
     * which test_starters refuses */
    const noc_starter_form *starters;

    /* Writes a line, without its end, with facts beyond numbers: the switches that nodes share. May
     * be NULL. */
    void (*explain_facts)(const noc_design *design, int network, char *text, size_t size);
} noc_topology_kind;

#define NOC_PARAMETER(i) (offsetof(noc_network_spec, parameters) + (i) * sizeof(noc_parameter))

typedef struct noc_routing_kind {
    const char *name, *summary, *source;
    unsigned served_layouts; /* layouts of the topologies served (NOC_LAYOUT_), as flags */
    /* disjoint sets of virtual channels that a class needs to be free of deadlock */
    int vc_sets;
    noc_via_rule via_rule;
    bool y_first[NOC_CLASSES]; /* [class]: true if packets go along their column first */
    bool has_layers;           /* true if the routing serves several layers of a grid */
    /* true if the only path is in dimension order: noc_grid_add_yx for classes with y_first,
     * noc_grid_add_xy for others */
    bool has_dimension_order;

    /* Adds every path of a packet of class `class` between two routers of one network, with its
     * probability. The probabilities sum to 1; a routing without a path adds none. The caller adds
     * injection and ejection channels. NULL where the topology finds the paths. Where packets
     * choose among links, these paths are those of an idle network, for placements only. */
    void (*find_paths)(const noc_network_spec *spec, const noc_graph *graph, uint16_t network,
                       uint32_t from, uint32_t to, noc_class class, noc_paths *paths);

    /* rule by which packets choose among links on their path, unless the topology has its own;
     * functions that find these links, unless the topology has its own */
    noc_route_choice choice;
    noc_options_finder *find_options;
    noc_starts_finder *find_starts; /* NULL: packets start in state 0 */

    /* Checks that packets of a network have paths of this routing at the positions of the nodes.
     * May be NULL. */
    noc_status (*check_places)(const noc_design *design, int network, noc_diag *diag);
} noc_routing_kind;

typedef struct noc_placement_kind {
    const char *name, *summary, *source;

    /* Fills `positions` with the tiles of `count` memory nodes, at least one in all and at most one
     * per tile, on a columns x rows grid, in the order of memory numbers. Accepts any count that
     * fits the grid. The caller makes sure that no empty tile is used. False when out of memory.
     * NULL for "explicit", whose tiles the design lists. */
    bool (*place_nodes)(int columns, int rows, int count, noc_point *at);
} noc_placement_kind;

typedef struct noc_pattern_kind {
    const char *name, *summary, *source;
    noc_key_table keys; /* keys of the traffic group for this pattern only */
    /* true if requests go to memory nodes, which reply; false: all nodes are peers */
    bool has_memory;
    bool has_one_destination; /* true if each source has a single destination */

    /* Checks what the key ranges cannot. May be NULL. */
    noc_status (*check)(const noc_design *design, int columns, int rows, noc_diag *diag);

    /* Fills the row of one source: packets per cycle to each destination, shares[destination], if
     * each injecting node creates one packet per cycle. The row is zero before. In a design with
     * replies these packets are requests; replies mirror them. */
    void (*fill_shares)(const noc_design *design, const noc_graph *graph, uint32_t source,
                        double *share);
} noc_pattern_kind;

/* Return kind `i` of a registry; NULL past the end. */
const noc_topology_kind *noc_topology_at(size_t i);
const noc_routing_kind *noc_routing_at(size_t i);
const noc_placement_kind *noc_placement_at(size_t i);
const noc_pattern_kind *noc_pattern_at(size_t i);

/* Returns a pattern without memory nodes, for rates from a table. */
const noc_pattern_kind *noc_pattern_without_memory(void);

/* Find the kind of a name; NULL: none. */
const noc_topology_kind *noc_topology_find(const char *name);
const noc_placement_kind *noc_placement_find(const char *name);

/* Returns an upper bound on the number of paths that a routing has between two routers of a
 * network. */
double noc_routing_max_paths(const noc_routing_kind *routing, const noc_size *network);

/* Returns the default routing, the first that serves the topology; NULL: none does. */
const noc_routing_kind *noc_routing_default(const noc_topology_kind *topology);

/* True if a routing finds the paths of a topology: they have a layout in common. */
bool noc_routing_serves(const noc_routing_kind *routing, const noc_topology_kind *topology);

/* Write the names of the topologies that a routing serves, or of the routings that serve a
 * topology, into `text`: "xy, yx"; "none" for an empty list. */
void noc_routing_topology_list(const noc_routing_kind *routing, char *text, size_t size);
void noc_topology_routing_list(const noc_topology_kind *topology, char *text, size_t size);

/* Return the name of kind `i` of a registry; NULL past the end. */
const char *noc_topology_name(size_t i);
const char *noc_routing_name(size_t i);
const char *noc_placement_name(size_t i);
const char *noc_pattern_name(size_t i);

/* Types of keys that name a topology, routing, placement or pattern, stored as a pointer to the
 * kind. */
extern const noc_value_type noc_topology_type, noc_routing_type, noc_placement_type,
    noc_pattern_type;

/* True if a network of the design sets dies. */
bool noc_design_has_dies(const noc_design *design);

/* Returns the first network whose nodes stand on tiles; -1: none. */
int noc_design_find_grid(const noc_design *design);

/* Finds the columns and rows of the design's tiles, those of the first network with tiles. Returns
 * false without such a network: nodes then stand in one row, compute nodes first. */
bool noc_design_find_tiles(const noc_design *design, int *columns, int *rows);

#endif
