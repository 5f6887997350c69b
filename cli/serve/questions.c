#include "cli/serve/questions.h"

#include <math.h>
#include <string.h>

#include "base/suggest.h"

/* ---- members -------------------------------------------------------------------------------- */

typedef enum member_kind {
    TEXT,
    TEXT_OR_NULL,
    WHOLE,  /* uint64_t */
    NUMBER, /* double */
    FLAG,
    SETTINGS,
    APPROACH,
} member_kind;

/* Member of a body: its place in the question, and its range. */
typedef struct member {
    const char *name;
    member_kind kind;
    size_t offset;
    double lowest, highest; /* range of a number, or of the bytes of a text */
    bool is_required;
    bool is_of_measurements;   /* only questions for measurements have it */
    const char *expected_text; /* valid value, in messages */
} member;

#define AT(field) offsetof(noc_question, field)

static const member members[] = {
    {"tab", TEXT, AT(tab), 0, NOC_QUESTION_TAB_CHARS, false, false, "a text of at most 64 bytes"},
    {"sequence", WHOLE, AT(sequence), 0, 0x1p53, false, false, "a whole number from 0 on"},
    {"text", TEXT, AT(text), 0, INFINITY, true, false, "the text of a design file"},
    {"name", TEXT, AT(name), 1, 4096, false, false, "the name of a design file"},
    {"settings", SETTINGS, 0, 0, 0, false, false,
     "an object of texts, as {\"network.rows\": \"8\"}"},
    {"load", TEXT_OR_NULL, AT(load), 0, 100, false, false, "a text, as \"60%\", or null"},
    {"curve", WHOLE, AT(curve_points), 0, NOC_QUESTION_POINTS_MAX, false, false,
     "a number of points, 0 or 2 to 100"},
    {"picture", FLAG, AT(wants_picture), 0, 0, false, false, "true or false"},
    {"costs", FLAG, AT(wants_costs), 0, 0, false, false, "true or false"},
    {"approach", APPROACH, AT(approach), 0, 0, true, true, "\"window\", \"sample\" or \"within\""},
    {"precision", NUMBER, AT(precision), 1e-4, 0.5, false, true, "a share from 0.0001 to 0.5"},
    {"seconds", NUMBER, AT(max_seconds), 0.1, 3600, false, true, "a time from 0.1 to 3600 s"},
};

static const char *member_name(size_t i)
{
    return i < sizeof members / sizeof *members ? members[i].name : NULL;
}

/* A question in the making. */
typedef struct reader {
    noc_question *question;
    noc_diag *diag;
} reader;

static bool refuse(const reader *r, const member *m)
{
    noc_fail(r->diag, NOC_EINPUT, NOC_NOWHERE, "\"%s\": expected %s", m->name, m->expected_text);
    return false;
}

/* ---- values --------------------------------------------------------------------------------- */

static bool read_text(const reader *r, const member *m, const json_t *value, const char **stored)
{
    const double bytes = (double)json_string_length(value);
    if (!json_is_string(value) || bytes < m->lowest || bytes > m->highest) return refuse(r, m);
    *stored = json_string_value(value);
    return true;
}

static bool read_number(const reader *r, const member *m, const json_t *value, double *number)
{
    *number = json_number_value(value);
    const bool fits = m->kind == WHOLE ? json_is_integer(value) : json_is_number(value);
    if (fits && *number >= m->lowest && *number <= m->highest) return true;
    return refuse(r, m);
}

static bool read_approach(const reader *r, const member *m, const json_t *value, void *stored)
{
    static const char *const names[] = {[NOC_APPROACH_WINDOW] = "window",
                                        [NOC_APPROACH_SAMPLE] = "sample",
                                        [NOC_APPROACH_WITHIN] = "within"};
    const char *name = json_string_value(value);
    for (int i = NOC_APPROACH_WINDOW; i <= NOC_APPROACH_WITHIN && name; i++) {
        if (strcmp(names[i], name) != 0) continue;
        *(noc_approach *)stored = (noc_approach)i;
        return true;
    }
    return refuse(r, m);
}

