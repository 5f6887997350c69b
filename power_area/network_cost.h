/* power_area/network_cost.h: cost of one network as a sum of parts, the interface of the kinds of
 * switching that add to the cost, and the shapes of routers.
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
    /* flits a cycle for each unit of channel_flits; without channel_flits, flits a cycle of
     * every channel */
    double flits_per_cycle;
    double packet_flits; /* flits of a packet, mean over all packets; 0 counts as 1 */
} noc_activity;

/* Flits per cycle of a channel. */
double noc_activity_flits(const noc_activity *activity, uint32_t channel);

/* Parts of a network's cost: components of routers (noc_component), then the parts of parts.def. */
enum {
    NOC_LAST_COMPONENT = NOC_COMPONENTS - 1,
#define NOC_PART(id, name, wires) NOC_PART_##id,
#include "power_area/parts.def"
#undef NOC_PART
    NOC_PARTS
};

const char *noc_part_name(size_t part); /* "buffer", ..., "link", ...; NULL past the end */
bool noc_part_is_wires(size_t part); /* true: a part of the links' cost; false: of the routers' */

typedef struct noc_part_cost {
    uint64_t count; /* number of pieces of the part: routers, links and so on */
    double area_mm2, leakage_mw;
    double crossbar_mm2; /* crossbars' part of the area */
    /* shares of the area: excess of crossbars' wires over their cells; crossbars' wires */
    double wire_excess_mm2, crossbar_wires_mm2;
    double dynamic_mw; /* NAN without an activity */
    /* shares of the figures that sources report as built: arrays of SRAM, links between dies */
    noc_reported_share reported_area_mm2, reported_leakage_mw, reported_dynamic_mw;
} noc_part_cost;

typedef struct noc_network_cost {
    noc_part_cost parts[NOC_PARTS];
    /* metal footprint of wires, not included in areas; NAN where the source does not separate it */
    double wire_area_mm2;
} noc_network_cost;

/* Power of one router with its concentrators, and of its links: links to nodes whole, links
 * between two routers a half at each. A network that the graph has as one hub
 * (network/kinds/structure.h) has all power at that router. Dynamic power is NAN without an
 * activity, leakage where the source has none. */
typedef struct noc_router_power {
    double router_leakage_mw, router_dynamic_mw, link_leakage_mw, link_dynamic_mw;
} noc_router_power;

/* Clears a network's cost. has_activity: dynamic power starts at 0; else it is NAN. */
void noc_network_cost_clear(noc_network_cost *network, bool has_activity);
/* Adds the parts of a network to a sum. */
void noc_network_cost_add(noc_network_cost *sum, const noc_network_cost *network);

/* Adds `count` pieces of a part, each with an area and a leakage. */
void noc_part_add(noc_network_cost *network, size_t part, uint64_t count, double area_um2,
                  double leakage_mw);

/* Adds `factor` times a reported figure. */
void noc_reported_share_add(noc_reported_share *sum, double factor,
                            const noc_reported_share *reported);

/* Adds the wires of `count` crossbars to wire_excess_mm2 and crossbar_wires_mm2 of a part. */
void noc_part_add_wires(noc_network_cost *network, size_t part, uint64_t count,
                        const noc_router_cost *router);

/* Number of a network's routers of all kinds. */
uint64_t noc_network_cost_routers(const noc_network_cost *network);

/* ---- kinds ---------------------------------------------------------------------------------- */

/* Clock of a network, and the router or link that bounds it. */
typedef struct noc_clock_bound {
    double max_clock_mhz;
    uint32_t slowest_router; /* router of the graph that bounds the clock */
    noc_clock clock;         /* clock of that router */
    /* longest link whose delay exceeds its latency, mm; 0: none */
    double late_link_mm;
    /* longest such channel between routers, or between router and node, which may have a longer
     * latency, mm; 0: none */
    double late_channel_mm;
} noc_clock_bound;

/* Input of a kind's cost function, and the places of its results. */
typedef struct noc_costing {
    const noc_system *system;
    const noc_process *process;
    const noc_activity *activity; /* NULL: no dynamic power */
    double clock_mhz;
    noc_network_cost *networks; /* cost of each network of the graph */
    /* power of each router of the graph; NULL: not wanted */
    noc_router_power *routers;
    noc_clock_bound *clock_bound;
} noc_costing;

/* Power in mW of one pJ a cycle. */
double noc_costing_mw_per_pj(const noc_costing *costing);

/* Notes a router's clock if it is the lowest so far, or a late link if it is the longest so far. */
void noc_costing_note_clock(const noc_costing *costing, uint32_t router, const noc_clock *clock);
void noc_costing_note_late_link(const noc_costing *costing, double link_mm);

typedef struct noc_cost_kind {
    noc_switching switching;
    void (*add_costs)(const noc_costing *costing); /* adds the cost of all networks of the kind */
    const char *wire_words; /* words for the wires that a signal passes in a cycle */
} noc_cost_kind;

/* Kind number i; NULL past the end. */
const noc_cost_kind *noc_cost_kind_at(size_t i);

/* ---- shapes of routers ---------------------------------------------------------------------- */

/* Shape of a router of a system, on which its cost depends. A router that stands for all routers
 * of a network (network/kinds/hub.h) has the shape of each of these, without buffers. */
noc_router_shape noc_router_shape_of(const noc_system *system, uint32_t router);

/* Width of a network's links, bits: a flit and its check bits. */
double noc_network_flit_bits(const noc_system *system, uint16_t network);

bool noc_router_shapes_equal(const noc_router_shape *a, const noc_router_shape *b);

/* True if two routers of one network have equal crossbars and buffers, and so equal shapes. */
bool noc_routers_are_equal(const noc_router *a, const noc_router *b);

#endif
