/* analytic/loads.h: loads: the rates at which packets and flits use each channel, and cross each
 * router.
 *
 * All rates are unit rates: packets (flits) per cycle while every injecting node creates one packet
 * per cycle. The actual rate is the unit rate times the packet rate of a node. */
#ifndef NOC_ANALYTIC_LOADS_H
#define NOC_ANALYTIC_LOADS_H

#include "analytic/route_shares.h"
#include "network/graph/system.h"

/* Rates of a stream of packets, and moments of their lengths F. F is the number of cycles for which
 * a packet uses a port of a crossbar: one for each flit, and one per packet, or per flit, by
 * allocation_hold. */
typedef struct noc_stream {
    double packets; /* lambda, packets per cycle */
    double flits;   /* lambda E[F], flits per cycle */
    double squares; /* lambda E[F^2], flits^2 per cycle */
} noc_stream;

/* Packets on one channel that choose among the same virtual channels. Networks without virtual
 * channels have no groups. */
typedef struct noc_group {
    uint32_t channel;
    uint32_t vcs;  /* virtual channels, a bit for each */
    uint32_t next; /* next group of the same channel; NOC_NONE: none */
    noc_class class;
    noc_stream stream;
    /* delayed packets: packets per cycle whose latency a wait of the group increases; without
     * multicast: all packets of the stream. Waits of a packet behind the group, over the wait of
     * one branch (multicast.h); without multicast: 1 */
    double delayed_packets, branch_waits;
    /* share of the group's packets that are multicast packets; mean number of outputs to which such
     * a packet is copied */
    double multicast_share, mean_branches;
    double busy_cycles; /* cycles for which the group's packets occupy the channel, per cycle */
} noc_group;

/* Packets that go from one group to another through a router. */
typedef struct noc_pair_load {
    uint32_t input_group, output_group; /* numbers of the groups */
    noc_stream stream;
    double delayed_packets; /* packets per cycle whose latency a wait of the pair increases */
} noc_pair_load;

typedef struct noc_loads {
    /* groups in the order of the networks; each group follows the groups to which its packets go
     * next, except on cyclic routes */
    noc_group *groups;
    uint32_t group_count;
    uint32_t *first_group; /* [channel]: first group; NOC_NONE: none */
    noc_pair_load *pairs;  /* pairs, sorted by their input group */
    uint32_t pair_count;
    uint32_t *first_pair; /* [group], and one more: first pair of the input group */
    /* [channel]: F of all packets per cycle, over the channel's capacity */
    double *channel_flits;
    /* [channel]: cycles per cycle for which packets occupy the channel: channel_flits, and the
     * cycles of the codec at the channel's outer end, which accepts one packet at a time */
    double *busy_cycles;
    /* [channel]: flits of all packets per cycle, each counted once, whatever its cycles */
    double *carried_flits;
    /* shares of the hops among which packets choose, at which the rates hold; NULL: no choices */
    noc_route_shares *route_shares;
    /* [pair]: number of virtual channels among which the pair's packets choose, 0: no choice;
     * packets that own one of these channels, over the packets that own one of the output group's.
     * Both borrowed; NULL: no choices */
    const double *choice_vcs, *choice_owner_ratio;
} noc_loads;

/* Finds the loads of all flows over all paths. Hops among which packets choose get equal shares
 * (shared_loads.h changes the shares). Lists are the arena's. NOC_EFAILED when out of memory. */
noc_status noc_loads_new(const noc_system *system, noc_arena *arena, noc_loads *loads);

/* Finds the packet rates of a class of traffic: [hop]. `route_shares` as in noc_loads. The caller
 * frees the list. NULL when out of memory. */
double *noc_class_hop_rates(const noc_system *system, const noc_route_shares *route_shares,
                            uint32_t traffic_class);

/* Finds the mean flits of a packet: [network * NOC_CLASSES + class]; a list of the arena. NULL when
 * out of memory. */
double *noc_mean_flits(const noc_system *system, noc_arena *arena);

/* Flits per cycle, at unit rate, that a flow sends over each channel of one of its paths, in flits
 * of the path's network. `mean_flits`: result of noc_mean_flits. */
double noc_path_flits(const noc_system *system, const double *mean_flits, const noc_flow *flow,
                      const noc_path *path);

/* Shares of the traffic at the two ports of a pair. Other pairs of groups use the same ports. */
typedef struct noc_pair_shares {
    /* f_AB / rho_B: share of the output port's flits that come from the input port */
    double output_flits;
    /* f_AB / rho_A: share of the input port's flits that go to the output port */
    double input_flits;
    /* f_Ab / f_b: share of the output group's flits that come from the input port */
    double group_flits;
    /* lambda_Ab / lambda_b: share of the output group's packets that come from the input port */
    double group_packets;
    /* lambda_p / lambda_AB: share of the packets between both ports that belong to the pair */
    double pair_packets;
} noc_pair_shares;

/* Lists of the pairs with equal ports; independent of rates. A place is a position in `pairs`,
 * which is sorted by output channel. */
typedef struct noc_pair_rows {
    uint32_t *pairs; /* [place]: pair */
    uint32_t *first; /* [place]: place of the first pair of the same ports */
    uint32_t *next;  /* [place]: place of the next pair of the same ports; NOC_NONE: none */
} noc_pair_rows;

/* Makes the lists of pairs, of the arena. False when out of memory. */
bool noc_pair_rows_make(const noc_loads *loads, uint32_t channel_count, noc_arena *arena,
                        noc_pair_rows *rows);

/* Fill in shares[pair] at the present rates of the loads. noc_pair_shares_find makes the lists of
 * pairs for this call alone: NOC_EFAILED when out of memory. */
void noc_pair_shares_fill(const noc_loads *loads, const noc_pair_rows *rows,
                          noc_pair_shares *shares);
noc_status noc_pair_shares_find(const noc_loads *loads, uint32_t channel_count,
                                noc_pair_shares *shares);

/* Returns the busiest channel, injection and ejection channels included; any channel if all have
 * unlimited capacity. */
uint32_t noc_loads_busiest(const noc_loads *loads, uint32_t channel_count);

/* Offered load (flits per cycle of an injecting node) at which the busiest channel is always
 * occupied: no network with these routes accepts more. INFINITY: no limit. Networks may be full at
 * lower loads (shared_limits.h). docs/model.md (6). */
double noc_loads_bound(const noc_system *system, const noc_loads *loads);

#endif
