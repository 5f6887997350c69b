#include "reports/estimates/estimate_json.h"

#include <math.h>

#include "reports/facts/breakdown.h"
#include "reports/facts/components.h"
#include "reports/facts/cures.h"
#include "reports/facts/details.h"
#include "reports/words/change.h"
#include "reports/words/design_json.h"
#include "reports/words/figure.h"
#include "reports/writers/json.h"

static json_t *metric_object(const noc_metric *metric)
{
    json_t *object = json_object();
    noc_json_set_real(object, "value", metric->value);
    noc_json_set_real(object, "lo", metric->lo);
    noc_json_set_real(object, "hi", metric->hi);
    noc_json_set_real(object, "confidence", metric->confidence);
    if (!isfinite(metric->value))
        noc_json_set_text(object, "why", metric->reason ? metric->reason : "not computed");
    return object;
}

static json_t *metrics_object(const noc_estimate *estimate)
{
    json_t *object = json_object();
    for (int i = 0; i < NOC_METRICS; i++) {
        const noc_metric_id id = (noc_metric_id)i;
        json_t *metric = metric_object(&estimate->metrics[id]);
        const char *place_words = noc_estimate_node_name(estimate, id);
        if (*place_words) noc_json_set_text(metric, "where", place_words);
        json_object_set_new(object, noc_metric_info_of(id)->name, metric);
    }
    return object;
}

