/* sampler/ports/codecs.h: packets in the codecs of the ports (design/memory/codec.h).
 *
 * A packet in the encoder stands at its door (ports.h) and is not sent yet. A packet in the decoder
 * has arrived and is not delivered yet. The delay of a codec is constant, so packets leave in the
 * order in which they enter. An encoder or decoder works on one packet at a time; doors and the
 * engine ensure this (sampler/engines/vc/ejections.h). */
#ifndef NOC_SAMPLER_PORTS_CODECS_H
#define NOC_SAMPLER_PORTS_CODECS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

/* Packet in a codec. */
typedef struct noc_coding {
    uint64_t ready_cycle; /* cycle in which the packet leaves the codec */
    uint32_t number;      /* number of the door (encoder) or of the packet (decoder) */
} noc_coding;

/* Ring of the packets in all encoders, or in all decoders; first in, first out. */
typedef struct noc_coding_ring {
    noc_coding *entries;
    uint32_t capacity, first, count;
} noc_coding_ring;

typedef struct noc_codecs {
    uint32_t delay_cycles;  /* delay of an encoder or decoder, cycles */
    uint64_t release_cycle; /* last cycle whose encoded packets were released; UINT64_MAX: none */
    /* doors whose packet is in the encoder; packets in the decoder */
    noc_coding_ring encoding, decoding;
} noc_codecs;

/* Makes codecs with a delay of `delay_cycles` for `doors` doors and `ejection_ports` ejection
 * ports; each holds one packet. NULL when out of memory. */
noc_codecs *noc_codecs_new(noc_arena *arena, uint32_t delay_cycles, uint32_t doors,
                           uint32_t ejection_ports);

/* Starts to encode the packet at a door. After noc_codecs_take_encoded in the same cycle, encoding
 * starts in the next cycle. */
void noc_codecs_encode(noc_codecs *codecs, uint64_t now, uint32_t door);

/* Starts to decode a packet whose tail has arrived. */
void noc_codecs_decode(noc_codecs *codecs, uint64_t now, uint32_t packet);

/* Removes the next encoded packet, which may be sent in this cycle, and stores its door in *door.
 * Called before any packet of the cycle is sent. False: none. */
bool noc_codecs_take_encoded(noc_codecs *codecs, uint64_t now, uint32_t *door);

/* Removes the next decoded packet, and stores its number in *packet. False: none. */
bool noc_codecs_take_decoded(noc_codecs *codecs, uint64_t now, uint32_t *packet);

/* Cycle in which the next packet leaves a codec; UINT64_MAX: the codecs are empty. */
static inline uint64_t noc_codecs_next_cycle(const noc_codecs *c)
{
    const noc_coding_ring *e = &c->encoding, *d = &c->decoding;
    const uint64_t encoded = e->count > 0 ? e->entries[e->first].ready_cycle : UINT64_MAX;
    const uint64_t decoded = d->count > 0 ? d->entries[d->first].ready_cycle : UINT64_MAX;
    return encoded < decoded ? encoded : decoded;
}

#endif
