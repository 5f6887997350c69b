#include "hybrid/training/suites/suite_record.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/config_file.h"
#include "hybrid/answers/estimate_sample.h"

static const char schema[] = "nocsight.suite/1";
enum { DIGITS = 10 };

static json_t *real(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static double number(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

/* ---- writing -------------------------------------------------------------------------------- */

static json_t *point_object(const noc_suite_point *p)
{
    json_t *object = json_object();
    json_object_set_new(object, "share", real(p->share));
    json_object_set_new(object, "load", real(p->load));
    json_object_set_new(object, "latency", real(p->latency));
    json_object_set_new(object, "half_width", real(p->half_width));
    json_object_set_new(object, "window", real(p->window));
    json_object_set_new(object, "network", real(p->network));
    json_object_set_new(object, "request", real(p->request));
    json_object_set_new(object, "reply", real(p->reply));
    json_object_set_new(object, "status", json_string(noc_answer_name(p->answer)));
    return object;
}

static json_t *case_object(const noc_suite_case *c)
{
    json_t *object = json_object(), *points = json_array();
    for (size_t i = 0; i < c->record.count; i++)
        json_array_append_new(points, point_object(&c->record.points[i]));
    json_object_set_new(object, "name", json_string(c->name));
    json_object_set_new(object, "id", json_string(c->id));
    json_object_set_new(object, "saturation", real(c->record.saturation));
    json_object_set_new(object, "saturation_half_width", real(c->record.saturation_half));
    json_object_set_new(object, "knee", real(c->record.knee));
    json_object_set_new(object, "points", points);
    return object;
}

/* A line a design: files that differ in one design differ in one line. */
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
        if (!s->cases[i].measured) continue;
        json_t *object = case_object(&s->cases[i]);
        char *line = object ? json_dumps(object, flags) : NULL;
        fprintf(out, "%s%s", separator, line ? line : "null");
        separator = ",\n";
        free(line);
        json_decref(object);
    }
    fprintf(out, "\n]}\n");
    fclose(out);
    return text;
}

/* ---- reading -------------------------------------------------------------------------------- */

static noc_answer answer_of(const char *name)
{
    for (int i = NOC_ANSWER_OK; i < NOC_ANSWERS; i++)
        if (name && strcmp(name, noc_answer_name((noc_answer)i)) == 0) return (noc_answer)i;
    return NOC_ANSWER_NOT_CONVERGED;
}

static bool read_point(const json_t *object, noc_suite_point *p)
{
    *p = (noc_suite_point){
        .share = number(object, "share"),
        .load = number(object, "load"),
        .latency = number(object, "latency"),
        .half_width = number(object, "half_width"),
        .window = number(object, "window"),
        .network = number(object, "network"),
        .request = number(object, "request"),
        .reply = number(object, "reply"),
        .answer = answer_of(json_string_value(json_object_get(object, "status"))),
    };
    return p->share > 0.0 && p->load > 0.0 && (p->latency > 0.0 || noc_answer_grows(p->answer));
}

static bool same_shares(const noc_suite *s, const noc_suite_record *record)
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
        .saturation = number(object, "saturation"),
        .saturation_half = number(object, "saturation_half_width"),
        .knee = number(object, "knee"),
    };
    bool good = record->saturation > 0.0 && json_array_size(points) <= NOC_SUITE_SHARES_MOST;
    for (size_t i = 0; i < json_array_size(points) && good; i++)
        good = read_point(json_array_get(points, i), &record->points[record->count++]);
    return good;
}

/* Runs that end have a mean latency where a queue grows, too. */
static noc_status hold(const noc_system *system, noc_suite_record *record, noc_diag *diag)
{
    noc_ceilings ceiling;
    const noc_status status = noc_ceilings_find(system, &ceiling, diag);
    if (status != NOC_OK) return status;
    if (record->knee > ceiling.bound) record->knee = ceiling.bound; /* where it is known */
    for (size_t i = 0; i < record->count; i++) {
        noc_suite_point *p = &record->points[i];
        if (p->load > ceiling.bound && !noc_answer_grows(p->answer))
            p->answer = NOC_ANSWER_UNBOUNDED;
    }
    return NOC_OK;
}

static noc_status take(noc_suite *s, const json_t *object, const char *path, noc_diag *diag)
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
        if (c->measured || !c->design || strcmp(c->id, id) != 0) continue;
        if (!same_shares(s, &record)) continue;
        const noc_status status = hold(c->system, &record, diag);
        if (status != NOC_OK) return status;
        c->record = record;
        c->measured = true;
        s->measured++;
    }
    return NOC_OK;
}

static noc_status take_all(noc_suite *s, const json_t *root, const char *path, noc_diag *diag)
{
    const char *named = json_string_value(json_object_get(root, "schema"));
    if (!named || strcmp(named, schema) != 0)
        return noc_fail(diag, NOC_EINPUT, (noc_place){path, 0},
                        "is no file of a suite's measurements (schema %s, expected %s)",
                        named ? named : "missing", schema);
    const bool same = number(root, "seed") == (double)s->seed &&
                      fabs(number(root, "precision") - s->precision) < 1e-12;
    if (!same && !s->reference) return NOC_OK;
    const json_t *designs = json_object_get(root, "designs");
    noc_status status = NOC_OK;
    for (size_t i = 0; i < json_array_size(designs) && status == NOC_OK; i++)
        status = take(s, json_array_get(designs, i), path, diag);
    return status;
}

noc_status noc_suite_load(noc_suite *s, const char *path, noc_diag *diag)
{
    json_error_t error;
    if (access(path, F_OK) != 0 && errno == ENOENT) return NOC_OK;
    json_t *root = json_load_file(path, 0, &error);
    if (!root)
        return noc_fail(diag, NOC_EINPUT, (noc_place){path, error.line > 0 ? error.line : 0},
                        "is damaged: %s (delete it to measure again)", error.text);
    const noc_status status = take_all(s, root, path, diag);
    json_decref(root);
    return status;
}
