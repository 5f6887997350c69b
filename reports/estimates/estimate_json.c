#include "reports/estimates/estimate_json.h"

#include <math.h>

#include "reports/facts/breakdown.h"
#include "reports/facts/components.h"
#include "reports/facts/cures.h"
#include "reports/facts/detail.h"
#include "reports/words/change.h"
#include "reports/words/design_json.h"
#include "reports/words/figure.h"
#include "reports/writers/json.h"

static json_t *metric_object(const noc_metric *metric)
{
    json_t *object = json_object();
    json_object_set_new(object, "value", noc_json_real(metric->value));
    json_object_set_new(object, "lo", noc_json_real(metric->lo));
    json_object_set_new(object, "hi", noc_json_real(metric->hi));
    json_object_set_new(object, "confidence", noc_json_real(metric->confidence));
    if (!isfinite(metric->value))
        json_object_set_new(object, "why",
                            noc_json_text(metric->reason ? metric->reason : "not computed"));
    return object;
}

static json_t *metrics_object(const noc_estimate *estimate)
{
    json_t *object = json_object();
    for (int i = 0; i < NOC_METRICS; i++) {
        const noc_metric_id id = (noc_metric_id)i;
        json_t *metric = metric_object(&estimate->metrics[id]);
        const char *place_words = noc_estimate_node_name(estimate, id);
        if (*place_words) json_object_set_new(metric, "where", noc_json_text(place_words));
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
        json_object_set_new(object, "name", noc_json_text(class->name));
        json_object_set_new(object, "offered_flits_per_cycle", noc_json_real(class->offered));
        json_object_set_new(object, "accepted_flits_per_cycle", noc_json_real(class->accepted));
        json_object_set_new(object, "packet_latency_cycles", metric_object(&class->latency));
        json_object_set_new(object, "p99_latency_cycles", noc_json_real(class->p99.value));
        if (class->p99.reason)
            json_object_set_new(object, "p99_why", noc_json_text(class->p99.reason));
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *bottleneck_object(const noc_bottleneck *bottleneck)
{
    if (!bottleneck->kind[0]) return json_null();
    json_t *object = json_object();
    json_object_set_new(object, "kind", noc_json_text(bottleneck->kind));
    json_object_set_new(object, "where", noc_json_text(bottleneck->where));
    json_object_set_new(object, "resource", noc_json_text(bottleneck->resource));
    json_object_set_new(object, "utilization", noc_json_real(bottleneck->utilization));
    if (bottleneck->reason[0]) {
        json_object_set_new(object, "why", noc_json_text(bottleneck->reason));
        json_object_set_new(object, "ceiling", noc_json_real(bottleneck->held_utilization));
        json_object_set_new(object, "held", noc_json_text(bottleneck->held_channel));
        json_object_set_new(object, "held_resource", noc_json_text(bottleneck->held_kind));
    }
    if (!bottleneck->workload[0]) return object;
    json_object_set_new(object, "workload", noc_json_text(bottleneck->workload));
    json_object_set_new(object, "workloads", json_integer((json_int_t)bottleneck->workload_count));
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
    json_object_set_new(object, "wall_s", noc_json_real(estimate->wall_s));
    if (estimate->requested_half_width > 0.0) {
        json_object_set_new(object, "within", noc_json_real(estimate->reached_half_width));
        json_object_set_new(object, "within_asked", noc_json_real(estimate->requested_half_width));
        json_object_set_new(object, "within_of",
                            noc_json_text(noc_metric_info_of(estimate->precision_metric)->name));
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
        json_object_set_new(object, "name", *part->name ? noc_json_text(part->name) : json_null());
        json_object_set_new(object, "packets", noc_json_count(part->packets));
        json_object_set_new(object, "packet_latency_cycles", noc_json_real(part->latency));
        json_array_append_new(array, object);
        if (!has_phases) continue;
        json_object_set_new(object, "start_cycle", noc_json_count(part->start));
        json_object_set_new(object, "end_cycle", noc_json_count(part->end));
        json_object_set_new(object, "request_latency_cycles", noc_json_real(part->request_latency));
        json_object_set_new(object, "reply_latency_cycles", noc_json_real(part->reply_latency));
        json_object_set_new(object, "round_trip_cycles", noc_json_real(part->round_trip));
    }
    return array;
}

/* Returns the clock of a trace, and its figures by class and by phase. */
static json_t *trace_object(const noc_estimate *estimate)
{
    json_t *object = json_object();
    json_object_set_new(object, "clock", noc_json_text("network"));
    json_object_set_new(object, "clock_mhz", noc_json_real(estimate->design->chip.clock_mhz));
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
    json_object_set_new(object, "cycles_simulated", noc_json_count(estimate->cycles_simulated));
    json_object_set_new(object, "warmup_cycles", noc_json_count(estimate->warmup_cycles));
    json_object_set_new(object, "windows", noc_json_count(estimate->windows));
    json_object_set_new(object, "flit_hops", noc_json_count(estimate->flit_hops));
    if (!estimate->trace_packets) return;
    json_object_set_new(object, "trace_packets", noc_json_count(estimate->trace_packets));
    json_object_set_new(object, "makespan_cycles", noc_json_count(estimate->cycles_simulated));
    json_object_set_new(object, "trace", trace_object(estimate));
}

static json_t *check_object(const noc_estimate *estimate)
{
    json_t *object = json_object();
    json_object_set_new(object, "load_flits_per_cycle", noc_json_real(estimate->check_load));
    json_object_set_new(object, "measured_cycles", noc_json_real(estimate->check_measured));
    json_object_set_new(object, "model_cycles", noc_json_real(estimate->check_predicted));
    json_object_set_new(object, "measured_ipc", noc_json_real(estimate->check_ipc_measured));
    json_object_set_new(object, "model_ipc", noc_json_real(estimate->check_ipc_predicted));
    json_object_set_new(object, "seed", noc_json_count(estimate->seed));
    return object;
}

json_t *noc_json_estimate(const noc_run_info *run, const noc_estimate *estimate,
                          const noc_labels *labels, json_t *errors)
{
    json_t *object = json_object(), *design = noc_json_design(estimate->design);
    char *name = noc_label_full_name(labels, estimate->design);
    json_object_set_new(design, "name", name ? noc_json_text(name) : json_null());
    free(name);
    json_object_set_new(object, "schema", noc_json_text("nocsight.estimate/1"));
    json_object_set_new(object, "tool", noc_json_tool(run));
    json_object_set_new(object, "design", design);
    json_object_set_new(object, "method", noc_json_text(noc_answer_method_name(estimate)));
    json_object_set_new(object, "load_flits_per_cycle", noc_json_real(estimate->load));
    json_object_set_new(object, "status", noc_json_text(noc_answer_name(estimate->answer)));
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
    json_object_set_new(object, "cost_basis",
                        noc_json_text(*estimate->cost_basis ? estimate->cost_basis : "measured"));
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
        if (cures) json_object_set_new(object, "cures", noc_json_cures(cures));
        if (!is_array && count == 1) {
            json_decref(array);
            return noc_json_write(sheet->out, object, diag);
        }
        json_array_append_new(array, object);
    }
    return noc_json_write(sheet->out, array, diag);
}
