#include "studies/quantities.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/affix.h"
#include "explore/settings/settings.h"
#include "power_area/cost.h"
#include "studies/costed.h"
#include "studies/published.h"

/* ---- questions ------------------------------------------------------------------------------ */

static char *trim(char *text)
{
    while (isspace((unsigned char)*text)) text++;
    for (size_t n = strlen(text); n > 0 && isspace((unsigned char)text[n - 1]);) text[--n] = '\0';
    return text;
}

/* Reads a question: "a: te13-ideal network.flit_bytes=32". */
static bool read_question(char *text, noc_question *q)
{
    text = trim(text);
    if (!islower((unsigned char)text[0]) || text[1] != ':') return false;
    char *words = trim(text + 2);
    const size_t name = strcspn(words, " ");
    *q = (noc_question){.letter = text[0]};
    if (name == 0 || name >= sizeof q->design_name) return false;
    snprintf(q->design_name, sizeof q->design_name, "%.*s", (int)name, words);
    return snprintf(q->settings, sizeof q->settings, "%s", trim(words + name)) <
           (int)sizeof q->settings;
}

noc_status noc_questions_read(const char *question_text, noc_place place, noc_quantities *q,
                              noc_diag *diag)
{
    *q = (noc_quantities){.question_count = 0};
    NOC_AUTO_FREE char *copy = strdup(question_text);
    char *rest = copy;
    if (!copy) return noc_fail_memory(diag);
    noc_status status = NOC_OK;
    for (char *text; status == NOC_OK && (text = strsep(&rest, ";"));) {
        if (!*trim(text)) continue;
        if (q->question_count == NOC_QUESTIONS_MAX ||
            !read_question(text, &q->questions[q->question_count++]))
            status = noc_fail(diag, NOC_EINPUT, place,
                              "a question must be 'a: DESIGN key=value ...', at most %d of them",
                              NOC_QUESTIONS_MAX);
    }
    return status;
}

/* ---- names ---------------------------------------------------------------------------------- */

/* Reads the number in "network[1].area_mm2", from behind "network[" on. Sets the text behind the
 * dot. */
static bool read_instance(const char *text, int *instance, const char **remaining_text)
{
    char *end;
    *instance = (int)strtol(text, &end, 10);
    if (end == text || *instance < 0 || end[0] != ']' || end[1] != '.') return false;
    *remaining_text = end + 2;
    return true;
}

static bool read_setting(const char *path, noc_named_quantity *n, bool *is_text)
{
    int network;
    const int setting = noc_setting_find_network(path, &network);
    if (setting < 0) return false;
    n->kind = NOC_QUANTITY_SETTING;
    n->index = setting;
    n->instance = network < 0 ? 0 : network;
    *is_text = noc_key_is_choice(noc_setting_at((size_t)setting)->key) ||
               noc_setting_at((size_t)setting)->key->type == NOC_TEXT;
    return true;
}

static bool read_cost(const char *text, noc_named_quantity *n)
{
    const char *dot = strchr(text, '.');
    n->kind = NOC_QUANTITY_COST;
    n->index = -1;
    if (dot) {
        char part[40];
        snprintf(part, sizeof part, "%.*s", (int)(dot - text), text);
        n->index = noc_cost_part_of_name(part);
        if (n->index < 0) return false;
        text = dot + 1;
    }
    snprintf(n->figure, sizeof n->figure, "%s", text);
    return noc_cost_name_is_known(text, dot != NULL);
}

static bool read_indexed_quantity(noc_quantity_kind kind, const char *text,
                                  bool (*has)(const char *figure), noc_named_quantity *n)
{
    const char *figure;
    n->kind = kind;
    if (!read_instance(text, &n->instance, &figure)) return false;
    snprintf(n->figure, sizeof n->figure, "%s", figure);
    return has(figure);
}

/* Reads the quantity behind "x.". */
static bool read_quantity(const char *text, noc_named_quantity *n, bool *is_text)
{
    const int metric = noc_metric_find(text);
    if (metric >= 0) {
        n->kind = NOC_QUANTITY_METRIC;
        n->index = metric;
        return true;
    }
    if (begins_with(text, "count.")) {
        n->kind = NOC_QUANTITY_COUNT;
        snprintf(n->figure, sizeof n->figure, "%s", text + 6);
        return noc_count_name_is_known(n->figure);
    }
    if (begins_with(text, "groups.") || begins_with(text, "sizes.")) {
        *is_text = *text == 's';
        n->kind = *is_text ? NOC_QUANTITY_SIZES : NOC_QUANTITY_GROUPS;
        snprintf(n->figure, sizeof n->figure, "%s", strchr(text, '.') + 1);
        return *n->figure != '\0';
    }
    if (begins_with(text, "routes.")) {
        n->kind = NOC_QUANTITY_ROUTES;
        snprintf(n->figure, sizeof n->figure, "%s", text + 7);
        return noc_route_figure_is_known(n->figure);
    }
    if (begins_with(text, "cost.")) return read_cost(text + 5, n);
    if (begins_with(text, "network["))
        return read_indexed_quantity(NOC_QUANTITY_NETWORK, text + 8, noc_network_cost_has_name, n);
    if (begins_with(text, "router["))
        return read_indexed_quantity(NOC_QUANTITY_ROUTER, text + 7, noc_router_cost_has_name, n);
    return read_setting(text, n, is_text);
}

