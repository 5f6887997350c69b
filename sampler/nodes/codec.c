#include "sampler/nodes/codec.h"

#include <math.h>

uint32_t noc_codec_flits(uint32_t flits, double ratio)
{
    const double rounding = 1e-9; /* a share like 0.3 of 10 flits is 3 flits */
    const uint32_t saved = (uint32_t)floor(flits * ratio + rounding);
    return flits - saved > 1 ? flits - saved : 1;
}

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
