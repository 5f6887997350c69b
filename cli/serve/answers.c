#include "cli/serve/answers.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/auto.h"
#include "reports/writers/json.h"
#include "reports/writers/memory_text.h"
#include "reports/writers/shell_word.h"

enum { PATH_CHARS = 120 }; /* longest path of a setting */

/* ---- parts of an answer --------------------------------------------------------------------- */

/* An answer in the making. */
typedef struct maker {
    const noc_answering *answering;
    const noc_question *question;
    noc_design *design;
    noc_estimate *estimate;
    noc_error error;
    json_t *document;
    char *svg, *text; /* picture, and text of the design file; NULL: none */
} maker;

/* Sets a setting's value if the design has the setting. */
static void set_value(const noc_design *design, const char *key, json_t *values)
{
    char *text;
    if (noc_design_get(design, key, &text, NULL) != NOC_CODE_OK) return;
    noc_json_set_text(values, key, text);
    noc_text_release(text);
}

/* Sets the value of a network's setting, and, where networks differ, the value of each. */
static void set_network_value(const noc_design *design, const char *key, json_t *values)
{
    const size_t count = noc_design_network_count(design);
    json_t *first = NULL;
    bool differs = false;
    for (size_t n = 0; n < count; n++) {
        char path[PATH_CHARS], *text;
        snprintf(path, sizeof path, "networks[%zu].%s", n, strchr(key, '.') + 1);
        if (noc_design_get(design, path, &text, NULL) != NOC_CODE_OK) continue;
        json_t *value = noc_json_text(text);
        noc_text_release(text);
        differs |= first && !json_equal(first, value);
        if (!first) first = json_incref(value);
        json_object_set_new(values, path, value);
    }
    for (size_t n = 0; n < count && !differs; n++) {
        char path[PATH_CHARS];
        snprintf(path, sizeof path, "networks[%zu].%s", n, strchr(key, '.') + 1);
        json_object_del(values, path);
    }
    if (!differs && first) json_object_set(values, key, first);
    if (differs) set_value(design, key, values);
    json_decref(first);
}

static json_t *make_values(const noc_design *design)
{
    static const char network[] = "network.";
    const bool has_networks = noc_design_network_count(design) > 1;
    json_t *values = json_object();
    noc_key_info info;
    for (size_t i = 0; noc_key_at(i, &info, NULL) == NOC_CODE_OK; i++)
        if (has_networks && strncmp(info.key, network, sizeof network - 1) == 0)
            set_network_value(design, info.key, values);
        else
            set_value(design, info.key, values);
    return values;
}

static json_t *make_interval(const noc_value *value)
{
    json_t *object = json_object();
    noc_json_set_real(object, "value", value->value);
    noc_json_set_real(object, "lo", value->lo);
    noc_json_set_real(object, "hi", value->hi);
    return object;
}

static json_t *make_figure(const noc_value *value)
{
    json_t *figure = make_interval(value);
    noc_json_set_real(figure, "confidence", value->confidence);
    noc_json_set_text(figure, "source", value->source);
    noc_json_set_text(figure, "reason", *value->reason ? value->reason : NULL);
    return figure;
}

static json_t *make_figures(const noc_estimate *estimate)
{
    json_t *figures = json_object();
    noc_metric_facts facts;
    noc_value value;
    for (size_t i = 0; noc_metric_at(i, &facts, NULL) == NOC_CODE_OK; i++)
        if (noc_estimate_value(estimate, facts.name, &value, NULL) == NOC_CODE_OK)
            json_object_set_new(figures, facts.name, make_figure(&value));
    return figures;
}

static json_t *make_limit(const noc_estimate *estimate)
{
    noc_limit limit;
    json_t *object = json_object();
    noc_estimate_limit(estimate, &limit, NULL);
    noc_json_set_text(object, "kind", limit.kind);
    noc_json_set_text(object, "where", limit.where);
    noc_json_set_text(object, "words", limit.words);
    noc_json_set_real(object, "utilization", limit.utilization);
    return object;
}

static json_t *make_warnings(const noc_estimate *estimate)
{
    json_t *list = json_array();
    for (size_t i = 0; noc_estimate_warning(estimate, i); i++)
        json_array_append_new(list, noc_json_text(noc_estimate_warning(estimate, i)));
    return list;
}

/* Finds the latency of a curve: of round trips where the design has some. */
static const char *find_latency(const noc_curve *curve)
{
    static const char round_trip[] = "round_trip_ns";
    noc_value value;
    for (size_t i = 0; i < noc_curve_count(curve); i++)
        if (noc_estimate_value(noc_curve_estimate(curve, i), round_trip, &value, NULL) ==
                NOC_CODE_OK &&
            isfinite(value.value))
            return round_trip;
    return "packet_latency_ns";
}

