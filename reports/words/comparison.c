#include "reports/words/comparison.h"

#include <math.h>

#include "reports/words/figure.h"

void noc_comparison_add_saturation(noc_comparison *comparison, const noc_estimate *saturation)
{
    for (int id = 0; id < NOC_METRICS; id++) {
        noc_metric *metric = &comparison->sample.metrics[id];
        if (!noc_metric_has_value(metric) && noc_metric_has_value(&saturation->metrics[id]))
            *metric = saturation->metrics[id];
    }
    comparison->sample.wall_s += saturation->wall_s;
}

static void add_loop(noc_estimate *e, const noc_estimate *loop)
{
    static const noc_metric_id ids[] = {
        NOC_METRIC_ipc,          NOC_METRIC_ipc_per_mm2,      NOC_METRIC_outstanding_requests,
        NOC_METRIC_row_hit_rate, NOC_METRIC_bank_parallelism, NOC_METRIC_dram_utilization,
    };
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++)
        e->metrics[ids[i]] = loop->metrics[ids[i]];
    e->wall_s += loop->wall_s;
}

void noc_comparison_add_loop(noc_comparison *comparison, const noc_estimate *model,
                             const noc_estimate *sample)
{
    add_loop(&comparison->model, model);
    add_loop(&comparison->sample, sample);
    comparison->model_loop_limit = model->bottleneck;
    comparison->sample_loop_limit = sample->bottleneck;
}

/* True for latencies, which have no mean if queues grow without end. */
static bool is_latency(noc_metric_id id)
{
    return id == NOC_METRIC_packet_latency_cycles || id == NOC_METRIC_network_latency_cycles ||
           id == NOC_METRIC_request_latency_cycles || id == NOC_METRIC_reply_latency_cycles ||
           id == NOC_METRIC_round_trip_cycles;
}

double noc_comparison_error(const noc_comparison *comparison, noc_metric_id id)
{
    const bool is_growing = noc_answer_has_growth(comparison->model.answer) ||
                            noc_answer_has_growth(comparison->sample.answer);
    if (!comparison->has_sample || (is_growing && is_latency(id))) return NAN;
    return noc_change_share(comparison->model.metrics[id].value,
                            comparison->sample.metrics[id].value);
}

noc_metric_id noc_comparison_metric(size_t i)
{
    static const noc_metric_id ids[] = {
        NOC_METRIC_zero_load_latency_cycles,
        NOC_METRIC_packet_latency_cycles,
        NOC_METRIC_round_trip_cycles,
        NOC_METRIC_saturation_flits_per_cycle,
        NOC_METRIC_knee_flits_per_cycle,
        NOC_METRIC_data_throughput_per_area_gb_per_s_mm2,
        NOC_METRIC_ipc,
        NOC_METRIC_ipc_per_mm2,
        NOC_METRIC_makespan_cycles,
    };
    return i < sizeof ids / sizeof ids[0] ? ids[i] : NOC_METRICS;
}

static void count_row(noc_errors *errors, const noc_comparison *row, size_t position,
                      noc_metric_id id)
{
    const double error = fabs(noc_comparison_error(row, id));
    if (!isfinite(error)) return;
    errors->mean_error += error;
    if (errors->error_rows++ == 0 || error > errors->largest_error) {
        errors->largest_error = error;
        errors->largest_row = position;
    }
    const noc_metric *sample = &row->sample.metrics[id];
    if (!noc_metric_has_interval(sample)) return;
    const double model = row->model.metrics[id].value;
    errors->interval_rows++;
    if (model >= sample->lo && model <= sample->hi) errors->inside_rows++;
}

static noc_errors finish_mean(noc_errors errors)
{
    errors.mean_error = errors.error_rows ? errors.mean_error / (double)errors.error_rows : NAN;
    if (!errors.error_rows) errors.largest_error = NAN;
    return errors;
}

noc_errors noc_latency_errors(const noc_comparison *rows, size_t count)
{
    noc_errors errors = {0};
    for (size_t i = 0; i < count; i++)
        count_row(&errors, &rows[i], i, noc_latency_metric(rows[i].model.design));
    return finish_mean(errors);
}

noc_errors noc_metric_errors(const noc_comparison *rows, size_t count, noc_metric_id id)
{
    noc_errors errors = {0};
    for (size_t i = 0; i < count; i++) count_row(&errors, &rows[i], i, id);
    return finish_mean(errors);
}
