#include "reports/estimates/estimate_csv.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const leading[] = {
    "name", "file", "hash", "overrides", "method", "status", "load_flits_per_cycle"};
static const char *const trailing[] = {"confidence",
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

noc_status noc_csv_designs_see(noc_csv_designs *designs, const noc_design *design, noc_diag *diag)
{
    noc_status status = NOC_OK;
    noc_labels_see(&designs->labels, design);
    if (design->traffic.classes.count > designs->classes)
        designs->classes = design->traffic.classes.count;
    for (size_t i = 0; i < design->override_count && status == NOC_OK; i++)
        status = noc_setting_columns_add(&designs->settings, design->overrides[i], diag);
    return status;
}

void noc_csv_designs_see_trace(noc_csv_designs *designs, const noc_estimate *e)
{
    designs->traces |= e->trace_packets > 0;
    if (e->trace_phase_count > designs->phases) designs->phases = e->trace_phase_count;
}

void noc_csv_designs_clear(noc_csv_designs *designs)
{
    noc_setting_columns_clear(&designs->settings);
}

static const char *const of_class[] = {"name",
                                       "offered_flits_per_cycle",
                                       "accepted_flits_per_cycle",
                                       "packet_latency_cycles",
                                       "packet_latency_cycles_lo",
                                       "packet_latency_cycles_hi",
                                       "p99_latency_cycles"};

/* Adds the columns of classes, numbered as in traffic.classes[0]: "class_0_name", ... */
static void class_header(noc_csv_line *line, size_t classes)
{
    for (size_t k = 0; k < classes; k++)
        for (size_t i = 0; i < COUNT(of_class); i++) {
            char column[60];
            snprintf(column, sizeof column, "class_%zu_%s", k, of_class[i]);
            noc_csv_text(line, column);
        }
}

static void add_classes(noc_csv_line *line, const noc_estimate *e, size_t classes)
{
    const bool has_any = e->design->traffic.classes.count > 0; /* the design defines classes */
    for (size_t k = 0; k < classes; k++) {
        const noc_class_answer *class = has_any && k < e->class_count ? &e->classes[k] : NULL;
        const double none = NAN;
        noc_csv_text(line, class ? class->name : "");
        noc_csv_real(line, class ? class->offered : none);
        noc_csv_real(line, class ? class->accepted : none);
        noc_csv_real(line, class ? class->latency.value : none);
        noc_csv_real(line, class ? class->latency.lo : none);
        noc_csv_real(line, class ? class->latency.hi : none);
        noc_csv_real(line, class ? class->p99.value : none);
    }
}

static const char *const of_phase[] = {
    "name", "packets", "start_cycle", "end_cycle", "packet_latency_cycles", "round_trip_cycles"};

/* Adds the columns of a played trace: "trace_read_packets", ..., "phase_0_name", ... */
static void trace_header(noc_csv_line *line, const noc_csv_designs *designs)
{
    char column[60];
    for (int k = 0; designs->traces && k < NOC_TRACE_KINDS; k++) {
        char kind[20];
        snprintf(kind, sizeof kind, "%s", noc_trace_kind_name((noc_trace_kind)k));
        for (char *dash = kind; (dash = strchr(dash, '-'));) *dash = '_';
        snprintf(column, sizeof column, "trace_%s_packets", kind);
        noc_csv_text(line, column);
        snprintf(column, sizeof column, "trace_%s_latency_cycles", kind);
        noc_csv_text(line, column);
    }
    for (size_t k = 0; k < designs->phases; k++)
        for (size_t i = 0; i < COUNT(of_phase); i++) {
            snprintf(column, sizeof column, "phase_%zu_%s", k, of_phase[i]);
            noc_csv_text(line, column);
        }
}

/* Returns the part of a trace with the packets of a kind; NULL without such packets. */
static const noc_trace_part *class_of(const noc_estimate *e, noc_trace_kind kind)
{
    const char *name = noc_trace_kind_name(kind);
    for (size_t i = 0; i < e->trace_class_count; i++)
        if (strcmp(e->trace_classes[i].name, name) == 0) return &e->trace_classes[i];
    return NULL;
}

static void count_or_empty(noc_csv_line *line, bool there, uint64_t value)
{
    if (there)
        noc_csv_count(line, value);
    else
        noc_csv_text(line, "");
}

static void add_trace(noc_csv_line *line, const noc_csv_designs *designs, const noc_estimate *e)
{
    for (int k = 0; designs->traces && k < NOC_TRACE_KINDS; k++) {
        const noc_trace_part *p = class_of(e, (noc_trace_kind)k);
        count_or_empty(line, e->trace_packets > 0, p ? p->packets : 0);
        noc_csv_real(line, p ? p->latency : NAN);
    }
    for (size_t k = 0; k < designs->phases; k++) {
        const noc_trace_part *p = k < e->trace_phase_count ? &e->trace_phases[k] : NULL;
        noc_csv_text(line, p ? p->name : "");
        count_or_empty(line, p, p ? p->packets : 0);
        count_or_empty(line, p, p ? p->start : 0);
        count_or_empty(line, p, p ? p->end : 0);
        noc_csv_real(line, p ? p->latency : NAN);
        noc_csv_real(line, p ? p->round_trip : NAN);
    }
}

void noc_csv_estimate_header(noc_csv_line *line, const noc_csv_designs *designs)
{
    for (size_t i = 0; i < COUNT(leading); i++) noc_csv_text(line, leading[i]);
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
    class_header(line, designs->classes);
    trace_header(line, designs);
    for (size_t i = 0; i < COUNT(trailing); i++) noc_csv_text(line, trailing[i]);
}

/* Returns the confidence level of the row's intervals, equal for all. */
static double confidence_of(const noc_estimate *e)
{
    for (int id = 0; id < NOC_METRICS; id++)
        if (isfinite(e->metrics[id].confidence)) return e->metrics[id].confidence;
    return NAN;
}

/* Adds a count of a sample; an empty cell for the model. */
static void add_count(noc_csv_line *line, const noc_estimate *e, uint64_t value)
{
    if (e->method == NOC_METHOD_SAMPLE)
        noc_csv_count(line, value);
    else
        noc_csv_text(line, "");
}

static void add_trailing(noc_csv_line *line, const noc_estimate *e)
{
    const char *warnings[NOC_WARNINGS_MAX];
    for (int i = 0; i < e->warning_count; i++) warnings[i] = e->warnings[i];
    noc_csv_real(line, confidence_of(e));
    noc_csv_text(line, e->bottleneck.kind);
    noc_csv_text(line, e->bottleneck.where);
    noc_csv_real(line, e->bottleneck.kind[0] ? e->bottleneck.utilization : NAN);
    noc_csv_text(line, e->bottleneck.why);
    noc_csv_real(line, e->bottleneck.why[0] ? e->bottleneck.ceiling : NAN);
    add_count(line, e, e->seed);
    add_count(line, e, e->cycles_simulated);
    add_count(line, e, e->warmup_cycles);
    add_count(line, e, e->windows);
    add_count(line, e, e->flit_hops);
    noc_csv_joined(line, warnings, (size_t)e->warning_count);
    noc_csv_text(line, line->sheet->run.version);
    noc_csv_text(line, line->sheet->run.commit);
}

void noc_csv_estimate(noc_csv_line *line, const noc_csv_designs *designs, const noc_estimate *e)
{
    const noc_design *design = e->design;
    char *name = noc_label_name(&designs->labels, design);
    noc_csv_text(line, name ? name : "");
    free(name);
    noc_csv_text(line, design->word);
    noc_csv_text(line, design->hash);
    noc_csv_joined(line, (const char *const *)design->overrides, design->override_count);
    noc_csv_text(line, noc_answer_method_name(e));
    noc_csv_text(line, noc_answer_name(e->answer));
    noc_csv_real(line, e->load);
    for (size_t i = 0; i < designs->settings.count; i++) {
        json_t *value = noc_setting_column_value(&designs->settings.list[i], design);
        noc_csv_json(line, value);
        json_decref(value);
    }
    for (int id = 0; id < NOC_METRICS; id++) {
        noc_csv_real(line, e->metrics[id].value);
        noc_csv_real(line, e->metrics[id].lo);
        noc_csv_real(line, e->metrics[id].hi);
    }
    add_classes(line, e, designs->classes);
    add_trace(line, designs, e);
    add_trailing(line, e);
}

noc_status noc_csv_estimates(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                             noc_diag *diag)
{
    noc_csv_line line = {.sheet = sheet};
    noc_csv_designs designs = {.settings = {0}};
    noc_status status = NOC_OK;
    for (size_t i = 0; i < count && status == NOC_OK; i++)
        status = noc_csv_designs_see(&designs, estimates[i].design, diag);
    for (size_t i = 0; i < count; i++) noc_csv_designs_see_trace(&designs, &estimates[i]);
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
