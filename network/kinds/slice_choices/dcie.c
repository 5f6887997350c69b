/* Rule "dcie", DCI with balanced slices: an up-down counter at each source, up for packets into the
 * second slice, down for packets into the first, decides for packets that can use either (te13
 * 4.6.1). */
#include <math.h>
#include <stdlib.h>

#include "base/auto.h"
#include "network/kinds/slice_choices/dci.h"

/* ---- at a source ---------------------------------------------------------------------------- */

static uint8_t choose_slice(noc_slice_state *state, uint8_t slice_count)
{
    (void)slice_count;
    return state->balance > 0 ? 0 : 1;
}

static void count_packet(noc_slice_state *state, uint16_t slice)
{
    if (slice == 0 && state->balance > INT8_MIN) state->balance--;
    if (slice == 1 && state->balance < INT8_MAX) state->balance++;
}

/* ---- mean shares --------------------------------------------------------------------------- */

/* Packet rates of a source, packets per cycle: packets bound to slice 0 or 1, and packets free to
 * use either. */
typedef struct sliced_rates {
    double bound_rates[2], free_rate;
} sliced_rates;

/* Finds the slices of a flow's first and last paths. False unless both are slices of
 * design->networks[spec_index]. */
static bool find_flow_slices(const noc_system *s, uint16_t spec_index, const noc_flow *flow,
                             uint16_t slices[2])
{
    const noc_path *first = &s->routes.paths[flow->route.first_path];
    const noc_path *last = first + flow->route.path_count - 1;
    const noc_network *nets = s->graph.networks;
    const noc_network *a =
        &nets[s->graph.channels[s->routes.hops[first->first_hop].channel].network];
    const noc_network *b =
        &nets[s->graph.channels[s->routes.hops[last->first_hop].channel].network];
    slices[0] = a->slice;
    slices[1] = b->slice;
    return a->spec_index == spec_index && b->spec_index == spec_index;
}

/* Returns the share of the first slice in the free packets of a source. The counter counts all
 * packets of the source and steers the free ones (te13 4.6.1), so both slices get half of all
 * packets as far as the free packets suffice. The share stays within (0, 1): a few packets use the
 * other slice until the counter has drifted away. */
static double first_slice_share(const sliced_rates *r)
{
    const double min_share = 1e-6;
    const double wanted_rate =
        0.5 * (r->bound_rates[0] + r->bound_rates[1] + r->free_rate) - r->bound_rates[0];
    return fmin(fmax(wanted_rate / r->free_rate, min_share), 1.0 - min_share);
}

/* Sets the probabilities of a flow's paths: one share in the first slice, the rest in the
 * second. */
static void split_flow(noc_system *s, const noc_flow *flow, double share)
{
    noc_path *paths = &s->routes.paths[flow->route.first_path];
    double old_shares[2] = {0.0, 0.0};
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < flow->route.path_count; i++) {
            const uint32_t channel = s->routes.hops[paths[i].first_hop].channel;
            const uint16_t slice = s->graph.networks[s->graph.channels[channel].network].slice;
            if (pass == 0)
                old_shares[slice] += paths[i].probability;
            else
                paths[i].probability *= (slice ? 1.0 - share : share) / old_shares[slice];
        }
    }
}

static noc_status balance_shares(noc_system *s, uint16_t spec_index)
{
    NOC_AUTO_FREE sliced_rates *rates = calloc(s->graph.terminal_count, sizeof *rates);
    if (!rates) return NOC_EFAILED;
    uint16_t slices[2];
    for (size_t f = 0; f < s->traffic.flow_count; f++) {
        const noc_flow *flow = &s->traffic.flows[f];
        if (!find_flow_slices(s, spec_index, flow, slices)) continue;
        sliced_rates *r = &rates[flow->source];
        *(slices[0] == slices[1] ? &r->bound_rates[slices[0]] : &r->free_rate) += flow->rate;
    }
    for (size_t f = 0; f < s->traffic.flow_count; f++) {
        const noc_flow *flow = &s->traffic.flows[f];
        if (find_flow_slices(s, spec_index, flow, slices) && slices[0] != slices[1])
            split_flow(s, flow, first_slice_share(&rates[flow->source]));
    }
    for (uint32_t t = 0; t < s->graph.terminal_count; t++)
        if (rates[t].free_rate > 0.0)
            s->graph.terminals[t].balances_slices =
                rates[t].bound_rates[0] + rates[t].bound_rates[1] == 0.0;
    return NOC_OK;
}

static double find_share(const noc_slice_path *path)
{
    return noc_dci_share(path, true);
}

/* The factor 0.95 is simulated: free packets balance the slices, which reduces blocking by 5 %
 * against random choices if most packets are bound to a slice. A source without bound packets uses
 * the slices in turn (noc_terminal.balances_slices). */
const noc_slice_choice_kind noc_slice_choice_dcie = {
    .name = "dcie",
    .summary = "as dci, and packets that do not turn even the slices out",
    .source = "te13 4.6.1",
    .max_slices = 2,
    .find_share = find_share,
    .balance_shares = balance_shares,
    .choose_slice = choose_slice,
    .count_packet = count_packet,
    .spread_rule = NOC_SPREAD_AT_RANDOM,
    .blocking_factor = 0.95,
};
