#include "hybrid/training/suites/suite_record.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/auto.h"
#include "base/config_file.h"
#include "hybrid/answers/check_windows.h"
#include "hybrid/answers/estimate_sample.h"

/* ---- measuring ------------------------------------------------------------------------------ */

/* Progress of one step of measuring a case, as a share of the whole. */
typedef struct step {
    const noc_suite_measure_options *options;
    double done_share, weight;
} step;

/* share of the time for the search for saturation, about as long as all samples together */
static const double search_share = 0.4;

static bool report_step(void *context, double done)
{
    const step *s = context;
    return !s->options->progress ||
           s->options->progress(s->options->context, s->done_share + s->weight * done);
}

static noc_sampling make_sampling(const noc_suite *suite, double precision, step *s)
{
    return (noc_sampling){
        .precision = precision,
        .seed = suite->seed,
        .jobs = s->options->jobs,
        .progress = report_step,
        .context = s,
    };
}

static noc_status find_saturation(const noc_suite *suite, const noc_suite_case *c, step *s,
                                  noc_suite_record *record, noc_diag *diag)
{
    noc_estimate e;
    const noc_sampling sampling = make_sampling(suite, 2.0 * suite->precision, s);
    const noc_status status = noc_estimate_sample_saturation(c->system, &sampling, &e, diag);
    if (status != NOC_OK) return status;
    const noc_metric *found = &e.metrics[NOC_METRIC_saturation_flits_per_cycle];
    record->saturation = found->value;
    record->saturation_half_width = (found->hi - found->lo) / 2.0;
    record->knee = e.metrics[NOC_METRIC_knee_flits_per_cycle].value;
    return NOC_OK;
}

static void put_point(const noc_estimate *e, noc_suite_point *p)
{
    const noc_metric *trip = &e->metrics[NOC_METRIC_round_trip_cycles];
    const noc_metric *watched =
        isnan(trip->value) ? &e->metrics[NOC_METRIC_packet_latency_cycles] : trip;
    p->latency = watched->value;
    p->half_width = (watched->hi - watched->lo) / 2.0;
    p->network = e->metrics[NOC_METRIC_network_latency_cycles].value;
    p->request = e->metrics[NOC_METRIC_request_latency_cycles].value;
    p->reply = e->metrics[NOC_METRIC_reply_latency_cycles].value;
    p->answer = e->answer;
}

/* Measures a window, which is too short to report progress. */
static noc_status measure_window(const noc_system *system, noc_sampling sampling,
                                 noc_suite_point *p, noc_diag *diag)
{
    noc_check_window window = {.latency = NAN};
    sampling.progress = NULL;
    const noc_status status = noc_check_measure(system, &sampling, p->load, &window, diag);
    p->window = window.latency;
    return status;
}

