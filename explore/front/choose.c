#include "explore/front/choose.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "power_area/unpriced.h"
#include "reader/design_walk.h"

void noc_condition_begin(noc_condition_subject *c, noc_store *store, const noc_entry *model,
                         const noc_entry *sample, noc_diag *diag)
{
    *c = (noc_condition_subject){.store = store, .model = model, .sample = sample, .diag = diag};
    for (int id = 0; id < NOC_METRICS; id++) {
        const bool is_sampled = sample && (!model || isfinite(sample->metrics[id].value));
        c->metrics[id] = (is_sampled ? sample : model)->metrics[id];
    }
}

void noc_condition_clear(noc_condition_subject *c)
{
    noc_design_free(c->design);
    c->design = NULL;
}

noc_term noc_condition_value(void *context, int name, int network)
{
    noc_condition_subject *c = context;
    noc_constraint_subject subject = {
        .design = c->design, .metrics = c->metrics, .allows_fewer_networks = true};
    if (!noc_name_is_setting(name)) return noc_constraint_value(&subject, name, network);
    const noc_entry *e = c->model ? c->model : c->sample;
    if (!c->design && c->status == NOC_OK)
        c->status =
            noc_store_rebuild_design(c->store, e->source, e->overrides, &c->design, c->diag);
    if (c->status != NOC_OK) return (noc_term){NOC_TERM_UNKNOWN, NAN, NULL};
    subject.design = c->design;
    const noc_term term = noc_constraint_value(&subject, name, network);
    if (term.kind == NOC_TERM_FAULT) snprintf(c->fault, sizeof c->fault, "%s", subject.fault);
    return term;
}

/* Conditions on designs. max_networks: largest number of networks of any rebuilt design; 0: none
 * was rebuilt. */
typedef struct filter_state {
    noc_store *store;
    noc_expression *const *conditions;
    size_t count;
    int max_networks;
} filter_state;

/* Reports a condition, the design that has no value for it, and the reason. */
static noc_status report_fault(const noc_expression *e, const noc_condition_subject *subject,
                               noc_diag *diag)
{
    return noc_fail(diag, NOC_EUSAGE, noc_expression_place(e), "'%s': design d-%.8s: %s",
                    noc_expression_text(e),
                    (subject->model ? subject->model : subject->sample)->hash, subject->fault);
}

static void update_max_networks(filter_state *c, const noc_condition_subject *subject)
{
    if (subject->design && subject->design->network_count > c->max_networks)
        c->max_networks = subject->design->network_count;
}

static noc_status check_conditions(filter_state *c, const noc_entry *model, const noc_entry *sample,
                                   bool *is_met, noc_diag *diag)
{
    noc_condition_subject subject;
    noc_condition_begin(&subject, c->store, model, sample, diag);
    *is_met = true;
    for (size_t i = 0; i < c->count && *is_met && subject.status == NOC_OK; i++) {
        const noc_truth truth =
            noc_expression_test(c->conditions[i], noc_condition_value, &subject);
        if (truth == NOC_FAULTY) subject.status = report_fault(c->conditions[i], &subject, diag);
        *is_met = truth == NOC_TRUE;
    }
    update_max_networks(c, &subject);
    noc_condition_clear(&subject);
    return subject.status;
}

/* Refuses a condition on a network that no design has, since it is surely a mistake. */
static noc_status check_networks(const filter_state *c, noc_diag *diag)
{
    for (size_t i = 0; c->max_networks > 0 && i < c->count; i++)
        if (noc_expression_networks(c->conditions[i]) > c->max_networks)
            return noc_fail(diag, NOC_EUSAGE, noc_expression_place(c->conditions[i]),
                            "'%s' names a network that is not there (the designs have %d)",
                            noc_expression_text(c->conditions[i]), c->max_networks);
    return NOC_OK;
}

/* Entries of one design are adjacent; the last sample counts. */
noc_status noc_entries_filter(noc_store *store, noc_expression *const *conditions, size_t count,
                              noc_entries *entries, noc_diag *diag)
{
    noc_status status = NOC_OK;
    filter_state c = {.store = store, .conditions = conditions, .count = count};
    size_t kept_count = 0;
    for (size_t i = 0, end; i < entries->count; i = end) {
        const noc_entry *model = NULL, *sample = NULL;
        for (end = i; end < entries->count; end++) {
            const noc_entry *e = &entries->list[end];
            if (strcmp(e->hash, entries->list[i].hash) != 0) break;
            *(e->method == NOC_METHOD_MODEL ? &model : &sample) = e;
        }
        bool is_met = false;
        if (status == NOC_OK) status = check_conditions(&c, model, sample, &is_met, diag);
        for (size_t k = i; is_met && k < end; k++) entries->list[kept_count++] = entries->list[k];
    }
    entries->count = kept_count;
    return status == NOC_OK ? check_networks(&c, diag) : status;
}

