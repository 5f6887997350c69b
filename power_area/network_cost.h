/* power_area/network_cost.h: the cost of one network by its parts, the contract of kinds of
 * switching that add to it, and the shapes of its routers.
 *
 * A kind is one file in power_area/kinds/ with one constant struct, and one line in
 * power_area/kinds.def. Kinds whose networks have no silicon (switching.def) have neither. */
#ifndef NOC_POWER_AREA_NETWORK_COST_H
#define NOC_POWER_AREA_NETWORK_COST_H

#include "network/graph/graph.h"
#include "network/graph/system.h"
#include "power_area/clock.h"
#include "power_area/router.h"

/* Traffic in the network. */
typedef struct noc_activity {
    /* flits of each channel of the graph; NULL: equal for all channels */
    const double *channel_flits;
    /* Flits a cycle for each unit of channel_flits; if that is NULL, flits a cycle of every
     * channel. */
    double flits_per_cycle;
    double packet_flits; /* flits of a packet, mean over all packets; 0: one */
} noc_activity;

/* Flits per cycle of a channel. */
double noc_activity_flits(const noc_activity *activity, uint32_t channel);

/* Parts of a network's cost: components of routers (noc_component), and the parts of parts.def. */
enum {
    NOC_LAST_COMPONENT = NOC_COMPONENTS - 1,
#define NOC_PART(id, name, wires) NOC_PART_##id,
#include "power_area/parts.def"
#undef NOC_PART
    NOC_PARTS
};

const char *noc_part_name(size_t part); /* "buffer", ..., "link", ...; NULL past the end */
bool noc_part_is_wires(size_t part);    /* true for parts of the links' cost, not the routers' */

typedef struct noc_part_cost {
    uint64_t count; /* number of pieces that the part's name gives: routers, links and so on */
    double area_mm2, leakage_mw;
    double crossbar_mm2; /* crossbars' part of the area */
    /* Parts of the area: excess of crossbars' wires over their cells; crossbars' wires. */
    double over_cells_mm2, crossbar_wires_mm2;
    double dynamic_mw; /* NAN without an activity */
    /* Parts of the figures that sources give as built: arrays of SRAM, links between dies. */
    noc_built_share told_area_mm2, told_leakage_mw, told_dynamic_mw;
} noc_part_cost;

typedef struct noc_network_cost {
    noc_part_cost parts[NOC_PARTS];
    /* metal footprint of wires, in no other area; NAN where the source does not separate it */
    double wire_area_mm2;
} noc_network_cost;

/* Power of one router with its concentrators, and of the links at it: links to nodes whole, links
 * between two routers a half at each. In a network whose inside the graph does not show
 * (network/kinds/structure.h) its one router has all power. Dynamic power is NAN without an
 * activity, leakage where the source has none. */
typedef struct noc_router_power {
    double router_leakage_mw, router_dynamic_mw, link_leakage_mw, link_dynamic_mw;
} noc_router_power;

/* Clears a network's cost. `active`: dynamic power is 0; else it is NAN. */
void noc_network_cost_clear(noc_network_cost *network, bool active);
void noc_network_cost_add(noc_network_cost *sum, const noc_network_cost *network);

/* Adds `count` pieces of a part, each with an area and a leakage. */
void noc_part_add(noc_network_cost *network, size_t part, uint64_t count, double area_um2,
                  double leakage_mw);

/* Adds `times` a figure that sources give as built. */
void noc_built_share_add(noc_built_share *sum, double times, const noc_built_share *told);

/* Adds the wires of `count` crossbars to the wires' parts of a part's area (noc_router_cost). */
void noc_part_add_wires(noc_network_cost *network, size_t part, uint64_t count,
                        const noc_router_cost *router);

/* Number of a network's routers, of any kind. */
uint64_t noc_network_cost_routers(const noc_network_cost *network);

/* ---- kinds ---------------------------------------------------------------------------------- */

/* Clock of a network, and the router or link that bounds it. */
typedef struct noc_clock_bound {
    double max_clock_mhz;
    uint32_t slowest_router; /* router of the graph that bounds the clock */
    noc_clock clock;         /* clock of that router */
    /* longest link that is slower than its latency; 0: none */
    double late_link_mm;
    /* longest such channel between routers and nodes, which may have a longer latency; 0: none */
    double late_channel_mm;
} noc_clock_bound;

/* Input of a kind's cost, and the places of its results. */
typedef struct noc_costing {
    const noc_system *system;
    const noc_process *process;
    const noc_activity *activity; /* NULL: no dynamic power */
    double clock_mhz;
    noc_network_cost *networks; /* cost of each network of the graph */
    /* power of each router of the graph; NULL: not asked for */
    noc_router_power *routers;
    noc_clock_bound *bound;
} noc_costing;

/* Power in mW of a pJ each cycle. */
double noc_costing_mw_per_pj(const noc_costing *costing);

/* Notes a router's clock, or a link that is too slow, if it bounds the clock more than all noted
 * before. */
void noc_costing_clock(const noc_costing *costing, uint32_t router, const noc_clock *clock);
void noc_costing_late(const noc_costing *costing, double link_mm);

typedef struct noc_cost_kind {
    noc_switching switching;
    void (*add)(const noc_costing *costing); /* adds the cost of all networks of the kind */
    const char *wires;                       /* words for the wires that a cycle has to cross */
} noc_cost_kind;

/* Kinds one by one; NULL past the end. */
const noc_cost_kind *noc_cost_kind_at(size_t i);

/* ---- shapes of routers ---------------------------------------------------------------------- */

/* Shape of a router of a system, on which the router's cost depends. A router that stands for all
 * routers of a network (network/kinds/hub.h) has the shape of each of them, without buffers. */
noc_router_shape noc_router_shape_of(const noc_system *system, uint32_t router);

/* Wires of a network's links: bits of a flit, and its check bits. */
double noc_network_flit_bits(const noc_system *system, uint16_t network);

bool noc_router_shapes_equal(const noc_router_shape *a, const noc_router_shape *b);

/* Returns whether two routers of one network have equal crossbars, and so equal shapes. */
bool noc_routers_alike(const noc_router *a, const noc_router *b);

#endif