noc_status noc_suite_measure(noc_suite *suite, noc_suite_case *c,
                             const noc_suite_measure_options *options, noc_diag *diag)
{
    noc_suite_record record = {.count = 0};
    step s = {options, 0.0, search_share};
    noc_status status = find_saturation(suite, c, &s, &record, diag);
    for (size_t i = 0; i < suite->share_count && status == NOC_OK; i++) {
        noc_suite_point *p = &record.points[record.count++];
        noc_estimate e;
        s.done_share += s.weight;
        s.weight = (1.0 - search_share) / (double)suite->share_count;
        const noc_sampling sampling = make_sampling(suite, suite->precision, &s);
        p->share = suite->shares[i];
        p->load = p->share * record.saturation;
        status = noc_estimate_sample(c->system, p->load, &sampling, &e, diag);
        if (status == NOC_OK) put_point(&e, p);
        if (status == NOC_OK) status = measure_window(c->system, sampling, p, diag);
    }
    if (status != NOC_OK) return status;
    if (!c->is_measured) suite->measured_count++;
    c->record = record;
    c->is_measured = true;
    return NOC_OK;
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static const char schema[] = "nocsight.suite/1";
enum { DIGITS = 10 };

static json_t *make_number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static double read_number(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

/* ---- writing -------------------------------------------------------------------------------- */

static json_t *make_point_object(const noc_suite_point *p)
{
    json_t *object = json_object();
    json_object_set_new(object, "share", make_number(p->share));
    json_object_set_new(object, "load", make_number(p->load));
    json_object_set_new(object, "latency", make_number(p->latency));
    json_object_set_new(object, "half_width", make_number(p->half_width));
    json_object_set_new(object, "window", make_number(p->window));
    json_object_set_new(object, "network", make_number(p->network));
    json_object_set_new(object, "request", make_number(p->request));
    json_object_set_new(object, "reply", make_number(p->reply));
    json_object_set_new(object, "status", json_string(noc_answer_name(p->answer)));
    return object;
}

static json_t *make_case_object(const noc_suite_case *c)
{
    json_t *object = json_object(), *points = json_array();
    for (size_t i = 0; i < c->record.count; i++)
        json_array_append_new(points, make_point_object(&c->record.points[i]));
    json_object_set_new(object, "name", json_string(c->name));
    json_object_set_new(object, "id", json_string(c->id));
    json_object_set_new(object, "saturation", make_number(c->record.saturation));
    json_object_set_new(object, "saturation_half_width",
                        make_number(c->record.saturation_half_width));
    json_object_set_new(object, "knee", make_number(c->record.knee));
    json_object_set_new(object, "points", points);
    return object;
}

/* Writes one line per design, so that files which differ in one design differ in one line. */
char *noc_suite_text(const noc_suite *s, const char *version)
{
    const size_t flags = JSON_COMPACT | JSON_REAL_PRECISION(DIGITS);
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    fprintf(out, "{\"schema\": \"%s\", \"suite\": \"%s\", \"version\": \"%s\",\n", schema, s->name,
            version);
    fprintf(out, " \"seed\": %llu, \"precision\": %.10g,\n \"designs\": [",
            (unsigned long long)s->seed, s->precision);
    const char *separator = "\n";
    for (size_t i = 0; i < s->count; i++) {
        if (!s->cases[i].is_measured) continue;
        json_auto_t *object = make_case_object(&s->cases[i]);
        NOC_AUTO_FREE char *line = object ? json_dumps(object, flags) : NULL;
        fprintf(out, "%s%s", separator, line ? line : "null");
        separator = ",\n";
    }
    fprintf(out, "\n]}\n");
    fclose(out);
    return text;
}

/* ---- reading -------------------------------------------------------------------------------- */

static noc_answer find_answer(const char *name)
{
    for (int i = NOC_ANSWER_OK; i < NOC_ANSWERS; i++)
        if (name && strcmp(name, noc_answer_name((noc_answer)i)) == 0) return (noc_answer)i;
    return NOC_ANSWER_NOT_CONVERGED;
}

static bool read_point(const json_t *object, noc_suite_point *p)
{
    *p = (noc_suite_point){
        .share = read_number(object, "share"),
        .load = read_number(object, "load"),
        .latency = read_number(object, "latency"),
        .half_width = read_number(object, "half_width"),
        .window = read_number(object, "window"),
        .network = read_number(object, "network"),
        .request = read_number(object, "request"),
        .reply = read_number(object, "reply"),
        .answer = find_answer(json_string_value(json_object_get(object, "status"))),
    };
    return p->share > 0.0 && p->load > 0.0 &&
           (p->latency > 0.0 || noc_answer_has_growth(p->answer));
}

static bool has_same_shares(const noc_suite *s, const noc_suite_record *record)
{
    if (s->reference) return true;
    bool same = record->count == s->share_count;
    for (size_t i = 0; i < record->count && same; i++)
        same = fabs(record->points[i].share - s->shares[i]) < 1e-9;
    return same;
}

static bool read_record(const json_t *object, noc_suite_record *record)
{
    const json_t *points = json_object_get(object, "points");
    *record = (noc_suite_record){
        .saturation = read_number(object, "saturation"),
        .saturation_half_width = read_number(object, "saturation_half_width"),
        .knee = read_number(object, "knee"),
    };
    bool good = record->saturation > 0.0 && json_array_size(points) <= NOC_SUITE_SHARES_MAX;
    for (size_t i = 0; i < json_array_size(points) && good; i++)
        good = read_point(json_array_get(points, i), &record->points[record->count++]);
    return good;
}

/* Clips the limits to their upper bounds, since finite runs have a mean latency even where a queue
 * grows. */
static noc_status clip_limits(const noc_system *system, noc_suite_record *record, noc_diag *diag)
{
    noc_load_ceilings ceiling;
    const noc_status status = noc_load_ceilings_find(system, &ceiling, diag);
    if (status != NOC_OK) return status;
    /* not if the knee is NAN */
    if (record->knee > ceiling.queue_bound) record->knee = ceiling.queue_bound;
    for (size_t i = 0; i < record->count; i++) {
        noc_suite_point *p = &record->points[i];
        if (p->load > ceiling.queue_bound && !noc_answer_has_growth(p->answer))
            p->answer = NOC_ANSWER_UNBOUNDED;
    }
    return NOC_OK;
}

static noc_status read_case(noc_suite *s, const json_t *object, const char *path, noc_diag *diag)
{
    const char *id = json_string_value(json_object_get(object, "id"));
    const char *name = json_string_value(json_object_get(object, "name"));
    noc_suite_record record;
    if (!id || !read_record(object, &record))
        return noc_fail(diag, NOC_EINPUT, (noc_place){path, 0},
                        "the measurement of '%s' is damaged (delete the file to measure again)",
                        name ? name : "?");
    for (size_t i = 0; i < s->count; i++) {
        noc_suite_case *c = &s->cases[i];
        if (c->is_measured || !c->design || strcmp(c->id, id) != 0) continue;
        if (!has_same_shares(s, &record)) continue;
        const noc_status status = clip_limits(c->system, &record, diag);
        if (status != NOC_OK) return status;
        c->record = record;
        c->is_measured = true;
        s->measured_count++;
    }
    return NOC_OK;
}

static noc_status read_cases(noc_suite *s, const json_t *root, const char *path, noc_diag *diag)
{
    const char *schema_name = json_string_value(json_object_get(root, "schema"));
    if (!schema_name || strcmp(schema_name, schema) != 0)
        return noc_fail(diag, NOC_EINPUT, (noc_place){path, 0},
                        "is no file of a suite's measurements (schema %s, expected %s)",
                        schema_name ? schema_name : "missing", schema);
    const bool same = read_number(root, "seed") == (double)s->seed &&
                      fabs(read_number(root, "precision") - s->precision) < 1e-12;
    if (!same && !s->reference) return NOC_OK;
    const json_t *designs = json_object_get(root, "designs");
    noc_status status = NOC_OK;
    for (size_t i = 0; i < json_array_size(designs) && status == NOC_OK; i++)
        status = read_case(s, json_array_get(designs, i), path, diag);
    return status;
}

noc_status noc_suite_load(noc_suite *s, const char *path, noc_diag *diag)
{
    json_error_t error;
    if (access(path, F_OK) != 0 && errno == ENOENT) return NOC_OK;
    json_auto_t *root = json_load_file(path, 0, &error);
    if (!root)
        return noc_fail(diag, NOC_EINPUT, (noc_place){path, error.line > 0 ? error.line : 0},
                        "is damaged: %s (delete it to measure again)", error.text);
    return read_cases(s, root, path, diag);
}
