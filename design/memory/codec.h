/* design/memory/codec.h: Approx-NoC's codecs in the network interfaces, as dapper compares them:
 * packets get shorter, and each end works on one packet at a time, for a time that does not depend
 * on its length.
 *
 * Source: dapper (its comparison with Approx-NoC: 2 to 3 cycles at either end for all packets). */
#ifndef NOC_DESIGN_MEMORY_CODEC_H
#define NOC_DESIGN_MEMORY_CODEC_H

#include <stdbool.h>

#include "design/refusal.h"

/* A codec; all 0: no codecs. */
typedef struct noc_codec_spec {
    int cycles;          /* cycles that a packet occupies a port, at either end */
    double compressible; /* share of the packets that get shorter */
    double ratio;        /* share of the flits of these packets that is saved */
} noc_codec_spec;

/* True if some packets get shorter. */
static inline bool noc_codec_shortens(const noc_codec_spec *codec)
{
    return codec->compressible > 0.0 && codec->ratio > 0.0;
}

/* True if there are codecs. */
static inline bool noc_codec_works(const noc_codec_spec *codec)
{
    return codec->cycles > 0 || noc_codec_shortens(codec);
}

/* Flits of a packet of `flits` after a share `ratio` of them is saved: at least 1. */
unsigned noc_codec_flits(unsigned flits, double ratio);

/* True if the figures are possible; else `refusal` says which are not. */
bool noc_codec_check(const noc_codec_spec *codec, noc_refusal *refusal);

#endif
