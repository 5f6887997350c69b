/* analytic/loads.h: the rates at which packets and flits use each channel, and cross each router.
 *
 * All rates are per unit: packets (flits) per cycle when every injecting node creates one packet
 * per cycle. Multiply by the real packet rate. */
#ifndef NOC_ANALYTIC_LOADS_H
#define NOC_ANALYTIC_LOADS_H

#include "analytic/route_shares.h"
#include "network/graph/system.h"

/* Rates of a stream of packets and moments of their lengths F: the cycles for which a packet uses a
 * port of a crossbar. That is its flits; with allocation_hold a flit more, or twice as many. */
typedef struct noc_stream {
    double packets; /* lambda */
    double flits;   /* lambda E[F] */
    double squares; /* lambda E[F^2] */
} noc_stream;

/* The packets on one channel that choose among the same virtual channels. Networks without any have
 * no groups. */
typedef struct noc_group {
    uint32_t channel;
    uint32_t vcs;  /* set */
    uint32_t next; /* group of the same channel, NOC_NONE at the end */
    noc_class class;
    noc_stream stream;
    /* multicast.h: packets whose latency waits there add to; waits behind it of a packet, of one of
     * its branches. Without packets to several terminals all of the stream, and 1 */
    double followed, waited;
    /* share of its packets that go to several terminals; mean of outputs that these go on to */
    double forking, branches;
    double in_use; /* its share of that of the channel */
} noc_group;

/* The packets that go from one group to another through a router. */
typedef struct noc_pair_load {
    uint32_t from, to; /* groups */
    noc_stream stream;
    double followed; /* packets whose latency waits add to, as noc_group's */
} noc_pair_load;

typedef struct noc_loads {
    /* those of one network of the design after another, each after those that its packets go on to,
     * unless ways lead in circles */
    noc_group *groups;
    uint32_t group_count;
    uint32_t *first_group; /* by channel */
    noc_pair_load *pairs;  /* those from one group after another */
    uint32_t pair_count;
    uint32_t *first_pair;  /* by group that they come from, and one more */
    double *channel_flits; /* by channel: F of all packets over what it passes: cycles of flits */
    /* by channel: likewise with the codec at its outer end, which takes a packet at a time */
    double *in_use;
    double *moved_flits; /* by channel: flits of all packets, however long they take */
    /* shares of hops that packets choose among, at which the rates hold; NULL: nobody chooses */
    noc_route_shares *ways;
    /* Lists by pair, borrowed; NULL where nobody chooses: virtual channels of the lists that its
     * packets choose from, 0 if they do not; packets that own one of these, over those that own one
     * of the pair's output. */
    const double *chosen_vcs, *chosen_beside;
} noc_loads;

/* Follows all flows over all paths. Hops that packets choose among get as much as the others of
 * their list (shared_loads.h changes that). NOC_EFAILED when out of memory. */
noc_status noc_loads_new(const noc_system *system, noc_loads *loads);
void noc_loads_clear(noc_loads *loads);

/* Packet rate of every hop, of the packets of a class of traffic; `ways` as in noc_loads. The
 * caller frees it; NULL when out of memory. */
double *noc_class_hop_rates(const noc_system *system, const noc_route_shares *ways,
                            uint32_t traffic_class);

/* Mean flits of a packet, by network and class: network * NOC_CLASSES + class. The caller frees it;
 * NULL when out of memory. */
double *noc_mean_flits(const noc_system *system);

/* Flits that the packets of a flow make each channel of one of its paths carry, at unit rate; as
 * they are cut on the network of the path. `mean`: noc_mean_flits. */
double noc_path_flits(const noc_system *system, const double *mean, const noc_flow *flow,
                      const noc_path *path);

/* What pairs that share ports of a router have in common. */
typedef struct noc_pair_shares {
    double port;   /* f_AB / rho_B: of the output's flits, those of the same input port */
    double along;  /* f_AB / rho_A: of the input's flits, those to the same output port */
    double group;  /* f_Ab / f_b: of the output group's flits, those of the same input port */
    double packet; /* lambda_Ab / lambda_b */
    double own;    /* lambda_p / lambda_AB */
} noc_pair_shares;

/* Pairs of the same ports of a router, one after the other, whatever rates are. */
typedef struct noc_pair_rows {
    uint32_t *pairs; /* pairs by place */
    uint32_t *first; /* place of the first pair of its ports, by place */
    uint32_t *next;  /* place of the next one, by place; NOC_NONE: none */
} noc_pair_rows;

/* NOC_EFAILED when out of memory; the caller clears them in either case. */
noc_status noc_pair_rows_make(const noc_loads *loads, uint32_t channel_count, noc_pair_rows *rows);
void noc_pair_rows_clear(noc_pair_rows *rows);

/* Shares of all pairs at the rates of now; with rows made for that alone: NOC_EFAILED when out of
 * memory. */
void noc_pair_shares_put(const noc_loads *loads, const noc_pair_rows *rows,
                         noc_pair_shares *shares);
noc_status noc_pair_shares_find(const noc_loads *loads, uint32_t channel_count,
                                noc_pair_shares *shares);

/* The busiest channel, terminal links included; any if all pass as much as comes. */
uint32_t noc_loads_busiest(const noc_loads *loads, uint32_t channel_count);

/* Offered load (flits per cycle of an injecting node) at which the busiest channel is always in
 * use: no network with these routes accepts more. INFINITY: none ever is. Networks may be full
 * before (shared_limits.h). docs/model.md (6). */
double noc_loads_bound(const noc_system *system, const noc_loads *loads);

#endif