/* Reads settings as texts "key=value". */
static bool read_settings(const reader *r, const member *m, json_t *object)
{
    noc_question *q = r->question;
    const char *key;
    json_t *value;
    if (!json_is_object(object)) return refuse(r, m);
    if (json_object_size(object) > NOC_QUESTION_SETTINGS_MAX) {
        noc_fail(r->diag, NOC_EINPUT, NOC_NOWHERE, "\"settings\": %zu settings are too many (%d)",
                 json_object_size(object), NOC_QUESTION_SETTINGS_MAX);
        return false;
    }
    q->settings = noc_arena_array(&q->memory, json_object_size(object), sizeof *q->settings);
    json_object_foreach(object, key, value)
    {
        if (!json_is_string(value) || !*key || strchr(key, '=')) return refuse(r, m);
        if (!q->settings) break;
        q->settings[q->setting_count++] =
            noc_arena_text(&q->memory, "%s=%s", key, json_string_value(value));
    }
    return true;
}

static void read_member(const reader *r, const member *m, json_t *value)
{
    char *const stored = (char *)r->question + m->offset;
    double number;
    switch (m->kind) {
    case TEXT_OR_NULL:
        if (json_is_null(value)) break;
        read_text(r, m, value, (const char **)(void *)stored);
        break;
    case TEXT:
        read_text(r, m, value, (const char **)(void *)stored);
        break;
    case WHOLE:
        if (read_number(r, m, value, &number)) *(uint64_t *)(void *)stored = (uint64_t)number;
        break;
    case NUMBER:
        if (read_number(r, m, value, &number)) *(double *)(void *)stored = number;
        break;
    case FLAG:
        if (json_is_boolean(value))
            *(bool *)stored = json_is_true(value);
        else
            refuse(r, m);
        break;
    case SETTINGS:
        read_settings(r, m, value);
        break;
    case APPROACH:
        read_approach(r, m, value, stored);
        break;
    }
}

/* ---- bodies --------------------------------------------------------------------------------- */

static void report_unknown(const reader *r, const char *name)
{
    const char *nearest = noc_find_nearest_name(name, member_name);
    noc_fail(r->diag, NOC_EINPUT, NOC_NOWHERE, "unknown member \"%.40s\"%s%s%s", name,
             nearest ? " (" : "", nearest ? nearest : "", nearest ? "?)" : "");
}

static void read_members(const reader *r, json_t *body, bool measures)
{
    const size_t count = sizeof members / sizeof *members;
    const char *name;
    json_t *value;
    json_object_foreach(body, name, value)
    {
        size_t i = 0;
        while (i < count && strcmp(members[i].name, name) != 0) i++;
        if (i == count || (members[i].is_of_measurements && !measures))
            report_unknown(r, name);
        else
            read_member(r, &members[i], value);
    }
    for (size_t i = 0; i < count; i++)
        if (members[i].is_required && (measures || !members[i].is_of_measurements) &&
            !json_object_get(body, members[i].name))
            noc_fail(r->diag, NOC_EINPUT, NOC_NOWHERE, "\"%s\" is missing: %s", members[i].name,
                     members[i].expected_text);
    if (r->question->curve_points == 1)
        noc_fail(r->diag, NOC_EINPUT, NOC_NOWHERE, "\"curve\": expected 0 or 2 to 100 points");
}

noc_status noc_question_read(const char *body, size_t size, bool measures, noc_question *question,
                             noc_diag *diag)
{
    const reader r = {question, diag};
    json_error_t fault;
    *question = (noc_question){.tab = "", .text = "", .name = "design.cfg", .max_seconds = 30.0};
    question->body = json_loadb(body, size, JSON_REJECT_DUPLICATES, &fault);
    if (!question->body)
        return noc_fail(diag, NOC_EINPUT, (noc_place){"the request", fault.line}, "no JSON: %s",
                        fault.text);
    if (!json_is_object(question->body))
        return noc_fail(diag, NOC_EINPUT, NOC_NOWHERE, "a request is a JSON object");
    read_members(&r, question->body, measures);
    if (question->memory.is_short) return noc_fail_memory(diag);
    return diag->count ? NOC_EINPUT : NOC_OK;
}

void noc_question_clear(noc_question *question)
{
    json_decref(question->body);
    noc_arena_clear(&question->memory);
    *question = (noc_question){0};
}
