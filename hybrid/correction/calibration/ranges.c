#include "hybrid/correction/calibration/ranges.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analytic/multicast.h"
#include "network/kinds/kinds.h"
#include "reader/design_keys.h"

/* One setting of a design: a number, or a word. */
typedef struct feature {
    const char *key; /* key of a network without its group */
    double number;
    const char *word; /* NULL: a number */
    int network;      /* network that has it; NOC_NO_NETWORK for others */
} feature;

enum { NOC_NO_NETWORK = -1 };

static const char *group_of(const feature *t)
{
    return t->network == NOC_NO_NETWORK ? "" : "network.";
}

typedef void feature_use(void *context, const feature *t);

static void visit_keys(const noc_design *d, int network, noc_key_table table, feature_use *use,
                       void *context)
{
    const char *base = (const char *)d + noc_design_group_offset(NOC_GROUP_NETWORK, network);
    for (size_t k = 0; k < table.count; k++) {
        const noc_key *key = &table.keys[k];
        feature t = {key->name, 0.0, NULL, network};
        if (key->standing == NOC_EXACT) continue;
        if (noc_key_is_choice(key))
            t.word = noc_value_name(key, base);
        else if (key->type == NOC_INTEGER)
            t.number = *(const int *)(const void *)(base + key->offset);
        else
            continue;
        use(context, &t);
    }
}

/* All but those of its topology. */
static void visit_network(const noc_design *d, int network, feature_use *use, void *context)
{
    noc_key_table table;
    for (size_t i = 0; i < 2 && noc_design_keys(d, NOC_GROUP_NETWORK, network, i, &table); i++)
        visit_keys(d, network, table, use, context);
}

static double longest_packet(const noc_system *system)
{
    double longest = 0.0;
    for (int i = 0; i < system->traffic.length_count; i++)
        for (uint16_t n = 0; n < system->graph.network_count; n++)
            longest = fmax(longest, system->traffic.lengths[i].flits[n]);
    return longest;
}

/* Every setting of a design that waits may depend on. */
static void visit(const noc_system *system, feature_use *use, void *context)
{
    const noc_design *d = system->design;
    for (int n = 0; n < d->network_count; n++) visit_network(d, n, use, context);
    const feature others[] = {
        {"traffic.pattern", 0.0, d->traffic.pattern->name, NOC_NO_NETWORK},
        {"compute and memory nodes", noc_compute_terminals(d) + d->nodes.memory, NULL,
         NOC_NO_NETWORK},
        {"nodes.memory", d->nodes.memory, NULL, NOC_NO_NETWORK},
        {"flits of the longest packet", longest_packet(system), NULL, NOC_NO_NETWORK},
    };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) use(context, &others[i]);
}

static const noc_seen_range *find(const noc_ranges *r, const feature *t)
{
    const char *group = group_of(t);
    const size_t length = strlen(group);
    for (size_t i = 0; i < r->count; i++)
        if (strncmp(r->list[i].key, group, length) == 0 &&
            strcmp(r->list[i].key + length, t->key) == 0)
            return &r->list[i];
    return NULL;
}

static bool has_word(const noc_seen_range *range, const char *word)
{
    for (size_t i = 0; i < range->word_count; i++)
        if (strcmp(range->words[i], word) == 0) return true;
    return false;
}

static void add(void *context, const feature *t)
{
    noc_ranges *r = context;
    noc_seen_range *range = (noc_seen_range *)(size_t)find(r, t);
    if (!range && r->count == NOC_RANGES_MOST) return;
    if (!range) {
        range = &r->list[r->count++];
        *range = (noc_seen_range){.low = t->number, .high = t->number};
        snprintf(range->key, sizeof range->key, "%s%s", group_of(t), t->key);
    }
    if (!t->word) {
        range->low = fmin(range->low, t->number);
        range->high = fmax(range->high, t->number);
    } else if (!has_word(range, t->word) && range->word_count < NOC_RANGE_WORDS) {
        snprintf(range->words[range->word_count++], NOC_RANGE_CHARS, "%s", t->word);
    }
}

void noc_ranges_add(noc_ranges *ranges, const noc_system *system)
{
    visit(system, add, ranges);
}

typedef struct search {
    const noc_ranges *ranges;
    const noc_system *system;
    noc_ranges_unread *unread;
    char *text;
    size_t size;
    bool found;
} search;

static bool is_outside(const noc_seen_range *range, const feature *t)
{
    if (t->word) return !has_word(range, t->word);
    return t->number < range->low || t->number > range->high;
}

/* A setting that is not read may lie anywhere. */
static bool is_read(const search *s, const feature *t)
{
    return t->network == NOC_NO_NETWORK || !s->unread(s->system, t->network, t->key);
}

static void check(void *context, const feature *t)
{
    search *s = context;
    const noc_seen_range *range = find(s->ranges, t);
    if (s->found || !range || !is_outside(range, t) || !is_read(s, t)) return;
    s->found = true;
    if (t->word)
        snprintf(s->text, s->size, "%s = %s", range->key, t->word);
    else
        snprintf(s->text, s->size, "%s = %g (%g to %g)", range->key, t->number, range->low,
                 range->high);
}

/* Settings that no calibration has seen, whatever it lists. */
static bool has_unseen(const noc_system *s, char *text, size_t size)
{
    const noc_design *d = s->design;
    if (d->codec.cycles > 0)
        snprintf(text, size, "codec.cycles = %d (0)", d->codec.cycles);
    else if (noc_traffic_is_multicast(&d->traffic))
        snprintf(text, size, "traffic.multicast.share = %g (0)", d->traffic.multicast.share);
    else if (d->closed_loop && noc_replies_fork(s))
        snprintf(text, size, "network.multicast = true (false)");
    else
        return false;
    return true;
}

bool noc_ranges_outside(const noc_ranges *ranges, const noc_system *system,
                        noc_ranges_unread *unread, char *text, size_t size)
{
    search s = {ranges, system, unread, text, size, false};
    visit(system, check, &s);
    return s.found || has_unseen(system, text, size);
}
