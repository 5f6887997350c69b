#include "analytic/closed_forms.h"

#include <math.h>
#include <stdlib.h>

#include "network/graph/resources.h"

/* Knots, as shares of the rate at which a network is full. The first knots lie close together,
 * because windows that follow the load have a maximum of waits at one or two packets per epoch; the
 * last, because waits grow without bound. */
static const double knot_shares[NOC_WAIT_KNOTS] = {
    0.0,  0.001, 0.003, 0.006, 0.01, 0.015, 0.02, 0.025, 0.03, 0.035, 0.04, 0.045,
    0.05, 0.055, 0.06,  0.07,  0.08, 0.1,   0.12, 0.18,  0.25, 0.32,  0.4,  0.48,
    0.55, 0.62,  0.7,   0.75,  0.8,  0.84,  0.87, 0.9,   0.93, 0.95,  0.97,
};

static double find_full_rate(const noc_shared_limits *limits, uint16_t network)
{
    double largest_use = 0.0;
    for (unsigned i = 0; i < limits->count; i++)
        if (limits->list[i].network == network)
            largest_use = fmax(largest_use, noc_shared_limit_use(&limits->list[i], 1.0));
    return 1.0 / largest_use;
}

static bool has_slow_waits(const noc_system *s, uint16_t network)
{
    return noc_network_model_of(&s->graph.networks[network])->has_slow_waits;
}

bool noc_closed_forms_make(const noc_system *s, noc_closed_forms *forms)
{
    bool is_needed = false;
    noc_shared_limits limits;
    *forms = (noc_closed_forms){.system = s};
    for (uint16_t n = 0; n < s->graph.network_count; n++) is_needed |= has_slow_waits(s, n);
    if (!is_needed) return true;
    forms->wait_curves = calloc(s->graph.network_count, sizeof *forms->wait_curves);
    const bool is_found = noc_shared_limits_find(s, 0, &limits) == NOC_OK && forms->wait_curves;
    for (uint16_t n = 0; is_found && n < s->graph.network_count; n++)
        forms->wait_curves[n][0].full_rate = forms->wait_curves[n][1].full_rate =
            find_full_rate(&limits, n);
    free(limits.list);
    return is_found;
}

void noc_closed_forms_clear(noc_closed_forms *forms)
{
    free(forms->wait_curves);
    forms->wait_curves = NULL;
}

static const double *find_knot(const noc_system *s, uint16_t network, noc_wait_curve *c, int i)
{
    if (!c->is_known[i] && i > 0)
        noc_network_model_of(&s->graph.networks[network])
            ->add_waits(s, network, (noc_arrivals){knot_shares[i] * c->full_rate, c->train}, 1.0,
                        c->waits[i]);
    c->is_known[i] = true;
    return c->waits[i];
}

/* Adds waits interpolated between two knots, for a rate below the full network's. */
static void add_interpolated(const noc_system *s, uint16_t network, noc_wait_curve *c, double share,
                             double capacity_share, double waits[NOC_CLASSES])
{
    int high = 1;
    while (high + 1 < NOC_WAIT_KNOTS && knot_shares[high] < share) high++;
    const int low =
        share < knot_shares[high] ? high - 1 : high; /* above the last knot: that knot */
    const double low_share = knot_shares[low], high_share = knot_shares[high];
    const double *low_waits = find_knot(s, network, c, low),
                 *high_waits = find_knot(s, network, c, high);
    const double fraction = low < high ? (share - low_share) / (high_share - low_share) : 1.0;
    for (int k = 0; k < NOC_CLASSES; k++) {
        const double start = low_waits[k] * (1.0 - low_share),
                     end = high_waits[k] * (1.0 - high_share);
        waits[k] += (start + fraction * (end - start)) / (1.0 - share) / capacity_share;
    }
}

/* Adds interpolated waits, or, at the full network's rate and above, waits of the form itself:
 * INFINITY, except for rounding. */
static void add_known_waits(const noc_system *s, uint16_t network, noc_wait_curve *c, double rate,
                            double capacity_share, double waits[NOC_CLASSES])
{
    static const double rounding = 1e-9;
    const double share = rate / capacity_share / c->full_rate;
    if (share < 1.0 - rounding)
        add_interpolated(s, network, c, share, capacity_share, waits);
    else
        noc_network_model_of(&s->graph.networks[network])
            ->add_waits(s, network,
                        (noc_arrivals){fmax(rate, (1.0 + rounding) * capacity_share * c->full_rate),
                                       c->train},
                        capacity_share, waits);
}

static double derating_factor(const noc_system *s, uint16_t network, unsigned derated)
{
    const noc_resource resource = noc_resource_of_network(&s->graph, network);
    return noc_resource_is_in(derated, resource) ? 1.0 - NOC_DERATED_SHARE : 1.0;
}

/* Finds the curve of a network and a length of trains; drops knots of other lengths. */
static noc_wait_curve *find_curve(const noc_closed_forms *forms, uint16_t network, int train)
{
    noc_wait_curve *c = &forms->wait_curves[network][train > 1];
    if (c->train != train) *c = (noc_wait_curve){.full_rate = c->full_rate, .train = train};
    return c;
}

void noc_find_closed_form_waits(const noc_closed_forms *forms, double packet_rate, int train,
                                unsigned derated_kinds, double waits[NOC_CLASSES])
{
    const noc_system *s = forms->system;
    for (int k = 0; k < NOC_CLASSES; k++) waits[k] = 0.0;
    for (uint16_t n = 0; n < s->graph.network_count; n++) {
        const noc_network_model_kind *kind = noc_network_model_of(&s->graph.networks[n]);
        if (!kind->add_waits) continue;
        const double remaining_capacity = derating_factor(s, n, derated_kinds);
        if (kind->has_slow_waits)
            add_known_waits(s, n, find_curve(forms, n, train), packet_rate, remaining_capacity,
                            waits);
        else
            kind->add_waits(s, n, (noc_arrivals){packet_rate, train}, remaining_capacity, waits);
    }
}
