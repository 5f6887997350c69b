#include "design/memory/codec.h"

#include <math.h>
#include <stddef.h>

unsigned noc_codec_flits(unsigned flits, double ratio)
{
    const double rounding = 1e-9; /* 0.3 of 10 flits are 3 flits in spite of rounding */
    const unsigned saved = (unsigned)floor(flits * ratio + rounding);
    return flits - saved > 1 ? flits - saved : 1;
}

bool noc_codec_check(const noc_codec_spec *codec, noc_refusal *refusal)
{
    if (codec->ratio < 1.0) return true;
    return noc_refuse(refusal, NOC_PATHS("codec.ratio"),
                      "codec.ratio = %g saves all flits of a packet (below 1: the share of its "
                      "flits that is saved)",
                      codec->ratio);
}