static json_t *make_curve(const noc_curve *curve)
{
    const char *latency = find_latency(curve);
    json_t *object = json_object(), *points = json_array();
    for (size_t i = 0; i < noc_curve_count(curve); i++) {
        const noc_estimate *e = noc_curve_estimate(curve, i);
        noc_value value;
        json_t *point = json_object();
        noc_json_set_real(point, "load", noc_estimate_load(e));
        noc_estimate_value(e, "offered_data_gb_per_s", &value, NULL);
        noc_json_set_real(point, "offered_data_gb_per_s", value.value);
        noc_estimate_value(e, latency, &value, NULL);
        json_object_set_new(point, "latency", make_interval(&value));
        noc_json_set_text(point, "state", noc_estimate_state(e));
        json_array_append_new(points, point);
    }
    noc_json_set_text(object, "latency", latency);
    json_object_set_new(object, "points", points);
    return object;
}

static json_t *make_costs(const noc_costs *costs)
{
    json_t *list = json_array();
    noc_component_cost part;
    for (size_t i = 0; noc_costs_component(costs, i, &part, NULL) == NOC_CODE_OK; i++) {
        json_t *row = json_object();
        noc_json_set_text(row, "network", part.network);
        noc_json_set_text(row, "part", part.part);
        noc_json_set_real(row, "count", part.count);
        noc_json_set_real(row, "area_mm2", part.area_mm2);
        noc_json_set_real(row, "leakage_mw", part.leakage_mw);
        noc_json_set_real(row, "dynamic_mw", part.dynamic_mw);
        json_array_append_new(list, row);
    }
    return list;
}

/* ---- the command ---------------------------------------------------------------------------- */

static void write_option(FILE *out, const char *option, const char *value)
{
    fprintf(out, " %s ", option);
    noc_shell_write_word(out, value);
}

/* Writes the command line that gives the same answer. */
static void write_command(FILE *out, void *context)
{
    const noc_question *q = context;
    const bool is_sample = q->approach == NOC_APPROACH_SAMPLE;
    fprintf(out, "nocsight %s ", is_sample ? "sample" : "query");
    noc_shell_write_word(out, q->name);
    for (size_t i = 0; i < q->setting_count; i++) write_option(out, "--set", q->settings[i]);
    if (q->load) write_option(out, "--load", q->load);
    if (q->approach == NOC_APPROACH_WINDOW) fputs(" --check", out);
    if (q->approach == NOC_APPROACH_WITHIN) fprintf(out, " --within %.6g", q->precision);
    if (is_sample && q->precision > 0.0) fprintf(out, " --precision %.6g", q->precision);
    if (is_sample || q->approach == NOC_APPROACH_WITHIN)
        fprintf(out, " --seconds %.6g", q->max_seconds);
}

static void set_command(maker *m)
{
    noc_question question = *m->question;
    NOC_AUTO_FREE char *command = noc_memory_text_write(write_command, &question);
    noc_json_set_text(m->document, "command", command ? command : "");
}

/* ---- answers -------------------------------------------------------------------------------- */

static bool goes_on(const maker *m)
{
    return m->answering->goes_on(m->answering->data, NAN);
}

/* Puts a list of faults in the place of the answer. */
static noc_document_kind end_faulty(maker *m, json_t *faults)
{
    json_decref(m->document);
    m->document = noc_faults_object(faults);
    json_object_set_new(m->document, "sequence", json_integer((json_int_t)m->question->sequence));
    return NOC_DOCUMENT_FAULTS;
}

/* Ends a stopped measurement: because nobody waits for it, or because its time was too short. */
static noc_document_kind end_cancelled(maker *m)
{
    char message[100];
    if (!goes_on(m)) return NOC_DOCUMENT_STOPPED;
    snprintf(message, sizeof message, "the measurement takes longer than %g s",
             m->question->max_seconds);
    return end_faulty(m, noc_faults_of_message("seconds", message));
}

/* Hears of a measurement. */
static int go_on(void *data, double share)
{
    const noc_answering *answering = data;
    return answering->goes_on(answering->data, share);
}

static noc_query make_query(const maker *m)
{
    const noc_question *q = m->question;
    const bool is_measured = q->approach != NOC_APPROACH_MODEL;
    return (noc_query){
        .approach = (int)q->approach,
        .load = q->load,
        .precision = q->precision,
        .max_seconds = is_measured ? q->max_seconds : 0.0,
        .wants_channels = q->wants_picture && q->load,
        .progress = is_measured ? go_on : NULL,
        .progress_data = (void *)(uintptr_t)m->answering,
    };
}

