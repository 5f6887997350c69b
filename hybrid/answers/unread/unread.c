#include "hybrid/answers/unread/unread.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/auto.h"
#include "design/key.h"
#include "hybrid/answers/unread/columns.h"
#include "power_area/cost.h"
#include "reader/design_keys.h"

/* ---- the user's settings -------------------------------------------------------------------- */

/* Setting of the user that no later setting replaces. */
typedef struct setting {
    const char *path; /* path as written by the user */
    noc_design_path design_path;
    bool is_commanded; /* true: set by --set or --vary */
    /* condition that makes it unread; NULL: it is read */
    const noc_unread_condition *condition;
} setting;

/* True if a setting has its default value; a workload's figures have none. */
static bool is_default(const noc_design *d, const setting *s)
{
    const size_t group = s->design_path.group;
    if (group == NOC_GROUP_WORKLOAD) return false;
    for (int n = s->design_path.first_network; n <= s->design_path.last_network; n++) {
        const noc_key *key = noc_design_key(d, group, n, s->design_path.key);
        if (key && !noc_value_is_default(key, (const char *)d + noc_design_group_offset(group, n)))
            return false;
    }
    return true;
}

static bool is_replaced(const setting *settings, size_t count, const noc_design_path *replaced_path)
{
    for (size_t i = 0; i < count; i++) {
        const noc_design_path *s = &settings[i].design_path;
        if (s->group == replaced_path->group && s->first_network <= replaced_path->first_network &&
            replaced_path->last_network <= s->last_network &&
            strcmp(s->key, replaced_path->key) == 0)
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
        setting s = {.path = d->origins[i].path, .is_commanded = d->origins[i].is_overridden};
        if (!noc_design_path_read(d, s.path, &s.design_path) ||
            is_replaced(list, read, &s.design_path))
            continue;
        list[read++] = s;
    }
    *count = read;
    return list;
}

/* ---- conditions ----------------------------------------------------------------------------- */

/* Question about the settings of a system, with the storage of its lists. */
typedef struct setting_question {
    noc_unread_question question;
    const noc_workload *workloads[NOC_WORKLOAD_PARTS_MAX + NOC_KERNELS_MAX];
    noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
} setting_question;

/* True if cost tables cover the design's technology without scaling. */
static bool is_measured(const noc_design *d)
{
    noc_design unscaled = *d; /* shallow copy, only read */
    unscaled.chip.scale_technology = 0;
    return noc_cost_is_known(&unscaled);
}

static void make_question(const noc_system *system, noc_answer_kind question_kind,
                          setting_question *a)
{
    const noc_design *d = system->design;
    const size_t parts = noc_design_workloads(d, a->parts);
    size_t count = 0;
    for (size_t i = 0; i < parts; i++) a->workloads[count++] = &a->parts[i].workload;
    for (size_t k = 0; parts && k < d->kernel_name_count; k++)
        a->workloads[count++] = &d->kernels[k];
    a->question = (noc_unread_question){
        .answer_kind = question_kind,
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
static bool is_applicable(const noc_unread_condition *condition, const setting_question *a,
                          const setting *s)
{
    noc_unread_question question = a->question;
    for (int n = s->design_path.first_network; n <= s->design_path.last_network; n++) {
        question.network = n;
        question.key = noc_design_key(question.design, s->design_path.group, n, s->design_path.key);
        const bool has_key = s->design_path.group != NOC_GROUP_NETWORK || question.key;
        if (has_key && !condition->applies(&question)) return false;
    }
    return true;
}

static const noc_unread_condition *const *find_conditions(const noc_design *d, const setting *s)
{
    const noc_key *key = noc_design_path_key(d, &s->design_path);
    return key ? key->unread_conditions : NULL;
}

static bool is_exempt(const noc_unread_condition *const *list, const setting_question *a,
                      const setting *s)
{
    for (; list && *list; list++)
        if (!(*list)->reason && is_applicable(*list, a, s)) return true;
    return false;
}

static const noc_unread_condition *find_applicable(const noc_unread_condition *const *list,
                                                   const setting_question *a, const setting *s)
{
    for (; list && *list; list++) {
        const bool is_reportable =
            (*list)->reason && (s->is_commanded || !(*list)->is_for_overrides);
        if (is_reportable && is_applicable(*list, a, s)) return *list;
    }
    return NULL;
}

/* Finds the condition that makes a setting unread, its group's conditions first; NULL: it is
 * read. */
static const noc_unread_condition *find_condition(const setting_question *a, const setting *s)
{
    const noc_unread_condition *const *key_conditions = find_conditions(a->question.design, s);
    const noc_unread_condition *found = NULL;
    if (!is_exempt(key_conditions, a, s))
        found = find_applicable(noc_design_group_unread(s->design_path.group), a, s);
    return found ? found : find_applicable(key_conditions, a, s);
}

bool noc_is_unread_network_key(const noc_system *system, int network, const char *key)
{
    const setting s = {.design_path = {NOC_GROUP_NETWORK, network, network, key},
                       .is_commanded = true};
    setting_question a;
    make_question(system, NOC_ASKED_ANY, &a);
    return find_condition(&a, &s) != NULL;
}

/* ---- sentences ------------------------------------------------------------------------------ */

/* Reports all settings that are unread for the reason of settings[first], in the order of writing,
 * and clears their conditions. */
static void report_reason(setting *settings, size_t first, noc_unread_receiver *receive,
                          void *context)
{
    const noc_unread_condition *condition = settings[first].condition;
    NOC_AUTO_FREE char *sentence = NULL;
    size_t size = 0, count = 0;
    FILE *out = open_memstream(&sentence, &size);
    if (!out) return;
    for (size_t i = first + 1; i-- > 0;) {
        if (!settings[i].condition || strcmp(settings[i].condition->reason, condition->reason) != 0)
            continue;
        fprintf(out, "%s%s", count++ ? ", " : "", settings[i].path);
        settings[i].condition = NULL;
    }
    fprintf(out, " %s not read%s: %s", count > 1 ? "are" : "is",
            condition->reader ? condition->reader : "", condition->reason);
    if (fclose(out) == 0) receive(context, sentence);
}

void noc_unread_report(const noc_system *system, noc_answer_kind question_kind,
                       const noc_trace_schedule *schedule, noc_unread_receiver *receive,
                       void *context)
{
    setting_question a;
    size_t count;
    NOC_AUTO_FREE setting *settings = find_settings(system->design, &count);
    make_question(system, question_kind, &a);
    if (schedule) {
        a.question.trace = schedule->trace;
        a.question.trace_file = schedule->file;
    }
    for (size_t i = 0; settings && i < count; i++)
        if (!is_default(system->design, &settings[i]))
            settings[i].condition = find_condition(&a, &settings[i]);
    for (size_t i = settings ? count : 0; i-- > 0;)
        if (settings[i].condition) report_reason(settings, i, receive, context);
    noc_unread_columns_report(&a.question, receive, context);
}
