#include "hybrid/answers/unread/unread.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "design/key.h"
#include "hybrid/answers/unread/columns.h"
#include "power_area/cost.h"
#include "reader/design_keys.h"

/* ---- the user's settings -------------------------------------------------------------------- */

/* Setting of the user that no later setting replaces. */
typedef struct setting {
    const char *path; /* path as written by the user */
    noc_design_path at;
    bool commanded; /* true: set by --set or --vary */
    /* condition that makes it unread; NULL: it is read */
    const noc_unread_condition *condition;
} setting;

/* True if a setting has its default value; a workload's figures have none. */
static bool is_default(const noc_design *d, const setting *s)
{
    const size_t group = s->at.group;
    if (group == NOC_GROUP_WORKLOAD) return false;
    for (int n = s->at.first; n <= s->at.last; n++) {
        const noc_key *key = noc_design_key(d, group, n, s->at.key);
        if (key && !noc_value_is_default(key, (const char *)d + noc_design_group_offset(group, n)))
            return false;
    }
    return true;
}

static bool is_replaced(const setting *settings, size_t count, const noc_design_path *by)
{
    for (size_t i = 0; i < count; i++) {
        const noc_design_path *s = &settings[i].at;
        if (s->group == by->group && s->first <= by->first && by->last <= s->last &&
            strcmp(s->key, by->key) == 0)
            return true;
    }
    return false;
}

/* Lists the settings, the last one written first. The caller frees the list; NULL when out of
 * memory. */
static setting *find_settings(const noc_design *d, size_t *count)
{
    setting *list = malloc((d->origin_count + 1) * sizeof *list);
    size_t read = 0;
    for (size_t i = d->origin_count; list && i-- > 0;) {
        setting s = {.path = d->origins[i].path, .commanded = d->origins[i].overridden};
        if (!noc_design_path_read(d, s.path, &s.at) || is_replaced(list, read, &s.at)) continue;
        list[read++] = s;
    }
    *count = read;
    return list;
}

/* ---- conditions ----------------------------------------------------------------------------- */

/* Question about the settings of a system, with the storage of its lists. */
typedef struct asking {
    noc_unread_question question;
    const noc_workload *workloads[NOC_WORKLOAD_PARTS_MAX + NOC_KERNELS_MAX];
    noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
} asking;

/* True if cost tables cover the design's technology without scaling. */
static bool is_measured(const noc_design *d)
{
    noc_design unscaled = *d; /* shallow copy, only read */
    unscaled.chip.scale_technology = 0;
    return noc_cost_is_known(&unscaled);
}

static void ask(const noc_system *system, noc_asked_kind asked, asking *a)
{
    const noc_design *d = system->design;
    const size_t parts = noc_design_workloads(d, a->parts);
    size_t count = 0;
    for (size_t i = 0; i < parts; i++) a->workloads[count++] = &a->parts[i].workload;
    for (size_t k = 0; parts && k < d->kernel_name_count; k++)
        a->workloads[count++] = &d->kernels[k];
    a->question = (noc_unread_question){
        .asked = asked,
        .system = system,
        .design = d,
        .workload = &d->workload,
        .workloads = a->workloads,
        .workload_count = count,
        .is_measured = is_measured,
    };
}

/* True if a condition applies in all networks with the key: a setting is read if one network reads
 * it. */
static bool applies(const noc_unread_condition *condition, const asking *a, const setting *s)
{
    noc_unread_question question = a->question;
    for (int n = s->at.first; n <= s->at.last; n++) {
        question.network = n;
        question.key = noc_design_key(question.design, s->at.group, n, s->at.key);
        const bool has_key = s->at.group != NOC_GROUP_NETWORK || question.key;
        if (has_key && !condition->applies(&question)) return false;
    }
    return true;
}

static const noc_unread_condition *const *conditions_of(const noc_design *d, const setting *s)
{
    const noc_key *key = noc_design_path_key(d, &s->at);
    return key ? key->unread : NULL;
}

static bool is_spared(const noc_unread_condition *const *list, const asking *a, const setting *s)
{
    for (; list && *list; list++)
        if (!(*list)->why && applies(*list, a, s)) return true;
    return false;
}

static const noc_unread_condition *first_that_applies(const noc_unread_condition *const *list,
                                                      const asking *a, const setting *s)
{
    for (; list && *list; list++) {
        const bool is_told = (*list)->why && (s->commanded || !(*list)->commanded_only);
        if (is_told && applies(*list, a, s)) return *list;
    }
    return NULL;
}

/* Finds the condition that makes a setting unread, its group's conditions first; NULL: it is
 * read. */
static const noc_unread_condition *find_condition(const asking *a, const setting *s)
{
    const noc_unread_condition *const *own = conditions_of(a->question.design, s);
    const noc_unread_condition *found = NULL;
    if (!is_spared(own, a, s))
        found = first_that_applies(noc_design_group_unread(s->at.group), a, s);
    return found ? found : first_that_applies(own, a, s);
}

bool noc_unread_in_network(const noc_system *system, int network, const char *key)
{
    const setting s = {.at = {NOC_GROUP_NETWORK, network, network, key}, .commanded = true};
    asking a;
    ask(system, NOC_ASKED_ANY, &a);
    return find_condition(&a, &s) != NULL;
}

/* ---- sentences ------------------------------------------------------------------------------ */

/* Reports all settings that are unread for the same reason as `first`, in the order of writing. */
static void tell_reason(setting *settings, size_t first, noc_unread_use *use, void *context)
{
    const noc_unread_condition *condition = settings[first].condition;
    char *sentence = NULL;
    size_t size = 0, told = 0;
    FILE *out = open_memstream(&sentence, &size);
    if (!out) return;
    for (size_t i = first + 1; i-- > 0;) {
        if (!settings[i].condition || strcmp(settings[i].condition->why, condition->why) != 0)
            continue;
        fprintf(out, "%s%s", told++ ? ", " : "", settings[i].path);
        settings[i].condition = NULL;
    }
    fprintf(out, " %s not read%s: %s", told > 1 ? "are" : "is", condition->by ? condition->by : "",
            condition->why);
    if (fclose(out) == 0) use(context, sentence);
    free(sentence);
}

void noc_unread_report(const noc_system *system, noc_asked_kind asked,
                       const noc_trace_schedule *played, noc_unread_use *use, void *context)
{
    asking a;
    size_t count;
    setting *settings = find_settings(system->design, &count);
    ask(system, asked, &a);
    if (played) {
        a.question.trace = played->trace;
        a.question.trace_file = played->file;
    }
    for (size_t i = 0; settings && i < count; i++)
        if (!is_default(system->design, &settings[i]))
            settings[i].condition = find_condition(&a, &settings[i]);
    for (size_t i = settings ? count : 0; i-- > 0;)
        if (settings[i].condition) tell_reason(settings, i, use, context);
    free(settings);
    noc_unread_columns_tell(&a.question, use, context);
}
