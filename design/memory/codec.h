/* design/memory/codec.h: settings of Approx-NoC's codecs in the network interfaces, which shorten
 * packets. A codec processes one packet at a time, in a time that does not depend on its length.
 *
 * Source: dapper (comparison with Approx-NoC: 2 to 3 cycles at either end for all packets). */
#ifndef NOC_DESIGN_MEMORY_CODEC_H
#define NOC_DESIGN_MEMORY_CODEC_H

#include <stdbool.h>

#include "design/refusal.h"

/* Settings of the codecs; zeros: no codecs. */
typedef struct noc_codec_spec {
    int cycles;                /* cycles for which a packet occupies a port, at either end */
    double compressible_share; /* share of the packets that the codec shortens */
    double saved_share;        /* share of the flits of these packets that the codec saves */
} noc_codec_spec;

/* True if the codec shortens some packets. */
static inline bool noc_codec_shortens(const noc_codec_spec *codec)
{
    return codec->compressible_share > 0.0 && codec->saved_share > 0.0;
}

/* True if the network interfaces have codecs. */
static inline bool noc_codec_works(const noc_codec_spec *codec)
{
    return codec->cycles > 0 || noc_codec_shortens(codec);
}

/* Returns the flits of a packet of `flits` flits without the saved share of them, at least 1. */
unsigned noc_codec_flits(unsigned flits, double saved_share);

/* True if the settings are possible; otherwise fills in `refusal`. */
bool noc_codec_check(const noc_codec_spec *codec, noc_refusal *refusal);

#endif
