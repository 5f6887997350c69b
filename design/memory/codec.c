#include "design/memory/codec.h"

#include <math.h>
#include <stddef.h>

unsigned noc_codec_flits(unsigned flits, double saved_share)
{
    const double rounding = 1e-9; /* 0.3 of 10 flits are 3 flits in spite of rounding */
    const unsigned saved = (unsigned)floor(flits * saved_share + rounding);
    return flits - saved > 1 ? flits - saved : 1;
}

bool noc_codec_check(const noc_codec_spec *codec, noc_refusal *refusal)
{
    if (codec->saved_share < 1.0) return true;
    return noc_refuse(refusal, NOC_PATHS("codec.ratio"),
                      "codec.ratio = %g saves all flits of a packet (below 1: the share of its "
                      "flits that is saved)",
                      codec->saved_share);
}
