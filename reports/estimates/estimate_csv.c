#include "reports/estimates/estimate_csv.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/min_max.h"

/* ---- columns -------------------------------------------------------------------------------- */

noc_status noc_csv_designs_add(noc_csv_designs *designs, const noc_design *design, noc_diag *diag)
{
    noc_status status = NOC_OK;
    noc_labels_add_design(&designs->labels, design);
    designs->class_count = max_size(designs->class_count, design->traffic.classes.count);
    for (size_t i = 0; i < design->override_count && status == NOC_OK; i++)
        status = noc_setting_columns_add(&designs->settings, design->overrides[i], diag);
    return status;
}

void noc_csv_designs_clear(noc_csv_designs *designs)
{
    noc_setting_columns_clear(&designs->settings);
}

/* ---- cells ---------------------------------------------------------------------------------- */

/* Puts the classes of traffic, numbered as in traffic.classes[0]; empty cells for classes that the
 * design does not define. */
static void put_classes(noc_rows *rows, const noc_estimate *estimate, size_t class_count)
{
    static const noc_class_answer none = {
        .name = "",
        .offered = NAN,
        .accepted = NAN,
        .latency = {.value = NAN, .lo = NAN, .hi = NAN},
        .p99 = {.value = NAN},
    };
    const bool has_own_classes = estimate->design->traffic.classes.count > 0;
    for (size_t k = 0; k < class_count; k++) {
        const noc_class_answer *class =
            has_own_classes && k < estimate->class_count ? &estimate->classes[k] : &none;
        noc_rows_prefix(rows, "class_%zu_", k);
        noc_put_text(rows, "name", class->name);
        noc_put_real(rows, "offered_flits_per_cycle", class->offered);
        noc_put_real(rows, "accepted_flits_per_cycle", class->accepted);
        noc_put_interval(rows, "packet_latency_cycles", class->latency.value, class->latency.lo,
                         class->latency.hi);
        noc_put_real(rows, "p99_latency_cycles", class->p99.value);
    }
    noc_rows_end_prefix(rows);
}

/* Returns the part of a trace with the packets of a kind; NULL without such packets. */
static const noc_trace_part *find_class(const noc_estimate *estimate, noc_trace_kind kind)
{
    const char *name = noc_trace_kind_name(kind);
    for (size_t i = 0; i < estimate->trace_class_count; i++)
        if (strcmp(estimate->trace_classes[i].name, name) == 0) return &estimate->trace_classes[i];
    return NULL;
}

/* Puts a count; an empty cell if it has no value. */
static void put_optional_count(noc_rows *rows, const char *name, bool has_value, uint64_t value)
{
    if (has_value)
        noc_put_count(rows, name, value);
    else
        noc_put_text(rows, name, "");
}

/* Puts the packets of a played trace by kind: trace_read_packets, ... */
static void put_trace_kinds(noc_rows *rows, const noc_estimate *estimate)
{
    for (int k = 0; k < NOC_TRACE_KINDS; k++) {
        const noc_trace_part *part = find_class(estimate, (noc_trace_kind)k);
        noc_rows_prefix(rows, "trace_%s_", noc_trace_kind_name((noc_trace_kind)k));
        for (char *dash = rows->prefix; (dash = strchr(dash, '-'));) *dash = '_';
        put_optional_count(rows, "packets", estimate->trace_packets > 0, part ? part->packets : 0);
        noc_put_real(rows, "latency_cycles", part ? part->latency : NAN);
    }
    noc_rows_end_prefix(rows);
}

static void put_trace_phases(noc_rows *rows, const noc_estimate *estimate, size_t phase_count)
{
    for (size_t k = 0; k < phase_count; k++) {
        const noc_trace_part *part =
            k < estimate->trace_phase_count ? &estimate->trace_phases[k] : NULL;
        noc_rows_prefix(rows, "phase_%zu_", k);
        noc_put_text(rows, "name", part ? part->name : "");
        put_optional_count(rows, "packets", part, part ? part->packets : 0);
        put_optional_count(rows, "start_cycle", part, part ? part->start : 0);
        put_optional_count(rows, "end_cycle", part, part ? part->end : 0);
        noc_put_real(rows, "packet_latency_cycles", part ? part->latency : NAN);
        noc_put_real(rows, "round_trip_cycles", part ? part->round_trip : NAN);
    }
    noc_rows_end_prefix(rows);
}

