/* sampler/ports/codecs.h: who is at work in the codecs of the ports (design/memory/codec.h):
 * packets that are encoded stand at their door, but are not sent yet; those that are decoded have
 * come, but are not delivered yet.
 *
 * All take equally long, so who begins first is ready first: two rings. The other half of the rule,
 * that a port takes one packet at a time, is that of the doors and of the engine
 * (sampler/engines/vc/ejections.h). */
#ifndef NOC_SAMPLER_PORTS_CODECS_H
#define NOC_SAMPLER_PORTS_CODECS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct noc_coding {
    uint64_t ready; /* cycle */
    uint32_t what;  /* a door, or a packet */
} noc_coding;

/* First in, first out. */
typedef struct noc_coding_ring {
    noc_coding *all;
    uint32_t capacity, first, count;
} noc_coding_ring;

typedef struct noc_codecs {
    uint32_t cycles;
    uint64_t released; /* the last cycle whose packets have been let go; UINT64_MAX: none */
    noc_coding_ring encoding, decoding; /* doors, packets */
} noc_codecs;

/* For so many doors, and so many ports at the other end; each works on one packet. NULL when out of
 * memory. */
noc_codecs *noc_codecs_new(uint32_t cycles, uint32_t doors, uint32_t ends);
void noc_codecs_free(noc_codecs *codecs); /* NULL: nothing */

/* A packet has come to a door. It may be sent `cycles` after the first cycle in which it could
 * without. */
void noc_codecs_encode(noc_codecs *codecs, uint64_t now, uint32_t door);

/* The tail of a packet has come. */
void noc_codecs_decode(noc_codecs *codecs, uint64_t now, uint32_t packet);

/* Takes out a door whose packet may be sent in this cycle, before any is; false: there is none, and
 * those that come from now on are of the next cycle. */
bool noc_codecs_next_encoded(noc_codecs *codecs, uint64_t now, uint32_t *door);

/* Takes out a packet that is delivered in this cycle; false: there is none. */
bool noc_codecs_next_decoded(noc_codecs *codecs, uint64_t now, uint32_t *packet);

/* The cycle in which the next one is ready; UINT64_MAX: none is at work. */
static inline uint64_t noc_codecs_next(const noc_codecs *c)
{
    const noc_coding_ring *e = &c->encoding, *d = &c->decoding;
    const uint64_t encoded = e->count > 0 ? e->all[e->first].ready : UINT64_MAX;
    const uint64_t decoded = d->count > 0 ? d->all[d->first].ready : UINT64_MAX;
    return encoded < decoded ? encoded : decoded;
}

#endif