/* Reads row("ID") or published("ID"). */
static bool read_row(const char *name, noc_named_quantity *n)
{
    const bool is_our_figure = begins_with(name, "row(\"");
    const char *id = is_our_figure ? name + 5 : name + 11;
    if (!is_our_figure && !begins_with(name, "published(\"")) return false;
    n->kind = is_our_figure ? NOC_QUANTITY_ROW : NOC_QUANTITY_PUBLISHED;
    snprintf(n->figure, sizeof n->figure, "%.*s", (int)strlen(id) - 2, id);
    return noc_published_find(n->figure, NULL) != NULL;
}

static bool is_same_quantity(const noc_named_quantity *a, const noc_named_quantity *b)
{
    return a->kind == b->kind && a->question == b->question && a->index == b->index &&
           a->instance == b->instance && strcmp(a->figure, b->figure) == 0;
}

static int find_quantity(void *context, const char *name, bool *is_text)
{
    noc_quantities *q = context;
    noc_named_quantity n = {.index = 0};
    *is_text = false;
    if (q->name_count == NOC_QUANTITIES_MAX) return -1;
    bool is_known = read_row(name, &n);
    for (size_t i = 0; !is_known && i < q->question_count; i++) {
        n = (noc_named_quantity){.question = i};
        is_known = name[0] == q->questions[i].letter && name[1] == '.' &&
                   read_quantity(name + 2, &n, is_text);
    }
    if (!is_known) return -1;
    for (size_t i = 0; i < q->name_count; i++)
        if (is_same_quantity(&q->names[i], &n)) return (int)i;
    q->names[q->name_count] = n;
    return (int)q->name_count++;
}

static void describe_fault(void *context, const char *name, char *text, size_t size)
{
    const noc_quantities *q = context;
    for (size_t i = 0; i < q->question_count; i++)
        if (name[0] == q->questions[i].letter && name[1] == '.') {
            snprintf(text, size, "'%.60s' is no metric, setting, count or cost", name);
            return;
        }
    snprintf(text, size, "'%.60s' begins with no question's letter, and is no row", name);
}

noc_name_resolver noc_quantity_make_resolver(noc_quantities *quantities)
{
    return (noc_name_resolver){
        .find_name = find_quantity, .write_fault = describe_fault, .context = quantities};
}

/* ---- values --------------------------------------------------------------------------------- */

static noc_term make_number_term(double value)
{
    return (noc_term){isnan(value) ? NOC_TERM_UNKNOWN : NOC_TERM_NUMBER, value, NULL};
}

static void note_failure(noc_quantity_source *s, noc_status status)
{
    if (s->status == NOC_OK) s->status = status;
}

static noc_bench_answer *find_answer(noc_quantity_source *s, size_t question)
{
    noc_question *q = &s->quantities->questions[question];
    if (!q->answer) q->answer = noc_bench_find_answer(s->bench, q->design_name, q->settings);
    if (!q->answer) note_failure(s, noc_diag_status(s->bench->diag));
    return q->answer;
}

/* Returns the task whose sample measures a metric. */
static noc_sample_task find_task(int metric)
{
    const char *name = noc_metric_info_of((noc_metric_id)metric)->name;
    return begins_with(name, "saturation_") || begins_with(name, "knee_") ? NOC_SAMPLE_SATURATION
                                                                          : NOC_SAMPLE_POINT;
}

/* True if both methods compute a metric from equal tables. */
static bool is_cost(int metric)
{
    const char *name = noc_metric_info_of((noc_metric_id)metric)->name;
    const size_t length = strlen(name);
    return (length > 9 && strcmp(name + length - 9, "_area_mm2") == 0) ||
           strcmp(name, "leakage_power_mw") == 0 || strcmp(name, "max_clock_mhz") == 0 ||
           begins_with(name, "zero_load_");
}

/* Returns a sampled figure, plus the half-width of its interval for the shifted name. */
static double shift_value(noc_quantity_source *s, int name, double value, double half_width)
{
    if (name != s->shifted_name || !isfinite(half_width)) return value;
    s->shift = half_width;
    return value + half_width;
}