/* Returns the confidence level of the row's intervals, equal for all. */
static double find_confidence(const noc_estimate *estimate)
{
    for (int id = 0; id < NOC_METRICS; id++)
        if (isfinite(estimate->metrics[id].confidence)) return estimate->metrics[id].confidence;
    return NAN;
}

/* Puts the limit, and the facts of a sample, of the run and of the program. */
static void put_circumstances(noc_rows *rows, const noc_estimate *estimate)
{
    const noc_bottleneck *bottleneck = &estimate->bottleneck;
    const bool is_sample = estimate->method == NOC_METHOD_SAMPLE;
    const char *warnings[NOC_WARNINGS_MAX];
    for (int i = 0; i < estimate->warning_count; i++) warnings[i] = estimate->warnings[i];
    noc_put_real(rows, "confidence", find_confidence(estimate));
    noc_put_text(rows, "bottleneck_kind", bottleneck->kind);
    noc_put_text(rows, "bottleneck_where", bottleneck->where);
    noc_put_real(rows, "bottleneck_utilization",
                 bottleneck->kind[0] ? bottleneck->utilization : NAN);
    noc_put_text(rows, "bottleneck_why", bottleneck->reason);
    noc_put_real(rows, "bottleneck_ceiling",
                 bottleneck->reason[0] ? bottleneck->held_utilization : NAN);
    put_optional_count(rows, "seed", is_sample, estimate->seed);
    put_optional_count(rows, "cycles_simulated", is_sample, estimate->cycles_simulated);
    put_optional_count(rows, "warmup_cycles", is_sample, estimate->warmup_cycles);
    put_optional_count(rows, "windows", is_sample, estimate->windows);
    put_optional_count(rows, "flit_hops", is_sample, estimate->flit_hops);
    noc_put_texts(rows, "warnings", warnings, (size_t)estimate->warning_count);
    noc_put_text(rows, "version", rows->sheet->run.version);
    noc_put_text(rows, "commit", rows->sheet->run.commit);
}

void noc_csv_add_estimate(noc_rows *rows, const noc_csv_designs *designs,
                          const noc_estimate *estimate)
{
    const noc_design *design = estimate->design;
    NOC_AUTO_FREE char *name = noc_label_full_name(&designs->labels, design);
    noc_rows_add(rows);
    noc_put_text(rows, "name", name ? name : "");
    noc_put_text(rows, "file", design->typed_name);
    noc_put_text(rows, "hash", design->hash);
    noc_put_texts(rows, "overrides", (const char *const *)design->overrides,
                  design->override_count);
    noc_put_text(rows, "method", noc_answer_method_name(estimate));
    noc_put_text(rows, "status", noc_answer_name(estimate->answer));
    noc_put_real(rows, "load_flits_per_cycle", estimate->load);
    for (size_t i = 0; i < designs->settings.count; i++)
        noc_put_json(rows, designs->settings.list[i].name,
                     noc_setting_column_value(&designs->settings.list[i], design));
    for (int id = 0; id < NOC_METRICS; id++) {
        const noc_metric *metric = &estimate->metrics[id];
        noc_put_interval(rows, noc_metric_info_of((noc_metric_id)id)->name, metric->value,
                         metric->lo, metric->hi);
    }
    put_classes(rows, estimate, designs->class_count);
    if (designs->has_traces) put_trace_kinds(rows, estimate);
    put_trace_phases(rows, estimate, designs->phase_count);
    put_circumstances(rows, estimate);
}

noc_status noc_csv_estimates(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                             noc_diag *diag)
{
    NOC_AUTO(noc_csv_designs_clear) noc_csv_designs designs = {.settings = {0}};
    for (size_t i = 0; i < count; i++) {
        const noc_status status = noc_csv_designs_add(&designs, estimates[i].design, diag);
        if (status != NOC_OK) return status;
        designs.has_traces |= estimates[i].trace_packets > 0;
        designs.phase_count = max_size(designs.phase_count, estimates[i].trace_phase_count);
    }
    noc_rows rows = noc_rows_begin(sheet, NULL);
    for (size_t i = 0; i < count; i++) noc_csv_add_estimate(&rows, &designs, &estimates[i]);
    return noc_rows_write(&rows, diag);
}