static json_t *classes_array(const noc_estimate *estimate)
{
    json_t *array = json_array();
    for (size_t k = 0; k < estimate->class_count; k++) {
        const noc_class_answer *class = &estimate->classes[k];
        json_t *object = json_object();
        noc_json_set_text(object, "name", class->name);
        noc_json_set_real(object, "offered_flits_per_cycle", class->offered);
        noc_json_set_real(object, "accepted_flits_per_cycle", class->accepted);
        json_object_set_new(object, "packet_latency_cycles", metric_object(&class->latency));
        noc_json_set_real(object, "p99_latency_cycles", class->p99.value);
        if (class->p99.reason) noc_json_set_text(object, "p99_why", class->p99.reason);
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *bottleneck_object(const noc_bottleneck *bottleneck)
{
    if (!bottleneck->kind[0]) return json_null();
    json_t *object = json_object();
    noc_json_set_text(object, "kind", bottleneck->kind);
    noc_json_set_text(object, "where", bottleneck->where);
    noc_json_set_text(object, "resource", bottleneck->resource);
    noc_json_set_real(object, "utilization", bottleneck->utilization);
    if (bottleneck->reason[0]) {
        noc_json_set_text(object, "why", bottleneck->reason);
        noc_json_set_real(object, "ceiling", bottleneck->held_utilization);
        noc_json_set_text(object, "held", bottleneck->held_channel);
        noc_json_set_text(object, "held_resource", bottleneck->held_kind);
    }
    if (!bottleneck->workload[0]) return object;
    noc_json_set_text(object, "workload", bottleneck->workload);
    noc_json_set_count(object, "workloads", bottleneck->workload_count);
    return object;
}

static json_t *warnings_array(const noc_estimate *estimate)
{
    json_t *array = json_array();
    for (int i = 0; i < estimate->warning_count; i++)
        json_array_append_new(array, noc_json_text(estimate->warnings[i]));
    return array;
}

static json_t *run_object(const noc_run_info *run, const noc_estimate *estimate)
{
    json_t *object = json_object();
    json_object_set_new(object, "command", noc_json_command(run));
    const bool is_sample = estimate->method == NOC_METHOD_SAMPLE;
    json_object_set_new(object, "seed", is_sample ? noc_json_count(estimate->seed) : json_null());
    noc_json_set_real(object, "wall_s", estimate->wall_s);
    if (estimate->requested_half_width > 0.0) {
        noc_json_set_real(object, "within", estimate->reached_half_width);
        noc_json_set_real(object, "within_asked", estimate->requested_half_width);
        noc_json_set_text(object, "within_of",
                          noc_metric_info_of(estimate->precision_metric)->name);
    }
    if (estimate->memory_alone)
        json_object_set_new(object, "measured_parts", json_pack("[s]", "memory nodes"));
    return object;
}

static json_t *trace_parts_array(const noc_trace_part *parts, size_t count, bool has_phases)
{
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++) {
        const noc_trace_part *part = &parts[i];
        json_t *object = json_object();
        noc_json_set_text(object, "name", *part->name ? part->name : NULL);
        noc_json_set_count(object, "packets", part->packets);
        noc_json_set_real(object, "packet_latency_cycles", part->latency);
        json_array_append_new(array, object);
        if (!has_phases) continue;
        noc_json_set_count(object, "start_cycle", part->start);
        noc_json_set_count(object, "end_cycle", part->end);
        noc_json_set_real(object, "request_latency_cycles", part->request_latency);
        noc_json_set_real(object, "reply_latency_cycles", part->reply_latency);
        noc_json_set_real(object, "round_trip_cycles", part->round_trip);
    }
    return array;
}

/* Returns the clock of a trace, and its figures by class and by phase. */
static json_t *trace_object(const noc_estimate *estimate)
{
    json_t *object = json_object();
    noc_json_set_text(object, "clock", "network");
    noc_json_set_real(object, "clock_mhz", estimate->design->chip.clock_mhz);
    json_object_set_new(
        object, "classes",
        trace_parts_array(estimate->trace_classes, estimate->trace_class_count, false));
    json_object_set_new(
        object, "phases",
        trace_parts_array(estimate->trace_phases, estimate->trace_phase_count, true));
    return object;
}

static void add_windows(json_t *object, const noc_estimate *estimate)
{
    noc_json_set_count(object, "cycles_simulated", estimate->cycles_simulated);
    noc_json_set_count(object, "warmup_cycles", estimate->warmup_cycles);
    noc_json_set_count(object, "windows", estimate->windows);
    noc_json_set_count(object, "flit_hops", estimate->flit_hops);
    if (!estimate->trace_packets) return;
    noc_json_set_count(object, "trace_packets", estimate->trace_packets);
    noc_json_set_count(object, "makespan_cycles", estimate->cycles_simulated);
    json_object_set_new(object, "trace", trace_object(estimate));
}

static json_t *check_object(const noc_estimate *estimate)
{
    json_t *object = json_object();
    noc_json_set_real(object, "load_flits_per_cycle", estimate->check_load);
    noc_json_set_real(object, "measured_cycles", estimate->check_measured);
    noc_json_set_real(object, "model_cycles", estimate->check_predicted);
    noc_json_set_real(object, "measured_ipc", estimate->check_ipc_measured);
    noc_json_set_real(object, "model_ipc", estimate->check_ipc_predicted);
    noc_json_set_count(object, "seed", estimate->seed);
    return object;
}

json_t *noc_json_estimate(const noc_run_info *run, const noc_estimate *estimate,
                          const noc_labels *labels, json_t *errors)
{
    json_t *object = json_object(), *design = noc_json_design(estimate->design);
    char *name = noc_label_full_name(labels, estimate->design);
    noc_json_set_text(design, "name", name);
    free(name);
    noc_json_set_text(object, "schema", "nocsight.estimate/1");
    json_object_set_new(object, "tool", noc_json_tool(run));
    json_object_set_new(object, "design", design);
    noc_json_set_text(object, "method", noc_answer_method_name(estimate));
    noc_json_set_real(object, "load_flits_per_cycle", estimate->load);
    noc_json_set_text(object, "status", noc_answer_name(estimate->answer));
    json_object_set_new(object, "metrics", metrics_object(estimate));
    if (estimate->class_count) json_object_set_new(object, "classes", classes_array(estimate));
    if (errors) json_object_set_new(object, "error", errors);
    if (noc_estimate_is_checked(estimate))
        json_object_set_new(object, "check", check_object(estimate));
    json_object_set_new(object, "bottleneck", bottleneck_object(&estimate->bottleneck));
    if (estimate->components)
        json_object_set_new(object, "components", noc_json_components(estimate->components));
    noc_details_set_json(object, estimate);
    json_object_set_new(object, "warnings", warnings_array(estimate));
    noc_json_set_text(object, "cost_basis",
                      *estimate->cost_basis ? estimate->cost_basis : "measured");
    if (estimate->method == NOC_METHOD_SAMPLE) add_windows(object, estimate);
    json_object_set_new(object, "run", run_object(run, estimate));
    return object;
}

static void add_components(json_t *estimate, const noc_breakdown *breakdown)
{
    json_t *components = json_object_get(estimate, "components");
    if (components) noc_breakdown_add_json(components, breakdown);
}

noc_status noc_json_estimates(const noc_sheet *sheet, const noc_estimate *estimates,
                              const noc_breakdown *breakdowns, const noc_cures *cures, size_t count,
                              bool is_array, noc_diag *diag)
{
    json_t *array = json_array();
    noc_labels labels = {0};
    for (size_t i = 0; i < count; i++) noc_labels_add_design(&labels, estimates[i].design);
    for (size_t i = 0; i < count; i++) {
        json_t *object = noc_json_estimate(&sheet->run, &estimates[i], &labels, NULL);
        if (count > 1)
            json_object_set_new(
                object, "changes",
                noc_json_changes_object(&estimates[sheet->base_index], &estimates[i]));
        if (breakdowns) add_components(object, &breakdowns[i]);
        if (cures)
            json_object_set_new(object, "cures", noc_json_cures(sheet, &estimates[i], cures));
        if (!is_array && count == 1) {
            json_decref(array);
            return noc_json_write(sheet->out, object, diag);
        }
        json_array_append_new(array, object);
    }
    return noc_json_write(sheet->out, array, diag);
}
