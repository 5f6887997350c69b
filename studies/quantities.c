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
    if (name == 0 || name >= sizeof q->name) return false;
    snprintf(q->name, sizeof q->name, "%.*s", (int)name, words);
    return snprintf(q->settings, sizeof q->settings, "%s", trim(words + name)) <
           (int)sizeof q->settings;
}

noc_status noc_questions_read(const char *asks, noc_place place, noc_quantities *q, noc_diag *diag)
{
    *q = (noc_quantities){.question_count = 0};
    char *copy = strdup(asks), *rest = copy;
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
    free(copy);
    return status;
}

/* ---- names ---------------------------------------------------------------------------------- */

/* Reads the number in "network[1].area_mm2", from behind "network[" on. Sets the text behind the
 * dot. */
static bool read_member(const char *text, int *member, const char **rest)
{
    char *end;
    *member = (int)strtol(text, &end, 10);
    if (end == text || *member < 0 || end[0] != ']' || end[1] != '.') return false;
    *rest = end + 2;
    return true;
}

static bool take_setting(const char *path, noc_named *n, bool *is_text)
{
    int network;
    const int setting = noc_setting_find_in(path, &network);
    if (setting < 0) return false;
    n->kind = NOC_NAMED_SETTING;
    n->number = setting;
    n->member = network < 0 ? 0 : network;
    *is_text = noc_key_is_choice(noc_setting_at((size_t)setting)->key) ||
               noc_setting_at((size_t)setting)->key->type == NOC_TEXT;
    return true;
}

static bool take_cost(const char *text, noc_named *n)
{
    const char *dot = strchr(text, '.');
    n->kind = NOC_NAMED_COST;
    n->number = -1;
    if (dot) {
        char part[40];
        snprintf(part, sizeof part, "%.*s", (int)(dot - text), text);
        n->number = noc_costed_part(part);
        if (n->number < 0) return false;
        text = dot + 1;
    }
    snprintf(n->figure, sizeof n->figure, "%s", text);
    return noc_costed_has(text, dot != NULL);
}

static bool take_member(noc_quantity_kind kind, const char *text, bool (*has)(const char *figure),
                        noc_named *n)
{
    const char *figure;
    n->kind = kind;
    if (!read_member(text, &n->member, &figure)) return false;
    snprintf(n->figure, sizeof n->figure, "%s", figure);
    return has(figure);
}

/* Reads the quantity behind "x.". */
static bool take_quantity(const char *text, noc_named *n, bool *is_text)
{
    const int metric = noc_metric_find(text);
    if (metric >= 0) {
        n->kind = NOC_NAMED_METRIC;
        n->number = metric;
        return true;
    }
    if (begins_with(text, "count.")) {
        n->kind = NOC_NAMED_COUNT;
        snprintf(n->figure, sizeof n->figure, "%s", text + 6);
        return noc_counted_has(n->figure);
    }
    if (begins_with(text, "groups.") || begins_with(text, "sizes.")) {
        *is_text = *text == 's';
        n->kind = *is_text ? NOC_NAMED_SIZES : NOC_NAMED_GROUPS;
        snprintf(n->figure, sizeof n->figure, "%s", strchr(text, '.') + 1);
        return *n->figure != '\0';
    }
    if (begins_with(text, "routes.")) {
        n->kind = NOC_NAMED_ROUTES;
        snprintf(n->figure, sizeof n->figure, "%s", text + 7);
        return noc_costed_routes_has(n->figure);
    }
    if (begins_with(text, "cost.")) return take_cost(text + 5, n);
    if (begins_with(text, "network["))
        return take_member(NOC_NAMED_NETWORK, text + 8, noc_costed_network_has, n);
    if (begins_with(text, "router["))
        return take_member(NOC_NAMED_ROUTER, text + 7, noc_costed_router_has, n);
    return take_setting(text, n, is_text);
}

/* Reads row("ID") or published("ID"). */
static bool take_row(const char *name, noc_named *n)
{
    const bool ours = begins_with(name, "row(\"");
    const char *id = ours ? name + 5 : name + 11;
    if (!ours && !begins_with(name, "published(\"")) return false;
    n->kind = ours ? NOC_NAMED_ROW : NOC_NAMED_PUBLISHED;
    snprintf(n->figure, sizeof n->figure, "%.*s", (int)strlen(id) - 2, id);
    return noc_published_find(n->figure, NULL) != NULL;
}

static bool is_same(const noc_named *a, const noc_named *b)
{
    return a->kind == b->kind && a->question == b->question && a->number == b->number &&
           a->member == b->member && strcmp(a->figure, b->figure) == 0;
}

static int find(void *context, const char *name, bool *is_text)
{
    noc_quantities *q = context;
    noc_named n = {.number = 0};
    *is_text = false;
    if (q->name_count == NOC_QUANTITIES_MAX) return -1;
    bool known = take_row(name, &n);
    for (size_t i = 0; !known && i < q->question_count; i++) {
        n = (noc_named){.question = i};
        known = name[0] == q->questions[i].letter && name[1] == '.' &&
                take_quantity(name + 2, &n, is_text);
    }
    if (!known) return -1;
    for (size_t i = 0; i < q->name_count; i++)
        if (is_same(&q->names[i], &n)) return (int)i;
    q->names[q->name_count] = n;
    return (int)q->name_count++;
}

static void fault(void *context, const char *name, char *text, size_t size)
{
    const noc_quantities *q = context;
    for (size_t i = 0; i < q->question_count; i++)
        if (name[0] == q->questions[i].letter && name[1] == '.') {
            snprintf(text, size, "'%.60s' is no metric, setting, count or cost", name);
            return;
        }
    snprintf(text, size, "'%.60s' begins with no question's letter, and is no row", name);
}

