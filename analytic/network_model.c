#include "analytic/network_model.h"

#include <math.h>
#include <stdlib.h>

#include "network/resources.h"

#define NOC_NETWORK_MODEL(id) extern const noc_network_model_kind noc_network_model_##id;
#include "analytic/models.def"
#undef NOC_NETWORK_MODEL

static const noc_network_model_kind *const kinds[] = {
#define NOC_NETWORK_MODEL(id) &noc_network_model_##id,
#include "analytic/models.def"
#undef NOC_NETWORK_MODEL
};

const noc_network_model_kind *noc_network_model_of(const noc_network *network)
{
    size_t i = 0;
    while (kinds[i]->switching != network->switching) i++;
    return kinds[i];
}

const noc_network_model_kind *noc_network_model_at(const noc_system *s, noc_switching switching)
{
    for (uint16_t n = 0; n < s->graph.network_count; n++)
        if (s->graph.networks[n].switching == switching)
            return noc_network_model_of(&s->graph.networks[n]);
    return NULL;
}

void noc_closed_form_waits(const noc_system *s, double packet_rate, unsigned derated,
                           double waits[NOC_CLASSES])
{
    for (int k = 0; k < NOC_CLASSES; k++) waits[k] = 0.0;
    for (uint16_t n = 0; n < s->graph.network_count; n++) {
        const noc_network_model_kind *kind = noc_network_model_of(&s->graph.networks[n]);
        const noc_resource resource = noc_resource_of_network(&s->graph, n);
        const double pace = noc_resource_is_in(derated, resource) ? 1.0 - NOC_DERATED_SHARE : 1.0;
        if (kind->waits) kind->waits(s, n, packet_rate, pace, waits);
    }
}

double noc_networks_bound(const noc_system *s, const noc_loads *loads)
{
    noc_gates gates;
    double bound = noc_loads_bound(s, loads);
    if (noc_gates_find(s, 0, &gates) == NOC_OK) bound = fmin(bound, noc_gates_bound(s, &gates));
    free(gates.list);
    return bound;
}
