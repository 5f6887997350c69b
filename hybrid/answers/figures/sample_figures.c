#include "hybrid/answers/figures/sample_figures.h"

#include "analytic/zero_load.h"

static void put_interval(noc_figures *f, noc_metric_id id, noc_interval q)
{
    noc_figures_put(f, id, noc_figure_within(q.mean, q.half_width));
}

static void put_sampled(noc_figures *f, noc_metric_id id, const noc_sample *s)
{
    switch (id) {
#define QUANTITY(name)     put_interval(f, id, s->quantities[NOC_SAMPLE_##name]);
#define LOAD_SAMPLE(value) noc_figures_put(f, id, noc_figure_exact(value));
#include "hybrid/answers/metrics.def"
    default:
        break;
    }
}

void noc_figures_put_sample(noc_figures *f, const noc_sample *sample)
{
    for (int id = 0; id < NOC_METRICS; id++) put_sampled(f, (noc_metric_id)id, sample);
}

static void put_played(noc_figures *f, noc_metric_id id, const noc_play *play)
{
    switch (id) {
#define TRACE(value) noc_figures_put(f, id, noc_figure_exact(value));
#include "hybrid/answers/metrics.def"
    default:
        break;
    }
}

void noc_figures_put_play(noc_figures *f, const noc_play *play)
{
    for (int id = 0; id < NOC_METRICS; id++) put_played(f, (noc_metric_id)id, play);
}

void noc_figures_put_zero_load(noc_figures *f)
{
    const double request = noc_zero_load_mean(f->system, NOC_REQUEST);
    const double reply = NOC_REPLY_WAIT_CYCLES + noc_zero_load_mean(f->system, NOC_REPLY);
    noc_figures_put(f, NOC_METRIC_zero_load_latency_cycles,
                    noc_figure_exact(noc_zero_load_latency(f->system)));
    noc_figures_put(f, NOC_METRIC_zero_load_request_latency_cycles, noc_figure_exact(request));
    noc_figures_put(f, NOC_METRIC_zero_load_reply_latency_cycles, noc_figure_exact(reply));
}