static double find_sampled_metric(noc_quantity_source *s, noc_bench_answer *a, int name, int metric)
{
    const noc_stored_sample *sample = NULL;
    const noc_status status = noc_bench_find_sample(s->bench, a, find_task(metric), &sample);
    if (status != NOC_OK) note_failure(s, status);
    if (!sample) return NAN;
    s->has_stale_sample |= noc_bench_is_stale(s->bench, a, sample);
    const noc_metric *m = &sample->metrics[metric];
    /* The error factor of costs is equal on both sides of a comparison. */
    const bool is_cost = noc_metric_info_of((noc_metric_id)metric)->exact;
    return shift_value(s, name, m->value, is_cost ? NAN : 0.5 * (m->hi - m->lo));
}

static double find_metric(noc_quantity_source *s, noc_bench_answer *a, int name, int metric)
{
    /* Answers at a nominal activity have no sample. */
    if (s->is_sampled && !is_cost(metric) && isnan(a->activity)) {
        s->has_metric = true;
        return find_sampled_metric(s, a, name, metric);
    }
    const noc_estimate *e = noc_bench_find_model(s->bench, a);
    if (!e) note_failure(s, noc_diag_status(s->bench->diag));
    return e ? e->metrics[metric].value : NAN;
}

/* Returns a setting; a list of one number is a number. */
static noc_term find_setting(const noc_bench_answer *a, const noc_named_quantity *n)
{
    const noc_term term = noc_setting_term(a->design, (size_t)n->index, n->instance);
    if (term.kind != NOC_TERM_UNKNOWN) return term;
    NOC_AUTO_FREE char *text = noc_setting_text(a->design, (size_t)n->index, n->instance);
    char *end = NULL;
    const char *begin = text && *text == '(' ? text + 1 : text;
    const double value = begin ? strtod(begin, &end) : NAN;
    const bool is_single = begin && end != begin && (*end == '\0' || strcmp(end, ")") == 0);
    return make_number_term(is_single ? value : NAN);
}

static noc_term find_sizes(noc_quantity_source *s, noc_bench_answer *a, const noc_named_quantity *n)
{
    const char *text = noc_bench_store_text(s->bench, noc_level_list_sizes(a->design, n->figure));
    return (noc_term){text ? NOC_TERM_TEXT : NOC_TERM_UNKNOWN, NAN, text};
}

static double find_cost(noc_quantity_source *s, noc_bench_answer *a, const noc_named_quantity *n)
{
    if (n->kind == NOC_QUANTITY_ROUTES) return noc_route_figure_of_name(a->system, n->figure);
    if (n->kind == NOC_QUANTITY_ROUTER)
        return noc_router_cost_of_name(a->system, n->instance, n->figure);
    if (n->kind == NOC_QUANTITY_GROUPS) return noc_level_count_groups(a->design, n->figure);
    if (n->kind == NOC_QUANTITY_COUNT) {
        const noc_components *c = noc_bench_find_components(s->bench, a);
        if (!c) note_failure(s, noc_diag_status(s->bench->diag));
        return c ? noc_count_of_name(c, n->figure) : NAN;
    }
    const noc_breakdown *b = noc_bench_find_breakdown(s->bench, a);
    if (!b) note_failure(s, noc_diag_status(s->bench->diag));
    if (!b || b->cost.has_no_silicon) return NAN;
    if (n->kind == NOC_QUANTITY_COST) return noc_cost_of_name(&b->cost.sum, n->index, n->figure);
    return n->instance < b->network_count
               ? noc_network_cost_of_name(&b->networks[n->instance], n->figure)
               : NAN;
}

noc_term noc_quantity_find_value(void *context, int name, int network)
{
    (void)network;
    noc_quantity_source *s = context;
    const noc_named_quantity *n = &s->quantities->names[name];
    if (n->kind == NOC_QUANTITY_ROW) {
        s->has_metric |= s->is_sampled;
        const noc_row_figure figure = s->row_value
                                          ? s->row_value(s->context, n->figure, s->is_sampled)
                                          : (noc_row_figure){NAN, NAN};
        return make_number_term(shift_value(s, name, figure.value, figure.half_width));
    }
    if (n->kind == NOC_QUANTITY_PUBLISHED) {
        char *end;
        const char *text = noc_published_find(n->figure, NULL)->value;
        const double value = strtod(text, &end);
        return make_number_term(end == text ? NAN : value);
    }
    noc_bench_answer *a = find_answer(s, n->question);
    if (!a) return make_number_term(NAN);
    if (n->kind == NOC_QUANTITY_METRIC) return make_number_term(find_metric(s, a, name, n->index));
    if (n->kind == NOC_QUANTITY_SETTING) return find_setting(a, n);
    if (n->kind == NOC_QUANTITY_SIZES) return find_sizes(s, a, n);
    return make_number_term(find_cost(s, a, n));
}
