#include "sampler/nodes/codec.h"

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

uint64_t noc_codec_send(noc_codec_end *sender, uint64_t created, uint32_t flits, uint32_t cycles)
{
    const uint64_t begins = later(created + 1, sender->free);
    sender->free = begins + cycles + flits;
    return sender->free - 1;
}

uint64_t noc_codec_receive(noc_codec_end *receiver, uint64_t head, uint32_t flits, uint32_t cycles)
{
    const uint64_t tail = later(head, receiver->free) + flits - 1;
    receiver->free = tail + cycles + 1;
    return tail + cycles;
}
