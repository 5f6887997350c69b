#include "sampler/nodes/codec.h"

#include "network/min_max.h"

uint64_t noc_codec_send(noc_codec_end *sender, uint64_t created, uint32_t flits, uint32_t cycles)
{
    const uint64_t begins = max_u64(created + 1, sender->free);
    sender->free = begins + cycles + flits;
    return sender->free - 1;
}

uint64_t noc_codec_receive(noc_codec_end *receiver, uint64_t head, uint32_t flits, uint32_t cycles)
{
    const uint64_t tail = max_u64(head, receiver->free) + flits - 1;
    receiver->free = tail + cycles + 1;
    return tail + cycles;
}
