#include "analytic/network_model.h"

#define NOC_NETWORK_MODEL(id) extern const noc_network_model_kind noc_network_model_##id;
#include "analytic/kinds.def"
#undef NOC_NETWORK_MODEL

static const noc_network_model_kind *const kinds[] = {
#define NOC_NETWORK_MODEL(id) &noc_network_model_##id,
#include "analytic/kinds.def"
#undef NOC_NETWORK_MODEL
};

const noc_network_model_kind *noc_network_model_of(const noc_network *network)
{
    size_t i = 0;
    while (kinds[i]->switching != network->switching) i++;
    return kinds[i];
}

const noc_network_model_kind *noc_switching_model(const noc_system *s, noc_switching switching)
{
    for (uint16_t n = 0; n < s->graph.network_count; n++)
        if (s->graph.networks[n].switching == switching)
            return noc_network_model_of(&s->graph.networks[n]);
    return NULL;
}
