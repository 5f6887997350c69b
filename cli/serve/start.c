#include "cli/serve/start.h"

#include <stdlib.h>
#include <string.h>

#include "bindings/c/nocsight.h"
#include "reports/writers/json.h"

const char *noc_start_find_file(const noc_start *start, const char *name)
{
    for (size_t i = 0; i < start->count; i++)
        if (strcmp(start->designs[i].name, name) == 0)
            return *start->designs[i].file ? start->designs[i].file : NULL;
    return NULL;
}

static json_t *list_designs(const noc_start *start)
{
    json_t *list = json_array();
    for (size_t i = 0; i < start->count; i++) {
        const noc_start_design *d = &start->designs[i];
        json_t *design = json_object();
        noc_json_set_text(design, "name", d->name);
        noc_json_set_text(design, "file", d->file);
        noc_json_set_text(design, "text", d->text);
        json_object_set_new(design, "settings",
                            d->settings ? json_deep_copy(d->settings) : json_object());
        json_array_append_new(list, design);
    }
    return list;
}

/* Makes the facts of a key without its choices. */
static json_t *make_facts(const noc_key_info *info)
{
    json_t *key = json_object();
    noc_json_set_text(key, "key", info->key);
    noc_json_set_text(key, "unit", info->unit);
    noc_json_set_text(key, "meaning", info->meaning);
    noc_json_set_text(key, "source", info->source);
    noc_json_set_real(key, "lowest", info->lowest);
    noc_json_set_real(key, "highest", info->highest);
    noc_json_set_real(key, "default", info->default_value);
    noc_json_set_flag(key, "is_integer", info->is_integer);
    noc_json_set_flag(key, "is_list", info->is_list);
    return key;
}

/* Lists the keys of the groups that a key's value consists of; empty for most keys. */
static json_t *list_members(size_t i)
{
    json_t *list = json_array();
    noc_key_info info;
    for (size_t m = 0; noc_key_member_at(i, m, &info, NULL) == NOC_CODE_OK; m++) {
        json_t *member = make_facts(&info), *choices = json_array();
        for (size_t c = 0; c < info.choice_count; c++)
            json_array_append_new(choices, noc_json_text(noc_key_member_choice(i, m, c)));
        json_object_set_new(member, "choices", choices);
        json_array_append_new(list, member);
    }
    return list;
}

static json_t *make_key(size_t i, const noc_key_info *info)
{
    json_t *key = make_facts(info), *choices = json_array();
    for (size_t c = 0; c < info->choice_count; c++)
        json_array_append_new(choices, noc_json_text(noc_key_choice(i, c)));
    json_object_set_new(key, "choices", choices);
    json_object_set_new(key, "members", list_members(i));
    return key;
}

/* Lists the names of the workloads, which the library has as lines. */
static json_t *list_workloads(void)
{
    json_t *list = json_array();
    char *names = NULL;
    if (noc_workload_list(&names, NULL) != NOC_CODE_OK) return list;
    for (const char *line = names; *line; line += strcspn(line, "\n") + 1) {
        json_t *workload = json_object();
        json_object_set_new(workload, "name", json_stringn(line, strcspn(line, "\n")));
        json_array_append_new(list, workload);
    }
    noc_text_release(names);
    return list;
}

static json_t *list_keys(void)
{
    json_t *list = json_array();
    noc_key_info info;
    for (size_t i = 0; noc_key_at(i, &info, NULL) == NOC_CODE_OK; i++)
        json_array_append_new(list, make_key(i, &info));
    return list;
}

static json_t *list_metrics(void)
{
    json_t *list = json_array();
    noc_metric_facts facts;
    for (size_t i = 0; noc_metric_at(i, &facts, NULL) == NOC_CODE_OK; i++) {
        json_t *metric = json_object();
        noc_json_set_text(metric, "name", facts.name);
        noc_json_set_text(metric, "unit", facts.unit);
        noc_json_set_text(metric, "meaning", facts.meaning);
        noc_json_set_text(metric, "label", facts.label);
        json_object_set_new(metric, "digits", json_integer(facts.digits));
        noc_json_set_flag(metric, "is_less_better", facts.is_less_better);
        json_array_append_new(list, metric);
    }
    return list;
}

json_t *noc_start_document(const noc_start *start)
{
    json_t *document = json_object(), *store = json_null();
    noc_json_set_text(document, "version", noc_version());
    json_object_set_new(document, "designs", list_designs(start));
    json_object_set_new(document, "keys", list_keys());
    json_object_set_new(document, "metrics", list_metrics());
    json_object_set_new(document, "workloads", list_workloads());
    if (start->store) {
        store = json_object();
        noc_json_set_text(store, "file", start->store);
    }
    json_object_set_new(document, "store", store);
    return document;
}

void noc_start_clear(noc_start *start)
{
    for (size_t i = 0; i < start->count; i++) {
        free(start->designs[i].name);
        free(start->designs[i].file);
        free(start->designs[i].text);
        json_decref(start->designs[i].settings);
    }
    free(start->designs);
    free(start->front);
    *start = (noc_start){0};
}
