/* Keys and metrics: public calls. */
#include <math.h>
#include <pthread.h>
#include <string.h>

#include "bindings/c/call.h"
#include "bindings/c/system.h"
#include "design/workload/workload.h"
#include "explore/settings/settings.h"
#include "reports/words/figure.h"

static const noc_objectives no_objectives;

static size_t count_settings(void)
{
    size_t count = 0;
    while (noc_setting_at(count)) count++;
    return count;
}

static size_t count_choices(const noc_key *key)
{
    size_t count = 0;
    while (noc_key_is_choice(key) && key->names(count)) count++;
    return count;
}

static noc_key_info find_info(const noc_key *key, const char *path)
{
    const bool is_list = key->type == NOC_INTEGERS || key->type == NOC_REALS;
    const bool is_number = key->type == NOC_INTEGER || key->type == NOC_REAL;
    return (noc_key_info){
        .key = path,
        .unit = key->unit,
        .meaning = key->meaning,
        .source = key->source,
        .lowest = is_list || is_number ? key->low : NAN,
        .highest = is_list || is_number ? key->high : NAN,
        .default_value = is_number && key->standing != NOC_REQUIRED ? key->default_value : NAN,
        .is_integer = key->type == NOC_INTEGER || key->type == NOC_INTEGERS,
        .is_list = is_list,
        .choice_count = count_choices(key),
    };
}

int noc_key_at(size_t i, noc_key_info *info, noc_error *error)
{
    noc_call call = noc_call_begin(error);
    if (info) *info = (noc_key_info){.key = "", .unit = "", .meaning = "", .source = ""};
    noc_status status = noc_call_require(&call, "info", info, NULL);
    if (status == NOC_OK && !noc_setting_at(i))
        status = noc_call_check_position(&call, "key", i, count_settings());
    const noc_setting *setting = status == NOC_OK ? noc_setting_at(i) : NULL;
    if (setting) *info = find_info(setting->key, setting->path);
    return noc_call_end(&call, status);
}

static noc_status find_number(const char *path, size_t *number, noc_diag *diag)
{
    int network;
    const int setting = noc_setting_find_network(path, &network);
    if (setting < 0) {
        char fault[240];
        noc_setting_write_fault(path, fault, sizeof fault);
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE, "%s", fault);
    }
    *number = (size_t)setting;
    return NOC_OK;
}

int noc_key_number(const char *key, size_t *number, noc_error *error)
{
    noc_call call = noc_call_begin(error);
    if (number) *number = 0;
    noc_status status = noc_call_require(&call, "key", key, "number", number, NULL);
    if (status == NOC_OK) status = find_number(key, number, &call.diag);
    return noc_call_end(&call, status);
}

const char *noc_key_choice(size_t i, size_t choice)
{
    const noc_setting *setting = noc_setting_at(i);
    const bool exists = setting && choice < count_choices(setting->key);
    return exists ? setting->key->names(choice) : NULL;
}

/* Finds the members of a key's groups; none if the key has no groups. */
static noc_key_table find_members(size_t i)
{
    const noc_setting *setting = noc_setting_at(i);
    const noc_key *list = setting ? noc_setting_list_key(setting) : NULL;
    return list ? *list->type->members : (noc_key_table){NULL, 0};
}

int noc_key_member_at(size_t i, size_t member, noc_key_info *info, noc_error *error)
{
    noc_call call = noc_call_begin(error);
    if (info) *info = (noc_key_info){.key = "", .unit = "", .meaning = "", .source = ""};
    const noc_key_table members = find_members(i);
    noc_status status = noc_call_require(&call, "info", info, NULL);
    if (status == NOC_OK) status = noc_call_check_position(&call, "key", i, count_settings());
    if (status == NOC_OK) status = noc_call_check_position(&call, "member", member, members.count);
    if (status == NOC_OK) *info = find_info(&members.keys[member], members.keys[member].name);
    return noc_call_end(&call, status);
}

const char *noc_key_member_choice(size_t i, size_t member, size_t choice)
{
    const noc_key_table members = find_members(i);
    const noc_key *key = member < members.count ? &members.keys[member] : NULL;
    return key && choice < count_choices(key) ? key->names(choice) : NULL;
}

/* Writes sets of workloads, then the workloads of the table. */
static void write_workloads(FILE *out)
{
    const char *set;
    const noc_workload_row *row;
    for (size_t i = 0; (set = noc_workload_set_at(i)) != NULL; i++) fprintf(out, "%s\n", set);
    for (size_t i = 0; (row = noc_workload_at(i)) != NULL; i++) fprintf(out, "%s\n", row->name);
}

int noc_workload_list(char **names, noc_error *error)
{
    noc_call call = noc_call_begin(error);
    size_t size;
    if (names) *names = NULL;
    noc_status status = noc_call_require(&call, "names", names, NULL);
    FILE *out = status == NOC_OK ? open_memstream(names, &size) : NULL;
    if (status == NOC_OK && !out) status = noc_fail_memory(&call.diag);
    if (out) {
        write_workloads(out);
        status = noc_stream_close(out, names, status, &call.diag);
    }
    return noc_call_end(&call, status);
}

static noc_figure labels[NOC_METRICS]; /* [metric]: written once */
static pthread_once_t label_once = PTHREAD_ONCE_INIT;

static void write_labels(void)
{
    for (int id = 0; id < NOC_METRICS; id++) labels[id] = noc_metric_label((noc_metric_id)id);
}

static const char *find_label(size_t metric)
{
    pthread_once(&label_once, write_labels);
    return labels[metric].text;
}

int noc_metric_at(size_t i, noc_metric_facts *facts, noc_error *error)
{
    noc_call call = noc_call_begin(error);
    if (facts) *facts = (noc_metric_facts){.name = "", .unit = "", .meaning = "", .label = ""};
    noc_status status = noc_call_require(&call, "facts", facts, NULL);
    if (status == NOC_OK) status = noc_call_check_position(&call, "metric", i, NOC_METRICS);
    if (status != NOC_OK) return noc_call_end(&call, status);
    const noc_metric_info *info = noc_metric_info_of((noc_metric_id)i);
    *facts = (noc_metric_facts){
        .name = info->name,
        .unit = info->unit,
        .meaning = info->meaning,
        .label = find_label(i),
        .digits = info->digits,
        .is_less_better = !noc_metric_is_maximised(&no_objectives, (noc_metric_id)i),
    };
    return noc_call_end(&call, NOC_OK);
}

int noc_metric_number(const char *metric, size_t *number, noc_error *error)
{
    noc_call call = noc_call_begin(error);
    noc_metric_id id = 0;
    if (number) *number = 0;
    noc_status status = noc_call_require(&call, "metric", metric, "number", number, NULL);
    if (status == NOC_OK)
        status = noc_metric_read(metric, NOC_NOWHERE, NOC_EUSAGE, &id, &call.diag);
    if (status == NOC_OK) *number = (size_t)id;
    return noc_call_end(&call, status);
}
