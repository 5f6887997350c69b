#include "reports/estimates/estimate_csv.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const leading_columns[] = {
    "name", "file", "hash", "overrides", "method", "status", "load_flits_per_cycle"};
static const char *const trailing_columns[] = {"confidence",
                                               "bottleneck_kind",
                                               "bottleneck_where",
                                               "bottleneck_utilization",
                                               "bottleneck_why",
                                               "bottleneck_ceiling",
                                               "seed",
                                               "cycles_simulated",
                                               "warmup_cycles",
                                               "windows",
                                               "flit_hops",
                                               "warnings",
                                               "version",
                                               "commit"};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

noc_status noc_csv_designs_add(noc_csv_designs *designs, const noc_design *design, noc_diag *diag)
{
    noc_status status = NOC_OK;
    noc_labels_add_design(&designs->labels, design);
    if (design->traffic.classes.count > designs->class_count)
        designs->class_count = design->traffic.classes.count;
    for (size_t i = 0; i < design->override_count && status == NOC_OK; i++)
        status = noc_setting_columns_add(&designs->settings, design->overrides[i], diag);
    return status;
}

void noc_csv_designs_add_trace(noc_csv_designs *designs, const noc_estimate *estimate)
{
    designs->has_traces |= estimate->trace_packets > 0;
    if (estimate->trace_phase_count > designs->phase_count)
        designs->phase_count = estimate->trace_phase_count;
}

void noc_csv_designs_clear(noc_csv_designs *designs)
{
    noc_setting_columns_clear(&designs->settings);
}

static const char *const class_columns[] = {"name",
                                            "offered_flits_per_cycle",
                                            "accepted_flits_per_cycle",
                                            "packet_latency_cycles",
                                            "packet_latency_cycles_lo",
                                            "packet_latency_cycles_hi",
                                            "p99_latency_cycles"};

/* Adds the columns of classes, numbered as in traffic.classes[0]: "class_0_name", ... */
static void add_class_header(noc_csv_line *line, size_t class_count)
{
    for (size_t k = 0; k < class_count; k++)
        for (size_t i = 0; i < COUNT(class_columns); i++) {
            char column[60];
            snprintf(column, sizeof column, "class_%zu_%s", k, class_columns[i]);
            noc_csv_text(line, column);
        }
}

static void add_classes(noc_csv_line *line, const noc_estimate *estimate, size_t class_count)
{
    const bool has_own_classes =
        estimate->design->traffic.classes.count > 0; /* the design defines classes */
    for (size_t k = 0; k < class_count; k++) {
        const noc_class_answer *class =
            has_own_classes && k < estimate->class_count ? &estimate->classes[k] : NULL;
        const double missing_value = NAN;
        noc_csv_text(line, class ? class->name : "");
        noc_csv_real(line, class ? class->offered : missing_value);
        noc_csv_real(line, class ? class->accepted : missing_value);
        noc_csv_real(line, class ? class->latency.value : missing_value);
        noc_csv_real(line, class ? class->latency.lo : missing_value);
        noc_csv_real(line, class ? class->latency.hi : missing_value);
        noc_csv_real(line, class ? class->p99.value : missing_value);
    }
}

static const char *const phase_columns[] = {
    "name", "packets", "start_cycle", "end_cycle", "packet_latency_cycles", "round_trip_cycles"};

/* Adds the columns of a played trace: "trace_read_packets", ..., "phase_0_name", ... */
static void add_trace_header(noc_csv_line *line, const noc_csv_designs *designs)
{
    char column[60];
    for (int k = 0; designs->has_traces && k < NOC_TRACE_KINDS; k++) {
        char kind[20];
        snprintf(kind, sizeof kind, "%s", noc_trace_kind_name((noc_trace_kind)k));
        for (char *dash = kind; (dash = strchr(dash, '-'));) *dash = '_';
        snprintf(column, sizeof column, "trace_%s_packets", kind);
        noc_csv_text(line, column);
        snprintf(column, sizeof column, "trace_%s_latency_cycles", kind);
        noc_csv_text(line, column);
    }
    for (size_t k = 0; k < designs->phase_count; k++)
        for (size_t i = 0; i < COUNT(phase_columns); i++) {
            snprintf(column, sizeof column, "phase_%zu_%s", k, phase_columns[i]);
            noc_csv_text(line, column);
        }
}

/* Returns the part of a trace with the packets of a kind; NULL without such packets. */
static const noc_trace_part *find_class(const noc_estimate *estimate, noc_trace_kind kind)
{
    const char *name = noc_trace_kind_name(kind);
    for (size_t i = 0; i < estimate->trace_class_count; i++)
        if (strcmp(estimate->trace_classes[i].name, name) == 0) return &estimate->trace_classes[i];
    return NULL;
}

static void add_optional_count(noc_csv_line *line, bool has_value, uint64_t value)
{
    if (has_value)
        noc_csv_count(line, value);
    else
        noc_csv_text(line, "");
}

