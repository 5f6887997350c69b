/* sampler/nodes/codec.h: Approx-NoC's codecs in the network interfaces, as dapper compares them:
 * packets get shorter, and each end works on one packet at a time.
 *
 * The sender encodes for `cycles` cycles, then sends a flit a cycle; the next packet begins when
 * the tail has left. The receiver decodes for `cycles` cycles behind the tail before it takes the
 * next packet's flits. All packets pay the cycles. */
#ifndef NOC_SAMPLER_NODES_CODEC_H
#define NOC_SAMPLER_NODES_CODEC_H

#include <stdint.h>

/* One end of a network interface: the first cycle in which it can begin with a packet. */
typedef struct noc_codec_end {
    uint64_t free;
} noc_codec_end;

/* A packet that is created in a cycle: the cycle in which its tail leaves. `flits` as sent. In
 * order of creation. */
uint64_t noc_codec_send(noc_codec_end *sender, uint64_t created, uint32_t flits, uint32_t cycles);

/* A packet whose head is there in a cycle: the cycle in which it is delivered. In order of
 * arrival. */
uint64_t noc_codec_receive(noc_codec_end *receiver, uint64_t head, uint32_t flits, uint32_t cycles);

#endif