static void set_estimate(maker *m)
{
    json_t *document = m->document;
    const noc_estimate *e = m->estimate;
    json_object_set_new(document, "sequence", json_integer((json_int_t)m->question->sequence));
    noc_json_set_text(document, "name", noc_design_title(m->design));
    noc_json_set_text(document, "fingerprint", noc_design_fingerprint(m->design));
    noc_json_set_count(document, "network_count", noc_design_network_count(m->design));
    json_object_set_new(document, "values", make_values(m->design));
    noc_json_set_text(document, "state", noc_estimate_state(e));
    noc_json_set_text(document, "approach", noc_estimate_approach(e));
    noc_json_set_real(document, "load", noc_estimate_load(e));
    json_object_set_new(document, "figures", make_figures(e));
    json_object_set_new(document, "limit", make_limit(e));
    json_object_set_new(document, "warnings", make_warnings(e));
    set_command(m);
}

/* Sets the reason why a part is missing. */
static void set_why(maker *m, const char *part)
{
    char name[20];
    snprintf(name, sizeof name, "%s_why", part);
    noc_json_set_text(m->document, name, m->error.message);
}

static void add_curve(maker *m)
{
    noc_curve *curve = NULL;
    const size_t points = m->question->curve_points;
    if (points > 0 && noc_design_curve(m->answering->context, m->design, NULL, points, 0, &curve,
                                       &m->error) != NOC_CODE_OK)
        set_why(m, "curve");
    json_object_set_new(m->document, "curve", curve ? make_curve(curve) : json_null());
    noc_curve_release(curve);
}

static void add_costs(maker *m)
{
    const double load = noc_estimate_load(m->estimate);
    const noc_query query = {.load_flits = isfinite(load) ? load : 0.0};
    noc_costs *costs = NULL;
    if (m->question->wants_costs && noc_design_costs(m->answering->context, m->design, &query,
                                                     &costs, &m->error) != NOC_CODE_OK)
        set_why(m, "costs");
    json_object_set_new(m->document, "costs", costs ? make_costs(costs) : json_null());
    noc_costs_release(costs);
}

static void add_picture(maker *m)
{
    noc_context *context = m->answering->context;
    if (!m->question->wants_picture) return;
    if ((m->question->load ? noc_estimate_svg(context, m->estimate, &m->svg, &m->error)
                           : noc_design_svg(context, m->design, &m->svg, &m->error)) != NOC_CODE_OK)
        set_why(m, "svg");
}

static void add_text(maker *m)
{
    noc_design_text(m->design, &m->text, &m->error);
}

static noc_document_kind estimate(maker *m)
{
    const noc_answering *a = m->answering;
    const noc_question *q = m->question;
    if (noc_design_parse_with(a->context, q->text, a->file ? a->file : q->name, q->settings,
                              q->setting_count, &m->design, &m->error) != NOC_CODE_OK)
        return end_faulty(m, noc_faults_of_call(&m->error, NULL));
    if (!goes_on(m)) return NOC_DOCUMENT_STOPPED;
    const noc_query query = make_query(m);
    switch (noc_design_estimate(a->context, m->design, &query, &m->estimate, &m->error)) {
    case NOC_CODE_OK:
        return NOC_DOCUMENT_ANSWER;
    case NOC_CODE_CANCELLED:
        return end_cancelled(m);
    case NOC_CODE_USAGE: /* all else in the query has been checked */
        return end_faulty(m, noc_faults_of_call(&m->error, "load"));
    default:
        return end_faulty(m, noc_faults_of_call(&m->error, NULL));
    }
}

static noc_document_kind answer(maker *m)
{
    static void (*const parts[])(maker *) = {add_curve, add_costs, add_picture, add_text};
    const noc_document_kind kind = estimate(m);
    if (kind != NOC_DOCUMENT_ANSWER) return kind;
    set_estimate(m);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (!goes_on(m)) return NOC_DOCUMENT_STOPPED;
        parts[i](m);
    }
    return NOC_DOCUMENT_ANSWER;
}

noc_document noc_answer_question(const noc_answering *answering, const noc_question *question)
{
    maker m = {.answering = answering, .question = question, .document = json_object()};
    noc_document made = {.kind = answer(&m)};
    const noc_long_member members[] = {{"svg", m.svg}, {"design", m.text}};
    const size_t count = made.kind == NOC_DOCUMENT_ANSWER ? sizeof members / sizeof *members : 0;
    if (made.kind == NOC_DOCUMENT_STOPPED)
        json_decref(m.document);
    else
        made = noc_document_write(m.document, members, count, made.kind);
    noc_text_release(m.svg);
    noc_text_release(m.text);
    noc_estimate_release(m.estimate);
    noc_design_release(m.design);
    noc_error_clear(&m.error);
    return made;
}