static void add_trace(noc_csv_line *line, const noc_csv_designs *designs,
                      const noc_estimate *estimate)
{
    for (int k = 0; designs->has_traces && k < NOC_TRACE_KINDS; k++) {
        const noc_trace_part *part = find_class(estimate, (noc_trace_kind)k);
        add_optional_count(line, estimate->trace_packets > 0, part ? part->packets : 0);
        noc_csv_real(line, part ? part->latency : NAN);
    }
    for (size_t k = 0; k < designs->phase_count; k++) {
        const noc_trace_part *part =
            k < estimate->trace_phase_count ? &estimate->trace_phases[k] : NULL;
        noc_csv_text(line, part ? part->name : "");
        add_optional_count(line, part, part ? part->packets : 0);
        add_optional_count(line, part, part ? part->start : 0);
        add_optional_count(line, part, part ? part->end : 0);
        noc_csv_real(line, part ? part->latency : NAN);
        noc_csv_real(line, part ? part->round_trip : NAN);
    }
}

void noc_csv_estimate_header(noc_csv_line *line, const noc_csv_designs *designs)
{
    for (size_t i = 0; i < COUNT(leading_columns); i++) noc_csv_text(line, leading_columns[i]);
    for (size_t i = 0; i < designs->settings.count; i++)
        noc_csv_text(line, designs->settings.list[i].name);
    for (int id = 0; id < NOC_METRICS; id++) {
        const char *name = noc_metric_info_of((noc_metric_id)id)->name;
        char column[100];
        noc_csv_text(line, name);
        snprintf(column, sizeof column, "%s_lo", name);
        noc_csv_text(line, column);
        snprintf(column, sizeof column, "%s_hi", name);
        noc_csv_text(line, column);
    }
    add_class_header(line, designs->class_count);
    add_trace_header(line, designs);
    for (size_t i = 0; i < COUNT(trailing_columns); i++) noc_csv_text(line, trailing_columns[i]);
}

/* Returns the confidence level of the row's intervals, equal for all. */
static double find_confidence(const noc_estimate *estimate)
{
    for (int id = 0; id < NOC_METRICS; id++)
        if (isfinite(estimate->metrics[id].confidence)) return estimate->metrics[id].confidence;
    return NAN;
}

/* Adds a count of a sample; an empty cell for the model. */
static void add_count(noc_csv_line *line, const noc_estimate *estimate, uint64_t value)
{
    if (estimate->method == NOC_METHOD_SAMPLE)
        noc_csv_count(line, value);
    else
        noc_csv_text(line, "");
}

static void add_trailing_cells(noc_csv_line *line, const noc_estimate *estimate)
{
    const char *warnings[NOC_WARNINGS_MAX];
    for (int i = 0; i < estimate->warning_count; i++) warnings[i] = estimate->warnings[i];
    noc_csv_real(line, find_confidence(estimate));
    noc_csv_text(line, estimate->bottleneck.kind);
    noc_csv_text(line, estimate->bottleneck.where);
    noc_csv_real(line, estimate->bottleneck.kind[0] ? estimate->bottleneck.utilization : NAN);
    noc_csv_text(line, estimate->bottleneck.reason);
    noc_csv_real(line,
                 estimate->bottleneck.reason[0] ? estimate->bottleneck.held_utilization : NAN);
    add_count(line, estimate, estimate->seed);
    add_count(line, estimate, estimate->cycles_simulated);
    add_count(line, estimate, estimate->warmup_cycles);
    add_count(line, estimate, estimate->windows);
    add_count(line, estimate, estimate->flit_hops);
    noc_csv_texts(line, warnings, (size_t)estimate->warning_count);
    noc_csv_text(line, line->sheet->run.version);
    noc_csv_text(line, line->sheet->run.commit);
}

void noc_csv_estimate(noc_csv_line *line, const noc_csv_designs *designs,
                      const noc_estimate *estimate)
{
    const noc_design *design = estimate->design;
    char *name = noc_label_full_name(&designs->labels, design);
    noc_csv_text(line, name ? name : "");
    free(name);
    noc_csv_text(line, design->typed_name);
    noc_csv_text(line, design->hash);
    noc_csv_texts(line, (const char *const *)design->overrides, design->override_count);
    noc_csv_text(line, noc_answer_method_name(estimate));
    noc_csv_text(line, noc_answer_name(estimate->answer));
    noc_csv_real(line, estimate->load);
    for (size_t i = 0; i < designs->settings.count; i++) {
        json_t *value = noc_setting_column_value(&designs->settings.list[i], design);
        noc_csv_json(line, value);
        json_decref(value);
    }
    for (int id = 0; id < NOC_METRICS; id++) {
        noc_csv_real(line, estimate->metrics[id].value);
        noc_csv_real(line, estimate->metrics[id].lo);
        noc_csv_real(line, estimate->metrics[id].hi);
    }
    add_classes(line, estimate, designs->class_count);
    add_trace(line, designs, estimate);
    add_trailing_cells(line, estimate);
}

noc_status noc_csv_estimates(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                             noc_diag *diag)
{
    noc_csv_line line = {.sheet = sheet};
    noc_csv_designs designs = {.settings = {0}};
    noc_status status = NOC_OK;
    for (size_t i = 0; i < count && status == NOC_OK; i++)
        status = noc_csv_designs_add(&designs, estimates[i].design, diag);
    for (size_t i = 0; i < count; i++) noc_csv_designs_add_trace(&designs, &estimates[i]);
    if (status == NOC_OK) {
        noc_csv_estimate_header(&line, &designs);
        noc_csv_end(&line);
    }
    for (size_t i = 0; i < count && status == NOC_OK; i++) {
        noc_csv_estimate(&line, &designs, &estimates[i]);
        noc_csv_end(&line);
    }
    noc_csv_designs_clear(&designs);
    return status;
}