noc_names noc_quantity_names(noc_quantities *quantities)
{
    return (noc_names){.find = find, .fault = fault, .context = quantities};
}

/* ---- values --------------------------------------------------------------------------------- */

static noc_term number_term(double value)
{
    return (noc_term){isnan(value) ? NOC_TERM_UNKNOWN : NOC_TERM_NUMBER, value, NULL};
}

static void note(noc_quantity_source *s, noc_status status)
{
    if (s->status == NOC_OK) s->status = status;
}

static noc_bench_answer *answer_of(noc_quantity_source *s, size_t question)
{
    noc_question *q = &s->quantities->questions[question];
    if (!q->answer) q->answer = noc_bench_ask(s->bench, q->name, q->settings);
    if (!q->answer) note(s, noc_diag_status(s->bench->diag));
    return q->answer;
}

/* Returns the task whose sample measures a metric. */
static noc_sample_task task_of(int metric)
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
static double moved(noc_quantity_source *s, int name, double value, double half)
{
    if (name != s->moved || !isfinite(half)) return value;
    s->moved_by = half;
    return value + half;
}

static double sampled_metric(noc_quantity_source *s, noc_bench_answer *a, int name, int metric)
{
    const noc_stored_sample *sample = NULL;
    const noc_status status = noc_bench_sample(s->bench, a, task_of(metric), &sample);
    if (status != NOC_OK) note(s, status);
    if (!sample) return NAN;
    s->any_stale |= noc_bench_is_stale(s->bench, a, sample);
    const noc_metric *m = &sample->metrics[metric];
    /* The error factor of costs is equal on both sides of a comparison. */
    const bool cost = noc_metric_info_of((noc_metric_id)metric)->exact;
    return moved(s, name, m->value, cost ? NAN : 0.5 * (m->hi - m->lo));
}

static double metric_of(noc_quantity_source *s, noc_bench_answer *a, int name, int metric)
{
    /* Answers at a nominal activity have no sample. */
    if (s->sampled && !is_cost(metric) && isnan(a->activity)) {
        s->any_metric = true;
        return sampled_metric(s, a, name, metric);
    }
    const noc_estimate *e = noc_bench_model(s->bench, a);
    if (!e) note(s, noc_diag_status(s->bench->diag));
    return e ? e->metrics[metric].value : NAN;
}

/* Returns a setting; a list of one number is a number. */
static noc_term setting_of(const noc_bench_answer *a, const noc_named *n)
{
    const noc_term term = noc_setting_value(a->design, (size_t)n->number, n->member);
    if (term.kind != NOC_TERM_UNKNOWN) return term;
    char *text = noc_setting_text(a->design, (size_t)n->number, n->member), *end = NULL;
    const char *begin = text && *text == '(' ? text + 1 : text;
    const double value = begin ? strtod(begin, &end) : NAN;
    const bool single = begin && end != begin && (*end == '\0' || strcmp(end, ")") == 0);
    free(text);
    return number_term(single ? value : NAN);
}

static noc_term sizes_of(noc_quantity_source *s, noc_bench_answer *a, const noc_named *n)
{
    const char *text = noc_bench_keep_text(s->bench, a, noc_counted_sizes(a->design, n->figure));
    return (noc_term){text ? NOC_TERM_TEXT : NOC_TERM_UNKNOWN, NAN, text};
}

static double cost_of(noc_quantity_source *s, noc_bench_answer *a, const noc_named *n)
{
    if (n->kind == NOC_NAMED_ROUTES) return noc_costed_routes(a->system, n->figure);
    if (n->kind == NOC_NAMED_ROUTER) return noc_costed_router(a->system, n->member, n->figure);
    if (n->kind == NOC_NAMED_GROUPS) return noc_counted_groups(a->design, n->figure);
    if (n->kind == NOC_NAMED_COUNT) {
        const noc_components *c = noc_bench_components(s->bench, a);
        if (!c) note(s, noc_diag_status(s->bench->diag));
        return c ? noc_counted(c, n->figure) : NAN;
    }
    const noc_breakdown *b = noc_bench_breakdown(s->bench, a);
    if (!b) note(s, noc_diag_status(s->bench->diag));
    if (!b || b->cost.unbuilt) return NAN;
    if (n->kind == NOC_NAMED_COST) return noc_costed(&b->cost.sum, n->number, n->figure);
    return n->member < b->network_count ? noc_costed_network(&b->networks[n->member], n->figure)
                                        : NAN;
}

noc_term noc_quantity_value(void *context, int name, int network)
{
    (void)network;
    noc_quantity_source *s = context;
    const noc_named *n = &s->quantities->names[name];
    if (n->kind == NOC_NAMED_ROW) {
        s->any_metric |= s->sampled;
        const noc_row_figure figure =
            s->row ? s->row(s->context, n->figure, s->sampled) : (noc_row_figure){NAN, NAN};
        return number_term(moved(s, name, figure.value, figure.half));
    }
    if (n->kind == NOC_NAMED_PUBLISHED) {
        char *end;
        const char *text = noc_published_find(n->figure, NULL)->value;
        const double value = strtod(text, &end);
        return number_term(end == text ? NAN : value);
    }
    noc_bench_answer *a = answer_of(s, n->question);
    if (!a) return number_term(NAN);
    if (n->kind == NOC_NAMED_METRIC) return number_term(metric_of(s, a, name, n->number));
    if (n->kind == NOC_NAMED_SETTING) return setting_of(a, n);
    if (n->kind == NOC_NAMED_SIZES) return sizes_of(s, a, n);
    return number_term(cost_of(s, a, n));
}
