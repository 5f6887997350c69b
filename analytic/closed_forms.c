#include "analytic/closed_forms.h"

#include <math.h>
#include <stdlib.h>

#include "network/graph/resources.h"

/* Knots, as shares of the rate at which a network is full. The first knots lie close together,
 * because windows that follow the load have a maximum of waits at one or two packets per epoch; the
 * last, because waits grow without bound. */
static const double shares[NOC_WAIT_KNOTS] = {
    0.0,  0.001, 0.003, 0.006, 0.01, 0.015, 0.02, 0.025, 0.03, 0.035, 0.04, 0.045,
    0.05, 0.055, 0.06,  0.07,  0.08, 0.1,   0.12, 0.18,  0.25, 0.32,  0.4,  0.48,
    0.55, 0.62,  0.7,   0.75,  0.8,  0.84,  0.87, 0.9,   0.93, 0.95,  0.97,
};

static double full_of(const noc_shared_limits *gates, uint16_t network)
{
    double used = 0.0;
    for (unsigned i = 0; i < gates->count; i++)
        if (gates->list[i].network == network)
            used = fmax(used, noc_shared_limit_used(&gates->list[i], 1.0));
    return 1.0 / used;
}

static bool takes_long(const noc_system *s, uint16_t network)
{
    return noc_network_model_of(&s->graph.networks[network])->waits_take_long;
}

bool noc_closed_forms_make(const noc_system *s, noc_closed_forms *forms)
{
    bool any = false;
    noc_shared_limits gates;
    *forms = (noc_closed_forms){.system = s};
    for (uint16_t n = 0; n < s->graph.network_count; n++) any |= takes_long(s, n);
    if (!any) return true;
    forms->curves = calloc(s->graph.network_count, sizeof *forms->curves);
    const bool found = noc_shared_limits_find(s, 0, &gates) == NOC_OK && forms->curves;
    for (uint16_t n = 0; found && n < s->graph.network_count; n++)
        forms->curves[n][0].full = forms->curves[n][1].full = full_of(&gates, n);
    free(gates.list);
    return found;
}

void noc_closed_forms_clear(noc_closed_forms *forms)
{
    free(forms->curves);
    forms->curves = NULL;
}

static const double *knot(const noc_system *s, uint16_t network, noc_wait_curve *c, int i)
{
    if (!c->known[i] && i > 0)
        noc_network_model_of(&s->graph.networks[network])
            ->waits(s, network, (noc_arrivals){shares[i] * c->full, c->train}, 1.0, c->waits[i]);
    c->known[i] = true;
    return c->waits[i];
}

/* Adds waits interpolated between two knots, for a rate below the full network's. */
static void add_between(const noc_system *s, uint16_t network, noc_wait_curve *c, double share,
                        double pace, double waits[NOC_CLASSES])
{
    int high = 1;
    while (high + 1 < NOC_WAIT_KNOTS && shares[high] < share) high++;
    const int low = share < shares[high] ? high - 1 : high; /* above the last knot: that knot */
    const double from = shares[low], to = shares[high];
    const double *before = knot(s, network, c, low), *after = knot(s, network, c, high);
    const double up = low < high ? (share - from) / (to - from) : 1.0;
    for (int k = 0; k < NOC_CLASSES; k++) {
        const double start = before[k] * (1.0 - from), end = after[k] * (1.0 - to);
        waits[k] += (start + up * (end - start)) / (1.0 - share) / pace;
    }
}

/* Adds interpolated waits, or, at the full network's rate and above, waits of the form itself:
 * INFINITY, except for rounding. */
static void add_remembered(const noc_system *s, uint16_t network, noc_wait_curve *c, double rate,
                           double pace, double waits[NOC_CLASSES])
{
    static const double rounding = 1e-9;
    const double share = rate / pace / c->full;
    if (share < 1.0 - rounding)
        add_between(s, network, c, share, pace, waits);
    else
        noc_network_model_of(&s->graph.networks[network])
            ->waits(s, network,
                    (noc_arrivals){fmax(rate, (1.0 + rounding) * pace * c->full), c->train}, pace,
                    waits);
}

static double pace_of(const noc_system *s, uint16_t network, unsigned derated)
{
    const noc_resource resource = noc_resource_of_network(&s->graph, network);
    return noc_resource_is_in(derated, resource) ? 1.0 - NOC_DERATED_SHARE : 1.0;
}

/* Finds the curve of a network and a length of trains; drops knots of other lengths. */
static noc_wait_curve *curve_of(const noc_closed_forms *forms, uint16_t network, int train)
{
    noc_wait_curve *c = &forms->curves[network][train > 1];
    if (c->train != train) *c = (noc_wait_curve){.full = c->full, .train = train};
    return c;
}

void noc_closed_forms_waits(const noc_closed_forms *forms, double packet_rate, int train,
                            unsigned derated, double waits[NOC_CLASSES])
{
    const noc_system *s = forms->system;
    for (int k = 0; k < NOC_CLASSES; k++) waits[k] = 0.0;
    for (uint16_t n = 0; n < s->graph.network_count; n++) {
        const noc_network_model_kind *kind = noc_network_model_of(&s->graph.networks[n]);
        if (!kind->waits) continue;
        const double pace = pace_of(s, n, derated);
        if (kind->waits_take_long)
            add_remembered(s, n, curve_of(forms, n, train), packet_rate, pace, waits);
        else
            kind->waits(s, n, (noc_arrivals){packet_rate, train}, pace, waits);
    }
}