noc_status noc_candidates_evaluate(noc_store *store, const noc_candidates *candidates,
                                   const noc_expression *e, double *numbers, noc_diag *diag)
{
    noc_expression *const list[] = {(noc_expression *)e};
    filter_state c = {.store = store, .conditions = list, .count = 1};
    noc_status status = NOC_OK;
    for (size_t i = 0; i < candidates->count && status == NOC_OK; i++) {
        noc_condition_subject subject;
        noc_condition_begin(&subject, store, candidates->list[i].model, candidates->list[i].sample,
                            diag);
        const noc_term term = noc_expression_evaluate(e, noc_condition_value, &subject);
        numbers[i] = term.kind == NOC_TERM_NUMBER ? term.number : NAN;
        status = term.kind == NOC_TERM_FAULT ? report_fault(e, &subject, diag) : subject.status;
        update_max_networks(&c, &subject);
        noc_condition_clear(&subject);
    }
    return status == NOC_OK ? check_networks(&c, diag) : status;
}

/* ---- facts of designs ----------------------------------------------------------------------- */

/* True if an override can change the facts of a design: "chip.clock_mhz=1755", a setting without
 * its group, or a whole group. */
static bool can_change_facts(const char *override)
{
    static const char *const names[] = {"clock_mhz", "topology"};
    char path[64];
    const size_t length = strcspn(override, "=");
    if (length >= sizeof path || !memchr(override, '.', length)) return true;
    snprintf(path, sizeof path, "%.*s", (int)length, override);
    bool can_change = false;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        can_change |= strstr(path, names[i]) != NULL;
    for (size_t i = 0; noc_unpriced_at(i); i++) {
        const char *key = noc_unpriced_at(i)->key, *dot = strrchr(key, '.');
        can_change |= strstr(path, dot ? dot + 1 : key) != NULL;
    }
    return can_change;
}

/* Joins the source and the overrides that can change the facts: entries with equal texts have equal
 * facts. The caller frees the text; NULL: out of memory. */
static char *make_facts_key(const noc_entry *e)
{
    char *text = NULL;
    size_t size = 0;
    json_auto_t *list = json_loads(e->overrides, 0, NULL);
    FILE *out = open_memstream(&text, &size);
    if (out) fputs(e->source, out);
    for (size_t i = 0; out && i < json_array_size(list); i++) {
        const char *item = json_string_value(json_array_get(list, i));
        if (item && can_change_facts(item)) fprintf(out, "\n%s", item);
    }
    if (out && fclose(out) == 0) return text;
    free(text);
    return NULL;
}

/* Finds the facts of a design, {clock, unpriced}; empty if the design cannot be rebuilt. */
static json_t *find_facts(noc_store *store, const noc_entry *e)
{
    char unpriced[NOC_UNPRICED_CHARS];
    NOC_AUTO_DESIGN noc_design *design = NULL;
    NOC_AUTO(noc_diag_clear) noc_diag ignored = {0};
    json_t *facts = json_object();
    if (noc_store_rebuild_design(store, e->source, e->overrides, &design, &ignored) == NOC_OK) {
        noc_unpriced_list(design, unpriced);
        json_object_set_new(facts, "clock", json_real(design->chip.clock_mhz));
        json_object_set_new(facts, "unpriced", json_string(unpriced));
    }
    return facts;
}

static noc_status put_facts(noc_store *store, noc_arena *arena, json_t *cache, noc_entry *e,
                            noc_diag *diag)
{
    NOC_AUTO_FREE char *key = make_facts_key(e);
    json_t *facts = key ? json_object_get(cache, key) : NULL;
    if (key && !facts) {
        facts = find_facts(store, e);
        if (json_object_set_new_nocheck(cache, key, facts) != 0) facts = NULL;
    }
    if (!facts) return noc_fail_memory(diag);
    const json_t *clock = json_object_get(facts, "clock");
    const char *unpriced = json_string_value(json_object_get(facts, "unpriced"));
    if (clock) e->clock_mhz = json_real_value(clock);
    if (!unpriced || !*unpriced) return NOC_OK;
    e->unpriced = noc_arena_string(arena, unpriced);
    return e->unpriced ? NOC_OK : noc_fail_memory(diag);
}

noc_status noc_entries_fill_facts(noc_store *store, noc_entries *entries, noc_diag *diag)
{
    json_auto_t *cache = json_object();
    noc_status status = cache ? NOC_OK : noc_fail_memory(diag);
    for (size_t i = 0; i < entries->count && status == NOC_OK; i++)
        status = put_facts(store, &entries->memory, cache, &entries->list[i], diag);
    return status;
}
