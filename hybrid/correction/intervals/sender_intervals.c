#include "hybrid/correction/intervals/sender_intervals.h"

#include <math.h>

enum { SATURATION = NOC_SENDERS_NONE }; /* a row of its own */

static const noc_spread spreads[NOC_SENDERS_NONE + 1][NOC_BANDS] = {
#define NOC_SENDER_SPREAD(kind, band, low, high, count) [kind][band] = {low, high, count},
#include "hybrid/correction/intervals/sender_spreads.def"
#undef NOC_SENDER_SPREAD
};

noc_sender_kind noc_sender_kind_of_class(const noc_system *s, noc_class class)
{
    noc_sender_kind least = NOC_SENDERS_NONE;
    for (uint16_t n = 0; n < s->graph.network_count; n++) {
        const noc_network *net = &s->graph.networks[n];
        const noc_network_model_kind *model = noc_network_model_of(net);
        if (!net->carries[class] || !model->senders) continue;
        const noc_sender_kind kind = model->senders(s, n);
        if (least == NOC_SENDERS_NONE || kind > least) least = kind;
    }
    return least;
}

noc_spread noc_sender_latency_spread(noc_sender_kind kind, double share)
{
    return spreads[kind][noc_band_of(share)];
}

noc_spread noc_sender_saturation_spread(void)
{
    return spreads[SATURATION][0];
}
