/* analytic/loads.h: the rates at which packets and flits use each channel, and cross each router.
 *
 * All rates are per unit: packets (flits) per cycle when every injecting node creates one packet
 * per cycle. Multiply by the real packet rate. */
#ifndef NOC_ANALYTIC_LOADS_H
#define NOC_ANALYTIC_LOADS_H

#include "analytic/route_shares.h"
#include "network/graph/system.h"

/* Rates of a stream of packets, and moments of their lengths F. F: cycles for which a packet uses
 * a port of a crossbar, which are its flits; with allocation_hold a flit more, or twice as many. */
typedef struct noc_stream {
    double packets; /* lambda, packets per cycle */
    double flits;   /* lambda E[F], flits per cycle */
    double squares; /* lambda E[F^2], flits^2 per cycle */
} noc_stream;

/* The packets on one channel that choose among the same virtual channels. Networks without virtual
 * channels have no groups. */
typedef struct noc_group {
    uint32_t channel;
    uint32_t vcs;  /* set of virtual channels, bits */
    uint32_t next; /* next group of the same channel, NOC_NONE at the end */
    noc_class class;
    noc_stream stream;
    /* multicast.h: `followed`: packets whose latency a wait here adds to; `waited`: waits behind
     * the group of a packet, for one wait of a branch. Without packets to several terminals: all
     * packets of the stream, and 1 */
    double followed, waited;
    /* share of the group's packets that go to several terminals; mean number of outputs that such
     * a packet goes on to */
    double forking, branches;
    double in_use; /* part of the channel's time in use that the group's packets take, cycles */
} noc_group;

/* The packets that go from one group to another through a router. */
typedef struct noc_pair_load {
    uint32_t from, to; /* groups, by number */
    noc_stream stream;
    double followed; /* packets whose latency a wait adds to, as in noc_group */
} noc_pair_load;

typedef struct noc_loads {
    /* groups, network after network of the design; each after the groups that its packets go on
     * to, unless ways lead in circles */
    noc_group *groups;
    uint32_t group_count;
    uint32_t *first_group; /* [channel]: first group of the channel */
    noc_pair_load *pairs;  /* pairs, sorted by the group that they come from */
    uint32_t pair_count;
    uint32_t *first_pair; /* [group], and one more: first pair that comes from the group */
    /* [channel]: F of all packets over the channel's capacity: cycles of flits */
    double *channel_flits;
    /* [channel]: cycles of flits, with the codec at the channel's outer end, which accepts a
     * packet at a time */
    double *in_use;
    double *moved_flits; /* [channel]: flits of all packets, however many cycles they last */
    /* shares of hops that packets choose among, at which the rates hold; NULL: nobody chooses */
    noc_route_shares *ways;
    /* Lists by pair, borrowed; NULL where nobody chooses. `chosen_vcs`: virtual channels of the
     * lists that the pair's packets choose from, 0 if they do not; `chosen_beside`: packets that
     * own one of these virtual channels, over the packets that own one of the pair's output. */
    const double *chosen_vcs, *chosen_beside;
} noc_loads;

/* Follows all flows over all paths. All hops of a list that packets choose among get equal shares
 * (shared_loads.h changes that). NOC_EFAILED when out of memory. */
noc_status noc_loads_new(const noc_system *system, noc_loads *loads);
void noc_loads_clear(noc_loads *loads);

/* Packet rate of every hop, of the packets of a class of traffic; `ways` as in noc_loads. The
 * caller frees the list; NULL when out of memory. */
double *noc_class_hop_rates(const noc_system *system, const noc_route_shares *ways,
                            uint32_t traffic_class);

/* Mean flits of a packet, by network and class: [network * NOC_CLASSES + class]. The caller frees
 * the list; NULL when out of memory. */
double *noc_mean_flits(const noc_system *system);

/* Flits that the packets of a flow put on each channel of one of its paths, at unit rate, cut as
 * on the path's network. `mean`: noc_mean_flits. */
double noc_path_flits(const noc_system *system, const double *mean, const noc_flow *flow,
                      const noc_path *path);

/* Shares of the traffic of a pair's ports, for pairs that share ports of a router. */
typedef struct noc_pair_shares {
    double port;  /* f_AB / rho_B: share of the output's flits that come from the same input port */
    double along; /* f_AB / rho_A: share of the input's flits that go to the same output port */
    /* f_Ab / f_b: share of the output group's flits that come from the same input port */
    double group;
    /* lambda_Ab / lambda_b: share of the output group's packets that come from the same input
     * port */
    double packet;
    double own; /* lambda_p / lambda_AB: share of the ports' packets that are the pair's */
} noc_pair_shares;

/* Pairs of the same ports of a router, one after the other. Rates do not matter. */
typedef struct noc_pair_rows {
    uint32_t *pairs; /* [place]: pair */
    uint32_t *first; /* [place]: place of the first pair of the same ports */
    uint32_t *next;  /* [place]: place of the next pair of the same ports; NOC_NONE: none */
} noc_pair_rows;

/* Makes the rows of pairs. NOC_EFAILED when out of memory; the caller clears the rows in either
 * case. */
noc_status noc_pair_rows_make(const noc_loads *loads, uint32_t channel_count, noc_pair_rows *rows);
void noc_pair_rows_clear(noc_pair_rows *rows);

/* Fills in the shares of all pairs at the loads' present rates; noc_pair_shares_find makes rows
 * for that alone: NOC_EFAILED when out of memory. */
void noc_pair_shares_put(const noc_loads *loads, const noc_pair_rows *rows,
                         noc_pair_shares *shares);
noc_status noc_pair_shares_find(const noc_loads *loads, uint32_t channel_count,
                                noc_pair_shares *shares);

/* The busiest channel, terminal links included; any channel if all have unlimited capacity. */
uint32_t noc_loads_busiest(const noc_loads *loads, uint32_t channel_count);

/* Offered load (flits per cycle of an injecting node) at which the busiest channel is always in
 * use: no network with these routes accepts more. INFINITY: none ever is. Networks may be full
 * before (shared_limits.h). docs/model.md (6). */
double noc_loads_bound(const noc_system *system, const noc_loads *loads);

#endif
