#include "hybrid/settings/unread.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hybrid/settings/unread_rules.h"
#include "network/design_keys.h"
#include "network/key.h"

/* ---- what the user set ---------------------------------------------------------------------- */

/* A setting of a design that nothing later has replaced. */
typedef struct setting {
    const char *path; /* as the user wrote it */
    const char *key;
    size_t group;
    int first, last;             /* networks that it is for; 0 for the other groups */
    bool commanded;              /* by --set or --vary */
    const noc_unread_rule *rule; /* by which it is not read */
} setting;

/* A workload's figures have the defaults of the row that it is like. */
static bool is_default(const noc_design *d, const setting *s)
{
    if (s->group == NOC_GROUP_WORKLOAD) return false;
    for (int n = s->first; n <= s->last; n++) {
        const noc_key *key = noc_design_key(d, s->group, n, s->key);
        if (key &&
            !noc_value_is_default(key, (const char *)d + noc_design_group_offset(s->group, n)))
            return false;
    }
    return true;
}

static bool find_group(const char *path, size_t length, size_t *group)
{
    for (*group = 0; noc_design_group(*group); ++*group)
        if (strlen(noc_design_group(*group)) == length &&
            strncmp(path, noc_design_group(*group), length) == 0)
            return true;
    return false;
}

/* "network.rows", "networks[1].rows", "workload". */
static bool read_path(const noc_design *d, const char *path, setting *s)
{
    const char *dot = strchr(path, '.');
    int network = 0, end = 0;
    *s = (setting){.path = path, .key = dot ? dot + 1 : ""};
    if (sscanf(path, "networks[%9d].%n", &network, &end) == 1 && end > 0) {
        s->group = NOC_GROUP_NETWORK;
        s->first = s->last = network;
        return true;
    }
    const size_t length = dot ? (size_t)(dot - path) : strlen(path);
    if (!find_group(path, length, &s->group)) return false;
    if (s->group == NOC_GROUP_NETWORK) s->last = d->network_count - 1;
    return true;
}

static bool is_replaced(const setting *settings, size_t count, const setting *by)
{
    for (size_t i = 0; i < count; i++) {
        const setting *s = &settings[i];
        if (s->group == by->group && s->first <= by->first && by->last <= s->last &&
            strcmp(s->key, by->key) == 0)
            return true;
    }
    return false;
}

/* From the last written to the first. The caller frees the list; NULL when out of memory. */
static setting *find_settings(const noc_design *d, size_t *count)
{
    setting *list = malloc((d->origin_count + 1) * sizeof *list);
    size_t read = 0;
    for (size_t i = d->origin_count; list && i-- > 0;) {
        setting s;
        if (!read_path(d, d->origins[i].path, &s) || is_replaced(list, read, &s)) continue;
        s.commanded = d->origins[i].overridden;
        list[read++] = s;
    }
    *count = read;
    return list;
}

/* ---- rules ---------------------------------------------------------------------------------- */

static bool has_word(const char *words, const char *word)
{
    const size_t length = strlen(word);
    if (strcmp(words, "*") == 0) return true;
    for (const char *at = words; length && (at = strstr(at, word)); at += length)
        if ((at == words || at[-1] == ' ') && (at[length] == ' ' || !at[length])) return true;
    return false;
}

static bool applies(const noc_unread_rule *rule, const noc_system *system, noc_asked asked,
                    const setting *s)
{
    if (rule->group != s->group || !has_word(rule->keys, s->key)) return false;
    if (rule->commanded_only && !s->commanded) return false;
    for (int n = s->first; n <= s->last; n++) {
        const noc_unread_question question = {system, n, asked, s->key};
        const bool has_key =
            s->group != NOC_GROUP_NETWORK || noc_design_key(system->design, s->group, n, s->key);
        if (has_key && !rule->applies(&question)) return false;
    }
    return true;
}

/* The first that applies; NULL: the setting is read. */
static const noc_unread_rule *find_rule(const noc_system *system, noc_asked asked, const setting *s)
{
    for (size_t i = 0; noc_unread_rule_at(i); i++)
        if (applies(noc_unread_rule_at(i), system, asked, s)) return noc_unread_rule_at(i);
    return NULL;
}

bool noc_unread_in_network(const noc_system *system, int network, const char *key)
{
    const setting s = {.key = key,
                       .group = NOC_GROUP_NETWORK,
                       .first = network,
                       .last = network,
                       .commanded = true};
    return find_rule(system, NOC_ASKED_ANY, &s) != NULL;
}

/* ---- sentences ------------------------------------------------------------------------------ */

/* The settings from the first on that are not read for its reason, in the order in which they were
 * written. */
static void tell_reason(setting *settings, size_t first, noc_unread_use *use, void *context)
{
    const noc_unread_rule *rule = settings[first].rule;
    char *sentence = NULL;
    size_t size = 0, told = 0;
    FILE *out = open_memstream(&sentence, &size);
    if (!out) return;
    for (size_t i = first + 1; i-- > 0;) {
        if (!settings[i].rule || strcmp(settings[i].rule->why, rule->why) != 0) continue;
        fprintf(out, "%s%s", told++ ? ", " : "", settings[i].path);
        settings[i].rule = NULL;
    }
    fprintf(out, " %s not read%s: %s", told > 1 ? "are" : "is", rule->by ? rule->by : "",
            rule->why);
    if (fclose(out) == 0) use(context, sentence);
    free(sentence);
}

void noc_unread_tell(const noc_system *system, noc_asked asked, noc_unread_use *use, void *context)
{
    size_t count;
    setting *settings = find_settings(system->design, &count);
    for (size_t i = 0; settings && i < count; i++)
        if (!is_default(system->design, &settings[i]))
            settings[i].rule = find_rule(system, asked, &settings[i]);
    for (size_t i = settings ? count : 0; i-- > 0;)
        if (settings[i].rule) tell_reason(settings, i, use, context);
    free(settings);
}
