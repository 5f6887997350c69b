#include "hybrid/answers/sample_figures.h"

#include "analytic/zero_load.h"

const noc_sample_figure noc_sample_figures[NOC_SAMPLE_FIGURES] = {
    {NOC_METRIC_packet_latency_cycles, NOC_SAMPLE_LATENCY},
    {NOC_METRIC_network_latency_cycles, NOC_SAMPLE_NETWORK_LATENCY},
    {NOC_METRIC_request_latency_cycles, NOC_SAMPLE_REQUEST_LATENCY},
    {NOC_METRIC_reply_latency_cycles, NOC_SAMPLE_REPLY_LATENCY},
    {NOC_METRIC_round_trip_cycles, NOC_SAMPLE_ROUND_TRIP},
    {NOC_METRIC_hops_mean, NOC_SAMPLE_HOPS},
    {NOC_METRIC_accepted_flits_per_cycle, NOC_SAMPLE_ACCEPTED},
};

void noc_figures_put_zero_load(noc_figures *f)
{
    const double request = noc_zero_load_mean(f->system, NOC_REQUEST);
    const double reply = NOC_REPLY_WAIT_CYCLES + noc_zero_load_mean(f->system, NOC_REPLY);
    noc_figures_put(f, NOC_METRIC_zero_load_latency_cycles,
                    noc_figure_exact(noc_zero_load_latency(f->system)));
    noc_figures_put(f, NOC_METRIC_zero_load_request_latency_cycles, noc_figure_exact(request));
    noc_figures_put(f, NOC_METRIC_zero_load_reply_latency_cycles, noc_figure_exact(reply));
}
